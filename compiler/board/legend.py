"""What is explained below a map: kinds of links, marks, shades, labels; each with its place in rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from rulewright.compiler.board.boxes import text_width
from rulewright.compiler.board.sheet import DrawnMap
from rulewright.compiler.words.text import cut

ROW = 22
LEAST = 260  # how wide the rows get at least
SAMPLES = {"kind": 36, "mark": 12, "shade": 16, "label": 0}
Sort = Literal["kind", "mark", "shade", "label"]


@frozen
class Entry:
    """One of them: what it explains, by its number, and where it stands; `sample` is the room for what is shown."""

    sort: Sort
    number: int
    words: str
    left: int
    top: int
    sample: int
    width: int


def entries(drawn: DrawnMap) -> Iterator[Entry]:
    """The legend of a map, row by row: lines in the first rows, what belongs to places in the next."""
    left, top = drawn.legend
    right = max(drawn.width, LEAST)
    for row in _rows(drawn):
        x = left
        for sort, number, words in row:
            sample, width = SAMPLES[sort], round(text_width(words, 9)) + 4
            if x > left and x + sample + width > right:
                x, top = left, top + ROW
            yield Entry(sort, number, words, x, top, sample, width)
            x += sample + width + 22
        top += ROW if row else 0


def _rows(drawn: DrawnMap) -> list[list[tuple[Sort, int, str]]]:
    found = drawn.map
    lines: list[tuple[Sort, int, str]] = [("kind", n, cut(kind, 40)) for n, kind in enumerate(found.kinds)]
    if found.label:
        lines.append(("label", 0, cut(f"figures: {found.label}", 40)))
    if len(drawn.lines) < len(found.links):
        lines.append(("label", 0, "to ...: leads there, in another frame"))
    places: list[tuple[Sort, int, str]] = [("mark", n, cut(mark, 40)) for n, mark in enumerate(found.marks)]
    places += [("shade", n, cut(shade, 40)) for n, shade in enumerate(found.shades) if shade]
    return [lines, places]
