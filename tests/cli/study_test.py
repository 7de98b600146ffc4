#!/usr/bin/env python3
"""drystone study from outside: folders, tables, going on after a kill, rows of runs that fail, fragility of a block that rocks;
[variables] on the command line; means of probes through a restart."""
import csv
import json
import math
import os
import pathlib
import signal
import statistics
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))

HEAD = """
[scene]
title     = "A block on moving ground"
dimension = {D}
gravity   = {gravity}
[variables]
a = 0.4
T = 0.3
[time]
step     = 5e-4
duration = 0.1
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 1.0
[[bodies]]
name     = "ground"
material = "stone"
fixed    = true
shape    = {{ type = "box", size = {ground} }}
position = {under}
[[bodies]]
name     = "block"
material = "stone"
shape    = {{ type = "box", size = {block} }}
position = {above}
[[probes]]
name       = "block"
body       = "block"
quantities = ["position", "angular_velocity"]
[[probes]]
name       = "all.of.it"
bodies     = ["bl*"]
quantities = ["velocity", "contact_force"]
every      = 0.01
average    = true
[output]
frames_every = 0
"""
DRIVE = """
[[drives]]
body   = "ground"
motion = {{ quantity = "acceleration", direction = {x}, kind = "constant", value = "=a*9.81", stop = "=T" }}
"""
RECORD = """
[[drives]]
body   = "ground"
motion = {{ quantity = "acceleration", direction = {x}, kind = "record", file = "a.csv", scale = 1.0 }}
"""
WORDS = {2: dict(D=2, gravity="[0, -9.81]", ground="[10, 1]", under="[0, -0.5]", block="[0.2, 0.8]", above="[0, 0.4]", x="[1, 0]"),
         3: dict(D=3, gravity="[0, 0, -9.81]", ground="[10, 10, 1]", under="[0, 0, -0.5]", block="[0.2, 0.5, 0.8]", above="[0, 0, 0.4]",
                 x="[1, 0, 0]")}


