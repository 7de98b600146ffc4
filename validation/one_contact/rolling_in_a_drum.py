"""A disk rolls to and fro in a drum

Classical. A disk of radius r rolls inside a cylinder of radius R: a pendulum of length R - r and inertia 3/2 m, T = 2 pi sqrt(3 (R - r) / (2 g)); without friction it
slides, T = 2 pi sqrt((R - r) / g). Amplitude one degree. The theta of the period's own amplitude correction is 2e-5."""
import math

SCENE = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 5.0
[solver]
tolerance = 1e-12
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.5
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "drum", radius = 1.0 }
[[bodies]]
name     = "disk"
material = "stone"
shape    = { type = "disk", radius = 0.1 }
position = [0.015707, -0.899863]
"""


def period(world):
    disk, crossings, before = world.body("disk"), [], None
    times, places = [], []
    while world.time < 4.9:
        world.step()
        x = world.positions[disk, 0]
        times.append(world.time)
        places.append(x)
        if before is not None and before > 0 >= x:
            crossings.append(world.time - 1e-3 * x / (x - before))
        before = x
    return crossings[1] - crossings[0], times, places


def check(lab):
    rolling, times, places = period(lab.world(SCENE))
    lab.value("period, rolling", 2 * math.pi * math.sqrt(1.5 * 0.9 / 9.81), rolling, rel=2e-3, unit="s")
    sliding, _, _ = period(lab.world(SCENE, interactions__0__friction=0.0))
    lab.value("period, sliding", 2 * math.pi * math.sqrt(0.9 / 9.81), sliding, rel=2e-3, unit="s")
    exact = [0.015707 * math.cos(math.sqrt(9.81 / 1.35) * t) for t in times]
    lab.curves("place of the rolling disk", {"exact": (times, exact), "found": (times[::100], places[::100])}, "t [s]", "x [m]")
