#!/usr/bin/env python3
"""drystone pack and drystone verify: the same bits elsewhere; what is wrong is refused, and nothing is left behind."""
import gzip
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", ROOT / "build/bin/drystone"))

SHAKEN = """
[scene]
title     = "A shaken box"
dimension = 2
gravity   = [0.0, -9.81]
[time]
step     = 1e-3
duration = 0.1
[output]
frames_every = 0.01
[materials.stone]
density = 2300.0
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
radius   = 0.05
spacing  = 0.11
counts   = [4, 4]
origin   = [0.0, 0.06]
jitter   = 0.004
[[drives]]
body   = "floor"
motion = { quantity = "acceleration", direction = [1, 0], kind = "record", file = "quake.csv" }
[[probes]]
name       = "all"
quantities = ["kinetic_energy", "contacts", "residual"]
"""


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.passing = self.folder / "passing"  # what commands leave for a while
        self.passing.mkdir()
        (self.folder / "shaken.toml").write_text(SHAKEN)
        (self.folder / "quake.csv").write_text("time,acceleration\n" + "".join(f"{k * 0.01},{(-1) ** k * 3.0}\n" for k in range(12)))

    def drystone(self, *arguments, **options):
        environment = os.environ | {"TMPDIR": str(self.passing)}
        return subprocess.run([DRYSTONE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120, env=environment, **options)

    def expect(self, status, *arguments):
        result = self.drystone(*arguments)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        self.assertEqual(list(self.passing.iterdir()), [], "something was left behind")
        return result

    def run_shaken(self, *more):
        self.expect(0, "run", "shaken.toml", "--out", "run", "--quiet", "--no-report", *more)

    def listing(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))

    def repacked(self, change, name="changed.tar.gz"):
        """The bundle with some of its files changed: {name: bytes} -> {name: bytes}."""
        files = {}
        with tarfile.open(self.folder / "run.drystone.tar.gz") as archive:
            for member in archive:
                files[member.name] = archive.extractfile(member).read()
        files = change(files)
        with tarfile.open(self.folder / name, "w:gz", format=tarfile.USTAR_FORMAT) as archive:
            for file, content in files.items():
                member = tarfile.TarInfo(file)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        return name


