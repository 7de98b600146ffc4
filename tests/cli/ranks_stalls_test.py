#!/usr/bin/env python3
"""Problems that sweeps alone do not solve, on several processes: what is left of them is gathered, and solved as one process does."""
import math
import unittest

from ranks_scenes import COULOMB, RANKS, RankTest, box_of, grains, head, rows, summary


def on_its_own_weight(text):
    """Masonry, to a tolerance that makes forces and velocities those of any solver."""
    return head(2, duration=0.01, more='ranks = "domains"\ntolerance = 1e-10\nmax_iterations = 3000\n') + COULOMB.replace("0.5", "0.7") + text


def tower(blocks=40):
    """Every sweep carries forces down by a few blocks."""
    text = '[[bodies]]\nname = "floor"\nmaterial = "stone"\nfixed = true\nshape = { type = "plane", normal = [0, 1] }\n'
    for k in range(blocks):
        text += f'[[bodies]]\nname = "block{k}"\nmaterial = "stone"\nshape = {{ type = "box", size = [0.3, 0.1] }}\nposition = [0.0, {0.05 + 0.1 * k:.2f}]\n'
    return on_its_own_weight(text)


def arch():
    return on_its_own_weight('[[generate]]\ntype = "arch"\nname = "arch"\nmaterial = "stone"\nradius = 1.0\nthickness = 0.2\nvoussoirs = 25\n')


def wall():
    return on_its_own_weight('[[generate]]\ntype = "wall"\nname = "wall"\nmaterial = "stone"\nlength = 4.0\nheight = 2.0\nblock = [0.4, 0.2]\nbase = 0.2\n')


def grooves(share):
    """Balls in a smooth groove whose sides are nearly upright: each bears far more than what drives it, so that an error as large as without
    impulses soon looks small beside them. Three islands."""
    radius, lean = 0.01, 0.05
    high = radius * math.sqrt(1.0 + lean * lean) / lean
    text = head(3, duration=0.01, gravity=[0.0, -9.81, 0.0], more=f'ranks = "domains"\ntolerance = {share * lean}\n') + COULOMB.replace("0.5", "0.0")
    for name, side in (("left", 1.0), ("right", -1.0)):
        text += f'[[bodies]]\nname = "{name}"\nmaterial = "stone"\nfixed = true\nshape = {{ type = "plane", normal = [{side}, {lean}, 0.0] }}\n'
    for k in range(3):
        text += f'[[bodies]]\nname = "ball{k}"\nmaterial = "stone"\nshape = {{ type = "sphere", radius = {radius} }}\nposition = [0.0, {high}, {0.3 * k}]\n'
    return text


class Stalls(RankTest):
    def velocities_as_of_one(self, scene, within):
        """All steps converge on any number of ranks, and bodies move as they do in one process."""
        one = many = self.run_it(scene, 0, "one", "--set", "solver.ranks=auto")
        self.assertEqual(summary(one)["steps_not_converged"], 0)
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                many = self.run_it(scene, ranks, "many")
                self.assertEqual(summary(many)["ranks_way"], "domains")
                self.assertEqual(summary(many)["steps_not_converged"], 0)
                self.assertLess(self.largest_difference(one, many, self.columns(one, "v")), within)
        return one, many

    def test_masonry_stands(self):
        gathered = 0
        for name, text in (("tower", tower()), ("arch", arch()), ("wall", wall())):
            with self.subTest(scene=name):
                _, many = self.velocities_as_of_one(self.scene(text), 1e-7)  # of 1e-2 m/s that gravity gives in a step; a tower answers errors by its height squared
                gathered += sum(summary(many)["solved_by"].get(way, {}).get("iterations", 0) for way in ("admm", "newton"))
        self.assertGreater(gathered, 0)
        swept = self.run_it(self.scene(tower()), RANKS[0], "swept", "--set", "solver.method=anderson", "--set", "solver.max_iterations=300", expect=(3,))
        self.assertGreater(summary(swept)["steps_not_converged"], 0)  # so that this test is about something

    def test_wedged_balls_are_borne(self):
        for share in (0.9, 0.5):
            with self.subTest(share=share):
                scene = self.scene(grooves(share))
                one, many = self.velocities_as_of_one(scene, 0.5 * 9.81e-3)
                for folder in (one, many):  # ten steps of falling would be 0.1 m/s
                    self.assertLess(max(abs(float(row[name])) for row in rows(folder, "bodies.csv") for name in self.columns(one, "v")), 0.01)

    def test_a_packing_in_motion_converges_as_in_one_process(self):
        for d in (2, 3):
            scene = self.scene(head(d, duration=0.1, more='tolerance = 1e-7\nranks = "domains"\n') + COULOMB.replace("0.5", "0.9") + box_of(d, 0.05) +
                               grains(d, 50, 0.05, 0.3))
            one = self.run_it(scene, 0, "one", "--set", "solver.ranks=auto", expect=(0, 3))
            for ranks in RANKS:
                with self.subTest(d=d, ranks=ranks):
                    many = self.run_it(scene, ranks, "many", expect=(0, 3))
                    self.assertLessEqual(summary(many)["steps_not_converged"], summary(one)["steps_not_converged"])

    def test_reproducible_has_the_same_bits_whoever_solves_what_is_left(self):
        for name, text in (("tower", tower()), ("wall", wall()), ("grooves", grooves(0.5))):
            scene = self.scene(text.replace('ranks = "domains"', 'ranks = "domains"\nreproducible = true'))
            one = self.run_it(scene, 0, "one")
            self.assertEqual(summary(one)["ranks_way"], "domains")
            self.assertEqual(summary(one)["steps_not_converged"], 0)
            for ranks in RANKS:
                with self.subTest(scene=name, ranks=ranks):
                    many = self.run_it(scene, ranks, "many")
                    self.assert_same_bits(one, many)


if __name__ == "__main__":
    unittest.main()
