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

    def test_columns_have_one_type_whatever_is_in_them(self):
        """Names that look like numbers are names, a radius that is none is nan, and every body has a mass."""
        stone = {"material": "stone"}
        bodies = [{**stone, "name": "1", "fixed": True, "shape": {"type": "plane", "normal": [0, 1]}},
                  {**stone, "name": "2", "shape": {"type": "box", "size": [0.5, 0.2]}, "position": [0, 1]},
                  {**stone, "name": "3", "mass": 7.5, "shape": {"type": "disk", "radius": 0.1}, "position": [2, 1]},
                  {**stone, "name": "4", "shape": {"type": "compound", "parts": [{"type": "disk", "radius": 0.1, "position": [s, 0]} for s in (-0.2, 0.2)]},
                   "position": [4, 1]}]
        scene = {"scene": {"dimension": 2, "gravity": [0, 0]}, "time": {"step": 1e-3, "duration": 2e-3}, "materials": {"stone": {"density": 100.0}},
                 "interactions": [{"between": ["stone", "stone"], "friction": 0.5}], "bodies": bodies}
        with tempfile.TemporaryDirectory() as folder:
            run = drystone.run(scene, out=pathlib.Path(folder) / "run", quiet=True, report=False)
            table = run.bodies
            self.assertEqual(table["name"].tolist(), ["1", "2", "3", "4"])
            np.testing.assert_allclose(table["mass"], [0.0, 10.0, 7.5, 100.0 * 2 * np.pi * 0.01], rtol=1e-12)
            self.assertEqual(table["mass_given"].tolist(), [0.0, 0.0, 1.0, 0.0])
            np.testing.assert_array_equal(np.isnan(table["radius"]), [False, False, False, True])
            again = {**{k: v for k, v in scene.items() if k != "bodies"}, "bodies_from": str(run.folder / "bodies.csv"), "materials": {"stone": {"density": 200.0}}}
            np.testing.assert_allclose(drystone.scene(again).masses, [0.0, 20.0, 7.5, 200.0 * 2 * np.pi * 0.01], rtol=1e-12)
            (run.folder / "bodies.csv").write_text("body,radius\n0,wide\n")
            with self.assertRaisesRegex(drystone.InputError, "bodies.csv: the column radius is to hold numbers"):
                run.bodies

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
