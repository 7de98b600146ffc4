"""Results: what a run left in its folder."""
from __future__ import annotations

import csv
import io
import json
import os
import pathlib
from typing import Any, Collection, Union

import numpy as np

from ._core import InputError
from ._frames import Frames


# Columns of the last state that hold words, whatever these look like: a body may be called "12".
WORDS = frozenset(("name", "group", "material", "shape", "geometry", "name_a", "name_b", "status", "joint"))


class Columns(dict):
    """A table by its columns, {name: array}. A vector's columns name.x, name.y, ... are also there together, as name: (rows, D)."""

    def __missing__(self, name: str) -> np.ndarray:
        parts = [self[f"{name}.{axis}"] for axis in "wxyz" if f"{name}.{axis}" in self]
        if not parts:
            raise KeyError(name)
        return np.column_stack(parts)


class Results:
    """The folder of a run: drystone.Results("results/arch"). Files are read when they are asked for, so a run that goes on
    shows its newest rows.

        summary                              the dict of summary.json
        probes                               names of the probes; probe(name) is the table of one
        bodies, parts, contacts, joints      tables of the last state
        frames                               the stored moments, frames[-1], frames.at(0.5)
    """

    def __init__(self, folder: Union[str, "os.PathLike[str]"]) -> None:
        self.folder = pathlib.Path(folder)
        if not self.folder.is_dir():
            raise InputError(f"{self.folder}: there is no such folder")
        if not (self.folder / "scene.toml").exists() and not (self.folder / "probes").is_dir():
            raise InputError(f"{self.folder}: drystone has left no run in this folder")

    def __repr__(self) -> str:
        return f"Results({str(self.folder)!r})"

    @property
    def summary(self) -> dict[str, Any]:
        """What the run says of itself; there once it has ended."""
        path = self.folder / "summary.json"
        try:
            return json.loads(self._text(path))
        except json.JSONDecodeError as error:
            raise InputError(f"{path}:{error.lineno}:{error.colno}: this is not JSON: {error.msg}") from None

    @property
    def probes(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / "probes").glob("*.csv"))

    def probe(self, name: str) -> Columns:
        """One probe's rows: "time" and its quantities, in the units of docs/scene.md."""
        if name not in self.probes:
            raise InputError(f"{self.folder}: there is no probe named \"{name}\"; there are {', '.join(self.probes) or 'none'}")
        return self._table(f"probes/{name}.csv", words=())

    @property
    def frames(self) -> Frames:
        """The stored moments; each has positions, contacts, shapes() and so on as a World does."""
        return Frames(self.folder / "frames.h5")

    @property
    def bodies(self) -> Columns:
        return self._table("bodies.csv")

    @property
    def parts(self) -> Columns:
        return self._table("parts.csv")

    @property
    def contacts(self) -> Columns:
        return self._table("contacts.csv")

    @property
    def joints(self) -> Columns:
        return self._table("joints.csv")

    def _text(self, path: pathlib.Path) -> str:
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise InputError(f"{path}: there is no such file; has the run ended?") from None
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: cannot be read: {error}") from None

    def _table(self, name: str, words: Collection[str] = WORDS) -> Columns:
        """Words under the columns that have words, numbers under all others: nan where a cell is empty, as the radius of a compound is."""
        path = self.folder / name
        rows = list(csv.reader(io.StringIO(self._text(path), newline="")))
        if not rows:
            raise InputError(f"{path}: the file is empty")
        header, cells = rows[0], rows[1:]
        for line, row in enumerate(cells, start=2):
            if len(row) != len(header):
                raise InputError(f"{path}:{line}:1: a row of {len(row)} cells under {len(header)} columns")
        table = Columns()
        for column, values in zip(header, zip(*cells) if cells else [()] * len(header)):
            if column in words:
                table[column] = np.array(values, dtype=str)
                continue
            try:
                table[column] = np.array([value or "nan" for value in values], dtype=float)
            except ValueError as error:
                raise InputError(f"{path}: the column {column} is to hold numbers: {error}") from None
        return table
