"""Python values as TOML."""
from __future__ import annotations

import json
import math
import os
from typing import Any, Mapping

from ._core import InputError

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def value(thing: Any, path: str, functions: bool = False) -> str:
    """One value on one line; `path` is named where it cannot be written. functions: where one stands there is a word for it, which
    no reader of scenes accepts."""
    if hasattr(thing, "tolist"):
        thing = thing.tolist()
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, int):
        return str(thing)
    if isinstance(thing, float):
        if math.isfinite(thing):
            return repr(thing)
        return "nan" if math.isnan(thing) else ("inf" if thing > 0 else "-inf")
    if isinstance(thing, str):
        return json.dumps(thing, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(thing, os.PathLike):
        return value(os.fspath(thing), path, functions)
    if isinstance(thing, (list, tuple)):
        return "[" + ", ".join(value(item, f"{path}[{i}]", functions) for i, item in enumerate(thing)) + "]"
    if isinstance(thing, Mapping):
        entries = (f"{key(name)} = {value(item, f'{path}.{name}', functions)}" for name, item in thing.items() if item is not None)
        return "{ " + ", ".join(entries) + " }"
    if callable(thing) and functions:
        return '{ function = "of Python" }'
    if callable(thing):
        raise InputError(f"{path}: a function cannot be written into a file")
    raise InputError(f"{path}: a scene cannot hold {thing!r}, which is of type {type(thing).__name__}")


def key(name: str) -> str:
    return name if name and set(name) <= _BARE else json.dumps(name)


def document(scene: Mapping[str, Any], functions: bool = False) -> str:
    """A whole scene: its tables, then its arrays of tables, one key a line. functions: as for value()."""
    lines: list[str] = []

    def entries(table: Mapping[str, Any], path: str) -> None:
        lines.extend(f"{key(name)} = {value(item, f'{path}.{name}', functions)}" for name, item in table.items() if item is not None)
        lines.append("")

    def is_tables(content: Any) -> bool:
        return isinstance(content, (list, tuple)) and all(isinstance(item, Mapping) for item in content)

    for section, content in scene.items():
        if content is not None and not isinstance(content, Mapping) and not is_tables(content):
            lines.append(f"{key(section)} = {value(content, section, functions)}")
    for section, content in scene.items():
        if section == "materials" and isinstance(content, Mapping):
            for name, table in content.items():
                lines.append(f"[materials.{key(name)}]")
                entries(table, f"materials.{name}")
        elif isinstance(content, Mapping):
            lines.append(f"[{key(section)}]")
            entries(content, section)
        elif is_tables(content):
            for number, table in enumerate(content):
                lines.append(f"[[{key(section)}]]")
                entries(table, f"{section}[{number}]")
    return "\n".join(lines)
