#!/usr/bin/env python3
"""Runs the validation cases and writes one page of what was expected and what was found.

    tools/validate.py [--out FOLDER] [--page FILE.md] [--fast] [NAME ...]

FOLDER/index.html (default: build/validation) has every case with its source, derivation, numbers and figures, failures in red; FILE.md the same as a table for the
documentation. --fast leaves out the slow cases and takes those of gallery/ in their small versions, NAMEs are parts of "topic/case". The exit status is 1 where anything failed. PYTHONPATH must lead to the module
drystone, DRYSTONE to the program (default: build/bin/drystone)."""
import argparse
import html
import importlib.util
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOPICS = {"one_contact": "One contact, one or two bodies", "blocks": "Blocks that rock, slide and topple", "masonry": "Masonry at its limit",
          "granular": "Grains", "deformable": "Deformable bodies", "mortar": "Mortar", "statics": "Quasi-static methods", "soft_grains": "Soft grains",
          "methods": "The same answer by other methods", "gallery": "Gallery: applications of the sources"}


class Case:
    """A file of validation/TOPIC, or check.py of a folder of gallery/: what that shows is told by its README, and it has a small version."""

    def __init__(self, path):
        self.path, self.topic, self.name = path, path.parent.name, path.stem
        if path.name == "check.py":
            self.topic, self.name = "gallery", path.parent.name
        sys.path.insert(0, str(path.parent))  # cases of a topic may share a scene
        spec = importlib.util.spec_from_file_location(f"validation_{self.topic}_{self.name}", path)
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        sys.path.pop(0)
        text = (path.parent / "README.md").read_text().lstrip("# ") if self.topic == "gallery" else self.module.__doc__
        self.title, _, self.text = re.sub(r"!\[.*?\]\(.*?\)", "", text).strip().partition("\n\n")
        self.slow = getattr(self.module, "SLOW", False)
        self.seconds, self.failure, self.rows, self.figures = 0.0, "", [], []

    @property
    def file(self):
        return self.path.relative_to(ROOT).as_posix()

    def run(self, folder, small):
        from lab import Lab

        lab, begin = Lab(folder), time.perf_counter()
        try:
            self.module.check(lab, small) if self.topic == "gallery" else self.module.check(lab)
        except Exception:  # what a case raises is a failure of that case
            self.failure = traceback.format_exc(limit=-2)
        self.seconds = time.perf_counter() - begin
        self.rows, self.figures = lab.rows, lab.figures

    @property
    def passed(self):
        return not self.failure and bool(self.rows) and all(row.passed for row in self.rows)


def find_cases(names, fast):
    cases = [Case(path) for topic in TOPICS for path in sorted((ROOT / "validation" / topic).glob("*.py"))]
    cases += [Case(path) for path in sorted((ROOT / "gallery").glob("*/check.py"))]
    if names:
        cases = [case for case in cases if any(name in f"{case.topic}/{case.name}" for name in names)]
    return [case for case in cases if not (fast and case.slow)]


# ---- the page ----

STYLE = """body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; background: Canvas; color: CanvasText; color-scheme: light dark }
table { border-collapse: collapse; width: 100%; font-size: 90% } td, th { border-bottom: 1px solid #8886; padding: .2em .6em; text-align: left }
td.n { font-family: monospace } .failed, .failed a { color: #d22; font-weight: bold } pre { white-space: pre-wrap; color: #d22 }
figure { display: inline-block; margin: 1em 1em 1em 0 } figure img { max-width: 26em; background: white } figcaption { font-size: 85% }"""


def escaped(text):
    return html.escape(str(text))


def table_of(rows):
    cells = "".join(f'<tr{"" if row.passed else " class=failed"}><td>{escaped(row.what)}<td class=n>{escaped(row.expected)}<td class=n>{escaped(row.found)}'
                    f"<td class=n>{escaped(row.tolerance)}<td>{escaped(row.unit)}<td>{'' if row.passed else 'FAILED'}\n" for row in rows)
    return f"<table><tr><th>what<th>expected<th>found<th>tolerance<th>unit<th>\n{cells}</table>\n"


def section_of(case, out):
    figures = "".join(f'<figure><img src="{path.relative_to(out).as_posix()}" alt="{escaped(caption)}"><figcaption>{escaped(caption)}</figcaption></figure>'
                      for caption, path in case.figures)
    return (f'<section id="{case.topic}-{case.name}"><h3{"" if case.passed else " class=failed"}>{escaped(case.title)}</h3>\n<p>{escaped(case.text)}</p>\n'
            + (f"<pre>{escaped(case.failure)}</pre>" if case.failure else "") + table_of(case.rows) + figures
            + f"<p><small>{case.seconds:.2f} s; <code>{case.file}</code></small></p></section>\n")


