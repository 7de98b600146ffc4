"""load() and scene(): from a file, a text or a dict to a World."""
from __future__ import annotations

import os
import warnings
from typing import Any, Iterable, Mapping, Optional, Union

from . import _core, _toml
from ._scene import Scene

Overrides = Union[Mapping[str, Any], Iterable[str]]


def load(path: Union[str, "os.PathLike[str]"], set: Overrides = (), threads: Optional[int] = None) -> _core.World:
    """The world of a scene file.

    set: values to replace, {"solver.tolerance": 1e-8}, or as the command has them, ["solver.tolerance=1e-8"].
    threads: 0 for all cores; default: the scene's. Raises InputError with file:line:column of the first mistake."""
    return _warned(_core.load(os.fspath(path), _overrides(set), threads))


def scene(description: Union[str, Mapping[str, Any], Scene], set: Overrides = (),
          folder: Union[str, "os.PathLike[str]"] = "", threads: Optional[int] = None) -> _core.World:
    """The world of a scene as a dict, a Scene, or a TOML text; the words are those of docs/scene.md.

    folder: where the files that it names are looked for; default: the current one. Where a dict has a function of time (see
    docs/python.md) it is asked for t = 0 now and for the end of each step before that step. None counts as not given.
    Raises InputError with the path of the key, bodies[2].shape.radius, or line and column in the text."""
    where = os.fspath(folder)
    if isinstance(description, str):
        return _warned(_core.from_text(description, _overrides(set), where, threads))
    if isinstance(description, Scene):
        description = description.as_dict()
    if not isinstance(description, Mapping):
        raise TypeError(f"a scene is a dict, a Scene or a TOML text, not {type(description).__name__}")
    return _warned(_core.from_dict(dict(description), _overrides(set), where, threads, _text_of(description)))


def _text_of(description: Mapping[str, Any]) -> str:
    """As TOML, for the folders of runs; "" of what is no scene, which the reader refuses in its own words."""
    try:
        return _toml.document(description, functions=True)
    except Exception:
        return ""


def _overrides(given: Overrides) -> list[str]:
    if isinstance(given, str):
        raise TypeError('set must be a dict, or a list of "key=value"')
    if isinstance(given, Mapping):
        return [f"{path}={_toml.value(value, path)}" for path, value in given.items()]
    return list(given)


def _warned(world: _core.World) -> _core.World:
    for warning in dict.fromkeys(world.warnings):
        warnings.warn(warning, stacklevel=3)
    return world
