#!/usr/bin/env python3
"""drystone ensemble: the forces of one state from many random starts; files, words, exit statuses, refusals."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ET

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))

# A block on a plane: N = W/2 at both corners, T open between -mu W/2 and mu W/2.
BLOCK = """
[scene]
dimension = 2
gravity   = [0.0, -10.0]
[time]
step     = 1e-3
duration = 0.01
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.5
[[bodies]]
name     = "floor"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "block, heavy"
material = "stone"
shape    = { type = "box", size = [0.4, 0.2] }
position = [0.0, 0.1]
"""
WEIGHT = 0.4 * 0.2 * 2000.0 * 10.0
SPHERE = BLOCK.replace("dimension = 2", "dimension = 3").replace("[0.0, -10.0]", "[0.0, 0.0, -10.0]").replace(
    "normal = [0, 1]", "normal = [0, 0, 1]").replace('type = "box", size = [0.4, 0.2]', 'type = "box", size = [0.4, 0.3, 0.2]').replace(
    "[0.0, 0.1]", "[0.0, 0.0, 0.1]")


class Ensemble(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "block.toml").write_text(BLOCK)
        (self.folder / "space.toml").write_text(SPHERE)

    def drystone(self, *arguments, status=0):
        result = subprocess.run([DRYSTONE, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def test_files_say_the_same_and_know_the_block(self):
        words = self.drystone("ensemble", "block.toml", "--out", "out").stdout
        self.assertIn("not determined", words)
        self.assertIn("at rest in every run", words)
        self.assertIn("the same in every run", words)
        self.assertIn("floor - block, heavy", words)
        report = json.loads((self.folder / "out/ensemble.json").read_text())
        self.assertEqual((report["runs"], report["converged"], report["contacts"], report["joints"]), (100, 100, 2, 1))
        self.assertFalse(report["moves"])
        self.assertAlmostEqual(report["supports"][0]["force"][1]["mean"], -WEIGHT, delta=1e-5 * WEIGHT)
        self.assertLess(report["joint_indeterminacy"], 1e-6)
        self.assertGreater(report["indeterminacy"], 0.1)
        bins = report["distribution"]["bins"]
        self.assertAlmostEqual(sum(b["density"] * (b["to"] - b["from"]) for b in bins), 1.0, delta=1e-9)

        with open(self.folder / "out/contacts.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["name_b"] for row in rows], ["block, heavy"] * 2)
        with h5py.File(self.folder / "out/samples.h5") as file:
            force, frame = file["force"][:], file["frame"][:]
            self.assertEqual(force.shape, (100, 2, 2))
            self.assertEqual(list(file["run"]), list(range(100)))
        for c, row in enumerate(rows):
            for k, name in enumerate(("normal_force", "tangential_force")):
                self.assertAlmostEqual(float(row[name + ".low"]), force[:, c, k].min())
                self.assertAlmostEqual(float(row[name + ".high"]), force[:, c, k].max())
                self.assertAlmostEqual(float(row[name + ".mean"]), force[:, c, k].mean())
                self.assertAlmostEqual(float(row[name + ".deviation"]), force[:, c, k].std(ddof=1))
            world = np.einsum("rk,kx->rx", force[:, c], frame[c])
            spread = np.sqrt(((world - world.mean(0)) ** 2).sum(1).mean())
            self.assertAlmostEqual(float(row["fluctuation"]), spread, delta=1e-9 * WEIGHT)
            self.assertGreaterEqual(float(row["tangential_force.low"]), -0.25 * WEIGHT * (1 + 1e-6))
            self.assertGreater(float(row["tangential_force.high"]), 0.2 * WEIGHT)
        picture = ET.parse(self.folder / "out/ensemble.svg").getroot()
        lines = [e for g in picture.iter("{http://www.w3.org/2000/svg}g") if g.get("id") == "forces" for e in g]
        self.assertEqual(len(lines), 2)
        for line in lines:  # from the floor, a wall, into the block
            floor, contact, block = line.get("points").split()
            self.assertEqual(floor, contact)
            self.assertNotEqual(block, contact)

    def test_in_space_and_as_json(self):
        report = json.loads(self.drystone("ensemble", "space.toml", "--runs", "20", "--json").stdout)
        self.assertEqual((report["dimension"], report["contacts"], report["converged"]), (3, 4, 20))
        self.assertAlmostEqual(report["total_force"][2]["low"], -0.3 * WEIGHT, delta=1e-5 * WEIGHT)
        self.drystone("ensemble", "space.toml", "--runs", "5", "--out", "space")
        ET.parse(self.folder / "space/ensemble.svg")

    def test_seeds_and_threads(self):
        def forces(name, *more):
            self.drystone("ensemble", "block.toml", "--runs", "9", "--out", name, *more)
            with h5py.File(self.folder / name / "samples.h5") as file:
                return file["force"][:]
        first = forces("a", "--threads", "1")
        for k, more in enumerate((["--threads", "2"], ["--threads", "3"], ["--seed", "1"])):
            self.assertTrue((forces(f"b{k}", *more) == first).all(), more)
        self.assertFalse((forces("c", "--seed", "2") == first).all())
        self.assertFalse((forces("d", "--starts", "1:1") == first).all())
        self.assertFalse((forces("e", "--sweeps-only") == first).all())

    def test_the_state_of_a_run_and_of_a_later_time(self):
        self.drystone("run", "block.toml", "--out", "run", "--no-report", "--quiet")
        of_run = json.loads(self.drystone("ensemble", "run", "--runs", "5", "--json").stdout)
        later = json.loads(self.drystone("ensemble", "block.toml", "--at", "0.01", "--runs", "5", "--json").stdout)
        self.assertAlmostEqual(of_run["time"], 0.01)
        self.assertEqual({k: v for k, v in of_run.items() if k != "scene"}, {k: v for k, v in later.items() if k != "scene"})

    def test_a_sliding_block_is_said_to_move(self):
        words = self.drystone("ensemble", "block.toml", "--runs", "5", "--set", "scene.gravity=[8.0, -10.0]").stdout
        self.assertIn("not at rest", words)

    def test_nothing_in_contact(self):
        words = self.drystone("ensemble", "block.toml", "--set", "bodies.1.position=[0.0, 1.0]", "--out", "none").stdout
        self.assertIn("no contacts", words)
        ET.parse(self.folder / "none/ensemble.svg")

    def test_runs_that_do_not_converge_are_counted(self):
        result = self.drystone("ensemble", "block.toml", "--runs", "7", "--max-iterations", "1",
                               "--sweeps-only", "--json", status=3)
        report = json.loads(result.stdout)
        self.assertEqual(report["runs"], 7)
        self.assertLess(report["converged"], 7)
        self.assertEqual(sum(not run["converged"] for run in report["each_run"]), 7 - report["converged"])
        words = self.drystone("ensemble", "block.toml", "--runs", "7", "--max-iterations", "1", "--sweeps-only", status=3).stdout
        self.assertIn("did not, and are left out", words)

    def test_what_is_refused(self):
        def refused(words, *arguments):
            result = self.drystone("ensemble", *arguments, status=2)
            self.assertIn(words, result.stderr)
        refused("two numbers above 0", "block.toml", "--starts", "1")
        refused("two numbers above 0", "block.toml", "--starts", "2:1")
        refused("two numbers above 0", "block.toml", "--starts", "0:1")
        refused("--runs", "block.toml", "--runs", "0")
        refused("--at", "block.toml", "--at", "-1")
        refused("missing.toml", "missing.toml")
        (self.folder / "empty").mkdir()
        refused("empty", "empty")
        self.drystone("run", "block.toml", "--out", "run", "--no-report", "--quiet")
        refused("--at and --set are for scenes", "run", "--at", "0.1")
        refused("not empty", "block.toml", "--out", "run")
        refused("step must be greater", "block.toml", "--set", "time.step=-1", "--out", "new")
        self.assertFalse((self.folder / "new").exists())


if __name__ == "__main__":
    unittest.main()
