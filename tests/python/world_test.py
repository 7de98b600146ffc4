"""Steps: the command's bits, threads, interrupts, errors."""
import csv
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time
import unittest
import warnings

import drystone
import numpy as np
from scenes import DRYSTONE, EXAMPLES, ball_on_floor

warnings.simplefilter("ignore")


def command(*arguments):
    return subprocess.run([DRYSTONE, *map(str, arguments)], capture_output=True, text=True, timeout=240)


class SameAsTheCommand(unittest.TestCase):
    def test_the_last_state_has_the_same_bits(self):
        for name, duration in [("force_chains", 0.1), ("two_balls", 0.1), ("tilted_wall", 0.005), ("piston", 0.01)]:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                scene = EXAMPLES / f"{name}.toml"
                result = command("run", scene, "--out", folder + "/out", "--set", f"time.duration={duration}", "--quiet")
                self.assertIn(result.returncode, (0, 3), result.stderr)
                world = drystone.load(scene, set={"time.duration": duration})
                world.run()
                self.compare(world, pathlib.Path(folder) / "out")

    def compare(self, world, folder):
        axes = "xyz"[:world.dimension]
        rows = list(csv.DictReader((folder / "bodies.csv").read_text().splitlines()))
        written = np.array([[float(row[f"position.{a}"]) for a in axes] for row in rows])
        np.testing.assert_array_equal(written, world.shape_positions)
        contacts = list(csv.DictReader((folder / "contacts.csv").read_text().splitlines()))
        forces = np.array([[float(row[f"force.{a}"]) for a in axes] for row in contacts]).reshape(-1, world.dimension)
        np.testing.assert_array_equal(forces, world.contacts.forces)
        self.assertEqual([row["status"] for row in contacts], [("open", "sticking", "sliding")[s] for s in world.contacts.status])
        summary = json.loads((folder / "summary.json").read_text())
        self.assertEqual(summary["steps"], world.steps)
        self.assertEqual(summary["energy"]["kinetic"], world.measure("kinetic_energy"))
        for path in (folder / "probes").glob("*.csv"):
            last = list(csv.DictReader(path.read_text().splitlines()))
            now = world.probes()[path.stem]
            if not last or float(last[-1]["time"]) != world.time:
                continue
            for quantity, value in now.items():
                cells = [float(last[-1][c]) for c in last[-1] if c == quantity or c.rsplit(".", 1)[0] == quantity and c not in now]
                np.testing.assert_array_equal(cells, np.atleast_1d(value), quantity)

    def test_mistakes_are_told_in_the_same_words(self):
        text = (EXAMPLES / "two_balls.toml").read_text()
        mistakes = [("radius = 0.05", "radius = -0.05"), ("friction", "fricton"), ("[time]", "[time]\nstep = 2"), ("dimension = 3", "dimension = 5"),
                    ("density", "density = 1\nmass"), ('"stone"', '"stonee"'), ("[scene]", "[scene"), ("type = \"plane\"", "type = \"plain\"")]
        told = 0
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "scene.toml"
            for good, bad in mistakes:
                if good not in text:
                    continue
                path.write_text(text.replace(good, bad, 1))
                result = command("check", path)
                with self.subTest(bad), self.assertRaises(drystone.InputError) as caught:
                    drystone.load(path)
                self.assertEqual(result.returncode, 2)
                self.assertEqual(result.stderr.strip(), str(caught.exception))
                told += 1
        self.assertGreaterEqual(told, 5)

    def test_mistakes_in_overrides_too(self):
        for word in ["solver.tolerence=1", "bodies.nobody.mass=2", "time.step=0"]:
            result = command("check", EXAMPLES / "two_balls.toml", "--set", word)
            with self.assertRaises(drystone.InputError) as caught:
                drystone.load(EXAMPLES / "two_balls.toml", set=[word])
            self.assertEqual(result.stderr.strip(), str(caught.exception))

    def test_values_of_set_mean_what_they_say(self):
        world = drystone.load(EXAMPLES / "two_balls.toml",
                              set={"time.step": np.float64(2e-4), "scene.title": 'say "ü"', "bodies.ball.position": (0, 0.0, 1.5)})
        self.assertEqual((world.time_step, world.title), (2e-4, 'say "ü"'))
        self.assertEqual(world.shape_positions[world.body("ball")].tolist(), [0, 0, 1.5])

    def test_stability_is_judged_alike(self):
        result = command("stability", EXAMPLES / "arch.toml", "--json")
        answer = drystone.load(EXAMPLES / "arch.toml").stability()
        said = json.loads(result.stdout)
        self.assertEqual((said["verdict"], said["speed_ratio"]), (answer.verdict, answer.speed_ratio))
        falls = drystone.load(EXAMPLES / "arch.toml", set={"generate.0.thickness": 0.06}).stability()
        self.assertEqual(falls.verdict, "moves")
        self.assertGreater(np.abs(falls.velocities).max(), 0)

    def test_a_verdict_says_what_it_rests_on(self):
        said = json.loads(command("stability", EXAMPLES / "arch.toml", "--json").stdout)
        answer = drystone.load(EXAMPLES / "arch.toml").stability()
        self.assertEqual((said["decided_by"], said["rest"]), (answer.decided_by, answer.rest))
        self.assertEqual((answer.decided_by, answer.rest), ("rest possible", "possible"))
        falls = drystone.load(EXAMPLES / "arch.toml", set={"generate.0.thickness": 0.06}).stability()
        self.assertIn(falls.decided_by, ("rest impossible", "speed"))

    def test_what_a_method_cannot_do_is_refused_here_too(self):
        block = {"scene": {"dimension": 2, "gravity": [4.0, -9.0]}, "time": {"step": 1e-3, "duration": 1.0},
                 "materials": {"m": {"density": 1000.0, "young": 1e6}},
                 "interactions": [{"between": ["m", "m"], "friction": 0.1}],
                 "bodies": [{"material": "m", "fixed": True, "shape": {"type": "plane", "normal": [0, 1]}},
                            {"name": "block", "material": "m", "shape": {"type": "box", "size": [1, 1]}, "position": [0, 0.5],
                             "deformable": "uniform"}]}
        with self.assertRaisesRegex(drystone.InputError, "knows no moments"):
            drystone.scene(block | {"solver": {"method": "newton"},
                                    "interactions": [{"between": ["m", "m"], "friction": 0.1, "rolling_friction": 0.01}]})
        del block["bodies"][1]["deformable"]
        block["time"]["quasistatic"] = True
        block["bodies"].append({"name": "press", "material": "m", "fixed": True, "position": [0, 1],
                                "shape": {"type": "plane", "normal": [0, -1]}})
        block["drives"] = [{"body": "press", "motion": {"quantity": "velocity", "direction": [0, -1], "kind": "constant", "value": 0.1}}]
        with self.assertRaisesRegex(drystone.InputError, "'press' is moved by up to 0.1 m/s, and nothing is elastic"):
            drystone.scene(block)

    def test_a_limit_load_is_that_of_the_command(self):
        pushed = {"limit.acceleration": [9.81, 0.0]}
        said = json.loads(command("limit", EXAMPLES / "arch.toml", "--set", "limit.acceleration=[9.81, 0.0]", "--json").stdout)
        world = drystone.load(EXAMPLES / "arch.toml", set=pushed)
        answer = world.limit()
        self.assertTrue(answer.found and answer.feasible and not answer.unbounded)
        self.assertAlmostEqual(answer.multiplier, said["multiplier"], delta=1e-12)
        self.assertAlmostEqual(answer.multiplier, 0.2845, delta=1e-4)
        self.assertLessEqual(answer.lower, answer.upper)
        self.assertEqual(answer.velocities.shape, (len(world), 2))
        self.assertGreater(np.abs(answer.forces).max(), 0)
        self.assertFalse(drystone.load(EXAMPLES / "arch.toml", set=pushed | {"generate.0.thickness": 0.06}).limit().feasible)
        with self.assertRaisesRegex(drystone.InputError, r"no \[limit\]"):
            drystone.load(EXAMPLES / "arch.toml").limit()

    def test_stability_is_of_time_0_whatever_has_happened_since(self):
        pushed = ball_on_floor(force=lambda t: [1000 * t, 0, 0])
        world = drystone.scene(pushed)
        first = world.stability()
        world.step(30)
        state = world.save()
        self.assertEqual((world.stability().verdict, first.verdict), ("stands", "stands"))
        self.assertEqual(world.save(), state)


