#!/usr/bin/env python3
"""`drystone measure` against a few lines of numpy over frames.h5: stresses, fabric, forces, profiles, g(r), S(q), fields, displacements, mixing, for heaps of
random grains between walls and in cells that repeat. DRYSTONE is the path of the program, DRYSTONE_CROSSINGS=all many more heaps."""
import csv
import functools
import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", "build/bin/drystone"))
SEEDS = range(12) if os.environ.get("DRYSTONE_CROSSINGS") == "all" else range(1)


def text(value):
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {text(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(text(one) for one in value) + "]"
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else repr(float(value))


def shape_of(random, dimension, size):
    kinds = [{"type": "disk" if dimension == 2 else "sphere", "radius": size}, {"type": "box", "size": [1.4 * size, 1.7 * size, 1.2 * size][:dimension]},
             {"type": "compound", "parts": [{"type": "disk" if dimension == 2 else "sphere", "radius": 0.6 * size, "position": [s * 0.4 * size] + [0.0] * (dimension - 1)}
                                            for s in (-1, 1)]}]
    return kinds[random.choice(3, p=[0.6, 0.2, 0.2])]


def heap(seed, dimension, cell):
    """Grains that fall onto each other: between walls, or pressed together by a cell."""
    random = np.random.default_rng(seed)
    n, pitch = ((6, 5) if dimension == 2 else (4, 3, 3)), 0.13
    lines = [f"[scene]\ndimension = {dimension}\ngravity = {text([0.0] * dimension if cell else [0.0] * (dimension - 1) + [-9.81])}",
             "[time]\nstep = 1e-3\nduration = 0.12", "[output]\nframes_every = 0.04", "[materials.clay]\ndensity = 1500.0", "[materials.stone]\ndensity = 2500.0",
             '[[interactions]]\nbetween = ["*", "*"]\nfriction = 0.4', "[solver]\nthreads = 1"]
    if cell:
        lines.append(f"[cell]\nsize = {text([pitch * k for k in n])}\nperiodic = {text([True] * dimension)}\ncontrol = "
                     f"{text({axis + axis: {'rate': -1.4} for axis in 'xyz'[:dimension]} | {'xy': {'rate': 0.7}})}")
    else:
        for k in range(dimension):
            for side in (1, -1) if k < dimension - 1 else (1,):
                normal = side * np.eye(dimension)[k]
                lines.append(f'[[bodies]]\nmaterial = "stone"\nfixed = true\nshape = {{ type = "plane", normal = {text(normal)} }}\n'
                             f"position = {text(np.zeros(dimension) if side > 0 else pitch * n[k] * np.eye(dimension)[k])}")
    for at in np.ndindex(*n):
        place = pitch * (np.array(at) + 0.5) + random.uniform(-0.005, 0.005, dimension)
        lines.append(f'[[bodies]]\nmaterial = "{random.choice(["clay", "stone"])}"\nshape = {text(shape_of(random, dimension, random.uniform(0.04, 0.055)))}\n'
                     f"position = {text(place)}\nvelocity = {text(random.uniform(-0.6, 0.6, dimension))}")
    return "\n".join(lines) + "\n"


class Moment:
    """A frame as arrays: grains are bodies that are no walls, contacts those that have one of them."""

    def __init__(self, file, k, cell):
        self.time = file["frames/time"][k]
        wall = file["bodies/wall"][:].astype(bool)
        row = np.cumsum(~wall) - 1
        self.row = np.where(wall, -1, row)
        self.bodies = np.flatnonzero(~wall)
        self.x = file["frames/position"][k][~wall]
        self.v = file["frames/velocity"][k][~wall].astype(float)
        self.mass, self.volume, self.material = (file[f"bodies/{name}"][:][~wall] for name in ("mass", "volume", "material"))
        first, count = file["contacts/first"][k], file["contacts/count"][k]
        rows = slice(first, first + count)
        self.ends = self.row[file["contacts/bodies"][rows]]
        self.point = file["contacts/point"][rows]
        self.normal = file["contacts/normal"][rows].astype(float)
        self.force = file["contacts/force"][rows].astype(float)
        self.utilisation = file["contacts/utilisation"][rows].astype(float)
        self.dimension = self.x.shape[1]
        self.cell = file["cell/edges"][k].T if cell else None  # a row for each edge
        self.origin = file["cell/origin"][:] if cell else None

    def nearest(self, d):
        """Of the images of a way."""
        if self.cell is None:
            return d
        shifts = np.stack(np.meshgrid(*[[-1, 0, 1]] * self.dimension), axis=-1).reshape(-1, self.dimension) @ self.cell
        wrapped = d - np.round(d @ np.linalg.inv(self.cell)) @ self.cell
        images = wrapped[..., None, :] + shifts
        return np.take_along_axis(images, np.argmin((images**2).sum(axis=-1), axis=-1)[..., None, None], axis=-2)[..., 0, :]

    def box(self):
        return self.x.min(axis=0), self.x.max(axis=0)

    def bears(self):
        return (self.force != 0).any(axis=1)

    def among(self):
        """Contacts between grains that bear."""
        return self.bears() & (self.ends >= 0).all(axis=1)

    def moments(self):
        """Minus the sum of forces times arms, over the ends of contacts at grains."""
        out = np.zeros((self.dimension, self.dimension))
        for side, sign in (0, -1.0), (1, 1.0):
            at = self.ends[:, side] >= 0
            out -= sign * np.einsum("ki,kj->ij", self.force[at], self.nearest(self.point[at] - self.x[self.ends[at, side]]))
        return 0.5 * (out + out.T)


def symmetric(rows, name, dimension):
    axes = "xyz"[:dimension]
    return np.array([[float(rows.get(f"{name}.{a}{b}") or rows[f"{name}.{b}{a}"]) for b in axes] for a in axes])


def of_every_heap(test):
    @functools.wraps(test)
    def for_each(self):
        for run, moments in self.heaps():
            with self.subTest(heap=run):
                test(self, run, moments)

    return for_each


class OfHeaps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.home.cleanup)
        cls.folder = pathlib.Path(cls.home.name)

    def heaps(self):
        for seed in SEEDS:
            for dimension in (2, 3):
                for cell in (False, True):
                    name = f"{'cell' if cell else 'walls'}{dimension}{seed}"
                    if not (self.folder / name).exists():
                        (self.folder / f"{name}.toml").write_text(heap(seed, dimension, cell))
                        result = subprocess.run([DRYSTONE, "run", f"{name}.toml", "--quiet", "--no-report"], cwd=self.folder, capture_output=True, text=True)
                        self.assertIn(result.returncode, (0, 3), result.stderr)
                    with h5py.File(self.folder / name / "frames.h5", "r") as file:
                        moments = [Moment(file, k, cell) for k in range(len(file["frames/time"]))]
                    yield name, moments

    def table(self, run, what, *options):
        result = subprocess.run([DRYSTONE, "measure", run, "--what", what, *map(str, options), "--out", "table.csv"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.folder / "table.csv", newline="") as file:
            return list(csv.DictReader(file))

    @of_every_heap
    def test_stresses(self, run, moments):
        for row, m in zip(self.table(run, "stress"), moments):
            volume = float(row["volume"])
            if m.cell is not None:
                self.assertAlmostEqual(volume / abs(np.linalg.det(m.cell)), 1.0, 12)
            stress = m.moments() / volume
            scale = max(np.abs(stress).max(), 1e-9)
            np.testing.assert_allclose(symmetric(row, "stress", m.dimension), stress, atol=1e-5 * scale)
            np.testing.assert_allclose(sum(symmetric(row, f"{part}_stress", m.dimension) for part in ("strong", "weak")), stress, atol=1e-5 * scale)
            self.assertAlmostEqual(float(row["pressure"]), np.trace(stress) / m.dimension, delta=1e-5 * scale)
            if m.cell is None:
                w = m.v - (m.mass @ m.v) / m.mass.sum()
                np.testing.assert_allclose(symmetric(row, "kinetic_stress", m.dimension), np.einsum("k,ki,kj->ij", m.mass, w, w) / volume, rtol=1e-5, atol=1e-9)
            else:
                self.assertAlmostEqual(float(row["solid_fraction"]), m.volume.sum() / volume, 9)

    @of_every_heap
    def test_fabric(self, run, moments):
        for row, m in zip(self.table(run, "fabric"), moments):
            among, bears = m.among(), m.bears()
            if not among.any():
                continue
            n, f = m.normal[among], m.force[among]
            np.testing.assert_allclose(symmetric(row, "fabric", m.dimension), np.einsum("ki,kj->ij", n, n) / len(n), atol=1e-6)
            normal = np.einsum("ki,ki->k", n, f)
            self.assertAlmostEqual(float(row["strong_fraction"]), np.mean(normal > normal.mean()), 9)
            ends = np.bincount(m.ends[bears][m.ends[bears] >= 0], minlength=len(m.x))
            self.assertAlmostEqual(float(row["coordination"]), ends.mean(), 9)
            self.assertAlmostEqual(float(row["rattlers"]), np.sum(ends < 2), 9)

    @of_every_heap
    def test_forces(self, run, moments):
        m = moments[-1]
        among = m.among()
        normal = np.einsum("ki,ki->k", m.normal[among], m.force[among])
        tangential = np.linalg.norm(m.force[among] - normal[:, None] * m.normal[among], axis=1)
        table = self.table(run, "forces", "--bins", 12)
        for name, values in ("normal", normal), ("tangential", tangential):
            counts, edges = np.histogram(values / normal.mean(), bins=12, range=(0, 6))
            np.testing.assert_allclose([float(row["f"]) for row in table], 0.5 * (edges[1:] + edges[:-1]), rtol=1e-9)
            np.testing.assert_allclose([float(row[name]) for row in table], counts / len(values) / 0.5, rtol=1e-9)

    @of_every_heap
    def test_profiles(self, run, moments):
        m = moments[-1]
        if m.cell is not None:
            return
        for axis in range(m.dimension):
            table = self.table(run, "profile", "--axis", "xyz"[axis], "--bins", 4)
            low, high = m.box()
            edges = np.linspace(low[axis], high[axis], 5)
            of = np.clip(np.searchsorted(edges, m.x[:, axis], side="right") - 1, 0, 3)
            for k, row in enumerate(table):
                self.assertAlmostEqual(float(row["x"]), 0.5 * (edges[k] + edges[k + 1]), 9)
                self.assertEqual(float(row["count"]), np.sum(of == k))
                self.assertAlmostEqual(float(row["mass"]), m.mass[of == k].sum(), 9)
                if (of == k).any():
                    mean = m.mass[of == k] @ m.v[of == k] / m.mass[of == k].sum()
                    np.testing.assert_allclose([float(row[f"velocity.{a}"]) for a in "xyz"[:m.dimension]], mean, atol=1e-6)

    @of_every_heap
    def test_pairs_and_waves(self, run, moments):
        m = moments[-1]
        distance = np.linalg.norm(m.nearest(m.x[:, None] - m.x[None])[np.triu_indices(len(m.x), 1)], axis=-1)
        table = self.table(run, "gr", "--farthest", 0.15, "--bins", 5)
        edges = np.linspace(0.0, 0.15, 6)
        counts = np.histogram(distance, bins=edges)[0]
        low, high = m.box()
        random = np.random.default_rng(1)
        points = random.uniform(size=(2, 400000, m.dimension))
        if m.cell is None:
            d = np.linalg.norm((points[0] - points[1]) * (high - low), axis=1)
            share = np.histogram(d, bins=edges)[0] / len(d)
        else:
            ball = np.pi * edges**2 if m.dimension == 2 else 4.0 / 3.0 * np.pi * edges**3
            share = np.diff(ball) / abs(np.linalg.det(m.cell))
        for row, count, expected in zip(table, counts, share * len(distance)):
            self.assertAlmostEqual(float(row["g"]), count / expected, delta=0.02 + 0.05 * count / expected)
        if m.cell is None:
            return
        # The first vectors that fit the cell, by hand.
        whole = np.stack(np.meshgrid(*[range(-6, 7)] * m.dimension), axis=-1).reshape(-1, m.dimension)
        q = 2.0 * np.pi * whole @ np.linalg.inv(m.cell).T
        size = np.linalg.norm(q, axis=1)
        most = 1.3 * size[size > 0].min()
        half = (size > 0) & (size < most)
        expected = np.mean(np.abs(np.exp(-1j * q[half] @ m.x.T).sum(axis=1)) ** 2) / len(m.x)
        table = self.table(run, "sq", "--farthest", most, "--bins", 1)
        self.assertAlmostEqual(float(table[0]["S"]), expected, delta=1e-6 * max(expected, 1.0))

    @of_every_heap
    def test_displacements_and_mixing(self, run, moments):
        first, last = moments[0], moments[-1]
        if last.cell is None:
            d = last.x - first.x
            table = self.table(run, "displacement")
            self.assertEqual([int(float(row["body"])) for row in table], last.bodies.tolist())
            np.testing.assert_allclose([[float(row[f"displacement.{a}"]) for a in "xyz"[:last.dimension]] for row in table], d, atol=1e-6)
            np.testing.assert_allclose([float(row["displacement"]) for row in table], np.linalg.norm(d, axis=1), atol=1e-6)
            self.assertAlmostEqual(float(self.table(run, "msd")[-1]["msd"]), (d**2).sum(axis=1).mean(), 6)
        m, row = last, self.table(run, "mixing", "--by", "material", "--cell", 0.2)[-1]
        kind, share = np.unique(m.material, return_counts=True)
        share = share / len(m.x)
        self.assertEqual(int(float(row["grains"])), len(m.x))
        among = m.among()
        unlike = np.mean(m.material[m.ends[among][:, 0]] != m.material[m.ends[among][:, 1]])
        n = len(m.x)
        at_random = (1.0 - (share**2).sum()) * n / (n - 1)
        self.assertAlmostEqual(float(row["unlike_contacts"]), unlike / at_random, 6)

    @of_every_heap
    def test_rooms_fill_the_box_and_are_nearest_by_power(self, run, moments):
        m = moments[-1]
        table = self.table(run, "voronoi")
        volume = np.array([float(row["volume"]) for row in table])
        fraction = np.array([float(row["solid_fraction"]) for row in table])
        np.testing.assert_allclose(fraction * volume, m.volume, rtol=1e-6)
        if m.cell is None:
            return
        self.assertAlmostEqual(volume.sum() / abs(np.linalg.det(m.cell)), 1.0, 9)
        radius2 = (m.volume / np.pi) if m.dimension == 2 else (0.75 * m.volume / np.pi) ** (2.0 / 3.0)
        points = np.random.default_rng(3).uniform(size=(20000, m.dimension)) @ m.cell
        power = (m.nearest(points[:, None] - m.x[None]) ** 2).sum(axis=-1) - radius2
        shares = np.bincount(np.argmin(power, axis=1), minlength=len(m.x)) / len(points)
        np.testing.assert_allclose(volume / volume.sum(), shares, atol=5.0 * np.sqrt(shares.max() / len(points)))

    @of_every_heap
    def test_fields(self, run, moments):
        m = moments[-1]
        width = 0.09
        table = self.table(run, "field", "--kernel", "gaussian", "--width", width, "--spacing", 0.12, "--at", m.time)
        if m.cell is not None:
            return
        points = np.array([[float(row[a]) for a in "xyz"[:m.dimension]] for row in table])
        phi = lambda d: np.exp(-(d**2).sum(axis=-1) / (2 * width**2)) / (2 * np.pi * width**2) ** (m.dimension / 2)
        density = phi(points[:, None] - m.x[None]) @ m.mass
        np.testing.assert_allclose([float(row["density"]) for row in table], density, rtol=1e-6, atol=1e-9 * density.max())
        momentum = phi(points[:, None] - m.x[None]) @ (m.mass[:, None] * m.v)
        np.testing.assert_allclose([float(row["momentum.x"]) for row in table], momentum[:, 0], rtol=1e-5, atol=1e-6 * np.abs(momentum).max())
        # Along each line from a centre to the point of contact by Simpson's rule.
        s, w = np.linspace(0, 1, 21), np.array([1] + [4, 2] * 9 + [4, 1]) / 60.0
        stress = np.zeros((len(points), m.dimension, m.dimension))
        for side, sign in (0, 1.0), (1, -1.0):
            at = m.ends[:, side] >= 0
            x, c = m.x[m.ends[at, side]], m.point[at]
            line = x[:, None] + s[None, :, None] * (c - x)[:, None]
            weight = np.einsum("s,pks->pk", w, phi(points[:, None, None] - line[None]))
            stress += sign * np.einsum("pk,ki,kj->pij", weight, m.force[at], c - x)
        for i, a in enumerate("xyz"[:m.dimension]):
            for j, b in enumerate("xyz"[:m.dimension]):
                np.testing.assert_allclose([float(row[f"stress.{a}{b}"]) for row in table], stress[:, i, j], atol=1e-4 * np.abs(stress).max())


if __name__ == "__main__":
    unittest.main()
