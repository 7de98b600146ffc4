#!/usr/bin/env python3
"""The files that a run leaves say the same: tables, frames, probes, checkpoint and summary of one state, of every law between every kind of
body, of links, cells, stages, sources, walls that move and contact laws with memory. What they add up to is what physics says: joints are the
sums of their contacts, and the change of a momentum is gravity and the contacts' forces."""
import csv
import itertools
import json
import os
import shutil
import unittest

import h5py
import numpy as np

from laws_of_runs_test import KINDS, LAWS, scene
from stages_test import FRICTION, InAFolder, ball, floor, head, probe, stages

ALL = os.environ.get("DRYSTONE_CROSSINGS") == "all"
STATUS = {"open": 0, "sticking": 1, "sliding": 2}


def turned(orientation, vectors):
    """Vectors of bodies' frames in world axes; orientations as frames have them."""
    if vectors.shape[1] == 2:
        c, s = np.cos(orientation), np.sin(orientation)
        return np.stack([c * vectors[:, 0] - s * vectors[:, 1], s * vectors[:, 0] + c * vectors[:, 1]], axis=1)
    w, q = orientation[:, :1], orientation[:, 1:]
    return vectors + 2.0 * np.cross(q, np.cross(q, vectors) + w * vectors)


class Table:
    """A CSV: columns as lists of text, numbers and vectors."""

    def __init__(self, path):
        with open(path, newline="") as file:
            rows = list(csv.reader(file))
        self.columns = {name: [row[k] for row in rows[1:]] for k, name in enumerate(rows[0])}
        self.size = len(rows) - 1

    def text(self, name):
        return self.columns[name]

    def number(self, name):
        return np.array([float(x) if x else np.nan for x in self.columns[name]])

    def vector(self, name, d):
        return np.stack([self.number(f"{name}.{c}") for c in "xyz"[:d]], axis=1)


