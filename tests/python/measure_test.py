"""drystone.measure: the same numbers from a world, from its folder and from arrays, and those that theory asks for."""
import csv
import os
import re
import shlex
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import drystone
from drystone import measure

PROGRAM = os.environ["DRYSTONE"]
ROOT = pathlib.Path(__file__).resolve().parents[2]


def packing(dimension, count=60, friction=0.4, cell=False):
    """Grains of two sizes at rest in a box, or in a cell that is pressed."""
    scene = {"scene": {"dimension": dimension, "gravity": [0.0] * dimension if cell else [0.0] * (dimension - 1) + [-9.81]},
             "time": {"step": 2e-3, "duration": 0.4}, "solver": {"tolerance": 1e-12, "max_iterations": 100000},
             "materials": {"stone": {"density": 1000.0}},
             "interactions": [{"between": ["stone", "stone"], "law": "coulomb", "friction": friction, "restitution": [0.0, 0.0]}],
             "output": {"frames_every": 0.1}}
    edge, top = 1.0, [1.0] * (dimension - 1) + [3.0]
    if cell:
        scene["cell"] = {"size": [edge] * dimension, "periodic": [True] * dimension,
                         "control": {c: {"stress": 1000.0} for c in ("xx", "yy", "zz")[:dimension]}, "damping": 5.0}
    else:
        scene["bodies"] = [{"name": f"wall{axis}{side}", "material": "stone", "fixed": True,
                            "shape": {"type": "plane", "normal": [float(side) if k == axis else 0.0 for k in range(dimension)]},
                            "position": [0.0 if side > 0 or k != axis else 1.0 for k in range(dimension)]}
                           for axis in range(dimension) for side in ((1,) if axis == dimension - 1 else (1, -1))]
    kind = "disk" if dimension == 2 else "sphere"
    scene["generate"] = [{"type": "packing", "name": "grains", "material": "stone", "shape": kind, "radius": [0.05, 0.08] if dimension == 2 else [0.09, 0.13],
                          "count": 40 if cell and dimension == 2 else count, "inside": {"type": "box", "min": [0.0] * dimension, "max": [edge] * dimension if cell else top}}]
    return drystone.scene(scene)


