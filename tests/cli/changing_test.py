"""A run whose bodies come and go, from outside: its frames by h5py, killed and gone on with, drawn and measured."""
import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy as np

DRYSTONE = os.environ["DRYSTONE"]

HEAD = """
[scene]
dimension = {d}
gravity   = {down}
[time]
step     = 2e-3
duration = {duration}
[materials.sand]
density = 2500.0
[[interactions]]
between  = ["*", "*"]
friction = 0.4
[output]
frames_every     = 0.02
checkpoint_every = 0.05
[[bodies]]
name     = "shelf"
material = "sand"
fixed    = true
shape    = {{ type = "box", size = {size} }}
[[sources]]
name     = "rain"
material = "sand"
shapes   = {shapes}
region   = {{ type = "box", min = {low}, max = {high} }}
rate     = 60.0
velocity = {v}
[[sinks]]
name   = "out"
region = {{ type = "box", min = {deep}, max = {under} }}
[[probes]]
name       = "counts"
quantities = ["sources.rain.count", "sinks.out.count"]
every      = 0.02
"""

SHAPES = {"balls2": '[{ shape = { type = "disk", radius = 0.03 } }]',
          "balls3": '[{ shape = { type = "sphere", radius = 0.03 } }]',
          "mixed2": '[{ shape = { type = "disk", radius = 0.03 } }, { shape = { type = "box", size = [0.05, 0.04] } }, '
                    '{ shape = { type = "compound", parts = [{ type = "disk", radius = 0.02, position = [-0.02, 0] }, { type = "disk", radius = 0.02, position = [0.02, 0] }] } }]',
          "mixed3": '[{ shape = { type = "sphere", radius = 0.03 } }, { shape = { type = "box", size = [0.05, 0.04, 0.03] } }]'}


def scene(d, kind, duration=0.5):
    if d == 2:
        places = dict(down="[0, -9.81]", size="[0.3, 0.04]", low="[-0.3, 0.2]", high="[0.3, 0.4]", v="[0, -1]", deep="[-2, -5]", under="[2, -0.3]")
    else:
        places = dict(down="[0, 0, -9.81]", size="[0.3, 0.3, 0.04]", low="[-0.3, -0.3, 0.2]", high="[0.3, 0.3, 0.4]", v="[0, 0, -1]",
                      deep="[-2, -2, -5]", under="[2, 2, -0.3]")
    return HEAD.format(d=d, shapes=SHAPES[f"{kind}{d}"], duration=duration, **places)


