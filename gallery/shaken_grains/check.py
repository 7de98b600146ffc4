"""The large disk comes up, grains go down at the sides. tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

SCENE = pathlib.Path(__file__).parent / "scene.toml"
SMALL = {"variables.n": 120, "variables.w": 0.08, "time.duration": 1.5}


def check(lab, small):
    out = lab.folder / "run"
    run = drystone.run(str(SCENE), out=str(out), set=SMALL if small else {}, force=True, quiet=True, report=False)
    lab.says("steps that did not converge", 0, run.summary["steps_not_converged"])
    energy = run.probe("all")
    lab.value("what the energy balance lacks, in the work of the box", 0.0, float(np.abs(energy["balance_error"]).max() / np.abs(energy["work"]).max()), abs=1e-9)
    large = run.probe("large")
    rise = float(large["position"][-1, 1] - large["position"][0, 1])
    lab.between("the large disk came up by", 0.003 if small else 0.03, 0.15, rise, "m")
    if small:
        return
    frames, half = run.frames, 0.08
    first, last = frames.at(1.0).positions, frames.at(5.0).positions  # a whole number of shakes apart
    grains = np.array([name.startswith("small.") for name in run.bodies["name"]])
    side = grains & (np.abs(first[:, 0]) > half - 0.012) & (first[:, 1] > 0.02)
    middle = grains & (np.abs(first[:, 0]) < 0.03) & (first[:, 1] < 0.05)
    down, up = (float((last - first)[who, 1].mean()) for who in (side, middle))
    lab.between("grains at the sides went up by", -0.15, 0.0, down, "m")
    lab.between("grains low in the middle went up by", 0.0, 0.15, up, "m")
    lab.curves("height of the large disk", {"y": (large["time"], large["position"][:, 1])}, "t [s]", "y [m]")
    lab.picture("at the end", out)
