#!/usr/bin/env python3
"""The tables of speed in README.md and docs/speed.md, made from the rows in benchmarks/results.

    python3 tools/speed.py            writes the tables between their marks in both pages
    python3 tools/speed.py --check    says where a page differs from them (status 1), and whether rows are older than the solvers
    python3 tools/speed.py --stamp FILE...   adds the commit of the tree to rows that have none; benchmarks/run.sh does it

A table stands between <!-- speed: NAME FILE... --> and <!-- end of speed -->. Every row of a result carries the commit it was
measured at; rows are old where src/solvers, src/contact or src/step changed since.
"""
import argparse, csv, pathlib, re, shutil, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs/speed.md")
JUDGED_BY = ("src/solvers", "src/contact", "src/step", "src/core/parallel.cpp")
MARKS = re.compile(r"(<!-- speed: (\w+) (\S+(?: \S+)*) -->\n)(.*?)(<!-- end of speed -->)", re.S)


def rows_of(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def grains(dimension, count):
    exponent = len(count) - 1
    return f"10^{exponent} {'disks' if dimension == '2' else 'spheres'}"


def thousands(text):
    return f"{int(text):,}"


def seconds(value):
    value = float(value)
    if value >= 1.0:
        return f"{value:.1f} s" if value < 10 else f"{value:.0f} s"
    milli = 1e3 * value
    return f"{milli:.3g} ms" if milli >= 1 else f"{milli:.2g} ms"


def table(heads, rows):
    line = lambda cells: "| " + " | ".join(cells) + " |\n"
    return line(heads) + line(["---"] * len(heads)) + "".join(line(row) for row in rows)


def packings(rows):
    """One row a packing: its numbers for each number of threads, side by side."""
    by_packing = {}
    for row in rows:
        by_packing.setdefault((row["dimension"], row["bodies"]), []).append(row)
    lines = []
    for (dimension, count), runs in by_packing.items():
        beside = lambda show: " / ".join(show(run) for run in runs)
        first = runs[0]
        lines.append([
            grains(dimension, count), thousands(first["contacts"]), beside(lambda r: f"{float(r['sweep_Mupdates_s']):.0f}"),
            f"{float(first['sweeps_a_step']):.0f}", f"{float(first['worst_residual']):.1e}", beside(lambda r: seconds(r["step_s"])),
            f"{float(first['detect_and_assemble_in_sweeps']):.0f}"])
    return table(["packing", "contacts", "million contact updates a second", "sweeps a step", "residual reached", "median step",
                  "detection + assembly, in sweeps"], lines)


def structure(row):
    """What a row of masonry.csv is of."""
    kind, _, rest = row["what"].partition(" ")
    if kind == "arch":
        return f"arch of {rest} voussoirs, 2D"
    return f"{kind} of {int(row['bodies']) - 1:,} {'blocks' if kind == 'pyramid' else 'bricks'}, 3D"


def brief(packings_rows, masonry_rows):
    """A line for each packing and structure: its step on one thread."""
    lines = [[grains(r["dimension"], r["bodies"]), thousands(r["contacts"]), f"{float(r['worst_residual']):.1e}", seconds(r["step_s"])]
             for r in packings_rows if r["threads"] == "1"]
    structures = {}  # the first tolerance of each
    for r in masonry_rows:
        structures.setdefault(structure(r), [thousands(r["contacts"]), f"{float(r['largest residual']):.1e}", seconds(float(r["median step [ms]"]) / 1e3)])
    lines += [[name, *cells] for name, cells in structures.items()]
    return table(["at rest", "contacts", "residual reached", "median step"], lines)


def cold(rows):
    lines = [[f"10^{len(r['spheres']) - 1}", thousands(r["contacts"]), f"{r['nlgs_sweeps']} sweeps, {seconds(r['nlgs_s'])}",
              f"{r['auto_iterations']} sweeps, {seconds(r['auto_s'])}", f"{float(r['ratio']):.1f}"] for r in rows]
    return table(["spheres", "contacts", "plain Gauss-Seidel", "`auto`", "ratio"], lines)


def masonry(rows):
    milli = lambda text: seconds(float(text) / 1e3)
    lines = [[structure(r), thousands(r["contacts"]), r["tolerance"], milli(r["first step [ms]"]), milli(r["median step [ms]"]),
              f"{float(r['Mupdates/s']):.0f}"] for r in rows]
    return table(["structure", "contacts", "residual", "first step", "median step", "million updates a second of plain sweeps"], lines)


def settling(rows):
    lines = [[thousands(r["spheres"]), r["threads"], f"{float(r['seconds']):.1f} s", *(f"{float(r[k]):.1f}" for k in
              ("detect_s", "assemble_s", "solve_s", "advance_s")), r["sweeps_a_step"], r["unconverged"]] for r in rows]
    return table(["spheres", "threads", "half a second took", "detect", "assemble", "solve", "advance", "sweeps a step", "steps not converged"],
                 lines)


def stages(rows):
    """Milliseconds of a stage by the number of threads, and how many times faster most of them are than one."""
    threads = [name for name in rows[0] if name.isdigit()]
    lines = [[f"10^{len(r['spheres']) - 1}", r["stage"], *(seconds(float(r[k]) / 1e3) for k in threads),
              f"{float(r[threads[0]]) / float(r[threads[-1]]):.1f}"] for r in rows]
    return table(["spheres", "stage", "1 thread", *threads[1:], "gain"], lines)


MAKERS = {"brief": brief, "packings": packings, "cold": cold, "masonry": masonry, "settling": settling, "stages": stages}


def with_tables(text, results):
    def made(match):
        rows = [rows_of(results / file) for file in match.group(3).split()]
        return match.group(1) + "\n" + MAKERS[match.group(2)](*rows) + "\n" + match.group(5)

    return MARKS.sub(made, text)


def git(*words):
    if not shutil.which("git"):
        return None
    result = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else None


def changes_since(commit):
    """How many commits changed the solvers since; None where nobody can tell (no git, no repository, or not that commit)."""
    listed = git("rev-list", "--count", f"{commit}..HEAD", "--", *JUDGED_BY)
    return None if listed is None else int(listed)


def without_commit(path):
    return [number for number, row in enumerate(rows_of(path), start=1) if not row.get("commit")]


def check(pages, results):
    texts = {page: page.read_text() for page in pages}
    wrong = [f"{page}: tables are not those of {results}; run python3 tools/speed.py" for page, text in texts.items()
             if with_tables(text, results) != text]
    for path in sorted(results.glob("*/*.csv")):
        wrong += [f"{path}: row {number} does not say at which commit it was measured" for number in without_commit(path)]
    for file in sorted({file for text in texts.values() for _, _, files, _, _ in MARKS.findall(text) for file in files.split()}):
        for commit in sorted({row.get("commit", "") for row in rows_of(results / file)} - {""}):
            since = changes_since(commit)
            if since:
                print(f"old: {file} was measured at {commit}; solvers, contact or step changed in {since} commits since. ./dev bench")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


def stamp(paths):
    commit = git("rev-parse", "--short", "HEAD") or sys.exit("not in a git repository: nobody knows the commit")
    if git("status", "--porcelain", "--", "src", "benchmarks"):
        commit += "+"  # and what was not committed
    for path in map(pathlib.Path, paths):
        out, has = [], False
        for line in path.read_text().splitlines():
            if line.startswith("#") or not line:
                out.append(line)
            elif not out or all(text.startswith("#") for text in out):
                has = line.split(",")[-1] == "commit"
                out.append(line if has else line + ",commit")
            else:
                out.append(line if has else f"{line},{commit}")
        path.write_text("\n".join(out) + "\n")


def main():
    parse = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parse.add_argument("--check", action="store_true")
    parse.add_argument("--stamp", nargs="+", metavar="FILE")
    parse.add_argument("--pages", nargs="+", type=pathlib.Path, default=PAGES, metavar="FILE")
    parse.add_argument("--results", type=pathlib.Path, default=ROOT / "benchmarks/results")
    args = parse.parse_args()
    if args.stamp:
        return stamp(args.stamp)
    if args.check:
        return check(args.pages, args.results)
    for page in args.pages:
        page.write_text(with_tables(page.read_text(), args.results))
    return 0


sys.exit(main())
