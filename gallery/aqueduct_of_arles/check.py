"""Asserts what can be known of the aqueduct; tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

SCENE = pathlib.Path(__file__).parent / "scene.toml"
DENSITY, DEPTH, G, FOUNDATIONS = 2400.0, 2.2, 9.81, 4
STILL = {"drives.0.amplitude": 0.0, "drives.1.amplitude": 0.0}


def own_weight(lab):
    """Returns the multiplier at which all of it would topple across as one piece, about the edge of its piers: half the depth over the height of its centre."""
    world = drystone.load(str(SCENE), set={**STILL, "solver.tolerance": 1e-10, "solver.threads": 1})
    lab.converged(world.step(3))
    free = ~world.fixed & (world.masses > 0) & np.array(["foundation" not in name for name in world.names])
    weight = G * world.masses[free].sum()
    forces = [-float(world.measure("contact_force", f"aqueduct.foundation.{k}")[2]) for k in range(FOUNDATIONS)]
    lab.value("weight on the foundations", weight, sum(forces), rel=1e-7, unit="N")
    lab.value("left foundation against right, as far as rigid blocks determine it", forces[0], forces[3], rel=0.03, unit="N")
    heights = world.positions[free, 2]
    return float(0.5 * DEPTH / np.average(heights, weights=world.masses[free]))


def limits(lab, toppling):
    across, along = (lab.asked("limit", SCENE, "--threads", "1", "--set", f"limit.acceleration={a}")["multiplier"] for a in ("[0,9.81,0]", "[9.81,0,0]"))
    lab.value("share of its weight across that it bears: topples in one piece", toppling, across, rel=1e-5)
    lab.between("share of its weight along", 0.1, 0.6, along)
    lab.between("wind across that it bears", 10.0, 15.0, 1e-3 * across * G * DENSITY * DEPTH, unit="kPa")
    return across, along


def shaken(lab, name, along, across, until, **more):
    out = lab.folder / name.replace("/", "_")
    run = drystone.run(str(SCENE), out=str(out), set={"drives.0.amplitude": along, "drives.1.amplitude": across, "time.duration": until, **more},
                       threads=1, force=True, quiet=True, report=False)
    lab.says(f"{name}: steps that did not converge", 0, run.summary["steps_not_converged"])
    energy = run.probe("energy")
    lab.value(f"{name}: what the energy balance lacks, in the work of the ground", 0.0, float(np.abs(energy["balance_error"]).max() / np.abs(energy["work"]).max()), abs=1e-6)
    return run


def openings(run):
    """Of the joints in the last frame [m], widest first."""
    return np.sort(run.frames[-1].joints()["opening"])[::-1]


def check(lab, small):
    across, along = limits(lab, own_weight(lab))
    until = 0.3 if small else 1.0
    calm = shaken(lab, "across, 0.9 of what it bears", 0.0, 0.9 * across * G, until, **{"time.settle": False})
    lab.value("across, 0.9 of what it bears: widest joint", 0.0, float(openings(calm)[0]), abs=1e-4, unit="m")
    rocks = shaken(lab, "across, twice what it bears", 0.0, 2.0 * across * G, 0.3, **{"time.settle": False})
    lab.between("across, twice what it bears: widest joint while it rocks", 5e-3, 0.5, float(openings(rocks)[0]), unit="m")
    if small:
        return
    for amplitude, widest in ((4.0, (0.01, 0.1)), (8.0, (0.03, 0.4))):
        run = shaken(lab, f"{amplitude:g} m/s2 along, 3 across", amplitude, 3.0, 2.5)
        lab.says(f"{amplitude:g} m/s2: it comes to rest", True, run.summary["settle"]["settled"])
        found = openings(run)
        lab.between(f"{amplitude:g} m/s2: widest joint that is left", *widest, float(found[0]), unit="m")
        lab.between(f"{amplitude:g} m/s2: joints left open by more than a millimetre", 20, 80, int((found > 1e-3).sum()))
    lab.picture("cracks that it has left", run.folder, "--cracks", "--view", "-0.5,-3,0.5")
