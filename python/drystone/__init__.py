"""Drystone from Python: build or load a scene, step it, look into it.

    import drystone
    world = drystone.load("examples/force_chains.toml", set={"time.duration": 0.1})
    world.run()
    print(world.measure("kinetic_energy"), world.contacts.normal_forces.max())

SI units throughout; in two dimensions masses and forces are per metre of depth. docs/python.md has the rest."""
from ._core import Contacts, InputError, Report, Solution, Stability, State, World, __version__
from . import measure
from ._control import Control
from ._frames import Frame, Frames
from ._open import load, scene
from ._results import Results
from ._runs import open_run, resume, run
from ._scene import Scene
from ._solve import solve

OPEN, STICKING, SLIDING = 0, 1, 2  #: what Contacts.status and joints()["status"] say

__all__ = ["Contacts", "Control", "Frame", "Frames", "InputError", "OPEN", "Report", "Results", "SLIDING", "STICKING", "Scene", "Solution",
           "Stability", "State", "World", "load", "measure", "open_run", "resume", "run", "scene", "solve", "__version__"]