def contents(cases):
    text = "<ul>"
    for topic, title in TOPICS.items():
        inside = "".join(f'<li{"" if case.passed else " class=failed"}><a href="#{case.topic}-{case.name}">{escaped(case.title)}</a></li>\n'
                         for case in cases if case.topic == topic)
        text += f"<li>{escaped(title)}<ul>\n{inside}</ul></li>\n" if inside else ""
    return text + "</ul>\n"


def describe_build():
    git = shutil.which("git")  # a bare machine has none
    commit = subprocess.run([git, "-C", ROOT, "log", "-1", "--format=%h of %cs"], capture_output=True, text=True).stdout.strip() if git else ""
    version = subprocess.run([os.environ["DRYSTONE"], "--version"], capture_output=True, text=True).stdout.strip()
    return f"{version}{f', commit {commit}' if commit else ''}, {platform.machine()}, {os.cpu_count()} cores"


def html_page(cases, out):
    failed = sum(not case.passed for case in cases)
    numbers = sum(len(case.rows) for case in cases)
    verdict = f"<p class=failed>{failed} of {len(cases)} cases failed.</p>" if failed else f"<p>All {len(cases)} cases passed.</p>"
    sections = "".join(f"<h2>{escaped(title)}</h2>\n" + "".join(section_of(case, out) for case in cases if case.topic == topic)
                       for topic, title in TOPICS.items() if any(case.topic == topic for case in cases))
    return (f"<!doctype html><html lang=en><meta charset=utf-8><title>Validation of Drystone</title><style>{STYLE}</style>\n<h1>Validation</h1>\n{verdict}\n"
            f"<p>{numbers} numbers in {sum(case.seconds for case in cases):.0f} s; {escaped(describe_build())}.</p>\n{contents(cases)}{sections}</html>\n")


def in_markdown(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def from_docs(text):
    """Links of a text that lies in gallery/NAME, as they are from docs/."""
    return text.replace("](../../docs/", "](").replace("](../../", "](../")


def markdown_page(cases):
    lines = ["# Validation", "", "Every case is a file in `validation/`, with its scene, its source and its derivation. `./dev validate` runs them and writes this table and a page with figures,",
             "`build/validation/index.html`; the fast ones run with every test. Those of `gallery/` are applications that the sources show. This table is of", f"{describe_build()}: {sum(len(case.rows) for case in cases)} numbers in {sum(case.seconds for case in cases):.0f} s.", ""]
    for topic, title in TOPICS.items():
        here = [case for case in cases if case.topic == topic]
        if not here:
            continue
        lines += [f"## {title}", ""]
        for case in here:
            lines += [f"### {case.title}", "", from_docs(case.text).replace("\n", " "), "", f"`{case.file}`, {case.seconds:.2f} s", "",
                      "| what | expected | found | tolerance | unit | |", "| --- | --- | --- | --- | --- | --- |"]
            lines += [f"| {in_markdown(row.what)} | {row.expected} | {row.found} | {row.tolerance} | {row.unit} | {'' if row.passed else '**FAILED**'} |" for row in case.rows]
            lines += [""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/validation")
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    os.environ.setdefault("DRYSTONE", str(ROOT / "build/bin/drystone"))
    sys.path.insert(0, str(ROOT / "validation"))
    out = options.out.resolve()
    cases = find_cases(options.names, options.fast)
    if not cases:
        sys.exit(f"validate: no case is named like {', '.join(options.names)}")
    for case in cases:
        case.run(out / case.topic / case.name, options.fast)
        wrong = [row for row in case.rows if not row.passed]
        print(f"{'passed' if case.passed else 'FAILED'}  {case.seconds:6.2f} s  {case.topic}/{case.name}", flush=True)
        for row in wrong:
            print(f"        {row.what}: expected {row.expected} ({row.tolerance}), found {row.found}")
        if case.failure:
            print(case.failure)
    out.mkdir(parents=True, exist_ok=True)
    (out / "index.html").write_text(html_page(cases, out))
    if options.page:
        options.page.write_text(markdown_page(cases))
    print(f"open {out}/index.html")
    sys.exit(any(not case.passed for case in cases))


if __name__ == "__main__":
    main()
