"""A pier under the thrust of an arch (La Hire)

La Hire 1712. A rigid pier of breadth B and height H, density rho, under a horizontal thrust T (per metre of depth) at its top overturns iff T H > rho g B H B / 2: the least breadth
is sqrt(2 T / (rho g)), whatever the height. T = 5 kN/m, rho = 2000: 0.713922 m."""

SCENE = """
[variables]
breadth = 0.8
height  = HEIGHT
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-11
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 2.0
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "pier"
material = "stone"
shape    = { type = "box", size = ["=breadth", "=height"] }
position = [0, "=height/2"]
[[drives]]
body  = "pier"
force = [5000.0, 0.0]
point = [0, "=height/2"]
"""


def check(lab):
    for height in (1.0, 4.0):
        said = lab.asked("stability", "SCENE", "--vary", "variables.breadth=0.2:2", "--to", "1e-4", scene=SCENE.replace("HEIGHT", str(height)))
        lab.value(f"{height:g} m high: least breadth", 0.713922, lab.limit_of(said), rel=1e-3, unit="m")
