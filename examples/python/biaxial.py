"""Third tutorial: a biaxial test with servos written in Python, for several frictions.

    python3 examples/python/biaxial.py [FOLDER]

Disks between four smooth walls. The right wall is pressed with a constant pressure: a force by function. The top wall has its
velocity by function: first a servo that seeks the same pressure, then a constant rate of strain. The rows come out as numpy
arrays."""
import pathlib
import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import drystone

out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
size, pressure, mean_radius = 0.1, 1000.0, 0.0030  # m, Pa (N/m in 2D, per metre of depth), m
settled, strain_rate, seeking = 0.25, 0.4, 0.1  # s, 1/s, m/s


def wall(scene, name, normal, position, **more):
    scene.body(name, material="wall", shape={"type": "plane", "normal": normal}, position=position, **more)


def biaxial(friction):
    """The world of one test."""
    world = None  # there is none yet when the functions are asked for t = 0

    def confine(t):  # on the right wall: pressure times the height of the top
        height = world.positions[world.body("top"), 1] if world else size
        return [-pressure * height, 0.0]

    def lower(t):  # velocity of the top wall, downwards
        if t > settled:
            return strain_rate * size
        if not world:
            return seeking
        width = world.positions[world.body("right"), 0]
        return seeking * max(-1.0, 1.0 - world.measure("contact_force", "top")[1] / (pressure * width))

    scene = drystone.Scene(dimension=2, gravity=[0, 0], title=f"biaxial, friction {friction}")
    scene.time(step=2e-4, duration=settled).solver(tolerance=1e-3, seed=4, threads=1)
    scene.material("bead", density=2500.0).material("wall", density=2500.0)
    scene.interaction("bead", "bead", friction=friction).interaction("bead", "wall", friction=0.0)
    wall(scene, "bottom", [0, 1], [0, 0], fixed=True)
    wall(scene, "left", [1, 0], [0, 0], fixed=True)
    wall(scene, "right", [-1, 0], [size, 0], mass=2.0)
    wall(scene, "top", [0, -1], [0, size], fixed=True)
    scene.generate("packing", name="grain", shape="disk", material="bead", count=200, radius=[0.7 * mean_radius, 1.3 * mean_radius],
                   inside={"type": "box", "min": [0.0, 0.0], "max": [size, size]})
    scene.drive("right", fix=["y", "rz"], force=confine)
    scene.drive("top", motion={"quantity": "velocity", "direction": [0, -1], "function": lower})
    world = scene.world()
    return world


def stress_ratio(world):
    """(sigma_2 - sigma_1) / (sigma_2 + sigma_1) from the forces on the two walls."""
    x, y = world.positions[world.body("right"), 0], world.positions[world.body("top"), 1]
    lateral = world.measure("contact_force", "right")[0] / y
    axial = world.measure("contact_force", "top")[1] / x
    return (axial - lateral) / (axial + lateral)


figure, ax = plt.subplots()
for friction in (0.1, 0.5):
    world = biaxial(friction)
    world.run()  # pressed from both sides until it is at rest
    top, height = world.body("top"), world.positions[world.body("top"), 1]
    solid = np.pi * np.sum([s["radius"] ** 2 for s in world.shapes() if s["type"] == "disk"]) / (height * world.positions[world.body("right"), 0])
    rows = []
    world.run(until=settled + 0.3, every=2e-3, callback=lambda w: rows.append((1 - w.positions[top, 1] / height, stress_ratio(w))))
    strain, ratio = np.array(rows).T
    ax.plot(strain, ratio, label=f"friction {friction}")
    print(f"friction {friction}: solid fraction {solid:.3f}, sin(phi) = {ratio[-60:].mean():.2f} at strains of {strain[-60]:.2f} to {strain[-1]:.2f}")
    np.savetxt(out / f"biaxial_{friction}.csv", rows, delimiter=",", header="strain,stress_ratio", comments="")
ax.set(xlabel="axial strain [-]", ylabel="(σ₂ - σ₁) / (σ₂ + σ₁)")
ax.legend()
figure.savefig(out / "biaxial.png", dpi=100)
