"""The pile at rest: the part between two cuts leans on its neighbours. tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

SCENE = pathlib.Path(__file__).parent / "scene.toml"


def across(contacts, inside, others):
    """Force on the bodies `inside` from the bodies `others`, by the contacts of a run [N]."""
    a, b, force = contacts["body_a"].astype(int), contacts["body_b"].astype(int), contacts["force"]
    return force[others[a] & inside[b]].sum(axis=0) - force[inside[a] & others[b]].sum(axis=0)


def check(lab, small):
    n, c = (150, 0.02) if small else (3000, 0.1)
    out = lab.folder / "run"
    few = {"variables.n": n, "variables.c": c, **({"sources.pour.region.min": [-0.01, 0.06], "sources.pour.region.max": [0.01, 0.08]} if small else {})}
    run = drystone.run(str(SCENE), out=str(out), set=few, force=True, quiet=True, report=False)
    lab.says("steps that did not converge", 0, run.summary["steps_not_converged"])
    bodies, contacts = run.bodies, run.contacts
    ids = bodies["body"].astype(int)
    size = ids.max() + 1
    place, weight, grain = np.full(size, np.inf), np.zeros(size), np.zeros(size, bool)
    place[ids], weight[ids] = bodies["position"][:, 0], 9.81 * 2600.0 * np.pi * bodies["radius"] ** 2
    grain[ids] = [name.startswith("pour.") for name in bodies["name"]]
    middle = grain & (np.abs(place) < c)
    ground, beside = across(contacts, middle, ~grain), across(contacts, middle, grain & ~middle)
    total = weight[middle].sum()
    lab.value("weight between the cuts, borne by the ground and by the rest of the pile", 1.0, float((ground + beside)[1] / total), abs=1e-2)
    lab.value("sideways, it is in balance", 0.0, float((ground + beside)[0] / total), abs=1e-2)
    share = float(beside[1] / total)
    lab.between("share of that weight which the rest of the pile bears", -0.1 if small else 0.0, 0.3, share)
    if not small:
        whole = across(contacts, grain, ~grain)[1]
        lab.value("the ground bears the pile", float(weight[grain].sum()), float(whole), rel=1e-2, unit="N")
        pressure, edges = [], np.linspace(-0.32, 0.32, 17)
        for low, high in zip(edges, edges[1:]):
            part = grain & (place >= low) & (place < high)
            pressure.append(float(across(contacts, part, ~grain)[1] / (high - low)))
        lab.curves("pressure on the ground", {"found": (0.5 * (edges[1:] + edges[:-1]), pressure)}, "x [m]", "p [Pa]")
    lab.picture("contact forces", out, "--forces")