def call(*words, status=0, timeout=120):
    done = subprocess.run([DRYSTONE, *map(str, words)], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == status, f"{words} ended with {done.returncode}: {done.stderr}"
    return done


def arrays(path):
    """Everything in the frames of a file that counts."""
    with h5py.File(path, "r", swmr=True) as file:
        frames = len(file["frames/time"])
        sizes = file["frames/sizes"][:frames]
        n = sizes[-1][0]
        out = {"sizes": sizes, "name": file["bodies/name"][:n], "mass": file["bodies/mass"][:n], "body": file["parts/body"][:sizes[-1][1]]}
        for name in ("position", "orientation", "velocity", "angular_velocity"):
            out[name] = file[f"frames/{name}"][:frames, :n]
        out["time"] = file["frames/time"][:]
        for k in range(frames):
            rows = slice(file["contacts/first"][k], file["contacts/first"][k] + file["contacts/count"][k])
            out[f"contacts {k}"] = file["contacts/bodies"][rows]
            out[f"force {k}"] = file["contacts/force"][rows]
        return out


class ChangingRun(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)

    def tearDown(self):
        self.place.cleanup()

    def write(self, text):
        path = self.folder / "scene.toml"
        path.write_text(text)
        return path

    def expect_same(self, one, other):
        a, b = arrays(one / "frames.h5"), arrays(other / "frames.h5")
        self.assertEqual(a.keys(), b.keys())
        for name in a:
            self.assertEqual(a[name].tobytes(), b[name].tobytes(), name)

    def test_frames_count_as_the_probes_do(self):
        for d in (2, 3):
            for kind in ("balls", "mixed"):
                with self.subTest(d=d, kind=kind):
                    out = self.folder / f"{kind}{d}"
                    call("run", self.write(scene(d, kind)), "--out", out, "--quiet")
                    with open(out / "probes/counts.csv") as file:
                        rows = {round(float(row["time"]), 6): row for row in csv.DictReader(file)}
                    with h5py.File(out / "frames.h5", "r") as file:
                        self.assertEqual(file.attrs["format_version"], 2)
                        place, times = file["frames/position"][:], file["frames/time"][:]
                        names = [text.decode() for text in file["bodies/name"][:]]
                        there = ~np.isnan(place[:, :, 0])
                        for k in range(1, len(times)):
                            row = rows[round(times[k], 6)]
                            came, left = int(float(row["sources.rain.count"])), int(float(row["sinks.out.count"]))
                            self.assertEqual(there[k].sum(), 1 + came - left, k)
                            self.assertEqual(file["frames/sizes"][k][0], 1 + came)
                        self.assertGreater(left, 3)
                        self.assertEqual(names[0], "shelf")
                        self.assertTrue(all(re.fullmatch(r"rain\.\d+", name) for name in names[1:]))
                        # Once gone, never again.
                        came_and_went = np.diff(there.astype(int), axis=0)
                        self.assertTrue(((came_and_went == 1).sum(axis=0) <= 1).all())
                        self.assertEqual(file["regions/sink"][:].tolist(), [0, 1])
                    with open(out / "bodies.csv") as file:
                        listed = [int(row["body"]) for row in csv.DictReader(file)]
                    self.assertEqual(listed, np.flatnonzero(there[-1]).tolist())

    def test_killed_at_any_time_it_goes_on_to_the_same_frames(self):
        for d, kind in ((2, "mixed"), (3, "balls")):
            path = self.write(scene(d, kind))
            whole = self.folder / f"whole{d}"
            call("run", path, "--out", whole, "--quiet", "--no-report")
            for wait in (0.15, 0.3, 0.5):
                with self.subTest(d=d, wait=wait):
                    out = self.folder / f"killed{d}{wait}"
                    run = subprocess.Popen([DRYSTONE, "run", path, "--out", out, "--quiet", "--no-report"], stderr=subprocess.DEVNULL)
                    time.sleep(wait)
                    run.send_signal(signal.SIGKILL)
                    run.wait()
                    if not (out / "checkpoint.h5").exists():
                        continue  # too early, or slow machines
                    call("resume", out, "--quiet", "--no-report")
                    self.expect_same(whole, out)

    def test_the_number_of_threads_does_not_matter(self):
        path = self.write(scene(2, "mixed", 0.3))
        for threads in (1, 2):
            call("run", path, "--out", self.folder / str(threads), "--threads", threads, "--quiet", "--no-report")
        self.expect_same(self.folder / "1", self.folder / "2")

    def test_pictures_and_measures_have_who_is_there(self):
        out = self.folder / "run"
        call("run", self.write(scene(2, "balls")), "--out", out, "--quiet")
        for what in ("first", "0.2", "last"):
            picture = self.folder / "x.svg"
            call("render", out, "--frame", what, "--colour", "group", "--out", picture)
            text = picture.read_text()
            self.assertNotIn("nan", text)
            with h5py.File(out / "frames.h5", "r") as file:
                times = file["frames/time"][:]
                k = {"first": 0, "last": len(times) - 1}.get(what, int(np.argmin(abs(times - 0.2))))
                there = int((~np.isnan(file["frames/position"][k, :, 0])).sum())
            self.assertEqual(text.count("<circle"), there - 1)
            self.assertIn(f"{there} bodies", text)
        for what in ("forces", "mobilisation", "fabric", "stress", "profile", "gr", "sq", "field", "mixing", "strain", "displacement", "msd", "voronoi"):
            call("measure", out, "--what", what, "--since", "0.3", "--out", self.folder / "x.csv")
        page = (out / "report.html").read_text()
        if "built without npm" not in page:
            self.assertIn("frame/0", page)
        summary = json.loads((out / "summary.json").read_text())
        self.assertEqual(summary["steps_not_finite"], 0)

    def test_measures_that_make_no_sense_are_refused(self):
        out = self.folder / "run"
        call("run", self.write(scene(2, "balls", 0.1)), "--out", out, "--quiet", "--no-report")
        for words in (["--what", "colour"], ["--what", "profile", "--axis", "z"], ["--what", "mixing", "--by", "colour"], ["--what", "gr", "--at", "0"]):
            self.assertEqual(call("measure", out, *words, "--out", self.folder / "y.csv", status=2).stdout, "")
            self.assertFalse((self.folder / "y.csv").exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
