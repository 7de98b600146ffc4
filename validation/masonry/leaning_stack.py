"""A dry stack on a tilting table

Classical. Five blocks of width b, height h, b / h = 2: the stack overturns as a whole at tan(tilt) = b / (5 h) = 0.4 before any upper part does; with mu = 0.3 it slides at 0.3. At a tilt
of 0.2 the joint above block k carries the weight above it: (5 - k) W cos along its normal and (5 - k) W sin along the joint."""
import math

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
tolerance = 1e-12
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = FRICTION
[[generate]]
type     = "stack"
name     = "stack"
material = "stone"
sizes    = [[1.0, 0.5]]
count    = 5
[[bodies]]
name     = "floor"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
"""


def check(lab):
    for mu, limit in ((0.9, 0.4), (0.3, 0.3)):
        said = lab.asked("stability", "SCENE", "--vary", "variables.slope=0.05:0.9", "--to", "1e-4", scene=SCENE.replace("FRICTION", str(mu)))
        lab.value(f"friction {mu:g}: tangent of the tilt", limit, lab.limit_of(said), rel=2e-3)
    world = lab.world(SCENE.replace("FRICTION", "0.9"))
    world.step(2)
    slope, weight = math.atan(0.2), 0.5 * 1000 * 9.81
    for k in range(1, 5):
        joint = (f"stack.{k - 1}", f"stack.{k}")
        lab.value(f"joint above block {k}: normal force", (5 - k) * weight * math.cos(slope), float(world.measure("normal", between=joint)), rel=1e-8, unit="N")
        lab.value(f"joint above block {k}: shear", (5 - k) * weight * math.sin(slope), abs(float(world.measure("shear", between=joint))), rel=1e-8, unit="N")
