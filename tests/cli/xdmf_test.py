#!/usr/bin/env python3
"""frames.xdmf as ParaView reads it, by VTK's own reader: numbers of points and cells, coordinates, forces, times."""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy as np

try:
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXdmf2 import vtkXdmfReader
except ImportError:
    print("skipped: there is no VTK with an XDMF reader (Debian: python3-paraview)")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))


class Grids:
    """The grids of a frames.xdmf at one time, by name."""

    def __init__(self, path, time_index):
        reader = vtkXdmfReader()
        reader.SetFileName(str(path))
        reader.UpdateInformation()
        information = reader.GetOutputInformation(0)
        self.times = [information.Get(reader.GetExecutive().TIME_STEPS(), k)
                      for k in range(information.Length(reader.GetExecutive().TIME_STEPS()))]
        reader.UpdateTimeStep(self.times[time_index])
        self.blocks = {}
        output = reader.GetOutputDataObject(0)
        if not output.IsA("vtkMultiBlockDataSet"):
            self.blocks[reader.GetGridName(0)] = output
            return
        for k in range(output.GetNumberOfBlocks()):
            name = output.GetMetaData(k).Get(output.NAME())
            if output.GetBlock(k) is not None:
                self.blocks[name] = output.GetBlock(k)

    def points(self, name):
        return vtk_to_numpy(self.blocks[name].GetPoints().GetData())

    def of_points(self, name, array):
        return vtk_to_numpy(self.blocks[name].GetPointData().GetArray(array))

    def of_cells(self, name, array):
        return vtk_to_numpy(self.blocks[name].GetCellData().GetArray(array))


class Xdmf(unittest.TestCase):
    def run_example(self, name, duration, every):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        out = pathlib.Path(folder.name) / "out"
        done = subprocess.run([DRYSTONE, "run", str(ROOT / f"examples/{name}.toml"), "--out", str(out), "--quiet", "--set",
                               f"time.duration={duration}", "--set", f"output.frames_every={every}"], capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        return out

    def rows(self, path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def test_spheres_and_their_contact_forces(self):
        out = self.run_example("two_balls", 1.0, 0.1)
        grids = Grids(out / "frames.xdmf", -1)
        np.testing.assert_allclose(grids.times, np.arange(11) * 0.1, atol=1e-12)
        bodies = [row for row in self.rows(out / "bodies.csv") if row["shape"] == "sphere"]
        expected = [[float(row[f"position.{axis}"]) for axis in "xyz"] for row in bodies]
        np.testing.assert_allclose(grids.points("balls"), expected, rtol=1e-6, atol=1e-7)
        np.testing.assert_allclose(grids.of_points("balls", "radius"), [float(row["radius"]) for row in bodies], rtol=1e-6)
        contacts = self.rows(out / "contacts.csv")
        self.assertEqual(len(grids.points("contacts")), len(contacts))
        force = [[float(row[f"force.{axis}"]) for axis in "xyz"] for row in contacts]
        np.testing.assert_allclose(grids.of_points("contacts", "force"), force, rtol=1e-5, atol=1e-5)
        first = Grids(out / "frames.xdmf", 0)
        with h5py.File(out / "frames.h5", "r") as file:
            np.testing.assert_allclose(first.points("balls"), file["drawn/ball"][0], rtol=1e-6)

    def test_a_cell_that_repeats(self):
        out = self.run_example("cell_shear", 0.02, 0.01)
        grids = Grids(out / "frames.xdmf", -1)
        with h5py.File(out / "frames.h5", "r") as file:
            corner, balls = file["cell/corner"][-1], file["drawn/ball"][-1]
            edges = file["cell/edges"][-1]
        self.assertEqual(grids.blocks["cell"].GetNumberOfCells(), 4)
        np.testing.assert_allclose(grids.points("cell"), corner)
        place = np.linalg.solve(edges, balls[:, :2].T)
        self.assertTrue((place > -1e-5).all() and (place < 1 + 1e-5).all())

    def test_blocks_in_the_plane(self):
        out = self.run_example("arch", 0.02, 0.01)
        grids = Grids(out / "frames.xdmf", -1)
        with h5py.File(out / "frames.h5", "r") as file:
            solids, vertices = len(file["solids/shape"]), file["drawn/vertex"][-1]
            owner = file["parts/body"][:][file["parts/solid"][:] >= 0]
        self.assertEqual(grids.blocks["solids"].GetNumberOfCells(), solids)
        np.testing.assert_allclose(grids.points("solids"), vertices)
        np.testing.assert_array_equal(grids.of_cells("solids", "body"), owner)
        contacts = self.rows(out / "contacts.csv")
        self.assertEqual(grids.of_points("contacts", "force").shape, (len(contacts), 3))
        np.testing.assert_allclose(grids.points("contacts")[:, 1], [float(row["point.y"]) for row in contacts], rtol=1e-6)

    def test_blocks_in_space(self):
        out = self.run_example("shaken_column", 0.02, 0.01)
        grids = Grids(out / "frames.xdmf", -1)
        with h5py.File(out / "frames.h5", "r") as file:
            faces = len(file["drawn/face_body"])
        self.assertEqual(grids.blocks["solids"].GetNumberOfCells(), faces)
        cell = grids.blocks["solids"].GetCell(0)
        self.assertGreaterEqual(cell.GetNumberOfPoints(), 3)


if __name__ == "__main__":
    unittest.main()
