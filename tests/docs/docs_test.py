#!/usr/bin/env python3
"""What the documents say is run: the program's command lines in fenced sh blocks, whole scenes in fenced toml blocks
(they begin with "# scene: NAME"), and every scene in examples/ for its first steps."""
import csv
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))


def blocks(document, language):
    return re.findall(r"^```" + language + r"\n(.*?)^```", (ROOT / document).read_text(), re.M | re.S)


def drystone(*arguments, cwd):
    return subprocess.run([DRYSTONE, *arguments], cwd=cwd, capture_output=True, text=True, timeout=240)


class Documents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "examples").symlink_to(ROOT / "examples")
        # The files that scenes in the reference read.
        (self.folder / "quake.at2").write_text((ROOT / "examples/shake.at2").read_text())
        (self.folder / "sieves.csv").write_text("diameter,percent\n0.004,0\n0.008,60\n0.012,100\n")

    def assert_runs(self, *arguments):
        result = drystone(*arguments, cwd=self.folder)
        self.assertEqual(result.returncode, 0, f"{arguments}\n{result.stdout}{result.stderr}")

    def test_commands_of_the_readme_and_of_the_page_on_reports_run(self):
        commands = [line.split() for document in ("README.md", "docs/report.md", "docs/bundles.md", "docs/install.md") for block in blocks(document, "sh")
                    for line in block.splitlines() if line.startswith("build/bin/drystone")]
        self.assertGreaterEqual(len(commands), 3)
        for command in commands:
            with self.subTest(" ".join(command)):
                self.assert_runs(*command[1:])

    def test_commands_of_the_page_on_problems_run(self):
        commands = [line.split() for block in blocks("docs/problems.md", "sh") for line in block.splitlines()
                    if line.startswith("build/bin/drystone")]
        self.assertGreaterEqual(len(commands), 5)
        for command in commands:  # each needs what those before it wrote
            self.assert_runs(*command[1:])

    def test_commands_of_the_page_on_statics_run(self):
        commands = [line.split() for block in blocks("docs/statics.md", "sh") for line in block.splitlines()]
        self.assertGreaterEqual(len(commands), 3)
        for command in commands:  # each needs what those before it wrote
            self.assertEqual(command[0], "build/bin/drystone")
            self.assert_runs(*command[1:])

    def test_commands_of_the_page_on_deformable_bodies_run(self):
        commands = [shlex.split(line) for block in blocks("docs/deformable.md", "sh") for line in block.splitlines()]
        self.assertGreaterEqual(len(commands), 4)
        for command in commands:
            self.assertEqual(command[0], "build/bin/drystone")
            self.assert_runs(*command[1:], *(["--set", "time.duration=0.1"] if command[1] == "run" else []))

    def test_the_bridge_of_that_page_three_ways(self):
        result = subprocess.run([os.environ.get("PYTHON_WITH_H5PY", sys.executable), ROOT / "examples/python/pont_julien.py", DRYSTONE],
                                capture_output=True, text=True, timeout=280)
        self.assertEqual(result.returncode, 0, result.stderr)
        table = {cells[0]: list(map(float, cells[1:])) for line in result.stdout.splitlines()[3:]
                 for cells in [[word.strip() for word in line.strip("|").split("|")]]}
        self.assertEqual(list(table), ["rigid", "uniform", "meshed"])
        for kind, (_, _, _, opened, thrust, height, reactions, off_arch, off_meshed, residual, _) in table.items():
            self.assertLess(abs(reactions), 1e-4, kind)
            self.assertLess(residual, 1.1e-11, kind)
            self.assertTrue(46 < thrust < 233, kind)          # what ensembles find of rigid stones
            self.assertTrue(9.6 <= height <= 10.6, kind)      # within the voussoir
            self.assertLess(off_arch, 12.0, kind)
            self.assertLess(off_meshed, 12.0, kind)
            self.assertEqual(opened > 200, kind != "rigid", kind)

    def test_commands_of_the_page_on_comparing_run(self):
        commands = [line.split() for block in blocks("docs/compare.md", "sh") for line in block.splitlines()]
        self.assertGreaterEqual(len(commands), 2)
        for command in commands:
            self.assertEqual(command[0], "build/bin/drystone")
            self.assert_runs(*command[1:])

    def test_commands_of_the_page_on_pictures_run(self):
        commands = [line.partition("#")[0].split() for block in blocks("docs/render.md", "sh") for line in block.splitlines()]
        self.assertGreaterEqual(len(commands), 4)
        for command in commands:
            self.assertEqual(command[0], "build/bin/drystone")
            if "--movie" in command and not shutil.which("ffmpeg"):
                print("ffmpeg is not installed: not run:", *command)
                continue
            self.assert_runs(*command[1:])

    def test_commands_of_the_page_on_ensembles_run_and_say_what_it_says(self):
        """As on the page on stability; numbers are not compared, but for those of the arch's limits."""
        commands = [line.split() for block in blocks("docs/ensemble.md", "sh") for line in block.splitlines()]
        self.assertGreaterEqual(len(commands), 4)
        for command in commands:
            self.assertEqual(command[0], "build/bin/drystone")
            self.assert_runs(*command[1:])
        without_numbers = lambda text: re.sub(r"-?[0-9][-0-9.e+]*", "#", text).split()
        for console in blocks("docs/ensemble.md", "console"):
            command, _, said = console.partition("\n")
            result = drystone(*command.split()[2:], cwd=self.folder)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(without_numbers(result.stdout), without_numbers(said), result.stdout)

    def test_whole_scenes_of_the_documents_run(self):
        scenes = [block for document in ("README.md", "docs/scene.md", "docs/stability.md", "docs/how/limit-load.md", "docs/how/least-thickness.md") for block in blocks(document, "toml")
                  if block.startswith("# scene:")]
        self.assertGreaterEqual(len(scenes), 2)
        for number, scene in enumerate(scenes):
            with self.subTest(scene.splitlines()[0]):
                path = self.folder / f"scene{number}.toml"
                path.write_text(scene)
                short = () if "[[stages]]" in path.read_text() else ("--set", "time.duration=0.01")
                self.assert_runs("run", path.name, *short)

    def test_commands_of_the_pages_on_stability_and_limits_say_what_they_say(self):
        """Blocks of console lines: "$ drystone ..." with its scene written before it, then what is printed; the page gives
        the exit status as "# exit status N" after a command. Not compared: numbers with an exponent, which are rounding, whole ones,
        which count iterations, and seconds."""
        without_rounding = lambda text: re.sub(r"[\d.e-]+ s\n|-?\d[\d.]*e-\d+|\b(?<!\.)\d+\b(?!\.)", "~ ", text).split()
        for page in ("docs/stability.md", "docs/how/limit-load.md", "docs/how/least-thickness.md"):
            for scene in blocks(page, "toml"):
                (self.folder / (scene.splitlines()[0].split()[2] + ".toml")).write_text(scene)
            console = blocks(page, "console")
            self.assertGreaterEqual(len(console), 1)
            for block in console:
                command, _, said = block.partition("\n")
                words, _, status = command.removeprefix("$ drystone ").partition("  # exit status ")
                with self.subTest(words):
                    result = drystone(*shlex.split(words), cwd=self.folder)
                    self.assertEqual(result.returncode, int(status or 0), result.stdout + result.stderr)
                    self.assertEqual(without_rounding(result.stdout), without_rounding(said))

    def test_commands_and_snippets_of_the_page_on_results_run(self):
        """Its commands in their order, then its Python, which reads what they left."""
        commands = [line.partition("#")[0].split() for block in blocks("docs/results.md", "sh") for line in block.splitlines()]
        self.assertGreaterEqual(len(commands), 3)
        for command in commands:
            self.assertEqual(command[0], "drystone")
            self.assert_runs(*command[1:])
        snippets = blocks("docs/results.md", "python")
        self.assertGreaterEqual(len(snippets), 2)
        for snippet in snippets:
            self.assertTrue(self.output_of(snippet).strip(), snippet)
        self.assertIn("126 frames up to 2.5 s", self.output_of(snippets[0]))

    def output_of(self, snippet):
        result = subprocess.run([os.environ.get("PYTHON_WITH_H5PY", sys.executable), "-c", snippet], cwd=self.folder,
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, snippet + result.stderr)
        return result.stdout

    def test_every_example_says_its_command_and_takes_its_first_steps(self):
        examples = sorted((ROOT / "examples").glob("*.toml"))
        self.assertGreaterEqual(len(examples), 5)
        for example in examples:
            with self.subTest(example.name):
                self.assertIn(f"drystone run examples/{example.name}", example.read_text().splitlines()[0])
                self.assert_runs("run", f"examples/{example.name}", "--out", example.stem, *self.shortened(example))

    def shortened(self, example):
        """What makes a run, or each of its stages, as short as a few steps."""
        stages = tomllib.loads(example.read_text()).get("stages", [])
        keys = [] if stages else ["time.duration"]
        for k, stage in enumerate(stages):
            keys += [f"stages.{k}.duration"] if "duration" in stage else [f"stages.{k}.until.{key}" for key in ("for", "at_most")]
        return [word for key in keys for word in ("--set", f"{key}=0.005")]

    def test_the_shaken_column_is_that_of_moreau_and_jean(self):
        """Ten cylindrical drums and a cylindrical capital, the ground on an oblique ellipse (their section 6); it rocks, slides and stands."""
        scene = tomllib.loads((ROOT / "examples/shaken_column.toml").read_text())
        column, capital, motion = scene["generate"][0], scene["bodies"][0], scene["drives"][0]["motion"]
        self.assertEqual((column["type"], column["drums"], capital["shape"]["type"]), ("column", 10, "cylinder"))
        a, b = motion["semi_axes"]
        normal = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        self.assertEqual(motion["kind"], "ellipse")
        self.assertGreater(min(abs(x) for x in normal) / math.hypot(*normal), 0.1)  # its plane is neither level nor upright
        self.assert_runs("run", "examples/shaken_column.toml", "--out", "column", "--no-report", "--set", "output.frames_every=0")
        with open(self.folder / "column/bodies.csv", newline="") as file:
            bodies = {row["name"]: row for row in csv.DictReader(file)}
        self.assertEqual(sum(name.startswith("column.drum.") for name in bodies), 10)
        self.assertGreater(float(bodies["capital"]["position.z"]), 5.5)
        with open(self.folder / "column/probes/energy.csv", newline="") as file:
            last = list(csv.DictReader(file))[-1]
        self.assertGreater(float(last["dissipation.friction"]), 100.0)
        self.assertGreater(float(last["dissipation.impact"]), 100.0)

    def test_limits_that_examples_ask_for_are_found(self):
        commands = [(scene, line.split("drystone ")[1].split()) for scene in sorted((ROOT / "examples").glob("*.toml"))
                    for line in scene.read_text().splitlines() if line.startswith("#") and "drystone stability" in line and "--vary" in line]
        self.assertGreaterEqual(len(commands), 4)
        for scene, words in commands:
            with self.subTest(" ".join(words)):
                self.assertEqual(words[1], f"examples/{scene.name}")
                result = drystone(*words, cwd=self.folder)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                self.assertRegex(result.stdout, "(?m)^(stands at .* moves at|moves at .* stands at)")


