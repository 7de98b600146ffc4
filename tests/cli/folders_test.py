#!/usr/bin/env python3
"""Folders of results: what --force may take away, what resume refuses, locks; and words that cannot be printed."""
import fcntl
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", ROOT / "build/bin/drystone"))

# Two disks on a floor: a scene for every command; springs for those that need them.
SCENE = """
[scene]
dimension = 2
gravity   = [0.0, -10.0]
[time]
step     = 1e-3
duration = 0.02
[materials.stone]
density = 1000.0
[[interactions]]
between          = ["stone", "stone"]
law              = "spring"
friction         = 0.5
normal_stiffness     = 1e6
tangential_stiffness = 5e5
normal_damping   = 0.3
[[bodies]]
name     = "floor"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "disk"
material = "stone"
shape    = { type = "disk", radius = 0.1 }
position = [0.0, 0.1]
[[drives]]
body = "disk"
fix  = ["rz"]
[[probes]]
name       = "disk"
body       = "disk"
quantities = ["position"]
"""

# Every command that makes a folder, what it leaves there, and its exit status with this scene.
COMMANDS = {
    "run": (["run", "SCENE", "--quiet"], "summary.json"),
    "statics": (["statics", "SCENE", "--quiet"], "summary.json"),
    "stability": (["stability", "SCENE"], "mechanism.csv"),
    "limit": (["limit", "SCENE", "--set", "limit.acceleration=[1.0, 0.0]"], "forces.csv"),
    "ensemble": (["ensemble", "SCENE", "--runs", "3"], "ensemble.json"),
    "compare": (["compare", "SCENE", "--methods", "cd,kishino"], "compare.json"),
    "costs": (["compare", "--case", "stack", "--sizes", "3", "--stiffness", "1e4"], "cost_map.json"),
    "bench": (["bench", "solvers", "SCENE", "--methods", "nlgs", "--limit", "0.1"], "curves.csv"),
}


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "scene.toml").write_text(SCENE)

    def drystone(self, *arguments, **options):
        options = {"cwd": self.folder, "capture_output": True, "text": True, "timeout": 120} | options
        return subprocess.run([DRYSTONE, *map(str, arguments)], **options)

    def expect(self, status, *arguments):
        result = self.drystone(*arguments)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def contents(self):
        """Of every file, and where links lead."""
        return {str(path.relative_to(self.folder)): os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
                for path in self.folder.rglob("*")}

    def refused(self, words, *arguments):
        """With status 2, and nothing is other than before."""
        before = self.contents()
        result = self.expect(2, *arguments)
        self.assertIn(words, result.stderr)
        self.assertEqual(self.contents(), before)

    def command(self, name, scene="scene.toml"):
        return [scene if word == "SCENE" else word for word in COMMANDS[name][0]]


