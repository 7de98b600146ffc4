"""Bodies that Python adds and takes away: arrays, balances, restarts, and views that never dangle."""
import gc
import pathlib
import tempfile
import unittest

import numpy as np

import drystone
from runs_test import arrays_of, bytes_of, falling_disks, ran, resumed


def empty(dimension, **more):
    """A floor and gravity."""
    up = [0.0] * (dimension - 1) + [1.0]
    return {"scene": {"dimension": dimension, "gravity": [-9.81 * x for x in up]}, "time": {"step": 1e-3, "duration": 0.1},
            "solver": {"tolerance": 1e-10, "threads": 1}, "materials": {"stone": {"density": 2000.0}, "wood": {"density": 500.0}},
            "interactions": [{"between": ["*", "*"], "friction": 0.3}],
            "bodies": [{"name": "floor", "material": "stone", "fixed": True, "shape": {"type": "plane", "normal": up}}], **more}


SHAPES = {2: [{"type": "disk", "radius": 0.1}, {"type": "box", "size": [0.2, 0.1]}],
          3: [{"type": "sphere", "radius": 0.1}, {"type": "box", "size": [0.2, 0.1, 0.15]}]}


CLUMP = {"type": "compound", "parts": [{"type": "disk", "radius": 0.1}, {"type": "disk", "radius": 0.06, "position": [0.1, 0.02]}]}
CLUMP_3D = {"type": "compound", "parts": [{"type": "sphere", "radius": 0.1}, {"type": "box", "size": [0.1, 0.1, 0.1], "position": [0.1, 0.0, 0.02],
                                                                            "orientation": {"axis": [1, 2, 3], "angle_deg": 33.0}}]}
ALL_SHAPES = {2: [*SHAPES[2], CLUMP, {"type": "polygon", "vertices": [[-0.1, -0.08], [0.12, -0.05], [0.03, 0.1]]},
                  {"type": "ellipse", "half_axes": [0.12, 0.07]}, {"type": "box", "size": [0.2, 0.1], "rounding": 0.01}],
              3: [*SHAPES[3], CLUMP_3D, {"type": "cylinder", "radius": 0.08, "height": 0.2}, {"type": "ellipsoid", "half_axes": [0.12, 0.07, 0.09]},
                  {"type": "box", "size": [0.2, 0.1, 0.1], "rounding": 0.01}]}


class Adding(unittest.TestCase):
    def test_as_if_the_scene_had_them(self):
        for dimension in (2, 3):
            for shape in SHAPES[dimension]:
                with self.subTest(dimension=dimension, shape=shape["type"]):
                    places = np.zeros((4, dimension))
                    places[:, 0], places[:, -1] = 0.3 * np.arange(4), 0.1 + 0.05 * np.arange(4)
                    speeds = np.zeros((4, dimension))
                    speeds[:, 0] = 0.1 * np.arange(4)
                    scene = empty(dimension)
                    scene["bodies"] += [{"material": "wood", "shape": shape, "position": p.tolist(), "velocity": v.tolist()}
                                        for p, v in zip(places, speeds)]
                    other, world = drystone.scene(scene), drystone.scene(empty(dimension))
                    ids = world.add(shape, places, "wood", velocities=speeds)
                    np.testing.assert_array_equal(ids, [1, 2, 3, 4])
                    np.testing.assert_array_equal(world.masses, other.masses)
                    for _ in range(3):
                        world.step(40)
                        other.step(40)
                        np.testing.assert_allclose(world.positions, other.positions, atol=1e-9)
                    self.assertLess(abs(world.energy["balance_error"]), 1e-9)

    def test_what_is_given(self):
        world = drystone.scene(empty(3))
        turn = np.array([[1.0, 0, 0, 1.0], [2.0, 0, 0, 0]])
        ids = world.add([{"type": "sphere", "radius": 0.1}, {"type": "box", "size": [0.1, 0.2, 0.3]}], [[0, 0, 1], [1, 0, 1]], "wood",
                        orientations=turn, spins=[[0, 0, 1], [0, 2, 0]], names=["ball", "brick"], group="thrown")
        rows = world.rows(ids)
        self.assertEqual([world.names[k] for k in rows], ["ball", "brick"])
        self.assertEqual([world.groups[k] for k in rows], ["thrown", "thrown"])
        np.testing.assert_allclose(world.shape_orientations[rows], [[2 ** -0.5, 0, 0, 2 ** -0.5], [1, 0, 0, 0]], atol=1e-12)
        np.testing.assert_array_equal(world.spins[rows], [[0, 0, 1], [0, 2, 0]])
        self.assertEqual(world.body("brick"), rows[1])
        world.step()

    def test_refusals_leave_the_world_as_it_was(self):
        world = drystone.scene(empty(2))
        before = world.save()
        disk = {"type": "disk", "radius": 0.1}
        for words, arguments in (("material", (disk, [[0, 1]], "cheese")), ("radius", ({"type": "disk", "radius": -1}, [[0, 1]], "wood")),
                                 ("positions", (disk, [[0, 1, 2]], "wood")), ("finite", (disk, [[0, np.nan]], "wood")),
                                 ("shape", ([disk, disk], [[0, 1]], "wood"))):
            with self.subTest(words):
                with self.assertRaisesRegex(drystone.InputError, words):
                    world.add(*arguments)
        with self.assertRaises(drystone.InputError):
            world.remove([17])
        with self.assertRaises(drystone.InputError):
            world.rows([1])
        self.assertEqual(world.save(), before)


