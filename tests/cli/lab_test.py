#!/usr/bin/env python3
"""The granular lab of docs/granular-lab.md, small: the examples with fewer grains, through the same commands and the same script, with numbers
asserted. DRYSTONE_LAB=full runs them as they stand (nightly), against the numbers of the page."""
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))
FULL = os.environ.get("DRYSTONE_LAB") == "full"
sys.path.insert(0, str(ROOT / "examples/python"))
import lab  # noqa: E402


class Lab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    def drystone(self, *arguments):
        result = subprocess.run([DRYSTONE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=10000 if FULL else 120)
        self.assertEqual(result.returncode, 0, f"{arguments}\n{result.stdout}{result.stderr}")
        return self.folder / arguments[arguments.index("--out") + 1]

    def sets(self, fewer):
        return [] if FULL else [word for key, value in fewer.items() for word in ("--set", f"{key}={value}")]

    def run_example(self, name, **fewer):
        keys = {key.replace("__", "."): value for key, value in fewer.items()}
        return self.drystone("run", ROOT / f"examples/{name}.toml", "--out", name, "--quiet", "--no-report", *self.sets(keys))

    def study(self, name, vary, few, **fewer):
        keys = {key.replace("__", "."): value for key, value in fewer.items()}
        return self.drystone("study", ROOT / f"examples/{name}.toml", "--vary", vary if FULL else few, "--out", name, "--quiet", "--no-report",
                             *self.sets(keys))

    def assert_converged(self, folder):
        for run in lab.runs(folder):
            self.assertEqual(lab.summary(run)["steps_not_converged"], 0)
            self.assertLess(abs(lab.summary(run)["energy"]["balance_error_relative"]), 1e-8)

    def test_silo(self):
        folder = self.study("silo", "variables.w=0.012,0.028,0.034,0.04,0.046,0.052", "variables.w=0.006,0.04", sources__pour__count=350,
                            stages__0__until__above=349, stages__2__until__above=230, stages__1__until__at_most=0.2, stages__2__until__at_most=0.5)
        self.assert_converged(folder)
        widths, rates = lab.table(folder / "table.csv")["variables.w"], [lab.flow_rate(run) for run in lab.runs(folder)]
        self.assertEqual(rates[0], 0.0)
        for w, q in list(zip(widths, rates))[1:]:                       # C rho sqrt(g) (w - 1.4 d)^(3/2): C is 0.5 to 1.1 in the literature
            self.assertTrue(0.45 < q / (0.8 * 2600.0 * math.sqrt(9.81) * (w - 1.4 * lab.GRAIN) ** 1.5) < 1.3, (w, q))
        if FULL:
            found = lab.silo(folder, 1.5)
            self.assertLess(found["worst"], 0.1)
            self.assertTrue(1.3 < found["exponent"] < 1.7, found)

    def test_silo_of_spheres(self):
        folder = self.study("silo_3d", "variables.w=0.008,0.018,0.021,0.024,0.027,0.03", "variables.w=0.006,0.03", sources__pour__count=500, variables__b=0.04,
                            stages__0__until__above=499, stages__1__until__at_most=0.05, stages__2__until__above=330, stages__2__until__at_most=0.3)
        self.assert_converged(folder)
        widths, rates = lab.table(folder / "table.csv")["variables.w"], [lab.flow_rate(run) for run in lab.runs(folder)]
        self.assertEqual(rates[0], 0.0)
        for w, q in list(zip(widths, rates))[1:]:
            self.assertTrue(0.35 < q / (0.6 * 2600.0 * math.sqrt(9.81) * (w - 1.4 * lab.GRAIN) ** 2.5) < 1.3, (w, q))
        if FULL:
            found = lab.silo(folder, 2.5)
            self.assertLess(found["worst"], 0.15)
            self.assertTrue(2.2 < found["exponent"] < 2.8, found)

    def test_hourglass(self):
        for name, fewer in (("hourglass", {"generate__0__count": 200}), ("hourglass_3d", {"sources__grains__count": 250})):
            if not FULL:
                fewer.update({"stages__0__until__below": 41, "stages__1__until__below": 41})
            folder = self.run_example(name, **fewer)
            self.assert_converged(folder)
            self.assertEqual([one["ended"] for one in lab.summary(folder)["stages"]], ["condition", "condition"])
            (early, late, _), (back, later, _) = lab.hourglass(folder)
            if FULL:                                                     # as much sand in the second half as in the first, and back as down
                most = 0.2 if name == "hourglass" else 0.5               # the spheres are few
                for rate in (late, back, later):
                    self.assertLess(abs(rate / early - 1), most, (early, late, back, later))
            self.assertTrue(0.4 < (back + later) / (early + late) < 2.5, (early, late, back, later))

    def test_pile(self):
        fewer = {"sources__pour__count": 150, "stages__0__until__above": 149, "stages__0__until__at_most": 2.0, "stages__1__until__at_most": 0.6,
                 "stages__1__until__below": 0.5}
        folder = self.study("pile", "solver.seed=1:10:10", "solver.seed=1,2", **fewer)
        self.assert_converged(folder)
        piles = [lab.pile(run) for run in lab.runs(folder)]
        angles = [angle for one in piles for angle in one["angles"]]
        self.assertTrue((8 if FULL else 3) < statistics.mean(angles) < 30, angles)  # 150 grains lie flat: 4 to 14 degrees a side over twelve seeds
        for run, one in zip(lab.runs(folder), piles):                    # the ground carries the pile
            bodies = lab.table(run / "bodies.csv")
            weight = sum(9.81 * 2600.0 * math.pi * r * r for name, r in zip(bodies["name"], bodies["radius"]) if name.startswith("pour."))
            carried = sum(one["pressure"]) * one["half"] / 8
            self.assertTrue(0.85 < carried / weight < 1.1, (carried, weight))
            self.assertLess(one["cut"], 0.0)                             # the right half pushes the left one to the left
        self.assertNotEqual(piles[0]["angles"], piles[1]["angles"])
        if FULL:
            self.assertLess(statistics.pstdev(angles), 3.0)

    def test_collapse(self):
        folder = self.study("column_collapse", "variables.n=75,150,300,600,1200,2400", "variables.n=60,180", stages__0__until__at_most=0.3,
                            stages__1__duration=0.5)
        self.assert_converged(folder)
        found = lab.collapse(folder)
        self.assertTrue(all(a > b for (a, _), (b, _) in zip(found[1:], found)))
        self.assertTrue(all(a > b for (_, a), (_, b) in zip(found[1:], found)))
        for a, runout in found:                                          # Staron and Hinch: 2.5 a, then 3.25 a^0.7 of the farthest grain
            self.assertLess(runout, 3.3 * max(a, a ** 0.7), found)
        if FULL:                                                         # slower than in proportion for tall columns
            (a, r), (b, s) = found[-2:]
            self.assertTrue(0.5 < math.log(s / r) / math.log(b / a) < 0.95, found)

    def test_biaxial(self):
        folder = self.run_example("biaxial", variables__n=60, stages__0__until__at_most=0.1, stages__1__duration=0.2)
        self.assert_converged(folder)
        left = lab.table(folder / "probes/left.csv")["stress"][-20:]
        self.assertLess(abs(statistics.mean(left) / 1e4 - 1), 0.03)
        rows = lab.biaxial(folder)
        strength = statistics.mean(q for _, q, _ in rows[-len(rows) // 3:])
        self.assertTrue(0.12 < strength < 0.55, rows)
        if FULL:
            self.assertGreater(rows[-1][2], min(v for _, _, v in rows) + 0.005)      # it dilates
        self.drystone("measure", "biaxial", "--what", "strain", "--since", lab.summary(folder)["stages"][1]["begin"], "--out", "strain.csv")
        shear = lab.table(self.folder / "strain.csv")["shear"]
        self.assertGreater(max(shear), 2 * statistics.median(shear))                  # it is not the same everywhere

    def test_triaxial(self):
        folder = self.run_example("triaxial", variables__n=120, stages__0__until__at_most=0.06, stages__1__duration=0.06)
        self.assert_converged(folder)
        rows = lab.triaxial(folder)
        self.assertTrue(0.4 < statistics.mean(q for _, q, _ in rows[-len(rows) // 3:]) < 1.6, rows)
        foil = lab.table(folder / "probes/foil.csv")
        self.assertLess(foil["volume"][-1], foil["volume"][0])

    def test_segregation(self):
        folder = self.run_example("segregation", time__duration=0.5, generate__0__count=120)
        self.drystone("measure", "segregation", "--what", "mixing", "--by", "radius", "--out", "mixing.csv")
        mixing = lab.table(self.folder / "mixing.csv")["mixing"]
        self.assertTrue(all(-0.5 < m < 1.6 for m in mixing), mixing)
        self.assert_converged(folder)
        if FULL:
            self.assertLess(statistics.mean(mixing[-10:]), statistics.mean(mixing[:5]) - 0.1)


if __name__ == "__main__":
    unittest.main()
