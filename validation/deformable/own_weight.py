"""A block under its own weight

Classical. Height H on a smooth floor, no Poisson's ratio: the stress is -rho g (H - y), the top sinks by rho g H^2 / (2 E) = 4.905 mm. Linear elements have the nodes of a
column exactly, and the floor carries the weight."""

SCENE = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step        = 10.0
duration    = 30.0
quasistatic = true
[solver]
tolerance = 1e-12
[materials.soft]
density = 1000.0
young   = 1e6
[[interactions]]
between  = ["soft", "soft"]
friction = 0.0
[[bodies]]
name     = "floor"
material = "soft"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name       = "block"
material   = "soft"
shape      = { type = "box", size = [0.5, 1.0] }
position   = [0, 0.5]
deformable = { divisions = [2, 8], elasticity = "small", plane = "stress" }
[[probes]]
name       = "top"
body       = "block"
at         = [0.0, 1.0]
quantities = ["displacement"]
"""


def check(lab):
    world = lab.world(SCENE)
    lab.converged(world.run())
    lab.value("the top sinks by", 1000 * 9.81 / (2 * 1e6), -float(world.probes()["top"]["displacement"][1]), rel=1e-5, unit="m")
    lab.value("force on the floor", -1000 * 9.81 * 0.5, float(world.measure("contact_force", "floor")[1]), rel=1e-8, unit="N")
