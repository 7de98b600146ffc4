#!/usr/bin/env python3
"""What the documents say is run: the program's command lines in fenced sh blocks, whole scenes in fenced toml blocks
(they begin with "# scene: NAME"), and every scene in examples/ for its first steps."""
import os
import pathlib
import re
import subprocess
import tempfile
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

    def test_commands_of_the_readme_run(self):
        commands = [line.split() for block in blocks("README.md", "sh") for line in block.splitlines()
                    if line.startswith("build/bin/drystone")]
        self.assertGreaterEqual(len(commands), 3)
        for command in commands:
            with self.subTest(" ".join(command)):
                self.assert_runs(*command[1:])

    def test_whole_scenes_of_the_documents_run(self):
        scenes = [block for document in ("README.md", "docs/scene.md") for block in blocks(document, "toml")
                  if block.startswith("# scene:")]
        self.assertGreaterEqual(len(scenes), 2)
        for number, scene in enumerate(scenes):
            with self.subTest(scene.splitlines()[0]):
                path = self.folder / f"scene{number}.toml"
                path.write_text(scene)
                self.assert_runs("run", path.name, "--set", "time.duration=0.01")

    def test_every_example_says_its_command_and_takes_its_first_steps(self):
        examples = sorted((ROOT / "examples").glob("*.toml"))
        self.assertGreaterEqual(len(examples), 5)
        for example in examples:
            with self.subTest(example.name):
                self.assertIn(f"drystone run examples/{example.name}", example.read_text().splitlines()[0])
                self.assert_runs("run", f"examples/{example.name}", "--out", example.stem, "--set", "time.duration=0.005")


if __name__ == "__main__":
    unittest.main()