class Equations(unittest.TestCase):
    """Numbers of theory.md, and what the sources say of them."""

    def setUp(self):
        self.number = {}  # by equation: its line
        section = None
        for line, text in enumerate((ROOT / "docs/theory.md").read_text().splitlines(), 1):
            if head := re.match(r"## (\d+)\.", text):
                section = head[1]
            for number in re.findall(r"\\tag\{([^}]+)\}", text):
                self.assertNotIn(number, self.number, f"theory.md:{line}: again")
                self.assertEqual(number.split(".")[0], section, f"theory.md:{line}")
                self.number[number] = line

    def test_every_equation_that_the_sources_name_is_there(self):
        named = 0
        for path in [*ROOT.glob("src/**/*.h"), *ROOT.glob("src/**/*.cpp")]:
            for mention in re.findall(r"docs/theory\.md ((?:\(\d+\.\d+\)[-, ]*(?:and )?)+)", path.read_text()):
                for number in re.findall(r"\((\d+\.\d+)\)", mention):
                    self.assertIn(number, self.number, path)
                    named += 1
        self.assertGreater(named, 50)


class Starters(unittest.TestCase):
    """drystone new: every scene of the list is written as it stands in examples/starters, and runs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.names = sorted(path.stem for path in (ROOT / "examples/starters").glob("*.toml"))

    def test_the_list_names_them_all(self):
        lines = drystone("new", "--list", cwd=self.folder).stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], self.names)
        self.assertGreaterEqual(len(lines), 9)

    def test_each_is_written_and_takes_its_first_steps(self):
        for name in self.names:
            with self.subTest(name):
                result = drystone("new", name, cwd=self.folder)
                self.assertEqual(result.returncode, 0, result.stderr)
                text = (self.folder / f"{name}.toml").read_text()
                self.assertEqual(text, (ROOT / f"examples/starters/{name}.toml").read_text())
                self.assertTrue(text.startswith(f"# {name}: "))
                result = drystone("run", f"{name}.toml", "--set", "time.duration=0.02", cwd=self.folder)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                self.assertTrue((self.folder / name / "frames.h5").exists())

    def test_nothing_is_overwritten(self):
        (self.folder / "heap.toml").write_text("mine")
        result = drystone("new", "heap", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("heap.toml: is there already", result.stderr)
        self.assertEqual((self.folder / "heap.toml").read_text(), "mine")
        self.assertEqual(drystone("new", "heap", "other.toml", cwd=self.folder).returncode, 0)
        self.assertTrue((self.folder / "other.toml").exists())

    def test_a_name_that_nobody_has_is_refused_with_the_nearest(self):
        result = drystone("new", "heep", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn('did you mean "heap"?', result.stderr)
        self.assertEqual(drystone("new", cwd=self.folder).returncode, 2)
        self.assertEqual(drystone("new", "heap", "none/heap.toml", cwd=self.folder).returncode, 2)


class OwnLaw(unittest.TestCase):
    """docs/own-law.md: its files are those of the example, which builds against the build folder and runs."""

    def test_the_page_shows_the_files_as_they_are(self):
        shown = re.findall(r"^```\w+ file=(\S+)\n(.*?)^```", (ROOT / "docs/own-law.md").read_text(), re.M | re.S)
        self.assertEqual(len(shown), 4)
        for name, text in shown:
            self.assertEqual(text, (ROOT / name).read_text(), name)

    def test_a_program_with_a_law_of_its_own_builds_and_runs_by_the_commands_of_the_page(self):
        """Where tools/packages.sh has installed what it lists, and nothing else: with Ninja, not with make."""
        build = pathlib.Path(DRYSTONE).parents[1]
        commands = [line.replace("$PWD/build", str(build)) for line in blocks("docs/own-law.md", "sh")[0].splitlines()]
        self.assertEqual([line.split()[0] for line in commands], ["cmake", "cmake", "my_build/my_drystone", "my_build/my_drystone"])
        commands[0] += "".join(" " + flag for flag in sanitizer_flags(build))
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "examples").symlink_to(ROOT / "examples")
            for command in commands:
                result = subprocess.run(shlex.split(command), cwd=folder, capture_output=True, text=True, timeout=280)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertIn("CMAKE_GENERATOR:INTERNAL=Ninja\n", (pathlib.Path(folder) / "my_build/CMakeCache.txt").read_text())
            rows = (pathlib.Path(folder) / "sliding/probes/ball.csv").read_text().splitlines()[1:]
            h, v = 1e-3, 0.5  # the law's own equation, step by step
            for row in rows:
                v = max(0.0, v - h * 9.81 * (0.1 + 0.4 * math.exp(-v / 0.2)))
                self.assertAlmostEqual(float(row.split(",")[1]), v, delta=1e-6)
            self.assertEqual(v, 0.0)
            self.check_wearing(pathlib.Path(folder) / "wearing")

    def check_wearing(self, folder):
        """Of the law with a memory: its own equation, and its fields in contacts.csv."""
        v, path = 0.5, 0.0
        for row in (folder / "probes/ball.csv").read_text().splitlines()[1:]:
            v = max(0.0, v - 1e-3 * 9.81 * (0.1 + 0.4 / (1 + path / 0.02)))
            path += 1e-3 * v
            self.assertAlmostEqual(float(row.split(",")[1]), v, delta=1e-6)
        with open(folder / "contacts.csv", newline="") as file:
            contact, = csv.DictReader(file)
        self.assertAlmostEqual(float(contact["memory.path"]), path, delta=1e-6)
        self.assertAlmostEqual(float(contact["memory.shifted.x"]), path, delta=1e-6)  # from the floor's point of view

    def test_the_program_itself_does_not_know_that_law(self):
        result = drystone("check", str(ROOT / "examples/own_law/sliding.toml"), cwd=ROOT)
        self.assertEqual(result.returncode, 2)
        self.assertIn('law "stribeck" is not known', result.stderr)


def sanitizer_flags(build):
    """A program linked to instrumented libraries needs the same flags."""
    found = re.search(r"^DRYSTONE_SANITIZE:STRING=(\S+)", (build / "CMakeCache.txt").read_text(), re.M)
    return [f"-DCMAKE_CXX_FLAGS=-fsanitize={found.group(1)}"] if found else []


if __name__ == "__main__":
    unittest.main()
