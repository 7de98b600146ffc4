#!/usr/bin/env python3
"""The pages docs/how/*.md, docs/study.md and docs/convergence.md are followed as a reader would, each in a folder of its own: scenes (fenced toml blocks that begin
with "# scene: NAME" are NAME.toml), other files (fenced blocks with "file=NAME" behind the language), the commands of sh blocks one after the other
("# exit status N" after one that does not end with 0), and Python blocks, which read what they left and assert what the page says."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))
PYTHON = os.environ.get("PYTHON_WITH_H5PY", sys.executable)
PAGES = sorted((ROOT / "docs/how").glob("*.md"))
FOLLOWED = [*PAGES, ROOT / "docs/study.md", ROOT / "docs/convergence.md"]


def blocks(page):
    """(language, file name or "", text) of each."""
    return re.findall(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```", page.read_text(), re.M | re.S)


class HowDoI(unittest.TestCase):
    def follow(self, page):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "examples").symlink_to(ROOT / "examples")
            commands = 0
            for language, name, text in blocks(page):
                first = text.split("\n", 1)[0]
                if language == "toml" and first.startswith("# scene: "):
                    name = first.removeprefix("# scene: ") + ".toml"
                if name:
                    (folder / name).write_text(text)
                elif language == "sh":
                    for line in text.replace("\\\n", " ").splitlines():
                        commands += self.command(line, folder)
                elif language == "console":  # docs_test.py compares what these say
                    commands += 1
                elif language == "python":
                    result = subprocess.run([PYTHON, "-c", text], cwd=folder, capture_output=True, text=True, timeout=240,
                                            env=os.environ | {"PYTHONPATH": str(ROOT / "build/python")})
                    self.assertEqual(result.returncode, 0, f"{page.name}: {text}\n{result.stdout}{result.stderr}")
            self.assertGreater(commands, 0, f"{page.name} has no command")

    def command(self, line, folder):
        line, _, remark = line.partition("#")
        words = shlex.split(line)
        if not words:
            return 0
        if "--movie" in words and not shutil.which("ffmpeg"):
            print("ffmpeg is not installed: not run:", line)
            return 1
        self.assertIn(words[0], ("drystone", "build/bin/drystone"), line)
        status = re.search(r"exit status (\d+)", remark)
        result = subprocess.run([DRYSTONE, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=240)
        self.assertEqual(result.returncode, int(status.group(1)) if status else 0, f"{line}\n{result.stdout}{result.stderr}")
        return 1


def test_of(page):
    return lambda self: self.follow(page)


for one in FOLLOWED:
    setattr(HowDoI, "test_" + one.stem.replace("-", "_"), test_of(one))


class Index(unittest.TestCase):
    def test_names_every_page(self):
        index = (ROOT / "docs/how-do-i.md").read_text()
        for page in PAGES:
            self.assertIn(f"(how/{page.name})", index)


if __name__ == "__main__":
    unittest.main()
