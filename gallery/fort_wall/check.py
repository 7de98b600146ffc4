"""Asserts how strong the mortar of the wall has to be; tools/validate.py runs it."""
import pathlib
import warnings

import drystone
import numpy as np

SCENE = pathlib.Path(__file__).parent / "scene.toml"
FALLS, STANDS = (3e3, 5e3), (3e4, 1e5)


def run_with(lab, strength, until):
    """The leaves' bulging [m] and the run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # rubble overlaps by some micrometres, as it was poured
        run = drystone.run(str(SCENE), out=str(lab.folder / f"{strength:g}"), set={"variables.strength": strength, "time.duration": until, "output.frames_every": 0.05},
                           threads=1, force=True, quiet=True, report=False)
    lab.says(f"mortar of {strength:g} Pa: steps that did not converge", 0, run.summary["steps_not_converged"])
    energy = run.probe("all")
    turned = abs(run.summary["energy"]["dissipated"]) + run.summary["energy"]["kinetic"]
    lab.value(f"mortar of {strength:g} Pa: what the energy balance lacks", 0.0, float(np.abs(energy["balance_error"]).max() / max(turned, 1.0)), abs=1e-8)
    left, right = run.probe("left")["position.x"], run.probe("right")["position.x"]
    return float(left[0] - left[-1]), float(right[-1] - right[0]), run


def weight_on_the_ground(lab):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        world = drystone.load(str(SCENE), set={"variables.strength": 1e5, "solver.tolerance": 1e-8, "solver.threads": 1})
    lab.converged(world.step(20))
    weight = 9.81 * world.masses[~world.fixed].sum()
    lab.value("strong mortar: what the ground carries", weight, -float(world.measure("contact_force", "ground")[1]), rel=1e-4, unit="N/m")


def least_mortar(lab, density):
    """Cohesion [Pa] below which no forces within the joints' strengths hold the wall."""
    heavy = [word for stone in ("stone", "rubble") for word in ("--set", f"materials.{stone}.density={density}")]
    return lab.limit_of(lab.asked("limit", SCENE, "--vary", "variables.strength=5e3:1e4", "--to", "0.01", "--threads", "1", *heavy))


def check(lab, small):
    until = 0.2 if small else 0.5
    weight_on_the_ground(lab)
    limit = least_mortar(lab, 2500.0)
    lab.value("mortar without which no forces hold it", 6820.0, limit, rel=0.02, unit="Pa")
    if not small:
        lab.value("stones 1.2 times as heavy: mortar 1.2 times as strong, for weights and strengths are all there is", 1.2, least_mortar(lab, 3000.0) / limit, rel=0.015)
    falls, stands = (FALLS[:1], STANDS[:1]) if small else (FALLS, STANDS)
    for strength in falls:
        left, right, run = run_with(lab, strength, until)
        lab.between(f"mortar of {strength:g} Pa: the leaves part by", 0.02 if small else 0.1, 2.0, left + right, unit="m")
    lab.picture(f"mortar of {falls[0]:g} Pa: the core pushes the leaves over", lab.folder / f"{falls[0]:g}", "--colour", "displacement")
    for strength in stands:
        left, right, run = run_with(lab, strength, until)
        lab.value(f"mortar of {strength:g} Pa: the leaves part by", 0.0, left + right, abs=1e-5, unit="m")
    if not small:
        strengths = np.array([7e3, 1e4, 1.4e4, 2e4, 2.8e4])
        parted = [sum(run_with(lab, strength, until)[:2]) for strength in strengths]
        first = strengths[np.array(parted) < 1e-3].min()
        lab.between("weakest mortar of the study that holds, joints breaking one after the other: of that of all at once", 1.0, 5.0, float(first / limit))
        lab.curves("how far the leaves part in half a second", {"found": (strengths, parted), "parted": (strengths, parted)}, "cohesion of the mortar [Pa]", "[m]")
