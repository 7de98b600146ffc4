"""Asserts what can be known of the bridge; tools/validate.py runs it."""
import pathlib
import shutil
import sys

import drystone
import numpy as np

FLOOD = pathlib.Path(__file__).parent / "flood.toml"
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES / "python"))
import pont_julien as plane  # noqa: E402 (the example measures the bridge in the plane)

CROWN = ("bridge.arch.1.11", "bridge.arch.1.12")
PIER, WIDTH, SPRINGING, PIERS = 3.0, 4.25, 3.5, 2
WATER = 1000.0 * 9.81  # [N/m3]
SMALL = {"generate.0.voussoirs": 9, "generate.0.block": [4.0, 2.0], "generate.0.pier_courses": 3}
FACTORS = {6.0: 9.28, 10.0: 3.62}  # by a first run, to 1 %


# ---- in the plane, under its own weight ----

def rigid_text():
    lines = (EXAMPLES / "pont_julien.toml").read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith("deformable"))


def greatest_thrust(heights):
    """Of rigid stones: a jack in the joint of the crown takes over the thrust, and presses at one height or another as hard as the bridge can bear [kN/m]."""
    world = drystone.scene(rigid_text())
    world.step()
    centres = [world.positions[world.body(name), 1] for name in CROWN]
    found = []
    for y in np.linspace(min(centres) - 0.45, max(centres) + 0.45, heights):
        jack = "".join(f'\n[[drives]]\nname = "jack.{sign}"\nbody = "{name}"\nforce = [{sign * 1000.0}, 0.0]\ntorque = {-sign * 1000.0 * (y - height)!r}\n'
                       for sign, name, height in zip((-1, 1), CROWN, centres))
        found.append(drystone.scene(rigid_text() + jack + '\n[limit]\ndrives = ["jack.-1", "jack.1"]\n').limit().multiplier)
    return max(found)


def own_weight(lab, kinds):
    from lab import DRYSTONE

    runs = lab.folder / "plane"
    shutil.rmtree(runs, ignore_errors=True)
    runs.mkdir()
    folders = {kind: plane.run(DRYSTONE, kind, runs) for kind in kinds}
    corners = plane.outlines(folders["rigid"])
    found = {kind: plane.measure(folder, corners) for kind, folder in folders.items()}
    most = greatest_thrust(7 if "meshed" in kinds else 3)
    for kind, m in found.items():
        lab.says(f"{kind}: steps that did not converge", 0, m["summary"]["steps_not_converged"])
        lab.value(f"{kind}: reactions over weight, less one", 0.0, m["reaction"], abs=1e-6)
        lab.between(f"{kind}: thrust at the crown, up to the greatest that rigid stones could bear", 0.0, most, 1e-3 * abs(m["thrust"]), unit="kN/m")
    for kind in set(kinds) - {"rigid"}:
        lab.between(f"{kind}: greatest pressure in voussoirs, off the line of the arch", 0.0, 15.0, plane.along_the_arch(found[kind]), unit="degrees")
    if "meshed" in kinds:
        lab.between("meshed: thrust at the crown", 140.0, 165.0, found["meshed"]["thrust"] / 1e3, unit="kN/m")
        lab.between("stresses of rigid stones, off those of meshed ones", 0.0, 45.0, plane.turned(found["meshed"], found["rigid"]), unit="degrees")
        lab.between("stresses of uniform stones, off those of meshed ones", 0.0, 10.0, plane.turned(found["meshed"], found["uniform"]), unit="degrees")
    lab.picture("thrust in the rigid bridge", folders["rigid"], "--thrust")


# ---- in space, in a flood ----

def flooded(set, factor, level=SPRINGING):
    return drystone.load(str(FLOOD), set={"water.pressure.0.factor": factor, "water.level": level, "solver.threads": 1, **set})


def reactions(lab, set):
    """The water reaches the springings: the piers, upright boxes, are all that is in it."""
    world = flooded({"solver.tolerance": 1e-9, **set}, 1.0)
    lab.converged(world.step(2))
    weight = 9.81 * world.masses[~world.fixed].sum()
    ground = -sum(np.array(world.measure("contact_force", world.names[i])) for i in np.flatnonzero(world.fixed))
    lab.value("reactions: weight less that of the water in the place of the piers", weight - WATER * PIERS * PIER * WIDTH * SPRINGING, float(ground[2]), rel=1e-6, unit="N")
    lab.value("reactions across: the water's pressure on the piers", 0.5 * WATER * SPRINGING**2 * PIER * PIERS, float(abs(ground[1])), rel=1e-6, unit="N")
    lab.value("reactions along", 0.0, float(abs(ground[0]) / weight), abs=1e-6)


def factor_at(lab, set, level):
    values = [word for key, value in {**set, "water.level": level}.items() for word in ("--set", f"{key}={value}")]
    return lab.limit_of(lab.asked("limit", FLOOD, "--vary", f"water.pressure.0.factor={0.5 * FACTORS[level]}:{2 * FACTORS[level]}", "--to", "0.02", "--threads", "1", *values))


def speed(lab, set, factor, level):
    """Fastest after two steps from rest, in shares of free fall."""
    world = flooded({"time.step": 0.01, **set}, factor, level)
    lab.converged(world.step(2))
    return float(np.linalg.norm(world.velocities, axis=1).max() / (9.81 * world.time)), world


def flood(lab, set, levels):
    reactions(lab, set)
    factors = [factor_at(lab, set, level) for level in levels]
    for level, factor in zip(levels, factors):
        lab.value(f"water at {level} m: factor of its pressure on the piers that can be held", FACTORS[level], factor, rel=0.03)
    slow, _ = speed(lab, set, 0.8 * factors[0], levels[0])
    fast, world = speed(lab, set, 1.3 * factors[0], levels[0])
    lab.between("steps from rest at 0.8 of that: speed, of free fall", 0.0, 5e-3, slow)
    lab.between("steps from rest at 1.3 of that: speed, of free fall", 5e-2, 1.0, fast)
    piers = max(world.velocities[i, 1] for i, name in enumerate(world.names) if name.startswith("bridge.pier."))
    lab.between("piers go with the stream, of the fastest stone", 0.5, 1.0, float(piers / np.linalg.norm(world.velocities, axis=1).max()))


def check(lab, small):
    own_weight(lab, ("rigid", "uniform") if small else ("rigid", "uniform", "meshed"))
    flood(lab, SMALL if small else {}, (6.0,) if small else (6.0, 10.0))
    if not small:
        out = lab.folder / "flood"
        drystone.run(str(FLOOD), out=str(out), set={"water.pressure.0.factor": 12.0, "time.duration": 0.2, "output.frames_every": 0.05}, threads=1, force=True, quiet=True, report=False)
        lab.picture("how it gives way, at 12 times the pressure of the water", out, "--mechanism", "--view", "-2,-3,1")
