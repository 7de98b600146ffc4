"""Strong and weak contacts under isotropic and deviatoric load. tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

SCENE = pathlib.Path(__file__).resolve().parents[2] / "examples/force_networks.toml"
LOADS = {"cell.control.yy.stress.points": [[0.0, 1000.0], [0.6, 1000.0], [1.2, 1500.0]], "time.duration": 1.2, "generate.0.count": 60,
         "cell.size": [0.225, 0.225], "generate.0.inside.max": [0.225, 0.225]}


def check(lab, small):
    out = lab.folder / "run"
    run = drystone.run(str(SCENE), out=str(out), set=LOADS if small else {}, force=True, quiet=True, report=False)
    lab.says("steps that did not converge", 0, run.summary["steps_not_converged"])
    cell = run.probe("cell")
    last = slice(-10, None)
    mean = lambda name: float(cell[name][last].mean())
    difference = mean("cell.stress.yy") - mean("cell.stress.xx")
    strong = mean("cell.strong_stress.yy") - mean("cell.strong_stress.xx")
    lab.between("of the difference of stresses, strong contacts bear", 0.7, 1.4, strong / difference)
    pressure = mean("cell.stress.yy") + mean("cell.stress.xx")
    weak = mean("cell.weak_stress.yy") + mean("cell.weak_stress.xx")
    lab.between("of the pressure, weak contacts bear", 0.1, 0.45, weak / pressure)
    for axis in ("xx", "yy", "xy"):
        parts = cell[f"cell.strong_stress.{axis}"] + cell[f"cell.weak_stress.{axis}"]
        lab.value(f"strong and weak together are the stress of the contacts, {axis}", 0.0, float(np.abs(parts - cell[f"cell.stress.{axis}"])[last].max() / pressure), abs=1e-3)
    if not small:
        lab.curves("strong and weak stresses", {f"{kind} {axis}": (cell["time"], cell[f"cell.{kind}_stress.{axis}"]) for kind in ("strong", "weak") for axis in ("xx", "yy")}, "t [s]", "Pa")
        lab.picture("contact forces under the deviator", out, "--forces")
