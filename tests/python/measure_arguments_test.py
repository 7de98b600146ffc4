"""drystone.measure with arguments that are none: each is refused as an InputError that names it, and nothing else comes out."""
import unittest

import numpy as np

import drystone
from drystone import measure

nan, inf = float("nan"), float("inf")
LATTICE = np.stack(np.meshgrid(np.arange(4.0), np.arange(4.0)), axis=-1).reshape(-1, 2)
CELL = 4.0 * np.eye(2)


def lattice(**more):
    return measure.grains(LATTICE, radii=np.full(16, 0.5), **more)


def box(low, high):
    return {"type": "box", "min": low, "max": high}


def world():
    return drystone.scene({"scene": {"dimension": 2, "gravity": [0, 0]}, "time": {"step": 1e-3, "duration": 0.1}, "materials": {"stone": {"density": 1.0}},
                           "interactions": [{"between": ["stone", "stone"], "friction": 0.5}],
                           "bodies": [{"material": "stone", "shape": {"type": "disk", "radius": 0.5}}]})


def one_contact(**other):
    given = {"grains": [[0, 1]], "points": [[0.5, 0.0]], "normals": [[1.0, 0.0]], "forces": [[1.0, 0.0]]}
    return measure.grains(LATTICE[:2], radii=[0.5, 0.5], contacts={**given, **other})


# What is asked, and what the refusal begins with.
REFUSED = {
    "no bins": (lambda: measure.forces(lattice(), bins=0), "bins"),
    "bins below none": (lambda: measure.gr(lattice(), bins=-1), "bins"),
    "too many bins": (lambda: measure.sq(lattice(), bins=10**8), "bins"),
    "no bins of shares": (lambda: measure.mobilisation(lattice(), bins=-5), "bins"),
    "no slices": (lambda: measure.profile(lattice(), "x", bins=0), "bins"),
    "an axis of another letter": (lambda: measure.profile(lattice(), "w"), "axis"),
    "two axes": (lambda: measure.profile(lattice(), "xy"), "axis"),
    "an axis of space": (lambda: measure.profile(lattice(), "z"), "axis"),
    "no direction": (lambda: measure.profile(lattice(), [0.0, 0.0]), "axis"),
    "a direction of space": (lambda: measure.profile(lattice(), [1.0, 0.0, 0.0]), "axis"),
    "a direction that is none": (lambda: measure.profile(lattice(), [nan, 1.0]), "axis"),
    "a profile of nobody": (lambda: measure.profile(measure.grains(np.zeros((0, 2)))), "grains"),
    "a force of nothing": (lambda: measure.forces(lattice(), largest=0.0), "largest"),
    "no distance": (lambda: measure.gr(lattice(), farthest=-1.0), "farthest"),
    "a distance that is none": (lambda: measure.gr(lattice(), farthest=nan), "farthest"),
    "endless waves": (lambda: measure.sq(lattice(), largest=inf), "largest"),
    "waves without number": (lambda: measure.sq(lattice(), largest=1e9), "sq"),
    "no width": (lambda: measure.field(lattice(), LATTICE, width=0.0), "width"),
    "another kernel": (lambda: measure.field(lattice(), LATTICE, kernel="tophat"), "kernel"),
    "points of space": (lambda: measure.field(lattice(), np.zeros((3, 3))), "points"),
    "a box upside down": (lambda: measure.voronoi(lattice(), box=([5, 5], [-1, -1])), "box"),
    "a flat box": (lambda: measure.voronoi(lattice(), box=([-1, 0], [5, 0])), "box"),
    "a box of some": (lambda: measure.voronoi(lattice(), box=([-1, -1], [2, 5])), "box"),
    "a box of space": (lambda: measure.voronoi(lattice(), box=([0, 0, 0], [5, 5, 5])), "box"),
    "cells of no size": (lambda: measure.mixing(lattice(), by=[0, 1] * 8, cell=0.0), "cell"),
    "kinds of some": (lambda: measure.mixing(lattice(), by=[0, 1]), "by"),
    "kinds by weight": (lambda: measure.mixing(lattice(), by="weight"), "--by"),
    "edges of no length": (lambda: measure.strain(lattice(), lattice(), longest=-1.0), "longest"),
    "a volume of nothing": (lambda: measure.stress(lattice(), volume=0.0), "volume"),
    "a region wider than the cell": (lambda: measure.stress(lattice(cell=CELL), region=box([0, 0], [5, 5])), "region"),
    "a region without its corner": (lambda: measure.stress(lattice(), region={"type": "box", "min": [0, 0]}), 'region: a box has no "max"'),
    "a region of another name": (lambda: measure.fabric(lattice(), region={"type": "bax", "min": [0, 0], "max": [1, 1]}), "region.type"),
    "a region of a region": (lambda: measure.fabric(lattice(), region=box([0, 0], [1, {}])), r"region.max\[1\]"),
    "a world's region without its corner": (lambda: world().measure("count", region={"type": "box", "min": [0, 0]}), 'region: a box has no "max"'),
    "a world's region upside down": (lambda: world().measure("count", region=box([0, 0], [-1, 1])), "region.max"),
    "a cut without its normal": (lambda: world().measure("force", cut={"point": [0, 0]}), "cut"),
    "grains without a size": (lambda: world().add({"type": "disk"}, [[0.0, 5.0]], "stone"), "shape"),
    "a time of grains": (lambda: measure.stress(lattice(), at=1.0), "at"),
    "places in no space": (lambda: measure.grains([0.0, 1.0]), "positions"),
    "a place nowhere": (lambda: measure.grains([[0.0, 0.0], [nan, 1.0]]), "positions"),
    "a radius below none": (lambda: measure.grains(LATTICE, radii=np.full(16, -0.5)), "radii"),
    "radii of some": (lambda: measure.grains(LATTICE, radii=[0.5]), "radii"),
    "an infinite mass": (lambda: measure.grains(LATTICE, masses=np.full(16, inf)), "masses"),
    "a velocity that is none": (lambda: measure.grains(LATTICE, velocities=np.full((16, 2), nan)), "velocities"),
    "a cell of space": (lambda: lattice(cell=np.eye(3)), "cell"),
    "a cell leaning the other way": (lambda: lattice(cell=[[1.0, 0.0], [0.5, 1.0]]), "cell"),
    "an endless cell": (lambda: lattice(cell=[[1.0, inf], [0.0, 1.0]]), "cell"),
    "a contact of nobody": (lambda: one_contact(grains=[[0, 7]]), "contacts"),
    "a contact of two walls": (lambda: one_contact(grains=[[-1, -1]]), "contacts"),
    "forces of other contacts": (lambda: one_contact(forces=[[1.0, 0.0]] * 2), "contacts"),
    "times of other values": (lambda: measure.avalanches([0.0, 1.0], [1.0], above=0.0), "value"),
    "a folder that is not there": (lambda: measure.stress("nowhere"), "nowhere"),
    "a time that is none": (lambda: measure.stress("nowhere", at=nan), "at"),
}


