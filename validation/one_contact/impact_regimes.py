"""A sphere strikes a plane: sticking and sliding impacts

Walton; Foerster et al. 1994 for the form. Psi = slip velocity over normal velocity. With restitutions e_n, e_t the impact sticks iff
Psi <= 7/2 mu (1 + e_n) / (1 + e_t), then the slip comes back as -e_t; else friction takes mu (1 + e_n) |v_n| of the tangential velocity.
For v = (1, -1): v_x' = 5/7; for (3, -1): v_x' = 2.46, R w' = 1.35, with e_n = 0.8, e_t = 0, mu = 0.3."""

SCENE = """
[scene]
dimension = 3
[time]
step     = 1e-3
duration = 0.1
[solver]
tolerance = 1e-14
[materials.stone]
density = 1000.0
[[interactions]]
between     = ["stone", "stone"]
friction    = 0.3
restitution = [0.8, 0.0]
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name     = "ball"
material = "stone"
shape    = { type = "sphere", radius = 0.1 }
position = [0, 0, 0.12]
velocity = [1, 0, -1]
"""


def check(lab):
    for vx, mu, en, et in ((1.0, 0.3, 0.8, 0.0), (3.0, 0.3, 0.8, 0.0), (0.2, 0.092, 0.97, 0.44), (1.0, 0.092, 0.97, 0.44)):
        world = lab.world(SCENE, interactions__0__friction=mu, interactions__0__restitution=[en, et])
        ball = world.body("ball")
        world.velocities[ball] = [vx, 0, -1]
        world.step(60)
        sticks = vx <= 3.5 * mu * (1 + en) / (1 + et)
        after = vx * (1 - 2 / 7 * (1 + et)) if sticks else vx - mu * (1 + en)
        spin = 5 / 7 * (1 + et) * vx if sticks else 2.5 * mu * (1 + en)
        name = f"v = ({vx:g}, -1), mu = {mu:g}, e = {en:g}, {et:g}"
        lab.value(f"{name}: v_x after", after, world.velocities[ball, 0], rel=1e-9, unit="m/s")
        lab.value(f"{name}: R w after", spin, 0.1 * world.spins[ball, 1], rel=1e-9, unit="m/s")
        lab.value(f"{name}: v_z after", en, world.velocities[ball, 2], rel=1e-9, unit="m/s")
