"""What the terminal can show: colour (or not, where NO_COLOR is set or nobody looks), and tables."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PIPED_WIDTH = 100  # columns of a table that goes into a file or a pipe


def in_colour(stream: TextIO) -> bool:
    """Should colours go to this stream?"""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def tables() -> Console:
    """Where tables are printed: standard output."""
    import sys

    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=PIPED_WIDTH, color_system=None)


def table(title: str, *columns: str) -> Table:
    """An empty table; the heading of a column of numbers begins with `#`."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    made = Table(title=Text(title), title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    for heading in columns:
        made.add_column(heading.removeprefix("#"), justify="right" if heading.startswith("#") else "left")
    return made