class Arrays(unittest.TestCase):
    def test_two_disks_that_press(self):
        """Branch 0.3 along x, force 10 N: the moment is 3 N m, over 2 m2."""
        grains = measure.grains([[0.0, 0.0], [0.3, 0.0]], radii=[0.15, 0.15],
                                contacts={"grains": [[0, 1]], "points": [[0.15, 0.0]], "normals": [[1.0, 0.0]], "forces": [[10.0, 0.0]]})
        np.testing.assert_allclose(measure.stress(grains, volume=2.0)["stress"], [[1.5, 0.0], [0.0, 0.0]], atol=1e-15)
        self.assertAlmostEqual(measure.stress(grains)["volume"], 0.6 * 0.3)
        self.assertEqual(measure.fabric(grains)["coordination"], 1.0)
        self.assertEqual(len(grains), 2)
        half = {"type": "box", "min": [-1.0, -1.0], "max": [0.0, 1.0]}
        self.assertAlmostEqual(measure.solid_fraction(grains, region=half), 0.5 * np.pi * 0.15**2 / 2.0, 14)

    def test_across_the_border_of_a_cell(self):
        """The same two disks, the second called by an image far away, in a sheared cell."""
        cell = np.array([[1.0, 0.3], [0.0, 1.0]])
        grains = measure.grains([[0.0, 0.0], [0.3 + 2.0 + 0.3, 1.0]], radii=[0.15, 0.15], cell=cell,
                                contacts={"grains": [[0, 1]], "points": [[0.15, 0.0]], "normals": [[1.0, 0.0]], "forces": [[10.0, 1.0]]})
        np.testing.assert_allclose(measure.stress(grains)["stress"], [[3.0, 0.15], [0.15, 0.0]], atol=1e-12)
        self.assertAlmostEqual(measure.voronoi(grains)["volume"].sum(), 1.0)

    def test_rooms_and_pairs_of_a_lattice(self):
        places = np.stack(np.meshgrid(*[np.arange(4.0)] * 3), axis=-1).reshape(-1, 3)
        grains = measure.grains(places, radii=np.full(64, 0.5), cell=4.0 * np.eye(3))
        rooms = measure.voronoi(grains)
        np.testing.assert_allclose(rooms["volume"], 1.0, rtol=1e-9)
        np.testing.assert_allclose(rooms["solid_fraction"], np.pi / 6.0, rtol=1e-9)
        self.assertAlmostEqual(measure.solid_fraction(grains), np.pi / 6.0)
        s = measure.sq(grains, largest=7.0, bins=1000)
        peak = np.abs(s["q"] - 2.0 * np.pi) < 1e-6
        np.testing.assert_allclose(s["S"][peak], 64.0, rtol=1e-9)
        np.testing.assert_allclose(s["S"][~peak], 0.0, atol=1e-9)
        table = measure.gr(grains, farthest=1.2, bins=6)
        self.assertEqual(np.flatnonzero(table["g"]).tolist(), [5])

    def test_fields_hold_all_mass(self):
        random = np.random.default_rng(1)
        places, speeds = random.random((30, 2)), random.random((30, 2))
        grains = measure.grains(places, radii=np.full(30, 0.05), velocities=speeds, masses=np.arange(30.0), cell=np.eye(2))
        axis = (np.arange(100) + 0.5) / 100
        points = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
        for kernel in ("lucy", "gaussian"):
            field = measure.field(grains, points, width=0.1, kernel=kernel)
            self.assertAlmostEqual(field["density"].mean(), 435.0, delta=1e-3 * 435)
            self.assertAlmostEqual(field["momentum.x"].mean(), (np.arange(30) * speeds[:, 0]).sum(), delta=0.3)
            self.assertGreater(np.nanmin(field["temperature"]), -1e-12)

    def test_motion_between_moments(self):
        places = np.random.default_rng(2).random((50, 2))
        before = measure.grains(places, radii=np.full(50, 0.05))
        now = measure.grains(places @ np.array([[1.1, 0.0], [0.2, 0.9]]), radii=np.full(50, 0.05))
        strain = measure.strain(before, now, longest=5.0)
        np.testing.assert_allclose(strain["volumetric"], np.log(0.99), atol=1e-9)
        np.testing.assert_allclose(measure.msd(before, now), np.mean(measure.displacement(before, now)["displacement"] ** 2))

    def test_mixing_and_avalanches(self):
        grains = measure.grains(np.random.default_rng(3).random((400, 2)), radii=np.full(400, 0.01))
        apart = (grains.positions[:, 0] > 0.5).astype(int)
        self.assertLess(measure.mixing(grains, by=apart, cell=0.25)["mixing"], 0.05)
        self.assertGreater(measure.mixing(grains, by=np.arange(400) % 2, cell=0.25)["mixing"], 0.8)
        found = measure.avalanches([0.0, 1.0, 2.0, 3.0], [0.0, 2.0, 2.0, 0.0], above=1.0)
        np.testing.assert_allclose([found["start"][0], found["duration"][0], found["size"][0]], [0.5, 2.0, 1.5])

    def test_wrong_arrays_are_refused(self):
        for wrong in (lambda: measure.grains(np.zeros((3, 4))), lambda: measure.grains(np.zeros((3, 2)), radii=[1.0]),
                      lambda: measure.grains(np.zeros((3, 2)), cell=[[1.0, 0.0], [1.0, 1.0]]),
                      lambda: measure.field(measure.grains(np.zeros((3, 2)), radii=np.ones(3)), [[0.0, 0.0]], kernel="box"),
                      lambda: measure.grains(np.zeros((2, 2)), contacts={"grains": [[0, 5]], "points": [[0, 0]], "normals": [[1, 0]], "forces": [[1, 0]]}),
                      lambda: measure.mixing(measure.grains(np.zeros((3, 2)), radii=np.ones(3)), by="colour")):
            with self.assertRaises(drystone.InputError):
                wrong()
        with self.assertRaises(ValueError):
            measure.gr(measure.grains(np.zeros((3, 2)), radii=np.ones(3)), at=1.0)


