"""A block slides on a plank that lies on ice

Classical. m = 1 on M = 2, v0 = 1, friction 0.2 between them, none below: they end with v0 m / (m + M) = 1/3, after M v0 / (mu g (m + M)) = 0.339789 s and a slip of
M v0^2 / (2 mu g (m + M)) = 0.169895 m. Momentum is kept exactly, so the velocity is exact; the slip is right to first order in the step."""

SCENE = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 5e-4
duration = 0.5
[solver]
tolerance = 1e-12
[materials.ice]
density = 1000.0
[materials.wood]
density = 1000.0
[[interactions]]
between  = ["wood", "wood"]
friction = 0.2
[[interactions]]
between  = ["ice", "wood"]
friction = 0.0
[[bodies]]
material = "ice"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "plank"
material = "wood"
mass     = 2.0
shape    = { type = "box", size = [2.0, 0.1] }
position = [0, 0.05]
[[bodies]]
name     = "block"
material = "wood"
mass     = 1.0
shape    = { type = "box", size = [0.1, 0.05] }
position = [-0.3, 0.125]
velocity = [1, 0]
"""


def check(lab):
    world = lab.world(SCENE)
    block, plank = world.body("block"), world.body("plank")
    apart = world.positions[block, 0] - world.positions[plank, 0]
    lab.converged(world.run(until=0.45))
    lab.value("speed of the block at the end", 1 / 3, world.velocities[block, 0], rel=1e-9, unit="m/s")
    lab.value("speed of the plank at the end", 1 / 3, world.velocities[plank, 0], rel=1e-9, unit="m/s")
    slip = world.positions[block, 0] - world.positions[plank, 0] - apart
    lab.value("slip", 2.0 / (2 * 0.2 * 9.81 * 3), slip, abs=5e-4, unit="m")
