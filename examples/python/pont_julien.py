#!/usr/bin/env python3
"""The bridge of examples/pont_julien.toml rigid, with uniform strains and meshed: contact states, thrust, reactions, and the mean stress of
every stone, from the files the runs leave (contacts.csv, bodies.csv, frames.h5). Prints a table and draws the three.

    python3 examples/python/pont_julien.py [build/bin/drystone [pont_julien.png]]

Mean stress of a stone from the contact forces f at x on it, c its centre of mass (the moment tensor over the area):
sigma = 1/A sum (x - c) (x) f. It is exact for stones at rest, whatever is inside them, so that rigid and deformable ones can be compared."""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

SCENE = pathlib.Path(__file__).resolve().parents[1] / "pont_julien.toml"
KINDS = {"rigid": None, "uniform": '"uniform"', "meshed": "{ size = 0.5 }"}


def run(drystone, kind, folder):
    text = SCENE.read_text()
    line = next(line for line in text.splitlines() if line.startswith("deformable"))
    scene = folder / f"{kind}.toml"
    scene.write_text(text.replace(line, f"deformable = {KINDS[kind]}" if KINDS[kind] else ""))
    subprocess.run([drystone, "run", str(scene), "--out", str(folder / kind), "--set", "solver.threads=1"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder / kind


def outlines(folder):
    """Corners of every body, from the frames of the rigid run, and areas and centres."""
    with h5py.File(folder / "frames.h5") as f:
        vertex, words, body = f["drawn/vertex"][0], f["drawn/topology"][:], f["drawn/face_body"][:]
    corners, at = {}, 0
    for b in body:  # XDMF: 3 (a polygon), number of corners, corners
        count = words[at + 1]
        corners[int(b)] = vertex[words[at + 2:at + 2 + count], :2]
        at += 2 + count
    return corners


def area_and_centre(p):
    q = np.roll(p, -1, axis=0)
    cross = p[:, 0] * q[:, 1] - q[:, 0] * p[:, 1]
    area = 0.5 * cross.sum()
    return area, ((p + q) * cross[:, None]).sum(axis=0) / (6 * area)


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def measure(folder, corners):
    bodies, contacts = rows(folder / "bodies.csv"), rows(folder / "contacts.csv")
    fixed = np.array([int(b["fixed"]) for b in bodies])
    shape = [area_and_centre(corners[i]) for i in range(len(bodies))]
    stress, on_ground = np.zeros((len(bodies), 2, 2)), np.zeros(2)
    states = {"sticking": 0, "sliding": 0, "open": 0}
    for c in contacts:
        states[c["status"]] += 1
        x, f = (np.array([float(c[k + ".x"]), float(c[k + ".y"])]) for k in ("point", "force"))
        for body, sign in ((int(c["body_a"]), -1.0), (int(c["body_b"]), 1.0)):
            stress[body] += sign * np.outer(x - shape[body][1], f) / shape[body][0]
            on_ground += sign * f * fixed[body]
    with h5py.File(folder / "frames.h5") as f:
        weight = -f["gravity"][1] * f["bodies/mass"][:][fixed == 0].sum()
    crown = rows(folder / "probes/crown.csv")[-1]
    summary = json.loads((folder / "summary.json").read_text())
    return {"states": states, "stress": 0.5 * (stress + stress.transpose(0, 2, 1)), "fixed": fixed, "shape": shape,
            "thrust": float(crown["force.x"]), "point": float(crown["point.y"]), "reaction": -on_ground[1] / weight - 1.0,
            "weight": weight, "summary": summary, "names": [b["name"] for b in bodies]}


def turned(one, other):
    """Angle between the axes of greatest pressure of two runs, of stones that carry some, weighted by it: degrees."""
    sum_angle = sum_weight = 0.0
    for a, b, fixed in zip(one["stress"], other["stress"], one["fixed"]):
        if fixed:
            continue
        (pa, va), (pb, vb) = np.linalg.eigh(a), np.linalg.eigh(b)
        weight = max(0.0, pa[1] - pa[0])
        sum_angle += weight * np.degrees(np.arccos(min(1.0, abs(va[:, 0] @ vb[:, 0]))))
        sum_weight += weight
    return sum_angle / sum_weight


def along_the_arch(m):
    """Angle between the greatest pressure in voussoirs and the tangent of their arch: degrees, weighted by the pressure."""
    angles, weights = [], []
    for i, name in enumerate(m["names"]):
        part = name.split(".")
        if part[1] != "arch":
            continue
        angle = np.pi * (1 - (int(part[3]) + 0.5) / 25)  # of the radius through the middle of voussoir k of 25
        tangent = np.array([-np.sin(angle), np.cos(angle)])
        p, v = np.linalg.eigh(m["stress"][i])
        angles.append(np.degrees(np.arccos(min(1.0, abs(v[:, 0] @ tangent)))))
        weights.append(p[1] - p[0])
    return np.average(angles, weights=weights)


def draw(measured, corners, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.collections import LineCollection, PolyCollection

    figure, panels = plt.subplots(3, 1, figsize=(11, 8.4), constrained_layout=True)
    for panel, (kind, m) in zip(panels, measured.items()):
        principal, axes = np.linalg.eigh(m["stress"])
        pressure = -0.5 * (principal[:, 0] + principal[:, 1]) / 1e3
        stones = [i for i in corners if not m["fixed"][i]]
        panel.add_collection(PolyCollection([corners[i] for i in corners if m["fixed"][i]], facecolor="0.75", edgecolor="0.3", lw=0.4))
        painted = PolyCollection([corners[i] for i in stones], array=pressure[stones], cmap="YlOrBr", edgecolor="0.3", lw=0.4)
        painted.set_clim(0, 300)
        panel.add_collection(painted)
        half = [0.45 * np.sqrt(m["shape"][i][0]) * np.sqrt(min(1.0, -principal[i, 0] / 6e5)) * axes[i, :, 0] if principal[i, 0] < 0 else np.zeros(2) for i in stones]
        panel.add_collection(LineCollection([(m["shape"][i][1] - d, m["shape"][i][1] + d) for i, d in zip(stones, half)], color="#1f4e9c", lw=1.6))
        panel.set_title(f"{kind}: thrust at the crown {m['thrust'] / 1e3:.0f} kN/m", loc="left")
        panel.set_aspect("equal")
        panel.autoscale()
        panel.set_axis_off()
        figure.colorbar(painted, ax=panel, label="mean pressure [kPa]", shrink=0.9)
    figure.savefig(path, dpi=110)


def main():
    drystone = sys.argv[1] if len(sys.argv) > 1 else "build/bin/drystone"
    with tempfile.TemporaryDirectory() as name:
        folders = {kind: run(drystone, kind, pathlib.Path(name)) for kind in KINDS}
        corners = outlines(folders["rigid"])
        measured = {kind: measure(folder, corners) for kind, folder in folders.items()}
    print(f"weight {measured['rigid']['weight']:.6g} N/m")
    print("| | contacts | sticking | sliding | open | thrust [kN/m] | its height [m] | reactions / weight - 1 | off the arch [deg] | off the meshed [deg] | residual | s |")
    print("|" + " --- |" * 12)
    for kind, m in measured.items():
        s, n = m["summary"], m["states"]
        print(f"| {kind} | {s['contacts']['last']} | {n['sticking']} | {n['sliding']} | {n['open']} | {m['thrust'] / 1e3:.1f} | {m['point']:.2f} | "
              f"{m['reaction']:+.0e} | {along_the_arch(m):.1f} | {turned(measured['meshed'], m):.1f} | {s['residual']['max']:.0e} | {s['wall_seconds']:.1f} |")
    if len(sys.argv) > 2:
        draw(measured, corners, sys.argv[2])


if __name__ == "__main__":
    main()
