"""Stress, strain and two fields of displacement. tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np
from drystone import measure

SCENE = pathlib.Path(__file__).parent / "scene.toml"


def residual_field(frames, begin, end, grains):
    """Displacements of the grains between two moments, less the affine part."""
    x, u = frames.at(begin).positions[grains], (frames.at(end).positions - frames.at(begin).positions)[grains]
    basis = np.column_stack([np.ones(len(x)), x])
    return u - basis @ np.linalg.lstsq(basis, u, rcond=None)[0]


def likeness(folder, begin, end):
    """How much alike two grains 4 to 15 diameters apart are sheared, by the direction from one to the other in steps of 10 degrees, -90 to 90 against the horizontal."""
    table = measure.strain(measure.Grains.of_run(str(folder), begin), measure.Grains.of_run(str(folder), end))
    places, less = np.column_stack([table["x"], table["y"]]), table["shear"] - table["shear"].mean()
    apart = places[:, None] - places[None, :]
    distance = np.hypot(apart[..., 0], apart[..., 1])
    one, other = np.nonzero(np.triu((distance > 0.04) & (distance < 0.15)))
    bins = np.minimum((np.degrees(np.arctan2(apart[one, other, 1], apart[one, other, 0])) + 90.0) % 180.0 / 10.0, 17.0).astype(int)
    return np.bincount(bins, less[one] * less[other], 18) / np.bincount(bins, minlength=18) / (less ** 2).mean()


def check(lab, small):
    out = lab.folder / "run"
    run = drystone.run(str(SCENE), out=str(out), set={"variables.n": 80, "stages.1.duration": 0.05} if small else {}, force=True, quiet=True, report=False)
    lab.says("steps that did not converge", 0, run.summary["steps_not_converged"])
    left, right, top, energy = (run.probe(name) for name in ("left", "right", "top", "all"))
    begin = run.summary["stages"][1]["begin"]
    time, deform = left["time"], left["time"] > begin + 0.005
    width = right["position"][:, 0] - left["position"][:, 0]
    strain = 1.0 - width / width[time <= begin + 1e-9][-1]
    sigma_1 = 0.5 * (left["face_stress"] + right["face_stress"])
    ratio = sigma_1 / 1e5
    lab.value("load of the horizontal walls: mean", 1e5, float(top["stress"][deform].mean()), rel=0.01, unit="Pa")
    lab.value("what the energy balance lacks, in the work of the walls", 0.0, float(np.abs(energy["balance_error"]).max() / np.abs(energy["work"]).max()), abs=1e-9)
    lab.between("stress ratio, mean over the last third", 1.3, 3.0, float(ratio[-len(ratio) // 3:].mean()))
    if small:
        return
    moment = lambda e: float(time[np.argmax(strain >= e)])
    grains = np.array([name.startswith("beads.") for name in run.bodies["name"]])
    one, other = (residual_field(run.frames, moment(a), moment(b), grains) for a, b in ((0.02625, 0.0328), (0.04595, 0.0525)))
    alike = float((one * other).sum() / np.sqrt((one ** 2).sum() * (other ** 2).sum()))
    lab.between("likeness of the fields of displacement from 2.625 to 3.28 % and from 4.595 to 5.25 %", -0.5, 0.95, alike)
    angles, curves = np.arange(-85.0, 90.0, 10.0), {}
    for a, b in ((2.625, 3.28), (3.28, 3.938), (3.938, 4.595), (4.595, 5.25)):
        curves[f"{a} to {b} %"] = (angles, likeness(out, moment(a / 100), moment(b / 100)))
        lab.between(f"band from {a} to {b} %: angle against the horizontal, to either side (source: 45)", 25.0, 65.0,
                    abs(float(angles[curves[f"{a} to {b} %"][1].argmax()])), unit="degrees")
    lab.curves("likeness of the shear of two grains", curves, "direction from one to the other [degrees]", "")
    lab.curves("stress on the vertical walls", {"sigma_1 / sigma_2": (100 * strain[deform], ratio[deform])}, "strain [%]", "")
    lab.curves("kinetic energy", {"E": (100 * strain[deform], energy["kinetic_energy"][deform])}, "strain [%]", "J/m")
    lab.picture("turns of the grains since the walls began to move", out, "--colour", "rotation", "--since", str(begin))
