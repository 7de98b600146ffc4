"""A joint sheared under pressure

Classical (the triplet test). The largest shear stress is c + mu sigma, what is left once the joint is broken mu sigma. Three pressures; c = 1e5 Pa, mu = 0.6."""

SCENE = """
[scene]
dimension = 2
[time]
step     = 1e-4
duration = 0.05
[solver]
tolerance = 1e-11
[materials.stone]
density = 2000.0
[[interactions]]
between          = ["stone", "stone"]
law              = "mohr_coulomb"
tensile_strength = 1e4
cohesion         = 1e5
friction         = 0.6
[[bodies]]
name     = "lower"
material = "stone"
fixed    = true
shape    = { type = "box", size = [0.4, 0.1] }
position = [0, -0.05]
[[bodies]]
name     = "upper"
material = "stone"
shape    = { type = "box", size = [0.2, 0.1] }
position = [0, 0.05]
[[drives]]
body  = "upper"
force = [0, PRESS]
[[drives]]
body    = "upper"
force   = [1.0, 0.0]
point   = [-0.1, 0.0]
history = { kind = "ramp", from = 0.0, to = TOP, over = 0.05 }
[[drives]]
body = "upper"
fix  = ["rz"]
"""


def check(lab):
    area, found = 0.2, {}
    for pressure in (1e5, 2e5, 4e5):
        top = 1.5 * (1e5 + 0.6 * pressure) * area
        world = lab.world(SCENE.replace("PRESS", str(-pressure * area)).replace("TOP", str(top)))
        largest = after = 0.0
        while world.time < 0.0499:
            world.step()
            force = abs(float(world.measure("contact_force", "lower")[0]))
            largest = max(largest, force)
            after = force
        found[pressure] = largest / area
        lab.value(f"{pressure / 1e5:g} bar: largest shear stress", 1e5 + 0.6 * pressure, largest / area, rel=0.01, unit="Pa")
        lab.value(f"{pressure / 1e5:g} bar: shear stress that is left", 0.6 * pressure, after / area, rel=1e-6, unit="Pa")
    lab.curves("the shear line", {"law": ([0, 4e5], [1e5, 1e5 + 0.6 * 4e5]), "found": (list(found), list(found.values()))}, "pressure [Pa]", "shear stress [Pa]")
