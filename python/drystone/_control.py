"""Control: a number that a callback turns."""
from __future__ import annotations

import math

from ._core import InputError


class Control:
    """A number that may be changed while a world goes on, wherever a scene made in Python has a function of time: the `function`
    of a motion, the `history` of a drive, or a value that changes in time.

        speed = drystone.Control(0.1)
        scene.drive("wall", motion={"quantity": "velocity", "direction": [1, 0], "function": speed})
        scene.world().run(callback=lambda world: setattr(speed, "value", 0.1 if world.time < 0.5 else 0.0))

    A new value holds at the end of the next step; along that step the signal goes there in a straight line. Its value is in the
    checkpoints of runs."""

    _is_drystone_control = True

    def __init__(self, value: float) -> None:
        self.value = value

    @property
    def value(self) -> float:
        return self._value

    @value.setter
    def value(self, value: float) -> None:
        number = float(value)
        if not math.isfinite(number):
            raise InputError(f"a Control must be a finite number, found {number}")
        self._value = number

    def __call__(self, time: float) -> float:
        return self._value

    def __repr__(self) -> str:
        return f"Control({self._value!r})"
