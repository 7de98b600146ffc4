"""Counts the sweeps of Brendel's stack; tools/validate.py runs it."""
import math

import drystone

HEAD = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[solver]
method           = "nlgs"
order            = "sequential"
fixed_iterations = SWEEPS
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.0
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
"""
COUNTS = {5: 136, 10: 550, 20: 2204, 40: 8821}


def stack(n, sweeps):
    return HEAD.replace("SWEEPS", str(sweeps)) + "".join(
        f'[[bodies]]\nmaterial = "stone"\nmass = 1.0\nshape = {{ type = "disk", radius = 0.05 }}\nposition = [0, {0.05 + 0.1 * k!r}]\n' for k in range(n))


def forces(n, sweeps):
    world = drystone.scene(stack(n, sweeps))
    world.step()
    found = world.contacts
    return [force for _, force in sorted(zip(found.points[:, 1], found.normal_forces))]


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