class FilesOfARun(InAFolder):
    def agree(self, text, status=(0,)):
        """Runs a scene and compares all that is told twice."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        (self.folder / "scene.toml").write_text(text + "[output]\nframes_every = 1e-3\n" * ("[output]" not in text))
        run = self.drystone("run", "scene.toml", "--out", "out", "--quiet", "--no-report", "--set", "output.frames_every=1e-3")
        self.assertIn(run.returncode, status, run.stderr)
        out = self.folder / "out"
        self.bodies, self.contacts, self.joints = (Table(out / f"{name}.csv") for name in ("bodies", "contacts", "joints"))
        self.summary = json.loads((out / "summary.json").read_text())
        self.d = self.summary["dimension"]
        with h5py.File(out / "frames.h5") as file, h5py.File(out / "checkpoint.h5") as checkpoint:
            self.compare_bodies(file)
            self.compare_contacts(file)
            self.compare_checkpoint(file, checkpoint)
        self.compare_joints()
        self.compare_steps()
        return out

    def close(self, a, b, digits, scale=1.0, what=""):
        np.testing.assert_allclose(a, b, rtol=10.0**-digits, atol=scale * 10.0**-digits, err_msg=what)

    def compare_bodies(self, file):
        d, bodies = self.d, self.bodies
        here = bodies.number("body").astype(int)
        np.testing.assert_array_equal(file["bodies/id"][:][here], here)
        self.assertEqual(list(file["bodies/name"].asstr()[:][here]), bodies.text("name"))
        np.testing.assert_array_equal(file["bodies/wall"][:][here], bodies.number("wall"))
        np.testing.assert_array_equal(file["bodies/fixed"][:][here], bodies.number("fixed"))
        self.assertEqual(file["frames/step"][-1], self.summary["steps"])
        place, turn = file["frames/position"][-1][here], file["frames/orientation"][-1][here]
        arm = turned(turn, file["bodies/shape_origin"][:][here])
        self.close(place + arm, bodies.vector("position", d), 12)
        spin = file["frames/angular_velocity"][-1][here].astype(float)
        speed = file["frames/velocity"][-1][here].astype(float)
        across = np.stack([-spin * arm[:, 1], spin * arm[:, 0]], axis=1) if d == 2 else np.cross(spin, arm)
        self.close(speed + across, bodies.vector("velocity", d), 6)
        told = bodies.number("angular_velocity") if d == 2 else bodies.vector("angular_velocity", 3)
        self.close(spin, told, 6)

    def compare_contacts(self, file):
        d, table, last = self.d, self.contacts, slice(file["contacts/first"][-1], file["contacts/first"][-1] + file["contacts/count"][-1])
        rows = {name: file[f"contacts/{name}"][last] for name in ("bodies", "point", "normal", "gap", "force", "status", "utilisation")}
        self.assertEqual(len(rows["bodies"]), table.size)
        if table.size == 0:
            return
        ids = np.stack([table.number("body_a"), table.number("body_b")], axis=1)
        np.testing.assert_array_equal(file["bodies/id"][:][rows["bodies"]], ids)
        force = table.vector("force", d)
        self.close(rows["point"], table.vector("point", d), 12, what="point")
        self.close(rows["normal"], table.vector("normal", d), 6, what="normal")
        self.close(rows["gap"], table.number("gap"), 6, 1e-3, what="gap")
        self.close(rows["force"], force, 6, np.abs(force).max(), what="force")
        self.close(rows["utilisation"], table.number("utilisation"), 6, what="utilisation")
        self.assertEqual(list(rows["status"]), [STATUS[s] for s in table.text("status")])
        self.close(np.linalg.norm(table.vector("normal", d), axis=1), 1.0, 12, what="length of the normal")
        names = dict(zip(self.bodies.number("body"), self.bodies.text("name")))
        for end in "ab":
            self.assertEqual([names[k] for k in table.number(f"body_{end}")], table.text(f"name_{end}"))
        for name in file["contacts/memory"] if "contacts/memory" in file else ():
            values = file[f"contacts/memory/{name}"][last].astype(float)
            told = table.vector(f"memory.{name}", d) if values.ndim == 2 else table.number(f"memory.{name}")
            self.close(values, told, 6, np.abs(told).max(), what=name)

    def compare_checkpoint(self, file, checkpoint):
        ids, places = checkpoint["state/id"][:, 0], checkpoint["state/position"][:]
        there = ids >= 0
        np.testing.assert_array_equal(places[there], file["frames/position"][-1][ids[there]])

    def compare_joints(self):
        sums, counts = {}, {}
        force = self.contacts.vector("force", self.d) if self.contacts.size else []
        for a, b, f in zip(self.contacts.number("body_a"), self.contacts.number("body_b"), force):
            key, sign = ((a, b), 1.0) if (a, b) <= (b, a) else ((b, a), -1.0)
            sums[key] = sums.get(key, 0.0) + sign * f
            counts[key] = counts.get(key, 0) + 1
        scale = max((np.abs(f).max() for f in sums.values()), default=1.0)
        if self.joints.size == 0:
            return self.assertEqual(sums, {})
        told = self.joints.vector("force", self.d)
        pairs = list(zip(self.joints.number("body_a"), self.joints.number("body_b")))
        self.assertEqual(len(pairs), len(set(map(frozenset, pairs))), "a pair twice")
        self.assertLessEqual(set(sums), {min((a, b), (b, a)) for a, b in pairs})
        for k, (a, b) in enumerate(pairs):
            key, sign = ((a, b), 1.0) if (a, b) <= (b, a) else ((b, a), -1.0)
            self.close(sign * told[k], sums.get(key, np.zeros(self.d)), 9, scale, what=f"joint {a} {b}")
            self.assertEqual(self.joints.number("contacts")[k], counts.get(key, 0))
            parts = np.hypot(self.joints.number("normal")[k], self.joints.number("shear")[k])
            self.close(parts, np.linalg.norm(told[k]), 9, scale, what="normal and shear are parts of the force")

    def compare_steps(self):
        steps, summary = Table(self.folder / "out/steps.csv"), self.summary
        self.assertEqual(steps.size, summary["steps"])
        np.testing.assert_array_equal(steps.number("step"), np.arange(1, steps.size + 1))
        for name in ("kinetic", "potential", "stored", "strain", "work", "dissipated", "scheme"):
            self.assertEqual(steps.number(name)[-1], summary["energy"][name], name)
        self.assertEqual(steps.number("iterations").sum(), summary["iterations"]["total"])
        self.assertEqual(steps.number("residual").max(), summary["residual"]["max"])
        self.assertEqual(steps.number("contacts").max(), summary["contacts"]["max"])
        self.assertEqual(steps.number("contacts")[-1], summary["contacts"]["last"])
        self.assertEqual(steps.number("not_converged").sum(), summary["steps_not_converged"])

    def compare_probe(self, name, body, gravity, h=1e-3):
        """A body's probe against the tables, and Newton's law at its last step; not in a cell that deforms, which carries bodies along."""
        rows, d = Table(self.folder / f"out/probes/{name}.csv"), self.d
        k = self.bodies.text("name").index(body)
        for quantity in ("position", "velocity"):
            np.testing.assert_array_equal(rows.vector(quantity, d)[-1], self.bodies.vector(quantity, d)[k])
        own, force = self.bodies.number("body")[k], np.zeros(d)
        for end, sign in (("a", -1.0), ("b", 1.0)):
            of = self.contacts.number(f"body_{end}") == own if self.contacts.size else []
            if any(of):
                force += sign * self.contacts.vector("force", d)[of].sum(axis=0)
        told, momentum = rows.vector("contact_force", d)[-1], rows.vector("momentum", d)
        mass = rows.number("mass")[-1]
        self.close(told, force, 9, mass * 10.0, what="contact_force")
        if gravity is not None:
            self.close((momentum[-1] - momentum[-2]) / h, force + mass * np.array(gravity), 7, mass * 10.0, what="momentum")


class EveryLawOfEveryBody(FilesOfARun):
    """By day the laws go round the kinds of bodies, by night all of them meet."""

    def test_tables_frames_probes_and_checkpoint_say_the_same(self):
        for n, (d, (k, kind), (j, law)) in enumerate(itertools.product((2, 3), enumerate(KINDS), enumerate(LAWS))):
            if not ALL and (d + k) % len(LAWS) != j:
                continue
            with self.subTest(dimension=d, kind=kind, law=law):
                text = scene(d, law, kind, "auto", ("moreau", "euler")[n % 2])
                self.agree(text.replace('"contact_force", "kinetic_energy"', '"contact_force", "momentum", "mass"')
                           .replace("duration = 0.06", "duration = 0.03"), (0, 3))
                self.compare_probe("high", "high", [0.0] * (d - 1) + [-10.0])
                self.assertGreater(self.contacts.size, 0)


MOTION = ["position", "velocity", "contact_force", "momentum", "mass"]


def in_a_cell(d):
    """Balls in a cell that is sheared and pressed, some of them across its borders."""
    rows = [ball(d, f"ball{k}", [0.25 * (k % 4)] + [0.25 * (k // 4) + 0.1] + [0.05] * (d - 2), 0.124) for k in range(16)]
    control = "xx = { stress = 1000.0 }, xy = { rate = 2.0 }"
    return (head(d, duration=0.03, gravity=0.0) + FRICTION + "".join(rows) +
            f"[cell]\nsize = {[1.0, 1.0, 0.3][:d]}\nperiodic = {'[true, true, true]' if d == 3 else '[true, true]'}\ncontrol = {{ {control} }}\n" +
            probe("ball", MOTION, 'body = "ball5"'))


def with_links(d):
    """A pendulum, a spring and a cable that swing over a floor and touch it."""
    def place(x, z):
        return [x] + [0.0] * (d - 2) + [z]

    links = (f'[[links]]\nname = "rod"\ntype = "rod"\nbetween = ["world", "a"]\npoints = [{place(0.0, 1.0)}, {place(0.0, 0.1)}]\n'
             f'[[links]]\nname = "spring"\ntype = "spring"\nstiffness = 1e4\nbetween = ["a", "b"]\npoints = [{place(0.0, 0.1)}, {place(0.4, 0.1)}]\n'
             f'[[links]]\nname = "cable"\ntype = "cable"\nbetween = ["b", "c"]\npoints = [{place(0.4, 0.1)}, {place(0.8, 0.1)}]\n')
    return (head(d, duration=0.03) + FRICTION + floor(d) + ball(d, "a", place(0.0, 0.1)) + ball(d, "b", place(0.4, 0.1)) +
            ball(d, "c", place(0.8, 0.1), more=f"velocity = {place(1.0, 0.0)}") + ball(d, "free", place(-0.2001, 0.1), more=f"velocity = {place(0.5, 0.0)}") +
            links + probe("ball", MOTION, 'body = "free"'))


def that_changes(d):
    """A source rains through a gate that leaves, a plate presses down, and a sink takes away."""
    shape, high = "disk" if d == 2 else "sphere", [0.2] * (d - 1)
    low = [-x for x in high]
    return (head(d) + FRICTION + floor(d) + ball(d, "first", [0.3] * (d - 1) + [0.1]) +
            f'[[sources]]\nname = "rain"\nmaterial = "stone"\nshape = "{shape}"\nradius = [0.03, 0.05]\nrate = 400.0\ncount = 8\n'
            f'region = {{ type = "box", min = {low + [0.1]}, max = {high + [0.6]} }}\nvelocity = {[0.0] * (d - 1) + [-3.0]}\n'
            f'[[sinks]]\nname = "out"\nof = "rain"\nregion = {{ type = "box", min = {[0.0] * (d - 1) + [-1.0]}, max = {[1.0] * (d - 1) + [0.12]} }}\n' +
            stages('name = "pour"\nduration = 0.02', 'name = "slow"\nduration = 0.04\nset = { "interactions.0.friction" = 0.1 }') +
            probe("ball", MOTION, 'body = "first"'))


def between_walls(d):
    """A clump between a floor that shakes and a piston under pressure."""
    lid = [0] * (d - 1) + [-1]
    parts = ", ".join(f'{{ type = "{"disk" if d == 2 else "sphere"}", radius = 0.1, position = {[x] + [0.0] * (d - 1)} }}' for x in (-0.05, 0.05))
    return (head(d, duration=0.05) + FRICTION + floor(d) +
            f'[[bodies]]\nname = "clump"\nmaterial = "stone"\nshape = {{ type = "compound", parts = [{parts}] }}\nposition = {[0.0] * (d - 1) + [0.1]}\n'
            f'[[bodies]]\nname = "lid"\nmaterial = "stone"\nmass = 5.0\nshape = {{ type = "plane", normal = {lid} }}\nposition = {[0.0] * (d - 1) + [0.21]}\n'
            f'[[drives]]\nbody = "lid"\npressure = 1e4\narea = 0.1\n'
            f'[[drives]]\nbody = "floor"\nmotion = {{ quantity = "velocity", direction = {[1] + [0] * (d - 1)}, kind = "sine", amplitude = 0.3, frequency_hz = 20.0 }}\n' +
            probe("ball", MOTION, 'body = "clump"'))


class OtherScenes(FilesOfARun):
    def test_cells_links_sources_and_walls_that_move_say_the_same_everywhere(self):
        bodies = {in_a_cell: "ball5", with_links: "free", that_changes: "first", between_walls: "clump"}
        for d, make in itertools.product((2, 3), bodies):
            with self.subTest(dimension=d, scene=make.__name__):
                self.agree(make(d))
                self.assertGreater(self.contacts.size, 0)
                self.compare_probe("ball", bodies[make], None if make is in_a_cell else [0.0] * (d - 1) + [-10.0])


if __name__ == "__main__":
    unittest.main()
