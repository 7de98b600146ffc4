"""Pictures with matplotlib: force chains, the distribution of forces, the rose of normals, the state of joints, lines of thrust.

Each takes a World or a Frame, draws into `ax` (default: new axes) and returns what it has drawn as numbers, so that it can be
printed or tested; the axes are in `.ax`. Scenes in space are seen along the axis that `view` leaves out."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from ._core import InputError
from ._joints import joints_of

STONE, EDGE, FORCE, THRUST = "#e9dfcb", "#4a443c", "#a3211b", "#7a1fa3"
STATUS_COLOURS = ("#2f6379", "#7a7264", "#d2691e")  # open, sticking, sliding
STATUS_NAMES = ("open", "sticking", "sliding")
Floats = NDArray[np.float64]


@dataclass
class ForceChains:
    ax: Any
    segments: Floats  # (lines, 2, 2) ends in the picture's plane [m]
    forces: Floats  # (lines) normal forces [N]


@dataclass
class ForceDistribution:
    ax: Any
    ratio: Floats  # (bins) middles, force over mean force [-]
    density: Floats  # (bins) P(f / <f>): its integral is one
    mean: float  # [N]


@dataclass
class FabricRose:
    ax: Any
    angle: Floats  # (bins) middles over the whole circle [rad]
    density: Floats  # (bins) of normals per radian; its integral over the circle is one
    anisotropy: float  # a of density = (1 + a cos 2 (angle - direction)) / 2 pi, from the fabric tensor
    direction: float  # of most normals [rad], in (-pi/2, pi/2]


@dataclass
class ThrustLine:
    ax: Any
    segments: Floats  # (pieces, 2, 2) ends in the picture's plane [m]


@dataclass
class JointStatus:
    ax: Any
    points: Floats  # (joints, 2) centres of pressure in the picture's plane, NaN without pressure [m]
    status: NDArray[Any]  # (joints) 0: open, 1: sticking, 2: sliding
    normal: Floats  # (joints) normal forces [N]
    hinges: NDArray[np.bool_]  # (joints) in 2D: pressed at one corner alone


def force_chains(source: Any, ax: Any = None, *, view: str = "xz", width: float = 0.7) -> ForceChains:
    """Lines between the centres of bodies that press on each other, as thick as their normal force; at a wall (World.walls),
    whether it moves or not, the line ends at the contact. width: of the largest forces (their 99th percentile), over the median radius of the bodies."""
    plane = _plane(source, view)
    ax = _axes(ax)
    radius = _draw_bodies(source, ax, plane)
    contacts = source.contacts
    force = np.asarray(contacts.normal_forces)
    bearing = force > 0
    force, bodies, point = force[bearing], contacts.bodies[bearing], contacts.points[bearing][:, plane]
    centre, wall = np.asarray(source.positions)[:, plane], np.asarray(source.walls)
    ends = [np.where(wall[bodies[:, side], None], point, centre[bodies[:, side]]) for side in (0, 1)]
    segments = np.stack(ends, axis=1)
    if len(force):
        from matplotlib.collections import LineCollection
        ax.figure.canvas.draw()  # fixes the scale that widths are measured by
        unit = ax.transData.transform([(0, 0), (radius, 0)])
        widest = width * (unit[1, 0] - unit[0, 0]) * 72 / ax.figure.dpi
        widths = np.minimum(widest * force / np.quantile(force, 0.99), 1.5 * widest)
        ax.add_collection(LineCollection(segments, linewidths=widths, color=FORCE, alpha=0.8, capstyle="round", zorder=4))
    return ForceChains(ax, segments, force)


def force_distribution(source: Any, ax: Any = None, *, bins: int = 30, walls: bool = False) -> ForceDistribution:
    """P(f / <f>) of the normal forces, on a logarithmic scale. walls: also those on walls, which World.walls tells."""
    contacts = source.contacts
    force, wall = np.asarray(contacts.normal_forces), np.asarray(source.walls)
    chosen = force > 0
    if not walls:
        chosen &= ~wall[contacts.bodies].any(axis=1)
    force = force[chosen]
    if not len(force):
        raise InputError("force_distribution: there is no contact that bears a force")
    mean = float(force.mean())
    density, edges = np.histogram(force / mean, bins=bins, density=True)
    middle = 0.5 * (edges[1:] + edges[:-1])
    ax = _axes(ax)
    there = density > 0
    ax.semilogy(middle[there], density[there], "o", color=FORCE, markersize=4)
    ax.set(xlabel="f / ⟨f⟩", ylabel="P(f / ⟨f⟩)", title=f"{len(force)} contacts, ⟨f⟩ = {mean:.4g} N")
    return ForceDistribution(ax, middle, density, mean)


def fabric_rose(source: Any, ax: Any = None, *, bins: int = 36, view: str = "xz") -> FabricRose:
    """How many contacts have their normal in which direction. In space normals are projected on the picture's plane, each
    counted by its length there."""
    contacts = source.contacts
    normal = np.asarray(contacts.normals)[np.asarray(contacts.normal_forces) > 0][:, _plane(source, view)]
    length = np.linalg.norm(normal, axis=1)
    normal, length = normal[length > 1e-9], length[length > 1e-9]
    if not len(normal):
        raise InputError("fabric_rose: there is no contact that bears a force")
    normal = normal / length[:, None]
    angle = np.arctan2(normal[:, 1], normal[:, 0])
    both = np.mod(np.concatenate([angle, angle + np.pi]), 2 * np.pi)  # a normal has no sign
    density, edges = np.histogram(both, bins=bins, range=(0, 2 * np.pi), weights=np.concatenate([length, length]), density=True)
    fabric = np.einsum("k,ki,kj->ij", length, normal, normal) / length.sum()
    deviator = np.array([fabric[0, 0] - fabric[1, 1], 2 * fabric[0, 1]])
    rose = FabricRose(None, 0.5 * (edges[1:] + edges[:-1]), density, float(2 * np.linalg.norm(deviator)),
                      float(0.5 * np.arctan2(deviator[1], deviator[0])))
    rose.ax = _axes(ax, projection="polar")
    rose.ax.bar(rose.angle, density, width=2 * np.pi / bins, color=STONE, edgecolor=EDGE, linewidth=0.5)
    fine = np.linspace(0, 2 * np.pi, 200)
    rose.ax.plot(fine, (1 + rose.anisotropy * np.cos(2 * (fine - rose.direction))) / (2 * np.pi), color=FORCE)
    rose.ax.set_yticklabels([])
    return rose


def joint_status(source: Any, ax: Any = None, *, view: str = "xz") -> JointStatus:
    """Blocks with their contact points coloured by what they do (open, sticking, sliding), and the centre of pressure of
    each joint as a circle whose area goes with its normal force. In 2D joints that touch at one corner are marked as hinges."""
    plane = _plane(source, view)
    ax = _axes(ax)
    _draw_bodies(source, ax, plane)
    contacts = source.contacts
    for number, name in enumerate(STATUS_NAMES):
        those = np.asarray(contacts.points)[np.asarray(contacts.status) == number][:, plane]
        if len(those):
            ax.plot(those[:, 0], those[:, 1], "s", color=STATUS_COLOURS[number], markersize=3, zorder=4, label=name)
    joints = joints_of(contacts)
    points, normal, status = joints["point"][:, plane], joints["normal"], joints["status"]
    pressed = normal > 0
    hinges = pressed & (joints["contacts"] == 1) if source.dimension == 2 else np.zeros(len(normal), dtype=bool)
    if hinges.any():
        ax.plot(points[hinges, 0], points[hinges, 1], "^", color=EDGE, markersize=8, zorder=6, label="hinge")
    if pressed.any():
        ax.scatter(points[pressed, 0], points[pressed, 1], s=60 * normal[pressed] / normal.max(), facecolor="none",
                   edgecolor=FORCE, zorder=5, label="centre of pressure")
    if len(normal):
        ax.legend(loc="best", fontsize="small")
    return JointStatus(ax, points, status, normal, hinges)


def thrust_line(source: Any, ax: Any = None, *, view: str = "xz", of: str = "") -> ThrustLine:
    """Straight pieces through the centres of pressure of joints: in a body with two joints from one to the other; where more than
    two press they meet at the mean of the centres of pressure, weighted by the forces. They end at walls. of: only through bodies of
    that name, or whose names begin with it and a point; at the ends of such a row to the strongest joint with another body."""
    plane = _plane(source, view)
    ax = _axes(ax)
    _draw_bodies(source, ax, plane)
    joints = joints_of(source.contacts)
    pressed = joints["normal"] > 1e-4 * np.max(joints["normal"], initial=0.0)
    bodies, normal, point = joints["bodies"][pressed], joints["normal"][pressed], joints["point"][pressed]
    segments = np.array([piece for own in _joints_by_body(source, bodies, normal, of) for piece in _pieces(point[own], normal[own])])
    segments = segments.reshape(-1, 2, source.dimension)[:, :, plane]
    if len(segments):
        from matplotlib.collections import LineCollection
        ax.add_collection(LineCollection(segments, color=THRUST, linewidth=2, capstyle="round", zorder=6))
    return ThrustLine(ax, segments)


def _joints_by_body(source: Any, bodies: NDArray[Any], normal: Floats, of: str) -> list[list[int]]:
    """The joints that a line of thrust goes through in each body that it crosses."""
    crossed = ~np.asarray(source.walls) & np.array([not of or name == of or name.startswith(of + ".") for name in source.names])
    own: dict[int, list[int]] = {}
    other: dict[int, list[int]] = {}
    for joint, pair in enumerate(bodies.tolist()):
        lists = own if not of or crossed[pair].all() else other
        for body in pair:
            if crossed[body]:
                lists.setdefault(body, []).append(joint)
    for body, joints in own.items():
        if len(joints) == 1 and body in other:
            joints.append(max(other[body], key=lambda joint: normal[joint]))
    return list(own.values())


def _pieces(point: Floats, normal: Floats) -> list[Floats]:
    """Of one body."""
    if len(point) < 3:
        return [point] if len(point) == 2 else []
    mean = normal @ point / normal.sum()
    return [np.array([mean, one]) for one in point]


def _axes(ax: Any, projection: Optional[str] = None) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt
    return plt.subplots(subplot_kw={"projection": projection})[1]


def _plane(source: Any, view: str) -> list[int]:
    if source.dimension == 2:
        return [0, 1]
    if len(view) != 2 or view[0] == view[1] or not set(view) <= set("xyz"):
        raise InputError(f'view: "{view}" is no plane; it can be "xy", "xz" or "yz"')
    return ["xyz".index(axis) for axis in view]


def _draw_bodies(source: Any, ax: Any, plane: list[int]) -> float:
    """Balls, solids and the walls that are seen edge-on. Returns the median radius of balls and solids [m]."""
    from matplotlib.collections import EllipseCollection, PolyCollection
    shapes = source.shapes()
    balls = [s for s in shapes if s["type"] in ("disk", "sphere")]
    solids = [s for s in shapes if s["vertices"] is not None]
    depth = [axis for axis in range(source.dimension) if axis not in plane]
    towards = -1 if plane == [0, 2] else 1  # xz is seen from the front, xy from above, yz from the right: far ones first
    balls.sort(key=lambda s: tuple(towards * s["centre"][depth]))
    if balls:
        diameter = 2 * np.array([s["radius"] for s in balls])
        ax.add_collection(EllipseCollection(diameter, diameter, np.zeros(len(balls)), units="xy",
                                            offsets=np.array([s["centre"][plane] for s in balls]), transOffset=ax.transData,
                                            facecolor=STONE, edgecolor=EDGE, linewidth=0.3, zorder=2))
    faces = [s["vertices"][face] for s in solids for face in (s["faces"] or [slice(None)])]
    faces.sort(key=lambda face: tuple(towards * face[:, depth].mean(axis=0)))
    if faces:
        ax.add_collection(PolyCollection([face[:, plane] for face in faces], facecolor=STONE, edgecolor=EDGE, linewidth=0.5, zorder=2))
    corners = [s["centre"][plane] + sign * s["radius"] for s in balls + solids for sign in (-1, 1)]
    if not corners:
        raise InputError("there is nothing to draw but walls")
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    margin = 0.05 * np.max(high - low)
    ax.set(xlim=(low[0] - margin, high[0] + margin), ylim=(low[1] - margin, high[1] + margin), aspect="equal",
           xlabel=f"{'xyz'[plane[0]]} [m]", ylabel=f"{'xyz'[plane[1]]} [m]")
    for wall in shapes:
        _draw_wall(wall, ax, plane, 4 * np.max(high - low))
    return float(np.median([s["radius"] for s in balls + solids]))


def _draw_wall(wall: dict[str, Any], ax: Any, plane: list[int], reach: float) -> None:
    from matplotlib.patches import Circle
    centre, axis = wall["centre"][plane], wall["axis"][plane]
    if wall["type"] == "plane" and abs(np.linalg.norm(axis) - 1) < 1e-6:
        along = np.array([-axis[1], axis[0]])
        ends = centre + np.outer([-reach, reach], along)
        ax.plot(ends[:, 0], ends[:, 1], color=EDGE, linewidth=1, zorder=3, scalex=False, scaley=False)
    if wall["type"] == "drum" and np.linalg.norm(axis) < 1e-6:
        ax.add_patch(Circle(centre, wall["radius"], fill=False, color=EDGE, linewidth=1, zorder=3))
