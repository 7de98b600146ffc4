"""Reading the folder of a run."""
import pathlib
import subprocess
import tempfile
import unittest
import warnings

import drystone
import numpy as np
from scenes import DRYSTONE, EXAMPLES

warnings.simplefilter("ignore")


class ResultsOfARun(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name) / "run"
        subprocess.run([DRYSTONE, "run", str(EXAMPLES / "two_balls.toml"), "--out", str(cls.folder), "--set", "time.duration=0.05", "--quiet"],
                       check=True, timeout=240)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_probes_are_the_rows_that_a_world_would_have(self):
        run = drystone.Results(self.folder)
        world = drystone.load(EXAMPLES / "two_balls.toml", set={"time.duration": 0.05})
        rows = []
        world.run(callback=lambda w: rows.append((w.time, w.probes())))
        self.assertEqual(run.probes, sorted(world.probes()))
        for name in run.probes:
            table = run.probe(name)
            np.testing.assert_array_equal(table["time"], [time for time, _ in rows])
            for quantity in rows[0][1][name]:
                np.testing.assert_array_equal(table[quantity], [values[name][quantity] for _, values in rows])

    def test_the_last_state_and_the_summary(self):
        run = drystone.Results(str(self.folder))
        world = drystone.load(EXAMPLES / "two_balls.toml", set={"time.duration": 0.05})
        world.run()
        self.assertEqual(run.summary["steps"], world.steps)
        self.assertEqual(run.bodies["name"].tolist(), world.names)
        np.testing.assert_array_equal(run.bodies["position"], world.shape_positions)
        np.testing.assert_array_equal(run.bodies["orientation"], world.shape_orientations)
        np.testing.assert_array_equal(run.contacts["force"], world.contacts.forces)
        self.assertEqual(len(run.joints["normal"]), len(world.joints()["normal"]))
        self.assertIn("radius", run.parts)
        with self.assertRaises(KeyError):
            run.bodies["colour"]

    def test_what_is_not_there_is_said(self):
        with self.assertRaisesRegex(drystone.InputError, "nowhere: there is no such folder"):
            drystone.Results("nowhere")
        with self.assertRaisesRegex(drystone.InputError, "drystone has left no run in this folder"):
            drystone.Results(EXAMPLES)
        with self.assertRaisesRegex(drystone.InputError, 'there is no probe named "bal"; there are .*ball'):
            drystone.Results(self.folder).probe("bal")

    def test_damaged_files_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            run = pathlib.Path(folder)
            (run / "probes").mkdir()
            (run / "summary.json").write_text('{"steps": ')
            (run / "probes/cut.csv").write_text("time,x\n1,2\n3\n")
            (run / "probes/empty.csv").write_text("")
            (run / "bodies.csv").write_bytes(b"\xff\xfe\x00")
            results = drystone.Results(run)
            with self.assertRaisesRegex(drystone.InputError, "summary.json:1:11: this is not JSON"):
                results.summary
            with self.assertRaisesRegex(drystone.InputError, "cut.csv:3:1: a row of 1 cells under 2 columns"):
                results.probe("cut")
            with self.assertRaisesRegex(drystone.InputError, "empty.csv: the file is empty"):
                results.probe("empty")
            with self.assertRaisesRegex(drystone.InputError, "bodies.csv: cannot be read"):
                results.bodies
            with self.assertRaisesRegex(drystone.InputError, "joints.csv: there is no such file; has the run ended"):
                results.joints


if __name__ == "__main__":
    unittest.main()
