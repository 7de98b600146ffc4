"""Python values as TOML."""
from __future__ import annotations

import json
import math
import os
from typing import Any, Mapping

from ._core import InputError

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def value(thing: Any, path: str) -> str:
    """One value on one line; `path` is named where it cannot be written."""
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
        return value(os.fspath(thing), path)
    if isinstance(thing, (list, tuple)):
        return "[" + ", ".join(value(item, f"{path}[{i}]") for i, item in enumerate(thing)) + "]"
    if isinstance(thing, Mapping):
        entries = (f"{key(name)} = {value(item, f'{path}.{name}')}" for name, item in thing.items() if item is not None)
        return "{ " + ", ".join(entries) + " }"
    if callable(thing):
        raise InputError(f"{path}: a function cannot be written into a file")
    raise InputError(f"{path}: a scene cannot hold {thing!r}, which is of type {type(thing).__name__}")


def key(name: str) -> str:
    return name if name and set(name) <= _BARE else json.dumps(name)


def document(scene: Mapping[str, Any]) -> str:
    """A whole scene: its tables, then its arrays of tables, one key a line."""
    lines: list[str] = []

    def entries(table: Mapping[str, Any], path: str) -> None:
        lines.extend(f"{key(name)} = {value(item, f'{path}.{name}')}" for name, item in table.items() if item is not None)
        lines.append("")

    for section, content in scene.items():
        if section == "materials":
            for name, table in content.items():
                lines.append(f"[materials.{key(name)}]")
                entries(table, f"materials.{name}")
        elif isinstance(content, Mapping):
            lines.append(f"[{key(section)}]")
            entries(content, section)
        else:
            for number, table in enumerate(content):
                lines.append(f"[[{key(section)}]]")
                entries(table, f"{section}[{number}]")
    return "\n".join(lines)
