"""Beads that hang by cohesion

Brendel sec. 1.8. A chain of k equal beads below a ceiling holds iff k m g <= F_C, and its i-th contact from above carries (k - i + 1) m g of tension."""

SCENE = """
[scene]
dimension = 3
gravity   = [0, 0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-13
[materials.stone]
density = 1000.0
[[interactions]]
between        = ["stone", "stone"]
friction       = 0.5
cohesion_force = 50.0
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 0, -1] }
"""


def chain(k):
    return SCENE + "".join(f"""
[[bodies]]
material = "stone"
mass     = 1.0
shape    = {{ type = "sphere", radius = 0.05 }}
position = [0, 0, {-0.05 - 0.1 * i}]
""" for i in range(k))


def check(lab):
    for k, holds in ((5, True), (6, False)):
        world = lab.world(chain(k))
        world.step(20)
        lab.says(f"{k} beads of 9.81 N under 50 N hold", holds, bool(abs(world.velocities).max() < 1e-9))
        if holds:
            forces = sorted(world.contacts.normal_forces)
            for i, force in enumerate(forces):
                lab.value(f"contact {i + 1} from above", -(k - i) * 9.81, float(force), rel=1e-8, unit="N")
