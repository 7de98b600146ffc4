"""Elastic grains keep their energy

Haff's law in its exact limit: frictionless disks with restitution 1 between walls that do not move. Every collision keeps energy and each pair's momentum, so that the energy does not change
at all, whatever the number of collisions; with restitution 0.9 it falls all the time."""

SCENE = """
[scene]
dimension = 2
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-13
[materials.stone]
density = 1000.0
[[interactions]]
between     = ["stone", "stone"]
friction    = 0.0
restitution = [RESTITUTION, 0.0]
""" + "".join(f"""
[[bodies]]
material = "stone"
fixed    = true
shape    = {{ type = "plane", normal = {normal} }}
position = {place}
""" for normal, place in (([0, 1], [0, 0]), ([0, -1], [0, 1.3]), ([1, 0], [0, 0]), ([-1, 0], [1.3, 0])))


def scene(restitution):
    import random

    draw = random.Random(1)
    text = SCENE.replace("RESTITUTION", str(restitution))
    for i in range(6):
        for j in range(6):
            text += f"""
[[bodies]]
name     = "disk{i}.{j}"
material = "stone"
shape    = {{ type = "disk", radius = 0.05 }}
position = [{0.15 + 0.2 * i}, {0.15 + 0.2 * j}]
velocity = [{draw.uniform(-1, 1)}, {draw.uniform(-1, 1)}]
"""
    return text


def check(lab):
    for restitution in (1.0, 0.9):
        world = lab.world(scene(restitution))
        before, energies, times = world.measure("kinetic_energy"), [], []
        for _ in range(100):
            world.step(10)
            energies.append(world.measure("kinetic_energy") / before)
            times.append(world.time)
        if restitution == 1.0:
            lab.value("restitution 1: largest change of energy", 0.0, max(abs(e - 1) for e in energies), abs=1e-9)
        else:
            lab.says("restitution 0.9: energy never rises", True, all(b <= a * (1 + 1e-12) for a, b in zip([1.0, *energies], energies)))
            lab.curves("energy, restitution 0.9", {"found": (times, energies)}, "t [s]", "E / E0")