class Pack(InAFolder):
    def test_a_run_is_verified_and_repeated_away_from_its_files(self):
        self.run_shaken("--set", "interactions.0.friction=0.3")
        said = self.expect(0, "pack", "run").stdout
        self.assertIn("run.drystone.tar.gz", said)
        for name in ("shaken.toml", "quake.csv", "run"):
            path = self.folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for threads in ("1", "2", "3"):
            said = self.expect(0, "verify", "run.drystone.tar.gz", "--threads", threads).stdout
            self.assertIn("every hash is right", said)
            self.assertIn("the same bits", said)
        self.assertEqual(self.listing(), ["passing", "run.drystone.tar.gz"])

    def test_the_bundle_says_how_it_was_made_and_other_programs_check_it(self):
        self.run_shaken("--set", "interactions.0.friction=0.3")
        (self.folder / "run/notes.txt").write_text("mine")
        self.expect(0, "pack", "run", "--out", "b.tar.gz")
        with tarfile.open(self.folder / "b.tar.gz") as archive:
            archive.extractall(self.folder / "elsewhere", filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(self.folder / "elsewhere")
        manifest = json.loads((self.folder / "elsewhere/manifest.json").read_text())
        self.assertIn("interactions.0.friction=0.3", manifest["overrides"])
        self.assertEqual(manifest["not_repeatable"], "")
        names = {file["name"] for file in manifest["files"]}
        self.assertLessEqual({"scene.toml", "summary.json", "probes/all.csv", "frames.h5", "bodies.csv"}, names)
        self.assertTrue(any(name.startswith("inputs/") for name in names))
        self.assertNotIn("notes.txt", names)
        result = subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=self.folder / "elsewhere", capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_the_same_run_gives_the_same_bundle(self):
        self.run_shaken()
        for name in ("a.tar.gz", "b.tar.gz"):
            self.expect(0, "pack", "run", "--out", name)
        self.assertEqual((self.folder / "a.tar.gz").read_bytes(), (self.folder / "b.tar.gz").read_bytes())

    def test_it_is_unpacked_where_asked_and_can_go_on_there(self):
        self.run_shaken()
        self.expect(0, "pack", "run")
        self.expect(0, "verify", "run.drystone.tar.gz", "--out", "there", "--hashes-only")
        for name in ("bodies.csv", "probes/all.csv", "frames.h5"):
            self.assertEqual((self.folder / "run" / name).read_bytes(), (self.folder / "there" / name).read_bytes())
        self.expect(0, "resume", "there", "--until", "0.12", "--quiet", "--no-report")
        self.expect(2, "verify", "run.drystone.tar.gz", "--out", "there", "--hashes-only")

    def test_a_run_that_went_on_beyond_its_end_is_repeated_that_far(self):
        self.run_shaken()
        self.expect(0, "resume", "run", "--until", "0.13", "--quiet", "--no-report")
        self.expect(0, "pack", "run")
        self.assertIn("the same bits", self.expect(0, "verify", "run.drystone.tar.gz").stdout)

    def test_runs_in_stages_with_bodies_that_come_are_repeated(self):
        (self.folder / "silo.toml").write_text(SHAKEN.replace("duration = 0.1\n", "").replace("frames_every = 0.01", "frames_every = 0.02") + """
[[sources]]
name     = "rain"
material = "stone"
shape    = "disk"
radius   = [0.02, 0.03]
region   = { type = "box", min = [0.0, 0.8], max = [0.5, 1.0] }
rate     = 200.0
stage    = "pour"
[[stages]]
name     = "pour"
duration = 0.05
[[stages]]
name     = "rest"
duration = 0.05
""")
        self.expect(0, "run", "silo.toml", "--out", "run", "--quiet", "--no-report")
        self.expect(0, "pack", "run")
        self.assertIn("the same bits", self.expect(0, "verify", "run.drystone.tar.gz").stdout)


class Refused(InAFolder):
    def setUp(self):
        super().setUp()
        self.run_shaken()

    def refuse(self, words, *arguments):
        before = self.listing()
        result = self.expect(2, *arguments)
        self.assertIn(words, result.stderr)
        self.assertEqual(self.listing(), before)

    def test_folders_that_are_no_finished_runs(self):
        (self.folder / "empty").mkdir()
        self.refuse("no folder of a run", "pack", "empty")
        self.refuse("is no folder", "pack", "nowhere")
        self.refuse("is no folder", "pack", "shaken.toml")
        (self.folder / "run/scene.toml").write_text((self.folder / "run/scene.toml").read_text() + "# edited\n")
        self.refuse("scene.toml", "pack", "run")
        (self.folder / "run/summary.json").write_text('{"version": 3, "interrupted": "no"}')
        self.refuse("is not that of a run", "pack", "run")
        (self.folder / "run/summary.json").unlink()
        self.refuse("has not ended", "pack", "run")
        (self.folder / "run/summary.json").mkdir()
        self.refuse("has not ended", "pack", "run")
        self.refuse("File name too long", "pack", "r" * 5000)

    def test_files_that_are_there(self):
        (self.folder / "run.drystone.tar.gz").write_text("mine")
        self.refuse("is there already", "pack", "run")
        self.assertEqual((self.folder / "run.drystone.tar.gz").read_text(), "mine")
        self.expect(0, "pack", "run", "--force")
        self.refuse("is a folder", "pack", "run", "--out", "run")

    def test_what_stands_beside_the_new_folder_stays(self):
        self.expect(0, "pack", "run")
        (self.folder / "copy.part").mkdir()
        (self.folder / "copy.part/notes.txt").write_text("mine")
        (self.folder / "copy.part0").write_text("mine, too")
        self.expect(0, "verify", "run.drystone.tar.gz", "--hashes-only", "--out", "copy/")
        self.assertEqual(sorted(path.name for path in self.folder.glob("copy*")), ["copy", "copy.part", "copy.part0"])
        self.assertEqual((self.folder / "copy.part/notes.txt").read_text(), "mine")
        self.assertEqual((self.folder / "copy/bodies.csv").read_bytes(), (self.folder / "run/bodies.csv").read_bytes())
        self.expect(0, "verify", "run.drystone.tar.gz", "--hashes-only", "--out", "deep/er/copy")
        self.assertEqual([path.name for path in (self.folder / "deep/er").iterdir()], ["copy"])

    def test_what_is_no_bundle_or_was_changed(self):
        self.expect(0, "pack", "run")
        self.refuse("cannot be opened", "verify", "nowhere.tar.gz")
        self.refuse("is no archive", "verify", "shaken.toml")

        def broken(change, words):
            self.refuse(words, "verify", self.repacked(change), "--out", "there")
            self.assertFalse((self.folder / "there").exists())

        (self.folder / "changed.tar.gz").write_bytes(b"")
        broken(lambda files: files | {"probes/all.csv": files["probes/all.csv"].replace(b"0", b"1", 1)}, "probes/all.csv is not what was packed")
        broken(lambda files: {name: text for name, text in files.items() if name != "bodies.csv"}, "lacks bodies.csv")
        broken(lambda files: files | {"extra": b"x"}, "of which its manifest says nothing")
        broken(lambda files: {name: text for name, text in files.items() if name != "manifest.json"}, "does not begin with manifest.json")
        broken(lambda files: {"../manifest.json": b"{}"}, "which is no file of a run")
        broken(lambda files: files | {"manifest.json": b"{}"}, "no archive of drystone pack")
        broken(lambda files: files | {"manifest.json": b"[1, 2"}, "no archive of drystone pack")
        broken(lambda files: files | {"manifest.json": files["manifest.json"].replace(b'"format_version": 1', b'"format_version": 9')}, "newer version")
        broken(lambda files: files | {"SHA256SUMS": b""}, "differ")

    def test_another_version_is_told_and_its_hashes_are_compared(self):
        self.expect(0, "pack", "run")
        version = subprocess.run([DRYSTONE, "--version"], capture_output=True, text=True).stdout.split()[1]
        old = self.repacked(lambda files: files | {"manifest.json": files["manifest.json"].replace(f'"{version}"'.encode(), b'"0.0.7"')})
        said = self.expect(2, "verify", old)
        self.assertIn("every hash is right", said.stdout)
        self.assertIn(f"made by drystone 0.0.7, and this is {version}", said.stderr)
        self.expect(0, "verify", old, "--hashes-only")
        self.assertIn("the same bits", self.expect(0, "verify", old, "--any-version").stdout)

    def test_other_bits_are_told_with_their_place(self):
        """A bundle whose hashes are right, and whose results are not those of its scene."""
        import hashlib

        self.expect(0, "pack", "run")

        def other_result(files):
            files["probes/all.csv"] = files["probes/all.csv"].replace(b"1", b"2", 1)
            manifest = json.loads(files["manifest.json"])
            for file in manifest["files"]:
                if file["name"] == "probes/all.csv":
                    file["sha256"] = hashlib.sha256(files["probes/all.csv"]).hexdigest()
            files["manifest.json"] = json.dumps(manifest).encode()
            files["SHA256SUMS"] = "".join(f"{file['sha256']}  {file['name']}\n" for file in manifest["files"]).encode()
            return files

        said = self.expect(3, "verify", self.repacked(other_result))
        self.assertRegex(said.stderr, r"NOT the same: probes/all.csv: line \d+ is another")

    def test_runs_that_begin_elsewhere_are_packed_with_a_warning(self):
        self.expect(0, "run", "shaken.toml", "--out", "second", "--from", "run", "--quiet", "--no-report")
        self.assertIn("began where another run ended", self.expect(0, "pack", "second").stderr)
        self.assertIn("cannot be repeated", self.expect(2, "verify", "second.drystone.tar.gz").stderr)
        self.expect(0, "verify", "second.drystone.tar.gz", "--hashes-only")

    def test_a_kill_leaves_no_bundle(self):
        for delay in (0.0, 0.002, 0.005, 0.01, 0.02):
            process = subprocess.Popen([DRYSTONE, "pack", "run", "--out", "killed.tar.gz", "--force"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait()
            if (self.folder / "killed.tar.gz").exists():
                self.expect(0, "verify", "killed.tar.gz", "--hashes-only")


if __name__ == "__main__":
    unittest.main()
