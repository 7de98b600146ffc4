#!/usr/bin/env python3
"""The numbers in report.html are those of the files: the blocks of the page, read by a few lines of Python, against frames.h5 and the tables of probes and steps,
for heaps of random grains and for examples with joints, meshes, links, cells and bodies that come and go. DRYSTONE is the path of the program, DRYSTONE_CROSSINGS=all more of them."""
import base64
import csv
import json
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest
import zlib

import h5py
import numpy as np

import measures_agree_test as heaps

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALL = os.environ.get("DRYSTONE_CROSSINGS") == "all"
EXAMPLES = {"arch": 0.02, "elastic_blocks": 0.02, "cell_shear": 0.02} | ({"two_balls": 0.3, "bouncing_ball": 0.3, "cohesive_powder": 0.05, "drum": 0.1,
                                                                          "mortar_panel": 0.02, "own_weight": 0.02, "piston": 0.05, "segregation": 0.1,
                                                                          "shaken_column": 0.1, "shapes": 0.1, "tilted_wall": 0.05,
                                                                          "trilithon": 0.05} if ALL else {})
RAIN = {2: '[[sources]]\nname = "rain"\nmaterial = "clay"\nshape = "disk"\nradius = 0.03\nrate = 50\nregion = { type = "box", min = [0.1, 0.8], max = [0.7, 1.0] }\n'
           '[[sinks]]\nname = "drain"\nregion = { type = "box", min = [0.0, 0.0], max = [0.2, 0.1] }\n',
        3: '[[sources]]\nname = "rain"\nmaterial = "clay"\nshape = "sphere"\nradius = 0.03\nrate = 50\nregion = { type = "box", min = [0.1, 0.1, 0.6], max = [0.4, 0.3, 0.8] }\n'
           '[[sinks]]\nname = "drain"\nregion = { type = "box", min = [0.0, 0.0, 0.0], max = [0.2, 0.2, 0.1] }\n'}
TYPES = {"u8": "u1", "i32": "<i4", "d32": "<i4", "f32": "<f4", "f64": "<f8"}


def block(text):
    """The columns of a block as src/report/block.h has it."""
    data = zlib.decompress(base64.b64decode(text))
    length, = struct.unpack("<I", data[:4])
    index, body = json.loads(data[4:4 + length]), data[4 + length:]
    columns = {}
    for one in index["columns"]:
        width, n = np.dtype(TYPES[one["type"]]).itemsize, one["count"] * one["size"]
        planes = np.frombuffer(body, "u1", n * width, one["offset"]).reshape(width, n)
        values = np.frombuffer(planes.T.tobytes(), TYPES[one["type"]])
        values = np.cumsum(values) if one["type"] == "d32" else values
        columns[one["name"]] = values.reshape(-1, one["size"]) if one["size"] > 1 else values
    return index["time"], columns


class Page:
    def __init__(self, folder):
        text = (folder / "report.html").read_text()
        self.elements = dict(re.findall(r'<script type="[^"]*" id="([^"]*)">(.*?)</script>', text, re.S))
        self.run = json.loads(self.elements["run"])

    def block(self, name):
        return block(self.elements[name])


