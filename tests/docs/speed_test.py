#!/usr/bin/env python3
"""The tables of speed in README.md and docs/speed.md are those of benchmarks/results, whose rows say when they were measured
(tools/speed.py)."""
import csv
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "docs/speed.md")
PACKINGS = re.search(r"<!-- speed: packings (\S+) -->", PAGES[1].read_text())[1]
CONTACTS = next(csv.DictReader((ROOT / "benchmarks/results" / PACKINGS).open()))["contacts"]  # of 1000 spheres on one thread


def speed(*words):
    return subprocess.run([sys.executable, ROOT / "tools/speed.py", *words], capture_output=True, text=True)


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.pages = [pathlib.Path(folder.name) / page.name for page in PAGES]
        self.results = pathlib.Path(folder.name) / "results"
        for page, copy in zip(PAGES, self.pages):
            shutil.copy(page, copy)
        shutil.copytree(ROOT / "benchmarks/results", self.results)

    def check(self):
        result = speed("--check", "--pages", *self.pages, "--results", self.results)
        return result.returncode, [line for line in result.stdout.splitlines() if not line.startswith("old: ")]

    def change(self, path, old, new):
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def test_of_the_tree_are_those_of_its_rows(self):
        self.assertEqual(self.check(), (0, []))

    def test_written_by_hand_are_found_and_made_anew(self):
        for page, copy in zip(PAGES, self.pages):
            with self.subTest(page.name):
                self.change(copy, f"| 10^3 spheres | {int(CONTACTS):,} |", f"| 10^3 spheres | {int(CONTACTS) + 1:,} |")
                status, said = self.check()
                self.assertEqual((status, len(said)), (1, 1), said)
                self.assertIn(page.name, said[0])
                speed("--pages", *self.pages, "--results", self.results)
                self.assertEqual(copy.read_text(), page.read_text())

    def test_follow_a_new_row(self):
        self.change(self.results / PACKINGS, f"3,1000,1,{CONTACTS},", "3,1000,1,9999,")
        self.assertEqual(self.check()[0], 1)
        speed("--pages", *self.pages, "--results", self.results)
        for page in self.pages:
            self.assertIn("| 10^3 spheres | 9,999 |", page.read_text())

    def test_want_rows_that_say_their_commit(self):
        path = self.results / PACKINGS
        path.write_text("\n".join(line.rpartition(",")[0] for line in path.read_text().splitlines()) + "\n")
        status, said = self.check()
        self.assertEqual(status, 1)
        self.assertIn("row 1 does not say at which commit", said[0])

    def test_are_old_where_the_solvers_are_younger(self):
        if not shutil.which("git"):
            self.skipTest("git is not installed: nobody can tell which commit is younger")
        first = subprocess.run(["git", "-C", ROOT, "rev-list", "--max-parents=0", "HEAD"], capture_output=True, text=True).stdout.split()
        last = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
        if not first:
            self.skipTest("not in a git repository")
        for commit, old in ((first[0], True), (last, False)):
            path = self.results / PACKINGS
            path.write_text("\n".join(line.rpartition(",")[0] + "," + (commit if k else "commit")
                                      for k, line in enumerate(path.read_text().splitlines())) + "\n")
            result = speed("--check", "--pages", *self.pages, "--results", self.results)
            self.assertEqual(f"old: {PACKINGS}" in result.stdout, old, result.stdout)
            self.assertEqual(result.returncode, 0)


if __name__ == "__main__":
    unittest.main()
