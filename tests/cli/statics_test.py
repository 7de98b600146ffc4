"""drystone statics from outside: exit statuses, files, messages."""

import csv
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

DRYSTONE = os.environ["DRYSTONE"]

SCENE = """[scene]
dimension = 2
gravity = [0.0, -9.81]
[time]
step = 1e-3
duration = 1.0
[statics]
load_steps = 4
tolerance = 1e-9
[materials.stone]
density = 1000.0
[[interactions]]
between = ["stone", "stone"]
law = "spring"
normal_stiffness = 1e6
tangential_stiffness = 5e5
friction = 0.5
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[bodies]]
name = "low"
material = "stone"
mass = 1.0
shape = { type = "disk", radius = 0.1 }
position = [0.0, 0.1]
[[bodies]]
name = "high"
material = "stone"
mass = 1.0
shape = { type = "disk", radius = 0.1 }
position = [0.0, 0.3]
[[probes]]
name = "floor"
body = "floor"
quantities = ["contact_force"]
"""


class Statics(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def run_statics(self, text, *arguments, out="out"):
        (self.path / "scene.toml").write_text(text)
        return subprocess.run([DRYSTONE, "statics", str(self.path / "scene.toml"), "--out", str(self.path / out), *arguments],
                              capture_output=True, text=True)

    def summary(self, out="out"):
        return json.loads((self.path / out / "summary.json").read_text())

    def test_the_floor_carries_the_stack_as_gravity_grows(self):
        for method in ("kishino", "bagi-bojtar"):
            done = self.run_statics(SCENE, "--method", method, out=method)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(self.path / method / "probes" / "floor.csv", newline="") as table:
                rows = list(csv.DictReader(table))
            self.assertEqual(len(rows), 4)
            for k, row in enumerate(rows):
                self.assertAlmostEqual(float(row["contact_force.y"]), -2 * 9.81 * (k + 1) / 4, delta=1e-6)
            statics = self.summary(method)["statics"]
            self.assertEqual(statics["method"], method)
            self.assertTrue(statics["converged"])
            self.assertEqual([one["contacts"] for one in statics["increments"]], [2] * 4)
            self.assertTrue(all(one["error"] <= 1e-9 for one in statics["increments"]))
            for name in ("frames.h5", "frames.xdmf", "steps.csv", "contacts.csv", "report.html"):
                self.assertTrue((self.path / method / name).exists(), name)
            self.assertEqual(subprocess.run([DRYSTONE, "report", str(self.path / method)], capture_output=True).returncode, 0)
            self.assertEqual(subprocess.run([DRYSTONE, "render", str(self.path / method), "--out", str(self.path / "x.svg")],
                                            capture_output=True).returncode, 0)

    def test_a_mechanism_is_told_and_listed(self):
        done = self.run_statics(SCENE, "--method", "serrano", "--no-report")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("the stiffness matrix is singular: 2 mechanisms", done.stdout)
        self.assertIn('"high"', done.stdout)
        self.assertEqual(self.summary()["statics"]["mechanisms"]["count"], 2)
        with open(self.path / "out" / "mechanisms.csv", newline="") as table:
            rows = list(csv.DictReader(table))
        self.assertEqual(len(rows), 4)
        self.assertEqual({row["name"] for row in rows}, {"low", "high"})

    def test_what_is_out_of_balance_is_named(self):
        done = self.run_statics(SCENE, "--set", "statics.max_iterations=1", "--set", "statics.method=\"kishino\"",
                                "--set", "bodies.2.position=[0.5, 2.0]", "--no-report")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn('out of balance at the end of increment 1: "high"', done.stdout)
        self.assertEqual(self.summary()["statics"]["increments"][0]["out_of_balance"][0]["name"], "high")

    def test_bad_input_is_refused_and_nothing_is_written(self):
        coulomb = SCENE.replace('law = "spring"\nnormal_stiffness = 1e6\ntangential_stiffness = 5e5\n', "")
        box = SCENE.replace('shape = { type = "disk", radius = 0.1 }\nposition = [0.0, 0.3]',
                            'shape = { type = "box", size = [0.2, 0.2] }\nposition = [0.0, 0.3]')
        cases = [
            (coulomb, [], "scene.toml:12:1: statics needs law = \"spring\""),
            (box, [], "body 'high' is not round"),
            (SCENE, ["--method", "newton"], "there is no such method"),
            (SCENE.replace("load_steps = 4", "loadsteps = 4"), [], "scene.toml:8:1: "),
            (SCENE.replace("load_steps = 4", "load_steps = 0"), [], "scene.toml:8:14: "),
            (SCENE.replace("tolerance = 1e-9", "max_move = 0.5"), [], "max_move must be at most 0.1"),
            (SCENE + '[[supports]]\nbody = "high"\n', [], "this support holds nothing"),
            (SCENE + '[[supports]]\nbody = "high"\nstiffness = [1.0, -1.0]\n', [], "stiffness must be zero or more"),
            (SCENE + '[[supports]]\nbody = "hihg"\nstiffness = [1.0, 1.0]\n', [], "did you mean \"high\"?"),
        ]
        for text, arguments, words in cases:
            done = self.run_statics(text, *arguments)
            self.assertEqual(done.returncode, 2, words + done.stderr)
            self.assertIn(words, done.stderr)
            self.assertFalse((self.path / "out").exists(), words)

    def test_contact_dynamics_says_that_supports_are_not_for_it(self):
        (self.path / "scene.toml").write_text(SCENE + '[[supports]]\nbody = "high"\nstiffness = [1.0, 1.0]\n')
        done = subprocess.run([DRYSTONE, "check", str(self.path / "scene.toml")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("[[supports]] are for drystone statics", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
