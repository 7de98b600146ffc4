"""Pores of a powder under pressure, for cohesion and rolling friction. tools/validate.py runs it."""
import pathlib

import drystone

SCENE = pathlib.Path(__file__).resolve().parents[2] / "examples/powder_compaction.toml"
TIMES = {10: 0.5, 100: 1.5}  # pressure [Pa]: when [s]
SMALL = {"generate.0.count": 60, "generate.0.inside.max": [0.12, 0.12], "cell.size": [0.12, 0.12], "time.duration": 0.6}


def porosity(run, pressure):
    powder = run.probe("powder")
    return 1.0 - float(powder["cell.solid_fraction"][abs(powder["time"] - TIMES[pressure]).argmin()])


def check(lab, small):
    found, bad = {}, 0
    for cohesion, rolling in ((0.0, 0.0), (1.0, 0.1)) if small else ((0.0, 0.0), (0.0, 0.1), (0.1, 0.1), (1.0, 0.0), (1.0, 0.1)):
        out = lab.folder / f"powder-{cohesion}-{rolling}"
        run = drystone.run(str(SCENE), out=str(out), set={"variables.cohesion": cohesion, "variables.rolling": rolling, **(SMALL if small else {})}, force=True, quiet=True, report=False)
        bad += run.summary["steps_not_converged"]
        found[cohesion, rolling] = {pressure: porosity(run, pressure) for pressure in TIMES if not small or pressure == 10}
    lab.says("steps that did not converge", 0, bad)
    lab.between("at 10 Pa cohesion and rolling friction keep more pores", 0.03, 0.3, found[1.0, 0.1][10] - found[0.0, 0.0][10])
    if small:
        return
    lab.between("and rolling friction more than cohesion alone", 0.0, 0.1, found[1.0, 0.1][10] - found[1.0, 0.0][10])
    lab.between("without cohesion it keeps next to none", -0.015, 0.03, found[0.0, 0.1][10] - found[0.0, 0.0][10])
    lab.between("pressure closes pores of a powder", 0.02, 0.2, found[1.0, 0.1][10] - found[1.0, 0.1][100])
    lab.value("ten times the cohesion under ten times the pressure: the same pores", found[0.1, 0.1][10], found[1.0, 0.1][100], abs=0.03)
    lab.picture("the powder under 100 Pa", lab.folder / "powder-1.0-0.1")
