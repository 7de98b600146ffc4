#!/usr/bin/env python3
"""Checkpoints and `drystone resume`: the same bits as the run that never stopped; kills at random moments; bad folders."""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))
KILLS = int(os.environ.get("DRYSTONE_KILLS", "10"))


def drystone(*arguments, cwd, **options):
    return subprocess.run([DRYSTONE, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=240, **options)


# Opens the frames of every run from the moment there are some until it is told that all is over. What readers meet is not asked
# here (one of them failed once in opening a file, for a reason not found): runs must not be stopped by them.
READER = """
import glob, os, h5py
while not os.path.exists("over"):
    for name in sorted(glob.glob("out*/frames.h5"))[-2:]:
        try:
            with h5py.File(name, "r", swmr=True) as file:
                len(file["frames/time"])
        except OSError:
            pass
"""


def frames_of(folder):
    """Every array of every frame that counts, and the geometry."""
    with h5py.File(folder / "frames.h5", "r", swmr=True) as file:
        frames = len(file["frames/time"])
        arrays = {name: file[f"frames/{name}"][:frames] for name in file["frames"]}
        first, count = file["contacts/first"][:frames], file["contacts/count"][:frames]
        rows = np.concatenate([np.arange(a, a + n) for a, n in zip(first, count)] or [[]]).astype(int)
        memory = [f"memory/{name}" for name in file.get("contacts/memory", ())]
        for name in [name for name in file["contacts"] if name != "memory"] + memory:
            data = file[f"contacts/{name}"]
            arrays["contacts/" + name] = data[:frames] if name in ("first", "count") else data[:][rows]
        for name in file["drawn"]:
            data = file[f"drawn/{name}"]
            arrays["drawn/" + name] = data[:frames] if data.maxshape[0] is None else data[:]
        return arrays


def without_clock(summary):
    """A summary without what depends on the machine's speed."""
    values = json.loads(summary)
    for key in ("wall_seconds", "seconds", "peak_memory_bytes", "threads"):
        values.pop(key)
    for work in values.get("solved_by", {}).values():
        work.pop("seconds")
    return values


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def expect(self, status, *arguments):
        result = drystone(*arguments, cwd=self.folder)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def assert_same_results(self, one, other):
        for table in ("bodies.csv", "parts.csv", "contacts.csv", "joints.csv", "scene.toml"):
            self.assertEqual((one / table).read_bytes(), (other / table).read_bytes(), table)
        probes = sorted(path.name for path in (one / "probes").iterdir())
        self.assertEqual(probes, sorted(path.name for path in (other / "probes").iterdir()))
        for probe in probes:
            self.assertEqual((one / "probes" / probe).read_bytes(), (other / "probes" / probe).read_bytes(), probe)
        self.assertEqual(without_clock((one / "summary.json").read_text()), without_clock((other / "summary.json").read_text()))
        if (one / "frames.h5").exists():
            self.assertEqual((one / "frames.xdmf").read_bytes(), (other / "frames.xdmf").read_bytes())
            expected, found = frames_of(one), frames_of(other)
            self.assertEqual(expected.keys(), found.keys())
            for name in expected:
                np.testing.assert_array_equal(expected[name], found[name], name)


ROLLING = """
[scene]
dimension = 3
gravity   = [0, 0, -9.81]
[time]
step     = 5e-4
duration = 0.1
[solver]
tolerance = 1e-6
[materials.stone]
density = 2300.0
[[interactions]]
between          = ["stone", "stone"]
friction         = 0.5
rolling_friction = 0.002
torsion_friction = 0.001
[[bodies]]
name     = "floor"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0.1, 0, 1] }
[[generate]]
type     = "lattice"
name     = "grain"
shape    = "sphere"
material = "stone"
radius   = 0.05
spacing  = 0.101
counts   = [3, 3, 3]
origin   = [0.0, 0.0, 0.052]
[[probes]]
name       = "all"
quantities = ["kinetic_energy", "residual", "iterations"]
"""

CLUMPS = """
[scene]
dimension = 3
gravity   = [0, 0, -9.81]
[time]
step       = 1e-3
duration   = 0.2
integrator = "euler"
[materials.stone]
density = 2300.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.5
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name     = "clump"
material = "stone"
shape    = { type = "compound", parts = [{ type = "sphere", radius = 0.05 }, { type = "box", size = [0.3, 0.05, 0.08], position = [0.1, 0, 0] }] }
position = [0, 0, 0.1]
angular_velocity = [1, 2, 3]
[[probes]]
name       = "clump"
body       = "clump"
every      = 0.007
quantities = ["position", "orientation"]
"""


class TheSameBits(InAFolder):
    """A finished run is put back to its last checkpoint but one, goes on, and must end as it did."""

    def check(self, scene, duration, *options, threads=1):
        source = self.folder / "whole"
        every = f"output.checkpoint_every={duration / 2.5}"
        self.expect_fine("run", scene, "--out", source, "--quiet", "--threads", 1, "--set", f"time.duration={duration}", "--set",
                         every, "--set", f"output.frames_every={duration / 10}", *options)
        again = self.folder / "again"
        shutil.copytree(source, again)
        os.replace(again / "checkpoint.previous.h5", again / "checkpoint.h5")
        self.expect_fine("resume", again, "--quiet", "--threads", threads)
        self.assert_same_results(source, again)
        self.assertGreater(len(frames_of(source)["time"]), 5)

    def expect_fine(self, *arguments):
        """Steps that did not converge (status 3) must be the same too."""
        result = drystone(*arguments, cwd=self.folder)
        self.assertIn(result.returncode, (0, 3), f"{arguments}\n{result.stdout}{result.stderr}")

    def example(self, name):
        return ROOT / "examples" / (name + ".toml")

    def write(self, text):
        path = self.folder / "scene.toml"
        path.write_text(text)
        return path

    def test_spheres(self):
        self.check(self.example("two_balls"), 0.6)

    def test_spheres_that_roll_and_spin(self):
        self.check(self.write(ROLLING), 0.2)

    def test_a_clump_with_the_other_integrator(self):
        self.check(self.write(CLUMPS), 0.2)

    def test_disks_in_random_order(self):
        self.check(self.example("pile_2d"), 0.01)

    def test_disks_in_a_drum_on_two_threads(self):
        self.check(self.example("drum"), 0.05, threads=2)

    def test_cohesive_disks_that_roll(self):
        self.check(self.example("cohesive_powder"), 0.01)

    def test_a_piston_under_load(self):
        self.check(self.example("piston"), 0.02)

    def test_a_record_of_motion(self):
        self.check(self.example("shaken_box"), 0.05)

    def test_soft_spheres(self):
        self.check(self.example("soft_box"), 0.1, threads=2)

    def test_blocks_in_the_plane(self):
        self.check(self.example("arch"), 0.1)

    def test_blocks_in_space_with_a_sparse_solver(self):
        self.check(self.example("shaken_column"), 0.1, "--set", "solver.method=auto")

    def test_curved_shapes(self):
        self.check(self.example("shapes"), 0.4, threads=2)

    def test_curved_shapes_with_the_other_integrator(self):
        self.check(self.example("shapes"), 0.3, "--set", "time.integrator=euler")

    def test_mortar_and_a_cohesive_zone(self):
        self.check(self.example("mortar_chain"), 0.33)  # the checkpoint is of 0.264 s: a joint is tearing

    def test_mortar_between_stones(self):
        self.check(self.example("rubble_wall"), 0.03)


class GoingOn(InAFolder):
    def run_short(self, *options):
        self.expect(0, "run", ROOT / "examples/two_balls.toml", "--out", "out", "--quiet", "--set", "time.duration=0.2", "--set",
                    "output.frames_every=0.02", *options)
        return self.folder / "out"

    def test_a_run_that_has_ended_says_so_and_stays(self):
        out = self.run_short()
        before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
        self.assertIn("the run has ended, at 0.2 s", self.expect(0, "resume", out).stdout)
        self.assertEqual(before, {path: path.read_bytes() for path in out.rglob("*") if path.is_file()})

    def test_until_goes_on_beyond_the_end(self):
        out = self.run_short()
        self.expect(0, "resume", out, "--until", "0.5", "--quiet")
        self.expect(0, "run", ROOT / "examples/two_balls.toml", "--out", "whole", "--quiet", "--set", "time.duration=0.5", "--set",
                    "output.frames_every=0.02")
        for probe in (out / "probes").iterdir():
            self.assertEqual(probe.read_bytes(), (self.folder / "whole/probes" / probe.name).read_bytes())
        self.assertEqual(len(frames_of(out)["time"]), 26)
        self.assertIn("the run has ended, at 0.5 s", self.expect(0, "resume", out).stdout)

    def test_settling_goes_on_where_it_was(self):
        page = (ROOT / "docs/how/after-the-earthquake.md").read_text()
        (self.folder / "scene.toml").write_text(page.split("```toml\n")[1].split("```")[0])
        for out in ("whole", "out"):
            self.expect(0, "run", "scene.toml", "--out", out, "--quiet", "--set", "time.duration=2.3", "--set", "output.checkpoint_every=0.04")
        whole, out = self.folder / "whole", self.folder / "out"
        os.replace(out / "checkpoint.previous.h5", out / "checkpoint.h5")  # behind the duration
        self.expect(0, "resume", out, "--quiet")
        self.assert_same_results(whole, out)
        summary = json.loads((out / "summary.json").read_text())
        self.assertTrue(summary["settle"]["settled"])
        self.assertGreater(summary["settle"]["steps"], 40)
        self.assertIn("the run has ended", self.expect(0, "resume", out).stdout)

    def test_until_a_time_that_is_past_is_refused(self):
        out = self.run_short()
        self.assertIn("the run is at 0.2 s already", self.expect(2, "resume", out, "--until", "0.1").stderr)

    def test_frames_beyond_an_earlier_end_go(self):
        out = self.run_short("--set", "output.checkpoint_every=0.06")
        os.replace(out / "checkpoint.previous.h5", out / "checkpoint.h5")  # of 0.18 s
        self.expect(0, "resume", out, "--until", "0.19", "--quiet")
        self.assertEqual(len(frames_of(out)["time"]), 10)

    def test_the_folder_may_be_elsewhere_and_its_inputs_gone(self):
        (self.folder / "scenes").mkdir()
        (self.folder / "scenes/shake.at2").write_text((ROOT / "examples/shake.at2").read_text())
        scene = (ROOT / "examples/shaken_box.toml").read_text()
        (self.folder / "scenes/box.toml").write_text(scene)
        self.expect(0, "run", "scenes/box.toml", "--out", "out", "--quiet", "--set", "time.duration=0.01", "--threads", "1")
        shutil.rmtree(self.folder / "scenes")
        shutil.move(self.folder / "out", self.folder / "moved")
        self.expect(0, "resume", "moved", "--until", "0.012", "--quiet")
        self.assertEqual(json.loads((self.folder / "moved/summary.json").read_text())["steps"], 60)

    def test_an_interrupt_leaves_a_checkpoint_to_go_on_from(self):
        command = [DRYSTONE, "run", str(ROOT / "examples/two_balls.toml"), "--out", "out", "--quiet", "--set", "time.duration=100"]
        process = subprocess.Popen(command, cwd=self.folder, stderr=subprocess.PIPE, text=True)
        probes = self.folder / "out/probes"
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up and not (probes.exists() and any(p.stat().st_size > 5000 for p in probes.iterdir())):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        words = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 4, words)
        self.assertIn("with a checkpoint", words)
        steps = json.loads((self.folder / "out/summary.json").read_text())["steps"]
        end = round((steps + 50) * 1e-3, 6)
        self.expect(0, "resume", "out", "--until", end, "--quiet")
        self.expect(0, "run", ROOT / "examples/two_balls.toml", "--out", "whole", "--quiet", "--set", f"time.duration={end}")
        for path in probes.iterdir():
            self.assertEqual(path.read_bytes(), (self.folder / "whole/probes" / path.name).read_bytes())

    def test_frames_are_read_while_the_run_goes_on(self):
        (self.folder / "scene.toml").write_text(KILLED)
        process = subprocess.Popen([DRYSTONE, "run", "scene.toml", "--out", "out", "--quiet", "--set", "time.duration=1000"],
                                   cwd=self.folder)
        counts = []
        give_up = time.monotonic() + 60
        try:
            while len(set(counts)) < 5 and time.monotonic() < give_up:
                if not (self.folder / "out/frames.h5").exists():
                    continue
                counts.append(len(frames_of(self.folder / "out")["time"]))
        finally:
            process.kill()
            process.wait()
        self.assertEqual(counts, sorted(counts))
        self.assertGreaterEqual(len(set(counts)), 5)

    def test_readers_that_come_at_once_do_not_stop_a_run(self):
        (self.folder / "scene.toml").write_text(KILLED)
        readers = [subprocess.Popen([sys.executable, "-c", READER], cwd=self.folder, stderr=subprocess.PIPE, text=True)
                   for _ in range(2)]
        try:
            for k in range(20):
                self.expect(0, "run", "scene.toml", "--out", f"out{k}", "--quiet", "--set", "time.duration=0.01")
        finally:
            (self.folder / "over").touch()
            words = [reader.communicate(timeout=60)[1] for reader in readers]
        self.assertEqual(words, ["", ""])

    def test_who_keeps_frames_open_is_waited_for_a_moment(self):
        self.expect(0, "run", ROOT / "examples/two_balls.toml", "--out", "out", "--quiet", "--set", "time.duration=0.1")
        with h5py.File(self.folder / "out/frames.h5", "r") as file:
            self.assertIn("frames.h5: is open in another program", self.expect(2, "resume", "out", "--until", 0.2).stderr)
            threading.Timer(0.3, file.close).start()
            self.expect(0, "resume", "out", "--until", 0.2, "--quiet")

    def test_two_runs_in_one_folder_are_refused(self):
        command = [DRYSTONE, "run", str(ROOT / "examples/two_balls.toml"), "--out", "out", "--quiet", "--set",
                   "time.duration=1000", "--set", "output.checkpoint_every=0.1"]
        process = subprocess.Popen(command, cwd=self.folder)
        give_up = time.monotonic() + 60
        while not (self.folder / "out/checkpoint.previous.h5").exists() and time.monotonic() < give_up:
            time.sleep(0.01)
        try:
            self.assertIn("another run is at work", self.expect(2, "resume", "out").stderr)
            self.assertIn("another run is at work",
                          self.expect(2, "run", ROOT / "examples/two_balls.toml", "--out", "out", "--force").stderr)
        finally:
            process.kill()
            process.wait()


