"""Spheres and disks on a slope roll or slip

Classical. A body of inertia c m R^2 (sphere 2/5, disk 1/2) rolls iff tan(slope) <= mu (1 + 1/c), with a = g sin / (1 + c); else it slips with
a = g (sin - mu cos) and R dw/dt = mu g cos / c. Accelerations of the step are exact: velocities grow by a h."""
import math

SCENE = """
[scene]
dimension = 3
[time]
step     = 1e-3
duration = 0.1
[solver]
tolerance = 1e-13
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.2
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
PLANE = SCENE.replace("dimension = 3", "dimension = 2").replace("[0, 0, 1]", "[0, 1]").replace("sphere", "disk").replace("[0, 0, 0.1]", "[0, 0.1]")
MU, G = 0.2, 9.81


def check(lab):
    for dimension, scene, c in ((3, SCENE, 0.4), (2, PLANE, 0.5)):
        for degrees in (10.0, 30.0, 45.0):
            slope = math.radians(degrees)
            gravity = [G * math.sin(slope), 0.0, -G * math.cos(slope)] if dimension == 3 else [G * math.sin(slope), -G * math.cos(slope)]
            world = lab.world(scene, scene__gravity=gravity)
            world.step(100)
            ball = world.body("ball")
            rolls = math.tan(slope) <= MU * (1 + 1 / c)
            a = G * math.sin(slope) / (1 + c) if rolls else G * (math.sin(slope) - MU * math.cos(slope))
            spin = a if rolls else MU * G * math.cos(slope) / c
            found_spin = 0.1 * (world.spins[ball, 1] if dimension == 3 else -world.spins[ball])
            kind = "sphere" if dimension == 3 else "disk"
            lab.value(f"{kind}, {degrees:g} degrees: acceleration", a, world.velocities[ball, 0] / world.time, rel=1e-9, unit="m/s2")
            lab.value(f"{kind}, {degrees:g} degrees: R dw/dt", spin, found_spin / world.time, rel=1e-9, unit="m/s2")
