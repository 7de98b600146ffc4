#!/usr/bin/env python3
"""Runs that change, crossed: sources, sinks, pressures, membranes, links, stages, soft grains and cells in one run. Each has its balance
closed, the same bits on two threads, and the same bits after a restart in each of its stages."""
import itertools
import json
import math
import os
import shutil
import unittest
import zlib

from stages_test import FRICTION, InAFolder, ball, floor, head, probe, stages

ALL = os.environ.get("DRYSTONE_CROSSINGS") == "all"  # by night


def crossed(*axes):
    """Every value of each axis with every one of the others; by day half of these, in which each value is still there."""
    picks = itertools.product(*(range(len(axis)) for axis in axes))
    return [tuple(axis[i] for axis, i in zip(axes, pick)) for pick in picks if ALL or sum(pick) % 2 == 0]


SPRING = ('[[interactions]]\nbetween = ["stone", "stone"]\nlaw = "spring"\nnormal_stiffness = 1e6\ntangential_stiffness = 5e5\n'
          'normal_damping = 50.0\nfriction = 0.5\n')


def wide(d, x, z):
    return [x] * (d - 1) + [z]


def box(d, low, high):
    return f'{{ type = "box", min = {low}, max = {high} }}'


def plane(name, normal, place, more="fixed = true\n"):
    return f'[[bodies]]\nname = "{name}"\nmaterial = "stone"\n{more}shape = {{ type = "plane", normal = {normal} }}\nposition = {place}\n'


def walls(d, half):
    """Planes round x (and y) in [-half, half]."""
    text = ""
    for axis in range(d - 1):
        for sign in (1, -1):
            normal = [0] * d
            normal[axis] = sign
            place = [0.0] * d
            place[axis] = -sign * half
            text += plane(f"wall{axis}{'lo' if sign > 0 else 'hi'}", normal, place)
    return text


def source(d, name="pour", count=16, more=""):
    shape = "disk" if d == 2 else "sphere"
    return (f'[[sources]]\nname = "{name}"\nmaterial = "stone"\nshape = "{shape}"\nradius = [0.03, 0.04]\nrate = 800.0\ncount = {count}\n'
            f'region = {box(d, wide(d, -0.2, 0.1), wide(d, 0.2, 0.5))}\nvelocity = {wide(d, 0.0, -1.0)}\n{more}\n')


def method_of(soft):
    return 'method = "md"\n' if soft else ""