class BadFolders(InAFolder):
    def setUp(self):
        super().setUp()
        self.expect(0, "run", ROOT / "examples/two_balls.toml", "--out", "out", "--quiet", "--set", "time.duration=0.1", "--set",
                    "output.checkpoint_every=0.05", "--set", "output.frames_every=0.02")
        self.out = self.folder / "out"
        self.checkpoint = self.out / "checkpoint.h5"

    def refused(self, *words):
        before = {path: path.read_bytes() for path in self.out.rglob("*") if path.is_file()}
        result = self.expect(2, "resume", "out", "--until", "0.2")
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertEqual(before, {path: path.read_bytes() for path in self.out.rglob("*") if path.is_file()})

    def test_no_folder_no_checkpoint(self):
        self.assertIn("there is no such folder", self.expect(2, "resume", "none").stderr)
        (self.folder / "empty").mkdir()
        self.assertIn("is not the folder of a run", self.expect(2, "resume", "empty").stderr)
        self.checkpoint.unlink()
        (self.out / "checkpoint.previous.h5").unlink()
        self.refused("there is no checkpoint in it yet")

    def test_a_damaged_checkpoint_gives_way_to_the_one_before(self):
        whole = self.checkpoint.read_bytes()
        self.checkpoint.write_bytes(whole[:len(whole) // 2])
        result = self.expect(0, "resume", "out", "--quiet")
        self.assertIn("going on from the checkpoint before it", result.stderr)

    def test_damaged_truncated_and_foreign_checkpoints_are_refused(self):
        (self.out / "checkpoint.previous.h5").unlink()
        whole = self.checkpoint.read_bytes()
        for cut in (0, 7, 100, len(whole) // 3, len(whole) - 1):
            self.checkpoint.write_bytes(whole[:cut])
            self.refused("checkpoint.h5: ")
        self.checkpoint.write_text("time,x\n1,2\n")
        self.refused("checkpoint.h5: is not an HDF5 file")
        shutil.copy(self.out / "frames.h5", self.checkpoint)
        self.refused("not a checkpoint of Drystone's")
        with h5py.File(self.checkpoint, "w") as file:
            file["x"] = 1
        self.refused("not a checkpoint of Drystone's")

    def test_flipped_bytes_are_refused_or_change_nothing(self):
        """Wherever a byte is flipped: refused, or going on gives the results of the checkpoint that is whole."""
        (self.out / "checkpoint.previous.h5").unlink()
        whole = self.checkpoint.read_bytes()
        shutil.copytree(self.out, self.folder / "right")
        self.expect(0, "resume", "right", "--until", "0.12", "--quiet")
        expected = (self.folder / "right/bodies.csv").read_bytes()
        generator = random.Random(1)
        refused = 0
        for _ in range(30):
            shutil.rmtree(self.folder / "flipped", ignore_errors=True)
            shutil.copytree(self.out, self.folder / "flipped")
            bytes_ = bytearray(whole)
            bytes_[generator.randrange(len(bytes_))] ^= 1 << generator.randrange(8)
            (self.folder / "flipped/checkpoint.h5").write_bytes(bytes_)
            result = drystone("resume", "flipped", "--until", "0.12", "--quiet", cwd=self.folder)
            self.assertIn(result.returncode, (0, 2), result.stderr)
            refused += result.returncode == 2
            if result.returncode == 0:
                self.assertEqual((self.folder / "flipped/bodies.csv").read_bytes(), expected)
        self.assertGreater(refused, 3)

    def test_a_checkpoint_of_another_version_is_refused(self):
        (self.out / "checkpoint.previous.h5").unlink()
        with h5py.File(self.checkpoint, "r+") as file:
            file.attrs["drystone_version"] = "9.9.9"
        self.refused("was written by Drystone 9.9.9")

    def test_files_that_were_changed_since_are_refused(self):
        probe = next((self.out / "probes").iterdir())
        text = probe.read_text()
        probe.write_text(text[:20])
        self.refused("when the checkpoint was written: it was changed since")
        probe.write_text(text)
        (self.out / "frames.h5").write_bytes(b"nothing")
        self.refused("frames.h5: is not an HDF5 file")
        self.assertIn("frames.h5: is damaged", self.expect(2, "resume", "out").stderr)  # also where the run has ended

    def test_damaged_frames_are_refused_or_are_whole(self):
        """Bits flipped, stretches wiped, the end cut off: refused with nothing changed, or the frames are those of the run that went on undamaged."""
        whole = (self.out / "frames.h5").read_bytes()
        shutil.copytree(self.out, self.folder / "right")
        self.expect(0, "resume", "right", "--until", "0.2", "--quiet", "--no-report")
        right = frames_of(self.folder / "right")
        kept = self.folder / "kept"
        shutil.copytree(self.out, kept)
        generator = random.Random(1)
        refused = 0
        for trial in range(60):
            damaged = bytearray(whole)
            place = generator.randrange(len(damaged))
            if trial % 3 == 0:
                damaged[place] ^= 1 << generator.randrange(8)
            elif trial % 3 == 1:
                damaged[place:place + 200] = bytes(len(damaged[place:place + 200]))
            else:
                del damaged[place:]
            (self.out / "frames.h5").write_bytes(damaged)
            if drystone("resume", "out", "--until", "0.2", "--quiet", "--no-report", cwd=self.folder).returncode != 0:
                self.refused("out/frames.h5: is damaged, or not as this run wrote it")
                refused += 1
            else:
                self.assertNotEqual(trial % 3, 2)
                found = frames_of(self.out)
                for name in right:
                    np.testing.assert_array_equal(right[name], found[name], f"{name}, trial {trial}")
                shutil.rmtree(self.out)
                shutil.copytree(kept, self.out)
        self.assertGreater(refused, 30)

    def test_a_second_probe_that_is_short_leaves_the_first_as_it_is(self):
        scene = (ROOT / "examples/two_balls.toml").read_text() + '[[probes]]\nname = "zz"\nquantities = ["kinetic_energy"]\n'
        (self.folder / "scene.toml").write_text(scene)
        self.expect(0, "run", "scene.toml", "--out", "out", "--force", "--quiet", "--set", "time.duration=0.1", "--set",
                    "output.checkpoint_every=0.06")
        os.replace(self.out / "checkpoint.previous.h5", self.checkpoint)  # files are longer than they were then
        probe = self.out / "probes/zz.csv"
        text = probe.read_text()
        probe.write_text(text[:20])
        self.refused("probes/zz.csv: has 20 bytes")
        probe.unlink()
        self.refused("probes/zz.csv: cannot be opened: No such file")
        probe.write_text(text)
        self.expect(0, "resume", "out", "--quiet")

    def test_a_folder_that_cannot_be_written_is_refused(self):
        if os.geteuid() == 0:
            self.skipTest("root may write anywhere")
        self.out.chmod(0o555)
        self.addCleanup(self.out.chmod, 0o755)
        self.refused("cannot be written to")


KILLED = """
[scene]
dimension = 2
gravity   = [0.0, -9.81]
[time]
step     = 1e-4
duration = 0.2
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.5
[[bodies]]
name     = "floor"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[generate]]
type     = "lattice"
name     = "grain"
shape    = "disk"
material = "stone"
radius   = 0.04
spacing  = 0.081
counts   = [8, 8]
origin   = [0.0, 0.05]
[[probes]]
name       = "grain"
body       = "grain.3"
quantities = ["position", "velocity", "contact_force"]
[[probes]]
name       = "all"
every      = 0.001
quantities = ["kinetic_energy", "contacts"]
[output]
frames_every     = 0.0003
checkpoint_every = 0.002
"""


class Memory(InAFolder):
    def test_does_not_grow_with_frames(self):
        """Ten times the frames: a few megabytes more, while HDF5 fills what it is let have; it was 11 kB a frame."""
        (self.folder / "scene.toml").write_text(KILLED.replace("counts   = [8, 8]", "counts   = [2, 2]"))
        peak = {}
        for frames in (600, 6000):
            self.expect(0, "run", "scene.toml", "--out", str(frames), "--quiet", "--no-report", "--set", f"time.duration={frames * 1e-4}",
                        "--set", "output.frames_every=1e-4", "--set", "output.checkpoint_every=0.01")
            self.assertEqual(len(frames_of(self.folder / str(frames))["time"]), frames + 1)
            peak[frames] = json.loads((self.folder / f"{frames}/summary.json").read_text())["peak_memory_bytes"]
        self.assertLess(peak[6000] - peak[600], 12e6, peak)


class Kills(InAFolder):
    def test_kills_at_random_moments_lose_nothing_but_time(self):
        """Killed and resumed until it has ended: every file can be read after each kill, and at the end all is as in the run
        that was left alone."""
        (self.folder / "scene.toml").write_text(KILLED)
        began = time.monotonic()
        self.expect(0, "run", "scene.toml", "--out", "whole", "--quiet", "--threads", 1)
        whole_run = time.monotonic() - began
        seed = int(os.environ.get("DRYSTONE_SEED", str(time.time_ns())))
        print(f"seed {seed}")
        generator = random.Random(seed)
        kills = 0
        while kills < KILLS:
            kills += self.run_with_kills(generator, 0.2 * whole_run, KILLS - kills)
            self.assert_same_results(self.folder / "whole", self.folder / "out")

    def run_with_kills(self, generator, longest, most):
        """Starts, kills and resumes until the run has ended; no more than so many kills. Returns how many there were."""
        kills = 0
        anew = ["run", "scene.toml", "--out", "out", "--force"]
        command = anew
        out = self.folder / "out"
        while True:
            process = subprocess.Popen([DRYSTONE, *command, "--quiet", "--threads", "1"], cwd=self.folder, stderr=subprocess.PIPE,
                                       text=True)
            if kills < most:
                time.sleep(generator.uniform(0.0, longest))
                process.kill()
            words = process.communicate(timeout=240)[1]
            if process.returncode == 0:
                return kills
            self.assertEqual(process.returncode, -signal.SIGKILL, words)
            kills += 1
            self.check_after_a_kill(out)
            has_checkpoint = (out / "checkpoint.h5").exists() or (out / "checkpoint.previous.h5").exists()
            command = ["resume", "out"] if has_checkpoint else anew

    def check_after_a_kill(self, out):
        for probe in out.glob("probes/*.csv"):
            text = probe.read_text()
            self.assertTrue(text == "" or text.endswith("\n"), probe)
        if (out / "frames.h5").exists():
            frames = frames_of(out)
            self.assertTrue(np.all(np.diff(frames["time"]) > 0))
            self.assertTrue(np.all(np.isfinite(frames["position"])))


class FullDisk(InAFolder):
    def mount_small_disk(self, size):
        disk = self.folder / "disk"
        disk.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)], capture_output=True, text=True)
        if mount.returncode != 0:
            self.skipTest("no small disk to fill: " + mount.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", str(disk)])
        return disk

    def test_a_full_disk_is_told_and_loses_nothing_that_was_written(self):
        disk = self.mount_small_disk("900k")
        (self.folder / "scene.toml").write_text(KILLED)
        self.expect(0, "run", "scene.toml", "--out", "whole", "--quiet", "--threads", 1)
        result = drystone("run", "scene.toml", "--out", "disk/out", "--quiet", "--threads", 1, cwd=self.folder)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("No space left on device", result.stderr)
        out = disk / "out"
        self.assertGreater(len(frames_of(out)["time"]), 3)
        for probe in out.glob("probes/*.csv"):
            self.assertTrue(probe.read_text().endswith("\n"))
        subprocess.run(["mount", "-o", "remount,size=200m", str(disk)], check=True)
        self.expect(0, "resume", out, "--quiet", "--threads", 1)
        self.assert_same_results(self.folder / "whole", out)


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
