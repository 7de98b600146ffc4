#!/usr/bin/env python3
"""Cells crossed with all that changes in a run: in the plane and in space; as they are, told to move and under stress; with floors, lids under
pressure, sources and sinks; in stages that change what is controlled; by moreau, euler and soft grains. Each has its balance closed, the same bits on
two threads and after a restart in each of its stages, and a run begins with it where it ended."""
import csv
import itertools
import json
import math
import shutil
import unittest

from crossings_of_runs_test import SPRING, Crossed, box, crossed, method_of, plane, wide
from stages_test import FRICTION, head, probe, stages

HOW = [("moreau", False), ("euler", False), ("moreau", True)]


def grains(d, low, n=4, name="grain"):
    """A lattice that fills a cell of size 0.8, from `low` up along the last axis."""
    shape = "disk" if d == 2 else "sphere"
    return (f'[[generate]]\ntype = "lattice"\nname = "{name}"\nshape = "{shape}"\nmaterial = "stone"\nradius = 0.09\nspacing = 0.2\n'
            f"counts = {[n] * (d - 1) + [2]}\norigin = {wide(d, 0.1, low)}\n")


def scene(d, how, soft, cell, body, tail, gravity=-10.0):
    kind = "" if soft else f'integrator = "{how}"\n'
    return (head(d, gravity=gravity, more=f"{kind}[solver]\n{method_of(soft)}tolerance = 1e-7\n") + (SPRING if soft else FRICTION) +
            f"[cell]\nsize = {wide(d, 0.8, 2.0 if gravity else 0.8)}\nperiodic = {json.dumps([True] * (d - 1) + [not gravity])}\n{cell}" + body +
            probe("all", ["kinetic_energy", "balance_error", "cell.stress", "cell.size", "contacts"]) + tail)


def openings(d, stage):
    shape = "disk" if d == 2 else "sphere"
    return (f'[[sources]]\nname = "pour"\nmaterial = "stone"\nshape = "{shape}"\nradius = [0.03, 0.05]\nrate = 600.0\ncount = 12\nstage = {json.dumps(stage)}\n'
            f'region = {box(d, wide(d, 0.0, 0.6), wide(d, 0.8, 0.95))}\nvelocity = {wide(d, 0.0, -1.0)}\n'
            f'[[sinks]]\nname = "out"\nregion = {box(d, wide(d, 0.3, 0.0), wide(d, 0.5, 0.3))}\nstage = "c"\n')


