#!/usr/bin/env python3
"""drystone limit from outside: what it prints, writes and refuses."""
import csv
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))

ARCH = """[scene]
dimension = 2
gravity = [0.0, -9.81]
[time]
step = 1e-3
duration = 1.0
[materials.stone]
density = 2300.0
[[interactions]]
between = ["stone", "stone"]
friction = 0.8
[[generate]]
type = "arch"
name = "arch"
material = "stone"
radius = 1.0
thickness = 0.2
voussoirs = 31
"""
PUSHED = ARCH + "[limit]\nacceleration = [9.81, 0.0]\n"
LOADED = ARCH + '[[drives]]\nname = "load"\nbody = "arch.voussoir.15"\nforce = [0.0, -1.0]\n[limit]\ndrives = ["load"]\n'
DOME = """[scene]
dimension = 3
gravity = [0.0, 0.0, -9.81]
[time]
step = 1e-3
duration = 0.2
[materials.stone]
density = 2300.0
[[interactions]]
between = ["stone", "stone"]
friction = 0.8
[[generate]]
type = "dome"
name = "dome"
material = "stone"
radius = 1.0
thickness = 0.038
courses = 7
stones = 10
oculus_deg = 5.0
keystone = true
staggered = false
"""
WALL = """[scene]
dimension = 3
gravity = [0.0, 0.0, -9.81]
[time]
step = 1e-3
duration = 0.2
[materials.stone]
density = 2000.0
[[interactions]]
between = ["stone", "stone"]
friction = 0.65
[[generate]]
type = "wall"
name = "wall"
material = "stone"
length = 1.6
height = 0.8
thickness = 0.2
block = [0.4, 0.2]
base = 0.2
base_margin = 1.5
[limit]
acceleration = [9.81, 0.0, 0.0]
"""


