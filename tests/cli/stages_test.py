#!/usr/bin/env python3
"""Runs in stages: what each does to bodies, laws and drives, against closed forms; how they end; the same bits after a restart anywhere,
for any number of threads, and of a run that is one stage."""
import csv
import itertools
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))


def head(dimension, step=1e-3, duration=None, gravity=-10.0, more=""):
    g = [0.0] * dimension
    g[-1] = gravity
    time = f"duration = {duration}\n" if duration else ""
    return f"""
[scene]
dimension = {dimension}
gravity = {g}
[time]
step = {step}
{time}{more}
[materials.stone]
density = 1000.0
"""


FRICTION = '[[interactions]]\nbetween = ["stone", "stone"]\nfriction = 0.5\n'


def floor(dimension, normal=None):
    n = normal or [0] * (dimension - 1) + [1]
    return f'[[bodies]]\nname = "floor"\nmaterial = "stone"\nfixed = true\nshape = {{ type = "plane", normal = {n} }}\n'


def ball(dimension, name, place, radius=0.1, more=""):
    shape = "disk" if dimension == 2 else "sphere"
    return (f'[[bodies]]\nname = "{name}"\nmaterial = "stone"\nshape = {{ type = "{shape}", radius = {radius} }}\n'
            f"position = {list(place)}\n{more}\n")


def stages(*ones):
    return "".join(f"[[stages]]\n{one}\n" for one in ones)


