#!/usr/bin/env python3
"""The pages on CAD and on vaults are carried out: files in fenced blocks (toml that begins with "# scene: NAME" is NAME.toml, another
language with "file=NAME" is that file), then fenced sh and python blocks in the order of the page."""
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


class PagesOnShapes(unittest.TestCase):
    def command(self, line, folder):
        words, _, status = line.partition("  # exit status ")
        words = shlex.split(words)
        self.assertEqual(words[0], "build/bin/drystone", line)
        result = subprocess.run([DRYSTONE, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=240)
        self.assertEqual(result.returncode, int(status or 0), f"{line}\n{result.stdout}{result.stderr}")

    def carry_out(self, page):
        text = (ROOT / "docs/how" / page).read_text()
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "examples").symlink_to(ROOT / "examples")
            for language, name, content in re.findall(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```", text, re.M | re.S):
                if name:
                    (pathlib.Path(folder) / name).write_text(content)
                elif language == "toml" and content.startswith("# scene: "):
                    (pathlib.Path(folder) / (content.splitlines()[0].split()[2] + ".toml")).write_text(content)
                elif language == "sh":
                    for line in content.splitlines():
                        self.command(line, folder)
                elif language == "python":
                    result = subprocess.run([sys.executable, "-c", content], cwd=folder, capture_output=True, text=True, timeout=60)
                    self.assertEqual(result.returncode, 0, content + result.stderr)

    def test_stones_come_from_cad(self):
        self.carry_out("from-cad.md")

    def test_vaults_and_apses_are_built(self):
        self.carry_out("vault-or-apse.md")


if __name__ == "__main__":
    unittest.main()
