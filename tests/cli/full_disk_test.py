#!/usr/bin/env python3
"""Disks that are full at any byte: files may not grow beyond a limit. Every command that writes says so in a line, ends with a status of its own, and
leaves nothing half written under another name. DRYSTONE is the path of the program."""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", "build/bin/drystone"))
ARCH, BALLS, PILE = (str(ROOT / "examples" / f"{name}.toml") for name in ("arch", "two_balls", "statics_pile"))
LIMITS = (0, 1000, 3000, 12000, 40000, 90000)  # [bytes]
COMMANDS = {
    "run": ["run", ARCH, "--set", "time.duration=0.01", "--set", "output.frames_every=0.002", "--out", "new", "--quiet", "--no-report"],
    "resume": ["resume", "run", "--until", "0.02", "--quiet", "--no-report"],
    "solve": ["solve", "problem.hdf5", "--save", "solved.hdf5"],
    "ensemble": ["ensemble", ARCH, "--runs", "2", "--out", "new"],
    "statics": ["statics", PILE, "--out", "new", "--quiet", "--no-report"],
    "render": ["render", "run", "--out", "picture.png", "--size", "320x240"],
    "measure": ["measure", "run", "--what", "displacement", "--out", "table.csv"],
    "pack": ["pack", "run", "--out", "bundle.tar.gz"],
    "new": ["new", "heap", "heap.toml"],
    "verify": ["verify", "packed.tar.gz", "--out", "copy", "--hashes-only"],
}


def drystone(*arguments, **options):
    return subprocess.run([DRYSTONE, *map(str, arguments)], capture_output=True, text=True, timeout=60, **options)


def full_at(limit):
    def begin():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return begin


class FullDisks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(home.cleanup)
        cls.before = pathlib.Path(home.name) / "before"
        cls.before.mkdir()
        for words in (["run", ARCH, "--set", "time.duration=0.01", "--out", "run", "--quiet", "--no-report", "--dump-problems", "10"],
                      ["pack", "run", "--out", "packed.tar.gz"]):
            result = drystone(*words, cwd=cls.before)
            assert result.returncode == 0, result.stderr
        shutil.copy(cls.before / "run/problems/step-000010.hdf5", cls.before / "problem.hdf5")

    def test_every_command_says_so_and_leaves_nothing_half_written(self):
        for name, words in COMMANDS.items():
            statuses = set()
            for limit in LIMITS:
                with self.subTest(command=name, limit=limit), tempfile.TemporaryDirectory() as folder:
                    shutil.copytree(self.before, folder, dirs_exist_ok=True)
                    result = drystone(*words, cwd=folder, preexec_fn=full_at(limit))
                    statuses.add(result.returncode)
                    self.assertIn(result.returncode, (0, 1), result.stderr)  # the user's input is not what is wrong
                    self.assertEqual([path for path in pathlib.Path(folder).rglob("*") if ".part" in path.name], [])
                    if result.returncode != 0:
                        self.assertIn("File too large", result.stderr)
                        self.assertNotIn("errno", result.stderr)
            self.assertNotEqual(statuses, {0}, f"{name} never met the limit")

    def test_what_cannot_begin_leaves_nothing(self):
        for name in ("run", "run --from", "statics", "ensemble", "new"):
            first, *rest = COMMANDS[name.split()[0]] + (["--from", "run"] if name == "run --from" else [])
            words = [first, *("deep/down/new" if word == "new" else word for word in rest)]
            for limit in (0, 200, 1000) if name.startswith("run") else (0,):
                with self.subTest(command=name, limit=limit), tempfile.TemporaryDirectory() as folder:
                    shutil.copytree(self.before, folder, dirs_exist_ok=True)
                    before = sorted(pathlib.Path(folder).rglob("*"))
                    result = drystone(*words, cwd=folder, preexec_fn=full_at(limit))
                    self.assertEqual(result.returncode, 1, result.stderr)
                    self.assertEqual(sorted(pathlib.Path(folder).rglob("*")), before)

    def test_results_that_are_there_outlive_a_full_disk(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(self.before, folder, dirs_exist_ok=True)
            before = {path: path.read_bytes() for path in pathlib.Path(folder, "run").rglob("*") if path.is_file()}
            result = drystone("run", ARCH, "--set", "time.duration=0.01", "--out", "run", "--force", "--quiet", cwd=folder, preexec_fn=full_at(0))
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertEqual({path: path.read_bytes() for path in pathlib.Path(folder, "run").rglob("*") if path.is_file()}, before)

    def test_a_run_goes_on_once_there_is_room(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(self.before, folder, dirs_exist_ok=True)
            drystone(*COMMANDS["resume"], cwd=folder, preexec_fn=full_at(12000))
            self.assertEqual(drystone(*COMMANDS["resume"], cwd=folder).returncode, 0)
            whole = drystone("run", ARCH, "--set", "time.duration=0.02", "--out", "whole", "--quiet", "--no-report", cwd=folder)
            self.assertEqual(whole.returncode, 0, whole.stderr)
            for table in ("bodies.csv", "contacts.csv"):
                self.assertEqual((pathlib.Path(folder) / "whole" / table).read_bytes(), (pathlib.Path(folder) / "run" / table).read_bytes())


if __name__ == "__main__":
    unittest.main()
