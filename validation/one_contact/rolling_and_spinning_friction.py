"""Rolling and torsion friction: thresholds and decelerations

Brendel sec. 1.7. On a slope a sphere of radius R with rolling friction mu_r [m] holds iff tan(slope) <= mu_r / R; on the level it rolls out with
dv/dt = -(5/7)(mu_r / R) g. A sphere that spins about the vertical with torsion friction mu_s [m]: dw/dt = -(5/2) mu_s g / R^2, and no translation."""
import math

SCENE = """
[scene]
dimension = 3
gravity   = [0, 0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-12
[materials.stone]
density = 1000.0
[[interactions]]
between          = ["stone", "stone"]
friction         = 0.5
rolling_friction = 1e-3
torsion_friction = 1e-3
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name     = "ball"
material = "stone"
shape    = { type = "sphere", radius = 0.1 }
position = [0, 0, 0.1]
"""


def check(lab):
    for slope, moves in ((0.0098, False), (0.0102, True)):
        world = lab.world(SCENE, scene__gravity=[9.81 * math.sin(math.atan(slope)), 0, -9.81 * math.cos(math.atan(slope))])
        world.step(100)
        lab.says(f"slope of {slope:g}: it moves", moves, bool(abs(world.velocities[world.body("ball"), 0]) > 1e-6))
    world = lab.world(SCENE)
    ball = world.body("ball")
    world.velocities[ball] = [1.0, 0, 0]
    world.spins[ball] = [0, 10.0, 0]
    world.step(200)
    lab.value("rolling out: dv/dt", -5 / 7 * 1e-3 / 0.1 * 9.81, (world.velocities[ball, 0] - 1.0) / 0.2, rel=1e-6, unit="m/s2")
    world = lab.world(SCENE)
    world.spins[ball] = [0, 0, 10.0]
    world.step(200)
    lab.value("spinning: dw/dt", -2.5 * 1e-3 * 9.81 / 0.01, (world.spins[ball, 2] - 10.0) / 0.2, rel=1e-6, unit="rad/s2")
    lab.value("spinning: speed", 0.0, float(abs(world.velocities[ball]).max()), abs=1e-9, unit="m/s")
