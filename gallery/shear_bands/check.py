"""Stress and strain of a tall packing, and where its grains are sheared. tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np
from drystone import measure

SCENE = pathlib.Path(__file__).parent / "scene.toml"
ANGLES = np.arange(2.5, 90.0, 5.0)  # [degrees] against the horizontal


def sheared(folder, begin, end):
    """Places and shear of the grains between two moments."""
    table = measure.strain(measure.Grains.of_run(str(folder), begin), measure.Grains.of_run(str(folder), end))
    return np.column_stack([table["x"], table["y"]]), table["shear"]


def share_of_half(shear):
    """The part of the grains that has half of the shear, those with most of it first: a half if all are sheared alike."""
    falling = np.sort(shear)[::-1]
    return float(np.searchsorted(np.cumsum(falling), 0.5 * falling.sum()) + 1) / len(falling)


def likeness(places, shear, near, far):
    """Correlation of the shear of two grains by the direction from one to the other, to the left or to the right alike, over distances from near to far."""
    apart = places[:, None] - places[None, :]
    distance = np.hypot(apart[..., 0], apart[..., 1])
    one, other = np.nonzero(np.triu((distance > near) & (distance < far)))
    angle = np.degrees(np.arctan2(np.abs(apart[one, other, 1]), np.abs(apart[one, other, 0])))
    less = shear - shear.mean()
    bins = np.minimum((angle / 5.0).astype(int), 17)
    return np.bincount(bins, less[one] * less[other], 18) / np.bincount(bins, minlength=18) / (less ** 2).mean()


def check(lab, small):
    out = lab.folder / "run"
    run = drystone.run(str(SCENE), out=str(out), set={"variables.n": 100, "stages.1.duration": 0.03} if small else {}, force=True, quiet=True, report=False)
    lab.says("steps that did not converge", 0, run.summary["steps_not_converged"])
    top, bottom, left, energy = (run.probe(name) for name in ("top", "bottom", "left", "all"))
    begin = run.summary["stages"][1]["begin"]
    time, deform = top["time"], top["time"] > begin + 0.005
    height = top["position"][:, 1] - bottom["position"][:, 1]
    strain = 1.0 - height / height[time <= begin + 1e-9][-1]
    ratio = 0.5 * (top["face_stress"] + bottom["face_stress"]) / 1e5
    lab.value("load of the vertical walls: mean", 1e5, float(left["stress"][deform].mean()), rel=0.01, unit="Pa")
    lab.value("what the energy balance lacks, in the work of the walls", 0.0, float(np.abs(energy["balance_error"]).max() / np.abs(energy["work"]).max()), abs=1e-9)
    if small:
        return
    smooth = np.convolve(ratio[deform], np.ones(15) / 15, "valid")
    peak = float(smooth.max())
    lab.between("stress ratio at its peak", 1.8, 3.0, peak)
    friction = float(np.degrees(np.arcsin((peak - 1.0) / (peak + 1.0))))
    moment = lambda e: float(time[np.argmax(strain >= e)])
    places, shear = sheared(out, moment(0.05), moment(0.1))
    lab.between("part of the grains that has half of the shear from 5 to 10 %", 0.1, 0.3, share_of_half(shear))
    lab.between("shear of the most sheared tenth of the grains, in the mean of all", 2.5, 8.0, float(np.sort(shear)[-len(shear) // 10:].mean() / shear.mean()))
    along = likeness(places, shear, 0.04, 0.15)
    lab.between(f"direction along which grains are sheared alike (by Coulomb {45 + friction / 2:.1f}, by Roscoe, without dilation, 45)", 40.0, 65.0,
                float(ANGLES[along.argmax()]), unit="degrees")
    lab.between("likeness that way, less that along and across", 0.02, 1.0, float(along.max() - max(along[0], along[-1])))
    lab.curves("stress on the horizontal walls", {"sigma_1 / sigma_3": (100 * strain[deform], ratio[deform])}, "strain [%]", "")
    lab.curves("likeness of the shear of two grains 4 to 15 diameters apart", {"correlation": (ANGLES, along)}, "direction from one to the other [degrees]", "")
    table = lab.folder / "strain.csv"
    lab.command("measure", out, "--what", "strain", "--since", moment(0.05), "--at", moment(0.1), "--out", table)
    lab.picture("shear of the grains from 5 to 10 % of strain", out, "--frame", str(moment(0.1)), "--colour-from", f"{table}:shear", "--range", "0.8")
