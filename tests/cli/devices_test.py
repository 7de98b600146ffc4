#!/usr/bin/env python3
"""Runs with a device for each rank. Here DRYSTONE is the program whose devices are the processor's memory (tests/devices), so that machines without a
device run them too; with the program itself, and devices, they are the same. Against one process of the processor's own step."""
import os
import subprocess
import unittest

import ranks_features_test as features
from ranks_scenes import DRYSTONE, LAWS, NIGHT, RANKS, RANKS_IN, SOME, RankTest, box_of, grains, head, ranks_command, shaken, summary

PROCESSOR = ("--set", "solver.ranks=auto", "--set", "solver.device=cpu")
DEVICES = ("--set", "solver.device=cuda")
KNOWN = {
    "single impacts": lambda d: features.scene(d),
    "bounces, euler": lambda d: features.scene(d, law=LAWS["bouncing"], time_more='integrator = "euler"\n'),
    "rolling": lambda d: features.scene(d, law=LAWS["rolling"]),
    "cohesion, a floor that shakes": lambda d: features.scene(d, shaken(d), law=LAWS["cohesive"]),
    "sources and sinks": features.FEATURES["sources and sinks"],
    "stages": features.FEATURES["stages"],
    "damping": features.FEATURES["damping"],
    "gravity that changes": features.FEATURES["gravity that changes"],
    "bonds": features.FEATURES["bonds"],
    "a cell": features.FEATURES["a cell"],
    "elastic joints": features.FEATURES["elastic joints"],
}


