#!/usr/bin/env python3
"""Every law between every kind of body, in the plane and in space, under every method: the energy balance closes, two threads leave the same
bits as one, and so does a run that was stopped half way and goes on, on another number of threads. And what a run leaves can be read
by those who read it: tables without holes, frames, a picture, measures."""
import csv
import itertools
import json
import math
import os
import shutil
import unittest

import h5py
import numpy as np

from stages_test import InAFolder

ALL = os.environ.get("DRYSTONE_CROSSINGS") == "all"  # every method for every pair; else the methods go round

LAWS = {
    "dry": "friction = 0.5",
    "bouncing": "friction = 0.3\nrestitution = [0.6, 0.2]\nrestitution_threshold = 0.05",
    "static": "friction = 0.3\nstatic_friction = 0.6",
    "rolling": "friction = 0.5\nrolling_friction = 2e-3\nrolling_viscosity = 1e-3",
    "sticky": "friction = 0.5\ncohesion_force = 2.0\ncohesion_range = 1e-3",
    "mohr_coulomb": 'law = "mohr_coulomb"\ntensile_strength = 2e3\ncohesion = 3e3\nfriction = 0.7\nAREA\njoins_by_touch = true',
    "elastic": 'law = "elastic"\nnormal_stiffness = 1e8\nshear_stiffness = 5e7\nfriction = 0.6\nAREA',
    "cohesive_zone": ('law = "cohesive_zone"\nnormal_stiffness = 1e8\nshear_stiffness = 5e7\ntensile_strength = 1e4\nshear_strength = 2e4\n'
                      'energy_opening = 5.0\nenergy_shear = 20.0\nfriction = 0.7\nAREA\njoins_by_touch = true'),
    "bonded": 'law = "bonded"\ntensile_force = 200.0\nshear_force = 300.0\nfriction = 0.5\njoins_by_touch = true',
}
METHODS = ("auto", "nlgs", "admm", "anderson", "newton")
INTEGRATORS = ("moreau", "euler")


def wide(d, x, z):
    return [x] + [0.0] * (d - 2) + [z]


def shapes(d, kind):
    """Keys of a body about 0.2 m wide."""
    if kind == "ball":
        return f'shape = {{ type = "{"disk" if d == 2 else "sphere"}", radius = 0.1 }}'
    if kind == "curved":
        return f'shape = {{ type = "{"ellipse" if d == 2 else "ellipsoid"}", half_axes = {[0.12, 0.1, 0.1][3 - d:]} }}'
    if kind == "clump":
        ball = "disk" if d == 2 else "sphere"
        parts = ", ".join(f'{{ type = "{ball}", radius = 0.06, position = {wide(d, x, 0.04)} }}' for x in (-0.04, 0.04))
        return f'shape = {{ type = "compound", parts = [{parts}] }}'
    block = f'shape = {{ type = "box", size = {[0.2] * d} }}'
    if kind == "meshed":
        return block + f"\ndeformable = {{ divisions = {[2] * d} }}"
    if kind == "uniform":
        return block + '\ndeformable = "uniform"'
    return block


KINDS = ("ball", "clump", "curved", "block", "meshed", "uniform")


def body(d, name, kind, place, more=""):
    return f'[[bodies]]\nname = "{name}"\nmaterial = "stone"\n{shapes(d, kind)}\nposition = {place}\n{more}\n'


def scene(d, law, kind, method, integrator):
    """A body that slides on a floor, one that falls on it, a rigid ball beside them."""
    other = "ball" if kind in ("curved", "clump") else kind
    text = LAWS[law].replace("AREA", "area_ratio = 0.5")
    return f"""
[scene]
dimension = {d}
gravity = {wide(d, 0.0, -10.0)}
[time]
step = 1e-3
duration = 0.06
integrator = "{integrator}"
[solver]
method = "{method}"
tolerance = 1e-7
max_iterations = 20000
[materials.stone]
density = 2000.0
young = 1e8
poisson = 0.2
[[interactions]]
between = ["*", "*"]
{text}
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = {{ type = "plane", normal = {wide(d, 0, 1)} }}
""" + (body(d, "low", kind, wide(d, 0.0, 0.1), f"velocity = {wide(d, 0.4, 0.0)}") +
       body(d, "high", other, wide(d, 0.03, 0.31), f"velocity = {wide(d, 0.0, -1.0)}") +
       body(d, "beside", "ball", wide(d, 0.35, 0.1), f"velocity = {wide(d, -1.5, 0.0)}") +
       f"""[[probes]]
name = "high"
body = "high"
quantities = ["position", "velocity", "contact_force", "kinetic_energy"]
[[probes]]
name = "all"
quantities = ["kinetic_energy", "contacts"]
[output]
frames_every = 0.01
""")


