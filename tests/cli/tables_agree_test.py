#!/usr/bin/env python3
"""What `ensemble`, `compare` and `study` say against a few lines of numpy over the samples, the table of contacts and the probes they leave, for heaps of random grains.
DRYSTONE is the path of the program, DRYSTONE_CROSSINGS=all more heaps."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

import measures_agree_test as heaps

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEDS = range(4) if os.environ.get("DRYSTONE_CROSSINGS") == "all" else range(1)


def columns_of(path):
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    return {name: [row[k] for row in rows] for k, name in enumerate(header)}


def numbers(table, *names):
    return np.column_stack([np.array(table[name], float) for name in names]).squeeze()


class InAFolder(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.folder = pathlib.Path(home.name)

    def drystone(self, *words):
        result = subprocess.run([heaps.DRYSTONE, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=300)
        self.assertIn(result.returncode, (0, 3), result.stderr)
        return result.stdout


class Ensembles(InAFolder):
    def expect_interval(self, found, values):
        for name, expected in ("low", values.min()), ("high", values.max()), ("mean", values.mean()), ("deviation", values.std(ddof=1)):
            self.assertAlmostEqual(found[name], expected, delta=1e-9 * max(np.abs(values).max(), 1e-12), msg=name)

    def expect_rows(self, table, force, frame):
        """force: (runs, rows, D) in frames whose rows are the normal and the tangents."""
        size = np.linalg.norm(force, axis=2)
        scale = size.max()
        tangential = force[:, :, 1] if force.shape[2] == 2 else np.linalg.norm(force[:, :, 1:], axis=2)
        for name, values in ("normal_force", force[:, :, 0]), ("tangential_force", tangential):
            for what, expected in ("low", values.min(axis=0)), ("high", values.max(axis=0)), ("mean", values.mean(axis=0)), ("deviation", values.std(axis=0, ddof=1)):
                np.testing.assert_allclose(numbers(table, f"{name}.{what}"), expected, atol=1e-9 * scale)
        np.testing.assert_allclose(numbers(table, "size"), size.mean(axis=0), atol=1e-9 * scale)
        scatter = np.sqrt(((force - force.mean(axis=0)) ** 2).sum(axis=2).mean(axis=0))
        np.testing.assert_allclose(numbers(table, "fluctuation"), scatter, atol=1e-9 * scale)
        axes = [f"mean_force.{a}" for a in "xyz"[:force.shape[2]]]
        np.testing.assert_allclose(numbers(table, *axes), np.einsum("kij,ki->kj", frame, force.mean(axis=0)), atol=1e-9 * scale)
        return scatter.sum() / size.mean(axis=0).sum()

    def expect_supports(self, report, samples, world):
        for support in report["supports"]:
            total = sum(sign * world[:, samples["bodies"][:, side] == support["body"]].sum(axis=1) for side, sign in ((0, -1.0), (1, 1.0)))
            for k, found in enumerate(support["force"]):
                self.expect_interval(found, total[:, k])

    def test_numbers_are_those_of_the_samples(self):
        for seed in SEEDS:
            for dimension in (2, 3):
                with self.subTest(seed=seed, dimension=dimension):
                    (self.folder / "heap.toml").write_text(heaps.heap(seed, dimension, False))
                    self.drystone("run", "heap.toml", "--out", "run", "--force", "--quiet", "--no-report")
                    self.drystone("ensemble", "run", "--runs", 8, "--out", "forces", "--force", "--tolerance", 1e-5)
                    report = json.loads((self.folder / "forces/ensemble.json").read_text())
                    with h5py.File(self.folder / "forces/samples.h5", "r") as file:
                        samples = {name: file[name][:] for name in ("force", "frame", "bodies", "run")}
                    self.assertEqual((report["converged"], report["contacts"]), samples["force"].shape[:2])
                    share = self.expect_rows(columns_of(self.folder / "forces/contacts.csv"), samples["force"], samples["frame"])
                    self.assertAlmostEqual(report["indeterminacy"], share, 9)
                    self.assertAlmostEqual(report["mean_force"] / np.linalg.norm(samples["force"], axis=2).mean(), 1.0, 9)
                    self.expect_supports(report, samples, np.einsum("kij,rki->rkj", samples["frame"], samples["force"]))
                    bins = report["distribution"]["bins"]
                    edges = [one["from"] for one in bins] + [bins[-1]["to"]]
                    density = []
                    for force in samples["force"]:
                        normal = force[np.linalg.norm(force, axis=1) > 0, 0]
                        density.append(np.histogram(normal / normal.mean(), bins=edges)[0] / len(normal) / report["distribution"]["width"])
                    np.testing.assert_allclose([one["density"] for one in bins], np.mean(density, axis=0), atol=1e-9)


class Comparisons(InAFolder):
    def test_differences_are_those_of_the_table(self):
        for friction in (0.1, 0.5, 0.9)[:len(SEEDS)]:
            with self.subTest(friction=friction):
                self.drystone("compare", ROOT / "examples/statics_pile.toml", "--set", f"interactions.0.friction={friction}", "--set", "time.duration=0.2", "--methods",
                              "cd,md,bagi-bojtar", "--out", "compared", "--force")
                report, table = json.loads((self.folder / "compared/compare.json").read_text()), columns_of(self.folder / "compared/contacts.csv")
                normal, tangential = ({one["method"]: np.array([value or "0" for value in table[f"{one['method']}.{name}_force"]], float) for one in report["methods"]}
                                      for name in ("normal", "tangential"))
                for one in report["methods"]:
                    bears = (normal[one["method"]] != 0) | (tangential[one["method"]] != 0)
                    self.assertEqual(one["contacts"], bears.sum())
                    self.assertAlmostEqual(one["mean_normal_force"] / normal[one["method"]][bears].mean(), 1.0, 9)
                self.assertEqual(len(report["differences"]), 3)
                for pair in report["differences"]:
                    a, b = pair["first"], pair["second"]
                    either = (normal[a] != 0) | (normal[b] != 0) | (tangential[a] != 0) | (tangential[b] != 0)
                    unit = 0.5 * sum(normal[name][(normal[name] != 0) | (tangential[name] != 0)].mean() for name in (a, b))
                    off = (normal[a] - normal[b])[either] / unit
                    self.assertAlmostEqual(pair["normal_force_rms"], np.sqrt((off**2).mean()), 9)
                    self.assertAlmostEqual(pair["normal_force_largest"], np.abs(off).max(), 9)
                    self.assertAlmostEqual(pair["tangential_force_rms"], np.sqrt(((tangential[a] - tangential[b])[either] ** 2).mean()) / unit, 9)
                    walls = [{wall["body"]: np.array(wall["force"]) for one in report["methods"] if one["method"] == name for wall in one["walls"]} for name in (a, b)]
                    largest = max(np.linalg.norm(force) for of in walls for force in of.values())
                    self.assertAlmostEqual(pair["walls"], max(np.linalg.norm(walls[0][body] - walls[1][body]) for body in walls[0]) / largest, 9)


    def test_a_ball_that_hangs_from_a_point_of_the_ceiling(self):
        """Its one force pulls, at the very point where the wall has its origin: it is what the wall bears, and the unit of differences."""
        (self.folder / "hang.toml").write_text('''
[scene]
dimension = 2
gravity = [0.0, -9.81]
[time]
step = 1e-3
duration = 0.05
[materials.stone]
density = 1000.0
[[interactions]]
between = ["stone", "stone"]
law = "spring"
friction = 0.5
normal_stiffness = 1e6
tangential_stiffness = 1e6
bonded = true
[[bodies]]
name = "ceiling"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, -1] }
position = [0.0, 0.1]
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "disk", radius = 0.1 }
''')
        self.drystone("compare", "hang.toml", "--methods", "cd,kishino,serrano", "--out", "compared")
        report = json.loads((self.folder / "compared/compare.json").read_text())
        by_name = {one["method"]: one for one in report["methods"]}
        weight = 1000.0 * np.pi * 0.1**2 * 9.81
        for name in ("cd", "kishino"):
            self.assertAlmostEqual(by_name[name]["mean_normal_force"] / weight, -1.0, 4)
            self.assertAlmostEqual(by_name[name]["total_force_on_walls"][1] / weight, -1.0, 4)
            self.assertLess(by_name[name]["imbalance"], 1e-4)
        pairs = {(one["first"], one["second"]): one for one in report["differences"]}
        self.assertLess(pairs["cd", "kishino"]["normal_force_rms"], 1e-4)
        self.assertLess(pairs["cd", "kishino"]["walls"], 1e-4)
        self.assertAlmostEqual(pairs["cd", "serrano"]["normal_force_rms"], 2.0, 4)  # a force of one unit, which is half of it


class Studies(InAFolder):
    def test_the_table_has_what_the_probes_have(self):
        items = {f"all.kinetic_energy:{how}": reduce for how, reduce in
                 {"last": lambda v: v[-1], "max": np.max, "min": np.min, "mean": np.mean, "absmax": lambda v: np.abs(v).max()}.items()}
        (self.folder / "heap.toml").write_text(heaps.heap(3, 2, False) + '[[probes]]\nname = "all"\nquantities = ["kinetic_energy", "contacts"]\n')
        words = [word for item in items for word in ("--collect", item)]
        self.drystone("study", "heap.toml", "--vary", "interactions.0.friction=0.1:0.5:3", "--vary", "time.step=1e-3,2e-3", *words, "--out", "study", "--no-report", "--quiet",
                      "--jobs", 2)
        table = columns_of(self.folder / "study/table.csv")
        self.assertEqual(len(table["run"]), 6)
        self.assertEqual([(float(a), float(b)) for a, b in zip(table["interactions.0.friction"], table["time.step"])], [(f, h) for f in (0.1, 0.3, 0.5) for h in (1e-3, 2e-3)])
        for k, run in enumerate(table["run"]):
            energy = numbers(columns_of(self.folder / "study" / f"{int(run):04d}" / "probes/all.csv"), "kinetic_energy")
            for item, reduce in items.items():
                self.assertAlmostEqual(float(table[item][k]), reduce(energy), delta=1e-12 * np.abs(energy).max(), msg=item)


if __name__ == "__main__":
    unittest.main()
