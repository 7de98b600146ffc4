#!/usr/bin/env python3
"""`drystone run SCENE --from DIR`, and `resume --set`: what is taken from another run, what is refused, and that such a run can be resumed."""
import itertools
import json
import os
import pathlib
import shutil
import sys
import unittest

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from stages_test import FRICTION, InAFolder, LAWS, MATRIX, ball, floor, head, pile, probe, stages  # noqa: E402


class From(InAFolder):
    def take(self, text, out, *options, status=0):
        (self.folder / f"{out}.toml").write_text(text)
        return self.expect(status, "run", f"{out}.toml", "--out", out, "--quiet", "--no-report", *options)

    def test_a_run_in_two_is_the_run_in_one(self):
        """Every law, method and integrator: places, velocities, springs and bonds go on as if nothing had been."""
        for dimension, law, how, method in MATRIX:
            with self.subTest(dimension=dimension, law=law, integrator=how, method=method):
                for name in ("whole", "first", "second"):
                    shutil.rmtree(self.folder / name, ignore_errors=True)
                plain = pile(dimension, law, how, method, probe("late", ["contacts", "stored_energy", "intact_joints", "kinetic_energy"]), 0.06)
                plain = plain.replace('kind = "sine", amplitude = 0.3, frequency_hz = 7.0', 'kind = "constant", value = 0.3')
                self.take(plain, "whole")
                self.take(plain.replace("duration = 0.06", "duration = 0.03"), "first")
                self.take(plain.replace("duration = 0.06", "duration = 0.03"), "second", "--from", "first")
                whole, second = self.rows("probes/late.csv", "whole")[30:], self.rows("probes/late.csv", "second")
                for key in ("contacts", "intact_joints"):
                    self.assertEqual([row[key] for row in whole], [row[key] for row in second], key)
                for key in ("stored_energy", "kinetic_energy"):
                    scale = max(abs(row[key]) for row in whole) + 1e-9
                    np.testing.assert_allclose([row[key] for row in second], [row[key] for row in whole], atol=2e-4 * scale)
                summary = json.loads((self.folder / "second/summary.json").read_text())
                self.assertEqual(summary["from"], "first")
                self.assertLess(abs(summary["energy"]["balance_error"]), 1e-7)

    def base(self, more="", duration=0.02, bodies=""):
        return head(2, duration=duration) + FRICTION + floor(2) + bodies + more + probe("a", ["position", "velocity"], 'body = "a"')

    def test_others_start_as_the_scene_says_and_missing_ones_are_named(self):
        self.take(self.base(bodies=ball(2, "a", [0, 1]) + ball(2, "gate", [1, 1], more="fixed = true")), "first")
        result = self.take(self.base(bodies=ball(2, "new", [5, 5]) + ball(2, "a", [3, 3])), "second", "--from", "first")
        self.assertIn('"gate"', result.stderr)
        a = self.rows("probes/a.csv", "second")
        self.assertAlmostEqual(a[-1]["position.y"], 1 - 5 * 0.04**2, 12)
        self.assertAlmostEqual(a[0]["time"], 1e-3, 15)
        new = next(row for row in (self.folder / "second/bodies.csv").read_text().splitlines() if "new" in row)
        self.assertIn("4.998", new)

    def test_a_folder_may_have_the_sign_of_a_time_in_its_name(self):
        text = self.base(bodies=ball(2, "a", [0, 1])) + "[output]\nframes_every = 0.01\n"
        self.take(text, "at@0.01")
        self.take(text, "whole", "--from", "at@0.01")
        self.take(text, "frame", "--from", "at@0.01@0.01")
        self.assertAlmostEqual(self.rows("probes/a.csv", "whole")[-1]["position.y"], 1 - 5 * 0.04**2, 12)
        self.assertAlmostEqual(self.rows("probes/a.csv", "frame")[-1]["position.y"], 1 - 5 * 0.03**2, 7)
        self.assertIn("must be a time", self.take(text, "none", "--from", "at@noon", status=2).stderr)

    def test_a_frame_at_a_time(self):
        text = self.base(bodies=ball(2, "a", [0, 1]), duration=0.1) + "[output]\nframes_every = 0.01\n"
        self.take(text, "first")
        self.take(text, "second", "--from", "first@0.052")
        y = self.rows("probes/a.csv", "second")[0]
        self.assertAlmostEqual(y["position.y"], 1 - 5 * 0.051**2, 7)  # velocities in frames are single precision
        self.assertIn("behind the @", self.take(text, "third", "--from", "first@soon", status=2).stderr)

    def test_what_is_refused(self):
        text = self.base(bodies=ball(2, "a", [0, 1]))
        self.take(text, "first")
        other = self.base(bodies=ball(2, "a", [0, 1], radius=0.2))
        self.assertIn("another shape", self.take(other, "second", "--from", "first", status=2).stderr)
        box = text.replace('{ type = "disk", radius = 0.1 }', '{ type = "box", size = [0.2, 0.2] }')
        self.assertIn("another shape", self.take(box, "second", "--from", "first", status=2).stderr)
        solid = head(3, duration=0.01) + FRICTION + ball(3, "a", [0, 0, 1])
        self.assertIn("2D", self.take(solid, "second", "--from", "first", status=2).stderr)
        self.assertIn("no such folder", self.take(text, "second", "--from", "nowhere", status=2).stderr)
        strangers = head(2, duration=0.01) + FRICTION + ball(2, "b", [0, 1])
        self.assertIn("no body of the scene", self.take(strangers, "second", "--from", "first", status=2).stderr)
        self.assertIn("choose another", self.take(text, "first", "--from", "first", "--force", status=2).stderr)
        self.assertFalse((self.folder / "second").exists())

    def test_bonds_that_broke_stay_broken_and_new_ones_are_made(self):
        law = '[[interactions]]\nbetween = ["stone", "stone"]\nlaw = "bonded"\nfriction = 0.5\ntensile_force = 5.0\nshear_force = 5.0\n'
        row = ball(2, "a", [0, 0], more="fixed = true") + ball(2, "b", [0.2, 0]) + ball(2, "c", [0, 0.2])
        pull = '[[drives]]\nbody = "b"\nforce = [50.0, 0]\nhistory = { kind = "table", points = [[0, 1], [0.002, 1], [0.002001, -1], [0.004, -1], [0.004001, 0]] }\n'
        first = head(2, gravity=0.0, duration=0.02) + law + row + pull + probe("all", ["intact_joints"])
        self.take(first, "first")
        second = head(2, gravity=0.0, duration=0.01) + law + row + ball(2, "d", [-0.2, 0]) + probe("all", ["intact_joints"])
        self.take(second, "second", "--from", "first")
        before, after = self.rows("probes/all.csv", "first"), self.rows("probes/all.csv", "second")
        self.assertEqual(before[-1]["intact_joints"], 1)
        self.assertEqual(after[-1]["intact_joints"], 2)  # a-c, and a-d, which is new
        dry = first.replace(law, FRICTION)
        self.take(dry, "dry")
        said = self.take(second, "third", "--from", "dry")
        self.assertIn("remember other things", said.stderr)

    def test_such_a_run_can_be_resumed_without_the_other(self):
        for case in (MATRIX[0], MATRIX[3], MATRIX[6]):
            with self.subTest(case):
                for name in ("first", "second", "third"):
                    shutil.rmtree(self.folder / name, ignore_errors=True)
                text = pile(*case, "", 0.03)
                self.take(text, "first")
                self.take(text, "second", "--from", "first")
                self.take(text, "third", "--from", "first", "--set", "output.checkpoint_every=0.02")
                shutil.rmtree(self.folder / "first")
                os.replace(self.folder / "third/checkpoint.previous.h5", self.folder / "third/checkpoint.h5")
                self.expect(0, "resume", "third", "--quiet", "--no-report")
                self.assert_same_bits("second", "third")
                self.assertEqual(json.loads((self.folder / "third/summary.json").read_text())["from"], "first")

    def test_some_bodies_of_a_file(self):
        self.take(pile(2, "coulomb", "moreau", None, "", 0.03), "first")
        text = ('bodies_from = { file = "first/bodies.csv", bodies = ["grain.*", "floor"] }\n' + head(2, duration=0.01) + FRICTION +
                probe("all", ["kinetic_energy"]))
        said = self.take(text, "second", "--from", "first")
        self.assertIn('"wall"', said.stderr)
        names = [row.split(",")[1] for row in (self.folder / "second/bodies.csv").read_text().splitlines()[1:]]
        self.assertEqual(sorted(names), sorted([f"grain.{k}" for k in range(9)] + ["floor"]))
        self.assertIn("no body or group", self.take(text.replace("floor", "flor"), "third", status=2).stderr)

    def test_from_in_stages(self):
        self.take(pile(2, "bonded", "moreau", None, "", 0.02), "first")
        text = pile(2, "bonded", "moreau", None, stages('name = "a"\nduration = 0.01', 'name = "b"\nduration = 0.01\nrelease = "late"'))
        self.take(text, "second", "--from", "first")
        self.assertEqual(len(json.loads((self.folder / "second/summary.json").read_text())["stages"]), 2)


