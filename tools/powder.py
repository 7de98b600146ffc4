#!/usr/bin/env python3
"""The powder of docs/studies-granular.md: porosity against pressure for cohesions and rolling friction, several packings each. Runs what is missing
below a folder, prints the table, draws the curves.

    tools/powder.py results/powder [--seeds 3] [--picture docs/pictures/powder_porosity.svg]

Each run is examples/powder_compaction.toml with other variables and another seed; what has a summary.json is not run again.
"""

import argparse
import json
import math
import pathlib
import subprocess

from bulk import DRYSTONE, ROOT, chart, rows

DIAMETER = 0.01  # [m]
COHESIONS = [0.0, 0.1, 0.3, 1.0]  # F [N/m]
ROLLING = [0.0, 0.1]
TIMES = {10: 0.5, 55: 0.75, 100: 1.5}  # [Pa] when the pressure is asked for, or has been for half a second [s]


def run(folder, cohesion, rolling, seed):
    out = folder / f"cohesion{cohesion:g}_rolling{rolling:g}_seed{seed}"
    if not (out / "summary.json").exists():
        subprocess.run([DRYSTONE, "run", ROOT / "examples/powder_compaction.toml", "--out", out, "--force", "--quiet", "--no-report", "--set", "solver.threads=1",
                        "--set", f"variables.cohesion={cohesion}", "--set", f"variables.rolling={rolling}", "--set", f"solver.seed={seed}"], check=True)
    assert json.loads((out / "summary.json").read_text())["steps_not_converged"] == 0, out
    return rows(out, "powder")


def porosity(table, time):
    return 1.0 - min(table, key=lambda row: abs(row["time"] - time))["cell.solid_fraction"]


def mean_and_scatter(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((one - mean) ** 2 for one in values) / max(1, len(values) - 1) / len(values))


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("--seeds", type=int, default=3)
    words.add_argument("--picture", type=pathlib.Path, default=ROOT / "docs/pictures/powder_porosity.svg")
    asked = words.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    print("| cohesion F [N/m] | rolling friction | " + " | ".join(f"porosity at {p} Pa" for p in TIMES) + " | p d / F there |\n" + "| --- " * (3 + len(TIMES)) + "|")
    curves = []
    for rolling in ROLLING:
        points = []
        for cohesion in COHESIONS:
            tables = [run(asked.folder, cohesion, rolling, seed) for seed in range(1, asked.seeds + 1)]
            found = {p: mean_and_scatter([porosity(table, time) for table in tables]) for p, time in TIMES.items()}
            ratio = {p: p * DIAMETER / cohesion if cohesion else math.inf for p in TIMES}
            cells = [f"{mean:.3f} ± {scatter:.3f}" for mean, scatter in found.values()]
            print(f"| {cohesion:g} | {rolling:g} | " + " | ".join(cells) + " | " + (", ".join(f"{one:.2g}" for one in ratio.values()) if cohesion else "") + " |")
            points += [(math.log10(ratio[p]), found[p][0]) for p in TIMES if cohesion]
        slope = fit(sorted((x, math.log10(y)) for x, y in points))
        print(f"rolling friction {rolling:g}: porosity ~ (p d / F)^{slope:.3f} over {len(points)} points")
        curves.append((f"rolling friction {rolling:g}", sorted(points)))
    chart(asked.picture, curves, "log10 of p d / F", "porosity", from_zero=False)


def fit(points):
    """The slope of the straight line through the points, least squares."""
    n, sx, sy = len(points), sum(x for x, _ in points), sum(y for _, y in points)
    return (n * sum(x * y for x, y in points) - sx * sy) / (n * sum(x * x for x, _ in points) - sx * sx)


if __name__ == "__main__":
    main()
