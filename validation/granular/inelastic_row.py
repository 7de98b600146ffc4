"""A ball strikes a row, nothing bounces

Classical. N equal balls that touch, the first with speed v: without restitution all go on with v / N, and contact i passes on m v (N - i) / N."""
ROW = """
[scene]
dimension = 3
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-14
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.0
"""


def balls(*placed):
    return ROW + "".join(f"""
[[bodies]]
material = "stone"
mass     = {mass}
shape    = {{ type = "sphere", radius = 0.1 }}
position = [{x}, 0, 0]
velocity = [{v}, 0, 0]
""" for x, v, mass in placed)


def check(lab):
    n = 8
    world = lab.world(balls(*((0.2 * k, 1.0 if k == 0 else 0.0, 1.0) for k in range(n))))
    world.step()
    for k in range(n):
        lab.value(f"ball {k + 1}: speed", 1 / n, float(world.velocities[k, 0]), rel=1e-9, unit="m/s")
    impulses = sorted(world.contacts.impulses[:, 0])
    for i, impulse in enumerate(impulses):
        lab.value(f"contact {n - 1 - i}: impulse", (i + 1) / n, float(impulse), rel=1e-9, unit="N s")
