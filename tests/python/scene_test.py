"""Scenes made in Python: dicts, builders, functions of time."""
import gc
import math
import tomllib
import unittest
import warnings
import weakref

import drystone
import numpy as np
from scenes import EXAMPLES, ball_on_floor, free_box

warnings.simplefilter("ignore")


class Dicts(unittest.TestCase):
    def test_every_example_as_a_dict_has_the_bits_of_its_file(self):
        names = sorted(EXAMPLES.glob("*.toml"))
        self.assertGreater(len(names), 8)
        for path in names:
            with self.subTest(path.name):
                document = tomllib.loads(path.read_text())
                worlds = [drystone.load(path), drystone.scene(document, folder=EXAMPLES), drystone.scene(path.read_text(), folder=EXAMPLES)]
                for world in worlds:
                    world.step(3)
                self.assertEqual(worlds[0].save(), worlds[1].save())
                self.assertEqual(worlds[0].save(), worlds[2].save())

    def test_a_builder_makes_the_scene_its_toml_says(self):
        builder = drystone.Scene(dimension=2, gravity=[0, -9.81], title='a "wall"')
        builder.time(step=1e-3, duration=0.1).solver(method="auto", tolerance=1e-8).material("stone", density=2000.0)
        builder.interaction("stone", "stone", friction=np.float64(0.6)).generate("arch", name="arch", material="stone", radius=1.0, thickness=0.2, voussoirs=11)
        builder.body("ball", material="stone", shape={"type": "disk", "radius": 0.1}, position=np.array([0.0, 2.0]), fixed=False)
        builder.drive("ball", force=(1.0, 0.0)).probe("ball", ["position"], body="ball").section("contacts", points="vertices")
        world, again = builder.world(), drystone.scene(builder.toml())
        world.step(5), again.step(5)
        self.assertEqual(world.save(), again.save())
        self.assertEqual(world.title, 'a "wall"')
        self.assertEqual(len(world.group("arch")), 13)  # and two springers
        self.assertEqual(list(world.probes()), ["ball"])

    def test_mistakes_have_the_path_of_their_key(self):
        def broken(change):
            scene = ball_on_floor()
            change(scene)
            with self.assertRaises(drystone.InputError) as caught:
                drystone.scene(scene)
            return str(caught.exception)

        self.assertEqual(broken(lambda s: s["bodies"][1]["shape"].update(radius=-1)), "bodies[1].shape.radius: radius must be greater than zero, found the number -1")
        self.assertEqual(broken(lambda s: s["bodies"][1].update(positon=[0])), 'bodies[1].positon: unknown key "positon" in [[bodies]]; did you mean "position"?')
        self.assertEqual(broken(lambda s: s.pop("time")), "scene: there is no [time] table; a scene needs one")
        self.assertIn("materials.stone.density: density must be a number", broken(lambda s: s["materials"]["stone"].update(density="heavy")))
        self.assertIn("bodies[0].material: a scene cannot hold {1}, which is of type set", broken(lambda s: s["bodies"][0].update(material={1})))
        self.assertIn("time.step: the number 1000", broken(lambda s: s["time"].update(step=10**30)))
        self.assertIn("a key must be a string, found 3", broken(lambda s: s["time"].update({3: 4})))
        self.assertIn("interactions[0].friction: friction must be a number, found a table", broken(lambda s: s["interactions"][0].update(friction=math.sin)))

    def test_words_of_other_kinds(self):
        with self.assertRaises(TypeError):
            drystone.scene(3)
        with self.assertRaises(TypeError):
            drystone.load("x.toml", set="solver.tolerance=1")
        with self.assertRaisesRegex(drystone.InputError, "time.step: a function cannot be written"):
            drystone.Scene().time(step=math.sin, duration=1).toml()
        with self.assertRaisesRegex(drystone.InputError, "^scene:1:10: this is not TOML"):
            drystone.scene("a = [1, 2")
        with self.assertRaisesRegex(drystone.InputError, "threads"):
            drystone.scene(ball_on_floor(), threads=-1)

    def test_a_list_that_holds_itself_is_refused(self):
        scene, endless = ball_on_floor(), []
        endless.append(endless)
        scene["bodies"][0]["shape"]["normal"] = endless
        with self.assertRaisesRegex(drystone.InputError, "nested too deeply"):
            drystone.scene(scene)

    def test_a_scene_without_bodies(self):
        world = drystone.scene({"scene": {"dimension": 3}, "time": {"step": 1e-3, "duration": 1}})
        world.step(3)
        shapes = [getattr(world, name).shape for name in ("positions", "orientations", "velocities", "spins", "masses", "shape_positions")]
        self.assertEqual(shapes, [(0, 3), (0, 4), (0, 3), (0, 3), (0,), (0, 3)])

    def test_a_file_cannot_have_a_function(self):
        text = drystone.Scene().time(1e-3, 1).material("m", 1.0).body("b", material="m", shape={"type": "sphere", "radius": 1}).drive(
            "b", motion={"quantity": "velocity", "direction": [1, 0, 0], "function": "sin"}).toml()
        with self.assertRaisesRegex(drystone.InputError, 'function must be a function of the program that makes the scene, found the string "sin"'):
            drystone.scene(text)

    def test_warnings_of_a_scene_are_warnings(self):
        scene = ball_on_floor()
        scene["interactions"] = []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            world = drystone.scene(scene)
        self.assertEqual([str(w.message) for w in caught], world.warnings)
        self.assertTrue(world.warnings)


    def test_overlaps_are_warned_of_and_deep_ones_refused(self):
        scene = ball_on_floor()
        ball = scene["bodies"][1]
        ball["position"] = [0, 0, 0.095]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertTrue(any("overlap at the start" in w for w in drystone.scene(scene).warnings))
            ball["position"] = [0, 0, 0.05]
            with self.assertRaisesRegex(ValueError, r"bodies\[1\].*overlap at the start"):
                drystone.scene(scene)
            drystone.scene({**scene, "contacts": {"initial_overlaps": "accept"}})


