#!/usr/bin/env python3
"""Builds the documentation site, or checks the links of one.

    tools/docs.py BUILD OUT          stages the pages, calls Doxygen and Sphinx, writes OUT/index.html
    tools/docs.py --links OUT        every link between the pages of OUT leads somewhere

Pages are the Markdown files of the tree, where they are: a copy of the tree with the pages, pictures and examples alone is Sphinx's source, so that
links which work on GitHub work here. docs/site has what the site adds: its first page, and those of the two programming interfaces."""
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
MATHJAX = pathlib.Path("/usr/share/javascript/mathjax")
PAGES = ("README.md", "CONTRIBUTING.md", "LICENSE", "CITATION.cff", "dev", "docs/**/*", "src/*/README.md", "python/README.md", "tests/fuzz/README.md",
         "web/README.md", "validation/README.md", "examples/**/*", "gallery/**/*", "tools/*.py", "tools/*.sh", "src/laws/*.h", "src/scene/read_laws.cpp")
EMBEDDING = ("cli/program.h", "scene/scene.h", "scene/read_laws.h", "run/run_command.h", "step/world.h", "step/description.h", "laws/law.h", "laws/law_hooks.h",
             "laws/local_law.h", "contact/contact_problem.h", "solvers/solve.h", "core/input_error.h")


def call(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"docs: {command[0]} failed:\n{result.stdout[-4000:]}{result.stderr[-8000:]}")
    return result.stdout


def without_dead_ends(page):
    """The text of a page; links to what the site does not show (folders, sources) become plain words."""
    def kept(found):
        target = found[2].partition("#")[0]
        shown = not target or "://" in target or target.startswith("/") or (page.parent / target).is_file()
        return found[0] if shown else found[1]

    return re.sub(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)", kept, page.read_text())


def stage(source):
    """The pages of the tree and what they show, below `source`."""
    shutil.rmtree(source, ignore_errors=True)
    for pattern in PAGES:
        for file in ROOT.glob(pattern):
            if file.is_file() and "__pycache__" not in file.parts:
                copy = source / file.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, copy)
    for page in source.rglob("*.md"):
        page.write_text(without_dead_ends(page))
    for file in (source / "docs/site").iterdir():
        shutil.move(file, source / file.name)