class Force(InAFolder):
    def test_beside_ones_own_files_is_refused_by_every_command(self):
        (self.folder / "inputs").mkdir()
        (self.folder / "inputs/quake.at2").write_text("mine")
        for name in COMMANDS:
            with self.subTest(name):
                for out in (".", self.folder, "inputs", "inputs/.."):
                    self.refused("no drystone command made", *self.command(name), "--out", out, "--force")
                    self.refused("the folder is not empty", *self.command(name), "--out", out)

    def test_results_are_replaced_and_other_files_stay(self):
        for name, (_, left) in COMMANDS.items():
            with self.subTest(name):
                self.expect(0, *self.command(name), "--out", name)
                out = self.folder / name
                self.assertTrue((out / ".drystone").exists())
                before = (out / left).stat().st_mtime_ns
                (out / "notes.txt").write_text("mine")
                (out / "inputs").mkdir(exist_ok=True)
                (out / "inputs/quake.at2").write_text("mine")
                self.refused("the folder is not empty", *self.command(name), "--out", name)
                self.expect(0, *self.command(name), "--out", name, "--force")
                self.assertGreater((out / left).stat().st_mtime_ns, before)
                self.assertEqual((out / "notes.txt").read_text(), "mine")
                self.assertEqual((out / "inputs/quake.at2").read_text(), "mine")

    def test_ones_own_file_under_a_name_of_ours_is_refused(self):
        for name, (_, left) in COMMANDS.items():
            with self.subTest(name):
                other = "bench" if name != "bench" else "stability"
                self.expect(0, *self.command(other), "--out", name)
                (self.folder / name / left).write_text("mine")
                self.refused(f"{name}/{left}: is there, and no drystone command made it", *self.command(name), "--out", name, "--force")

    def test_tables_are_added_to_a_run_and_the_run_stays(self):
        self.expect(0, "run", "scene.toml", "--out", "out", "--quiet")
        frames = (self.folder / "out/frames.h5").read_bytes()
        self.expect(0, *self.command("stability"), "--out", "out", "--force")
        self.assertEqual((self.folder / "out/frames.h5").read_bytes(), frames)
        self.assertTrue((self.folder / "out/mechanism.csv").exists())
        self.expect(0, "resume", "out", "--until", "0.03", "--quiet")
        self.expect(0, "run", "scene.toml", "--out", "out", "--quiet", "--force")
        self.assertFalse((self.folder / "out/mechanism.csv").exists())

    def test_probes_of_an_earlier_scene_go(self):
        self.expect(0, "run", "scene.toml", "--out", "out", "--quiet")
        (self.folder / "other.toml").write_text(SCENE.replace('name       = "disk"', 'name       = "other"'))
        self.expect(0, "run", "other.toml", "--out", "out", "--quiet", "--force")
        self.assertEqual([path.name for path in (self.folder / "out/probes").iterdir()], ["other.csv"])

    def test_a_run_of_a_version_without_marks_is_replaced(self):
        self.expect(0, "run", "scene.toml", "--out", "out", "--quiet")
        (self.folder / "out/.drystone").unlink()
        self.expect(0, "run", "scene.toml", "--out", "out", "--quiet", "--force")
        (self.folder / "out/.drystone").unlink()
        (self.folder / "out/notes.txt").write_text("mine")
        self.refused('"notes.txt" among them', "run", "scene.toml", "--out", "out", "--force")

    def test_a_scene_that_was_edited_in_the_folder_may_be_run_there_and_is_not_lost(self):
        self.expect(0, "run", "scene.toml", "--out", "out", "--quiet")
        edited = SCENE.replace("duration = 0.02", "duration = 0.01")
        (self.folder / "out/scene.toml").write_text(edited)
        self.refused("out/scene.toml: was changed since", "run", "scene.toml", "--out", "out", "--force")
        self.expect(0, "run", "out/scene.toml", "--out", "out", "--quiet", "--force")
        self.assertEqual((self.folder / "out/scene.toml").read_text(), edited)
        self.assertEqual(json.loads((self.folder / "out/summary.json").read_text())["steps"], 10)

    def test_a_file_where_a_folder_is_wanted_is_refused(self):
        (self.folder / "file").write_text("mine")
        (self.folder / "nowhere").symlink_to("none/such")
        for name in COMMANDS:
            with self.subTest(name):
                self.refused("file", *self.command(name), "--out", "file", "--force")
                self.refused("file/deeper", *self.command(name), "--out", "file/deeper", "--force")
                self.refused("nowhere", *self.command(name), "--out", "nowhere", "--force")
                self.refused("--out", *self.command(name), "--out", "", "--force")


class Locks(InAFolder):
    def test_a_folder_at_work_is_refused_by_every_command(self):
        for name in COMMANDS:
            with self.subTest(name):
                self.expect(0, "run", "scene.toml", "--out", name, "--quiet")
                handle = os.open(self.folder / name, os.O_RDONLY)
                fcntl.flock(handle, fcntl.LOCK_EX)
                self.refused("another run is at work", *self.command(name), "--out", name, "--force")
                os.close(handle)
                self.expect(0, *self.command(name), "--out", name, "--force")