class OfRuns(unittest.TestCase):
    def expect_close(self, found, expected, digits=6, what=""):
        found, expected = np.asarray(found, float).reshape(np.shape(expected)), np.asarray(expected, float)
        scale = np.nanmax(np.abs(expected), initial=0.0)
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=10.0**-digits * scale + 1e-30, err_msg=what)

    def expect_tables(self, folder, page):
        for k, table in enumerate(page.run["tables"]):
            path = folder / ("steps.csv" if table["name"] == "steps" else f"probes/{table['name']}.csv")
            with open(path, newline="") as file:
                header, *rows = csv.reader(file)
            self.assertEqual(table["columns"], header)
            if len(rows) > 4000:
                continue
            columns = page.block(f"table/{k}")[1]
            for c, name in enumerate(header):
                np.testing.assert_array_equal(columns[name], np.array([row[c] or "nan" for row in rows], float), err_msg=f"{path} {name}")

    def expect_frames(self, file, page):
        times = file["frames/time"][:]
        np.testing.assert_allclose(page.run["times"], times, rtol=1e-9, atol=1e-12)
        dimension = file["frames/position"].shape[2]
        turning = page.block("geometry")[1]["turning"]
        for k in range(len(times)):
            time, shown = page.block(f"frame/{k}")
            self.assertAlmostEqual(time, times[k], 9)
            position = file["frames/position"][k]
            there = np.flatnonzero(np.isfinite(position[:, 0]))
            self.assertEqual(shown["present"].tolist() if "present" in shown else list(range(len(position))), there.tolist())
            self.expect_close(shown["position"], position[there], what="position")
            self.expect_close(shown["velocity"], self.velocity_at_home(file, k)[there], what="velocity")
            self.expect_close(shown["spin"], file["frames/angular_velocity"][k][there].squeeze(), what="spin")
            turns = file["frames/orientation"][k][[i for i in turning if i in set(there)]]
            if dimension == 2:
                self.assertLess(np.abs(np.exp(1j * shown["rotation"]) - np.exp(1j * turns)).max(initial=0.0), 1e-5)
            else:
                self.expect_close(np.roll(shown["rotation"], 1, axis=1), turns, what="rotation")  # in the page w comes last
            rows = slice(file["contacts/first"][k], file["contacts/first"][k] + file["contacts/count"][k])
            ends = file["contacts/bodies"][rows]
            order = np.lexsort((np.arange(len(ends)), ends[:, 1], ends[:, 0]))
            self.assertEqual(np.column_stack([shown["a"], shown["b"]]).tolist(), ends[order].tolist())
            for name in ("point", "normal", "force", "gap", "utilisation"):
                if name in shown:
                    self.expect_close(shown[name], file[f"contacts/{name}"][rows][order], what=name)
            for name in ("opening", "slip", "damage", "utilisation", "status"):
                if f"joint_{name}" in shown:
                    self.expect_close(shown[f"joint_{name}"], file[f"joints/{name}"][k], what=f"joint {name}")
            self.expect_pressures(file, k, rows, there, shown["pressure"])

    def velocity_at_home(self, file, k):
        """In a cell bodies are drawn in it, and have the velocity of that image."""
        velocity = file["frames/velocity"][k].astype(float)
        if "cell" not in file:
            return velocity
        edges, rate = file["cell/edges"][k].T, file["cell/velocity"][k].T
        return velocity - np.floor((file["frames/position"][k] - file["cell/origin"][:]) @ np.linalg.inv(edges)) @ rate

    def expect_pressures(self, file, k, rows, there, pressure):
        """- sum f . (x - c) / (d V) of what is no wall."""
        centre, ends = file["frames/position"][k], file["contacts/bodies"][rows]
        point, force = file["contacts/point"][rows], file["contacts/force"][rows].astype(float)
        sums, dimension = np.zeros(len(centre)), centre.shape[1]
        for side, sign in (0, -1.0), (1, 1.0):
            arm = point - centre[ends[:, side]]
            if "cell" in file:
                edges = file["cell/edges"][k].T
                arm = arm - np.round(arm @ np.linalg.inv(edges)) @ edges
            np.add.at(sums, ends[:, side], -sign * np.einsum("ki,ki->k", force, arm))
        volume, wall = file["bodies/volume"][:], file["bodies/wall"][:].astype(bool)
        grain = there[~wall[there] & (volume[there] > 0)]
        self.expect_close(np.asarray(pressure)[np.searchsorted(there, grain)], sums[grain] / (dimension * volume[grain]), 4, "pressure")

    def expect_agreement(self, folder):
        page = Page(folder)
        if "frame/0" not in page.elements:
            self.skipTest("built without the viewer")
        self.expect_tables(folder, page)
        with h5py.File(folder / "frames.h5", "r") as file:
            self.expect_frames(file, page)
            solid = page.block("geometry")[1]
            self.assertEqual(solid["part_body"].tolist(), file["parts/body"][:].tolist())
            self.expect_close(solid["part_radius"], file["parts/radius"][:])

    def run_in(self, folder, *words):
        result = subprocess.run([heaps.DRYSTONE, "run", *map(str, words), "--out", "run", "--quiet"], cwd=folder, capture_output=True, text=True, timeout=300)
        self.assertIn(result.returncode, (0, 3), result.stderr)
        return pathlib.Path(folder) / "run"

    def test_heaps(self):
        for seed in heaps.SEEDS:
            for dimension in (2, 3):
                for cell in (False, True):
                    with self.subTest(seed=seed, dimension=dimension, cell=cell), tempfile.TemporaryDirectory() as folder:
                        more = '[[probes]]\nname = "all"\nquantities = ["kinetic_energy", "contacts"]\n' + ("" if cell else RAIN[dimension])
                        pathlib.Path(folder, "heap.toml").write_text(heaps.heap(100 + seed, dimension, cell) + more)
                        self.expect_agreement(self.run_in(folder, "heap.toml"))

    def test_examples(self):
        for name, duration in EXAMPLES.items():
            path = ROOT / "examples" / f"{name}.toml"
            with self.subTest(example=name), tempfile.TemporaryDirectory() as folder:
                self.expect_agreement(self.run_in(folder, path, "--set", f"time.duration={duration}", "--set", f"output.frames_every={duration / 4}"))


if __name__ == "__main__":
    unittest.main()
