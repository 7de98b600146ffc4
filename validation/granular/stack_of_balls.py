"""A column of balls, by every solver

Classical. In a column of n balls the contact below ball i carries the weight of all from i up. Unique, so that every solver and every order of sweeps finds it."""

SCENE = """
[scene]
dimension = 3
gravity   = [0, 0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance      = 1e-12
max_iterations = 200000
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.5
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 0, 1] }
""" + "".join(f"""
[[bodies]]
material = "stone"
mass     = 1.0
shape    = {{ type = "sphere", radius = 0.05 }}
position = [0, 0, {0.05 + 0.1 * k}]
""" for k in range(10))


def check(lab):
    for method, order in (("nlgs", "sequential"), ("nlgs", "random"), ("nlgs", "coloured"), ("anderson", "coloured"), ("admm", "coloured"), ("newton", "coloured")):
        world = lab.world(SCENE, solver__method=method, solver__order=order)
        lab.converged(world.step(2))
        forces = sorted(world.contacts.normal_forces)
        error = max(abs(force / 9.81 - (k + 1)) for k, force in enumerate(forces))
        lab.value(f"{method}, {order}: largest error of ten forces, in weights of a ball", 0.0, float(error), abs=1e-8)
