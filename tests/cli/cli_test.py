#!/usr/bin/env python3
"""The program from outside: exit statuses, files and messages. DRYSTONE is the path of the program."""
import csv, json, math, os, pathlib, pty, re, signal, subprocess, tempfile, time, unittest

DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", "build/bin/drystone"))

FALLING = """
[scene]
title = "Falling disk"
dimension = 2
gravity = [0.0, -10.0]
[time]
step = 1e-4
duration = 0.01
[materials.stone]
density = 1000.0
[[interactions]]
between = ["stone", "stone"]
law = "coulomb"
friction = 0.5
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[bodies]]
name = "disk"
material = "stone"
shape = { type = "disk", radius = 0.1 }
position = [0.0, 1.0]
[[probes]]
name = "disk"
body = "disk"
quantities = ["position", "angle", "contact_force"]
[[probes]]
name = "all"
quantities = ["kinetic_energy", "contacts"]
every = 0.001
"""

# Three disks wedged together, more than one sweep of the solver can settle.
WEDGED = FALLING.replace('position = [0.0, 1.0]', 'position = [0.0, 0.1]') + "".join(f"""
[[bodies]]
material = "stone"
shape = {{ type = "disk", radius = 0.1 }}
position = [{x}, {y}]
""" for x, y in [(0.2, 0.1), (0.1, 0.27320508)])


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.write("falling.toml", FALLING)

    def tearDown(self):
        self.temporary.cleanup()

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def drystone(self, *arguments, **options):
        return subprocess.run([DRYSTONE, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                              **options)

    def expect(self, status, *arguments):
        result = self.drystone(*arguments)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def summary(self, out="falling"):
        return json.loads((self.folder / out / "summary.json").read_text())

    def rows(self, name, out="falling"):
        with open(self.folder / out / name, newline="") as file:
            return list(csv.DictReader(file))

    def listing(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*"))


class CommandLine(InAFolder):
    def test_version_and_help_are_no_mistakes(self):
        self.assertRegex(self.expect(0, "--version").stdout, r"^drystone \d+\.\d+\.\d+\n$")
        self.assertIn("run", self.expect(0, "--help").stdout)
        self.assertIn("Exit status", self.expect(0, "--help").stdout)
        self.assertIn("--set", self.expect(0, "run", "--help").stdout)

    def test_mistakes_end_with_2_and_point_to_the_help(self):
        for arguments in [[], ["fly"], ["run"], ["run", "falling.toml", "--fast"], ["run", "falling.toml", "more.toml"],
                          ["run", "falling.toml", "--threads", "many"], ["run", "falling.toml", "--threads", "-1"],
                          ["run", "falling.toml", "--set"]]:
            with self.subTest(arguments):
                self.assertIn("--help", self.expect(2, *arguments).stderr)
        self.assertEqual(self.listing(), ["falling.toml"])

    def test_check_writes_nothing(self):
        result = self.expect(0, "check", "falling.toml")
        self.assertEqual(result.stdout, "falling.toml: fine: 2D, 2 bodies, 1 material, 100 steps of 0.0001 s, 0 warnings\n")
        self.assertEqual(self.listing(), ["falling.toml"])

    def test_check_sees_overrides_and_mistakes(self):
        self.assertIn("200 steps", self.expect(0, "check", "falling.toml", "--set", "time.duration=0.02").stdout)
        self.assertIn("--set", self.expect(2, "check", "falling.toml", "--set", "time.duratoin=1").stderr)
        self.expect(2, "check", "missing.toml")

    def test_bodies_that_are_to_come_are_weighed_as_those_that_are_there(self):
        source = '''[[sources]]
name = "rain"
material = "lead"
shape = "disk"
radius = 0.05
rate = 10
region = { type = "box", min = [-1, 2], max = [1, 3] }
'''
        for density, fine in ("1e-152", False), ("1e-140", True), ("1e145", True), ("1e153", False), ("1e300", False):
            with self.subTest(density=density):
                self.write("rain.toml", FALLING + f"[materials.lead]\ndensity = {density}\n" + source)
                result = self.drystone("check", "rain.toml")
                self.assertEqual(result.returncode, 0 if fine else 2, result.stderr)
                if not fine:
                    self.assertIn("rain.toml:35:1: body 'rain.0' is too small or too large, too light or too heavy", result.stderr)

    def test_check_tells_where_a_run_ends_that_is_no_whole_number_of_steps(self):
        result = self.expect(0, "check", "falling.toml", "--set", "time.step=0.003")
        self.assertIn("1 warning\n", result.stdout)
        self.assertIn("ends at 0.009 s", result.stderr)


class Run(InAFolder):
    def test_results_go_to_a_folder_of_the_scenes_name(self):
        result = self.expect(0, "run", "falling.toml")
        self.assertEqual(self.listing(), ["falling", "falling.toml"] + ["falling/" + name for name in [
            ".drystone", "bodies.csv", "checkpoint.h5", "contacts.csv", "frames.h5", "frames.xdmf", "joints.csv", "parts.csv", "probes", "probes/all.csv",
            "probes/disk.csv", "report.html", "scene.toml", "steps.csv", "summary.json"]])
        self.assertEqual((self.folder / "falling/scene.toml").read_text(), FALLING)
        self.assertIn("results in falling/", result.stdout)

    def test_a_run_without_frames_leaves_one_of_its_end(self):
        result = self.expect(0, "run", "falling.toml", "--set", "output.frames_every=0", "--no-report")
        self.assertNotIn("report", result.stdout)
        self.assertFalse((self.folder / "falling/report.html").exists())
        self.assert_frames_in_report(1)

    def test_a_scene_that_says_nothing_of_frames_has_a_hundred(self):
        self.assertIn("open falling/report.html", self.expect(0, "run", "falling.toml").stdout)
        self.assert_frames_in_report(101)

    def assert_frames_in_report(self, count):
        """Without its viewer the program stores them, and shows none."""
        words = self.expect(0, "report", "falling").stdout
        shown = 0 if "built without npm" in (self.folder / "falling/report.html").read_text() else count
        self.assertIn(f" {shown} of {count} frames", words)

    def test_a_probe_has_a_row_at_the_end_of_each_step(self):
        self.expect(0, "run", "falling.toml")
        rows = self.rows("probes/disk.csv")
        self.assertEqual(list(rows[0]), ["time", "position.x", "position.y", "angle", "contact_force.x",
                                         "contact_force.y"])
        self.assertEqual(len(rows), 100)
        self.assertAlmostEqual(float(rows[0]["time"]), 1e-4, delta=1e-15)
        # Under constant gravity the midpoint rule is exact: y = 1 - g t^2 / 2.
        for row in rows:
            self.assertAlmostEqual(float(row["position.y"]), 1.0 - 5.0 * float(row["time"]) ** 2, delta=1e-13)

    def test_every_thins_the_rows(self):
        self.expect(0, "run", "falling.toml")
        times = [float(row["time"]) for row in self.rows("probes/all.csv")]
        self.assertEqual([round(1000 * t, 9) for t in times], list(range(1, 11)))

    def test_summary_has_the_keys_of_the_contract(self):
        self.expect(0, "run", "falling.toml", "--set", "solver.seed=7", "--threads", "2")
        summary = self.summary()
        for key, parts in {"version": [], "scene": [], "seed": [], "threads": [], "steps": [], "simulated_seconds": [],
                           "wall_seconds": [], "bodies": [], "contacts": ["last", "max", "mean"],
                           "iterations": ["total", "max", "mean"], "contact_updates": [], "residual": ["max", "mean"],
                           "steps_not_converged": [], "steps_halved": ["steps", "halvings"], "max_penetration": ["metres", "relative"],
                           "energy": ["kinetic", "potential", "work", "dissipated", "balance_error"],
                           "seconds": ["detect", "assemble", "solve", "advance", "record"],
                           "peak_memory_bytes": []}.items():
            self.assertIn(key, summary)
            for part in parts:
                self.assertIsInstance(summary[key][part], (int, float), f"{key}.{part}")
        self.assertEqual(summary["scene"], "falling.toml")
        self.assertEqual((summary["seed"], summary["threads"], summary["steps"], summary["bodies"]), (7, 2, 100, 2))
        self.assertAlmostEqual(summary["simulated_seconds"], 0.01, delta=1e-15)
        self.assertEqual(summary["overrides"], ["solver.seed=7"])
        self.assertFalse(summary["interrupted"])

    def test_set_may_be_repeated_and_the_last_one_wins(self):
        self.expect(0, "run", "--set", "time.duration=1", "--set", "time.duration=0.002", "falling.toml", "--set",
                    "scene.gravity=[0.0, 0.0]")
        self.assertEqual(self.summary()["steps"], 20)
        self.assertEqual(self.rows("probes/disk.csv")[-1]["position.y"], "1")

    def test_a_wrong_scene_is_refused_with_its_place_and_nothing_written(self):
        self.write("wrong.toml", FALLING.replace("density", "densty"))
        self.assertRegex(self.expect(2, "run", "wrong.toml").stderr, r"^wrong\.toml:\d+:\d+: .*densty")
        self.expect(2, "run", "missing.toml")
        self.assertEqual(self.listing(), ["falling.toml", "wrong.toml"])

    def test_a_folder_that_holds_anything_is_refused(self):
        (self.folder / "falling").mkdir()
        self.write("falling/notes.txt", "mine")
        self.assertIn("--force", self.expect(2, "run", "falling.toml").stderr)
        self.assertEqual(self.listing(), ["falling", "falling.toml", "falling/notes.txt"])

    def test_force_replaces_results_and_nothing_else(self):
        self.expect(0, "run", "falling.toml", "--out", "out")
        self.write("out/notes.txt", "mine")
        self.expect(0, "run", "falling.toml", "--out", "out", "--force", "--set", "time.duration=0.002")
        self.assertEqual((self.folder / "out/notes.txt").read_text(), "mine")
        self.assertEqual(self.summary("out")["steps"], 20)
        self.assertEqual(len(self.rows("probes/disk.csv", "out")), 20)

    def test_an_impossible_folder_is_refused(self):
        for out in ["/proc/drystone", "falling.toml", "falling.toml/deeper", ""]:
            with self.subTest(out):
                self.expect(2, "run", "falling.toml", "--out", out)
        self.assertEqual(self.listing(), ["falling.toml"])

    def test_a_run_of_no_steps_is_complete(self):
        self.expect(0, "run", "falling.toml", "--set", "time.duration=1e-9")
        self.assertEqual(self.summary()["steps"], 0)
        self.assertEqual(self.rows("probes/disk.csv"), [])

    def test_steps_that_do_not_converge_end_with_3(self):
        self.write("wedged.toml", WEDGED)
        result = self.expect(3, "run", "wedged.toml", "--set", "solver.max_iterations=1", "--set",
                             "solver.tolerance=1e-14")
        self.assertRegex(result.stdout, r"warning: \d+ of 100 steps did not converge: largest residual ")
        summary = self.summary("wedged")
        self.assertEqual(summary["steps"], 100)
        self.assertGreater(summary["steps_not_converged"], 0)
        self.assertIn("did not converge", summary["warnings"][0])

    def test_numbers_that_become_infinite_end_the_run_with_3(self):
        result = self.expect(3, "run", "falling.toml", "--set", "scene.gravity=[0.0, -1e308]", "--set", "time.step=1",
                             "--set", "time.duration=100")
        self.assertIn("not finite", result.stdout)
        summary = self.summary()
        self.assertLess(summary["steps"], 100)
        self.assertEqual(summary["steps_not_finite"], 1)
        self.assertGreater(summary["numbers_not_finite"], 0)

    def test_the_answer_does_not_depend_on_the_threads(self):
        self.write("wedged.toml", WEDGED)
        for threads in ["1", "2"]:
            self.expect(0, "run", "wedged.toml", "--threads", threads, "--out", threads)
        for name in ["probes/disk.csv", "probes/all.csv", "bodies.csv", "contacts.csv"]:
            self.assertEqual((self.folder / "1" / name).read_bytes(), (self.folder / "2" / name).read_bytes())


# A disk that cannot turn on a floor, in a gravity that can be tilted: slides from atan(friction) = 26.565 degrees.
TILTED = FALLING.replace("gravity = [0.0, -10.0]", "gravity = { vector = [0.0, -10.0], tilt_deg = 0 }").replace(
    "position = [0.0, 1.0]", "position = [0.0, 0.1]") + """
[[drives]]
body = "disk"
fix = ["rz"]
"""


def disks(distance):
    return FALLING.replace("position = [0.0, 1.0]", "position = [0.0, 0.1]") + f"""
[[bodies]]
name = "other"
material = "stone"
shape = {{ type = "disk", radius = 0.1 }}
position = [{distance}, 0.1]
"""


class Overlaps(InAFolder):
    """At the start: told by every command that begins a scene, refused beyond a tenth of the smaller body."""

    def test_shallow_ones_are_warned_of(self):
        self.write("falling.toml", disks(0.19))
        says = "bodies overlap at the start: 'disk' and 'other' by 0.01 m (5 % of the smaller)"
        result = self.expect(0, "check", "falling.toml")
        self.assertIn("1 warning\n", result.stdout)
        self.assertIn(says, result.stderr)
        self.assertIn(says, self.drystone("stability", "falling.toml").stderr)
        self.assertIn(says, self.expect(0, "run", "falling.toml").stdout)
        self.assertIn(says, self.summary()["warnings"][0])
        self.assertIn("bodies overlap at the start", (self.folder / "falling" / "report.html").read_text())

    def test_deep_ones_are_refused_with_their_place_and_nothing_written(self):
        text = disks(0.05)
        line = text[:text.index('[[bodies]]\nname = "other"')].count("\n") + 1
        self.write("deep.toml", text)
        before = self.listing()
        for command in [("check",), ("run",), ("run", "--out", "a"), ("stability",), ("stability", "--out", "b")]:
            with self.subTest(command):
                result = self.expect(2, command[0], "deep.toml", *command[1:])
                self.assertIn(f"deep.toml:{line}:", result.stderr)
                self.assertIn("'disk' and 'other' by 0.15 m (75 % of the smaller)", result.stderr)
        self.assertEqual(self.listing(), before)

    def test_accepted_ones_are_gone_after_a_few_steps_and_named_at_the_end(self):
        self.write("deep.toml", disks(0.05))
        result = self.expect(0, "run", "deep.toml", "--set", "contacts.initial_overlaps=accept")
        self.assertIn("some did when it began", result.stdout)
        rows = self.rows("bodies.csv", "deep")
        places = {row["name"]: (float(row["position.x"]), float(row["position.y"])) for row in rows}
        self.assertGreater(math.dist(places["disk"], places["other"]), 0.2 - 1e-4)  # but for a trace
        self.assertLess(self.summary("deep")["energy"]["kinetic"], 1e-6)


class Stability(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("tilted.toml", TILTED)
        self.write("wedged.toml", WEDGED)

    def judge(self, status, *arguments):
        return json.loads(self.expect(status, "stability", *arguments, "--json").stdout)

    def test_what_stands_ends_with_0_and_writes_nothing(self):
        before = self.listing()
        self.assertTrue(self.expect(0, "stability", "tilted.toml").stdout.startswith("tilted.toml: stands\n"))
        self.assertEqual(self.listing(), before)

    def test_what_moves_ends_with_10_and_shows_its_mechanism(self):
        result = self.expect(10, "stability", "tilted.toml", "--set", "scene.gravity.tilt_deg=30")
        self.assertTrue(result.stdout.startswith("tilted.toml: moves\n"), result.stdout)
        self.assertRegex(result.stdout, r"disk +velocity \[6\.7e-05, 0\] m/s, angular velocity \[0\] rad/s, 0\.067 of free fall")

    def test_the_ratio_is_the_share_of_free_fall(self):
        told = self.judge(10, "tilted.toml", "--set", "scene.gravity.tilt_deg=30")
        self.assertEqual(told["verdict"], "moves")
        self.assertAlmostEqual(told["speed_ratio"], 0.5 - 0.5 * 3 ** 0.5 / 2, delta=1e-9)
        self.assertLessEqual(told["residual"], 1e-8)
        self.assertEqual((told["bodies"], told["movable"], told["contacts"]), (2, 1, 1))
        self.assertEqual(told["fastest"][0]["name"], "disk")

    def test_what_falls_moves(self):
        self.assertAlmostEqual(self.judge(10, "falling.toml")["speed_ratio"], 1.0, delta=1e-12)

    def test_a_solve_that_does_not_converge_ends_with_11(self):
        told = self.judge(11, "wedged.toml", "--set", "solver.max_iterations=1", "--set", "solver.tolerance=1e-15")
        self.assertEqual(told["verdict"], "undecided")
        self.assertIn("tolerance", told["doubt"])

    def test_the_scenes_own_tolerance_is_for_runs(self):
        self.write("loose.toml", WEDGED + "[solver]\ntolerance = 0.5\nmax_iterations = 2\n")
        told = self.judge(0, "loose.toml")
        self.assertEqual(told["tolerance"], 1e-8)
        self.assertGreater(told["iterations"], 2)
        self.assertEqual(self.judge(0, "loose.toml", "--step", "0.01")["step"], 0.01)

    def test_vary_finds_the_angle_of_friction(self):
        told = self.judge(0, "tilted.toml", "--vary", "scene.gravity.tilt_deg=10:40")
        limit = told["limit"]
        self.assertEqual((limit["verdict_low"], limit["verdict_high"]), ("stands", "moves"))
        self.assertLessEqual(limit["low"], 26.56506)  # atan 0.5 is 26.565051
        self.assertGreaterEqual(limit["high"], 26.56505)
        self.assertLessEqual(limit["high"] - limit["low"], 1e-3 * limit["high"])
        self.assertEqual([trial["value"] for trial in limit["tried"][:3]], [10, 40, 25])

    def test_vary_goes_through_arrays_and_prints_what_it_tried(self):
        result = self.expect(0, "stability", "wedged.toml", "--vary", "interactions.0.friction=0.1:0.6", "--to", "1e-2")
        self.assertRegex(result.stdout.splitlines()[0], r"interactions\.0\.friction +verdict")
        low, high = map(float, re.search(r"moves at .* = (\S+), stands at (\S+)", result.stdout).groups())
        self.assertTrue(low < 0.26795 < high < 1.011 * low)

    def test_vary_refuses_what_it_cannot_do(self):
        for vary, says in [("interactions.0.friction=0.5:0.9", "at no value between them that was tried does that change"),
                           ("interactions.0.friction=0.5", "key.path=low:high"), ("=1:2", "key.path=low:high"),
                           ("interactions.0.friction=1:1", "the same"),
                           ("interactions.7.friction=0.1:0.6", "there is no number 7")]:
            with self.subTest(vary):
                self.assertIn(says, self.expect(2, "stability", "wedged.toml", "--vary", vary).stderr)

    def test_out_gets_the_velocities_of_all_bodies(self):
        self.expect(10, "stability", "tilted.toml", "--set", "scene.gravity.tilt_deg=30", "--out", "why")
        rows = self.rows("mechanism.csv", "why")
        self.assertEqual([row["name"] for row in rows], ["floor", "disk"])
        self.assertEqual(rows[0]["fixed"], "1")
        self.assertGreater(float(rows[1]["velocity.x"]), 0.0)
        self.assertIn("--force", self.expect(2, "stability", "tilted.toml", "--out", "why").stderr)
        self.expect(0, "stability", "tilted.toml", "--out", "why", "--force")

    def test_bad_input_ends_with_2(self):
        self.expect(2, "stability", "missing.toml")
        self.assertIn("--help", self.expect(2, "stability", "tilted.toml", "--step", "-1").stderr)
        self.assertIn("--help", self.expect(2, "stability").stderr)
        self.expect(2, "stability", "tilted.toml", "--out", "tilted.toml")

    def test_deformable_bodies_are_refused_by_statics(self):
        self.write("soft.toml", """[scene]
dimension = 2
gravity = [0, -9.81]
[time]
step = 1e-3
duration = 1
[materials.m]
density = 1000.0
young = 1e6
[[bodies]]
material = "m"
shape = { type = "box", size = [1, 1] }
deformable = "uniform"
""")
        before = self.listing()
        result = self.expect(2, "statics", "soft.toml", "--out", "out")
        self.assertRegex(result.stderr, "soft.toml.*: body number 0 is deformable, and statics is for rigid bodies")
        self.assertEqual(self.listing(), before)


PRESS = """[scene]
dimension = 2
gravity = [0, 0]
[time]
step = 0.1
duration = 1
quasistatic = true
[solver]
tolerance = 1e-10
[materials.m]
density = 1000.0
[[interactions]]
between = ["m", "m"]
law = "elastic"
normal_stiffness = 1e9
shear_stiffness = 1e9
friction = 0.5
[[bodies]]
name = "base"
material = "m"
fixed = true
shape = { type = "box", size = [1, 1] }
position = [0, -0.5]
[[bodies]]
name = "brick"
material = "m"
shape = { type = "box", size = [1, 1] }
position = [0, 0.5]
[[bodies]]
name = "press"
material = "m"
fixed = true
shape = { type = "box", size = [1, 1] }
position = [0, 1.5]
[[drives]]
body = "press"
motion = { quantity = "velocity", direction = [0, -1], kind = "constant", value = 1e-4 }
[[probes]]
name = "press"
body = "press"
quantities = ["contact_force"]
"""


class StaticSteps(InAFolder):
    """Two joints of 1e9 N/m in series, pressed by 1e-4 m: 5e4 N, whatever the step."""

    def force(self):
        return float(self.rows("probes/press.csv", "out")[-1]["contact_force.y"])

    def test_the_force_is_that_of_the_joints_and_inertia_is_measured(self):
        self.write("press.toml", PRESS)
        for step in ("0.1", "0.5"):
            result = self.expect(0, "run", "press.toml", "--out", "out", "--force", "--set", "time.step=" + step)
            self.assertNotIn("carried inertia", result.stdout + result.stderr)
            self.assertAlmostEqual(self.force(), 5e4, delta=50)
            summary = json.loads((self.folder / "out" / "summary.json").read_text())["inertia"]
            self.assertLess(summary["max"], summary["allowed"])
            self.assertEqual((summary["allowed"], summary["steps_above"]), (1e-3, 0))

    def test_steps_that_carry_inertia_are_warned_about(self):
        self.write("press.toml", PRESS)
        result = self.expect(0, "run", "press.toml", "--out", "out", "--set", "time.step=1e-4", "--set", "time.duration=0.01")
        self.assertRegex(result.stdout + result.stderr, r"100 of 100 static steps carried inertia, up to 0\.\d+ of the forces")
        rows = self.rows("steps.csv", "out")
        self.assertGreater(min(float(row["inertia"]) for row in rows), 1e-3)

    def test_rigid_bodies_that_are_moved_are_refused(self):
        self.write("press.toml", PRESS.replace('law = "elastic"\nnormal_stiffness = 1e9\nshear_stiffness = 1e9\n', ""))
        before = self.listing()
        for command in ("run", "check"):
            result = self.expect(2, command, "press.toml")
            self.assertIn("press.toml:7:15: quasistatic: body 'press' is moved by up to 0.0001 m/s, and nothing is elastic", result.stderr)
        self.assertEqual(self.listing(), before)
        self.expect(0, "check", "press.toml", "--set", "time.quasistatic=false")


class Words(InAFolder):
    def test_piped_progress_is_a_line_for_each_tenth(self):
        lines = self.expect(0, "run", "falling.toml").stderr.splitlines()
        self.assertEqual(len(lines), 10)
        self.assertTrue(lines[0].startswith(" 10.0 %"), lines[0])
        self.assertNotIn("\r", "".join(lines))

    def test_quiet_says_nothing(self):
        result = self.expect(0, "run", "falling.toml", "--quiet")
        self.assertEqual(result.stdout + result.stderr, "")

    def test_a_closed_pipe_does_not_stop_a_run_and_ends_with_1(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([DRYSTONE, "run", "falling.toml"], cwd=self.folder, stdout=writing, stderr=writing,
                              timeout=60)
        os.close(writing)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.summary()["steps"], 100)

    def test_a_terminal_has_one_line_redrawn(self):
        try:
            master, terminal = pty.openpty()
        except OSError as none:
            self.skipTest(f"no terminals here: {none}")
        process = subprocess.Popen([DRYSTONE, "run", "falling.toml", "--set", "time.duration=1000"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        text = b""
        while text.count(b"\r") < 3:
            text += os.read(master, 1000)
        process.terminate()
        self.assertEqual(process.wait(timeout=60), 4)
        os.close(master)
        self.assertNotIn(b"\n", text)
        self.assertIn(b"steps/s", text)


class Interrupts(InAFolder):
    def interrupt(self, with_signal, times=1):
        process = subprocess.Popen([DRYSTONE, "run", "falling.toml", "--set", "time.duration=1e5"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        probe = self.folder / "falling/probes/disk.csv"
        give_up = time.monotonic() + 60
        while not (probe.exists() and probe.stat().st_size > 1000) and time.monotonic() < give_up:
            time.sleep(0.01)
        for _ in range(times):
            process.send_signal(with_signal)
            time.sleep(1e-3)
        _, words = process.communicate(timeout=60)
        return process.returncode, words

    def test_ctrl_c_finishes_the_step_and_writes_everything(self):
        status, words = self.interrupt(signal.SIGINT)
        self.assertEqual(status, 4, words)
        self.assertIn("interrupted after step", words)
        self.assertIn("checkpoint", words)
        summary = self.summary()
        self.assertTrue(summary["interrupted"])
        self.assertGreater(summary["steps"], 0)
        self.assertEqual(len(self.rows("probes/disk.csv")), summary["steps"])
        self.assertEqual(len(self.rows("bodies.csv")), 2)

    def test_so_does_sigterm(self):
        self.assertEqual(self.interrupt(signal.SIGTERM)[0], 4)
        self.assertTrue(self.summary()["interrupted"])

    def test_so_does_sigterm_twice_at_once_as_timeout_sends_it(self):
        self.assertEqual(self.interrupt(signal.SIGTERM, times=2)[0], 4)
        self.assertTrue(self.summary()["interrupted"])

    def test_a_kill_leaves_whole_lines_and_no_summary(self):
        self.assertEqual(self.interrupt(signal.SIGKILL)[0], -signal.SIGKILL)
        text = (self.folder / "falling/probes/disk.csv").read_text()
        self.assertTrue(text.endswith("\n"))
        self.assertFalse((self.folder / "falling/summary.json").exists())


class FullDisk(InAFolder):
    def test_a_full_disk_is_told_and_ends_with_1(self):
        result = self.drystone("run", "falling.toml", "--quiet", "--set", "time.duration=1",
                               preexec_fn=limit_file_size)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"(probes/disk|steps)\.csv: cannot write: ")  # whichever is full first
        for name in ("probes/disk.csv", "steps.csv"):
            self.assertTrue((self.folder / "falling" / name).read_text().endswith("\n"), name)


def limit_file_size():
    import resource
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))


class Arches(unittest.TestCase):
    """Least thickness, tilt and friction of arches by drystone stability --vary: validation cases C01, C06, C08."""

    CASES = [  # form, voussoirs, further keys, friction, key that is varied, its range, limit, relative tolerance
        ("semicircular", 16, "", 0.9, "generate.0.thickness", "0.05:0.2", 0.107076, 0.01),
        ("semicircular", 8, "", 0.9, "generate.0.thickness", "0.05:0.2", 0.099972, 0.01),
        ("pointed", 20, "pointedness = 0.1", 0.9, "generate.0.thickness", "0.05:0.2", 0.085991, 0.015),
        ("semicircular", 16, "", 1.2, "scene.gravity.tilt_deg", "2.0:20.0", 8.529, 0.015),
    ]

    def test_limits_are_those_of_the_catalogue(self):
        for form, voussoirs, more, friction, key, span, limit, tolerance in self.CASES:
            with self.subTest(f"{form} {voussoirs} {key}"), tempfile.TemporaryDirectory() as folder:
                scene = pathlib.Path(folder) / "arch.toml"
                scene.write_text(f"""[scene]
dimension = 2
[scene.gravity]
vector = [0.0, -9.81]
tilt_deg = 0.0
[time]
step = 1e-3
duration = 1
[materials.stone]
density = 2000.0
[[interactions]]
between = ["stone", "stone"]
friction = {friction}
[[generate]]
type = "arch"
form = "{form}"
material = "stone"
radius = 1.0
thickness = 0.15
voussoirs = {voussoirs}
{more}
""")
                result = subprocess.run([DRYSTONE, "stability", str(scene), "--vary", f"{key}={span}", "--json"],
                                        capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                found = json.loads(result.stdout)["limit"]
                self.assertAlmostEqual(0.5 * (found["low"] + found["high"]) / limit, 1.0, delta=tolerance)


class Joints(unittest.TestCase):
    """drystone joints DIR: the joints of an arch's last state, and its thrust line."""

    def test_the_thrust_line_stays_in_the_ring(self):
        with tempfile.TemporaryDirectory() as folder:
            example = str(pathlib.Path(__file__).resolve().parents[2] / "examples/arch.toml")
            result = subprocess.run([DRYSTONE, "run", example, "--out", folder + "/out", "--quiet"], capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, result.stderr)
            table = subprocess.run([DRYSTONE, "joints", folder + "/out", "--of", "arch"], capture_output=True, text=True)
            self.assertEqual(table.returncode, 0, table.stderr)
            rows = [line.split() for line in table.stdout.splitlines()[1:]]
            self.assertEqual(len(rows), 32)
            for row in rows:
                radius = math.hypot(float(row[5]), float(row[6]))
                self.assertTrue(0.9 < radius < 1.1 / math.cos(math.pi / 62), row)
                self.assertEqual(row[-1], "sticking")
            for name in ("arhc", "arch.voussoir.99"):
                wrong = subprocess.run([DRYSTONE, "joints", folder + "/out", "--of", name], capture_output=True, text=True)
                self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
                self.assertIn("no body has that name", wrong.stderr)

    def test_numbers_are_those_of_the_table(self):
        header = "body_a,name_a,body_b,name_b,contacts,area,force.x,force.y,normal,shear,point.x,point.y,opening,slip,status,damage,utilisation"
        rows = ['0,"a ""one"", b",1,,2,0.5,1,2,4,0.5,0.25,nan,nan,0.01,open,0,0.25', "1,,2,c,0,nan,0,0,0,-2,nan,nan,inf,0,sticking,0,nan"]
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "joints.csv").write_text("\n".join([header, *rows]) + "\n")
            result = subprocess.run([DRYSTONE, "joints", folder], capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, result.stderr)
            first, second = (line[25:].split() if k else line for k, line in enumerate(result.stdout.splitlines()[1:]))
            self.assertEqual(first[:49].strip(), 'a "one", b                   body 1')
            self.assertEqual(first[49:].split(), ["4", "0.5", "0.125", "0.25", "nan", "0", "nan", "0.01", "0.25", "open"])
            self.assertEqual(second, ["c", "0", "-2", "-inf", "nan", "nan", "0", "inf", "0", "nan", "sticking"])

    def test_a_folder_without_a_run_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run([DRYSTONE, "joints", folder], capture_output=True, text=True)
            self.assertEqual(result.returncode, 2)
            self.assertIn("is this the folder of a run?", result.stderr)


if __name__ == "__main__":
    unittest.main()