class Threads(unittest.TestCase):
    def test_the_answer_does_not_depend_on_their_number(self):
        states = []
        for threads in (1, 2, 3):
            world = drystone.load(EXAMPLES / "force_chains.toml", threads=threads)
            self.assertEqual(world.threads, threads)
            world.step(200)
            states.append(world.save().to_bytes())
        self.assertEqual(states[0], states[1])
        self.assertEqual(states[0], states[2])

    def test_other_python_threads_run_while_a_step_computes(self):
        world = drystone.load(EXAMPLES / "force_chains.toml", threads=1)
        world.run(until=0.1)
        ticks, stop = [0], threading.Event()

        def count():
            while not stop.wait(0.001):
                ticks[0] += 1

        counter = threading.Thread(target=count)
        counter.start()
        time.sleep(0.02)
        before, start = ticks[0], time.monotonic()
        while time.monotonic() - start < 0.3:
            world.step(20)
        during = ticks[0] - before
        stop.set()
        counter.join()
        self.assertGreater(during, 15)

    def test_two_threads_cannot_step_one_world(self):
        world = drystone.load(EXAMPLES / "force_chains.toml", threads=1)
        begun, refused = threading.Event(), []

        def step():
            begun.set()
            world.step(600)

        stepper = threading.Thread(target=step)
        stepper.start()
        begun.wait()
        while stepper.is_alive():
            for attempt in (lambda: world.step(), lambda: world.contacts, lambda: world.save(), lambda: world.measure("contacts")):
                try:
                    attempt()
                except RuntimeError as error:
                    refused.append(str(error))
            self.assertEqual(world.positions.shape, (728, 2))  # may be looked at all the time
            time.sleep(0.005)
        stepper.join()
        self.assertTrue(refused)
        self.assertIn("another thread", refused[0])

    def test_ctrl_c_stops_between_two_steps(self):
        world = drystone.load(EXAMPLES / "force_chains.toml", threads=1)
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            world.run(until=1000.0)
        timer.join()
        steps = world.steps
        self.assertGreater(steps, 0)
        other = drystone.load(EXAMPLES / "force_chains.toml", threads=1)
        other.step(steps)
        self.assertEqual(world.save(), other.save())
        world.step()
        self.assertEqual(world.steps, steps + 1)

    def test_a_forked_process_has_threads_of_its_own(self):
        world = drystone.load(EXAMPLES / "force_chains.toml", threads=2)
        world.step(5)
        idle = drystone.load(EXAMPLES / "force_chains.toml", threads=2)  # is deleted there without having been used
        idle.step()
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            world.step(5)
            data = world.positions.tobytes()
            del world, idle
            os.write(write, data)
            os._exit(0)
        os.close(write)
        received = b"".join(iter(lambda: os.read(read, 65536), b""))
        os.close(read)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        world.step(5)
        self.assertEqual(received, world.positions.tobytes())


