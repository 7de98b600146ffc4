"""An arch on a tilting table

Derived for this collection by an exact linear program: the tangent of the tilt at which a semicircular arch of N voussoirs of thickness t = eta R collapses: 0.149969 (N = 16, eta = 0.15), 0.287487
(16, 0.20), 0.284337 (27, 0.20). Tilting the table is a horizontal acceleration beside the vertical one: lambda g in `drystone limit`."""

SCENE = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 1.2
[[generate]]
type      = "arch"
material  = "stone"
radius    = 1.0
thickness = THICKNESS
voussoirs = COUNT
[limit]
acceleration = [9.81, 0.0]
"""


def check(lab):
    for n, eta, expected in ((16, 0.15, 0.149969), (16, 0.20, 0.287487), (27, 0.20, 0.284337)):
        said = lab.asked("limit", "SCENE", scene=SCENE.replace("THICKNESS", str(eta)).replace("COUNT", str(n)))
        lab.value(f"{n} voussoirs, t = {eta:g} R: tangent of the tilt", expected, said["multiplier"], rel=2e-4)
