#!/usr/bin/env python3
"""The validation cases pass, and a page says so; a case that is wrong is shown in red. `cases_test.py all` also runs the slow ones."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WHICH = [] if sys.argv[1:] == ["all"] else ["--fast"]

WRONG = '''"""A wrong answer

Made up."""


def check(lab):
    lab.value("one and one", 3.0, 1.0 + 1.0, abs=0.5)
    lab.value("right", 2.0, 2.0, abs=0.0)
'''


def validate(root, *arguments):
    return subprocess.run([sys.executable, root / "tools/validate.py", *map(str, arguments)], capture_output=True, text=True)


class Validation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_every_case_passes_and_is_on_the_page(self):
        result = validate(ROOT, "--out", self.folder, "--page", self.folder / "page.md", *WHICH)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        page, table = (self.folder / "index.html").read_text(), (self.folder / "page.md").read_text()
        names = [f"{p.parent.name}/{p.stem}" for p in (ROOT / "validation").glob("*/*.py") if WHICH == [] or "\nSLOW = True" not in p.read_text()]
        self.assertGreater(len(names), 20)
        names = [f"validation/{name}.py" for name in names] + [p.relative_to(ROOT).as_posix() for p in (ROOT / "gallery").glob("*/check.py")]
        for name in names:
            self.assertIn(name, page)
            self.assertIn(name, table)
        self.assertNotIn("FAILED", page + table)

    def test_every_folder_of_the_gallery_has_what_it_should(self):
        """A scene, a picture that its text shows, what the source gives and what was assumed, what was found, how long it takes; and a line in the list."""
        listed = (ROOT / "gallery/README.md").read_text()
        for folder in sorted(path.parent for path in (ROOT / "gallery").glob("*/check.py")):
            text = (folder / "README.md").read_text()
            scenes = [*folder.glob("*.toml"), *(ROOT / name for name in re.findall(r"examples/\w+\.toml", text))]
            self.assertTrue(scenes and all(scene.exists() for scene in scenes), f"{folder.name}: no scene")
            pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
            self.assertTrue(pictures and all((folder / picture).exists() for picture in pictures), f"{folder.name}: no picture")
            self.assertEqual({path.name for path in folder.iterdir() if path.suffix in (".png", ".svg")}, set(pictures), f"{folder.name}: a picture that nobody sees")
            self.assertRegex(text, r"[Hh]ere|assumed|ours", f"{folder.name}: what was assumed")
            self.assertRegex(text, r"not given|no numbers|no data|neither|[Nn]o data|gives|are given", f"{folder.name}: what is known of the source's data")
            self.assertRegex(text, r"converge", f"{folder.name}: whether every step converges")
            self.assertRegex(text, r"The\s+whole\s+takes|\d+ s\b.*thread|\d+ s\.", f"{folder.name}: how long it takes")
            self.assertIn(f"({folder.name}/README.md)", listed)

    def test_what_is_wrong_is_told_and_shown(self):
        copy = self.folder / "copy"
        (copy / "validation/blocks").mkdir(parents=True)
        (copy / "tools").mkdir()
        shutil.copy(ROOT / "tools/validate.py", copy / "tools")
        shutil.copy(ROOT / "validation/lab.py", copy / "validation")
        (copy / "validation/blocks/wrong.py").write_text(WRONG)
        (copy / "validation/blocks/broken.py").write_text(WRONG.replace('    lab.value("one and one", 3.0, 1.0 + 1.0, abs=0.5)', "    raise ValueError('no scene')"))
        (copy / "validation/blocks/empty.py").write_text('"""Says nothing\n\nNothing."""\n\n\ndef check(lab):\n    pass\n')
        result = validate(copy, "--out", self.folder / "out", "--page", self.folder / "page.md")
        self.assertEqual(result.returncode, 1)
        self.assertIn("expected 3", result.stdout)
        self.assertIn("no scene", result.stdout)
        self.assertEqual(result.stdout.count("FAILED"), 3)
        page = (self.folder / "out/index.html").read_text()
        self.assertIn("3 of 3 cases failed", page)
        self.assertIn("<tr class=failed><td>one and one", page)
        self.assertIn("**FAILED**", (self.folder / "page.md").read_text())

    def test_a_name_that_no_case_has_is_refused(self):
        result = validate(ROOT, "--out", self.folder / "out", "dream")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("no case is named like dream", result.stderr)
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
