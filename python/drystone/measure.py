"""Measures of grains: what `drystone measure` and probes measure, as functions of arrays.

    from drystone import measure
    measure.stress(world)["stress"]                     a world, with the forces of its last step
    measure.gr("results/heap", at=2.0)                  a frame of a run's folder
    measure.voronoi(measure.grains(positions, radii))   arrays of your own

A source is a World, the folder of a run (a path, or Results; `at` is then the frame nearest to that time, else the last), or Grains. Tables are dicts
{column: array} with the columns of docs/measure.md. Grains are the bodies that are there and no walls; a `region` is a dict as in [[probes]]."""
from __future__ import annotations

import os
from typing import Any, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import Grains, InputError, World
from ._core import avalanches as _avalanches
from ._results import Results

Table = dict[str, NDArray[np.float64]]
Source = Union[World, Grains, Results, str, "os.PathLike[str]"]
Region = Optional[dict[str, Any]]

__all__ = ["Grains", "avalanches", "displacement", "fabric", "field", "forces", "gr", "grains", "mixing", "mobilisation", "msd", "profile",
           "solid_fraction", "sq", "strain", "stress", "voronoi"]


def grains(positions: ArrayLike, radii: Optional[ArrayLike] = None, velocities: Optional[ArrayLike] = None, masses: Optional[ArrayLike] = None,
           cell: Optional[ArrayLike] = None, contacts: Optional[dict[str, ArrayLike]] = None) -> Grains:
    """Grains from arrays: positions (n, D); radii, masses (n); velocities (n, D); the edges of a cell that repeats, columns of an upper triangular (D, D), its
    corner at 0. contacts: `grains` (m, 2), -1 for a wall, and (m, D) `points`, `normals` from the first to the second, `forces` on the second."""
    return Grains.of_arrays(positions, radii, velocities, masses, cell, contacts)


def _of(source: Source, at: Optional[float]) -> Grains:
    if isinstance(source, (Grains, World)):
        if at is not None:
            raise ValueError("at: a time is of a run's folder; a world and grains are of one moment")
        return source if isinstance(source, Grains) else Grains.of_world(source)
    folder = source.folder if isinstance(source, Results) else source
    return Grains.of_run(os.fspath(folder), at)


def stress(source: Source, at: Optional[float] = None, region: Region = None, volume: Optional[float] = None) -> dict[str, Any]:
    """Mean stresses, (D, D) in Pa, compression positive: `stress` by internal moments, `kinetic_stress`, `strong_stress` and `weak_stress` of the contacts above
    and below the mean normal force, `couple_stress` of rolling and torsion (2D: about z, along x and y); and `volume` (of the region, the cell, or the box about
    the grains, unless given), `pressure`, `deviator_ratio`, `granular_temperature`."""
    return _of(source, at).stress(region, volume)


def fabric(source: Source, at: Optional[float] = None, region: Region = None) -> dict[str, Any]:
    """`fabric` (D, D), the mean of n n over bearing contacts between grains, and `contacts`, `coordination`, `coordination_without_rattlers`, `rattlers`,
    `strong_fraction`, `mobilisation`, `anisotropy` {contacts, branches, normal, tangential}, whose sum is twice (in space 5/2 of) the ratio of stresses."""
    return _of(source, at).fabric(region)


def solid_fraction(source: Source, at: Optional[float] = None, region: Region = None) -> float:
    """Volume of the grains in the region, exactly, over its own; without one, of all over the cell or the box about them."""
    if isinstance(source, World) and region is not None:
        return float(source.measure("solid_fraction", region=region))
    return _of(source, at).solid_fraction(region)


def forces(source: Source, at: Optional[float] = None, largest: float = 6.0, bins: int = 60, region: Region = None) -> Table:
    """Densities of normal and tangential forces over the mean normal force: `f`, `normal`, `tangential`."""
    return _of(source, at).forces(largest, bins, region)