class Limit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in (("arch", ARCH), ("pushed", PUSHED), ("loaded", LOADED), ("dome", DOME), ("wall", WALL)):
            (self.folder / f"{name}.toml").write_text(text)

    def expect(self, status, *arguments):
        result = subprocess.run([DRYSTONE, "limit", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=240)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def found(self, status, *arguments):
        return json.loads(self.expect(status, *arguments, "--json").stdout)

    def rows(self, name):
        return list(csv.DictReader((self.folder / name).read_text().splitlines()))

    def refused(self, words, *arguments):
        before = sorted(self.folder.rglob("*"))
        self.assertRegex(self.expect(2, *arguments).stderr, words)
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def test_the_object_has_the_numbers_of_the_contract(self):
        told = self.found(0, "pushed.toml")
        self.assertEqual((told["feasible"], told["unbounded"], told["flow"]), (True, False, "associated"))
        self.assertAlmostEqual(told["multiplier"], 0.2845, delta=1e-4)
        self.assertLessEqual(told["lower"], told["upper"])
        self.assertLess(told["upper"] - told["lower"], 1e-7)
        self.assertLess(told["residual"], 1e-8)
        self.assertGreater(told["seconds"], 0.0)

    def test_forces_of_drives_are_scaled(self):
        self.assertAlmostEqual(self.found(0, "loaded.toml")["multiplier"], 6441.0, delta=0.5)
        self.assertAlmostEqual(self.found(0, "loaded.toml", "--set", "drives.0.body=arch.voussoir.10")["multiplier"], 6074.0, delta=0.5)

    def test_a_dead_load_that_is_not_carried_ends_with_10(self):
        told = self.found(10, "pushed.toml", "--set", "generate.0.thickness=0.09", "--out", "why")
        self.assertEqual((told["feasible"], told["multiplier"]), (False, None))
        self.assertEqual(sorted(p.name for p in (self.folder / "why").iterdir() if not p.name.startswith(".")), ["mechanism.csv", "mechanism.svg"])
        self.assertIn("the dead load alone is not carried", self.expect(10, "pushed.toml", "--set", "generate.0.thickness=0.09").stdout)

    def test_what_has_no_limit_says_so(self):
        told = self.found(0, "pushed.toml", "--set", "limit.acceleration=[0.0, -1.0]")
        self.assertEqual((told["feasible"], told["unbounded"], told["upper"]), (True, True, None))

    def test_forces_and_mechanism_are_written_and_drawn(self):
        self.expect(0, "loaded.toml", "--out", "out")
        rows = self.rows("out/forces.csv")
        self.assertEqual(len(rows), 64)
        total = sum(float(row["force.y"]) * (1 if row["name_a"].startswith("arch.abutment") else -1) for row in rows
                    if "abutment" in row["name_a"] + row["name_b"])
        weight = 2300 * 9.81 * 31 * math.sin(math.pi / 31) * 1.0 * 0.2  # straight-edged stones: area R t sin(pi / n) each
        self.assertAlmostEqual(total, weight + 6440.978, delta=1.0)
        self.assertLess(max(float(row["utilisation"]) for row in rows), 1.0 + 1e-4)
        moving = [row for row in self.rows("out/mechanism.csv") if row["fixed"] == "0"]
        self.assertEqual(len(moving), 31)
        self.assertAlmostEqual(max(float(row["speed_ratio"]) for row in moving), 1.0, delta=0.05)
        crown = next(row for row in moving if row["name"] == "arch.voussoir.15")
        self.assertLess(float(crown["velocity.y"]), -0.1)
        for name, group in (("forces.svg", "forces"), ("mechanism.svg", "velocities")):
            self.assertIn(f'id="{group}"', (self.folder / "out" / name).read_text())
        self.expect(0, "wall.toml", "--out", "space")
        self.assertIn("seen from the front and above", (self.folder / "space/mechanism.svg").read_text())

    def test_a_wall_in_space(self):
        self.assertAlmostEqual(self.found(0, "wall.toml")["multiplier"], 0.641551, delta=2e-6)

    def test_vary_finds_the_least_thickness(self):
        told = self.found(0, "arch.toml", "--vary", "generate.0.thickness=0.05:0.2", "--to", "1e-6")["limit"]
        self.assertEqual((told["verdict_low"], told["verdict_high"], told["of"]), ("moves", "stands", "equilibrium"))
        self.assertEqual((told["decided_by_low"], told["decided_by_high"]), ("rest impossible", "rest possible"))
        self.assertAlmostEqual(told["high"], 0.1071304, delta=2e-7)
        lines = self.expect(0, "arch.toml", "--vary", "generate.0.thickness=0.2:0.05", "--to", "1e-2").stdout.splitlines()
        self.assertRegex(lines[0], r"generate\.0\.thickness +verdict")

    def test_values_are_told_as_they_are_tried(self):
        told = self.expect(0, "arch.toml", "--vary", "generate.0.thickness=0.05:0.2", "--to", "1e-2", "--json")
        self.assertGreaterEqual(len(re.findall(r"(?m)^ +0\.\d+ +(stands|moves)", told.stderr)), 4)

    def test_coulombs_flow_names_a_range(self):
        told = self.found(0, "dome.toml", "--vary", "generate.0.thickness=0.02:0.08", "--to", "0.05", "--flow", "coulomb")
        self.assertEqual(told["flow"], "coulomb")
        self.assertIsNone(told["limit"])  # forces hold it at both ends
        self.assertEqual(told["coulomb"]["low"], 0.02)
        self.assertTrue(0.035 < told["coulomb"]["high"] < 0.05, told["coulomb"])
        slides = self.found(0, "pushed.toml", "--set", "interactions.0.friction=3.0", "--flow", "coulomb", "--to", "0.01")
        self.assertEqual(slides["coulomb"]["high"], slides["lower"])
        self.assertGreater(slides["coulomb"]["low"], 0.95 * slides["lower"])  # hinges alone: steps and forces agree

    def test_what_cannot_be_is_refused_at_its_place(self):
        self.refused(r"arch\.toml:1:1: the scene has no \[limit\]", "arch.toml", "--out", "x")
        self.refused(r'loaded\.toml:24:11: there is no drive named "load"', "loaded.toml", "--set", "drives.0.name=other")
        self.refused(r'--set limit.drives=\["laod"\]: there is no drive named "laod"; did you mean "load"', "loaded.toml", "--set", 'limit.drives=["laod"]')
        self.refused("either an acceleration of all bodies, or the forces of drives", "loaded.toml", "--set", "limit.acceleration=[1.0, 0.0]")
        self.refused("acceleration is zero", "pushed.toml", "--set", "limit.acceleration=[0.0, 0.0]")
        self.refused("acceleration", "pushed.toml", "--set", "limit.acceleration=[1.0, 0.0, 0.0]")
        self.refused("rolling_growth", "pushed.toml", "--set", "interactions.0.rolling_growth=0.1")
        self.refused("is deformable, and limit is for rigid bodies", "pushed.toml", "--set", "generate.0.deformable=uniform",
                     "--set", "materials.stone.young=1e9")
        self.refused("--flow", "pushed.toml", "--flow", "other")
        self.refused("key.path=low:high", "arch.toml", "--vary", "generate.0.thickness")
        self.refused("leave out --vary", "arch.toml", "--vary", "generate.0.thickness=0.05:0.2", "--out", "x")
        held = LOADED.replace("force = [0.0, -1.0]", 'fix = ["x"]')
        (self.folder / "held.toml").write_text(held)
        self.refused(r'held\.toml:24:11: drive "load" has no force or torque', "held.toml")
        (self.folder / "idle.toml").write_text(LOADED.replace("arch.voussoir.15", "arch.abutment.left"))
        self.refused(r"idle\.toml:23:1: what is scaled acts on nothing that can move", "idle.toml")

    def test_names_of_drives_are_unique(self):
        (self.folder / "twice.toml").write_text(LOADED + '[[drives]]\nname = "load"\nbody = "arch.voussoir.3"\nforce = [1.0, 0.0]\n')
        self.refused(r'twice\.toml:26:\d+: the name "load" is already taken', "twice.toml")


if __name__ == "__main__":
    unittest.main()
