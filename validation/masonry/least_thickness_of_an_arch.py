"""The least thickness of a semicircular arch

Milankovitch 1907: t / R = 0.107478 for a ring of many voussoirs, R to the middle of the thickness. Of N straight-edged voussoirs an exact linear program (derived for this
collection, two points a joint) gives 0.107076 (N = 16) and 0.099972 (N = 8). Found by `drystone limit --vary` (bounds by forces and by a mechanism) and by `drystone stability
--vary` (one converged step from rest)."""

SCENE = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-10
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.9
[[generate]]
type      = "arch"
name      = "arch"
material  = "stone"
radius    = 1.0
thickness = 0.12
voussoirs = 16
[limit]
acceleration = [0.0, -9.81]
"""


def check(lab):
    for n, expected in ((16, 0.107076), (8, 0.099972), (80, 0.107453)):
        scene = SCENE.replace("voussoirs = 16", f"voussoirs = {n}")
        said = lab.asked("limit", "SCENE", "--vary", "generate.0.thickness=0.05:0.2", "--to", "1e-5", scene=scene)
        lab.value(f"{n} voussoirs, by limit", expected, lab.limit_of(said), rel=1e-3, unit="R")
    said = lab.asked("stability", "SCENE", "--vary", "generate.0.thickness=0.05:0.2", "--to", "1e-4", scene=SCENE)
    lab.value("16 voussoirs, by stability", 0.107076, lab.limit_of(said), rel=2e-3, unit="R")
