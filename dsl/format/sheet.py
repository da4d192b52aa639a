"""Spaced statements and comments to the text: indentation, line breaks in brackets, and the right-hand margin.

Rule references stand in one column of the file, the leftmost of a few in which nearly all of them have room. Comments
at the ends of neighbouring lines stand below each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulewright.dsl.format.lines import Comment
from rulewright.dsl.format.spacing import Spaced

STEP = 2  # spaces a block is indented
MARGINS = (47, 59, 71, 83)  # the columns, counted from 0, in which references may stand
FITTING = 0.9  # of the lines with references must have room before the margin
LONGEST = 120  # characters: what stands in the margin moves to the left for that, if it can
FARTHEST = 40  # the column at which a line inside brackets may begin
GAP = 2  # spaces at least before what stands in the margin
STOPS = 12  # characters between the columns for what stands right of a line that is longer than the margin is far
GAP_BEYOND = 3  # where there is no room for that


@frozen
class Placed:
    """A statement or comment in lines of text, but for what stands at the right of the last of them."""

    lines: tuple[str, ...]
    refs: str
    note: str
    blank: bool

    @property
    def width(self) -> int:
        return len(self.lines[-1])


def sheet(lines: list[Spaced | Comment]) -> str:
    """The text, with a line end after the last line."""
    done = [set_line(line) for line in lines]
    margin = margin_for([s.width for s in done if s.refs])
    notes = note_columns(done)
    text: list[str] = []
    for i, there in enumerate(done):
        if there.blank:
            text.append("")
        text.extend(there.lines[:-1])
        text.append(finished(there, margin, notes.get(i, 0)))
    return "\n".join(text) + "\n"


def set_line(line: Spaced | Comment) -> Placed:
    if isinstance(line, Comment):
        return Placed((" " * STEP * line.depth + line.text,), "", "", line.blank)
    return Placed(tuple(broken(line)), line.line.refs, line.line.note, line.line.blank)


def broken(spaced: Spaced) -> Iterator[str]:
    """The lines of text of a statement. A line inside brackets begins below what stands first in the innermost one, or,
    where that is far to the right, two steps into the statement."""
    text = " " * STEP * spaced.line.depth
    hanging = len(text) + 2 * STEP
    open_: list[int] = []  # columns
    for word, gap in zip(spaced.line.words, spaced.gaps, strict=True):
        if word.breaks is not None:
            start = " " * (open_[-1] if open_[-1] <= FARTHEST else hanging)
            first, *others = word.breaks
            yield f"{text}  {first}" if first else text
            yield from (start + comment for comment in others)
            text = start + word.text
        else:
            text += " " * gap + word.text
        if word.text == "(":
            open_.append(len(text))
        elif word.text == ")":
            open_.pop()
    yield text


def margin_for(widths: list[int]) -> int:
    """The column of the references of a file, by the widths of the lines that have some; 0 if none has."""
    if not widths:
        return 0
    return next((m for m in MARGINS if sum(w + GAP <= m for w in widths) >= FITTING * len(widths)), MARGINS[-1])


def note_columns(done: list[Placed]) -> dict[int, int]:
    """Where comments at the ends of neighbouring lines stand, by number of the statement. Those after references are
    left out."""
    found: dict[int, int] = {}
    run: list[int] = []
    for i, there in enumerate([*done, Placed(("",), "", "", True)]):
        alone = there.note and not there.refs
        if not alone or there.blank or len(there.lines) > 1:
            column = max((done[k].width for k in run), default=0) + GAP
            if all(column + len(done[k].note) <= LONGEST for k in run):
                found.update(dict.fromkeys(run, column))
            run = []
        if alone:
            run.append(i)
    return found


def finished(there: Placed, margin: int, note_column: int) -> str:
    """The last line of a statement with its references and the comment at its end."""
    text = there.lines[-1]
    if there.refs:
        text = text.ljust(column_for(there, margin)) + there.refs
    if there.note:
        text = text.ljust(note_column) if len(text) + GAP <= note_column else text + " " * GAP
        text += there.note
    return text


def column_for(there: Placed, margin: int) -> int:
    """Where the references of a statement stand: in the margin, left of it if they are long, right of it if the line is
    long, so that they end before the longest a line should be; else just after the line."""
    last = LONGEST - len(there.refs)
    stops = [min(margin, last), *range(margin + STOPS, last + 1, STOPS)]
    return next((stop for stop in stops if there.width + GAP <= stop), there.width + GAP_BEYOND)
