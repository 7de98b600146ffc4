"""How a world shows itself in a notebook."""
from __future__ import annotations

import html
import os
import pathlib
import tempfile
from typing import Union

from . import _core


def png(world: _core.World) -> bytes:
    """The world as a picture, as `drystone render` draws runs."""
    with tempfile.TemporaryDirectory() as folder:
        where = os.path.join(folder, "world")
        world.snapshot(where)
        return _core.picture(where, width=900, height=650)


def page(world: _core.World) -> "Page":
    """The world in the page of a report."""
    with tempfile.TemporaryDirectory() as folder:
        where = os.path.join(folder, "world")
        world.snapshot(where, report=True)
        return Page(pathlib.Path(where, "report.html").read_text(encoding="utf-8"))


class Page:
    """A whole HTML page that needs nothing else. Notebooks show it in a frame."""

    def __init__(self, text: str, height: int = 640) -> None:
        self.text = text
        self.height = height  #: of the frame [pixels]

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.text, quote=True)}" width="100%" height="{self.height}" '
                'style="border: 0" sandbox="allow-scripts"></iframe>')

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page into a file."""
        pathlib.Path(path).write_text(self.text, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Page: {len(self.text) / 1e6:.1f} MB of HTML>"
