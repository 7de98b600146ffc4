"""Compression, shear and mechanisms of a lattice by the three quasi-static methods. tools/validate.py runs it."""
import pathlib

import drystone
import numpy as np

SCENE, BEAM = ((pathlib.Path(__file__).parent / name).read_text() for name in ("scene.toml", "beam.toml"))
METHODS = ("serrano", "kishino", "bagi-bojtar")
FORCE, KN = 1000.0, 1e8


def top(run):
    """Where the upper wall is [m]."""
    return run.bodies["position"][list(run.bodies["name"]).index("top")]


def compression(lab, method, columns, rows):
    forces, run = lab.statics(SCENE, method, variables__columns=columns, variables__rows=rows)
    lab.says(f"{method}: converged", True, run.summary["statics"]["converged"])
    floor = [force for (a, _), force in forces.items() if a == 0]
    lab.says(f"{method}: disks on the floor", columns, len(floor))
    lab.value(f"{method}: largest difference of a column's force from its share", 0.0, max(abs(force - FORCE / columns) for force in floor) * columns / FORCE, abs=1e-6)
    lab.value(f"{method}: the wall comes down by", (rows + 1) * FORCE / columns / KN, 0.1 * rows - float(top(run)[1]), rel=1e-5, unit="m")


def superposition(lab, columns, rows):
    """All contacts count as bonded for Serrano: answers are linear in the loads."""
    moved = []
    for force, shear in ((FORCE, 0.0), (0.0, 200.0), (FORCE, 200.0)):
        run = lab.statics(SCENE, "serrano", variables__columns=columns, variables__rows=rows, variables__force=force, variables__shear=shear)[1]
        moved.append(top(run) - np.array([0.0, 0.1 * rows]))
    lab.value("serrano, shear: motions by two loads add up, largest difference", 0.0, float(np.abs(moved[0] + moved[1] - moved[2]).max() / np.abs(moved[2]).max()), abs=1e-8)
    lab.between("serrano, shear: the wall goes along with its load", 1e-9, 1e-3, float(moved[1][0]), "m")


def mechanisms(lab, columns, rows):
    """Smooth disks: every row, and the wall, can be pushed sideways without a spring that resists."""
    out = lab.folder / "mechanisms"
    values = [f"variables.{key}={value}" for key, value in {"columns": columns, "rows": rows, "kt": 0, "mu": 0}.items()]
    lab.command("statics", "SCENE", "--method", "serrano", "--out", out, "--force", "--quiet", "--no-report",
                *(word for value in values for word in ("--set", value)), scene=SCENE, status=(3,))  # a load may drive them
    lab.says("serrano, smooth disks: mechanisms", rows + 1, drystone.Results(out).summary["statics"]["mechanisms"]["count"])


def bonded_beam(lab):
    """Bond i of n has the shear P and the moment P (2 r (n - i) + r), i from 0: together they move the last circle by the sum of P / kt and of P (lever)^2 / kb."""
    lever = 0.1 * np.arange(9, -1, -1) + 0.05
    deflection = 10.0 * (10 / 6e7 + float((lever ** 2).sum()) / 1e5)
    for method in ("serrano", "bagi-bojtar"):
        run = lab.statics(BEAM, method)[1]
        last = run.bodies["position"][list(run.bodies["name"]).index("beam.9")]
        lab.value(f"{method}, bonded beam: its end goes down by", deflection, -float(last[1]), rel=1e-6, unit="m")
    # A moment of 9.5 N m at the first bond: what bears a little more holds, what bears a little less breaks there, and nothing holds the beam any more.
    status = {moment: statics_status(lab, moment) for moment in (9.6, 9.4)}
    lab.says("bagi-bojtar, bonded beam: bonds of 9.6 and 9.4 N m under 9.5 N m hold", {9.6: True, 9.4: False}, status)


def statics_status(lab, moment):
    out = lab.folder / f"beam-{moment}"
    lab.command("statics", "SCENE", "--method", "bagi-bojtar", "--out", out, "--force", "--quiet", "--no-report", "--set", f"variables.moment={moment}",
                "--set", "statics.max_iterations=2000", scene=BEAM, status=(0, 3))
    return drystone.Results(out).summary["statics"]["converged"]


def check(lab, small):
    columns, rows = (3, 2) if small else (8, 6)
    for method in METHODS:
        compression(lab, method, columns, rows)
    superposition(lab, columns, rows)
    mechanisms(lab, columns, rows)
    bonded_beam(lab)
    lab.picture("forces under the wall", lab.folder / "statics-bagi-bojtar", "--forces")
