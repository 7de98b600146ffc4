#!/usr/bin/env python3
"""The documentation site is built without a warning, has what it should, and its links lead somewhere. BUILD is the build folder; status 77: Sphinx is not there."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / "build"))


def docs(*arguments):
    return subprocess.run([sys.executable, ROOT / "tools/docs.py", *map(str, arguments)], capture_output=True, text=True, timeout=1800)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.out = pathlib.Path(folder.name) / "site"
        result = docs(BUILD, cls.out)
        assert result.returncode == 0, result.stdout + result.stderr

    def page(self, name):
        return (self.out / name).read_text()

    def test_every_page_of_the_documents_is_there(self):
        for page in [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/how").glob("*.md"), *(ROOT / "src").glob("*/README.md")]:
            self.assertTrue((self.out / page.relative_to(ROOT).with_suffix(".html")).exists(), page)
        self.assertIn("docs/scene", (self.out / "searchindex.js").read_text())

    def test_equations_are_drawn_without_a_network(self):
        self.assertIn("mathjax/MathJax.js", self.page("docs/theory.html"))
        self.assertTrue((self.out / "_static/mathjax/MathJax.js").exists())
        self.assertNotIn("https://cdn", self.page("docs/theory.html"))

    def test_both_programming_interfaces_are_there(self):
        for name in ("drystone.load", "drystone.World.step", "drystone.World.measure", "drystone.Results"):
            self.assertIn(f'id="{name}"', self.page("python-api.html"))
        for name in ("run_program", "read_scene", "WorldDescription", "ContactProblem"):
            self.assertTrue(name in self.page("cpp-api.html"), name)

    def test_pages_are_light_and_dark_and_without_errors_in_a_browser(self):
        chromium = next((path for path in (os.environ.get("CHROMIUM"), "/usr/bin/chromium", "/usr/bin/chromium-browser") if path and os.path.exists(path)), None)
        if not chromium or not shutil.which("node") or not (ROOT / "web/node_modules/playwright-core").exists():
            self.skipTest("chromium, node or playwright is not there")
        said = subprocess.run(["node", str(ROOT / "tests/docs/site_browser.mjs"), str(self.out)], capture_output=True, text=True, timeout=240,
                              env={**os.environ, "CHROMIUM": chromium, "WEB": str(ROOT / "web")})
        self.assertEqual((said.returncode, said.stdout), (0, "fine\n"), said.stdout + said.stderr)

    def test_every_page_is_in_the_navigation(self):
        listed = set(re.findall(r'href="([^"#]+\.html)', self.page("index.html").partition("sidebar-tree")[2]))
        for page in [*(self.out / "docs").rglob("*.html"), *(self.out / "gallery").rglob("*.html"), *(self.out / "src").rglob("*.html")]:
            self.assertIn(str(page.relative_to(self.out)), listed, "not in the navigation")

    def test_a_link_that_leads_nowhere_is_found(self):
        self.assertEqual(docs("--links", self.out).returncode, 0)
        page = self.out / "broken.html"
        page.write_text('<a href="nowhere.html">x</a><a href="index.html#nowhere">y</a>')
        found = docs("--links", self.out)
        page.unlink()
        sheet = self.out / "_static/broken.css"
        sheet.write_text("@import url(/javascript/nowhere.css);")
        self.assertIn("broken.css: /javascript/nowhere.css leads nowhere", docs("--links", self.out).stderr)
        sheet.unlink()
        self.assertNotEqual(found.returncode, 0)
        self.assertIn("broken.html: nowhere.html leads nowhere", found.stderr)
        self.assertIn("broken.html: index.html#nowhere: there is no such place", found.stderr)


if __name__ == "__main__":
    if subprocess.run(["/usr/bin/python3", "-c", "import sphinx, myst_parser, furo"], capture_output=True).returncode != 0:
        print("Sphinx, MyST or Furo is not installed (./dev docs installs them)")
        sys.exit(77)
    unittest.main()