RECORD = "\n".join(f"{k * 0.001:.3f} {0.1 * (k % 7)}" for k in range(100))
SHAKEN = SCENE + """
[[drives]]
body   = "floor"
motion = { direction = [1, 0], kind = "record", quantity = "acceleration", file = RECORD }
"""


class Changed(InAFolder):
    """resume goes on with what the run began with, or not at all."""

    def begin(self, record='"shake.txt"'):
        (self.folder / "shaken.toml").write_text(SHAKEN.replace("RECORD", record))
        self.expect(0, "run", "shaken.toml", "--out", "out", "--quiet")

    def test_scenes_and_inputs_that_were_edited_are_refused(self):
        (self.folder / "shake.txt").write_text(RECORD)
        self.begin()
        for name in ("scene.toml", "inputs/0/shake.txt"):
            with self.subTest(name):
                path = self.folder / "out" / name
                whole = path.read_text()
                for edited in (whole + "\n", whole.replace("0.1", "0.2", 1), ""):
                    path.write_text(edited)
                    self.refused(f"out/{name}: was changed since the run began", "resume", "out", "--until", "0.03")
                    self.refused(f"out/{name}: was changed since the run began", "ensemble", "out", "--runs", "2")
                path.unlink()
                self.refused("is gone" if name == "scene.toml" else "was changed", "resume", "out", "--until", "0.03")
                path.write_text(whole)
        (self.folder / "out/inputs/0/more.txt").write_text("mine")
        self.refused("out/inputs/0: was changed since the run began", "resume", "out", "--until", "0.03")
        (self.folder / "out/inputs/0/more.txt").unlink()
        self.expect(0, "resume", "out", "--until", "0.03", "--quiet")

    def test_inputs_elsewhere_may_change(self):
        (self.folder / "shake.txt").write_text(RECORD)
        self.begin()
        (self.folder / "shake.txt").write_text("0 0\n1 0\n")
        (self.folder / "shaken.toml").write_text("")
        self.expect(0, "resume", "out", "--until", "0.03", "--quiet")

    def test_records_with_odd_names_resume(self):
        whole = None
        names = ["shake.txt", "two words.txt", "it's.txt", 'a "quote".txt', "back\\slash.txt", "new\nline.txt", "tab\t.txt", "-dash.txt",
                 "--set.txt", "a=b.txt", "é中🪨.txt", "..txt", "...", "#hash.txt", "%2e%2e.txt", "$HOME.txt", "{}.txt", "del\x7f.txt",
                 "../up.txt", "deep/../down.txt", "n" * 200 + ".txt"]
        (self.folder / "scenes").mkdir()
        (self.folder / "scenes/deep").mkdir()
        for name in names:
            with self.subTest(name):
                (self.folder / "scenes" / name).write_text(RECORD)
                (self.folder / "scenes/shaken.toml").write_text(SHAKEN.replace("RECORD", json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")))
                self.expect(0, "run", "scenes/shaken.toml", "--out", "out", "--quiet", "--force")
                (self.folder / "scenes" / name).unlink()
                self.expect(0, "resume", "out", "--until", "0.03", "--quiet")
                probe = (self.folder / "out/probes/disk.csv").read_bytes()
                whole = whole or probe
                self.assertEqual(probe, whole)

    def test_a_run_is_not_begun_with_inputs_that_force_would_take_away(self):
        (self.folder / "shake.txt").write_text(RECORD)
        self.begin()
        (self.folder / "again.toml").write_text(SHAKEN.replace("RECORD", '"out/inputs/0/shake.txt"'))
        for command in ("run", "statics"):
            self.refused("is read by the scene", command, "again.toml", "--out", "out", "--force")


class Unprintable(InAFolder):
    """Words that do not reach stdout: status 1, and everything else is done."""

    CASES = [
        ["--version"], ["--help"], ["run", "--help"], ["new", "--list"], ["check", "scene.toml"], ["run", "scene.toml", "--out", "new", "--no-report"],
        ["run", "scene.toml", "--out", "new"], ["statics", "scene.toml", "--out", "new"], ["stability", "scene.toml"], ["stability", "scene.toml", "--json"],
        ["stability", "scene.toml", "--out", "new"],
        ["limit", "scene.toml", "--set", "limit.acceleration=[1.0, 0.0]"], ["limit", "scene.toml", "--set", "limit.acceleration=[1.0, 0.0]", "--json"], ["ensemble", "scene.toml", "--runs", "2"], ["ensemble", "scene.toml", "--runs", "2", "--json"],
        ["compare", "scene.toml", "--methods", "cd"], ["bench", "solvers", "scene.toml", "--methods", "nlgs", "--limit", "0.1"],
        ["joints", "out"], ["report", "out"], ["render", "out", "--out", "x.svg"], ["resume", "out"], ["resume", "out", "--until", "0.03"],
        ["solve", "out/problems/step-000010.hdf5"], ["solve", "out/problems/step-000010.hdf5", "--json"], ["new", "heap"],
    ]

    def setUp(self):
        super().setUp()
        self.expect(0, "run", "scene.toml", "--out", "out", "--quiet", "--dump-problems", "10")
        shutil.copytree(self.folder / "out", self.folder / "whole")

    def check(self, open_stdout):
        for case in self.CASES:
            with self.subTest(" ".join(case)):
                self.clean()
                good = self.expect(0, *case)
                self.assertNotEqual(good.stdout, "")
                names = set(self.contents())
                self.clean()
                with open_stdout() as stdout:
                    result = subprocess.run([DRYSTONE, *case], cwd=self.folder, stdout=stdout, stderr=subprocess.PIPE, text=True,
                                            timeout=120)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn("standard output could not be written", result.stderr)
                self.assertEqual(set(self.contents()), names)

    def clean(self):
        for name in ("new", "out"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        for name in ("x.svg", "heap.toml"):
            (self.folder / name).unlink(missing_ok=True)
        shutil.copytree(self.folder / "whole", self.folder / "out")

    def test_a_full_device(self):
        self.check(lambda: open("/dev/full", "w"))

    def test_a_closed_pipe(self):
        def closed():
            reading, writing = os.pipe()
            os.close(reading)
            return os.fdopen(writing, "w")
        self.check(closed)

    def test_a_closed_stream_and_its_number_goes_to_no_file(self):
        for case in self.CASES:
            with self.subTest(" ".join(case)):
                self.clean()
                self.expect(0, *case)
                names = set(self.contents())
                self.clean()
                result = subprocess.run([DRYSTONE, *case], cwd=self.folder, stderr=subprocess.PIPE, text=True, timeout=120,
                                        preexec_fn=lambda: os.close(1))
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertEqual(set(self.contents()), names)
                for table in self.folder.glob("*/*.csv"):
                    self.assertNotIn(b"results in", table.read_bytes())

    def test_nothing_to_say_is_no_loss(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([DRYSTONE, "run", "scene.toml", "--out", "new", "--quiet"], cwd=self.folder, stdout=full, timeout=60)
        self.assertEqual(result.returncode, 0)

    def test_a_lost_stderr_changes_no_status(self):
        for arguments, status in ((["check", "missing.toml"], 2), (["fly"], 2), (["run"], 2), (["run", "scene.toml", "--out", "new"], 0)):
            with self.subTest(arguments), open("/dev/full", "w") as full:
                result = subprocess.run([DRYSTONE, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=full, timeout=60)
                self.assertEqual(result.returncode, status)
                closed = subprocess.run([DRYSTONE, *arguments, *(["--force"] if status == 0 else [])], cwd=self.folder,
                                        stdout=subprocess.DEVNULL, timeout=60, preexec_fn=lambda: os.close(2))
                self.assertEqual(closed.returncode, status)


if __name__ == "__main__":
    unittest.main()
