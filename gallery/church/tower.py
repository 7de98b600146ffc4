#!/usr/bin/env python3
"""Writes tower.csv, the stones of the bell tower: rings of four stones each that go round like a pinwheel, every other ring the other way, a belfry of corner stones, a ring and a slab on it.

    python3 gallery/church/tower.py"""
import pathlib

SIDE, THICK, COURSE, RINGS, CORNER = 4.0, 0.9, 0.8, 10, 1.3


def ring(name, z, way):
    """Four stones SIDE - THICK long: the first along x at -y, from the left end or, the other way, from the right."""
    length, off = SIDE - THICK, 0.5 * THICK
    middle = 0.5 * (SIDE - THICK)
    yield f"{name}.0", (length, THICK), (-off * way, -middle), z
    yield f"{name}.1", (THICK, length), (middle, -off * way), z
    yield f"{name}.2", (length, THICK), (off * way, middle), z
    yield f"{name}.3", (THICK, length), (-middle, off * way), z


def stones():
    for k in range(RINGS):
        yield from ring(f"tower.{k}", (k + 0.5) * COURSE, 1 - 2 * (k % 2))
    at = 0.5 * (SIDE - CORNER)
    for k in range(RINGS, RINGS + 3):
        for i, (x, y) in enumerate(((-at, -at), (at, -at), (at, at), (-at, at))):
            yield f"tower.{k}.{i}", (CORNER, CORNER), (x, y), (k + 0.5) * COURSE
    yield from ring(f"tower.{RINGS + 3}", (RINGS + 3.5) * COURSE, 1)
    yield "tower.slab", (SIDE, SIDE), (0.0, 0.0), (RINGS + 4.5) * COURSE


if __name__ == "__main__":
    lines = ["name,group,material,shape,position.x,position.y,position.z"]
    lines += [f'{name},tower,stone,"{{ type = ""box"", size = [{size[0]:g}, {size[1]:g}, {COURSE:g}] }}",{place[0]:g},{place[1]:g},{z:.6g}' for name, size, place, z in stones()]
    (pathlib.Path(__file__).parent / "tower.csv").write_text("\n".join(lines) + "\n")