class Sources(unittest.TestCase):
    def test_a_world_and_its_folder_say_the_same(self):
        for dimension in (2, 3):
            for cell in (False, True):
                with self.subTest(dimension=dimension, cell=cell), tempfile.TemporaryDirectory() as folder:
                    out = str(pathlib.Path(folder) / "run")
                    world = packing(dimension, cell=cell)
                    world.run(out=out, quiet=True, report=False)
                    a, b = measure.stress(world), measure.stress(out)
                    scale = np.abs(a["stress"]).max()
                    self.assertGreater(scale, 0.0)
                    for name in ("stress", "strong_stress", "weak_stress", "kinetic_stress"):  # a world has the arms of its step, a file those of its end
                        np.testing.assert_allclose(a[name], b[name], atol=2e-2 * scale)
                    np.testing.assert_allclose(a["strong_stress"] + a["weak_stress"], a["stress"], atol=1e-12 * scale)
                    np.testing.assert_allclose(measure.fabric(world)["fabric"], measure.fabric(out)["fabric"], atol=1e-6)
                    self.assertEqual(measure.fabric(world)["rattlers"], measure.fabric(drystone.Results(out))["rattlers"])
                    np.testing.assert_allclose(measure.voronoi(world)["volume"], measure.voronoi(out)["volume"], rtol=1e-6)
                    spread = measure.fabric(world)["anisotropy"]
                    factor = 0.5 if dimension == 2 else 0.4
                    self.assertAlmostEqual(factor * sum(spread.values()), a["deviator_ratio"], 10)
                    if cell:
                        told = world.measure("cell.stress")
                        found = a["stress"] + a["kinetic_stress"]
                        np.testing.assert_allclose(np.diag(found), told[:dimension], rtol=1e-6)
                    else:
                        region = {"type": "box", "min": [0.0] * dimension, "max": [1.0] * (dimension - 1) + [3.0]}
                        probe = world.measure("stress", region=region)
                        np.testing.assert_allclose(np.diag(measure.stress(world, region=region)["stress"]), probe[:dimension], rtol=1e-12)
                        self.assertAlmostEqual(world.measure("solid_fraction", region=region), measure.solid_fraction(out, region=region), 12)
                        cut = {"type": "box", "min": [0.2] * dimension, "max": [0.7] * dimension}
                        self.assertAlmostEqual(measure.solid_fraction(world, region=cut), measure.solid_fraction(out, region=cut), 12)
                    self.program_says_the_same(out, dimension)

    def program_says_the_same(self, out, dimension):
        table = pathlib.Path(out).parent / "table.csv"
        for what, columns in (("forces", ["f", "normal"]), ("gr", ["r", "g"]), ("voronoi", ["body", "volume"]), ("sq", ["q", "S"]),
                              ("profile", ["x", "count", "stress.xx"]), ("mobilisation", ["density"])):
            subprocess.run([PROGRAM, "measure", out, "--what", what, "--out", str(table)], check=True, stdout=subprocess.DEVNULL)
            with open(table, newline="") as file:
                rows = list(csv.DictReader(file))
            here = getattr(measure, what)(out)
            for name in columns:
                there = np.array([float(row[name] or "nan") for row in rows])
                np.testing.assert_array_equal(there, here[name], f"{what} {name}")

    def test_walls_press_with_the_mean_stress(self):
        """Internal moments over the volume are the forces of the walls times their places, and the weights: to 1e-10 at rest."""
        world = packing(2, count=12, friction=0.3)
        for _ in range(12):  # until it rests
            world.run(world.time + 0.5)
            if world.measure("unbalanced") < 1e-12:
                break
        stress = measure.stress(world, volume=1.0)["stress"]
        contacts, walls = world.contacts, world.fixed
        outside = np.zeros((2, 2))
        for (a, b), point, force in zip(contacts.bodies, contacts.points, contacts.forces):
            if walls[a] != walls[b]:
                outside += np.outer(force if walls[a] else -force, point)
        grains = ~walls
        outside += np.einsum("i,j,ik->jk", world.masses[grains], np.array([0.0, -9.81]), world.positions[grains])
        np.testing.assert_allclose(stress, -0.5 * (outside + outside.T), atol=1e-10 * np.abs(stress).max())


