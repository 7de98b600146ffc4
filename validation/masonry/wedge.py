"""A keystone between smooth abutments

Classical. A wedge of half-angle beta, narrowing downwards, rests without friction on two fixed faces: each presses with W / (2 sin(beta)), 2.879385 W for 10 degrees. With friction mu < tan(beta) any
force between W / (2 (sin + mu cos)) and W / (2 (sin - mu cos)) is in equilibrium."""
import math

SCENE = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-12
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = MU
[[bodies]]
name     = "left"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [COS, SIN] }
position = [LEFT, 0]
[[bodies]]
name     = "right"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [-COS, SIN] }
position = [RIGHT, 0]
[[bodies]]
name     = "key"
material = "stone"
mass     = 10.0
shape    = { type = "polygon", vertices = [[LEFT, 0], [RIGHT, 0], [UPPER, 0.5], [-UPPER, 0.5]] }
"""


def wedge(beta, mu):
    width = 0.2
    values = {"COS": math.cos(beta), "SIN": math.sin(beta), "LEFT": -width / 2, "RIGHT": width / 2, "UPPER": width / 2 + 0.5 * math.tan(beta), "MU": mu}
    text = SCENE
    for name, value in values.items():
        text = text.replace(name, repr(value))
    return text


def check(lab):
    beta, weight = math.radians(10), 98.1
    world = lab.world(wedge(beta, 0.0))
    world.step(2)
    for side in ("left", "right"):
        force = world.measure("contact_force", side)
        lab.value(f"without friction: force on the {side} face", weight / (2 * math.sin(beta)), math.hypot(*force), rel=1e-8, unit="N")
    mu = 0.1
    world = lab.world(wedge(beta, mu))
    world.step(2)
    normal = abs(sum(world.measure("contact_force", "left") * [math.cos(beta), math.sin(beta)]))
    lab.between("friction 0.1: normal force", weight / 2 / (math.sin(beta) + mu * math.cos(beta)), weight / 2 / (math.sin(beta) - mu * math.cos(beta)), normal, unit="N")
