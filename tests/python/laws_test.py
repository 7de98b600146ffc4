"""Laws and gravity that change while a world goes on: by callbacks, between steps, in stages, through restarts."""
import math
import pathlib
import tempfile
import unittest

import numpy as np

import drystone
from runs_test import arrays_of, bytes_of, ran, resumed


def sliding(dimension, law=None, **more):
    """A block that slides on a floor at 1 m/s."""
    up = [0.0] * (dimension - 1) + [1.0]
    ahead = [1.0] + [0.0] * (dimension - 1)
    scene = {"scene": {"dimension": dimension, "gravity": [-10.0 * x for x in up]}, "time": {"step": 1e-3, "duration": 0.1},
             "solver": {"tolerance": 1e-11, "threads": 1}, "materials": {"stone": {"density": 2000.0}}, "output": {"frames_every": 0.02},
             "interactions": [{"between": ["stone", "stone"], **(law or {"friction": 0.5})}],
             "bodies": [{"name": "floor", "material": "stone", "fixed": True, "shape": {"type": "plane", "normal": up}},
                        {"name": "block", "material": "stone", "shape": {"type": "box", "size": [0.2] * dimension},
                         "position": [0.1 * x for x in up], "velocity": ahead}],
             "probes": [{"name": "block", "body": "block", "quantities": ["velocity"]}, {"name": "all", "quantities": ["balance_error"]}]}
    scene.update(more)
    return scene


STAGES = [{"name": "a", "duration": 0.03}, {"name": "b", "duration": 0.04, "set": {"interactions.0.friction": 0.2}}, {"name": "c", "duration": 0.03}]


class Laws(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_between_steps(self):
        for dimension in (2, 3):
            with self.subTest(dimension=dimension):
                world = drystone.scene(sliding(dimension))
                block = world.body("block")
                world.step(20)
                self.assertAlmostEqual(world.velocities[block, 0], 1.0 - 0.02 * 5.0, 8)
                state = world.save()
                world.set({"interactions.0.friction": 0.1})
                world.step(20)
                self.assertAlmostEqual(world.velocities[block, 0], 0.9 - 0.02 * 1.0, 8)
                low = [0.0] * (dimension - 1) + [-5.0]
                world.set({"scene.gravity": low, "interactions.0.friction": 0.2})
                world.step(20)
                self.assertAlmostEqual(world.velocities[block, 0], 0.88 - 0.02 * 1.0, 8)
                self.assertLess(abs(world.energy["balance_error"]), 1e-9)
                late = world.save()
                self.assertEqual(drystone.State.from_bytes(late.to_bytes()), late)
                world.restore(state)                                    # with the laws of then
                world.step(20)
                self.assertAlmostEqual(world.velocities[block, 0], 0.9 - 0.02 * 5.0, 8)
                world.restore(late)
                world.step(20)
                self.assertAlmostEqual(world.velocities[block, 0], 0.86 - 0.02 * 1.0, 8)

    def test_callbacks_and_restarts(self):
        """Also in stages, one of which sets the same key: it holds until another sets it."""
        def worn(world):
            if world.steps == 15:
                world.set(["interactions.0.friction=0.1"])
            if world.steps == 80:
                world.set({"interactions.0.friction": 0.4})

        for dimension in (2, 3):
            for stages in (None, STAGES):
                with self.subTest(dimension=dimension, stages=stages is not None):
                    scene = sliding(dimension) if stages is None else sliding(dimension, stages=stages, time={"step": 1e-3})
                    name = f"{dimension}{stages is None}"
                    whole = ran(scene, self.folder / f"whole{name}", callback=worn)
                    speed = whole.probe("block")["velocity.x"]
                    middle = 0.1 if stages is None else 0.2
                    self.assertAlmostEqual(speed[29], 1.0 - 0.015 * 5.0 - 0.015 * 1.0, 8)
                    self.assertAlmostEqual(speed[79], speed[29] - 0.05 * 10 * middle, 8)
                    self.assertAlmostEqual(speed[99], speed[79] - 0.02 * 4.0, 8)
                    self.assertLess(np.abs(whole.probe("all")["balance_error"]).max(), 1e-9)
                    for steps in (10, 15, 29, 30, 55, 85):
                        folder = self.folder / f"run{name}{steps}"
                        ran(scene, folder, callback=worn, until=steps * 1e-3)
                        run = resumed(folder, callback=worn, until=0.1)
                        self.assertEqual(bytes_of(whole.folder), bytes_of(run.folder))
                        first, second = arrays_of(whole.folder / "frames.h5"), arrays_of(run.folder / "frames.h5")
                        for key in first:
                            np.testing.assert_array_equal(first[key], second[key], err_msg=key)

    def test_a_world_from_the_folder_has_the_laws(self):
        ran(sliding(2), self.folder / "run", until=0.03, callback=lambda w: w.set({"interactions.0.friction": 0.0}) if w.steps == 10 else None)
        world = drystone.open_run(self.folder / "run")
        speed = world.velocities[world.body("block"), 0]
        world.step(10)
        self.assertAlmostEqual(world.velocities[world.body("block"), 0], speed, 10)

    def test_springs_that_become_stiffer_are_booked(self):
        law = {"law": "elastic", "normal_stiffness": 1e8, "shear_stiffness": 1e8, "friction": 0.5}
        world = drystone.scene(sliding(2, law))
        world.velocities[world.body("block")] = 0.0
        world.step(20)
        before = world.energy["stored"]
        world.set({"interactions.0.normal_stiffness": 2e8})
        self.assertGreater(world.energy["stored"], before)
        world.step(20)
        self.assertLess(abs(world.energy["balance_error"]), 1e-9)

    def test_what_is_refused(self):
        world = drystone.scene(sliding(2))
        for values, said in (({"interactions.0.law": "bonded"}, "stays as the run began"), ({"interactions.0.between": ["*", "*"]}, "stays as"),
                             ({"interactions.3.friction": 0.1}, "no number 3"), ({"interactions.0.friction": -1.0}, "friction"),
                             ({"interactions.0.fricton": 0.1}, "friction"), ({"time.step": 1e-3}, "while a run goes on"),
                             ({"drives.0.force": [1, 0]}, "Control"), ({"scene.gravity": 3}, "gravity")):
            with self.assertRaisesRegex(drystone.InputError, said, msg=str(values)):
                world.set(values)
        world.step(10)                                                  # all as it was
        self.assertAlmostEqual(world.velocities[world.body("block"), 0], 1.0 - 0.01 * 5.0, 8)
        self.assertTrue(math.isfinite(world.energy["balance_error"]))


if __name__ == "__main__":
    unittest.main()
