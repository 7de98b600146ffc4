"""Scene: a scene put together step by step."""
from __future__ import annotations

import os
from typing import Any, Optional, Sequence, Union

from . import _core, _toml


class Scene:
    """A scene under construction. Every method adds one table with the keys that docs/scene.md gives it, and returns the
    scene, so that calls can be chained. Nothing is checked before world() reads it all."""

    def __init__(self, dimension: int = 3, gravity: Any = None, title: Optional[str] = None) -> None:
        """gravity [m/s2]: a vector, or a table with tilt and scale; default: none."""
        self._document: dict[str, Any] = {"scene": {"dimension": dimension, "gravity": gravity, "title": title}}

    def time(self, step: float, duration: float, **keys: Any) -> "Scene":
        """[time]: step and duration [s], integrator, overlap."""
        return self._table("time", {"step": step, "duration": duration, **keys})

    def solver(self, **keys: Any) -> "Scene":
        """[solver]: method, tolerance, max_iterations, seed, threads..."""
        return self._table("solver", keys)

    def material(self, name: str, density: float, **keys: Any) -> "Scene":
        """[materials.NAME]: density [kg/m3]."""
        self._document.setdefault("materials", {})[name] = {"density": density, **keys}
        return self

    def interaction(self, a: str = "*", b: str = "*", **keys: Any) -> "Scene":
        """[[interactions]] between two materials, groups or bodies: law, friction, restitution..."""
        return self._entry("interactions", {"between": [a, b], **keys})

    def body(self, name: Optional[str] = None, **keys: Any) -> "Scene":
        """[[bodies]]: material, shape, position [m], fixed..."""
        return self._entry("bodies", {"name": name, **keys})

    def generate(self, type: str, **keys: Any) -> "Scene":
        """[[generate]]: packing, lattice, wall, arch..."""
        return self._entry("generate", {"type": type, **keys})

    def drive(self, body: Optional[str] = None, **keys: Any) -> "Scene":
        """[[drives]]: motion, fix, force [N], torque [N m], history. A motion's or history's `function`, a force and a torque
        may be Python functions of time."""
        return self._entry("drives", {"body": body, **keys})

    def probe(self, name: str, quantities: Sequence[str], **keys: Any) -> "Scene":
        """[[probes]]: body or between, every [s]."""
        return self._entry("probes", {"name": name, "quantities": list(quantities), **keys})

    def section(self, name: str, **keys: Any) -> "Scene":
        """Any other table: water, contacts, output."""
        return self._table(name, keys)

    def as_dict(self) -> dict[str, Any]:
        """What drystone.scene reads."""
        return self._document

    def toml(self) -> str:
        """The same scene as a file has it. Functions cannot be written: InputError."""
        return _toml.document(self._document)

    def world(self, set: Any = (), folder: Union[str, "os.PathLike[str]"] = "",
              threads: Optional[int] = None) -> _core.World:
        """Reads the scene: drystone.scene(self)."""
        from ._open import scene
        return scene(self, set, folder, threads)

    def _table(self, name: str, keys: dict[str, Any]) -> "Scene":
        self._document.setdefault(name, {}).update(keys)
        return self

    def _entry(self, name: str, keys: dict[str, Any]) -> "Scene":
        self._document.setdefault(name, []).append({key: value for key, value in keys.items() if value is not None})
        return self
