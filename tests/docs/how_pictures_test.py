#!/usr/bin/env python3
"""docs/how/: the pages on pictures, plots and reports do what they say. Scenes in fenced toml blocks are written under the name in their first line,
commands in fenced sh blocks are run in their order, then the Python, which checks the numbers."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))
PAGES = ("crack-map", "force-displacement", "report-for-a-client")


class HowPages(unittest.TestCase):
    def blocks(self, page, language):
        return re.findall(r"^```" + language + r"\n(.*?)^```", (ROOT / f"docs/how/{page}.md").read_text(), re.M | re.S)

    def test_each_does_what_it_says(self):
        for page in PAGES:
            with self.subTest(page), tempfile.TemporaryDirectory() as folder:
                for scene in self.blocks(page, "toml"):
                    (pathlib.Path(folder) / scene.splitlines()[0].split()[1]).write_text(scene)
                commands = [shlex.split(line) for block in self.blocks(page, "sh") for line in block.splitlines()]
                self.assertGreaterEqual(len(commands), 2)
                for command in commands:
                    self.assertEqual(command[0], "drystone")
                    result = subprocess.run([DRYSTONE, *command[1:]], cwd=folder, capture_output=True, text=True, timeout=120)
                    self.assertEqual(result.returncode, 0, f"{command}\n{result.stdout}{result.stderr}")
                for snippet in self.blocks(page, "python"):
                    result = subprocess.run([sys.executable, "-c", snippet], cwd=folder, capture_output=True, text=True)
                    self.assertEqual(result.returncode, 0, snippet + result.stderr)
                    self.assertTrue(result.stdout.strip())


if __name__ == "__main__":
    unittest.main()
