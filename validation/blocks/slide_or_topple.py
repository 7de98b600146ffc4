"""A block on a tilting table slides or topples

Classical. Half-width b, half-height h: it rests iff tan(tilt) < min(mu, b / h). Found by `drystone stability`, one converged step from rest, by bisection on the tilt."""

SCENE = """
[variables]
slope = 0.2
[scene]
dimension = 2
gravity   = ["=9.81*sin(atan(slope))", "=-9.81*cos(atan(slope))"]
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-10
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = FRICTION
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
material = "stone"
shape    = { type = "box", size = [0.2, 0.8] }
position = [0, 0.4]
"""


def check(lab):
    for mu, limit in ((1.0, 0.25), (0.2, 0.2), (0.1, 0.1)):
        said = lab.asked("stability", "SCENE", "--vary", "variables.slope=0.01:0.9", "--to", "1e-4", scene=SCENE.replace("FRICTION", str(mu)))
        lab.value(f"friction {mu:g}: tangent of the tilt", limit, lab.limit_of(said), rel=1e-3)
