"""A rocking block loses speed when it changes corners

Housner 1963. Without restitution and slip the angular momentum about the new corner is kept: w+ / w- = 1 - (3/2) sin^2(alpha), tan(alpha) = b / h. The block is given, lying on
both corners, the velocities of a turn about its left corner."""
import math

SCENE = """
[scene]
dimension = 2
[time]
step     = 1e-4
duration = 1.0
[solver]
tolerance = 1e-13
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 10.0
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "block"
material = "stone"
shape    = { type = "box", size = [0.2, 0.8] }
position = [0, 0.4]
"""


def check(lab):
    for ratio in (4.0, 2.0, 1.5, 1.0):
        height = 0.2 * ratio
        world = lab.world(SCENE, bodies__1__shape__size=[0.2, height], bodies__1__position=[0.0, height / 2])
        block = world.body("block")
        spin = -1e-6  # clockwise: the right corner comes down, turning about the left one; slow, so that it does not turn within the step
        world.velocities[block] = [-spin * height / 2, spin * 0.1]
        world.spins[block] = spin
        world.step()
        alpha = math.atan(1 / ratio)
        lab.value(f"h / b = {ratio:g}: w+ / w-", 1 - 1.5 * math.sin(alpha) ** 2, world.spins[block] / spin, abs=1e-8)