class Crossed(InAFolder):
    def check(self, text, scale=1000.0, status=0):
        """Returns the summary and leaves the run in "whole"."""
        shutil.rmtree(self.folder / "whole", ignore_errors=True)
        text += "[output]\nframes_every = 0.005\n"
        whole = self.run_scene(text, "whole", status=status)
        self.assertLess(abs(whole["energy"]["balance_error"]), 1e-9 * scale)
        self.run_scene(text, "two", "--threads", "2", status=status)
        self.assert_same_bits("whole", "two")
        ends = [s["end_step"] for s in whole["stages"]] if whole.get("stages") else [whole["steps"]]
        begins = [0, *ends[:-1]]
        steps = sorted({step for begin, end in zip(begins, ends) for step in (begin, (begin + end) // 2)} - {0})
        for step in steps if ALL else steps[zlib.crc32(text.encode()) % 2::2]:
            out = self.folder / "stopped"
            shutil.rmtree(out, ignore_errors=True)
            self.run_scene(text, "stopped", "--set", f"output.checkpoint_every={step * 1e-3!r}", status=status)
            if not (out / "checkpoint.previous.h5").exists():
                continue
            os.replace(out / "checkpoint.previous.h5", out / "checkpoint.h5")
            self.expect(status, "resume", "stopped", "--quiet", "--no-report")
            self.assert_same_bits("whole", "stopped")
            again = json.loads((out / "summary.json").read_text())
            self.assertEqual(again["energy"], whole["energy"], step)
        return whole


class SourcesUnderPressure(Crossed):
    """Poured between walls, pressed by a lid, let out below, and pressed on."""

    def test_planes_and_blocks(self):
        for d, soft in crossed((2, 3), (False, True)):
            with self.subTest(dimension=d, soft=soft):
                lid = plane("lid", wide(d, 0, -1), wide(d, 0.0, 0.8), "mass = 20.0\n")
                text = (head(d, more=f"[solver]\n{method_of(soft)}tolerance = 1e-6\n") + (SPRING if soft else FRICTION) + walls(d, 0.25) +
                        plane("gate", wide(d, 0, 1), wide(d, 0.0, 0.0)) + lid + source(d, more='stage = "pour"') +
                        f'[[sinks]]\nname = "out"\nregion = {box(d, wide(d, -1.0, -2.0), wide(d, 1.0, -0.01))}\nof = ["pour"]\n' +
                        '[[drives]]\nname = "lid"\nbody = "lid"\npressure = 2000.0\n' +
                        probe("lid", ["pressure", "area", "stress", "displacement"], 'drive = "lid"') +
                        probe("all", ["sources.pour.count", "sinks.out.count", "kinetic_energy", "balance_error"]) +
                        stages('name = "pour"\nuntil = { quantity = "sources.pour.count", above = 15.5, at_most = 0.2 }',
                               'name = "press"\nduration = 0.03\nset = { "drives.lid.pressure" = 4000.0 }',
                               'name = "open"\nduration = 0.15\nremove = ["gate"]'))
                whole = self.check(text)
                self.assertEqual(whole["stages"][0]["ended"], "condition")
                lid_rows, rows = self.rows("probes/lid.csv", "whole"), self.rows("probes/all.csv", "whole")
                area = 0.5 ** (d - 1)
                self.assertTrue(all(abs(row["area"] - area) < 1e-9 for row in lid_rows))
                self.assertEqual(lid_rows[-1]["pressure"], 4000.0)
                self.assertGreater(rows[-1]["sinks.out.count"], 0)
                self.assertGreater(lid_rows[-1]["displacement"], lid_rows[5]["displacement"])


class SourcedBodiesAreHeld(Crossed):
    """hold and release of bodies that a source brought, by its name and by patterns."""

    def test_hold_and_release(self):
        for d, soft in crossed((2, 3), (False, True)):
            with self.subTest(dimension=d, soft=soft):
                text = (head(d, more=f"[solver]\n{method_of(soft)}\n") + (SPRING if soft else FRICTION) + floor(d) + source(d, count=8) +
                        probe("all", ["kinetic_energy", "balance_error", "sources.pour.count"]) +
                        stages('name = "pour"\nduration = 0.012', 'name = "held"\nduration = 0.02\nhold = "pour"',
                               'name = "some"\nduration = 0.02\nrelease = ["pour.1*", "pour.3"]',
                               'name = "free"\nduration = 0.02\nrelease = "pour.*"'))
                whole = self.check(text)
                ends = [s["end_step"] for s in whole["stages"]]
                rows = self.rows("probes/all.csv", "whole")
                energy = [rows[end - 1]["kinetic_energy"] for end in ends]
                self.assertGreater(energy[0], 0.0)
                self.assertEqual(energy[1], 0.0)
                self.assertGreater(energy[2], 0.0)
                self.assertGreater(energy[3], 2.0 * energy[2])

    def test_those_that_come_later_are_free(self):
        text = (head(2) + FRICTION + floor(2) + source(2, count=8) + probe("all", ["kinetic_energy", "sources.pour.count"]) +
                stages('name = "a"\nduration = 0.004', 'name = "b"\nduration = 0.02\nhold = "pour.*"'))
        self.check(text)
        rows = self.rows("probes/all.csv", "whole")
        self.assertEqual(rows[-1]["sources.pour.count"], 8)
        self.assertGreater(rows[-1]["kinetic_energy"], 0.0)


class MembranesChange(Crossed):
    """Grains of a membrane are taken away, a source rains on it, platens begin to move."""

    def lattice(self, d, n=4):
        shape = "disk" if d == 2 else "sphere"
        return (f'[[generate]]\ntype = "lattice"\nname = "bead"\nshape = "{shape}"\nmaterial = "stone"\nradius = 0.1\nspacing = 0.205\n'
                f"counts = {[n] * d}\norigin = {[0.0] * d}\n")

    def test_grains_leave_and_platens_move(self):
        for d, soft in crossed((2, 3), (False, True)):
            with self.subTest(dimension=d, soft=soft):
                far = 0.205 * 3 + 0.101
                text = (head(d, gravity=0.0, more=f"[solver]\n{method_of(soft)}tolerance = 1e-6\n") + (SPRING if soft else FRICTION) +
                        plane("bottom", wide(d, 0, 1), wide(d, 0.0, -0.101)) + plane("top", wide(d, 0, -1), wide(d, 0.0, far), "mass = 10.0\n") +
                        self.lattice(d) +
                        '[[membranes]]\nname = "foil"\nof = "bead"\nplatens = ["bottom", "top"]\npressure = 800.0\nreach = 0.25\n'
                        '[[drives]]\nname = "top"\nbody = "top"\npressure = 800.0\nstage = ["a", "b"]\n'
                        f'[[drives]]\nbody = "top"\nstage = "c"\nfix = {json.dumps(["x", "rz"] if d == 2 else ["x", "y", "rx", "ry", "rz"])}\n'
                        f'motion = {{ quantity = "velocity", direction = {wide(d, 0, -1)}, kind = "constant", value = 0.1 }}\n' +
                        probe("foil", ["volume", "area", "pressure", "outside"], 'membrane = "foil"') +
                        probe("all", ["kinetic_energy", "balance_error"]) +
                        stages('name = "a"\nduration = 0.02', f'name = "b"\nduration = 0.02\nremove = {{ box = {{ min = {[0.1] * d}, max = {[0.3] * d} }} }}',
                               'name = "c"\nduration = 0.02\nset = { "membranes.foil.pressure" = 1600.0 }'))
                self.check(text)
                rows = self.rows("probes/foil.csv", "whole")
                self.assertEqual((rows[10]["pressure"], rows[-1]["pressure"]), (800.0, 1600.0))
                self.assertLess(rows[-1]["volume"], rows[0]["volume"])

    def test_a_condition_on_its_volume(self):
        text = (head(2, gravity=0.0) + FRICTION + self.lattice(2) + '[[membranes]]\nname = "foil"\nof = ["bead.*"]\npressure = 5000.0\nreach = 0.25\n' +
                probe("foil", ["volume"], 'membrane = "foil"') +
                stages('name = "squeeze"\nuntil = { quantity = "volume", membrane = "foil", below = 0.37, at_most = 1.0 }',
                       'name = "free"\nduration = 0.005\nset = { "membranes.0.pressure" = 0.0 }'))
        whole = self.check(text)
        self.assertEqual(whole["stages"][0]["ended"], "condition")
        rows, end = self.rows("probes/foil.csv", "whole"), whole["stages"][0]["end_step"]
        self.assertLess(rows[end - 1]["volume"], 0.37)
        self.assertGreaterEqual(rows[end - 2]["volume"], 0.37)


class LinksInStages(Crossed):
    """Motors turn faster, cables yield, strengths fall."""

    def crank(self, d, tail):
        shape = '"box", size = [0.4, 0.1]' if d == 2 else '"box", size = [0.4, 0.1, 0.1]'
        zero = [0.0] * d
        axis = "" if d == 2 else "axis = [0, 1, 0]\n"
        return (head(d, gravity=0.0) + FRICTION + f'[[bodies]]\nname = "arm"\nmaterial = "stone"\nshape = {{ type = {shape} }}\n'
                f'[[links]]\nname = "pin"\nbetween = ["world", "arm"]\ntype = "hinge"\npoint = {zero}\n{axis}'
                'motor = { quantity = "velocity", value = 1.0 }\n' + probe("pin", ["angle", "moment"], 'link = "pin"') +
                probe("all", ["work", "balance_error"]) + tail)

    def test_a_motor_is_set(self):
        for d in (2, 3):
            with self.subTest(dimension=d):
                self.check(self.crank(d, stages('name = "a"\nduration = 0.1', 'name = "b"\nduration = 0.1\nset = { "links.pin.motor.value" = -3.0 }',
                                                'name = "c"\nuntil = { quantity = "angle", link = "pin", below = -1.0, at_most = 1.0 }')))
                rows = self.rows("probes/pin.csv", "whole")
                self.assertAlmostEqual(rows[99]["angle"], 0.1 - 0.0005, 6)      # a step that changes speed goes by the mean of both
                self.assertAlmostEqual(rows[199]["angle"], 0.0995 - 0.001 - 0.297, 6)
                self.assertLess(rows[-1]["angle"], -1.0)
                self.assertGreater(rows[-1]["angle"], -1.0 - 0.0031)

    def test_a_strength_that_falls_lets_go(self):
        text = (head(3) + FRICTION + ball(3, "weight", [0.0, 0.0, 0.0]) +
                '[[links]]\nname = "rope"\nbetween = ["world", "weight"]\ntype = "cable"\npoints = [[0, 0, 1], [0, 0, 0.1]]\nstrength = 1000.0\n' +
                probe("rope", ["tension", "status"], 'link = "rope"') +
                stages('name = "hangs"\nduration = 0.05', 'name = "falls"\nduration = 0.05\nset = { "links.rope.strength" = 10.0 }'))
        self.check(text)
        rows = self.rows("probes/rope.csv", "whole")
        weight = 1000.0 * 4 / 3 * math.pi * 0.1 ** 3 * 10.0
        self.assertAlmostEqual(rows[48]["tension"], weight, 6)
        self.assertEqual([rows[49]["status"], rows[-1]["status"]], [1.0, 0.0])

    def test_a_spring_that_becomes_stiffer_swings_about_another_place(self):
        """A weight m g hangs at rest on k; with 4 k it goes up by twice m g / k - m g / (4 k), and the balance knows what it was given."""
        for d, kind in ((2, "spring"), (3, "spring"), (3, "cable")):
            with self.subTest(dimension=d, kind=kind):
                mass, k = 1.0, 400.0
                top, low = [0.0] * (d - 1) + [1.0], [0.0] * (d - 1) + [0.1]
                text = (head(d) + FRICTION + ball(d, "weight", [0.0] * d, more=f"mass = {mass}") +
                        f'[[links]]\nname = "line"\nbetween = ["world", "weight"]\ntype = "{kind}"\npoints = [{top}, {low}]\nstiffness = {k}\n'
                        f"prestress = {10.0 * mass}\n" + probe("line", ["elongation", "tension"], 'link = "line"') +
                        probe("all", ["balance_error", "stored_energy"]) +
                        stages('name = "hangs"\nduration = 0.02', f'name = "swings"\nduration = 0.2\nset = {{ "links.line.stiffness" = {4 * k} }}'))
                self.check(text)
                rows = self.rows("probes/line.csv", "whole")
                sag = 10.0 * mass / k
                self.assertAlmostEqual(rows[18]["elongation"], 0.0, 9)
                self.assertAlmostEqual(rows[18]["tension"], 10.0 * mass, 6)
                highest = min(row["elongation"] for row in rows)
                if kind == "spring":
                    self.assertLess(abs(highest / (-1.5 * sag) - 1), 0.01)
                else:                                                   # it goes slack at its unstretched length, and the weight flies on
                    self.assertLess(highest, -1.2 * sag)
        stiff = head(2) + FRICTION + ball(2, "weight", [0.0, 0.0]) + (
            '[[links]]\nname = "line"\nbetween = ["world", "weight"]\ntype = "cable"\npoints = [[0, 1], [0, 0.1]]\n' +
            stages('name = "a"\nduration = 0.01', 'name = "b"\nduration = 0.01\nset = { "links.line.stiffness" = 10.0 }'))
        (self.folder / "scene.toml").write_text(stiff)
        self.assertIn("from the beginning", self.expect(2, "check", "scene.toml").stderr)

    def test_what_cannot_be_set(self):
        cases = {'"links.pin.limits" = [-1, 1]': "cannot change `limits`", '"links.pin.friction" = 2.0, "links.pin.motor.most" = 1.0': None,
                 '"links.none.friction" = 1.0': "no entry named"}
        for keys, said in cases.items():
            text = self.crank(2, stages('name = "a"\nduration = 0.01', f'name = "b"\nduration = 0.01\nset = {{ {keys} }}'))
            (self.folder / "scene.toml").write_text(text)
            result = self.drystone("check", "scene.toml")
            if said is None:
                self.assertEqual(result.returncode, 0, result.stderr)
                continue
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, r"scene.toml:\d+:\d+: ")
            self.assertIn(said, result.stderr)
        plain = self.crank(2, stages('name = "a"\nduration = 0.01', 'name = "b"\nduration = 0.01\nset = { "links.pin.friction" = 1.0 }'))
        plain = plain.replace('motor = { quantity = "velocity", value = 1.0 }\n', "")
        (self.folder / "scene.toml").write_text(plain)
        self.assertIn("from the beginning", self.expect(2, "check", "scene.toml").stderr)
        moved = self.crank(2, stages('name = "a"\nduration = 0.01', 'name = "b"\nduration = 0.01\nset = { "links.pin.motor.value" = 1.0 }'))
        (self.folder / "scene.toml").write_text(moved.replace('"velocity", value = 1.0', '"displacement", value = 0.0'))
        self.assertIn("would jump", self.expect(2, "check", "scene.toml").stderr)


class Conditions(Crossed):
    """until of regions, cuts, bodies together; at_most is told."""

    def test_a_region_and_a_cut(self):
        for d in (2, 3):
            with self.subTest(dimension=d):
                region = box(d, wide(d, -1.0, 0.0), wide(d, 1.0, 0.15))
                text = (head(d) + FRICTION + floor(d) + source(d, count=6) + probe("low", ["count", "mass"], f"region = {region}") +
                        stages(f'name = "fill"\nuntil = {{ quantity = "count", region = {region}, above = 4.5, at_most = 2.0 }}',
                               f'name = "press"\nuntil = {{ quantity = "force.{"xyz"[d - 1]}", cut = {{ point = {wide(d, 0.0, 0.001)}, normal = {wide(d, 0, -1)} }}, above = 1.0, at_most = 1.0 }}'))
                whole = self.check(text)
                self.assertEqual([s["ended"] for s in whole["stages"]], ["condition", "condition"])
                self.assertEqual(self.rows("probes/low.csv", "whole")[whole["stages"][0]["end_step"] - 1]["count"], 5)

    def test_flux_is_refused(self):
        text = (head(2) + FRICTION + floor(2) + ball(2, "a", [0, 1]) +
                stages('name = "a"\nuntil = { quantity = "flux", cut = { point = [0, 0.5], normal = [0, 1] }, above = 1.0 }'))
        (self.folder / "scene.toml").write_text(text)
        said = self.expect(2, "check", "scene.toml").stderr
        self.assertRegex(said, r"scene.toml:\d+:\d+: flux is of a step")

    def test_at_most_is_told(self):
        text = (head(2) + FRICTION + floor(2) + ball(2, "a", [0, 5]) +
                stages('name = "wait"\nuntil = { quantity = "unbalanced", below = 1e-3, at_most = 0.01 }', 'name = "go"\nduration = 0.01'))
        (self.folder / "scene.toml").write_text(text)
        result = self.expect(0, "run", "scene.toml", "--out", "told", "--quiet", "--no-report")
        self.assertIn("wait", result.stderr)
        summary = json.loads((self.folder / "told/summary.json").read_text())
        self.assertEqual(summary["stages"][0]["ended"], "at_most")
        self.assertTrue(any("wait" in warning for warning in summary["warnings"]))


class JointsOfSourcedBlocks(Crossed):
    """Blocks that a source brings one after the other to one place never touched at time 0."""

    def test_no_false_joints(self):
        for d in (2, 3):
            with self.subTest(dimension=d):
                size = [0.1] * d
                text = (head(d) + FRICTION + floor(d).replace("fixed = true", f"fixed = true\nposition = {wide(d, 0.0, -5.0)}") +
                        f'[[sources]]\nname = "drop"\nmaterial = "stone"\nshapes = [{{ shape = {{ type = "box", size = {size} }} }}]\nrate = 3.0\ncount = 3\n'
                        f'region = {box(d, wide(d, -0.09, 0.0), wide(d, 0.09, 0.18))}\n' +
                        probe("all", ["sources.drop.count"]) + stages('name = "a"\nduration = 0.75'))
                self.check(text)
                self.assertEqual(self.rows("probes/all.csv", "whole")[-1]["sources.drop.count"], 3)
                self.assertEqual(len((self.folder / "whole/joints.csv").read_text().splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
