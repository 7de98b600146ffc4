#!/usr/bin/env python3
"""`drystone measure` on frames whose numbers are known: a square lattice of disks that shears as v = rate y, so that nobody touches; and what it
refuses. DRYSTONE is the path of the program."""
import csv
import math
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", "build/bin/drystone"))
SIDE, APART, RADIUS, RATE, DENSITY, END = 6, 0.25, 0.1, 2.0, 1000.0, 0.02


def lattice(shift=(0.0, 0.0)):
    disks = "".join(f'[[bodies]]\nname = "disk.{i}.{j}"\nmaterial = "stone"\nshape = {{ type = "disk", radius = {RADIUS} }}\n'
                    f"position = [{shift[0] + APART * i}, {shift[1] + APART * j}]\nvelocity = [{RATE * APART * j}, 0.0]\n"
                    for j in range(SIDE) for i in range(SIDE))
    return (f"[scene]\ndimension = 2\n[time]\nstep = 1e-3\nduration = {END}\n[materials.stone]\ndensity = {DENSITY}\n"
            f'[[interactions]]\nbetween = ["*", "*"]\nfriction = 0.5\n{disks}[output]\nframes_every = 0.005\n')


class OfALattice(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.home.cleanup)
        cls.folder = pathlib.Path(cls.home.name)
        for name, shift in (("run", (0.0, 0.0)), ("moved", (3.0, -7.0))):
            (cls.folder / f"{name}.toml").write_text(lattice(shift))
            result = cls.call("run", f"{name}.toml", "--quiet", "--no-report")
            assert result.returncode == 0, result.stderr

    @classmethod
    def call(cls, *arguments):
        return subprocess.run([DRYSTONE, *map(str, arguments)], cwd=cls.folder, capture_output=True, text=True, timeout=60)

    def table(self, what, *options, run="run"):
        result = self.call("measure", run, "--what", what, *options, "--out", "table.csv")
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.folder / "table.csv", newline="") as file:
            return [{key: float(value) if value else math.nan for key, value in row.items()} for row in csv.DictReader(file)]

    def test_the_mean_square_displacement_grows_with_the_square_of_time(self):
        mean_square = sum((RATE * APART * j) ** 2 for j in range(SIDE)) / SIDE
        for row in self.table("msd"):
            self.assertAlmostEqual(row["msd"], mean_square * row["time"] ** 2, 12)
            self.assertEqual((row["msd.y"], row["grains"]), (0.0, SIDE * SIDE))
        half = self.table("msd", "--since", END / 2, "--at", END)
        self.assertAlmostEqual(half[0]["msd"], mean_square * (END / 2) ** 2, 12)

    def test_a_profile_has_the_velocity_of_each_row(self):
        rows = self.table("profile", "--axis", "y", "--bins", SIDE)
        mass = DENSITY * math.pi * RADIUS**2
        for j, row in enumerate(rows):
            self.assertEqual(row["count"], SIDE)
            self.assertAlmostEqual(row["mass"], SIDE * mass, 9)
            self.assertAlmostEqual(row["velocity.x"], RATE * APART * j, 6)
            self.assertAlmostEqual(row["granular_temperature"], 0.0, 12)
        across = self.table("profile", "--axis", "1,1", "--bins", 7)
        self.assertEqual(sum(row["count"] for row in across), SIDE * SIDE)

    def test_the_strain_is_that_of_simple_shear(self):
        shear = RATE * END
        for row in self.table("strain"):
            self.assertAlmostEqual(row["volumetric"], 0.0, 10)
            self.assertAlmostEqual(row["shear"], 2.0 * math.asinh(shear / 2.0), 10)
            self.assertAlmostEqual(row["rotation"], -math.atan(shear / 2.0), 10)

    def test_fluctuations_are_those_of_the_rows(self):
        speeds = [RATE * APART * j for j in range(SIDE)]
        variance = sum((v - sum(speeds) / SIDE) ** 2 for v in speeds) / SIDE
        row = self.table("stress", "--at", 0)[0]
        volume = (APART * (SIDE - 1) + 2.0 * RADIUS) ** 2
        self.assertAlmostEqual(row["volume"], volume, 12)
        self.assertAlmostEqual(row["solid_fraction"], SIDE**2 * math.pi * RADIUS**2 / volume, 12)
        self.assertAlmostEqual(row["granular_temperature"], variance / 2.0, 6)
        self.assertAlmostEqual(row["kinetic_stress.xx"] / (SIDE**2 * DENSITY * math.pi * RADIUS**2 * variance / volume), 1.0, 6)
        self.assertEqual((row["stress.xx"], row["kinetic_stress.yy"]), (0.0, 0.0))
        quarter = self.table("stress", "--at", 0, "--region", f'type = "box", min = [0, 0], max = [{APART}, {APART}]')[0]
        self.assertAlmostEqual(quarter["solid_fraction"], math.pi * RADIUS**2 / APART**2, 12)  # a quarter of four disks

    def test_pairs_are_at_the_distances_of_the_lattice(self):
        rows = self.table("gr", "--at", 0, "--farthest", 1.5 * APART, "--bins", 30)
        peaks = [row["r"] for row in rows if row["g"] > 0.0]
        self.assertEqual(len(peaks), 2)
        self.assertAlmostEqual(peaks[0], APART, delta=1.5 * APART / 30)
        self.assertAlmostEqual(peaks[1], math.sqrt(2.0) * APART, delta=1.5 * APART / 30)

    def test_rooms_within_the_lattice_are_its_squares(self):
        inner = [row for row in self.table("voronoi", "--at", 0) if row["neighbours"] >= 4 and 0.1 < row["x"] < 1.1 and 0.1 < row["y"] < 1.1]
        self.assertEqual(len(inner), (SIDE - 2) ** 2)
        for row in inner:
            self.assertAlmostEqual(row["volume"], APART**2, 12)
            self.assertAlmostEqual(row["solid_fraction"], math.pi * RADIUS**2 / APART**2, 12)

    def test_nothing_depends_on_where_the_lattice_is(self):
        for what in ("msd", "profile", "strain", "stress", "gr", "sq", "voronoi", "displacement", "mixing"):
            for here, there in zip(self.table(what), self.table(what, run="moved"), strict=True):
                for key in set(here) - {"x", "y", "cells", "neighbours"}:
                    if not math.isnan(here[key]):
                        self.assertAlmostEqual(here[key], there[key], 6, f"{what} {key}")

    def test_a_field_of_one_value_has_the_colour_of_that_value(self):
        """Nobody touches: the stress is zero everywhere, and drawn as the low end of the bar."""
        result = self.call("measure", "run", "--what", "field", "--column", "stress.xx", "--out", "field.svg")
        self.assertEqual(result.returncode, 0, result.stderr)
        svg = (self.folder / "field.svg").read_text()
        colours = re.findall(r'<polygon [^>]*fill="(#\w+)"', svg)
        self.assertNotIn("#000000", colours)
        self.assertNotRegex(svg, "nan|inf")

    def test_what_would_not_fit_into_memory_is_refused_at_once(self):
        for words, option in ((["field", "--spacing", "1e-9"], "--spacing"), (["field", "--width", "1e-300"], "--spacing"), (["sq", "--farthest", "1e12"], "sq")):
            result = self.call("measure", "run", "--what", *words, "--out", "huge.csv")
            self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
            self.assertTrue(result.stderr.startswith(option + ": "), result.stderr)
            self.assertFalse((self.folder / "huge.csv").exists())


if __name__ == "__main__":
    unittest.main()
