#!/usr/bin/python3
"""Draws the last state of a run: tools/picture.py RUN_FOLDER [-o PICTURE.png] [--shade speed|size] [--view xz|xy|yz].

Bodies are shaded by speed or size; lines between the bodies' centres are as thick as the normal force between them.
A 3D scene is seen along the axis that --view leaves out, far bodies first."""
import argparse, csv, pathlib
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import EllipseCollection, LineCollection
from matplotlib.colors import LinearSegmentedColormap

SOLID, EDGE, FORCE = "#8d8578", "#4a443c", "#a3211b"
SHADES = LinearSegmentedColormap.from_list("stone", ["#f3ead9", "#9dbcc4", "#2f6379"])  # pale, so that forces stand out


def columns(path):
    """The table as {column: array}, numbers where all cells are numbers."""
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    out = {}
    for name, cells in zip(header, zip(*rows) if rows else [()] * len(header)):
        try:
            out[name] = np.array(cells, dtype=float)
        except ValueError:
            out[name] = np.array(cells)
    return out


def vectors(table, name, axes):
    return np.column_stack([table[f"{name}.{axis}"] for axis in axes])


def draw_walls(ax, parts, axes, box):
    """Planes as the solid below them, drums as the solid around the hollow; only those seen edge-on."""
    centre, normal = vectors(parts, "centre", axes), vectors(parts, "axis", axes)
    low, high = box
    size = np.max(high - low)
    for i in np.flatnonzero(parts["shape"] == "plane"):
        if abs(np.linalg.norm(normal[i]) - 1.0) > 1e-6:
            continue
        along = 10 * size * np.array([-normal[i][1], normal[i][0]])
        deep = -10 * size * normal[i]
        # From the foot of the picture's middle, so that the solid reaches across it wherever the plane's origin is.
        foot = 0.5 * (low + high) - normal[i] * np.dot(0.5 * (low + high) - centre[i], normal[i])
        ax.fill(*np.array([foot - along, foot + along, foot + along + deep, foot - along + deep]).T, color=SOLID,
                alpha=0.35, lw=0, zorder=0)
        ax.plot(*np.array([foot - along, foot + along]).T, color=EDGE, lw=1, zorder=3)
    for i in np.flatnonzero(parts["shape"] == "drum"):
        if np.linalg.norm(normal[i]) > 1e-6:
            continue  # a 3D drum seen from the side
        angle = np.linspace(0, 2 * np.pi, 361)
        for radius, ring in [(1.05, {"color": SOLID, "alpha": 0.35, "lw": 0}), (1.0, {"color": "white", "lw": 0})]:
            ax.fill(*(centre[i][:, None] + radius * parts["radius"][i] * np.array([np.cos(angle), np.sin(angle)])),
                    zorder=0, **ring)
        ax.add_patch(plt.Circle(centre[i], parts["radius"][i], fill=False, color=EDGE, lw=1, zorder=3))


def draw_balls(ax, balls, axes, depth, shade, label):
    order = np.argsort(depth[balls["row"]], kind="stable") if depth is not None else np.arange(len(balls["row"]))
    diameter = 2 * balls["radius"][order]
    circles = EllipseCollection(diameter, diameter, np.zeros(len(order)), units="xy", offsets=balls["centre"][order],
                                transOffset=ax.transData, array=shade[order], cmap=SHADES, edgecolor=EDGE,
                                linewidth=0.3, zorder=2)
    low = 0.0 if label.startswith("speed") else np.min(shade)
    circles.set_clim(low, np.quantile(shade, 0.98))  # one fast grain must not make all others look alike
    ax.add_collection(circles)
    if np.ptp(shade) > 1e-6 * np.max(shade):
        ax.figure.colorbar(circles, ax=ax, label=label, shrink=0.6, pad=0.02)


def draw_forces(ax, contacts, centres, walls, axes, axes_all, radius):
    if len(contacts["gap"]) == 0:
        return
    force = np.sum(vectors(contacts, "force", axes_all) * vectors(contacts, "normal", axes_all), axis=1)
    a, b = contacts["body_a"].astype(int), contacts["body_b"].astype(int)
    point = vectors(contacts, "point", axes)
    # A wall has no centre worth a line: there the line ends at the contact point.
    ends = np.stack([np.where(walls[a, None], point, centres[a]), np.where(walls[b, None], point, centres[b])], axis=1)
    bearing = force > 0
    # The widest line is 0.7 times the median ball's radius thick, in points.
    unit = ax.transData.transform([(0, 0), (radius, 0)])
    widest = 0.7 * (unit[1, 0] - unit[0, 0]) * 72 / ax.figure.dpi
    width = widest * force[bearing] / np.quantile(force[bearing], 0.99) if bearing.any() else []
    ax.add_collection(LineCollection(ends[bearing], linewidths=np.minimum(width, 1.5 * widest), color=FORCE, alpha=0.8,
                                     capstyle="round", zorder=4))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("-o", "--output", type=pathlib.Path, help="default: picture.png in the run's folder")
    arguments.add_argument("--shade", choices=["speed", "size"], default="speed")
    arguments.add_argument("--view", default="xz", choices=["xy", "xz", "yz"], help="of a 3D scene")
    arguments.add_argument("--no-forces", action="store_true")
    given = arguments.parse_args()

    bodies, parts, contacts = (columns(given.folder / f"{name}.csv") for name in ["bodies", "parts", "contacts"])
    axes_all = "xyz" if "position.z" in bodies else "xy"
    axes = given.view if axes_all == "xyz" else "xy"
    is_ball = np.isin(parts["shape"], ["disk", "sphere"])
    if not is_ball.any():
        raise SystemExit(f"{given.folder}: no disk or sphere to draw")
    owner = parts["body"].astype(int)[is_ball]
    balls = {"row": np.flatnonzero(is_ball), "radius": parts["radius"][is_ball],
             "centre": vectors(parts, "centre", axes)[is_ball]}
    depth = None if axes_all == "xy" else {"xz": -1, "xy": 1, "yz": 1}[axes] * parts[
        "centre." + next(a for a in "xyz" if a not in axes)]
    speed = np.linalg.norm(vectors(bodies, "velocity", axes_all), axis=1)[owner]
    shade, label = (speed, "speed [m/s]") if given.shade == "speed" else (balls["radius"], "radius [m]")

    low = np.min(balls["centre"] - balls["radius"][:, None], axis=0)
    high = np.max(balls["centre"] + balls["radius"][:, None], axis=0)
    for i in np.flatnonzero(parts["shape"] == "drum"):
        middle = vectors(parts, "centre", axes)[i]
        low, high = np.minimum(low, middle - parts["radius"][i]), np.maximum(high, middle + parts["radius"][i])
    margin = 0.06 * np.max(high - low)
    low, high = low - margin, high + margin

    figure, ax = plt.subplots(figsize=(8, max(3.0, min(10.0, 7 * (high - low)[1] / (high - low)[0]))), dpi=150)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
    ax.axis("off")
    draw_walls(ax, parts, axes, (low, high))
    draw_balls(ax, balls, axes, depth, shade, label)
    figure.canvas.draw()  # fixes the scale that line widths are measured by
    if not given.no_forces:
        draw_forces(ax, contacts, vectors(bodies, "position", axes), bodies["wall"] == 1, axes, axes_all, np.median(balls["radius"]))
    output = given.output or given.folder / "picture.png"
    figure.savefig(output, bbox_inches="tight", facecolor="white")
    print(output)


if __name__ == "__main__":
    main()
