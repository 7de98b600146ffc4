"""A disk in a groove, on springs

Bagi 6 for the method; derived. A disk of weight W on two planes inclined by beta, springs k_n and k_t = kappa k_n at both contacts, all sticking: N = W cos / (2 (cos^2 + kappa sin^2)),
T = kappa W sin / (2 (cos^2 + kappa sin^2)), and it sinks by W / (2 k_n (cos^2 + kappa sin^2))."""
import math

HEAD = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[statics]
load_steps     = 1
displacements  = "small"
tolerance      = 1e-12
max_iterations = 200000
[materials.stone]
density = 1000.0
[[interactions]]
between              = ["stone", "stone"]
law                  = "spring"
normal_stiffness     = 1e7
tangential_stiffness = TANGENTIAL
friction             = 10.0
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [SIN, COS] }
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [-SIN, COS] }
[[bodies]]
name     = "disk"
material = "stone"
mass     = 1.0
shape    = { type = "disk", radius = 0.1 }
position = [0, HEIGHT]
"""


def check(lab):
    for degrees, kappa in ((45.0, 0.5), (60.0, 0.8)):
        b = math.radians(degrees)
        height = 0.1 / math.cos(b)
        scene = HEAD
        for name, value in {"SIN": math.sin(b), "COS": math.cos(b), "HEIGHT": height, "TANGENTIAL": kappa * 1e7}.items():
            scene = scene.replace(name, repr(value))
        below = 2 * (math.cos(b) ** 2 + kappa * math.sin(b) ** 2)
        for method in ("serrano", "kishino", "bagi-bojtar"):
            forces, run = lab.statics(scene, method)
            name = f"{degrees:g} degrees, kappa = {kappa:g}, {method}"
            lab.value(f"{name}: normal force", 9.81 * math.cos(b) / below, float(max(forces.values())), rel=1e-9, unit="N")
            sunk = height - float(run.bodies["position.y"][2])
            lab.value(f"{name}: sinks by", 9.81 / 1e7 / below, sunk, rel=1e-6, unit="m")
