"""Asserts the load that the panel carries against its displacement, and what tears; tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

SCENE = pathlib.Path(__file__).parent / "scene.toml"
WIDTH, THICK, COURSE, JOINTS = 0.99, 0.1, 0.0625, 17
KN, KS = 6.3e10, 2.75e10
# Bricks ten times as strong: the joints alone tear.
STRONG = {f"interactions.{k}.{key}": value for k in range(1, 5)
          for key, value in {"tensile_strength": 2e7, "shear_strength": 2.8e7, "energy_opening": 800.0, "energy_shear": 5000.0}.items()}


def pressed():
    """17 joints in series, each shortened alike [kN]."""
    return 1e-3 * KN * WIDTH * THICK / JOINTS * 8.1e-5


def rigid_courses():
    """Stiffness of courses that do not bend, both ends held against turning: 1 / K = sum 1 / (ks A) + z^2 / (kn I) [kN/mm]."""
    area, inertia = WIDTH * THICK, THICK * WIDTH**3 / 12
    heights = (np.arange(JOINTS) - 0.5 * (JOINTS - 1)) * COURSE
    return 1e-6 / (JOINTS / (KS * area) + (heights**2).sum() / (KN * inertia))


def lopsided(contacts):
    """How far the damage is from its image, turned by half a turn about the middle of the panel."""
    turned = np.array([WIDTH, 1.0]) - contacts["point"][:, :2]
    apart = np.linalg.norm(turned[:, None] - contacts["point"][None, :, :2], axis=2)
    partner = apart.argmin(axis=1)
    matched = apart.min(axis=1) < 1e-3
    return float(np.abs(contacts["damage"] - contacts["damage"][partner])[matched].max()), int(matched.sum())


def cracked_bricks(run):
    """Bricks whose halves have lost half of their strength somewhere."""
    contacts, torn = run.contacts, set()
    for a, b, damage in zip(contacts["name_a"], contacts["name_b"], contacts["damage"]):
        one, other = str(a).split("."), str(b).split(".")
        if len(one) == len(other) == 3 and one[1] == other[1] and min(int(one[2]), int(other[2])) % 2 == int(one[1]) % 2 and damage > 0.5:
            torn.add((a, b))
    return len(torn)


def carry(lab, name, set, until):
    run = drystone.run(str(SCENE), out=str(lab.folder / name), set={"time.duration": until, **set}, force=True, quiet=True, report=False)
    beam = run.probe("beam")
    shift, pushed, up = 1e3 * (beam["position.x"] - 0.495), -1e-4 * beam["contact_force.x"], 1e-4 * beam["contact_force.y"]
    return run, shift, pushed, up


def check(lab, small):
    end = 0.7 if small else 2.0
    run, shift, pushed, up = carry(lab, "run", {}, end)
    lab.says("steps that did not converge", 0, run.summary["steps_not_converged"])
    lab.value("pressed by", pressed(), float(up[54]), rel=5e-3, unit="kN")
    early = float(pushed[54] / shift[54])
    lab.between("first stiffness, of that of courses that do not bend", 0.7, 1.0, early / rigid_courses())
    world = run.probe("world")
    lab.value("what the energy balance lacks, in the work done", 0.0, float(np.abs(world["balance_error"]).max() / world["work"].max()), abs=1e-9)
    spent = world["dissipation.damage"] + world["dissipation.friction"] + world["stored_energy"]
    lab.between("work that is in torn joints, friction and springs", 0.95, 1.0, float(spent[-1] / world["work"][-1]))
    if small:
        off, matched = lopsided(run.contacts)
        lab.between("contacts that have an image, half a turn about the middle", 500, 1e4, matched)
        lab.value("largest difference of damage between the two", 0.0, off, abs=1e-3)
        lab.says("bricks that are cracked at 0.25 mm", 0, cracked_bricks(run))
        return
    before = shift < 1.45
    peak = int(np.argmax(pushed * before))
    lab.between("load at which bricks crack (the tests: about 50)", 50.0, 60.0, float(pushed[peak]), unit="kN")
    lab.between("displacement there", 1.0, 1.45, float(shift[peak]), unit="mm")
    lab.between("load just behind it, of that", 0.8, 0.95, float(pushed[peak:peak + 30].min() / pushed[peak]))
    lab.between("bricks cracked, of 64", 4, 12, cracked_bricks(run))
    strong, shift2, pushed2, _ = carry(lab, "strong", STRONG, end)
    lab.says("steps that did not converge, strong bricks", 0, strong.summary["steps_not_converged"])
    lab.says("bricks cracked of strong ones", 0, cracked_bricks(strong))
    lab.between("load of strong bricks at 1.875 mm", 58.0, 70.0, float(pushed2[-1]), unit="kN")
    lab.curves("load against displacement", {"bricks that crack": (shift, pushed), "strong bricks": (shift2, pushed2)}, "displacement [mm]", "load [kN]")
    lab.picture("cracks at 1.875 mm", lab.folder / "run", "--cracks")
