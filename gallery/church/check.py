"""Asserts what can be known of the parts of the church; tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

FOLDER = pathlib.Path(__file__).parent
GROUND = {"facade": ("part.base",), "tower": ("ground",), "apse": ("part.base", "part.front")}
HALF_WIDTH = {"facade": 0.4, "tower": 2.0}  # of the foot, along the shaking
STRONG = {"facade": (8.0, 4.0), "tower": (10.0, 4.0), "apse": (8.0, 2.5)}  # largest acceleration [m/s2], seconds
WEAK = {"facade": ("part.7", "part.8", "part.9", "part.lintel.1"), "tower": ("tower.10", "tower.11", "tower.12", "tower.13"), "apse": ("part.dome.0", "part.dome.1")}


def begins(name, parts):
    return any(name == part or name.startswith(part + ".") for part in parts)


def weigh(lab, part):
    """Weight on the ground; returns what the part bears sideways, of its weight, if it topples in one piece about the edge of its foot."""
    world = drystone.load(str(FOLDER / f"{part}.toml"), set={"drives.0.scale": 0.0, "solver.tolerance": 1e-9, "solver.threads": 1})
    lab.converged(world.step(2))
    ground = np.array([begins(name, GROUND[part]) for name in world.names])
    weight = 9.81 * world.masses[~ground].sum()
    carried = -sum(float(world.measure("contact_force", world.names[i])[2]) for i in np.flatnonzero(ground))
    lab.value(f"{part}: weight on the ground", weight, carried, rel=1e-6, unit="N")
    return HALF_WIDTH.get(part, 0.0) / np.average(world.positions[~ground, 2], weights=world.masses[~ground])


def topples(lab, part, in_one_piece):
    """In one piece is a mechanism, so that it bears no more than that; less where stones of the rear stay behind."""
    share = lab.asked("limit", FOLDER / f"{part}.toml", "--threads", "1")["multiplier"]
    if part == "facade":
        lab.value("facade: share of its weight that it bears sideways: topples in one piece", float(in_one_piece), share, rel=1e-5)
    else:
        lab.between(f"{part}: share of its weight that it bears sideways, up to where it topples in one piece", 0.9 * in_one_piece, float(in_one_piece), share)


def shaken(lab, part, scale, until):
    run = drystone.run(str(FOLDER / f"{part}.toml"), out=str(lab.folder / part), set={"drives.0.scale": scale, "time.duration": until}, threads=1, force=True, quiet=True, report=False)
    lab.says(f"{part}: steps that did not converge", 0, run.summary["steps_not_converged"])
    energy = run.probe("energy")
    lab.value(f"{part}: what the energy balance lacks, in the work of the ground", 0.0, float(np.abs(energy["balance_error"]).max() / np.abs(energy["work"]).max()), abs=1e-6)
    return run


def moved(run, part):
    """Names and displacements against the ground [m], the largest first."""
    names = [str(name) for name in run.bodies["name"]]
    base = next(i for i, name in enumerate(names) if begins(name, GROUND[part]))
    first, last = run.frames[0].positions, run.frames[-1].positions
    far = np.linalg.norm((last - last[base]) - (first - first[base]), axis=1)
    return [(names[i], float(far[i])) for i in np.argsort(-far)]


def record_is_as_told(lab):
    import importlib.util

    spec = importlib.util.spec_from_file_location("church_record", FOLDER / "record.py")
    record = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(record)
    stored = np.loadtxt(FOLDER / "record.csv", delimiter=",", skiprows=2)
    lab.value("record.csv is what record.py makes: largest difference", 0.0, float(np.abs(stored[:, 1] - record.made()[1]).max()), abs=1e-5, unit="of 1 m/s2")


def check(lab, small):
    record_is_as_told(lab)
    for part in GROUND:
        expected = weigh(lab, part)
        if part in HALF_WIDTH:
            topples(lab, part, expected)
    if small:
        run = shaken(lab, "facade", 0.8, 1.5)
        lab.value("facade, 0.8 m/s2, less than it bears: largest displacement", 0.0, moved(run, "facade")[0][1], abs=5e-4, unit="m")
        return
    for part, (scale, until) in STRONG.items():
        run = shaken(lab, part, scale, until)
        stones = moved(run, part)
        lab.between(f"{part}, {scale:g} m/s2: largest displacement", 0.03, 1.0, stones[0][1], unit="m")
        lab.says(f"{part}: the three that moved most are of {', '.join(WEAK[part])}", True, all(begins(name, WEAK[part]) for name, _ in stones[:3]))
        lab.picture(f"{part} after {until:g} s", run.folder, "--colour", "displacement")