def doxygen(folder):
    """Doxygen's XML of the headers for embedding."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = {"INPUT": " ".join(str(ROOT / "src" / name) for name in EMBEDDING), "GENERATE_XML": "YES", "GENERATE_HTML": "NO", "GENERATE_LATEX": "NO",
                "OUTPUT_DIRECTORY": folder, "QUIET": "YES", "WARNINGS": "NO", "JAVADOC_AUTOBRIEF": "YES", "STRIP_FROM_PATH": ROOT / "src",
                "EXTRACT_ALL": "YES", "FULL_PATH_NAMES": "YES", "MARKDOWN_SUPPORT": "NO",
                "INPUT_FILTER": "\"sed -E 's@; +// @; ///< @'\""}  # what stands behind a field says what it is
    call("doxygen", "-", input="\n".join(f"{key} = {value}" for key, value in settings.items()))
    return folder / "xml"


def words_of(element):
    """The comment of a declaration, as one paragraph."""
    parts = [" ".join("".join(element.find(name).itertext()).split()) for name in ("briefdescription", "detaileddescription") if element.find(name) is not None]
    return " ".join(part for part in parts if part).replace("<", "&lt;")


def declared(member):
    """A line of code that declares a member, and what it is."""
    line = (member.findtext("definition") or member.findtext("name")).replace("drystone::", "")
    line += (member.findtext("argsstring") or "") + (" " + member.findtext("initializer") if member.findtext("initializer") else "")
    return line


def section_of_class(compound):
    name = compound.findtext("compoundname").replace("drystone::", "")
    members = [member for section in compound.iter("sectiondef") if "private" not in section.get("kind") for member in section.iter("memberdef")]
    lines = [f"{declared(member).replace(name + '::', '')};" + (f"  // {words_of(member)}" if words_of(member) else "") for member in members]
    code = "\n".join(lines).replace("&lt;", "<")
    return f"### {compound.get('kind')} {name}\n\n{words_of(compound)}\n\n" + (f"```cpp\n{code}\n```\n\n" if lines else "")


def cpp_pages(xml):
    """The headers for embedding in Markdown: types with their fields, and functions, with the words above them."""
    compounds = [ElementTree.parse(file).getroot().find("compounddef") for file in sorted(xml.glob("*.xml")) if file.name not in ("index.xml", "Doxyfile.xml")]

    def of(element, header):
        return element.find("location") is not None and element.find("location").get("file", "").endswith(header)

    text = ""
    for header in EMBEDDING:
        text += f"## {header}\n\n"
        text += "".join(section_of_class(one) for one in compounds if one.get("kind") in ("struct", "class", "concept") and of(one, header))
        functions = [member for one in compounds if one.get("kind") == "namespace" for member in one.iter("memberdef")
                     if member.get("kind") in ("function", "enum", "typedef") and of(member, header)]
        for member in functions:
            text += f"{words_of(member)}\n\n```cpp\n{declared(member)};\n```\n\n"
    return text


def copy_mathjax(out):
    """The part of MathJax that the pages use: no network is needed to read equations."""
    target = out / "_static/mathjax"
    for name in ("MathJax.js", "config/TeX-AMS_CHTML-full.js", "jax/output/CommonHTML", "jax/input/TeX", "jax/element", "extensions"):
        path = MATHJAX / name
        if path.is_dir():
            shutil.copytree(path, target / name, dirs_exist_ok=True)
        else:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target / name)
    shutil.copytree(MATHJAX / "fonts/HTML-CSS/TeX/woff", target / "fonts/HTML-CSS/TeX/woff", dirs_exist_ok=True)


def mend_theme(out):
    """What Debian's Furo needs where no web server has its paths: a style sheet of its own, a script that is no module (browsers refuse those of local files), and dark
    colours where the reader's system is dark, which its translation of the style sheet has lost."""
    static = out / "_static"
    shutil.copy("/usr/share/javascript/normalize.css/normalize.css", static / "styles/normalize.css")
    sheet = static / "styles/furo.css"
    text = sheet.read_text().replace("url(/javascript/normalize.css/normalize.css)", "url(normalize.css)")
    if "prefers-color-scheme" not in text:
        dark = re.search(r'body\[data-theme="dark"\] \{([^}]*)\}', text)[1]
        text += "\n@media (prefers-color-scheme: dark) { body:not([data-theme=\"light\"]) {" + dark + "} }\n"
    sheet.write_text(text)
    script = static / "scripts/furo.js"
    words, imported = re.subn(r'^import Gumshoe from "\./gumshoe-patched\.js";\n', "", script.read_text())
    if imported:
        spy = (static / "scripts/gumshoe-patched.js").read_text().replace("useLastItem(last, settings)", "last && useLastItem(last, settings)")  # pages without headings
        script.write_text(spy + words)


def build(build_folder, out):
    work = build_folder / "docs"
    stage(work / "source")
    page = work / "source/cpp-api.md"
    page.write_text(page.read_text().replace("HEADERS", cpp_pages(doxygen(work / "doxygen"))))
    environment = os.environ | {"DRYSTONE_ROOT": str(ROOT), "DRYSTONE_PYTHON": str(build_folder / "python")}
    call("/usr/bin/python3", "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "2", "-b", "html", "-d", work / "doctrees", work / "source", out, env=environment)
    copy_mathjax(out)
    mend_theme(out)
    complain([*broken_links(out), *broken_styles(out)])
    print(f"open {out}/index.html")


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.names |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        if (key := {"a": "href", "img": "src", "link": "href", "script": "src"}.get(tag)) and attributes.get(key):
            self.links.append(attributes[key])


def broken_links(out):
    pages = {file: Links(file.read_text(errors="replace")) for file in out.rglob("*.html") if "_static" not in file.parts}
    for file, page in sorted(pages.items()):
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{file.relative_to(out)}: {link} leads nowhere"
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].names:
                yield f"{file.relative_to(out)}: {link}: there is no such place"


def broken_styles(out):
    """Style sheets that ask for what is not there."""
    for file in sorted(out.rglob("*.css")):
        for link in re.findall(r"url\(['\"]?([^'\")]+)", file.read_text(errors="replace")):
            if not link.startswith(("data:", "#")) and not (file.parent / link.partition("?")[0].partition("#")[0]).exists():
                yield f"{file.relative_to(out)}: {link} leads nowhere"


def complain(wrong):
    wrong = list(wrong)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if sys.argv[1] == "--links":
        complain([*broken_links(pathlib.Path(sys.argv[2]).resolve()), *broken_styles(pathlib.Path(sys.argv[2]).resolve())])
    else:
        build(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
