"""Forces along Brendel's chain, and the sweeps of his stack; tools/validate.py runs it."""
import math

import pathlib
import warnings

import drystone
import numpy as np

FOLDER = pathlib.Path(__file__).parent
COUNTS = {5: 136, 10: 550, 20: 2204, 40: 8821}


def forces(n, sweeps):
    world = drystone.load(FOLDER / "stack.toml", set={"variables.n": n, "solver.fixed_iterations": sweeps})
    world.step()
    found = world.contacts
    return [force for _, force in sorted(zip(found.points[:, 1], found.normal_forces))]


def chain(push, back):
    """Forces along a chain of ten, from the first contact to the last."""
    world = drystone.load(FOLDER / "chain.toml", set={"variables.push": push, "variables.back": back})
    world.step()
    found = world.contacts
    return np.array([force for _, force in sorted(zip(found.points[:, 0], found.normal_forces))])


def error(n, sweeps):
    """The largest error of a force in the weight of the stack."""
    return max(abs(force / 9.81 - (n - k)) for k, force in enumerate(forces(n, sweeps))) / n


def sweeps_to(n, accuracy):
    low, high = 1, 4 * n * n * 16
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if error(n, middle) < accuracy else (middle, high)
    return high


def check(lab, small):
    i = np.arange(1, 10)
    lab.value("chain pushed at one end: the largest difference from F (1 - i / N), of F", 0.0, float(np.abs(chain(100.0, 0.0) / 100 - (1 - i / 10)).max()), abs=1e-9)
    lab.value("chain pushed at both ends: from F", 0.0, float(np.abs(chain(100.0, 100.0) / 100 - 1).max()), abs=1e-9)
    lab.value("chain pushed by F and by F / 2: from F - i F / 2 N", 0.0, float(np.abs(chain(100.0, 50.0) / 100 - (1 - i / 20)).max()), abs=1e-9)
    lab.says("chain pulled at one end: contacts that bear", 0, int((chain(-100.0, 0.0) > 0).sum()))
    sizes = (5, 10) if small else (5, 10, 20, 40)
    found = {n: sweeps_to(n, 1e-6) for n in sizes}
    for n in sizes:
        lab.says(f"{n} balls: sweeps", COUNTS[n], found[n])
        lab.value(f"{n} balls: contraction of a sweep", math.cos(math.pi / (2 * n)) ** 2, error(n, found[n]) / error(n, found[n] - 1), rel=1e-4)
    exponent = math.log(found[sizes[-1]] / found[sizes[0]]) / math.log(sizes[-1] / sizes[0])
    lab.value("exponent of N", 2.0, exponent, abs=0.03)
    heights = list(range(1, 21))
    lab.curves("forces in a stack of 20 after so many sweeps", {f"{k} sweeps": (heights, [f / 9.81 for f in forces(20, k)]) for k in (10, 100, 400, 2000)},
               "contact, from below", "force / weight of a ball")
    with warnings.catch_warnings():  # that 100 sweeps are not enough is what is shown
        warnings.simplefilter("ignore")
        drystone.run(str(FOLDER / "stack.toml"), out=str(lab.folder / "run"), force=True, quiet=True, report=False)
    lab.picture("forces in a stack of 20 after 100 sweeps", lab.folder / "run", "--forces", "--opacity", "0.5")
