#!/usr/bin/env python3
"""tools/documents.py finds nothing wrong with the tree, and finds what is broken in a copy of it."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def complaints(root):
    result = subprocess.run([sys.executable, ROOT / "tools/documents.py", root], capture_output=True, text=True)
    assert result.returncode == (1 if result.stdout else 0), result.stderr
    return result.stdout.splitlines()


class TheTree(unittest.TestCase):
    def test_is_as_the_documents_say(self):
        self.assertEqual(complaints(ROOT), [])

    def test_has_no_rooms_that_lean_on_each_other(self):
        result = subprocess.run([sys.executable, ROOT / "tools/rooms.py", ROOT], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("build order: ", result.stdout)

    def test_keeps_the_counts_within_their_bounds(self):
        result = subprocess.run([sys.executable, ROOT / "tools/counts.py", ROOT], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


class Counts(unittest.TestCase):
    """Of trees of one file, what is counted in it."""

    def count(self, text, name="src/step/one.h"):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / name
            file.parent.mkdir(parents=True)
            file.write_text(text)
            result = subprocess.run([sys.executable, ROOT / "tools/counts.py", folder], capture_output=True, text=True)
            self.assertEqual(result.stderr, "")
            return {words[0]: int(words[1]) for words in map(str.split, result.stdout.splitlines())}

    def test_arguments(self):
        six = "int a, std::map<int, double> b, int c, int d, const std::function<void(int, int)>& e, int f"
        for text, taken in [(f"void f({six}) {{ g(1, 2, 3, 4, 5, 6); }}", 1),
                            (f"namespace n {{\ntemplate <int D>\nstruct S {{\n    Vec<D> f({six}) const {{ return {{}}; }}\n}};\n}}", 1),
                            (f"S::S({six}) : a_(a), b_{{b}} {{}}", 1),
                            (f"void f({six});", 0),
                            ("void f(int a, std::array<int, 3> b, int c, int d, int e) {}", 0),
                            ("struct S {\n    void f() {\n        g(1, 2, 3, 4, 5, 6);\n    }\n};", 0),
                            (f"// void f({six}) {{}}\nconst char* text = \"void f({six}) {{}}\";", 0)]:
            self.assertEqual(self.count(text)["arguments"], taken, text)

    def test_the_others(self):
        self.assertEqual(self.count("int a;\n" * 501)["lines"], 1)
        self.assertEqual(self.count("int a;\n" * 500)["lines"], 0)
        self.assertEqual(self.count("if (world.deforming_of[i] < 0) return; // deforming\nint elastic_parts;")["deformable"], 1)
        self.assertEqual(self.count("int deforming;", "src/elastic/one.h")["deformable"], 0)
        self.assertEqual(self.count("// deforming")["deformable"], 0)
        self.assertEqual(self.count("if (method == SolverMethod::md) f(SolverMethod::md);")["md"], 1)
        self.assertEqual(self.count("template <int D>\nvoid f(World<D>& world, int a);\nvoid g(const World<D>& world);\nvoid h(Model<D>& model);")["world"], 1)


class ACopy(unittest.TestCase):
    """Each case breaks one thing in one file of a copy and expects one complaint that names it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.copy = pathlib.Path(cls.folder.name) / "copy"
        left_out = shutil.ignore_patterns(".git", "build*", "results", "node_modules", "corpus", "__pycache__", "*.png", "*.bin")
        shutil.copytree(ROOT, cls.copy, ignore=left_out, symlinks=True)
        for name in ("benchmarks/results", "docs/pictures", "tests/fuzz/corpus"):  # left out above, named by documents
            (cls.copy / name).mkdir(exist_ok=True)
        for picture in [*ROOT.glob("docs/**/*.png"), *ROOT.glob("gallery/**/*.png")]:
            (cls.copy / picture.relative_to(ROOT)).touch()
        assert complaints(cls.copy) == [], complaints(cls.copy)

    def expect(self, file, change, said):
        path = self.copy / file
        before = path.read_text() if path.exists() else None
        after = change(before or "")
        self.assertNotEqual(after, before, f"{file}: nothing to break")
        path.write_text(after)
        try:
            found = complaints(self.copy)
        finally:
            path.unlink() if before is None else path.write_text(before)
        self.assertTrue(found, f"not found: {said}")
        for line in found:
            self.assertRegex(line, said)
            self.assertRegex(line, r"^[\w./-]+:\d+: ")

    def replace(self, file, old, new, said):
        with self.subTest(f"{file}: {old!r} -> {new!r}"):
            self.expect(file, lambda text: text.replace(old, new), said)

    def append(self, file, text, said):
        with self.subTest(f"{file}: + {text!r}"):
            self.expect(file, lambda before: before + text, said)

    def test_an_include_of_another_room_wants_its_name_in_three_places(self):
        path = self.copy / "src/laws/coulomb.h"
        before = path.read_text()
        path.write_text('#include "geometry/shape.h"\n' + before)
        found = complaints(self.copy)
        path.write_text(before)
        self.assertEqual(len(found), 3, found)
        for line, place in zip(found, ("docs/architecture.md:", "CMakeLists.txt:", "src/laws/README.md:")):
            self.assertTrue(line.startswith(place), line)
            self.assertIn("geometry is included and not", line)

    def test_rooms_in_the_table_and_in_cmake_that_nobody_includes(self):
        self.replace("docs/architecture.md", "| core, sparse |", "| core, sparse, laws |", "elastic: laws is named and not included")
        self.replace("docs/architecture.md", "| hdf5 | files", "| hdf6 | files", "no row for hdf5")
        self.replace("CMakeLists.txt", "room(hdf5 core)", "room(hdf5 core laws)", r"room\(hdf5\): laws is listed and not included")
        self.replace("CMakeLists.txt", "room(sparse)", "", r"no room\(sparse")
        self.replace("src/sparse/README.md", "Leans on: nothing.", "Leans on: core.", "core is named and not included")
        self.replace("src/sparse/README.md", "Leans on: nothing.", "", "0 do")

    def test_files_of_a_room_and_its_readme(self):
        self.append("src/laws/unheard_of.h", "#pragma once\n", "unheard_of.h is not named")
        self.append("src/io/README.md", "\n`unheard_of.cpp` is a dream.\n", "there is no unheard_of.cpp here")
        self.append("src/geometry/README.md", "\n`dream_*.cpp`\n", r"no file is like dream_\*.cpp")
        self.replace("src/md/README.md", "| `morton.h` |", "| `gone.h` |", "no gone.h here|morton.h is not named")

    def test_paths_links_and_headers(self):
        self.append("CONTRIBUTING.md", "\nCases live in `dreams/`.\n", "there is no dreams/")
        self.append("docs/architecture.md", "\nSee `step/dream.h`.\n", "there is no step/dream.h")
        self.append("docs/architecture.md", "\n```\ndream    step/dream\n```\n", "there is no step/dream")
        self.append("docs/scene.md", "\nSee `src/step/dream.h`.\n", "there is no src/step/dream.h")
        self.append("docs/scene.md", "\nSee [there](dream.md).\n", "link to dream.md")
        self.append("docs/scene.md", "\nSee [there](theory.md#dream).\n", "there is no such heading")
        self.append("docs/own-law.md", '\n```cpp\n#include "laws/dream.h"\n```\n', "there is no header laws/dream.h")

    def test_commands(self):
        self.append("CONTRIBUTING.md", "\nRun `./dev dream`.\n", "./dev does not know dream")
        self.append("CONTRIBUTING.md", "\nRun `./dev test --dream`.\n", "./dev does not know --dream")
        self.append("docs/scene.md", "\n```sh\nbuild/bin/dream\n```\n", "nothing builds dream")
        self.append("docs/scene.md", "\nRun `drystone dream`.\n", "drystone has no command dream")

    def test_rooms_that_lean_on_each_other(self):
        path = self.copy / "src/core/vec.h"
        before = path.read_text()
        path.write_text('#include "laws/law.h"\n' + before)
        result = subprocess.run([sys.executable, ROOT / "tools/rooms.py", self.copy], capture_output=True, text=True)
        path.write_text(before)
        self.assertEqual(result.returncode, 1)
        self.assertIn("rooms lean on each other: ", result.stderr)


if __name__ == "__main__":
    unittest.main()
