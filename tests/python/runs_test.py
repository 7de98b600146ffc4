"""Python runs are runs: the folder that the command leaves, to the same bits; stopped, gone on with, looked into."""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
import warnings

import numpy as np

import drystone
from scenes import DRYSTONE, EXAMPLES, ROOT, ball_on_floor

OF_THE_CLOCK = {"wall_seconds", "seconds", "record_seconds", "steps_per_second", "peak_memory_bytes", "threads", "contact_updates_per_second",
                "stages_seconds", "methods"}


def falling_disks(**more):
    """Disks of two materials thrown into a box, with probes and frames."""
    scene = {
        "scene": {"dimension": 2, "gravity": [0, -9.81], "title": "Disks"},
        "time": {"step": 1e-3, "duration": 0.06},
        "solver": {"tolerance": 1e-9, "threads": 1},
        "output": {"frames_every": 0.01, "checkpoint_every": 0.02},
        "materials": {"stone": {"density": 2500.0}},
        "interactions": [{"between": ["stone", "stone"], "friction": 0.4, "restitution": [0.2, 0.0]}],
        "bodies": [
            {"name": "floor", "material": "stone", "fixed": True, "shape": {"type": "plane", "normal": [0, 1]}},
            {"name": "left", "material": "stone", "fixed": True, "shape": {"type": "plane", "normal": [1, 0]}, "position": [-0.25, 0]},
            {"name": "right", "material": "stone", "fixed": True, "shape": {"type": "plane", "normal": [-1, 0]}, "position": [0.25, 0]},
        ] + [{"name": f"d{k}", "material": "stone", "shape": {"type": "disk", "radius": 0.04 + 0.002 * (k % 3)},
              "position": [-0.18 + 0.1 * (k % 4), 0.045 + 0.1 * (k // 4)], "velocity": [0.1 * (k % 3 - 1), -0.3]} for k in range(12)],
        "probes": [{"name": "all", "quantities": ["kinetic_energy", "contacts"], "every": 0.005},
                   {"name": "one", "body": "d5", "quantities": ["position", "velocity"]},
                   {"name": "mean", "body": "d3", "quantities": ["velocity"], "every": 0.007, "average": True}],
    }
    scene.update(more)
    return scene


def ran(scene, out, **options):
    return drystone.run(scene, out=out, **{"quiet": True, "report": False, **options})


def resumed(folder, **options):
    return drystone.resume(folder, **{"quiet": True, "report": False, **options})


def bytes_of(folder):
    """Everything that does not depend on the clock."""
    folder = pathlib.Path(folder)
    found = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.csv"))}
    found["scene.toml"] = (folder / "scene.toml").read_bytes()
    found["frames.xdmf"] = (folder / "frames.xdmf").read_bytes() if (folder / "frames.xdmf").exists() else b""
    return found


def arrays_of(path):
    import h5py
    found = {}
    with h5py.File(path, "r") as file:
        file.visititems(lambda name, item: found.__setitem__(name, item[()]) if isinstance(item, h5py.Dataset) else None)
    return found


def without_clock(tree):
    if isinstance(tree, dict):
        return {key: without_clock(value) for key, value in tree.items() if not any(word in key for word in OF_THE_CLOCK)}
    return tree


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def assert_same_run(self, one, other, summary=True):
        self.assertEqual(bytes_of(one), bytes_of(other))
        first, second = arrays_of(pathlib.Path(one) / "frames.h5"), arrays_of(pathlib.Path(other) / "frames.h5")
        self.assertEqual(set(first), set(second))
        for name in first:
            np.testing.assert_array_equal(first[name], second[name], err_msg=name)
        if summary:
            self.assertEqual(without_clock(json.loads((pathlib.Path(one) / "summary.json").read_text())),
                             without_clock(json.loads((pathlib.Path(other) / "summary.json").read_text())))

    def write(self, scene, name="scene.toml"):
        path = self.folder / name
        path.write_text(drystone._toml.document(scene))
        return path

    def command(self, *arguments, status=0):
        result = subprocess.run([DRYSTONE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=240)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout + result.stderr


class RunsAreRuns(InAFolder):
    def test_a_file_gives_the_folder_of_the_command(self):
        for scene, set in ((EXAMPLES / "two_balls.toml", {"time.duration": 0.05, "output.frames_every": 0.01}),
                           (EXAMPLES / "arch.toml", {"time.duration": 0.01, "solver.threads": 1})):
            with self.subTest(scene.name):
                overrides = [f"--set={key}={value}" for key, value in set.items()]
                self.command("run", scene, "--out", f"command-{scene.stem}", "--quiet", *overrides)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    run = drystone.run(scene, out=self.folder / f"python-{scene.stem}", set=[f"{k}={v}" for k, v in set.items()], quiet=True)
                self.assertTrue((run.folder / "report.html").exists())
                self.assert_same_run(self.folder / f"command-{scene.stem}", run.folder)

    def test_dicts_texts_and_worlds(self):
        path = self.write(falling_disks())
        self.command("run", path, "--out", "command", "--quiet")
        runs = [ran(falling_disks(), self.folder / "dict"),
                ran(path.read_text(), self.folder / "text"),
                drystone.scene(falling_disks(), threads=2).run(out=str(self.folder / "world"), quiet=True, report=False)]
        for run in runs:
            with self.subTest(run):
                self.assert_same_run(self.folder / "command", run.folder, summary=False)
                self.assertEqual(run.summary["steps"], 60)
                self.assertEqual(len(run.frames), 7)
        self.assertFalse((self.folder / "world/report.html").exists())
        # The command goes on with a run that Python has begun.
        self.command("resume", "dict", "--until", 0.08, "--quiet")
        self.command("resume", "command", "--until", 0.08, "--quiet")
        self.assert_same_run(self.folder / "command", self.folder / "dict", summary=False)

    def test_methods_and_dimensions(self):
        for name, change in (("euler", {"time": {"step": 1e-3, "duration": 0.03, "integrator": "euler"}}),
                             ("md", {"time": {"step": 1e-3, "duration": 0.02}, "solver": {"method": "md", "threads": 1},
                                     "interactions": [{"between": ["stone", "stone"], "law": "spring", "friction": 0.4, "normal_stiffness": 1e6,
                                                       "tangential_stiffness": 5e5}]})):
            with self.subTest(name):
                path = self.write(falling_disks(**change), name + ".toml")
                self.command("run", path, "--out", "c" + name, "--quiet")
                self.assert_same_run(self.folder / ("c" + name), ran(path, self.folder / ("p" + name)).folder,
                                     summary=False)

    def test_a_folder_that_is_there_is_refused(self):
        ran(falling_disks(), self.folder / "run", until=0.005)
        before = bytes_of(self.folder / "run")
        with self.assertRaisesRegex(drystone.InputError, "run"):
            ran(falling_disks(), self.folder / "run")
        self.assertEqual(bytes_of(self.folder / "run"), before)
        self.assertEqual(ran(falling_disks(), self.folder / "run", force=True).summary["steps"], 60)
        with self.assertRaisesRegex(drystone.InputError, "out"):
            drystone.run(falling_disks())

    def test_a_world_that_is_under_way_begins_there(self):
        whole = ran(falling_disks(), self.folder / "whole")
        world = drystone.scene(falling_disks())
        world.step(23)
        run = world.run(out=str(self.folder / "later"), quiet=True, report=False)
        self.assertEqual(run.summary["steps"], 37)
        rows = whole.probe("one")["time"] > 0.0231
        for name in ("position.x", "velocity.y"):
            np.testing.assert_array_equal(whole.probe("one")[name][rows], run.probe("one")[name])
        np.testing.assert_allclose(run.frames.times, [0.023, 0.03, 0.04, 0.05, 0.06])
        np.testing.assert_array_equal(run.frames[-1].positions, whole.frames[-1].positions)

    def test_words_and_progress(self):
        code = "import drystone; drystone.run('scene.toml', out='run'%s)"
        self.write(falling_disks())
        for quiet in (False, True):
            result = subprocess.run([sys.executable, "-c", code % (", quiet=True, force=True" if quiet else "")], cwd=self.folder,
                                    capture_output=True, text=True, timeout=120)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual("60 steps" in result.stdout, not quiet, result.stdout)
            self.assertEqual("100.0 %" in result.stderr, not quiet, result.stderr)


class Stopping(InAFolder):
    def test_a_callback_ends_a_run(self):
        seen = []

        def until_three(world):
            seen.append(world.time)
            return len(seen) < 3

        run = ran(falling_disks(), self.folder / "run", callback=until_three, every=0.01)
        np.testing.assert_allclose(seen, [0.01, 0.02, 0.03])
        self.assertEqual(run.summary["steps"], 30)
        self.assertFalse(run.summary["interrupted"])

    def test_what_a_callback_raises_comes_out_and_the_run_goes_on_later(self):
        def fails(world):
            if world.steps == 31:
                raise KeyError("now")

        with self.assertRaises(KeyError):
            ran(falling_disks(), self.folder / "run", callback=fails)
        self.assertTrue(drystone.Results(self.folder / "run").summary["interrupted"])
        self.assertIn("callback", self.command("resume", "run", status=2))
        with self.assertRaisesRegex(drystone.InputError, "callback"):
            resumed(self.folder / "run")
        resumed(self.folder / "run", callback=lambda world: None)
        whole = ran(falling_disks(), self.folder / "whole", callback=lambda world: None)
        self.assert_same_run(self.folder / "run", whole.folder, summary=False)

    def test_interrupt(self):
        script = self.folder / "long.py"
        scene = falling_disks(time={"step": 1e-3, "duration": 1000.0}, probes=[], output={"frames_every": 0.0})
        script.write_text(textwrap.dedent(f"""
            import drystone, os, signal, threading
            threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            drystone.run({scene!r}, out="run", quiet=True)
        """))
        result = subprocess.run([sys.executable, script], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertIn("KeyboardInterrupt", result.stderr)
        summary = drystone.Results(self.folder / "run").summary
        self.assertTrue(summary["interrupted"])
        self.assertGreater(summary["steps"], 10)
        world = drystone.open_run(self.folder / "run")
        self.assertEqual(world.steps, summary["steps"])

    def test_a_callback_cannot_step_but_another_thread_may_look(self):
        def steps(world):
            world.step()

        with self.assertRaisesRegex(RuntimeError, "callback"):
            ran(falling_disks(), self.folder / "run", callback=steps)


class GoingOn(InAFolder):
    def test_resume_has_the_same_bits(self):
        whole = ran(falling_disks(), self.folder / "whole")
        for steps in (1, 20, 59):
            with self.subTest(steps):
                folder = self.folder / f"run{steps}"
                ran(falling_disks(), folder, until=steps * 1e-3, threads=2)
                run = resumed(folder, until=0.06)
                self.assert_same_run(whole.folder, run.folder, summary=False)
        self.assertEqual(resumed(whole.folder).summary["steps"], 60)  # it has ended: nothing is touched

    def test_callbacks_change_the_state(self):
        def kick(world):
            velocities = world.velocities
            velocities[world.body("d7")] += [0.0, 0.5]

        options = dict(callback=kick, every=0.009)
        whole = ran(falling_disks(), self.folder / "whole", **options)
        plain = ran(falling_disks(), self.folder / "plain")
        self.assertNotEqual(bytes_of(whole.folder)["bodies.csv"], bytes_of(plain.folder)["bodies.csv"])
        ran(falling_disks(), self.folder / "run", until=0.029, **options)
        run = resumed(self.folder / "run", until=0.06, **options)
        self.assert_same_run(whole.folder, run.folder, summary=False)

    def test_controls_and_functions(self):
        def driven():
            push, speed = drystone.Control(0.0), drystone.Control(0.0)
            scene = falling_disks()
            scene["bodies"].append({"name": "ram", "material": "stone", "shape": {"type": "box", "size": [0.05, 0.05]},
                                    "position": [0.0, 0.6]})
            scene["drives"] = [{"body": "d1", "force": [1.0, 0.0], "history": push},
                               {"body": "d2", "force": lambda t: [0.0, 50.0 * t]},
                               {"body": "ram", "motion": {"quantity": "velocity", "direction": [0, -1], "function": speed}}]

            def turn(world):
                push.value = 20.0 * world.time
                speed.value += 0.5 * world.measure("kinetic_energy") ** 0.5 * 1e-2

            return scene, dict(callback=turn, every=0.004)

        scene, options = driven()
        whole = ran(scene, self.folder / "whole", **options)
        scene, options = driven()
        ran(scene, self.folder / "run", until=0.030, **options)
        with self.assertRaisesRegex(drystone.InputError, "scene="):
            resumed(self.folder / "run", **options)
        self.assertIn("Python", self.command("resume", "run", status=2))
        scene, options = driven()
        run = resumed(self.folder / "run", scene=scene, until=0.06, **options)
        self.assert_same_run(whole.folder, run.folder, summary=False)
        moved = run.frames[-1].positions[-1] - [0.0, 0.6]
        self.assertLess(moved[1], -1e-4)
        other, options = driven()
        other["time"]["step"] = 2e-3
        with self.assertRaisesRegex(drystone.InputError, "another scene"):
            resumed(self.folder / "run", scene=other, **options)

    def test_a_world_from_a_folder(self):
        run = ran(falling_disks(), self.folder / "run", until=0.03)
        world, same = drystone.open_run(run.folder), drystone.scene(falling_disks())
        same.step(30)
        self.assertEqual(world.time, same.time)
        world.step(20)
        same.step(20)
        np.testing.assert_array_equal(world.positions, same.positions)
        later = world.run(out=str(self.folder / "later"), quiet=True, report=False)
        whole = ran(falling_disks(), self.folder / "whole")
        np.testing.assert_array_equal(later.frames[-1].positions, whole.frames[-1].positions)

    def test_a_world_from_a_frame(self):
        run = ran(falling_disks(), self.folder / "run")
        world = drystone.open_run(run.folder, at=0.031)
        frame = run.frames.at(0.03)
        self.assertEqual((world.steps, world.time), (30, frame.time))
        np.testing.assert_array_equal(world.positions, frame.positions)
        report = world.step(10)
        self.assertTrue(report.converged)
        np.testing.assert_allclose(world.positions, run.frames.at(0.04).positions, atol=1e-4)
        self.assertLess(abs(world.energy["balance_error"]), 1e-9)

    def test_times_that_are_none_are_refused_and_the_run_stays(self):
        run = ran(falling_disks(), self.folder / "run", until=0.03)
        before = (self.folder / "run/checkpoint.h5").read_bytes()
        for time in (float("nan"), float("inf")):
            for ask in (lambda: resumed(run.folder, until=time), lambda: drystone.open_run(run.folder, at=time), lambda: run.frames.at(time)):
                with self.assertRaisesRegex(drystone.InputError, "finite time"):
                    ask()
        self.assertEqual((self.folder / "run/checkpoint.h5").read_bytes(), before)


class Space(InAFolder):
    def test_a_run_in_space(self):
        scene = ball_on_floor()
        scene["probes"] = [{"name": "ball", "body": "ball", "quantities": ["position", "contact_force"]}]
        path = self.write(scene)
        self.command("run", path, "--out", "command", "--quiet")
        ran(scene, self.folder / "whole")
        ran(scene, self.folder / "run", until=0.04)
        resumed(self.folder / "run", until=0.1)
        for name in ("whole", "run"):
            self.assert_same_run(self.folder / "command", self.folder / name, summary=False)


if __name__ == "__main__":
    unittest.main()