class Removing(unittest.TestCase):
    def test_by_name_id_and_mask(self):
        world = drystone.scene(falling_disks())
        world.step(20)
        count = int(np.sum(world.ids >= 0))
        world.remove("d3")
        world.remove([world.ids[world.body("d5")], int(world.ids[world.body("d6")])])
        high = (world.positions[:, 1] > 0.2) & ~world.fixed & (world.ids >= 0)
        world.remove(high)
        self.assertEqual(int(np.sum(world.ids >= 0)), count - 3 - int(high.sum()))
        with self.assertRaises(drystone.InputError):
            world.body("d3")
        world.step(40)
        self.assertLess(abs(world.energy["balance_error"]), 1e-9)
        gone = world.ids < 0
        self.assertFalse(np.isin(world.contacts.bodies, np.flatnonzero(gone)).any())

    def test_rows_are_used_again_and_ids_are_not(self):
        world = drystone.scene(empty(2))
        seen = set()
        for k in range(20):
            ids = world.add({"type": "disk", "radius": 0.05}, [[0.2 * j, 0.3] for j in range(5)], "wood")
            self.assertFalse(seen & set(ids.tolist()))
            seen |= set(ids.tolist())
            world.step(3)
            world.remove(ids)
        self.assertEqual(len(seen), 100)
        self.assertLessEqual(len(world), 6)


class Views(unittest.TestCase):
    def test_views_of_before_are_safe(self):
        world = drystone.scene(falling_disks())
        world.step(3)
        old, masses = world.positions, world.masses
        copy = old.copy()
        for k in range(50):
            world.add({"type": "disk", "radius": 0.01}, [[-0.2 + 0.03 * j, 1.0 + 0.05 * k] for j in range(10)], "stone")
        gc.collect()
        np.testing.assert_array_equal(old, copy)           # as they were
        old[:] = 7.0                                       # nobody sees it
        self.assertTrue(np.all(masses >= 0))
        self.assertEqual(len(world.positions), len(copy) + 500)
        self.assertLess(world.positions.max(), 4.0)
        world.step(2)
        del world
        gc.collect()
        self.assertEqual(old.sum(), 7.0 * old.size)

    def test_views_stay_where_nothing_moves(self):
        world = drystone.scene(falling_disks())
        positions = world.positions
        state = world.save()
        world.step(5)
        world.restore(state)
        np.testing.assert_array_equal(positions, world.positions)
        self.assertEqual(positions.__array_interface__["data"], world.positions.__array_interface__["data"])
        velocities = world.velocities
        world.remove("d2")
        world.step(1)
        velocities[world.body("d1")] = [0.25, 0.0]
        self.assertEqual(world.velocities[world.body("d1")][0], velocities[world.body("d1")][0])


