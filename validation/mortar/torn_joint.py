"""A mortar joint is torn

Classical for a bilinear law. Two blocks of area A = 0.1 m2 are pulled apart: the largest force is f_t A, and what tearing takes is G A, whatever the step and the number of points of the joint.
f_t = 1e5 Pa, G = 50 J/m2."""

SCENE = """
[scene]
dimension = 2
[time]
step     = STEP
duration = 0.02
[solver]
tolerance = 1e-11
[materials.stone]
density = 2000.0
[[interactions]]
between          = ["stone", "stone"]
law              = "cohesive_zone"
normal_stiffness = 1e10
shear_stiffness  = 1e10
tensile_strength = 1e5
shear_strength   = 1e5
energy_opening   = 50.0
energy_shear     = 50.0
friction         = 0.6
[[bodies]]
name     = "lower"
material = "stone"
fixed    = true
shape    = { type = "box", size = [0.1, 0.1] }
position = [0, -0.05]
[[bodies]]
name     = "upper"
material = "stone"
shape    = { type = "box", size = [0.1, 0.1] }
position = [0, 0.05]
[[drives]]
body   = "upper"
motion = { quantity = "velocity", direction = [0, 1], kind = "constant", value = 0.1 }
[[drives]]
body = "upper"
fix  = ["x"]
"""


def check(lab):
    for step in (2e-5, 1e-5):
        world = lab.world(SCENE.replace("STEP", str(step)))
        openings, forces = [], []
        while world.time < 0.0195:
            world.step()
            openings.append(world.positions[world.body("upper"), 1] - 0.05)
            forces.append(float(world.measure("contact_force", "lower")[1]))
        work = sum(0.1 * step * force for force in forces)
        lab.value(f"step {step:g}: largest force", 1e5 * 0.1, max(forces), rel=0.01, unit="N")
        lab.value(f"step {step:g}: work until it is torn", 50 * 0.1, work, rel=0.01, unit="J")
        lab.value(f"step {step:g}: force at the end", 0.0, forces[-1], abs=1e-6, unit="N")
    top = 2 * 50 / 1e5
    lab.curves("force of the joint", {"law": ([0, 1e-5, top], [0, 1e4, 0]), "found": (openings[::50], forces[::50])}, "opening [m]", "force [N]")
