"""How much of the forces is determined, against friction. tools/validate.py runs it."""
import json
import pathlib

import drystone

SCENE = pathlib.Path(__file__).resolve().parents[2] / "examples/indeterminacy.toml"
FRICTIONS = {True: [0.0, 0.3], False: [0.003, 0.1, 0.3, 1.0]}


def found(lab, mu, seed, small):
    out = lab.folder / f"packing-{mu}-{seed}"
    few = {"variables.mu": mu, "solver.seed": seed, **({"variables.n": 30, "time.duration": 1.0} if small else {})}
    run = drystone.run(str(SCENE), out=str(out), set=few, force=True, quiet=True, report=False)
    said = json.loads(lab.command("ensemble", out, "--runs", 8 if small else 30, "--starts", "1:1", "--tolerance", "1e-7", "--json", status=(0, 3)))  # 3: some starts did not converge, and are left out
    return run.summary["steps_not_converged"], said["indeterminacy"], len(run.contacts["gap"])


def check(lab, small):
    seeds = [1] if small else [1, 2, 3]
    bad, rows = 0, {}
    for mu in FRICTIONS[small]:
        each = [found(lab, mu, seed, small) for seed in seeds]
        bad += sum(one[0] for one in each)
        rows[mu] = sum(one[1] for one in each) / len(each)
    lab.says("steps that did not converge", 0, bad)
    if small:
        lab.between("indeterminacy without friction", 0.0, 0.02, rows[0.0])
        lab.between("indeterminacy at friction 0.3", 0.02, 1.0, rows[0.3])
        return
    lab.between("indeterminacy at friction 0.003", 0.0, 0.05, rows[0.003])
    lab.between("at 0.1", 0.07, 0.2, rows[0.1])
    lab.between("at 0.3", 0.05, 0.25, rows[0.3])
    lab.between("at 1, in the largest: it falls again", 0.0, 0.9, rows[1.0] / max(rows[0.1], rows[0.3]))
    lab.curves("indeterminacy", {"found": (list(rows), list(rows.values()))}, "friction", "eta")