class Restart(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_states(self):
        world = drystone.scene(falling_disks())
        world.step(10)
        world.add({"type": "disk", "radius": 0.03}, [[0.0, 0.8], [0.1, 0.8]], "stone", names=["x", "y"])
        world.remove("d4")
        world.step(10)
        state = world.save()
        world.step(30)
        after = world.positions.copy()
        world.restore(state)
        world.step(30)
        np.testing.assert_array_equal(world.positions, after)
        world.remove("x")
        with self.assertRaises(drystone.InputError):
            world.restore(state)
        fresh = drystone.scene(falling_disks())
        fresh.restore(drystone.State.from_bytes(drystone.scene(falling_disks()).save().to_bytes()))
        ids = fresh.add({"type": "disk", "radius": 0.03}, [[0.0, 0.8]], "stone")
        self.assertEqual(ids.tolist(), [15])

    def test_runs_go_on_to_the_same_bits(self):
        def drain(world):
            if world.steps % 20 == 0:
                movable = np.flatnonzero(~world.fixed & (world.ids >= 0))
                world.remove([int(world.ids[movable[np.argmin(world.positions[movable, 1])]])])

        whole = ran(falling_disks(), self.folder / "whole", callback=drain)
        for steps in (7, 20, 41):
            folder = self.folder / f"run{steps}"
            ran(falling_disks(), folder, callback=drain, until=steps * 1e-3, threads=2)
            run = resumed(folder, callback=drain, until=0.06)
            self.assertEqual(bytes_of(whole.folder), bytes_of(run.folder))
            first, second = arrays_of(whole.folder / "frames.h5"), arrays_of(run.folder / "frames.h5")
            for name in first:
                np.testing.assert_array_equal(first[name], second[name], err_msg=name)

    def test_added_bodies_are_in_states_of_bytes(self):
        for dimension in (2, 3):
            for shape in ALL_SHAPES[dimension]:
                with self.subTest(dimension=dimension, shape=shape["type"]):
                    world = drystone.scene(empty(dimension))
                    places = np.zeros((3, dimension))
                    places[:, 0], places[:, -1] = 0.4 * np.arange(3), 0.3
                    world.add(shape, places, "wood", names=["a", "b", "c"], group="thrown")
                    world.step(30)
                    state = drystone.State.from_bytes(world.save().to_bytes())
                    self.assertEqual(state, world.save())
                    world.step(50)
                    after = world.positions.copy()
                    world.restore(state)
                    world.step(50)
                    np.testing.assert_array_equal(world.positions, after)

    def test_bodies_are_added_in_runs(self):
        """Of every shape, named and not, some of which leave again; stopped and gone on with at several steps, opened, and begun with."""
        for dimension in (2, 3):
            def pour(world):
                k = world.steps // 10
                if world.steps % 10 or k > 5:
                    return
                place = np.zeros((1, dimension))
                place[0, 0], place[0, -1] = 0.5 * k, 0.5
                shape = ALL_SHAPES[dimension][k % len(ALL_SHAPES[dimension])]
                world.add(shape, place, "wood", velocities=-place, names=[f"thrown{k}"] if k % 2 else None, group="thrown" if k % 3 else "")
                if k == 4:
                    world.remove("thrown3")
                    world.set({"interactions.0.friction": 0.05})

            with self.subTest(dimension=dimension):
                scene = empty(dimension, output={"frames_every": 0.02})
                whole = ran(scene, self.folder / f"whole{dimension}", callback=pour)
                self.assertEqual(whole.summary["entered"]["count"], 5)
                self.assertIn("thrown5", whole.bodies["name"])
                self.assertNotIn("thrown3", whole.bodies["name"])
                self.assertLess(abs(whole.summary["energy"]["balance_error"]), 1e-9)
                for steps in (9, 10, 35, 40, 61):
                    folder = self.folder / f"run{dimension}{steps}"
                    ran(scene, folder, callback=pour, until=steps * 1e-3, threads=2)
                    opened = drystone.open_run(folder)
                    self.assertEqual(opened.steps, steps)
                    run = resumed(folder, callback=pour, until=0.1)
                    self.assertEqual(bytes_of(whole.folder), bytes_of(run.folder))
                    first, second = arrays_of(whole.folder / "frames.h5"), arrays_of(run.folder / "frames.h5")
                    for name in first:
                        np.testing.assert_array_equal(first[name], second[name], err_msg=name)
                world = drystone.open_run(self.folder / f"run{dimension}61")
                self.assertIn("thrown5", world.names)

    def test_a_world_with_added_bodies_begins_a_run(self):
        for dimension in (2, 3):
            with self.subTest(dimension=dimension):
                def thrown():
                    world = drystone.scene(empty(dimension, output={"frames_every": 0.02}))
                    place = np.zeros((2, dimension))
                    place[:, 0], place[:, -1] = [0.0, 0.4], 0.4
                    world.add(SHAPES[dimension][1], place, "wood")
                    return world

                whole = thrown().run(out=self.folder / f"w{dimension}", until=0.1, quiet=True)
                thrown().run(out=self.folder / f"h{dimension}", until=0.04, quiet=True)
                half = resumed(self.folder / f"h{dimension}", until=0.1)
                self.assertEqual(bytes_of(whole.folder), bytes_of(half.folder))
                self.assertEqual(len(whole.bodies["name"]), 3)

    def test_names_of_sources_are_theirs(self):
        grains = {"name": "pour", "material": "stone", "shape": "disk", "radius": 0.02, "rate": 10.0,
                  "region": {"type": "box", "min": [-1, 1], "max": [1, 2]}}
        world = drystone.scene(empty(2, sources=[grains]))
        for more in ({"names": ["pour.7"]}, {"group": "pour"}):
            with self.assertRaisesRegex(drystone.InputError, "source 'pour'"):
                world.add({"type": "disk", "radius": 0.1}, [[0, 3]], "wood", **more)


if __name__ == "__main__":
    unittest.main()