def mobilisation(source: Source, at: Optional[float] = None, bins: int = 20, region: Region = None) -> Table:
    """How much of the friction contacts use: `mobilisation`, `density`."""
    return _of(source, at).mobilisation(bins, region)


def profile(source: Source, axis: Union[str, Sequence[float]] = "", at: Optional[float] = None, bins: int = 20) -> Table:
    """Slices across an axis ("x", "y", "z" or a direction; the last axis where none is given)."""
    of = _of(source, at)
    if isinstance(axis, str):
        names = "xyz"[:of.dimension]
        if axis and axis not in tuple(names):
            raise InputError(f"axis: there is no \"{axis}\"; there are {', '.join(names)}, or a direction as [1, 1]")
        axis = [float(name == (axis or names[-1])) for name in names]
    return of.profile(list(axis), bins)


def gr(source: Source, at: Optional[float] = None, farthest: Optional[float] = None, bins: int = 120) -> Table:
    """Pair distribution: `r`, `g`, up to six mean diameters unless given."""
    of = _of(source, at)
    return of.gr(6.0 * of.mean_diameter if farthest is None else farthest, bins)


def sq(source: Source, at: Optional[float] = None, largest: Optional[float] = None, bins: int = 60) -> Table:
    """Structure factor: `q`, `S`, `vectors`, up to 8 pi over the mean diameter unless given."""
    of = _of(source, at)
    return of.sq(8.0 * np.pi / of.mean_diameter if largest is None else largest, bins)


def field(source: Source, points: ArrayLike, width: Optional[float] = None, kernel: str = "lucy", at: Optional[float] = None) -> Table:
    """Coarse-grained fields at points (m, D): `density`, `momentum.x`, `velocity.x`, `stress.xx`, `kinetic_stress.xx`, `wall_force.x`, `temperature`, ... with a
    kernel ("lucy" or "gaussian") as wide as the mean diameter unless given."""
    of = _of(source, at)
    return of.field(points, of.mean_diameter if width is None else width, kernel)


def voronoi(source: Source, at: Optional[float] = None, box: Optional[tuple[Sequence[float], Sequence[float]]] = None) -> Table:
    """The room that each grain has (Laguerre's cells): `body`, `x`, .., `volume`, `neighbours`, `solid_fraction`; within a box of two corners, the one about the
    grains, or the cell."""
    return _of(source, at).voronoi(box)


def strain(before: Source, now: Source, longest: Optional[float] = None) -> Table:
    """Logarithmic strain about each grain between two moments: `body`, `x`, .., `volumetric`, `shear`, `rotation`. Edges above `longest` (three mean diameters) are
    left out."""
    since = _of(before, None)
    return _of(now, None).strain(since, 3.0 * since.mean_diameter if longest is None else longest)


def displacement(before: Source, now: Source) -> Table:
    """`body`, `x`, .., `displacement.x`, .., `rotation`, `displacement` (its length) of grains of both moments."""
    return _of(now, None).displacement(_of(before, None))


def msd(before: Source, now: Source) -> float:
    """Mean square displacement of the grains of both moments [m2]."""
    return _of(now, None).msd(_of(before, None))


def mixing(source: Source, by: Union[str, Sequence[int], None] = None, at: Optional[float] = None, cell: Optional[float] = None) -> dict[str, float]:
    """How well kinds are mixed (`by`: "group", "material", "radius", or a number for each grain) in cells of one edge (four mean diameters): `mixing` 0 apart, 1 at
    random; `intensity` of segregation; `unlike_contacts` over those of kinds dealt out at random."""
    of = _of(source, at)
    return of.mixing(by if by is None or isinstance(by, str) else [int(k) for k in by], 4.0 * of.mean_diameter if cell is None else cell)


def avalanches(time: ArrayLike, value: ArrayLike, above: float) -> Table:
    """Stretches of a signal above a threshold: `start`, `end`, `duration`, `size`, `peak`, `interval`."""
    return _avalanches(time, value, above)
