"""Asserts what can be known of the arena's front; tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

BAY, RING = (pathlib.Path(__file__).parent / name for name in ("bay.toml", "ring.toml"))
DEPTH = 1.8
STILL = {f"drives.{k}.amplitude": 0.0 for k in range(2)}
STILL_BAY = {**STILL, "drives.2.amplitude": 0.0}
DEFORMABLE = {"generate.0.deformable": "uniform", "time.quasistatic": True, "time.step": 0.05, "time.duration": 1.0, "solver.tolerance": 1e-9}


def is_ground(name):
    return "foundation" in name


def weigh(lab, what, scene, set, steps):
    """Weight on the foundations; returns the world."""
    world = drystone.load(str(scene), set={"solver.tolerance": 1e-9, "solver.threads": 1, **set})
    lab.converged(world.step(steps))
    ground = np.array([is_ground(name) for name in world.names])
    up = world.positions.shape[1] - 1
    weight = 9.81 * world.masses[~ground].sum()
    carried = -sum(float(world.measure("contact_force", world.names[i])[up]) for i in np.flatnonzero(ground))
    lab.value(f"{what}: weight on the foundations", weight, carried, rel=1e-6, unit="N")
    return world


def limits(lab, world):
    """Of the ring outwards: the middle bay topples in one piece, half its depth over the height of its centre."""
    middle = [i for i, name in enumerate(world.names) if name.startswith("middle.") and not is_ground(name)]
    height = np.average(world.positions[middle, 2], weights=world.masses[middle])
    outwards = lab.asked("limit", RING, "--threads", "1")["multiplier"]
    along = lab.asked("limit", BAY, "--threads", "1")["multiplier"]
    lab.value("ring, outwards: share of its weight that it bears: a bay topples in one piece", float(0.5 * DEPTH / height), outwards, rel=1e-5)
    lab.value("bay, along the front: share of its weight that it bears", 0.1304, along, rel=1e-2)


def shaken(lab, what, scene, set):
    out = lab.folder / what
    run = drystone.run(str(scene), out=str(out), set=set, threads=1, force=True, quiet=True, report=False)
    lab.says(f"{what}: steps that did not converge", 0, run.summary["steps_not_converged"])
    energy = run.probe("energy")
    lab.value(f"{what}: what the energy balance lacks, in the work of the ground", 0.0, float(np.abs(energy["balance_error"]).max() / np.abs(energy["work"]).max()), abs=1e-6)
    names, first, last = [str(name) for name in run.bodies["name"]], run.frames[0].positions, run.frames[-1].positions
    base = next(i for i, name in enumerate(names) if is_ground(name))
    far = np.linalg.norm((last - last[base]) - (first - first[base]), axis=1)
    joints = run.frames[-1].joints()
    widest = int(np.argmax(joints["opening"]))
    return run, [(names[i], float(far[i])) for i in np.argsort(-far)], [names[i] for i in joints["bodies"][widest]], float(joints["opening"][widest])


def check(lab, small):
    weigh(lab, "bay, rigid", BAY, STILL_BAY, 2)
    weigh(lab, "bay, of uniform strain", BAY, {**STILL_BAY, **DEFORMABLE}, 5 if small else 20)
    limits(lab, weigh(lab, "ring", RING, STILL, 2))
    if small:
        calm = {"drives.0.amplitude": 0.6, "drives.1.amplitude": 0.3, "drives.2.amplitude": 0.1, "time.duration": 0.5, "solver.tolerance": 1e-8}
        _, far, _, _ = shaken(lab, "bay", BAY, calm)
        lab.value("bay, shaken by less than it bears: largest displacement", 0.0, far[0][1], abs=5e-4, unit="m")
        return
    run, far, stones, opening = shaken(lab, "bay", BAY, {})
    lab.between("bay: largest displacement", 0.05, 0.3, far[0][1], unit="m")
    lab.says("bay: the ten stones that moved most are of the upper storey", True, all(".storey1." in name for name, _ in far[:10]))
    lab.between("bay: widest joint", 0.02, 0.3, opening, unit="m")
    lab.says("bay: the widest joint is in the upper storey", True, all(".storey1." in name for name in stones))
    lab.picture("cracks of the bay", run.folder, "--cracks")
    run, far, stones, opening = shaken(lab, "ring", RING, {})
    lab.between("ring: largest displacement", 0.005, 0.2, far[0][1], unit="m")
    lab.says("ring: the five stones that moved most are of the upper storey", True, all(".storey1." in name for name, _ in far[:5]))
    lab.picture("the ring, by displacement", run.folder, "--colour", "displacement")