class GivenMasses(unittest.TestCase):
    """A body is as large as its shape, whatever mass the scene gives it."""

    def test_rooms_and_fractions_are_those_of_the_shapes(self):
        for d in (2, 3):
            corners = [[x, *([0.0] * (d - 1))] for x in (0.0, 1.5, 3.0)]
            clump = {"type": "compound", "parts": [{"type": "box", "size": [0.5] + [1.0] * (d - 1), "position": [x] + [0.0] * (d - 1)} for x in (-0.25, 0.25)]}
            shapes = [{"type": "box", "size": [1.0] * d}, {"type": "box", "size": [1.0] * d}, clump]
            world = drystone.scene({"scene": {"dimension": d}, "time": {"step": 1e-3, "duration": 2e-3}, "materials": {"stone": {"density": 1000.0}},
                                    "bodies": [{"material": "stone", "shape": shape, "position": at, **({"mass": mass} if mass else {})}
                                               for shape, at, mass in zip(shapes, corners, (None, 5000.0, 20.0))]})
            with tempfile.TemporaryDirectory() as folder:
                world.run(out=folder + "/run", quiet=True, report=False)
                for source in (world, folder + "/run"):
                    rooms = measure.voronoi(source)
                    np.testing.assert_allclose(rooms["volume"] * rooms["solid_fraction"], 1.0, rtol=1e-12)
                    self.assertAlmostEqual(measure.solid_fraction(source) * measure.stress(source)["volume"], 3.0, 11)


class Page(unittest.TestCase):
    def test_commands_and_snippets_of_the_page_run(self):
        text = (ROOT / "docs/measure.md").read_text()
        commands = [line for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S) for line in block.splitlines()]
        snippets = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
        self.assertGreater(len(commands), 6)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "examples").symlink_to(ROOT / "examples")
            for line in commands:
                words = shlex.split(line)
                self.assertEqual(words[0], "build/bin/drystone")
                result = subprocess.run([PROGRAM, *words[1:]], cwd=folder, capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, line + result.stderr)
            self.vti_is_read_back(pathlib.Path(folder) / "field.vti")
            for snippet in snippets:
                result = subprocess.run([sys.executable, "-c", snippet], cwd=folder, capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, result.stderr)

    def vti_is_read_back(self, path):
        """As VTK's XML says: arrays appended raw, each behind its length in bytes."""
        head, _, rest = path.read_bytes().partition(b'<AppendedData encoding="raw">\n_')
        extent = [int(n) + 1 for n in re.search(rb'WholeExtent="0 (\d+) 0 (\d+) 0 (\d+)"', head).groups()]
        arrays = re.findall(rb'Name="(\w+)" NumberOfComponents="(\d)" format="appended" offset="(\d+)"', head)
        self.assertEqual(arrays[0][0], b"density")
        for name, components, offset in arrays:
            length = int(np.frombuffer(rest, np.uint64, 1, int(offset))[0])
            self.assertEqual(length, 8 * int(components) * np.prod(extent), name)
        density = np.frombuffer(rest, float, int(np.prod(extent)), int(arrays[0][2]) + 8)
        self.assertGreater(density.max(), 100.0)
        self.assertGreaterEqual(density.min(), 0.0)

    def test_what_is_not_known_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            out = str(pathlib.Path(folder) / "run")
            packing(2, count=10).run(0.01, out=out, quiet=True, report=False)
            for wrong, words in ((["--what", "colour", "--out", "x.csv"], "is not known: there are forces, mobilisation"),
                                 (["--what", "stress", "--out", "x.vti"], "fields also to .vti"),
                                 (["--what", "profile", "--axis", "1,1,1", "--out", "x.csv"], "there are x and y in a 2D run"),
                                 (["--what", "profile", "--axis", "up", "--out", "x.csv"], "is not x, y or z"),
                                 (["--what", "field", "--kernel", "box", "--out", "x.csv"], "there are lucy and gaussian"),
                                 (["--what", "stress", "--region", 'type = "cone"', "--out", "x.csv"], "cone"),
                                 (["--what", "stress", "--with", "floor", "--out", "x.csv"], "--region"),
                                 (["--what", "avalanches", "--out", "x.csv"], "--of probe.column"),
                                 (["--what", "gr", "--column", "h", "--out", "x.png"], "there are r, g")):
                result = subprocess.run([PROGRAM, "measure", out, *wrong], cwd=folder, capture_output=True, text=True)
                self.assertEqual(result.returncode, 2, wrong)
                self.assertIn(words, result.stderr)
            self.assertFalse(any(pathlib.Path(folder).glob("x.*")))


if __name__ == "__main__":
    unittest.main()
