"""Asserts what can be known of the column; tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

SCENE = pathlib.Path(__file__).parent / "scene.toml"
MIRROR = {"drives.0.motion.semi_axes": [[0.5, -0.1, -0.08], [-0.05, -0.3, 0.12]]}


def weights_above(lab):
    world = drystone.load(str(SCENE), set={"drives.0.motion.start": 50.0, "drives.0.motion.stop": 51.0, "solver.tolerance": 1e-10})
    world.step(2)
    pieces = ["column.base", *(f"column.drum.{k}" for k in range(10)), "capital"]
    for k in range(1, len(pieces)):
        above = sum(world.masses[world.body(name)] for name in pieces[k:]) * 9.81
        lab.value(f"joint below {pieces[k]}: force", above, float(world.measure("force", between=(pieces[k - 1], pieces[k]))[2]), rel=1e-7, unit="N")


def check(lab, small):
    weights_above(lab)
    end = 0.15 if small else 2.5
    out = lab.folder / "run"
    run = drystone.run(str(SCENE), out=str(out), set={"time.duration": end, "output.frames_every": 0.05}, force=True, quiet=True, report=False)
    lab.says("steps that did not converge", 0, run.summary["steps_not_converged"])
    energy = run.probe("energy")
    scale = float(np.abs(energy["work"]).max())
    lab.value("what the energy balance lacks, in the work of the ground", 0.0, float(np.abs(energy["balance_error"]).max()) / scale, abs=1e-9)
    mirrored = drystone.run(str(SCENE), out=str(lab.folder / "mirrored"), set={"time.duration": 0.15, **MIRROR}, force=True, quiet=True, report=False)
    one, other = run.probe("capital")["position"], mirrored.probe("capital")["position"]
    rows = min(len(one), len(other))
    apart = np.abs(one[:rows] * [1, -1, 1] - other[:rows]).max()
    lab.value("capital, moved as in a mirror: largest difference in 0.15 s", 0.0, float(apart), abs=1e-4, unit="m")
    lab.picture("the column at the end", out, "--view", "-3,-6,1")
    if not small:
        lab.curves("the capital", {"x": (run.probe("capital")["time"], one[:, 0]), "y": (run.probe("capital")["time"], one[:, 1])}, "t [s]", "place [m]")