ELASTIC = f'[[interactions]]\nbetween = ["stone", "stone"]\n{LAWS["elastic"]}'
BONDED = '[[interactions]]\nbetween = ["stone", "stone"]\nlaw = "bonded"\nfriction = 0.5\ntensile_force = 500.0\nshear_force = 500.0\n'
SOFT = f'[[interactions]]\nbetween = ["stone", "stone"]\n{LAWS["spring"]}'


class FromCells(InAFolder):
    """Contacts across the border of a cell: which image they see, and what they remember, is taken along."""

    take = From.take

    def lattice(self, d, law, cell, turned=False):
        """Balls that touch each other and their images, all round; `turned`: in the other order, so that contacts are known by their other side."""
        places = [[0.1 + 0.2 * k for k in place] for place in np.ndindex(*[3] * d)]
        named = [(f"ball{k}", place) for k, place in enumerate(places)]
        moves = {0: "velocity = " + str([0.3, -0.1, 0.2][:d]), 1: "angular_velocity = " + ("5.0" if d == 2 else "[0.0, 3.0, 5.0]")}
        bodies = [ball(d, name, place, 0.1001 if law is SOFT else 0.1, moves.get(k, "")) for k, (name, place) in enumerate(named)]
        method = '[solver]\nmethod = "md"\n' if law is SOFT else "[solver]\ntolerance = 1e-9\nmax_iterations = 20000\n"
        return (head(d, step=1e-4, duration=0.004, gravity=0.0, more=method) + law + f"[cell]\nsize = {[0.6 if law is not SOFT else 0.6002] * d}\nperiodic = {json.dumps([True] * d)}\n{cell}" +
                "".join(reversed(bodies) if turned else bodies) + probe("all", ["contacts", "intact_joints", "stored_energy", "kinetic_energy", "cell.stress", "cell.size"]) +
                probe("one", ["position", "velocity"], 'body = "ball0"'))

    def test_a_run_in_two_is_the_run_in_one(self):
        fixed, moved, pressed = "", "control = { xy = { rate = 0.5 }, yy = { stress = 100.0 } }\n", "control = { yy = { stress = 100.0 } }\n"
        cases = [(ELASTIC, fixed), (ELASTIC, moved), (SOFT, fixed), (SOFT, moved), (BONDED, pressed)]  # rigid bonds would not be sheared
        for d, (law, cell), turned in itertools.product((2, 3), cases, (False, True)):
            if law is BONDED and d == 3:
                continue
            with self.subTest(dimension=d, law=law, cell=cell, turned=turned):
                for name in ("whole", "first", "second"):
                    shutil.rmtree(self.folder / name, ignore_errors=True)
                text = self.lattice(d, law, cell)
                self.take(text.replace("0.004", "0.008"), "whole")
                self.take(text, "first")
                self.take(self.lattice(d, law, cell, turned), "second", "--from", "first")
                for name, keys in (("all", ("contacts", "intact_joints", "stored_energy", "kinetic_energy", "cell.stress.yy", "cell.size.y")),
                                   ("one", ("position.x", "position.y", "velocity.x", "velocity.y"))):
                    whole, second = self.rows(f"probes/{name}.csv", "whole")[40:], self.rows(f"probes/{name}.csv", "second")
                    for key in keys:
                        scale = max(abs(row[key]) for row in whole) + 1e-9
                        np.testing.assert_allclose([row[key] for row in second], [row[key] for row in whole], atol=1e-3 * scale, err_msg=key)
                self.assertGreater(whole[0]["velocity.x"] ** 2, 0.0)

    def test_such_a_run_can_be_resumed_without_the_other(self):
        for d, law in ((2, ELASTIC), (3, ELASTIC), (2, SOFT)):
            with self.subTest(dimension=d, law=law):
                for name in ("first", "second", "third"):
                    shutil.rmtree(self.folder / name, ignore_errors=True)
                text = self.lattice(d, law, "control = { xy = { rate = 0.5 } }\n")
                self.take(text, "first")
                self.take(text, "second", "--from", "first")
                self.take(text, "third", "--from", "first", "--set", "output.checkpoint_every=0.002")
                shutil.rmtree(self.folder / "first")
                os.replace(self.folder / "third/checkpoint.previous.h5", self.folder / "third/checkpoint.h5")
                self.expect(0, "resume", "third", "--quiet", "--no-report")
                self.assert_same_bits("second", "third")

    def test_what_was_taken_knows_its_images(self):
        """As the folder of the run keeps it: read again it begins the same run."""
        text = self.lattice(2, ELASTIC, "")
        self.take(text, "first")
        self.take(text, "second", "--from", "first")
        with h5py.File(self.folder / "second/from.h5") as file:
            images = file["image"][:]
            self.assertEqual(len(images), len(file["contact"]))
            self.assertEqual(sorted(set(map(tuple, np.abs(images).tolist()))), [(0, 0), (0, 1), (1, 0)])


