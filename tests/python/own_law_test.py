"""A law of a user's own, from Python: what it remembers is in the frames of its program's runs, also after a restart."""
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

import drystone
import numpy as np

ROOT = pathlib.Path(__file__).parents[2]
BUILD = pathlib.Path(os.environ["DRYSTONE"]).parents[1]


def friction(path):
    """Of examples/own_law/wearing.toml: new 0.5, worn 0.1, over a way of 0.02 m."""
    return 0.1 + 0.4 / (1 + path / 0.02)


def slide(steps, h=1e-3):
    """Velocity and way of the ball at the end of each step, by the law's own equation."""
    v, path, rows = 0.5, 0.0, [(0.5, 0.0)]
    for _ in range(steps):
        v = max(0.0, v - h * 9.81 * friction(path))
        path += h * v
        rows.append((v, path))
    return rows


@unittest.skipIf("SANITIZE:STRING=address" in (BUILD / "CMakeCache.txt").read_text(), "the interpreter loads what is not instrumented")
class OwnLaw(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.here = pathlib.Path(cls.folder.name)
        for command in (["cmake", "-S", str(ROOT / "examples/own_law"), "-B", "my_build", "-G", "Ninja", f"-Ddrystone_DIR={BUILD}"],
                        ["cmake", "--build", "my_build"]):
            cls.call(command)
        cls.call(["my_build/my_drystone", "run", str(ROOT / "examples/own_law/wearing.toml"), "--out", "whole", "--set", "output.frames_every=0.01"])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def call(cls, command, status=0):
        done = subprocess.run(command, cwd=cls.here, capture_output=True, text=True, timeout=280)
        if done.returncode != status:
            raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def test_frames_have_what_it_remembers(self):
        exact = slide(300)
        frames = drystone.Frames(self.here / "whole/frames.h5")
        self.assertEqual(len(frames), 31)
        for frame in frames[1:]:
            k = round(frame.time / 1e-3)
            memory = frame.contacts.memory
            self.assertLessEqual({"path", "shifted"}, set(memory))
            self.assertEqual(memory["path"].shape, (1,))
            self.assertEqual(memory["shifted"].shape, (1, 3))
            self.assertAlmostEqual(memory["path"][0], exact[k][1], delta=1e-6)
            np.testing.assert_allclose(memory["shifted"][0], [exact[k][1], 0, 0], atol=1e-6)
            self.assertAlmostEqual(frame.velocities[1][0], exact[k][0], delta=1e-6)
            np.testing.assert_array_equal(frame.contacts.bodies, [[0, 1]])

    def test_it_wears_by_its_own_equation(self):
        frames = drystone.Frames(self.here / "whole/frames.h5")
        weight = frames[1].masses[1] * 9.81
        sliding = [frame for frame in frames[2:] if frame.velocities[1][0] > 1e-3]
        self.assertGreater(len(sliding), 5)
        for frame in sliding:
            path, v = frame.contacts.memory["path"][0], frame.velocities[1][0]
            before = path - 1e-3 * v  # the force of a step is by the way before it
            self.assertAlmostEqual(frame.contacts.forces[0][0] / weight, -friction(before), delta=1e-5)
            self.assertTrue(math.isclose(frame.contacts.forces[0][2], weight, rel_tol=1e-5))

    def test_a_restart_goes_on_with_its_memory(self):
        self.call(["my_build/my_drystone", "run", str(ROOT / "examples/own_law/wearing.toml"), "--out", "begun", "--set", "output.frames_every=0.01",
                   "--set", "time.duration=0.1"])
        self.call(["my_build/my_drystone", "resume", "begun", "--until", "0.3"])
        whole, begun = (drystone.Frames(self.here / name / "frames.h5") for name in ("whole", "begun"))
        self.assertEqual(len(begun), len(whole))
        for one, other in zip(whole, begun):
            np.testing.assert_array_equal(one.positions, other.positions)
            for name, values in one.contacts.memory.items():
                np.testing.assert_array_equal(values, other.contacts.memory[name])

    def test_the_module_says_that_it_does_not_know_the_law(self):
        with self.assertRaisesRegex(drystone.InputError, 'law "wear" is not known'):
            drystone.load(ROOT / "examples/own_law/wearing.toml")


if __name__ == "__main__":
    unittest.main()
