"""A ladder against a wall

Classical. Friction mu_f at the foot, mu_w at the wall: it rests iff tan(angle) >= (1 - mu_f mu_w) / (2 mu_f); with a smooth wall the wall presses with W / (2 tan(angle))."""
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
[materials.ground]
density = 1000.0
[materials.plaster]
density = 1000.0
[materials.wood]
density = 1000.0
[[interactions]]
between  = ["ground", "wood"]
friction = 0.5
[[interactions]]
between  = ["plaster", "wood"]
friction = WALL
[[bodies]]
name     = "floor"
material = "ground"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "wall"
material = "plaster"
fixed    = true
shape    = { type = "plane", normal = [-1, 0] }
[[bodies]]
name     = "ladder"
material = "wood"
mass     = 10.0
shape    = { type = "polygon", vertices = VERTICES }
"""


def ladder(angle, wall):
    """A rod that is a thin triangle with its tips at the floor and at the wall, its mass centred between them."""
    x, y = -math.cos(angle), math.sin(angle)
    out = [0.002 * math.sin(angle), 0.002 * math.cos(angle)]
    middle = [x / 2, y / 2]
    vertices = [[x, 0.0], [middle[0] + out[0], middle[1] - out[1]], [0.0, y], [middle[0] - out[0], middle[1] + out[1]]]
    return SCENE.replace("VERTICES", str(vertices)).replace("WALL", str(wall))


def check(lab):
    for wall in (0.0, 0.3):
        limit = (1 - 0.5 * wall) / (2 * 0.5)
        for factor, verdict in ((1.005, "stands"), (0.995, "moves")):
            world = lab.world(ladder(math.atan(factor * limit), wall))
            lab.says(f"wall friction {wall:g}, tan(angle) = {factor:g} of the limit {limit:g}", verdict, world.stability().verdict)
    angle = math.atan(1.5)
    world = lab.world(ladder(angle, 0.0))
    world.step(2)
    lab.value("smooth wall, tan(angle) = 1.5: force on the wall", 98.1 / (2 * 1.5), float(world.measure("contact_force", "wall")[0]), rel=1e-6, unit="N")