class ResumeSet(InAFolder):
    def test_a_longer_duration_is_the_longer_run(self):
        self.run_scene(pile(2, "coulomb", "moreau", None, "", 0.04), "long")
        self.run_scene(pile(2, "coulomb", "moreau", None, "", 0.02), "short")
        self.expect(0, "resume", "short", "--set", "time.duration=0.04", "--quiet", "--no-report")
        self.assert_same_bits("long", "short")
        summary = json.loads((self.folder / "short/summary.json").read_text())
        self.assertEqual(summary["resumed_with"], ["time.duration=0.04"])
        self.assertIn("has ended", self.expect(0, "resume", "short").stdout)

    def test_what_is_refused(self):
        self.run_scene(pile(2, "coulomb", "moreau", None, "", 0.02), "out")
        before = (self.folder / "out/summary.json").read_bytes()
        for key in ("interactions.0.friction=0.1", "time.step=1e-4", "solver.seed=3", "scene.gravity=[0, 0]", "bodies.0.mass=3"):
            self.assertIn("would change what this run is of", self.expect(2, "resume", "out", "--set", key).stderr)
        self.assertIn("already", self.expect(2, "resume", "out", "--set", "time.duration=0.01").stderr)
        self.assertIn("solver", self.expect(2, "resume", "out", "--set", "solver.tolerence=1").stderr)
        self.assertEqual(before, (self.folder / "out/summary.json").read_bytes())


if __name__ == "__main__":
    unittest.main()