class Runs(unittest.TestCase):
    def test_a_ball_falls_as_galilei_says(self):
        scene = ball_on_floor()
        scene["bodies"][1]["position"] = [0, 0, 10.0]
        world = drystone.scene(scene)
        report = world.run()
        self.assertEqual((report.steps, report.converged, report.finite), (100, True, True))
        self.assertAlmostEqual(world.positions[1, 2], 10.0 - 0.5 * 9.81 * 0.1**2, delta=1e-12)
        self.assertAlmostEqual(world.time, 0.1, delta=1e-15)

    def test_the_floor_carries_the_ball(self):
        world = drystone.scene(ball_on_floor())
        world.step(3)
        weight = 9.81 * world.masses[1]
        np.testing.assert_allclose(world.contacts.forces, [[0, 0, weight]], rtol=1e-8)
        np.testing.assert_allclose(world.measure("contact_force", "ball"), [0, 0, weight], rtol=1e-8)
        self.assertEqual(world.contacts.bodies.tolist(), [[0, 1]])
        self.assertEqual(world.contacts.normals.tolist(), [[0, 0, 1]])
        self.assertEqual(world.contacts.status.tolist(), [drystone.STICKING])
        self.assertEqual(world.joints()["bodies"].tolist(), [[0, 1]])

    def test_a_callback_sees_every_so_often_and_can_end_the_run(self):
        seen = []
        world = drystone.scene(ball_on_floor())
        report = world.run(callback=lambda w: seen.append(w.time), every=0.02)
        np.testing.assert_allclose(seen, [0.02, 0.04, 0.06, 0.08, 0.1], rtol=1e-12)
        self.assertEqual(report.steps, 100)
        world = drystone.scene(ball_on_floor())
        report = world.run(callback=lambda w: w.steps < 7)
        self.assertEqual((report.steps, world.steps), (7, 7))

    def test_what_a_callback_throws_comes_out(self):
        world = drystone.scene(ball_on_floor())
        with self.assertRaises(ZeroDivisionError):
            world.run(callback=lambda w: 1 / 0)
        self.assertEqual(world.steps, 1)
        world.step()

    def test_steps_that_do_not_converge_are_counted(self):
        world = drystone.load(EXAMPLES / "force_chains.toml", set={"solver.max_iterations": 1, "solver.tolerance": 1e-12})
        report = world.run(until=0.1)
        self.assertGreater(report.not_converged, 0)
        self.assertFalse(report.converged)
        self.assertGreater(report.residual, 1e-12)

    def test_energies_balance(self):
        world = drystone.load(EXAMPLES / "force_chains.toml")
        world.run(until=0.1)
        energy = world.energy
        self.assertLess(abs(energy["balance_error"]), 1e-9 * energy["dissipated"])
        self.assertAlmostEqual(energy["kinetic"] + energy["potential"] - energy["initial"],
                               energy["work"] - energy["dissipated"] - energy["scheme"] + energy["projected"] + energy["balance_error"],
                               delta=1e-12)


class Settling(unittest.TestCase):
    def test_balls_that_fall_and_roll_come_to_rest(self):
        world = drystone.load(EXAMPLES / "two_balls.toml")
        self.assertTrue(world.settle())
        self.assertEqual(world.energy["kinetic"], 0.0)
        self.assertLess(world.measure("unbalanced"), 1e-3)
        self.assertGreater(world.energy["damping"], 0.0)

    def test_what_falls_does_not(self):
        world = drystone.load(EXAMPLES / "two_balls.toml")
        self.assertFalse(world.settle(at_most=0.05))
        with self.assertRaises(drystone.InputError):
            world.settle(below=0.0)


if __name__ == "__main__":
    unittest.main()
