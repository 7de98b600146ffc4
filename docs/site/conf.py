"""Sphinx's settings of the documentation site; tools/docs.py calls it, with the staged pages as the source folder."""
import os
import pathlib
import re
import sys

from pygments.lexers.special import TextLexer
from sphinx.highlighting import lexers

ROOT = pathlib.Path(os.environ["DRYSTONE_ROOT"])
sys.path.insert(0, os.environ["DRYSTONE_PYTHON"])

project = "Drystone"
author = copyright = "Drystone contributors"
version = release = re.search(r"project\(drystone VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx.ext.autodoc", "sphinx_copybutton"]

source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 4  # links to headings as on GitHub
myst_url_schemes = ("http", "https")
suppress_warnings = ["myst.header"]  # pages of rooms may begin where they like

lexers["csv"] = TextLexer()
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_CHTML-full"
mathjax2_config = {"tex2jax": {"processClass": "tex2jax_process|mathjax_process|math", "inlineMath": [["\\(", "\\)"]], "displayMath": [["\\[", "\\]"]]}}
myst_update_mathjax = False  # it would write settings of MathJax 3; Debian has 2
html_theme = "furo"
html_title = f"Drystone {version}"
html_static_path = []
html_show_sourcelink = False
html_show_search_summary = False  # it would fetch the pages, which browsers refuse of local files, and then show no results at all
html_theme_options = {"navigation_with_keys": True}

autodoc_member_order = "bysource"


def setup(app):
    def plain_bars(_app, _what, _name, _object, _options, lines):  # |t| is a length there, no substitution
        lines[:] = [line.replace("|", "\\|") for line in lines]

    app.connect("autodoc-process-docstring", plain_bars)
