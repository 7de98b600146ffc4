"""Second tutorial: a scene made in Python, and supports that a Python function drives.

    python3 examples/python/arch.py [FOLDER]

A semicircular arch whose right abutment moves outwards. Hinges open at once, and the arch goes along on them until its
thrust line finds no room any more and it falls."""
import pathlib
import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import drystone
from drystone import plots

out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
radius, thickness = 1.0, 0.2
top_speed = 0.1  # m/s


def spreading(t):
    """Velocity of the abutment: a smooth start over 0.2 s, then steady."""
    return top_speed * min(t / 0.2, 1.0)


# The words are those of a scene file. An abutment is fixed: it goes where its drive says.
scene = drystone.Scene(dimension=2, gravity=[0, -9.81], title="An arch on spreading supports")
scene.time(step=1e-3, duration=6.0)
scene.solver(method="auto", tolerance=1e-6)
scene.material("stone", density=2300.0)
scene.interaction("stone", "stone", friction=0.8)
scene.generate("arch", name="arch", material="stone", radius=radius, thickness=thickness, voussoirs=21)
scene.drive("arch.abutment.right", motion={"quantity": "velocity", "direction": [1, 0], "function": spreading})
world = scene.world()

crown = world.body("arch.voussoir.10")
right = world.body("arch.abutment.right")
start = world.positions[[crown, right]].copy()
path, pictures = [], []


def watch(w):
    """Notes how far the abutment has gone and the crown has come down; ends the run when the crown falls freely."""
    opened, lowered = (w.positions[right] - start[1])[0], (start[0] - w.positions[crown])[1]
    path.append((opened, lowered))
    if len(pictures) == 0 and opened > 0.05:
        pictures.append(w.save())
    return w.velocities[crown, 1] > -1.0


report = world.run(callback=watch, every=0.01)
opened, lowered = np.array(path).T
print(report)
print(f"the crown falls when the span has grown by {opened[-1]:.3f} m = {opened[-1] / (2 * radius):.1%}; it had come down by "
      f"{np.interp(0.05, opened, lowered):.3f} m at 0.05 m")

# Back to the moment when the abutment had gone 0.05 m: which joints are open, and where does the thrust go?
world.restore(pictures[0])
world.step()
joints = world.joints()
hinges = np.flatnonzero(joints["contacts"] == 1)  # two faces that touch at one corner
print("hinges:", ", ".join(f"{world.names[a]} - {world.names[b]}" for a, b in joints["bodies"][hinges]))
figure, (left, below) = plt.subplots(1, 2, figsize=(12, 5))
plots.joint_status(world, left)
below.plot(opened, lowered)
below.set(xlabel="growth of the span [m]", ylabel="crown comes down by [m]")
figure.savefig(out / "arch.png", dpi=100)