class Functions(unittest.TestCase):
    def moved(self, motion, steps=100):
        world = drystone.scene(free_box(motion={"direction": [1, 0, 0], **motion}))
        world.step(steps)
        return world

    def test_a_displacement_by_function_is_where_the_formula_has_it(self):
        world = self.moved({"quantity": "displacement", "function": lambda t: 0.02 * math.sin(30 * t)})
        self.assertAlmostEqual(world.positions[0, 0], 0.02 * math.sin(30 * world.time), delta=1e-15)
        h = world.time_step
        self.assertAlmostEqual(world.velocities[0, 0], 0.02 * (math.sin(30 * 0.1) - math.sin(30 * (0.1 - h))) / h, delta=1e-11)

    def test_velocities_and_accelerations_that_are_lines_are_exact(self):
        for quantity, function, signal in [("velocity", lambda t: 0.1 + 2 * t, {"kind": "ramp", "from": 0.1, "to": 2.1, "over": 1.0}),
                                           ("acceleration", lambda t: 3 - 5 * t, {"kind": "ramp", "from": 3.0, "to": -2.0, "over": 1.0})]:
            by_function, by_ramp = self.moved({"quantity": quantity, "function": function}), self.moved({"quantity": quantity, **signal})
            np.testing.assert_allclose(by_function.positions, by_ramp.positions, rtol=1e-12)
            np.testing.assert_allclose(by_function.velocities, by_ramp.velocities, rtol=1e-11)

    def test_a_velocity_by_function_converges_as_the_square_of_the_step(self):
        errors = []
        for h in (2e-3, 1e-3):
            scene = free_box(motion={"direction": [1, 0, 0], "quantity": "velocity", "function": lambda t: math.cos(20 * t)})
            scene["time"]["step"] = h
            world = drystone.scene(scene)
            world.run()
            errors.append(abs(world.positions[0, 0] - math.sin(20 * 0.1) / 20))
        self.assertAlmostEqual(errors[0] / errors[1], 4.0, delta=0.05)

    def test_a_force_by_function_does_what_a_history_does(self):
        table = {"kind": "table", "points": [[0, 0], [1, 10]]}
        by_function = drystone.scene(free_box(force=lambda t: [10 * t, 0.0, -5 * t]))
        by_history = drystone.scene(free_box(force=[1.0, 0, -0.5], history=table))
        by_scale = drystone.scene(free_box(force=[1.0, 0, -0.5], history=lambda t: 10 * t))
        for world in (by_function, by_history, by_scale):
            world.step(100)
        np.testing.assert_allclose(by_function.velocities, by_history.velocities, rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(by_scale.velocities, by_history.velocities, rtol=1e-12, atol=1e-15)
        self.assertAlmostEqual(by_function.velocities[0, 0], 5 * 0.1**2 / by_function.masses[0], delta=1e-12)

    def test_a_torque_and_a_force_at_a_point_by_function(self):
        constant = drystone.scene(free_box(force=[0, 1.0, 0], point=[0.05, 0, 0.1], torque=[0.1, 0.2, 0.3]))
        function = drystone.scene(free_box(force=lambda t: np.array([0, 1.0, 0]), point=[0.05, 0, 0.1], torque=lambda t: (0.1, 0.2, 0.3)))
        constant.step(50), function.step(50)
        np.testing.assert_allclose(function.spins, constant.spins, rtol=1e-12)
        np.testing.assert_allclose(function.orientations, constant.orientations, rtol=1e-12)

    def test_in_the_plane_a_torque_is_one_number(self):
        scene = {"scene": {"dimension": 2, "gravity": [0, 0]}, "time": {"step": 1e-3, "duration": 1}, "materials": {"m": {"density": 1.0}},
                 "bodies": [{"name": "d", "material": "m", "shape": {"type": "disk", "radius": 1.0}}], "drives": [{"body": "d", "torque": lambda t: 2.0}]}
        world = drystone.scene(scene)
        world.step(100)
        self.assertAlmostEqual(world.spins[0], 2.0 * 0.1 / (0.5 * math.pi), delta=1e-12)

    def test_it_is_asked_once_a_step_for_the_steps_end(self):
        asked = []
        world = drystone.scene(ball_on_floor(force=lambda t: asked.append(t) or [0, 0, 0]))
        world.step(3)
        np.testing.assert_allclose(asked, [0, 1e-3, 2e-3, 3e-3], rtol=1e-12)

    def test_a_function_may_look_at_the_world_it_drives_and_not_step_it(self):
        worlds = []

        def servo(t):
            if not worlds:
                return 0.0
            if t > 0.05:
                worlds[0].step()
            return -100.0 * worlds[0].positions[0, 0] - worlds[0].measure("velocity", "brick")[0]

        scene = free_box(force=lambda t: [servo(t), 0, 0])
        scene["bodies"][0]["position"] = [0.1, 0, 0]
        worlds.append(drystone.scene(scene))
        worlds[0].step(50)
        self.assertLess(worlds[0].positions[0, 0], 0.1)
        with self.assertRaisesRegex(RuntimeError, "cannot step or change the world that asks it"):
            worlds[0].step(5)

    def test_what_it_throws_comes_out_and_the_world_goes_on_after(self):
        broken = [True]

        def force(t):
            if broken[0] and t > 0.0105:
                raise KeyError("sensor")
            return [1.0, 0, 0]

        world = drystone.scene(free_box(force=force))
        with self.assertRaises(KeyError):
            world.step(50)
        self.assertEqual(world.steps, 10)
        broken[0] = False
        world.step(40)
        self.assertAlmostEqual(world.velocities[0, 0], 0.05 / world.masses[0], delta=1e-15)

    def test_what_it_returns_must_be_numbers(self):
        for function, words in [(lambda t: "x", "drives\\[0\\].force: the function must return numbers"), (lambda t: [1, 2, math.nan], "returned nan at t = 0"),
                                (lambda t: [1, 2], "force must be three numbers"), (lambda t: [1, 2, 3] if t == 0 else 4, "must return 3 numbers")]:
            with self.subTest(words), self.assertRaisesRegex(drystone.InputError, words):
                drystone.scene(free_box(force=function)).step()
        with self.assertRaisesRegex(drystone.InputError, "drives\\[0\\].history: a force or torque that is a function has no history"):
            drystone.scene(free_box(force=lambda t: [0, 0, 0], history={"kind": "constant", "value": 1}))

    def test_gravity_takes_functions_too(self):
        scene = free_box()
        scene["scene"]["gravity"] = {"vector": [0, 0, -10.0], "scale": lambda t: 1 + t}
        world = drystone.scene(scene)
        world.step(100)
        self.assertAlmostEqual(world.velocities[0, 2], -10 * (0.1 + 0.005), delta=1e-12)

    def test_a_function_that_knows_its_world_does_not_keep_it_for_ever(self):
        holder = []
        world = drystone.scene(free_box(force=lambda t: [0, 0, len(holder)]))
        holder.append(world)
        world.step()
        gone = weakref.ref(world)
        del world, holder
        gc.collect()
        self.assertIsNone(gone())


if __name__ == "__main__":
    unittest.main()
