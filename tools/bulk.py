#!/usr/bin/env python3
"""The studies of docs/bulk.md: runs what is missing of them below a folder, prints their tables, draws their curves.

    tools/bulk.py results/bulk [--only disks|spheres|critical|size] [--pictures docs/pictures]

Each run is one of examples/mu_of_I_disks.toml, mu_of_I_spheres.toml and critical_state.toml with other variables; what has a
summary.json is not run again.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
DRYSTONE = ROOT / "build/bin/drystone"


def run(folder, scene, **variables):
    """The folder of a run, made if it is not there."""
    name = "_".join([scene.removeprefix("mu_of_I_")] + [f"{key}{value}" for key, value in variables.items()])
    out = folder / name
    if not (out / "summary.json").exists():
        sets = [word for key, value in variables.items() for word in ("--set", f"variables.{key}={value}")]
        subprocess.run([DRYSTONE, "run", ROOT / f"examples/{scene}.toml", "--out", out, "--force", "--quiet", "--no-report",
                        "--set", "solver.threads=1", *sets], check=True)
    return out


def rows(out, probe):
    with open(out / f"probes/{probe}.csv", newline="") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def means(out, probe="flow", plane="y", skip=0.4):
    """Friction and solid fraction after the first part of a run, with the scatter of five stretches."""
    table = rows(out, probe)
    table = table[int(skip * len(table)):]
    shear, normal = f"cell.stress.x{plane}", f"cell.stress.{plane}{plane}"

    def over(part):
        return (-sum(row[shear] for row in part) / sum(row[normal] for row in part),
                sum(row["cell.solid_fraction"] for row in part) / len(part))

    n = len(table) // 5
    parts = [over(table[k * n:(k + 1) * n]) for k in range(5)]
    whole = over(table)
    scatter = [math.sqrt(sum((part[k] - whole[k]) ** 2 for part in parts) / 20) for k in range(2)]
    summary = json.loads((out / "summary.json").read_text())
    return {"mu": whole[0], "phi": whole[1], "mu_scatter": scatter[0], "phi_scatter": scatter[1], "bodies": summary["bodies"],
            "steps": summary["steps"], "unconverged": summary["steps_not_converged"]}


def line(label, m):
    print(f"| {label} | {m['mu']:.3f} ± {m['mu_scatter']:.3f} | {m['phi']:.4f} ± {m['phi_scatter']:.4f} | {m['bodies']} | {m['steps']} | {m['unconverged']} |")


def chart(path, curves, x_name, y_name, laws=(), from_zero=True):
    """An SVG of points and of lines (laws): lists of (x, y), with names."""
    width, height, left, low = 520, 340, 60, 45
    points = [p for _, curve in [*curves, *laws] for p in curve]
    x0, x1 = (0.0 if from_zero else min(p[0] for p in points) - 0.1), max(p[0] for p in points) * 1.05
    y_all = [p[1] for p in points]
    pad = 0.08 * (max(y_all) - min(y_all))
    y0, y1 = min(y_all) - pad, max(y_all) + pad

    def place(p):
        return (left + (p[0] - x0) / (x1 - x0) * (width - left - 15), height - low - (p[1] - y0) / (y1 - y0) * (height - low - 20))

    colours = ["#1f4e79", "#b03a2e", "#2e7d5b", "#7d5b2e"]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>',
           f'<path d="M{left} 20V{height - low}H{width - 15}" fill="none" stroke="#444"/>']
    for k in range(6):
        x, y = x0 + k * (x1 - x0) / 5, y0 + k * (y1 - y0) / 5
        px, py = place((x, y))
        out.append(f'<text x="{px:.1f}" y="{height - low + 16}" text-anchor="middle">{x:.3g}</text>')
        out.append(f'<text x="{left - 6}" y="{py + 4:.1f}" text-anchor="end">{y:.3g}</text>')
    out.append(f'<text x="{(left + width) / 2}" y="{height - 8}" text-anchor="middle">{x_name}</text>')
    out.append(f'<text x="14" y="{height / 2}" text-anchor="middle" transform="rotate(-90 14 {height / 2})">{y_name}</text>')
    for k, (name, curve) in enumerate([*laws, *curves]):
        is_law = k < len(laws)
        colour = "#888" if is_law else colours[(k - len(laws)) % 4]
        placed = [place(p) for p in curve]
        path_of = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        many = len(curve) > 12
        if is_law or many:
            out.append(f'<polyline points="{path_of}" fill="none" stroke="{colour}" stroke-width="1.4"{" stroke-dasharray=" + chr(34) + "5 4" + chr(34) if is_law else ""}/>')
        else:
            out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in placed]
        out.append(f'<text x="{left + 12}" y="{34 + 16 * k}" fill="{colour}">{name}</text>')
    path.write_text("\n".join([*out, "</svg>", ""]))


def inertial(folder, pictures, scene, values, laws, plane):
    print(f"\n| I | friction | solid fraction | {'disks' if plane == 'y' else 'spheres'} | steps | not converged |\n| --- | --- | --- | --- | --- | --- |")
    found = []
    for value in values:
        m = means(run(folder, scene, I=value), plane=plane, skip=0.4 if plane == "y" else 0.5)
        line(value, m)
        found.append((value, m["mu"], m["phi"]))
    name = scene.removeprefix("mu_of_I_")
    top = max(values)
    grid = [top * k / 40 for k in range(41)]
    for k, (what, law) in enumerate(laws, start=1):
        chart(pictures / f"bulk_{name}_{what}.svg", [(name, [(one[0], one[k]) for one in found])], "inertial number I",
              {"mu": "friction", "phi": "solid fraction"}[what], [("law, see text", [(x, law(x)) for x in grid])])


def critical(folder, pictures):
    print("\n| start | solid fraction at first | friction | solid fraction | disks | steps | not converged |\n| --- | --- | --- | --- | --- | --- | --- |")
    curves = {"phi": [], "mu": []}
    for first, name in ((0.0, "dense"), (1.0, "loose")):
        out = run(folder, "critical_state", first=first)
        table, m = rows(out, "shear"), means(out, "shear", skip=0.5)
        print(f"| {name} | {table[0]['cell.solid_fraction']:.4f} | {m['mu']:.3f} ± {m['mu_scatter']:.3f} | {m['phi']:.4f} ± {m['phi_scatter']:.4f} | {m['bodies']} | {m['steps']} | {m['unconverged']} |")
        curves["phi"].append((name, [(row["cell.strain.xy"], row["cell.solid_fraction"]) for row in table]))
        curves["mu"].append((name, [(row["cell.strain.xy"], -row["cell.stress.xy"] / row["cell.stress.yy"]) for row in table]))
    chart(pictures / "bulk_critical_phi.svg", curves["phi"], "shear strain", "solid fraction")
    chart(pictures / "bulk_critical_mu.svg", curves["mu"], "shear strain", "-s_xy / s_yy")


def sizes(folder):
    print("\n| disks across | friction | solid fraction | disks | steps | not converged |\n| --- | --- | --- | --- | --- | --- |")
    for n in (22, 40, 70):
        line(n, means(run(folder, "mu_of_I_disks", I=0.1, n=n, strain=3)))


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("--only", choices=["disks", "spheres", "critical", "size"])
    words.add_argument("--pictures", type=pathlib.Path, default=ROOT / "docs/pictures")
    words = words.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    if words.only in (None, "disks"):
        inertial(words.folder, words.pictures, "mu_of_I_disks", (0.01, 0.03, 0.1, 0.2, 0.3),
                 (("mu", lambda I: 0.26 + 1.1 * I), ("phi", lambda I: 0.81 - 0.3 * I)), "y")
    if words.only in (None, "spheres"):
        inertial(words.folder, words.pictures, "mu_of_I_spheres", (0.03, 0.1, 0.3),
                 (("mu", lambda I: 0.38 + 0.26 / (0.279 / I + 1) if I > 0 else 0.38),), "z")
    if words.only in (None, "critical"):
        critical(words.folder, words.pictures)
    if words.only in (None, "size"):
        sizes(words.folder)


if __name__ == "__main__":
    main()
