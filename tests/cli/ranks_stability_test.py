#!/usr/bin/env python3
"""drystone stability on several processes: the same verdict as on one, said once."""
import json
import os
import subprocess
import unittest

from ranks_scenes import COULOMB, DRYSTONE, LAWS, NIGHT, RANKS, SOME, RankTest, box_of, head, ranks_command

DOMAINS = 'ranks = "domains"\n'


def tilted(d, slope):
    return [9.81 * slope] + [0.0] * (d - 2) + [-9.81]


def stacks(d, columns, high, shape=None):
    """Columns of blocks or balls on a floor, one beside the other without touching."""
    size, text = 0.1, box_of(d, 1e3)
    shape = shape or f'{{ type = "box", size = {[size] * d} }}'
    for i in range(columns):
        for k in range(high):
            place = [1.5 * size * i] + [0.0] * (d - 2) + [size * (k + 0.5)]
            text += f'[[bodies]]\nname = "b{i}.{k}"\nmaterial = "stone"\nshape = {shape}\nposition = {place}\n'
    return text


def ball(d):
    return f'{{ type = "{"disk" if d == 2 else "sphere"}", radius = 0.05 }}'


class StabilityOnRanks(RankTest):
    def ask(self, scene, ranks, *more):
        """Exit status, what it said as JSON, and on stderr."""
        command = ranks_command(ranks) if ranks > 0 else []
        done = subprocess.run([*command, DRYSTONE, "stability", scene, "--json", *more], capture_output=True, text=True, timeout=300)
        self.assertIn(done.returncode, (0, 10, 11), done.stdout + done.stderr)
        return done.returncode, json.loads(done.stdout), done.stderr

    def assert_same_verdict(self, scene, ranks, *more):
        (status, one, _), (other_status, many, words) = self.ask(scene, 0, *more), self.ask(scene, ranks, *more)
        self.assertNotIn("takes all steps", words)
        self.assertEqual(status, other_status)
        for key in ("verdict", "decided_by", "rest", "converged", "contacts", "bodies", "movable", "tolerance", "step"):
            self.assertEqual(one[key], many[key], key)
        self.assertLess(many["solver_error"] or 0.0, 1e-4)
        self.assertAlmostEqual(one["speed_ratio"] or 0.0, many["speed_ratio"] or 0.0, delta=1e-5)
        return status, one, many

    def test_verdicts_are_those_of_one_process(self):
        """Stands and moves, blocks and balls, in the plane and in space; columns that fewer ranks than there are can have. By day columns that move in
        the plane, and one block that stands in space."""
        slopes = ((0.8, 10), (0.2, 0))
        for d, ranks in SOME:
            for slope, status in slopes if NIGHT else (slopes[d - 2],):
                for columns, high in ((6, 2), (1, 1)) if NIGHT else (((6, 2), (1, 1))[d - 2],):
                    for shape in (None, ball(d)) if NIGHT else (None,):
                        with self.subTest(d=d, ranks=ranks, slope=slope, columns=columns, shape=shape):
                            scene = self.scene(head(d, more=DOMAINS, gravity=tilted(d, slope)) + COULOMB + stacks(d, columns, high, shape))
                            told, one, _ = self.assert_same_verdict(scene, ranks)
                            self.assertEqual(told, status if shape is None else 10)
                            self.assertGreater(one["contacts"], 0)

    def test_what_no_convex_program_knows_is_judged_by_the_speed_of_ranks(self):
        """Rolling friction: the impulses of several ranks, with their moments, are judged by rank 0's own problem."""
        for d, ranks in SOME:
            for slope, status in ((0.05, 0), (0.3, 10)) if NIGHT else (((0.05, 0), (0.3, 10))[d - 2],):
                with self.subTest(d=d, ranks=ranks, slope=slope):
                    scene = self.scene(head(d, more=DOMAINS, gravity=tilted(d, slope)) + LAWS["rolling"] + stacks(d, 6, 1, ball(d)))
                    self.assertEqual(self.assert_same_verdict(scene, ranks)[0], status)

    def test_a_search_asks_all_ranks_again_and_again(self):
        for d, ranks in SOME if NIGHT else ((2, RANKS[-1]),):
            searches = ((LAWS["rolling"], "interactions.0.rolling_friction_ratio=0.05:0.6", 0.3), (COULOMB, "interactions.0.friction=0.1:0.9", 0.4))
            for law, key, slope in searches if NIGHT else searches[:1]:
                with self.subTest(d=d, ranks=ranks, key=key):
                    shape = ball(d) if "rolling" in key else None
                    scene = self.scene(head(d, more=DOMAINS, gravity=tilted(d, slope)) + law + stacks(d, 4, 1, shape))
                    _, one, many = self.assert_same_verdict(scene, ranks, "--vary", key, "--to", "0.02")
                    for end in ("low", "high", "verdict_low", "verdict_high", "decided_by_low", "decided_by_high", "reached", "of"):
                        self.assertEqual(one["limit"][end], many["limit"][end], end)
                    self.assertLessEqual(one["limit"]["low"], slope)
                    self.assertGreaterEqual(one["limit"]["high"], slope)

    def test_few_bodies_are_judged_by_rank_0_which_says_so(self):
        scene = self.scene(head(2, gravity=tilted(2, 0.2)) + COULOMB + stacks(2, 3, 2))
        _, told, words = self.ask(scene, RANKS[0])
        self.assertEqual(self.ask(scene, 0)[1], told)
        self.assertEqual(words.count("takes all steps"), 1)

    def test_what_is_wrong_is_said_once(self):
        good = head(2, more=DOMAINS) + COULOMB + stacks(2, 2, 1)
        for text, more, says in ((good + "[oops]\n", (), "oops"), (good, ("--set", "solver.method=newton"), "newton"),
                                 (good, ("--vary", "interactions.0.friction=0.5:0.9"), "--vary")):
            with self.subTest(says=says):
                done = subprocess.run([*ranks_command(RANKS[0]), DRYSTONE, "stability", self.scene(text), *more], capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 2, done.stderr)
                lines = [line for line in done.stderr.splitlines() if says in line]
                self.assertEqual(len(lines), 1, done.stderr)

    def test_out_has_the_velocities_of_all_bodies_once(self):
        scene = self.scene(head(3, more=DOMAINS, gravity=tilted(3, 0.8)) + COULOMB + stacks(3, 4, 1))
        tables = []
        for ranks in (0, RANKS[-1]):
            folder = os.path.join(self.here, f"out{ranks}")
            command = ranks_command(ranks) if ranks else []
            done = subprocess.run([*command, DRYSTONE, "stability", scene, "--out", folder], capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 10, done.stderr)
            self.assertEqual(done.stdout.count("scene.toml: moves"), 1)
            with open(os.path.join(folder, "mechanism.csv")) as file:
                tables.append([line.split(",") for line in file.read().splitlines()])
        self.assertEqual([row[:6] for row in tables[0]], [row[:6] for row in tables[1]])
        for p, q in zip(tables[0][1:], tables[1][1:]):
            for x, y in zip(p[6:], q[6:]):
                self.assertAlmostEqual(float(x), float(y), delta=1e-9)


if __name__ == "__main__":
    unittest.main()
