"""First tutorial: load a scene, step it, look at the forces inside.

    python3 examples/python/heap.py [FOLDER]

700 disks fall into a box. Some grains carry much more than others: the force chains, and the tail of P(f)."""
import pathlib
import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import drystone
from drystone import plots

here = pathlib.Path(__file__).resolve().parent
out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")

# A scene file, with a value replaced as `drystone run --set` would.
world = drystone.load(here.parent / "force_chains.toml", set={"solver.tolerance": 1e-3})
print(world)

# Run it, and look in every 0.02 s. The callback gets the world; the arrays are views, so nothing is copied.
history = []


def look(w):
    speed = np.linalg.norm(w.velocities, axis=1)
    history.append((w.time, w.measure("kinetic_energy"), speed.max()))


report = world.run(until=0.35, callback=look, every=0.02)
print(report)
print(f"kinetic energy: {history[0][1]:.3g} J at {history[0][0]:.2f} s, {history[-1][1]:.3g} J at {history[-1][0]:.2f} s")

# The floor, and the grains that stand on it, carry everything.
down = sum(world.measure("contact_force", body)[1] for body in np.flatnonzero(world.fixed))
weight = 9.81 * world.masses[~world.fixed].sum()
print(f"floor and walls carry {-down:.1f} N of a weight of {weight:.1f} N")

# The contacts of the last step, as arrays.
contacts = world.contacts
print(f"{len(contacts)} contacts, {np.mean(contacts.status == drystone.SLIDING):.0%} of them sliding")

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5))
plots.force_chains(world, left)
forces = plots.force_distribution(world, right)
figure.savefig(out / "heap.png", dpi=100)
plots.fabric_rose(world).ax.figure.savefig(out / "heap_rose.png", dpi=100)
print(f"mean force {forces.mean:.3g} N, largest {contacts.normal_forces.max() / forces.mean:.1f} times that; see {out / 'heap.png'}")
