"""The same bits for any number of threads, and after a restart

The promise of the architecture: 1, 2, 3 and 4 threads, and a run that was saved and went on, give the same numbers to the last bit."""
import hashlib
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def fingerprint(world):
    return hashlib.sha256(world.positions.tobytes() + world.velocities.tobytes() + world.contacts.impulses.tobytes()).hexdigest()[:16]


def check(lab):
    import drystone

    def world_of(threads):
        world = drystone.load(str(ROOT / "examples/force_chains.toml"))
        world.threads = threads
        return world

    first = world_of(1)
    first.step(40)
    for threads in (2, 3, 4):
        world = world_of(threads)
        world.step(40)
        lab.says(f"{threads} threads: hash of places, velocities and impulses", fingerprint(first), fingerprint(world))
    world = world_of(2)
    world.step(25)
    state = world.save()
    world.step(10)
    world.restore(state)
    world.step(15)
    lab.says("saved, gone on with: the same hash", fingerprint(first), fingerprint(world))
