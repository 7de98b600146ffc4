"""Joints from contacts: what each two bodies do to each other through all their contacts."""
from __future__ import annotations

from typing import Any

import numpy as np


def joints_of(contacts: Any) -> dict[str, np.ndarray]:
    """By pair of bodies (a < b): bodies (n, 2), contacts, normal [N] along the mean normal, point: the centre of pressure
    (n, D) [m], NaN without any pressure, opening: the largest gap [m], status 0: open, 1: sticking, 2: sliding."""
    bodies = np.asarray(contacts.bodies)
    swap = bodies[:, 0] > bodies[:, 1]
    side = np.where(swap, -1.0, 1.0)
    pairs, joint = np.unique(np.sort(bodies, axis=1), axis=0, return_inverse=True)
    joint = joint.ravel()
    n, forces, normals, points = len(pairs), np.asarray(contacts.forces), np.asarray(contacts.normals), np.asarray(contacts.points)

    def summed(values: np.ndarray) -> np.ndarray:
        total = np.zeros((n,) + values.shape[1:])
        np.add.at(total, joint, values)
        return total

    direction = summed(side[:, None] * normals)
    length = np.linalg.norm(direction, axis=1)
    direction = np.divide(direction, length[:, None], out=np.zeros_like(direction), where=length[:, None] > 0)
    pressure = np.sum(forces * normals, axis=1)
    total = summed(pressure)
    opening = np.full(n, -np.inf)
    np.maximum.at(opening, joint, np.asarray(contacts.gaps))
    bears = np.any(forces != 0, axis=1)
    bearing, held = summed(bears.astype(float)), summed((bears & (np.asarray(contacts.status) != 2)).astype(float))
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = np.where(total[:, None] != 0, summed(pressure[:, None] * points) / total[:, None], np.nan)
    return {"bodies": pairs, "contacts": np.bincount(joint, minlength=n), "point": centre, "opening": opening,
            "normal": np.sum(summed(side[:, None] * forces) * direction, axis=1),
            "status": np.where(bearing == 0, 0, np.where(held > 0, 1, 2)).astype(np.uint8)}


def with_rows(table: dict[str, np.ndarray], known: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The rows of `known`, by their bodies, in place of those that `table` has, or beside them; its other columns are 0."""
    rows = {tuple(pair): k for k, pair in enumerate(table["bodies"].tolist())}
    fresh = [k for k, pair in enumerate(known["bodies"].tolist()) if tuple(pair) not in rows]
    out = {name: np.concatenate([values, np.zeros((len(fresh),) + values.shape[1:], values.dtype)]) for name, values in table.items()}
    out["bodies"][len(rows):] = known["bodies"][fresh]
    place = {**rows, **{tuple(known["bodies"][k].tolist()): len(rows) + i for i, k in enumerate(fresh)}}
    to = np.array([place[tuple(pair)] for pair in known["bodies"].tolist()], dtype=int)
    for name in set(known) - {"bodies"}:
        out[name][to] = known[name]
    order = np.lexsort(out["bodies"].T[::-1])
    return {name: values[order] for name, values in out.items()}