class LawsOfRuns(InAFolder):
    def each(self):
        for n, (d, (m, kind), (k, law)) in enumerate(itertools.product((2, 3), enumerate(KINDS), enumerate(LAWS))):
            for j, method in enumerate(METHODS):
                turns = law in ("rolling", "bonded") and kind in ("meshed", "uniform")
                if method == "newton" and turns:  # refused: it knows no moments where bodies deform
                    continue
                if ALL or j == (d + m + k) % len(METHODS):
                    yield d, kind, law, method, INTEGRATORS[(n + j) % 2]

    def check(self, d, kind, law, method, integrator):
        for out in ("whole", "two", "stopped"):
            shutil.rmtree(self.folder / out, ignore_errors=True)
        text = scene(d, law, kind, method, integrator)
        (self.folder / "scene.toml").write_text(text)
        run = self.drystone("run", "scene.toml", "--out", "whole", "--quiet", "--no-report", "--threads", 1)
        self.assertIn(run.returncode, (0, 3), run.stderr)  # who does not converge says so; the rest holds all the same
        whole = json.loads((self.folder / "whole/summary.json").read_text())
        scale = abs(whole["energy"]["kinetic"]) + abs(whole["energy"]["potential"])
        self.assertLess(abs(whole["energy"]["balance_error"]), 1e-9 * scale)
        self.assertGreater(whole["contacts"]["max"], 0)
        self.drystone("run", "scene.toml", "--out", "two", "--quiet", "--no-report", "--threads", 2)
        self.assert_same_bits("whole", "two")
        self.drystone("run", "scene.toml", "--out", "stopped", "--quiet", "--no-report", "--threads", 2, "--set", "time.duration=0.023")
        resumed = self.drystone("resume", "stopped", "--quiet", "--no-report", "--threads", 1, "--until", 0.06)
        self.assertEqual(resumed.returncode, run.returncode, resumed.stderr)
        self.assert_same_bits("whole", "stopped")
        again = json.loads((self.folder / "stopped/summary.json").read_text())
        self.assertEqual(again["energy"], whole["energy"])
        return run.returncode

    def test_balance_threads_restart(self):
        unsolved = []
        for case in self.each():
            with self.subTest(case=case):
                if self.check(*case) == 3:
                    unsolved.append(case)
        self.assertEqual([case for case in unsolved if case[3] == "auto"], [], "auto leaves no step unsolved")
        if os.environ.get("DRYSTONE_TELL"):
            print(*unsolved, sep="\n")

    def test_what_a_run_leaves_is_read(self):
        for d, kind in itertools.product((2, 3), KINDS):
            with self.subTest(dimension=d, kind=kind):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                self.run_scene(scene(d, "dry", kind, "auto", "moreau"), "out")
                for name in ("bodies.csv", "contacts.csv"):
                    with open(self.folder / "out" / name, newline="") as file:
                        self.assertEqual(len({len(row) for row in csv.reader(file)}), 1, name)
                for row in self.rows("probes/high.csv"):
                    self.assertTrue(all(math.isfinite(value) for value in row.values()))
                with h5py.File(self.folder / "out/frames.h5") as file:
                    self.assertTrue(np.isfinite(file["frames/position"][:]).all())
                self.expect(0, "render", "out", "--out", "picture.png", "--size", "120x90")
                self.assertGreater((self.folder / "picture.png").stat().st_size, 200)
                self.expect(0, "report", "out")
                self.assertIn("<html", (self.folder / "out/report.html").read_text()[:500])
                self.expect(0, "joints", "out")


if __name__ == "__main__":
    unittest.main()