def scene(dimension, drive=DRIVE):
    return (HEAD + drive).format(**WORDS[dimension])


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Studies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "flat.toml").write_text(scene(2))
        (self.folder / "solid.toml").write_text(scene(3))
        (self.folder / "quakes.toml").write_text(scene(2, RECORD))
        (self.folder / "a.csv").write_text("0,0\n0.05,1\n0.1,0\n")
        (self.folder / "b-2.csv").write_text("0,0\n0.05,-2\n0.1,0\n")

    def run_program(self, *arguments, status=0):
        result = subprocess.run([DRYSTONE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=240)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def bits(self, run):
        return {path.name: path.read_bytes() for path in (self.folder / run / "probes").iterdir()} | {
            name: (self.folder / run / name).read_bytes() for name in ("bodies.csv", "contacts.csv")}

    def test_every_run_is_what_it_is_alone_whatever_the_jobs(self):
        for name in ("flat", "solid"):
            for jobs in (1, 3):
                self.run_program("study", f"{name}.toml", "--vary", "interactions.0.friction=0.2:0.8:3", "--vary", "variables.a=0.1,0.5",
                                 "--set", "time.duration=0.05", "--collect", "block.position.x:last", "--jobs", jobs, "--out",
                                 f"{name}{jobs}", "--no-report", "--quiet")
            table = rows(self.folder / f"{name}1/table.csv")
            self.assertEqual(list(table[0]), ["run", "interactions.0.friction", "variables.a", "block.position.x:last", "status"])
            self.assertEqual([row["run"] for row in table], [f"{k:04}" for k in range(6)])
            self.assertEqual((self.folder / f"{name}1/table.csv").read_text(), (self.folder / f"{name}3/table.csv").read_text())
            for row in table:
                self.assertEqual(row["status"], "done")
                self.assertEqual(self.bits(f"{name}1/{row['run']}"), self.bits(f"{name}3/{row['run']}"))
            self.run_program("run", f"{name}.toml", "--set", "time.duration=0.05", "--set", "interactions.0.friction=0.5", "--set",
                             "variables.a=0.5", "--out", f"{name}_alone", "--no-report", "--quiet")
            self.assertEqual(self.bits(f"{name}_alone"), self.bits(f"{name}1/0003"))
            last = rows(self.folder / f"{name}_alone/probes/block.csv")[-1]["position.x"]
            self.assertEqual(table[3]["block.position.x:last"], last)
            page = (self.folder / f"{name}1/table.html").read_text()
            self.assertIn("<svg", page)
            self.assertIn("0005", page)

    def test_several_records_and_short_names_of_a_drives_keys(self):
        self.run_program("study", "quakes.toml", "--vary", "drives.0.file=a.csv,b-2.csv", "--vary", "drives.0.scale=1,2", "--collect",
                         "block.position.x:absmax", "--out", "out", "--no-report", "--quiet")
        table = rows(self.folder / "out/table.csv")
        self.assertEqual([(row["drives.0.file"], row["drives.0.scale"]) for row in table],
                         [("a.csv", "1"), ("a.csv", "2"), ("b-2.csv", "1"), ("b-2.csv", "2")])
        moved = [float(row["block.position.x:absmax"]) for row in table]
        self.assertAlmostEqual(moved[1], 2 * moved[0], delta=1e-6 * moved[0])
        self.assertAlmostEqual(moved[2], 2 * moved[0], delta=1e-6 * moved[0])
        (self.folder / "b-2.csv").write_text("0,0\n0.05,-1\n0.1,0\n")
        said = self.run_program("study", "quakes.toml", "--vary", "drives.0.file=a.csv,b-2.csv", "--vary", "drives.0.scale=1,2", "--out",
                                "out", status=2).stderr
        self.assertIn("holds another study: the file b-2.csv has changed", said)

    def test_it_goes_on_after_a_kill_and_an_interrupt_to_the_same_bits(self):
        arguments = ["study", "flat.toml", "--vary", "variables.a=0.1:0.3:4", "--set", "time.duration=6", "--set",
                     "output.checkpoint_every=0.5", "--collect", "block.position.x:last", "--no-report", "--jobs", "2", "--threads", "1"]
        self.run_program(*arguments, "--quiet", "--out", "whole")
        for kind in (signal.SIGKILL, signal.SIGINT):
            out = self.folder / kind.name
            process = subprocess.Popen([DRYSTONE, *arguments, "--out", out], cwd=self.folder, stderr=subprocess.PIPE, text=True,
                                       start_new_session=True)
            deadline = time.time() + 60
            while not (out / "0001/checkpoint.h5").exists() and time.time() < deadline:
                time.sleep(0.01)
            process.send_signal(kind)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 4 if kind == signal.SIGINT else -signal.SIGKILL)
            table = rows(out / "table.csv")
            self.assertEqual(len(table), 4)
            self.assertTrue(any(row["status"] in ("missing", "interrupted") for row in table), table)
            self.run_program(*arguments, "--quiet", "--out", kind.name)
            self.assertEqual((out / "table.csv").read_text(), (self.folder / "whole/table.csv").read_text())
            for k in range(4):
                self.assertEqual(self.bits(f"{kind.name}/{k:04}"), self.bits(f"whole/{k:04}"))
            self.assertIn("are there already", self.run_program(*arguments, "--out", kind.name).stderr)

    def test_kills_at_any_time_cost_nothing_but_time(self):
        arguments = ["study", "flat.toml", "--vary", "variables.a=0.1:0.3:6", "--set", "time.duration=1", "--set", "output.checkpoint_every=0.1",
                     "--collect", "block.position.x:last", "--no-report", "--quiet", "--jobs", "2", "--threads", "1"]
        self.run_program(*arguments, "--out", "whole")
        for k in range(10):
            process = subprocess.Popen([DRYSTONE, *arguments, "--out", "out"], cwd=self.folder)
            time.sleep(0.002 * 2 ** (0.7 * k))
            process.kill()
            process.wait()
        self.run_program(*arguments, "--out", "out")
        self.assertEqual((self.folder / "out/table.csv").read_text(), (self.folder / "whole/table.csv").read_text())
        for k in range(6):
            self.assertEqual(self.bits(f"out/{k:04}"), self.bits(f"whole/{k:04}"))

    def test_runs_that_fail_are_rows(self):
        result = self.run_program("study", "flat.toml", "--vary", "interactions.0.friction=0.5,-1,0.6", "--vary", "time.step=5e-4,0.02",
                                  "--collect", "block.position.y:min", "--set", "solver.max_iterations=1", "--set", "time.halve=0", "--set",
                                  "solver.tolerance=1e-12", "--set", "solver.method=nlgs", "--out", "out", "--no-report", status=3)
        table = rows(self.folder / "out/table.csv")
        self.assertEqual([row["status"] for row in table if row["interactions.0.friction"] == "-1"], ["refused"] * 2)
        self.assertTrue(all(row["status"] == "not_converged" for row in table if row["interactions.0.friction"] != "-1"), table)
        self.assertTrue(all(row["block.position.y:min"] for row in table if row["interactions.0.friction"] != "-1"))
        self.assertIn("run 0002: refused: --set interactions.0.friction=-1: friction must be", result.stderr)
        self.assertIn("friction must be", (self.folder / "out/table.html").read_text())
        self.assertIn("6 runs: 4 not_converged, 2 refused", result.stdout)

    def test_what_is_wrong_is_refused_and_nothing_written(self):
        for arguments, says in [
                (["--vary", "variables.b=1,2"], "the scene has no variable named \"b\"; did you mean \"a\""),
                (["--vary", "bodies.blok.mass=1,2"], "bodies has no entry named \"blok\"; did you mean \"block\""),
                (["--vary", "interactions.0.frction=1,2"], "unknown key \"frction\""),
                (["--vary", "variables.a=1:2"], "how many values?"),
                (["--vary", "variables.a=1,2", "--collect", "block.position.q:max"], "no probe and column \"block.position.q\""),
                (["--vary", "variables.a=1,2", "--collapse", "block.position.x:max"], "write --collapse"),
                (["--vary", "variables.a=0,2", "--collapse", "failed"], "needs an intensity"),
                (["--vary", "variables.a=1,2", "--collapse", "failed", "--intensity", "variables.T"], "not among the keys of --vary"),
                (["--vary", "drives.0.file=none.csv,a.csv"], "unknown key \"file\"")]:
            self.assertIn(says, self.run_program("study", "flat.toml", *arguments, "--out", "out", status=2).stderr)
            self.assertFalse((self.folder / "out").exists())
        self.assertIn("there is no file", self.run_program("study", "quakes.toml", "--vary", "drives.0.file=a.csv,c.csv", "--out", "out",
                                                           status=2).stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_another_study_is_refused_or_begun_anew(self):
        study = ["study", "flat.toml", "--set", "time.duration=0.01", "--quiet", "--no-report", "--out", "out", "--vary"]
        self.run_program(*study, "variables.a=0.1:0.4:4")
        (self.folder / "out/0003/mine.txt").write_text("mine")
        self.assertIn("--vary was another: variables.a (4 values)", self.run_program(*study, "variables.a=1,2", status=2).stderr)
        self.assertEqual(len(rows(self.folder / "out/table.csv")), 4)
        self.run_program(*study, "variables.a=1,2", "--force")
        self.assertEqual(len(rows(self.folder / "out/table.csv")), 2)
        self.assertFalse((self.folder / "out/0002").exists())
        self.assertEqual([path.name for path in (self.folder / "out/0003").iterdir()], ["mine.txt"])
        (self.folder / "flat.toml").write_text(scene(2) + "\n")
        self.assertIn("the scene was another", self.run_program(*study, "variables.a=1,2", status=2).stderr)
        (self.folder / "other").mkdir()
        (self.folder / "other/file").write_text("")
        study[-2] = "other"
        self.assertIn("the folder is not empty", self.run_program(*study, "variables.a=1,2", status=2).stderr)

    def test_more_can_be_collected_later(self):
        study = ["study", "flat.toml", "--set", "time.duration=0.01", "--quiet", "--no-report", "--out", "out", "--vary", "variables.a=1,2"]
        self.run_program(*study)
        before = os.stat(self.folder / "out/0000/summary.json").st_mtime_ns
        self.run_program(*study, "--collect", "all.of.it.velocity.x:mean", "--collect", "block.time:max")
        self.assertEqual(os.stat(self.folder / "out/0000/summary.json").st_mtime_ns, before)
        self.assertEqual([row["block.time:max"] for row in rows(self.folder / "out/table.csv")], ["0.01", "0.01"])

    def test_the_fragility_of_a_block_is_that_of_the_theory(self):
        """A block of 0.2 m x 0.8 m under a rectangular pulse of a g for T seconds turns about its corner: overturning amplitudes from
        I w' = m R (a g cos(alpha - q) - g sin(alpha - q)); for slender blocks exp(p T) = A / (A - 1), A = a / alpha (Housner 1963)."""
        R, alpha, g = math.hypot(0.1, 0.4), math.atan(0.25), 9.81
        p = math.sqrt(3 * g / (4 * R))

        def overturns(a, T):
            q = w = 0.0
            h = 1e-4
            acceleration = lambda x, t: p * p * ((a if t < T else 0.0) * math.cos(alpha - x) - math.sin(alpha - x))
            for k in range(100000):
                t = (k + 0.5) * h
                w += h * acceleration(q + 0.5 * h * w, t)
                q += h * w
                if q > 2 * alpha or (k * h > T and w < 0):
                    return q > 2 * alpha
            return False

        def limit(T):
            low, high = 0.25, 3.0
            while high - low > 1e-6:
                middle = 0.5 * (low + high)
                low, high = (low, middle) if overturns(middle, T) else (middle, high)
            return low

        lengths = [0.2, 0.3, 0.4]
        limits = {T: limit(T) for T in lengths}
        for T, a in limits.items():  # the slender block is not far
            self.assertAlmostEqual(a / (alpha * math.exp(p * T) / (math.exp(p * T) - 1)), 1.0, delta=0.04)
        amplitudes = sorted(a * f for a in limits.values() for f in (0.985, 1.015))
        result = self.run_program("study", "flat.toml", "--vary", "variables.a=" + ",".join(f"{a:.6f}" for a in amplitudes), "--vary",
                                  "variables.T=0.2,0.3,0.4", "--set", "time.duration=1.6", "--set", "solver.tolerance=1e-8",
                                  "--collapse", "block.position.y:last<0.3", "--out", "out", "--no-report")
        for row in rows(self.folder / "out/ida.csv"):
            a = limits[float(row["variables.T"])]
            self.assertAlmostEqual(float(row["safe_to"]), max(x for x in amplitudes if x < a), delta=1e-5)
            self.assertAlmostEqual(float(row["collapses_at"]), min(x for x in amplitudes if x > a), delta=1e-5)
        stripes = rows(self.folder / "out/fragility.csv")
        self.assertEqual([int(row["collapsed"]) for row in stripes], [sum(x > a for a in limits.values()) for x in amplitudes])

        def likelihood(median, beta):
            normal = statistics.NormalDist()
            share = [min(max(normal.cdf(math.log(x / median) / beta), 1e-300), 1 - 1e-16) for x in amplitudes]
            counts = [sum(x > a for a in limits.values()) for x in amplitudes]
            return sum(z * math.log(s) + (3 - z) * math.log(1 - s) for z, s in zip(counts, share))

        fit = rows(self.folder / "out/fit.csv")[0]
        median, beta = float(fit["median"]), float(fit["beta"])
        best = likelihood(median, beta)
        for factor in (0.9, 0.99, 1.01, 1.1):  # no other curve is more likely
            self.assertLess(likelihood(median * factor, beta), best)
            self.assertLess(likelihood(median, beta * factor), best)
        self.assertLess(min(limits.values()), median)
        self.assertLess(median, max(limits.values()))
        self.assertIn(f"median {median:.4g}, beta {beta:.4g}", result.stdout)
        page = (self.folder / "out/table.html").read_text()
        self.assertIn(f"median {median:.4g}, beta {beta:.4g}", page)
        self.assertIn("incremental dynamic analysis", page)

    def test_a_sine_pulse_overturns_a_block_from_the_amplitude_of_the_theory(self):
        """One cycle of a sine, three times as fast as p: 0.35008 g overturns the block of 0.2 m x 0.8 m after an impact, by integration of
        the rigid block's equation (Housner's loss at the impact)."""
        p = math.sqrt(3 * 9.81 / (4 * math.hypot(0.1, 0.4)))
        f = 3 * p / (2 * math.pi)
        sine = DRIVE.replace('kind = "constant", value = "=a*9.81", stop = "=T"',
                             f'kind = "sine", amplitude = "=a*9.81", frequency_hz = {f}, stop = {1 / f}')
        (self.folder / "sine.toml").write_text(scene(2, sine))
        self.run_program("study", "sine.toml", "--vary", f"variables.a={0.97 * 0.35008},{1.03 * 0.35008}", "--set", "time.duration=3.0", "--set",
                         "time.step=2e-4", "--set", "solver.tolerance=1e-8", "--collapse", "block.position.y:last<0.3", "--out", "out",
                         "--no-report", "--quiet")
        self.assertEqual([row["collapsed"] for row in rows(self.folder / "out/table.csv")], ["0", "1"])


class Variables(unittest.TestCase):
    setUp = Studies.setUp
    run_program = Studies.run_program

    def test_check_lists_them_and_stability_varies_them(self):
        said = self.run_program("check", "flat.toml", "--set", "variables.a=0.7").stdout
        self.assertIn("  a = 0.7\n  T = 0.3\n", said)
        tilted = scene(2, "").replace("gravity   = [0, -9.81]", 'gravity = ["=9.81*sin(a*pi/180)", "=-9.81*cos(a*pi/180)"]')
        (self.folder / "tilted.toml").write_text(tilted.replace("T = 0.3", ""))
        answer = json.loads(self.run_program("stability", "tilted.toml", "--vary", "variables.a=1:30", "--json").stdout)
        self.assertAlmostEqual(answer["limit"]["low"], math.degrees(math.atan(0.25)), delta=0.05)

    def test_means_go_through_a_restart(self):
        self.run_program("run", "solid.toml", "--out", "whole", "--quiet", "--no-report")
        self.run_program("run", "solid.toml", "--out", "part", "--quiet", "--no-report", "--set", "time.duration=0.0335")
        self.run_program("resume", "part", "--until", "0.1", "--quiet", "--no-report")
        self.assertEqual((self.folder / "part/probes/all.of.it.csv").read_text(), (self.folder / "whole/probes/all.of.it.csv").read_text())
        self.assertEqual(len(rows(self.folder / "whole/probes/all.of.it.csv")), 10)


class BodiesFrom(unittest.TestCase):
    setUp = Studies.setUp
    run_program = Studies.run_program

    def test_a_run_begins_with_the_bodies_of_another_and_can_be_resumed(self):
        self.run_program("run", "solid.toml", "--out", "first", "--quiet", "--no-report")
        text = scene(3)
        begin, end = text.index("[[bodies]]"), text.index("[[probes]]")
        (self.folder / "next.toml").write_text('bodies_from = "first/bodies.csv"\n' + text[:begin] + text[end:])
        self.run_program("run", "next.toml", "--out", "whole", "--quiet", "--no-report")
        self.run_program("run", "next.toml", "--out", "part", "--quiet", "--no-report", "--set", "time.duration=0.05")
        (self.folder / "first/bodies.csv").unlink()
        self.run_program("resume", "part", "--until", "0.1", "--quiet", "--no-report")
        self.assertEqual((self.folder / "part/probes/block.csv").read_text(), (self.folder / "whole/probes/block.csv").read_text())
        last, first = rows(self.folder / "first/probes/block.csv")[-1], rows(self.folder / "whole/probes/block.csv")[0]
        self.assertAlmostEqual(float(first["position.x"]), float(last["position.x"]), delta=1e-3)


if __name__ == "__main__":
    unittest.main()
