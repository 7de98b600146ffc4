"""A block on a base that jerks (Newmark)

Newmark 1965. The base moves with A = 0.5 g for 0.4 s, then on with the speed V reached. With friction 0.2 the block slides by V^2 / (2 mu g) (1 - mu g / A) = 0.5886 m and
sticks again at V / (mu g) = 1 s."""

SCENE = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.2
[solver]
tolerance = 1e-12
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.2
[[bodies]]
name     = "base"
material = "stone"
shape    = { type = "box", size = [20.0, 1.0] }
position = [0, -0.5]
[[bodies]]
name     = "block"
material = "stone"
shape    = { type = "box", size = [0.5, 0.2] }
position = [0, 0.1]
[[drives]]
body   = "base"
motion = { quantity = "acceleration", direction = [1, 0], kind = "constant", value = 4.905, stop = 0.4 }
[[drives]]
body = "base"
fix  = ["y", "rz"]
"""


def check(lab):
    world = lab.world(SCENE)
    block, base = world.body("block"), world.body("base")
    times, slips, slides_until = [], [], 0.0
    while world.time < 1.1999:
        world.step()
        times.append(world.time)
        slips.append(world.positions[base, 0] - world.positions[block, 0])
        if world.velocities[base, 0] - world.velocities[block, 0] > 1e-6:
            slides_until = world.time
    lab.value("slip", 0.5886, slips[-1], abs=2e-3, unit="m")
    lab.value("time when it sticks", 1.0, slides_until, abs=2e-3, unit="s")
    lab.curves("slip of the block", {"found": (times[::20], slips[::20]), "Newmark's end": ([0, 1.2], [0.5886, 0.5886])}, "t [s]", "slip [m]")
