#!/usr/bin/env python3
"""drystone compare from outside: files, words, exit statuses, refusals."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))
SVG = "{http://www.w3.org/2000/svg}"

# Two disks on a floor, one on the other: forces 2 w and w.
STACK = """
[scene]
dimension = 2
gravity   = [0.0, -10.0]
[time]
step     = 1e-3
duration = 0.4
[statics]
touching_gap = 1e-9
[materials.stone]
density = 1000.0
[[interactions]]
between              = ["stone", "stone"]
law                  = "spring"
normal_stiffness     = 1e6
tangential_stiffness = 5e5
friction             = 0.5
normal_damping       = 500.0
[[bodies]]
name     = "floor"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "low, wide"
material = "stone"
mass     = 1.0
shape    = { type = "disk", radius = 0.1 }
position = [0.0, 0.0999999]
[[bodies]]
name     = "high"
material = "stone"
mass     = 1.0
shape    = { type = "disk", radius = 0.1 }
position = [0.0, 0.2999998]
"""


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "stack.toml").write_text(STACK)

    def drystone(self, *arguments, status=0):
        result = subprocess.run([DRYSTONE, "compare", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def test_forces_stand_side_by_side(self):
        methods = ["cd", "md", "kishino", "bagi-bojtar"]
        words = self.drystone("stack.toml", "--methods", ",".join(methods), "--out", "out").stdout
        self.assertIn("all methods agree to a hundredth", words)
        with open(self.folder / "out/contacts.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["name_a"], row["name_b"]) for row in rows], [("floor", "low, wide"), ("low, wide", "high")])
        for row, force in zip(rows, (20.0, 10.0)):
            for method in methods:
                self.assertAlmostEqual(float(row[method + ".normal_force"]), force, delta=0.01)
                self.assertAlmostEqual(float(row[method + ".tangential_force"]), 0.0, delta=0.01)
        report = json.loads((self.folder / "out/compare.json").read_text())
        self.assertEqual([one["method"] for one in report["methods"]], methods)
        self.assertEqual(len(report["differences"]), 6)
        for one in report["methods"]:
            self.assertTrue(one["ran"] and one["converged"])
            self.assertAlmostEqual(one["total_force_on_walls"][1], -20.0, delta=0.01)
            self.assertGreater(one["work"]["iterations"], 0)
            self.assertEqual(one["residual"] is None, one["method"] == "md")
        cd, md = report["methods"][:2]
        self.assertEqual((cd["work"]["steps"], md["work"]["steps"]), (400, 400))
        self.assertGreaterEqual(md["work"]["updates"], 2 * md["work"]["iterations"] - 100)
        picture = ET.parse(self.folder / "out/compare.svg").getroot()
        points = {g.get("id"): len(list(g)) for g in picture.iter(SVG + "g")}
        self.assertEqual(points, {name: 2 for name in methods[1:]})

    def test_a_choice_of_methods_as_json_and_a_soft_scene(self):
        report = json.loads(self.drystone("stack.toml", "--methods", "bagi-bojtar,cd", "--json",
                                          "--set", "solver.method=md").stdout)
        self.assertEqual([one["method"] for one in report["methods"]], ["bagi-bojtar", "cd"])
        self.assertEqual(report["methods"][1]["work"]["updates_are"], "contact updates")
        self.assertLess(report["differences"][0]["normal_force_rms"], 1e-3)

    def test_rigid_laws_are_skipped_by_those_who_need_springs(self):
        scene = STACK.replace('"spring"', '"coulomb"').replace("normal_stiffness     = 1e6\n", "").replace(
            "tangential_stiffness = 5e5\n", "").replace("normal_damping       = 500.0\n", "")
        (self.folder / "rigid.toml").write_text(scene)
        words = self.drystone("rigid.toml", "--out", "rigid").stdout
        self.assertEqual(words.count('needs law = "spring"'), 4)
        self.assertIn("only one method took the scene", words)
        ET.parse(self.folder / "rigid/compare.svg")
        result = self.drystone("rigid.toml", "--methods", "md,kishino", "--out", "none", status=2)
        self.assertIn("none of the methods takes this scene", result.stderr)
        self.assertFalse((self.folder / "none").exists())

    def test_what_did_not_converge_is_told(self):
        words = self.drystone("stack.toml", "--methods", "cd", "--set", "solver.max_iterations=1",
                              "--set", "solver.method=nlgs", status=3).stdout
        self.assertIn("DID NOT CONVERGE", words)
        words = self.drystone("stack.toml", status=3).stdout  # all methods: serrano's linear stack may roll away
        self.assertEqual(words.count("DID NOT CONVERGE"), 1)
        self.assertIn("the stiffness matrix is singular: 2 mechanisms", words)

    def test_nothing_in_contact(self):
        words = self.drystone("stack.toml", "--methods", "cd,md", "--set", "bodies.1.position=[0.0, 5.0]", "--set",
                              "bodies.2.position=[0.0, 7.0]", "--set", "time.duration=0.01", "--out", "none").stdout
        self.assertIn("0 contacts bear", words)
        self.assertIn("nothing is in contact", words)
        self.assertNotIn("agree", words)
        self.assertIn("not at rest", words)
        ET.parse(self.folder / "none/compare.svg")
        self.assertEqual(len((self.folder / "none/contacts.csv").read_text().splitlines()), 1)

    def test_what_is_refused(self):
        def refused(words, *arguments):
            self.assertIn(words, self.drystone(*arguments, status=2).stderr)
        refused("there are cd, md, kishino", "stack.toml", "--methods", "cd,kishinoo")
        refused("is there twice", "stack.toml", "--methods", "cd,cd")
        refused("missing.toml", "missing.toml")
        refused("step must be greater", "stack.toml", "--set", "time.step=-1", "--out", "new")
        self.assertFalse((self.folder / "new").exists())
        (self.folder / "full").mkdir()
        (self.folder / "full/file").write_text("x")
        refused("not empty", "stack.toml", "--out", "full")
        refused("no drystone command made", "stack.toml", "--out", "full", "--force")
        self.assertEqual([path.name for path in (self.folder / "full").iterdir()], ["file"])

    def test_a_cost_map_has_brendels_exponents(self):
        words = self.drystone("--case", "stack", "--sizes", "5,10,20", "--stiffness", "1e4,1e6", "--out", "map").stdout
        self.assertIn("K of equal cost over N", words)
        report = json.loads((self.folder / "map/cost_map.json").read_text())
        self.assertTrue(report["converged"])
        self.assertEqual(report["contact_dynamics"][0]["plain"]["iterations"], 136)
        exponents = report["exponents"]
        self.assertAlmostEqual(exponents["cd_over_n"], 3.0, delta=0.1)
        self.assertAlmostEqual(exponents["md_over_n"], 1.0, delta=0.1)
        self.assertAlmostEqual(exponents["substeps_over_k"], 0.5, delta=1e-6)
        self.assertAlmostEqual(exponents["crossover_over_n"], 4.0, delta=0.2)
        with open(self.folder / "map/cost_map.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["balls"], float(row["stiffness"])) for row in rows],
                         [(n, k) for n in ("5", "10", "20") for k in (1e4, 1e6)])
        for row in rows:
            self.assertAlmostEqual(float(row["cd_updates_per_second"]) / float(row["md_pair_forces_per_second"]),
                                   float(row["cd_over_md"]), delta=1e-4 * float(row["cd_over_md"]))
        picture = ET.parse(self.folder / "map/cost_map.svg").getroot()
        points = {g.get("id"): len(list(g)) for g in picture.iter(SVG + "g")}
        self.assertEqual(points, {"cd": 3, "auto": 3, "md0": 3, "md1": 3, "crossover": 3})
        self.assertIn("N^4.0", "".join(picture.itertext()))

    def test_one_size_has_no_slope_and_is_no_failure(self):
        report = json.loads(self.drystone("--case", "spheres", "--sizes", "20", "--stiffness", "1e5", "--json").stdout)
        self.assertIsNone(report["exponents"]["cd_over_n"])
        self.drystone("--case", "disks", "--sizes", "1", "--stiffness", "1e5", "--out", "one")
        ET.parse(self.folder / "one/cost_map.svg")

    def test_what_a_cost_map_refuses(self):
        def refused(words, *arguments):
            self.assertIn(words, self.drystone(*arguments, status=2).stderr)
        refused("needs a scene, or --case")
        refused("there are stack, disks and spheres", "--case", "cubes")
        refused("leave the scene out", "stack.toml", "--case", "disks")
        refused("scenes are not resized", "stack.toml", "--sizes", "10,20")
        refused("for scenes", "--case", "disks", "--methods", "cd")
        refused("there twice", "--case", "stack", "--sizes", "5,5")
        refused("--sizes", "--case", "stack", "--sizes", "0")
        refused("--stiffness", "--case", "stack", "--stiffness", "-1")


if __name__ == "__main__":
    unittest.main()