class CellsCrossed(Crossed):
    def final(self, out="whole"):
        with open(self.folder / out / "bodies.csv", newline="") as file:
            return {row["name"]: row for row in csv.DictReader(file)}

    def goes_on(self, text):
        """A run from where another ended has its bodies there, and its cell."""
        (self.folder / "scene.toml").write_text(text)
        shutil.rmtree(self.folder / "next", ignore_errors=True)
        self.expect(0, "run", "scene.toml", "--from", "whole", "--out", "next", "--quiet", "--no-report", "--set", "output.frames_every=0.001")
        rows = self.rows("probes/all.csv", "next")
        ends = self.rows("probes/all.csv", "whole")
        self.assertTrue(all(math.isfinite(row["kinetic_energy"]) for row in rows))
        self.assertTrue(all(abs(row["balance_error"]) < 1e-6 for row in rows))
        return ends[-1], rows[0]

    def test_poured_on_a_floor_that_stretches(self):
        for d, (how, soft) in crossed((2, 3), HOW):
            with self.subTest(dimension=d, integrator=how, soft=soft):
                self.poured_on_a_floor_that_stretches(d, how, soft)

    def poured_on_a_floor_that_stretches(self, d, how, soft):
        text = scene(d, how, soft, "", plane("floor", wide(d, 0, 1), wide(d, 0.0, 0.0)) + grains(d, 0.1) + openings(d, ["a", "b"]),
                     probe("through", ["sources.pour.count", "sinks.out.count"]) +
                     stages('name = "a"\nduration = 0.02', 'name = "b"\nduration = 0.02\nset = { "cell.control.xx.rate" = -0.5 }',
                            'name = "c"\nduration = 0.02\nset = { "interactions.0.friction" = 0.1, "cell.control.xx.rate" = 0.0 }'))
        self.check(text)
        rows = self.rows("probes/through.csv", "whole")
        self.assertEqual(rows[-1]["sources.pour.count"], 12)
        self.assertGreater(rows[-1]["sinks.out.count"], 0)
        self.assertAlmostEqual(self.rows("probes/all.csv", "whole")[-1]["cell.size.x"], 0.8 * math.exp(-0.01), 9)

    def test_a_lid_presses_and_the_cell_gives_way(self):
        for d, (how, soft) in crossed((2, 3), HOW):
            with self.subTest(dimension=d, integrator=how, soft=soft):
                self.a_lid_presses_and_the_cell_gives_way(d, how, soft)

    def a_lid_presses_and_the_cell_gives_way(self, d, how, soft):
        lid = plane("lid", wide(d, 0, -1), wide(d, 0.0, 0.55), "mass = 20.0\n")
        fix = json.dumps(["x", "rz"] if d == 2 else ["x", "y", "rx", "ry", "rz"])
        text = scene(d, how, soft, "damping = 20.0\ncontrol.xx = { stress = 500.0 }\n",
                     plane("floor", wide(d, 0, 1), wide(d, 0.0, 0.0)) + grains(d, 0.1) + lid +
                     f'[[drives]]\nname = "lid"\nbody = "lid"\npressure = 800.0\narea = {0.8 ** (d - 1)}\nstage = ["a", "b"]\n'
                     f'[[drives]]\nbody = "lid"\nstage = "c"\nfix = {fix}\n'
                     f'motion = {{ quantity = "velocity", direction = {wide(d, 0, -1)}, kind = "constant", value = 0.05 }}\n',
                     stages('name = "a"\nduration = 0.02', 'name = "b"\nduration = 0.02\nset = { "drives.lid.pressure" = 1600.0 }',
                            'name = "c"\nduration = 0.02\nset = { "cell.control.xx.stress" = 900.0 }'))
        self.check(text)
        last, first = self.goes_on(text)
        self.assertLess(self.rows("probes/all.csv", "whole")[-1]["cell.size.x"], 0.8)

    def test_pressed_then_sheared(self):
        for d, (how, soft) in crossed((2, 3), HOW):
            with self.subTest(dimension=d, integrator=how, soft=soft):
                self.pressed_then_sheared(d, how, soft)

    def pressed_then_sheared(self, d, how, soft):
        axes = ["xx", "yy"] if d == 2 else ["xx", "yy", "zz"]
        stress = "".join(f"control.{one} = {{ stress = 1000.0 }}\n" for one in axes)
        text = scene(d, how, soft, "damping = 20.0\n" + stress, grains(d, 0.1) + grains(d, 0.5, name="upper"),
                     stages('name = "a"\nduration = 0.03', 'name = "b"\nduration = 0.02\nset = { "cell.control.xy.rate" = 1.0 }',
                            'name = "c"\nduration = 0.01\nset = { "cell.control.yy.stress" = 2000.0, "interactions.0.friction" = 0.2 }'), gravity=0.0)
        self.check(text)
        last, first = self.goes_on(text)
        rows = self.rows("probes/all.csv", "whole")
        self.assertLess(rows[-1]["cell.size.x"], rows[0]["cell.size.x"])
        self.assertLess(abs(first["cell.size.x"] / last["cell.size.x"] - 1), 5e-3)  # the cell goes on from there: one step of its shrinking, not 6 to 10 %

    def test_blocks_that_deform(self):
        """Uniform and meshed blocks beside balls, pressed, sheared and told to shrink."""
        for d, how in crossed((2, 3), ("moreau", "euler")):
            with self.subTest(dimension=d, integrator=how):
                self.blocks_that_deform(d, how)

    def blocks_that_deform(self, d, how):
        axes = ["xx", "yy"] if d == 2 else ["xx", "yy", "zz"]
        stress = "".join(f"control.{one} = {{ stress = 20000.0 }}\n" for one in axes)
        kinds = ['"uniform"', f"{{ divisions = {[2, 2] if d == 2 else [1, 1, 1]} }}"]
        blocks = "".join(f'[[bodies]]\nname = "block{k}"\nmaterial = "stone"\nshape = {{ type = "box", size = {[0.399] * d} }}\nposition = {[0.05 + 0.4 * i for i in place]}\n'
                         f"deformable = {kinds[k % 2]}\n" for k, place in enumerate(itertools.product((0, 1), repeat=d)) if k != 1)
        shape = "disk" if d == 2 else "sphere"
        ball = f'[[bodies]]\nname = "ball"\nmaterial = "stone"\nshape = {{ type = "{shape}", radius = 0.1995 }}\nposition = {[0.05] * (d - 1) + [0.45]}\n'
        text = scene(d, how, False, "damping = 20.0\n" + stress, blocks + ball,
                     stages('name = "a"\nduration = 0.01', 'name = "b"\nduration = 0.006\nset = { "cell.control.xy.rate" = 1.0 }',
                            'name = "c"\nduration = 0.004\nset = { "cell.control" = { xx = { rate = -0.5 }, yy = { stress = 30000.0 } } }'), gravity=0.0)
        text = text.replace("density = 1000.0\n", "density = 1000.0\nyoung = 1e6\npoisson = 0.2\ndamping = 1e-3\n", 1)
        self.check(text)
        self.expect(0, "report", "whole")
        self.assertTrue((self.folder / "whole/report.html").exists())
        last, first = self.goes_on(text)
        rows = self.rows("probes/all.csv", "whole")
        self.assertLess(rows[-1]["cell.size.x"], rows[0]["cell.size.x"])
        self.assertGreater(max(row["contacts"] for row in rows), 4)


if __name__ == "__main__":
    unittest.main()