class WrongArguments(unittest.TestCase):
    def test_each_is_refused_by_its_name(self):
        for case, (ask, word) in REFUSED.items():
            with self.subTest(case):
                with self.assertRaises(ValueError) as refused:  # InputError is one
                    ask()
                self.assertRegex(str(refused.exception), f"^(region\\.)?{word}")

    def test_what_is_right_beside_them_is_taken(self):
        self.assertEqual(len(measure.profile(lattice(), "y", bins=4)["x"]), 4)
        self.assertAlmostEqual(measure.voronoi(lattice(), box=([-0.5, -0.5], [3.5, 3.5]))["volume"].sum(), 16.0, 9)
        self.assertEqual(measure.mixing(lattice(), by=[0, 1] * 8, cell=2.0)["cells"], 4)
        np.testing.assert_array_equal(measure.fabric(one_contact())["fabric"], [[1.0, 0.0], [0.0, 0.0]])
        self.assertEqual(measure.stress(lattice(cell=CELL), region=box([0, 0], [3, 3]))["volume"], 9.0)

    def test_grains_of_a_world_send_regions_to_the_world(self):
        world = drystone.scene({"scene": {"dimension": 2}, "time": {"step": 1e-3, "duration": 1.0}, "materials": {"stone": {"density": 1.0}},
                                "bodies": [{"material": "stone", "shape": {"type": "box", "size": [1.0, 1.0]}}]})
        half = box([0.0, -1.0], [1.0, 1.0])
        self.assertAlmostEqual(measure.solid_fraction(world, region=half), 0.25, 12)
        with self.assertRaisesRegex(drystone.InputError, "ask the world"):
            measure.solid_fraction(measure.Grains.of_world(world), region=half)


if __name__ == "__main__":
    unittest.main()
