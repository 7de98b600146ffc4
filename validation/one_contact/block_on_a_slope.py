"""A block on a slope sticks or slides, its lower corner pressed harder

Classical. Half-width b, half-height k. Below atan(mu) it rests, the corners carry W/2 (cos +- k/b sin); above it slides with a = g (sin - mu cos), the
corners carry W/2 cos (1 +- mu k/b)."""
import math

import numpy as np

SCENE = """
[scene]
dimension = 2
[time]
step     = 1e-3
duration = 0.1
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
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "block"
material = "stone"
shape    = { type = "box", size = [0.4, 0.2] }
position = [0, 0.1]
"""
MU, B, K, G = 0.5, 0.2, 0.1, 9.81


def check(lab):
    for degrees in (20.0, 26.5, 26.6, 35.0):
        slope = math.radians(degrees)
        world = lab.world(SCENE, scene__gravity=[G * math.sin(slope), -G * math.cos(slope)])
        lab.converged(world.step(50))
        block, weight = world.body("block"), 0.08 * 1000.0 * G
        sticks = math.tan(slope) <= MU
        share = K / B * (math.sin(slope) if sticks else MU * math.cos(slope))
        a = 0.0 if sticks else G * (math.sin(slope) - MU * math.cos(slope))
        contacts = world.contacts
        order = np.argsort(contacts.points[:, 0])
        up, low = contacts.normal_forces[order][0], contacts.normal_forces[order][-1]
        lab.value(f"{degrees:g} degrees: acceleration", a, world.velocities[block, 0] / world.time, abs=1e-9, unit="m/s2")
        lab.value(f"{degrees:g} degrees: lower corner", weight / 2 * (math.cos(slope) + share), low, rel=1e-8, unit="N")
        lab.value(f"{degrees:g} degrees: upper corner", weight / 2 * (math.cos(slope) - share), up, rel=1e-8, unit="N")