def probe(name, quantities, more=""):
    return f"[[probes]]\nname = \"{name}\"\nquantities = {json.dumps(quantities)}\n{more}\n"


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def drystone(self, *arguments):
        return subprocess.run([DRYSTONE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def expect(self, status, *arguments):
        result = self.drystone(*arguments)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def run_scene(self, text, out="out", *options, status=0):
        (self.folder / "scene.toml").write_text(text)
        self.expect(status, "run", "scene.toml", "--out", out, "--force", "--quiet", "--no-report", *options)
        return json.loads((self.folder / out / "summary.json").read_text())

    def rows(self, name, out="out"):
        with open(self.folder / out / name, newline="") as file:
            return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]

    def assert_balanced(self, summary, scale=1.0):
        self.assertLess(abs(summary["energy"]["balance_error"]), 1e-9 * scale)

    def assert_same_bits(self, one, other, tables=("bodies.csv", "contacts.csv", "joints.csv")):
        one, other = self.folder / one, self.folder / other
        for name in [*tables, *(f"probes/{path.name}" for path in (one / "probes").iterdir())]:
            self.assertEqual((one / name).read_bytes(), (other / name).read_bytes(), name)
        with h5py.File(one / "frames.h5") as a, h5py.File(other / "frames.h5") as b:
            for name in ("time", "position", "velocity"):
                np.testing.assert_array_equal(a[f"frames/{name}"][:], b[f"frames/{name}"][:], name)


class WhatStagesDo(InAFolder):
    """Closed forms, in both dimensions and with both integrators."""

    def each(self):
        for dimension, integrator in itertools.product((2, 3), ("moreau", "euler")):
            with self.subTest(dimension=dimension, integrator=integrator):
                yield dimension, f'integrator = "{integrator}"'

    def test_release_lets_a_body_fall(self):
        for d, how in self.each():
            up = "xyz"[d - 1]
            place = [0.0] * (d - 1) + [5.0]
            text = (head(d, more=how) + FRICTION + ball(d, "ball", place, more="fixed = true") +
                    stages('name = "wait"\nduration = 0.05', 'name = "fall"\nduration = 0.1\nrelease = "ball"') +
                    probe("ball", ["position", "velocity"], 'body = "ball"'))
            summary = self.run_scene(text)
            rows = self.rows("probes/ball.csv")
            self.assertEqual(len(rows), 150)
            self.assertEqual(rows[49][f"position.{up}"], 5.0)
            self.assertAlmostEqual(rows[-1][f"velocity.{up}"], -1.0, 12)
            drop = 0.5 * 10 * 0.1**2 + (0.5 * 10 * 0.1 * 1e-3 if "euler" in how else 0.0)
            self.assertAlmostEqual(rows[-1][f"position.{up}"], 5.0 - drop, 12)
            self.assert_balanced(summary)
            mass = 1000.0 * math.pi * (0.1**2 if d == 2 else 4 / 3 * 0.1**3)
            self.assertAlmostEqual(summary["energy"]["changed"], mass * 10 * 5.0, 8)  # its potential is counted from now on
            self.assertEqual([(s["name"], s["begin_step"], s["end_step"], s["ended"]) for s in summary["stages"]],
                             [("wait", 0, 50, "duration"), ("fall", 50, 150, "duration")])
            self.assertAlmostEqual(summary["stages"][1]["end"], 0.15, 12)

    def test_hold_stops_a_body_where_it_is(self):
        for d, how in self.each():
            place = [0.0] * (d - 1) + [5.0]
            text = (head(d, more=how) + FRICTION + ball(d, "ball", place) + ball(d, "other", [1.0] + place[1:]) +
                    stages('name = "fall"\nduration = 0.1', 'name = "held"\nduration = 0.05\nhold = "ball"') +
                    probe("ball", ["position", "velocity"], 'body = "ball"') + probe("other", ["velocity"], 'body = "other"'))
            summary = self.run_scene(text)
            rows, up = self.rows("probes/ball.csv"), "xyz"[d - 1]
            self.assertTrue(all(row[f"position.{up}"] == rows[99][f"position.{up}"] for row in rows[100:]))
            self.assertTrue(all(row[f"velocity.{up}"] == 0.0 for row in rows[100:]))
            self.assertAlmostEqual(self.rows("probes/other.csv")[-1][f"velocity.{up}"], -1.5, 12)
            self.assert_balanced(summary)

    def test_remove_takes_a_support_away(self):
        for d, how in self.each():
            up, size = "xyz"[d - 1], [0.4] * (d - 1) + [0.1]
            text = (head(d, more=how) + FRICTION + ball(d, "ball", [0.0] * (d - 1) + [5.15]) +
                    f'[[bodies]]\nname = "gate"\nmaterial = "stone"\nfixed = true\nshape = {{ type = "box", size = {size} }}\n'
                    f"position = {[0.0] * (d - 1) + [5.0]}\n" + ball(d, "other", [2.0] * d) +
                    stages('name = "wait"\nduration = 0.05', 'name = "fall"\nduration = 0.1\nremove = ["gate", "other"]') +
                    probe("ball", ["position", "velocity"], 'body = "ball"') + probe("gate", ["position"], 'body = "gate"') +
                    probe("all", ["contacts", "balance_error"]) + probe("joint", ["normal"], 'between = ["gate", "ball"]'))
            summary = self.run_scene(text)
            rows = self.rows("probes/ball.csv")
            self.assertAlmostEqual(rows[49][f"position.{up}"], 5.15, 9)
            self.assertAlmostEqual(rows[-1][f"velocity.{up}"], -1.0, 6)
            gate = self.rows("probes/gate.csv")
            self.assertEqual(gate[49][f"position.{up}"], 5.0)
            self.assertTrue(math.isnan(gate[50][f"position.{up}"]))
            self.assertTrue(math.isnan(self.rows("probes/joint.csv")[-1]["normal"]))
            self.assertEqual(self.rows("probes/all.csv")[-1]["contacts"], 0)
            self.assert_balanced(summary)
            with h5py.File(self.folder / "out/frames.h5") as file:
                self.assertTrue(np.isnan(file["frames/position"][-1]).any())
            self.assertNotIn("gate", (self.folder / "out/bodies.csv").read_text())
            self.assertAlmostEqual(summary["energy"]["changed"], 0.0, 9)

    def test_gravity_and_step_change(self):
        for d, how in self.each():
            place = [0.0] * (d - 1) + [5.0]
            zero = [0.0] * d
            text = (head(d, more=how) + FRICTION + ball(d, "ball", place) +
                    stages('name = "fall"\nduration = 0.1', f'name = "drift"\nduration = 0.1\n'
                           f'set = {{ "scene.gravity" = {zero}, "time.step" = 2e-4 }}',
                           f'name = "fall again"\nduration = 0.02\nset = {{ scene.gravity = {zero[:-1] + [-10.0]} }}') +
                    probe("ball", ["position", "velocity"], 'body = "ball"\nevery = 0.01'))
            summary = self.run_scene(text)
            rows, up = self.rows("probes/ball.csv"), "xyz"[d - 1]
            np.testing.assert_allclose([row["time"] for row in rows], np.arange(1, 23) * 0.01, rtol=1e-12)
            self.assertEqual(summary["steps"], 100 + 500 + 100)
            np.testing.assert_allclose([row[f"velocity.{up}"] for row in rows[9:20]], -1.0, rtol=1e-12)
            self.assertAlmostEqual(rows[-1][f"velocity.{up}"], -1.2, 12)
            self.assertAlmostEqual(rows[19][f"position.{up}"] - rows[9][f"position.{up}"], -0.1, 12)
            self.assert_balanced(summary, 100.0)
            self.assertAlmostEqual(summary["simulated_seconds"], 0.22, 12)

    def test_friction_that_falls_lets_a_block_slide(self):
        angle = math.radians(20)
        s, c = math.sin(angle), math.cos(angle)
        for d, how in self.each():
            size, place = [0.2] * d, [0.1 * s] + [0.0] * (d - 2) + [0.1 * c]
            turn = "orientation = { angle_deg = -20 }" if d == 2 else "orientation = { axis = [0, 1, 0], angle_deg = 20 }"
            kind = "box"
            text = (head(d, more=how) + FRICTION + floor(d, [s] + [0] * (d - 2) + [c]) +
                    f'[[bodies]]\nname = "block"\nmaterial = "stone"\nshape = {{ type = "{kind}", size = {size} }}\nposition = {place}\n'
                    f"{turn}\n" +
                    stages('name = "stick"\nduration = 0.05', 'name = "slide"\nduration = 0.1\nset = { "interactions.0.friction" = 0.1 }') +
                    probe("block", ["velocity"], 'body = "block"'))
            summary = self.run_scene(text)
            rows = self.rows("probes/block.csv")
            speed = [math.hypot(row["velocity.x"], row["velocity." + "xyz"[d - 1]]) for row in rows]
            self.assertLess(speed[49], 1e-6)
            self.assertAlmostEqual(speed[-1], 10 * (s - 0.1 * c) * 0.1, 4)
            self.assert_balanced(summary, 10.0)

    def test_a_drive_counts_from_the_beginning_of_its_stage(self):
        for d, how in self.each():
            x = [1] + [0] * (d - 1)
            drive = (f'[[drives]]\nbody = "wall"\nstage = "push"\nmotion = {{ quantity = "displacement", kind = "ramp", from = 0.0, to = 0.2, '
                     f"over = 0.1, direction = {x} }}\n"
                     f'[[drives]]\nbody = "wall"\nstage = ["back", "on"]\nmotion = {{ quantity = "velocity", kind = "constant", value = -1.0, '
                     f"direction = {x} }}\n")
            text = (head(d, more=how) + FRICTION + ball(d, "wall", [3.0] * d, more="fixed = true") + drive +
                    stages(*(f'name = "{name}"\nduration = 0.05' for name in ("wait", "push", "rest", "back", "stop", "on"))) +
                    probe("wall", ["position", "velocity"], 'body = "wall"'))
            summary = self.run_scene(text)
            rows = self.rows("probes/wall.csv")
            at = lambda step: rows[step - 1]["position.x"]
            np.testing.assert_allclose([at(50), at(51), at(100), at(150), at(151), at(200), at(250), at(300)],
                                       [3.0, 3.002, 3.1, 3.1, 3.099, 3.05, 3.05, 3.0], rtol=1e-12)
            self.assertEqual(rows[149]["velocity.x"], 0.0)
            self.assertAlmostEqual(rows[299]["velocity.x"], -1.0, 9)
            self.assert_balanced(summary)

    def test_a_drive_that_is_changed_does_not_jump(self):
        for d, how in self.each():
            x = [1] + [0] * (d - 1)
            drive = (f'[[drives]]\nname = "push"\nbody = "wall"\nmotion = {{ quantity = "velocity", kind = "constant", value = 1.0, direction = {x} }}\n')
            text = (head(d, more=how) + FRICTION + ball(d, "wall", [3.0] * d, more="fixed = true") + drive +
                    stages('name = "slow"\nduration = 0.1', 'name = "fast"\nduration = 0.1\nset = { "drives.push.value" = 5.0 }') +
                    probe("wall", ["position"], 'body = "wall"'))
            self.run_scene(text)
            xs = [row["position.x"] for row in self.rows("probes/wall.csv")]
            np.testing.assert_allclose(np.diff(xs), [1e-3] * 99 + [5e-3] * 100, rtol=1e-9)

    def test_a_load_acts_in_its_stage_and_the_balance_closes(self):
        for d, how in self.each():
            f = [2.0] + [0.0] * (d - 1)
            text = (head(d, gravity=0.0, more=how) + FRICTION + ball(d, "ball", [0.0] * d) +
                    f'[[drives]]\nbody = "ball"\nforce = {f}\nstage = "push"\nhistory = {{ kind = "ramp", from = 0, to = 1, over = 0.1 }}\n' +
                    stages('name = "wait"\nduration = 0.03', 'name = "push"\nduration = 0.1', 'name = "coast"\nduration = 0.05') +
                    probe("ball", ["velocity"], 'body = "ball"') + probe("late", ["kinetic_energy"], 'stage = "coast"'))
            summary = self.run_scene(text)
            rows = self.rows("probes/ball.csv")
            mass = 1000.0 * math.pi * (0.1**2 if d == 2 else 4 / 3 * 0.1**3)
            self.assertEqual(rows[29]["velocity.x"], 0.0)
            self.assertAlmostEqual(rows[129]["velocity.x"] * mass, 0.1 if "moreau" in how else 0.101, 9)
            self.assertEqual(rows[129]["velocity.x"], rows[-1]["velocity.x"])
            self.assertEqual(len(self.rows("probes/late.csv")), 50)
            self.assert_balanced(summary)

    def test_a_bond_that_broke_stays_broken(self):
        text = (head(2, gravity=0.0) + '[[interactions]]\nbetween = ["stone", "stone"]\nlaw = "bonded"\nfriction = 0.5\ntensile_force = 5.0\nshear_force = 5.0\n' +
                ball(2, "a", [0, 0], more="fixed = true") + ball(2, "b", [0.2, 0]) + ball(2, "c", [0, 0.2]) +
                '[[drives]]\nname = "pull"\nbody = "b"\nforce = [50.0, 0]\nstage = "pull"\n' +
                stages('name = "pull"\nduration = 0.01', 'name = "then"\nduration = 0.02\nset = { "interactions.0.friction" = 0.3 }') +
                probe("all", ["intact_joints"]))
        self.run_scene(text)
        counts = [row["intact_joints"] for row in self.rows("probes/all.csv")]
        self.assertEqual((counts[0], counts[9], counts[-1]), (1.0, 1.0, 1.0))

    def test_springs_that_become_stiffer_are_booked(self):
        text = (head(2, step=1e-4) + '[[interactions]]\nbetween = ["stone", "stone"]\nlaw = "elastic"\nnormal_stiffness = 1e7\nshear_stiffness = 1e7\n'
                'friction = 0.5\narea = 0.01\n' + floor(2) + ball(2, "ball", [0.0, 0.1]) +
                stages('name = "soft"\nduration = 0.02', 'name = "stiff"\nduration = 0.02\nset = { "interactions.0.normal_stiffness" = 2e7 }') +
                probe("all", ["stored_energy", "balance_error"]))
        summary = self.run_scene(text)
        stored = [row["stored_energy"] for row in self.rows("probes/all.csv")]
        self.assertAlmostEqual(summary["energy"]["changed"], stored[199], delta=1e-9 * stored[199])  # as much again
        self.assert_balanced(summary)


class HowStagesEnd(InAFolder):
    def test_conditions(self):
        base = head(2) + FRICTION + floor(2) + ball(2, "ball", [0.0, 1.0])
        height = lambda t: 1.0 - 5.0 * t * t
        for until, ended, steps in [
            ('{ quantity = "position.y", body = "ball", below = 0.7999, at_most = 1.0 }', "condition", 201),
            ('{ quantity = "position.y", body = "ball", below = 0.7999, for = 0.05, at_most = 1.0 }', "condition", 251),
            ('{ quantity = "velocity.y", body = "ball", above = 1.0, at_most = 0.1 }', "at_most", 100),
            ('{ quantity = "kinetic_energy", above = 0.5, at_most = 0.4 }', "condition", 18),
        ]:
            with self.subTest(until):
                summary = self.run_scene(base + stages(f'name = "a"\nuntil = {until}', 'name = "b"\nduration = 0.01'))
                first = summary["stages"][0]
                self.assertEqual((first["ended"], first["end_step"]), (ended, steps))
                self.assertEqual(summary["stages"][1]["end_step"], steps + 10)
                self.assertTrue(math.isfinite(first["value"]))
                if "position.y" in until:
                    self.assertAlmostEqual(first["value"], height(steps * 1e-3), 9)

    def test_a_pile_comes_to_rest(self):
        lattice = ('[[generate]]\ntype = "lattice"\nname = "grain"\nshape = "disk"\nmaterial = "stone"\nradius = 0.05\nspacing = 0.12\n'
                   'counts = [4, 3]\norigin = [0.3, 0.06]\n')
        for quantity, below in (("unbalanced", 1e-3), ("kinetic_energy", 1e-6)):
            text = (head(2, more='halve = 0') + FRICTION + floor(2) + lattice +
                    stages(f'name = "rest"\nuntil = {{ quantity = "{quantity}", below = {below}, for = 0.02, at_most = 5.0 }}') +
                    '[[damping]]\nof = "stone"\nmass = 20.0\n' + probe("all", ["unbalanced", "kinetic_energy"]))
            summary = self.run_scene(text)
            stage = summary["stages"][0]
            self.assertEqual(stage["ended"], "condition")
            rows = self.rows("probes/all.csv")
            self.assertTrue(all(row[quantity] < below for row in rows[-21:]))
            self.assertFalse(all(row[quantity] < below for row in rows[-22:]))
            self.assertEqual(stage["value"], rows[-1][quantity])

    def test_steps_csv_and_closing_words_name_the_stages(self):
        text = head(2) + FRICTION + ball(2, "ball", [0, 1]) + stages('name = "one"\nduration = 0.01', 'name = "two"\nduration = 0.02')
        (self.folder / "scene.toml").write_text(text)
        said = self.expect(0, "run", "scene.toml", "--out", "out").stdout
        self.assertIn("one", said)
        rows = self.rows("steps.csv")
        self.assertEqual([row["stage"] for row in rows], [0.0] * 10 + [1.0] * 20)
        self.assertIn("two", (self.folder / "out/report.html").read_text())


GRAINS = {
    "disks": (2, 'shape = "disk"\nradius = [0.04, 0.05]\n', "coulomb"),
    "spheres": (3, 'shape = "sphere"\nradius = [0.04, 0.05]\n', "coulomb"),
}
LAWS = {
    "coulomb": "friction = 0.5\nrestitution = [0.2, 0.0]\n",
    "bonded": 'law = "bonded"\ntensile_force = 100.0\nshear_force = 60.0\nfriction = 0.4\n',
    "elastic": 'law = "elastic"\nnormal_stiffness = 1e8\nshear_stiffness = 1e8\nfriction = 0.5\narea = 1e-3\n',
    "spring": 'law = "spring"\nnormal_stiffness = 1e6\ntangential_stiffness = 5e5\nfriction = 0.5\nrestitution = [0.5, 0.0]\n',
}


def pile(dimension, law, how, method, tail, duration=None):
    """Grains on a floor, and a wall that may move."""
    shape = "disk" if dimension == 2 else "sphere"
    counts, origin = ([3, 3], [0.1, 0.05]) if dimension == 2 else ([2, 2, 2], [0.1, 0.1, 0.05])
    wall = [0.65 if method == "md" else 0.5] + [0.0] * (dimension - 2) + [0.3]
    solver = f'[solver]\nmethod = "{method}"\n' if method else ""
    size = [0.05, 0.5] if dimension == 2 else [0.05, 0.5, 0.5]
    wall_shape = f'type = "{shape}", radius = 0.2' if method == "md" else f'type = "box", size = {size}'
    motion = f'quantity = "velocity", kind = "sine", amplitude = 0.3, frequency_hz = 7.0, direction = {[1] + [0] * (dimension - 1)}'
    return (head(dimension, duration=duration, more=f'integrator = "{how}"\n' if not method else "") + solver +
            f'[output]\nframes_every = 0.004\n[[interactions]]\nbetween = ["stone", "stone"]\n{LAWS[law]}' + floor(dimension) +
            f'[[generate]]\ntype = "lattice"\nname = "grain"\nshape = "{shape}"\nmaterial = "stone"\nradius = 0.05\nspacing = 0.1\n'
            f"counts = {counts}\norigin = {origin}\n" +
            f'[[bodies]]\nname = "wall"\nmaterial = "stone"\nfixed = true\nshape = {{ {wall_shape} }}\nposition = {wall}\n' +
            ball(dimension, "late", [0.15] + [0.15] * (dimension - 2) + [0.6], 0.05, "fixed = true\nmass = 5.0") +
            f'[[drives]]\nname = "shake"\nbody = "wall"\nmotion = {{ {motion} }}\n' +
            probe("all", ["kinetic_energy", "balance_error", "stored_energy", "contacts"]) +
            probe("mean", ["kinetic_energy", "dissipated"], "every = 0.003\naverage = true") + tail)


MATRIX = [(2, "coulomb", "moreau", None), (3, "coulomb", "moreau", None), (2, "bonded", "moreau", None), (3, "bonded", "euler", None),
          (2, "elastic", "euler", None), (3, "elastic", "moreau", None), (2, "spring", "moreau", "md"), (3, "spring", "moreau", "md")]


class SameBits(InAFolder):
    def each(self):
        for dimension, law, how, method in MATRIX:
            with self.subTest(dimension=dimension, law=law, integrator=how, method=method):
                yield dimension, law, how, method

    def test_stages_without_changes_are_one_run(self):
        for case in self.each():
            self.run_scene(pile(*case, "", duration=0.06), "one")
            self.run_scene(pile(*case, stages('name = "a"\nduration = 0.02', 'name = "b"\nduration = 0.013', 'name = "c"\nduration = 0.027')),
                           "several")
            self.assert_same_bits("one", "several")

    def changing(self, case):
        d = case[0]
        stiffness = {"elastic": '"interactions.0.normal_stiffness" = 2e8, ', "spring": '"interactions.0.normal_stiffness" = 2e6, '}.get(case[1], "")
        tilt = [3.0] + [0.0] * (d - 2) + [-9.0]
        step = "" if case[3] else ', "time.step" = 5e-4'
        return pile(*case, f'[[drives]]\nbody = "grain.0"\nforce = {[20.0] + [0.0] * (d - 1)}\nstage = ["b", "d"]\n' +
                    probe("late", ["kinetic_energy"], 'stage = ["c", "d"]\nevery = 0.002') +
                    stages('name = "a"\nduration = 0.022',
                           f'name = "b"\nduration = 0.006\nset = {{ "interactions.0.friction" = 0.2, {stiffness}"scene.gravity" = {tilt} }}\nrelease = "late"',
                           'name = "c"\nuntil = { quantity = "kinetic_energy", above = -1.0, for = 0.003, at_most = 1.0 }\n'
                           f'set = {{ "drives.shake.amplitude" = 0.1{step}, "output.frames_every" = 0.002 }}\nhold = "grain.1"\nremove = "grain.2"',
                           'name = "d"\nduration = 0.008\nrelease = ["grain.1"]\nremove = "wall"'))

    def test_restart_anywhere_and_any_number_of_threads(self):
        for case in self.each():
            text = self.changing(case)
            whole = self.run_scene(text, "whole")
            self.assertEqual([s["ended"] for s in whole["stages"]], ["duration", "duration", "condition", "duration"])
            self.assert_balanced(whole, 1000.0)
            self.run_scene(text, "two", "--threads", "2")
            self.assert_same_bits("whole", "two")
            a, b, c, d = (s["end_step"] for s in whole["stages"])
            for step in (a, a + 1, b - 1, b, b + 1, c - 1):
                out = self.folder / "stopped"
                shutil.rmtree(out, ignore_errors=True)
                self.run_scene(text, "stopped", "--set", f"output.checkpoint_every={step * 1e-3!r}")
                if not (out / "checkpoint.previous.h5").exists():
                    continue
                os.replace(out / "checkpoint.previous.h5", out / "checkpoint.h5")
                self.expect(0, "resume", "stopped", "--quiet", "--no-report")
                self.assert_same_bits("whole", "stopped")
                again = json.loads((out / "summary.json").read_text())
                self.assertEqual(again["stages"], whole["stages"])
                self.assertEqual(again["energy"], whole["energy"])

    def test_an_interrupt_while_a_condition_holds(self):
        text = pile(2, "coulomb", "moreau", None, stages('name = "a"\nduration = 0.01', 'name = "b"\nuntil = { quantity = "time_like", above = 0 }'))
        text = text.replace('quantity = "time_like", above = 0 }', 'quantity = "kinetic_energy", above = -1.0, for = 2.0, at_most = 9.0 }')
        (self.folder / "scene.toml").write_text(text)
        self.run_scene(text, "whole")
        process = subprocess.Popen([DRYSTONE, "run", "scene.toml", "--out", "cut", "--quiet", "--no-report"], cwd=self.folder)
        log = self.folder / "cut/probes/all.csv"
        give_up = time.monotonic() + 20
        while time.monotonic() < give_up and not (log.exists() and log.stat().st_size > 3000):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        status = process.wait(60)
        if status == 0:
            self.skipTest("it was too fast to be interrupted")
        self.assertEqual(status, 4)
        stage = json.loads((self.folder / "cut/summary.json").read_text())["stages"][-1]
        self.assertEqual((stage["name"], stage["ended"]), ("b", None))
        self.expect(0, "resume", "cut", "--quiet", "--no-report")
        self.assert_same_bits("whole", "cut")

    def test_until_goes_on_in_the_last_stage(self):
        base = pile(2, "coulomb", "moreau", None, "")
        long = base + stages('name = "a"\nduration = 0.01', 'name = "b"\nduration = 0.03\nset = { "interactions.0.friction" = 0.1 }')
        short = long.replace("duration = 0.03", "duration = 0.02")
        self.run_scene(long, "long")
        self.run_scene(short, "short")
        self.assertIn("has ended", self.expect(0, "resume", "short").stdout)
        self.expect(0, "resume", "short", "--until", "0.04", "--quiet", "--no-report")
        self.assert_same_bits("long", "short")
        last = json.loads((self.folder / "short/summary.json").read_text())["stages"][-1]
        self.assertEqual((last["ended"], last["end_step"]), ("until", 40))

    def test_settle_comes_behind_the_stages(self):
        text = (head(2, more="settle = { at_most = 3.0 }") + FRICTION + floor(2) +
                '[[bodies]]\nname = "block"\nmaterial = "stone"\nshape = { type = "box", size = [0.2, 0.2] }\nposition = [0.0, 0.11]\n' +
                '[[drives]]\nbody = "block"\nforce = [30.0, 0.0]\nstage = "b"\n' +
                stages('name = "a"\nduration = 0.1', 'name = "b"\nduration = 0.01\nset = { "interactions.0.friction" = 0.1 }'))
        summary = self.run_scene(text.replace('stage = "b"', 'stage = "a"'))
        self.assertTrue(summary["settle"]["settled"])
        self.assertEqual(summary["stages"][-1]["end_step"], 110)
        self.assertGreater(summary["steps"], 110)
        self.assert_balanced(summary, 100.0)


class SourcesInStages(InAFolder):
    """Poured in one stage, at rest in the next, a gate removed, and what was poured removed at last."""

    def hopper(self, d):
        shape = "disk" if d == 2 else "sphere"
        wide = lambda x, z: [x] * (d - 1) + [z]
        return (head(d) + FRICTION + floor(d, [0] * (d - 1) + [1]).replace("fixed = true", f"fixed = true\nposition = {wide(0.0, -1.0)}") +
                f'[[bodies]]\nname = "gate"\nmaterial = "stone"\nfixed = true\nshape = {{ type = "box", size = {wide(1.0, 0.1)} }}\n' +
                f'[[sources]]\nname = "pour"\nmaterial = "stone"\nshape = "{shape}"\nradius = [0.03, 0.04]\nrate = 400.0\ncount = 12\n'
                f'region = {{ type = "box", min = {wide(-0.3, 0.15)}, max = {wide(0.3, 0.4)} }}\nstage = ["pour", "more"]\n' +
                f'[[sinks]]\nname = "out"\nregion = {{ type = "box", min = {wide(-3.0, -2.0)}, max = {wide(3.0, 0.02)} }}\nstage = "open"\n' +
                "[output]\nframes_every = 0.005\n" + probe("all", ["sources.pour.count", "sinks.out.count", "kinetic_energy", "balance_error"]) +
                stages('name = "pour"\nuntil = { quantity = "sources.pour.count", above = 7.5, at_most = 1.0 }', 'name = "rest"\nduration = 0.03',
                       'name = "more"\nduration = 0.02', 'name = "open"\nduration = 0.15\nremove = "gate"', 'name = "clear"\nduration = 0.005\nremove = "pour.*"'))

    def test_counts_and_restarts(self):
        for d in (2, 3):
            with self.subTest(dimension=d):
                text = self.hopper(d)
                whole = self.run_scene(text, "whole")
                rows = self.rows("probes/all.csv", "whole")
                ends = [s["end_step"] for s in whole["stages"]]
                self.assertEqual(whole["stages"][0]["ended"], "condition")
                counts = [rows[end - 1]["sources.pour.count"] for end in ends]
                self.assertEqual(counts[:3], [8, 8, 12])  # its time stands still while it rests: none is due at once
                self.assertLess(rows[ends[1]]["sources.pour.count"], 11)
                self.assertEqual(rows[ends[2] - 1]["sinks.out.count"], 0)
                self.assertGreater(rows[-1]["sinks.out.count"], 0)
                self.assertTrue(all(abs(row["balance_error"]) < 1e-9 for row in rows))
                self.assertNotIn("pour.", (self.folder / "whole/bodies.csv").read_text())
                self.run_scene(text, "two", "--threads", "2")
                self.assert_same_bits("whole", "two")
                for step in (ends[1], ends[2], ends[2] + 1, ends[3] - 1, ends[3]):
                    out = self.folder / "stopped"
                    shutil.rmtree(out, ignore_errors=True)
                    self.run_scene(text, "stopped", "--set", f"output.checkpoint_every={step * 1e-3!r}")
                    os.replace(out / "checkpoint.previous.h5", out / "checkpoint.h5")
                    self.expect(0, "resume", "stopped", "--quiet", "--no-report")
                    self.assert_same_bits("whole", "stopped")


def pressed(tail):
    """Disks in a box of planes, the upper two of which have no mass of their own."""
    wall = '[[bodies]]\nname = "{}"\nmaterial = "stone"\n{}shape = {{ type = "plane", normal = {} }}\nposition = {}\n'
    return (head(2, gravity=0.0, more='[output]\nframes_every = 0.01\n') + FRICTION + floor(2) +
            wall.format("left", "fixed = true\n", [1, 0], [0, 0]) + wall.format("right", "{0}", [-1, 0], [0.9, 0]) +
            wall.format("top", "{0}", [0, -1], [0, 0.9]) +
            '[[generate]]\ntype = "lattice"\nname = "grain"\nshape = "disk"\nmaterial = "stone"\nradius = 0.1\nspacing = 0.21\n'
            'counts = [4, 4]\norigin = [0.12, 0.12]\n' + probe("all", ["kinetic_energy", "balance_error", "work"])) + tail


class PressuresInStages(InAFolder):
    """A wall that is pressed in one stage is moved in the next; a membrane comes with its stage; pressures are set anew."""

    def scenes(self):
        yield pressed('[[drives]]\nname = "side"\nbody = "right"\npressure = 1000.0\n'
                      '[[drives]]\nbody = "top"\npressure = 1000.0\nstage = "a"\n'
                      '[[drives]]\nbody = "top"\nstage = "b"\nfix = ["x", "rz"]\n'
                      'motion = { quantity = "velocity", direction = [0, -1], kind = "constant", value = 0.05 }\n' +
                      probe("top", ["velocity"], 'body = "top"') +
                      stages('name = "a"\nduration = 0.03', 'name = "b"\nduration = 0.03\nset = { "drives.side.pressure" = 2000.0 }')
                      ).replace("{0}", "")
        yield pressed('[[membranes]]\nname = "skin"\nof = "grain"\nreach = 0.2\npressure = 500.0\nstage = ["b", "c"]\n' +
                      probe("skin", ["volume", "pressure"], 'membrane = "skin"') +
                      stages('name = "a"\nduration = 0.01', 'name = "b"\nduration = 0.03',
                             'name = "c"\nduration = 0.02\nset = { "membranes.0.pressure" = 900.0 }')).replace("{0}", "fixed = true\n")

    def test_restarts_threads_and_balance(self):
        for text in self.scenes():
            whole = self.run_scene(text, "whole")
            self.assert_balanced(whole, 1000.0)
            self.run_scene(text, "two", "--threads", "2")
            self.assert_same_bits("whole", "two")
            for at in (0.025, 0.045):
                out = self.folder / "stopped"
                shutil.rmtree(out, ignore_errors=True)
                self.run_scene(text, "stopped", "--set", f"output.checkpoint_every={at}")
                os.replace(out / "checkpoint.previous.h5", out / "checkpoint.h5")
                self.expect(0, "resume", "stopped", "--quiet", "--no-report")
                self.assert_same_bits("whole", "stopped")
            if (self.folder / "whole/probes/top.csv").exists():
                self.assertAlmostEqual(self.rows("probes/top.csv", "whole")[-1]["velocity.y"], -0.05, 9)
            else:
                rows = self.rows("probes/skin.csv", "whole")
                self.assertTrue(math.isnan(rows[5]["pressure"]))
                self.assertEqual([rows[30]["pressure"], rows[-1]["pressure"]], [500.0, 900.0])
                self.assertLess(rows[-1]["volume"], rows[15]["volume"])
            shutil.rmtree(self.folder / "whole")


if __name__ == "__main__":
    unittest.main()
