"""The tutorials run, and so does what docs/python.md shows."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from scenes import DRYSTONE, ROOT


def python(script, *arguments, cwd):
    return subprocess.run([sys.executable, "-W", "error::DeprecationWarning", str(script), *arguments], cwd=cwd, capture_output=True,
                          text=True, timeout=240)


class Documents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_tutorial(self, name):
        result = python(ROOT / "examples/python" / name, str(self.folder), cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def test_heap(self):
        said = self.run_tutorial("heap.py")
        carried, weight = map(float, re.search(r"carry ([\d.]+) N of a weight of ([\d.]+) N", said).groups())
        self.assertAlmostEqual(carried / weight, 1.0, delta=0.1)
        self.assertGreater((self.folder / "heap.png").stat().st_size, 20000)
        self.assertTrue((self.folder / "heap_rose.png").exists())

    def test_arch(self):
        said = self.run_tutorial("arch.py")
        growth = float(re.search(r"span has grown by ([\d.]+) m", said).group(1))
        self.assertTrue(0.2 < growth < 0.4, said)
        self.assertGreaterEqual(said.split("hinges:")[1].count(" - "), 3)
        self.assertGreater((self.folder / "arch.png").stat().st_size, 10000)

    def test_biaxial(self):
        said = self.run_tutorial("biaxial.py")
        smooth, rough = (float(x) for x in re.findall(r"sin\(phi\) = ([\d.]+)", said))
        self.assertTrue(0.05 < smooth < rough < 0.6, said)
        self.assertGreater(len((self.folder / "biaxial_0.5.csv").read_text().splitlines()), 100)

    def test_the_page_on_python(self):
        (self.folder / "examples").symlink_to(ROOT / "examples")
        subprocess.run([DRYSTONE, "run", "examples/two_balls.toml", "--out", "results/two_balls", "--set", "time.duration=0.02", "--quiet"],
                       cwd=self.folder, check=True, timeout=240)
        snippets = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/python.md").read_text(), re.M | re.S)
        snippets += re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
        self.assertGreaterEqual(len(snippets), 10)
        for number, snippet in enumerate(snippets):
            script = self.folder / f"snippet{number}.py"
            script.write_text(snippet)
            with self.subTest(snippet):
                result = python(script, cwd=self.folder)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
