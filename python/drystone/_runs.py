"""run(), open_run() and resume(): runs that leave a folder, as the command does."""
from __future__ import annotations

import os
import pathlib
from typing import Any, Callable, Mapping, Optional, Union

from . import _core
from ._open import Overrides, load, scene as make
from ._results import Results
from ._scene import Scene

Path = Union[str, "os.PathLike[str]"]
Description = Union[Path, Mapping[str, Any], Scene, _core.World]
WorldCallback = Callable[[_core.World], Any]


def run(scene: Description, out: Optional[Path] = None, set: Overrides = (), threads: Optional[int] = None, force: bool = False,
        quiet: bool = False, until: Optional[float] = None, callback: Optional[WorldCallback] = None, every: float = 0.0,
        report: bool = True) -> Results:
    """Runs a scene to its end and leaves its folder: frames, probes, steps.csv, checkpoints, summary, report; the same bytes as
    `drystone run` leaves but for seconds of the clock.

    scene: a file, a dict, a Scene or a TOML text (one of several lines), or a World, which goes on from where it is.
    out: the folder; default: the file's name without .toml, here. force: replaces the run of before in it.
    set, threads: as for load(). until: another end than the scene's duration [s].
    callback: called as callback(world) after steps, at whole multiples of `every` seconds, 0: after each. It may change the world;
    returning False ends the run. quiet: no progress and no closing words. report=False leaves report.html out.

    Ctrl-C, and whatever a callback raises, comes out once everything up to there is written, with a checkpoint for resume()."""
    world, name = _world_of(scene, set, threads)
    if out is None and name is None:
        raise _core.InputError("out: say which folder the results are to be in; only a scene in a file has one by its name")
    folder = os.fspath(out) if out is not None else str(name)
    return world.run(until=until, callback=callback, every=every, out=folder, force=force, quiet=quiet, report=report)


def open_run(folder: Path, at: Optional[float] = None, scene: Optional[Description] = None, set: Overrides = (),
             threads: Optional[int] = None) -> _core.World:
    """The world of a run: at its last checkpoint, from where steps have the same bits as in the run, or, with `at`, as in the frame
    nearest to that time, where contacts have forgotten what they remembered and velocities have seven digits.

    scene, set: of a run that was made from Python functions of time, which are in no folder: the same again."""
    where = os.fspath(folder)
    if at is not None:
        if scene is not None:
            raise _core.InputError("at: where functions of time have come to is known at a checkpoint, not in frames")
        frame = Results(where).frames.at(at)
        world = _core.open_run(where, threads, at_start=True)
        world.place(frame.step, frame.positions, frame.orientations, frame.velocities, frame.spins)
        return world
    if scene is None:
        return _core.open_run(where, threads)
    world, _ = _world_of(scene, set, threads)
    world.enter_run(where)
    return world


def resume(folder: Path, until: Optional[float] = None, callback: Optional[WorldCallback] = None, every: float = 0.0,
           scene: Optional[Description] = None, set: Overrides = (), threads: Optional[int] = None, quiet: bool = False,
           report: bool = True) -> Results:
    """Goes on with a run from its last checkpoint, to the same bits as if it had never stopped, given the same callback and
    functions of time (`scene`, `set`: as for open_run)."""
    where = os.fspath(folder)
    world = _core.open_run(where, threads, at_start=True) if scene is None else _world_of(scene, set, threads)[0]
    return world.resume(where, until=until, callback=callback, every=every, quiet=quiet, report=report)


def _world_of(scene: Description, set: Overrides, threads: Optional[int]) -> tuple[_core.World, Optional[str]]:
    """With the name of its folder, where it is in a file."""
    if isinstance(scene, _core.World):
        if set or threads is not None:
            raise TypeError("set and threads belong to a scene, and this is a world already")
        return scene, None
    if isinstance(scene, (Mapping, Scene)) or (isinstance(scene, str) and "\n" in scene):
        return make(scene, set=set, threads=threads), None
    path = pathlib.Path(scene)
    return load(path, set=set, threads=threads), path.stem if path.suffix == ".toml" else path.name
