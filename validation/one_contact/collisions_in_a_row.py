"""Balls of unequal masses, and three at once

Moreau's law: 0 <= u+ + e u- at every contact that closes. Two balls, m = (1, 3), v = (2, -1): momentum and u+ = -e u- give both velocities. Three
equal balls that touch, v = (1, 0, 0): both contacts obey the law in one step, which gives (1 - 2/3 (1 + e), (1 + e)/3, (1 + e)/3); at e = 1 that is
(-1/3, 2/3, 2/3) and not the cradle's (0, 0, 1), momentum and energy kept."""
import math

ROW = """
[scene]
dimension = 3
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-14
[materials.stone]
density = 1000.0
[[interactions]]
between     = ["stone", "stone"]
friction    = 0.0
restitution = [1.0, 0.0]
"""


def balls(*placed):
    return ROW + "".join(f"""
[[bodies]]
material = "stone"
mass     = {mass}
shape    = {{ type = "sphere", radius = 0.1 }}
position = [{x}, 0, 0]
velocity = [{v}, 0, 0]
""" for x, v, mass in placed)


def check(lab):
    for e in (0.0, 0.6, 1.0):
        world = lab.world(balls((0.0, 2.0, 1.0), (0.25, -1.0, 3.0)), interactions__0__restitution=[e, 0.0])
        world.step(100)
        mean = (1 * 2 - 3 * 1) / 4
        lab.value(f"two balls, e = {e:g}: first", mean - 0.75 * 3 * e, world.velocities[0, 0], rel=1e-9, unit="m/s")
        lab.value(f"two balls, e = {e:g}: second", mean + 0.25 * 3 * e, world.velocities[1, 0], abs=1e-9, unit="m/s")
    for e in (0.0, 0.5, 1.0):
        world = lab.world(balls((0.0, 1.0, 1.0), (0.2, 0.0, 1.0), (0.4, 0.0, 1.0)), interactions__0__restitution=[e, 0.0])
        world.step()
        for k, expected in enumerate((1 - 2 / 3 * (1 + e), (1 + e) / 3, (1 + e) / 3)):
            lab.value(f"three balls, e = {e:g}: number {k + 1}", expected, world.velocities[k, 0], abs=1e-9, unit="m/s")
        if e == 1.0:
            lab.value("three balls, e = 1: energy over that before", 1.0, math.fsum(v * v for v in world.velocities[:, 0]), rel=1e-9)
