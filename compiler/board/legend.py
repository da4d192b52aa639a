"""What is explained below a map: kinds of links, marks, shades, labels; each with its place in rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from rulewright.compiler.board.board import Map
from rulewright.compiler.board.boxes import text_width
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


def entries(found: Map, *, cut_off: bool, top: int, right: int) -> Iterator[Entry]:
    """The legend of a map, row by row from `top`, none wider than `right`: lines in the first rows, what belongs to
    places in the next. `cut_off`: are there links that words tell?"""
    for row in _rows(found, cut_off):
        x = 0
        for sort, number, words in row:
            sample, width = SAMPLES[sort], round(text_width(words, 9)) + 4
            if x and x + sample + width > max(right, LEAST):
                x, top = 0, top + ROW
            yield Entry(sort, number, words, x, top, sample, width)
            x += sample + width + 22
        top += ROW if row else 0


def _rows(found: Map, cut_off: bool) -> list[list[tuple[Sort, int, str]]]:
    lines: list[tuple[Sort, int, str]] = [("kind", n, cut(kind, 40)) for n, kind in enumerate(found.kinds)]
    if found.label:
        lines.append(("label", 0, cut(f"figures: {found.label}", 40)))
    if cut_off:
        lines.append(("label", 0, "to ...: leads there, in another frame"))
    places: list[tuple[Sort, int, str]] = [("mark", n, cut(mark, 40)) for n, mark in enumerate(found.marks)]
    places += [("shade", n, cut(shade, 40)) for n, shade in enumerate(found.shades) if shade]
    return [lines, places]