class Devices(RankTest):
    def on_devices(self, scene, ranks, out, *more, expect=(0, 3)):
        folder = self.run_it(scene, ranks, out, *DEVICES, *more, expect=expect)
        said = summary(folder)
        self.assertEqual((said["ranks"], said["ranks_way"]), (ranks, "domains"))
        self.assertNotEqual(said["device"], "cpu")
        return folder

    def test_velocities_are_those_of_one_process(self):
        for k, (name, of) in enumerate(KNOWN.items()):
            for d, ranks in SOME if NIGHT else (SOME[k % 2],):
                with self.subTest(name, d=d, ranks=ranks):
                    scene = self.scene(of(d))
                    one = self.run_it(scene, 0, "one", *PROCESSOR, expect=(0, 3))
                    many = self.on_devices(scene, ranks, "many")
                    self.assertLess(self.largest_difference(one, many, self.columns(one, "v") + self.columns(one, "position")), 1e-8)
                    s, t = summary(one), summary(many)
                    self.assertLess(abs(t["energy"]["balance_error_relative"]), 1e-9)
                    for key in ("entered", "left"):
                        if key in s:
                            self.assertEqual(s[key]["count"], t[key]["count"])
                            self.assertAlmostEqual(s[key]["energy"], t[key]["energy"], 9)

    def packing(self, d, law, moving, shape=None, more='tolerance = 1e-5\nranks = "domains"\n', time_more=""):
        count, half = 40 if shape is None else 12, 0.08 if d == 2 else 0.04
        return self.scene(head(d, duration=0.08, more=more, time_more=time_more) + LAWS[law] + box_of(d, half, shaken(d) if moving else "") +
                          grains(d, count, half, 0.25, shape) + "[output]\ncheckpoint_every = 0.04\n")

    def test_packings_keep_their_balance_and_their_certificate(self):
        """Forces are not unique: residual, energy, count; and every bit from run to run."""
        for d in (2, 3):
            cases = (("dry", True, None), ("rolling", False, None), ("cohesive", True, None), ("dry", False, f'{{ type = "box", size = {[1.0] * d} }}'))
            for law, moving, shape in cases if NIGHT else cases[3 - d::2]:
                scene = self.packing(d, law, moving, shape)
                one = self.run_it(scene, 0, "one", *PROCESSOR, expect=(0, 3))
                for ranks in RANKS_IN[d]:
                    with self.subTest(d=d, law=law, moving=moving, shape=shape, ranks=ranks):
                        many = self.on_devices(scene, ranks, "many")
                        s, t = summary(one), summary(many)
                        self.assertLess(abs(t["energy"]["balance_error_relative"]), 1e-9)
                        self.assertLessEqual(t["steps_not_converged"], s["steps_not_converged"] + 2)
                        scale = abs(s["energy"]["potential"]) + s["energy"]["kinetic"]
                        self.assertLess(abs(t["energy"]["potential"] - s["energy"]["potential"]), 0.03 * scale)
                        self.assertLess(abs(t["contacts"]["mean"] - s["contacts"]["mean"]), 0.15 * s["contacts"]["mean"] + 2)
                        self.assertLess(t["max_penetration"]["relative"], max(0.02, 2 * s["max_penetration"]["relative"]))
                        again = self.on_devices(scene, ranks, "again")
                        for name in ("bodies.csv", "contacts.csv"):
                            with open(os.path.join(many, name)) as p, open(os.path.join(again, name)) as q:
                                self.assertEqual(p.read(), q.read(), name)

    def test_a_restart_with_another_number_of_ranks_and_elsewhere(self):
        """From devices to other numbers of them, to one, to processors, and back."""
        for d in (2, 3):
            scene = self.packing(d, "cohesive", True)
            ways = (((2, "cuda"), (3, "cuda")), ((0, "cuda"), (2, "cuda")), ((3, "cuda"), (0, "cpu")), ((2, "cpu"), (3, "cuda")))
            for before, after in ways if NIGHT else ways[d - 2::2]:
                with self.subTest(d=d, before=before, after=after):
                    set_of = lambda ranks, device: ["--set", "solver.ranks=" + ("domains" if ranks else "auto"), "--set", "solver.device=" + device]
                    folder = self.run_it(scene, before[0], "run", *set_of(*before), expect=(0, 3))
                    command = (ranks_command(after[0]) if after[0] else []) + [DRYSTONE, "resume", folder, "--until", "0.12", "--no-report", *set_of(*after)]
                    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
                    self.assertIn(done.returncode, (0, 3), done.stderr)
                    s = summary(folder)
                    self.assertEqual(s["ranks"], max(after[0], 1))
                    self.assertEqual(s["device"] == "cpu", after[1] == "cpu")
                    self.assertAlmostEqual(s["simulated_seconds"], 0.12)
                    self.assertLess(abs(s["energy"]["balance_error_relative"]), 1e-9)

    def test_steps_that_fail_are_halved(self):
        for d in (2, 3):
            scene = self.packing(d, "dry", True, more='tolerance = 1e-9\nmax_iterations = 5\nmethod = "nlgs"\nranks = "domains"\n', time_more="halve = 2\n")
            for ranks in RANKS_IN[d]:
                with self.subTest(d=d, ranks=ranks):
                    s = summary(self.on_devices(scene, ranks, "many", expect=(3,)))
                    self.assertGreater(s["steps_halved"]["halvings"], 20)
                    self.assertAlmostEqual(s["simulated_seconds"], 0.08)
                    self.assertLess(abs(s["energy"]["balance_error_relative"]), 1e-9)

    def test_what_several_devices_do_not_know_is_refused_at_its_line(self):
        refused = {
            "links, on several devices": lambda d: features.scene(d, features.links(d)),
            "reproducible = true, on several devices": lambda d: features.scene(d, more='tolerance = 1e-12\nranks = "domains"\nreproducible = true\n'),
            "water": lambda d: features.scene(d, features.WATER),
            "a cell that moves": lambda d: features.cell(d, features.SHEAR),
        }
        for k, (what, of) in enumerate(refused.items()):
            for d in (2, 3) if NIGHT else (2 + k % 2,):
                with self.subTest(what, d=d):
                    self.run_it(self.scene(of(d)), 2, "refused", *DEVICES, expect=(2,))
                    self.assertIn(what, self.said)
                    self.assertRegex(self.said, r"scene\.toml:\d+:\d+")
                    self.assertEqual(self.said.count(what), 1)  # by one of the ranks

    def test_small_scenes_are_gathered_on_the_device_of_rank_0(self):
        scene = self.scene(features.scene(2).replace('ranks = "domains"\n', ""))
        s = summary(self.run_it(scene, 2, "gathered", *DEVICES, expect=(0, 3)))
        self.assertEqual(s["ranks_way"], "gathered")
        self.assertNotEqual(s["device"], "cpu")

    def test_each_step_is_that_of_one_process(self):
        """tests/devices, on three ranks, by night on more: the devices' answers in the contact problem of the processor."""
        for ranks in RANKS if NIGHT else (3,):
            with self.subTest(ranks=ranks):
                done = subprocess.run([*ranks_command(ranks), os.environ["TEST_DEVICES"]], capture_output=True, text=True, timeout=800)
                self.assertEqual(done.returncode, 0, done.stdout[-6000:] + done.stderr[-2000:])
                self.assertIn("[  PASSED  ]", done.stdout)


if __name__ == "__main__":
    unittest.main()
