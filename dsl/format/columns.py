"""Tables, lists of cases and neighbouring groups: the gaps that put their parts below each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from rulewright.dsl.format.lines import Comment, Word
from rulewright.dsl.format.spacing import Spaced, joints

GAP = {"row": 2, "case": 2, "group": 1}  # spaces at least between two columns
WIDEST = {"row": 60, "case": 72, "group": 24}  # a wider part does not push the others to the right

Lines: TypeAlias = list[Spaced | Comment]


def align(lines: Lines) -> Lines:
    """The lines, with the parts of each table and each list of cases in columns."""
    lines = list(lines)
    for kind, block in blocks(lines):
        rows = {i: there for i in block if isinstance(there := lines[i], Spaced)}
        for i, row in in_columns(rows, kind):
            lines[i] = row
    return lines


def blocks(lines: Lines) -> Iterator[tuple[str, list[int]]]:
    """The numbers of the lines of each table, list of cases and run of groups, the blocks inside them left out."""
    open_: dict[int, tuple[str, list[int]]] = {}
    for i, there in enumerate(lines):
        if isinstance(there, Comment):
            continue
        depth, kind = there.line.depth, there.line.kind
        for d in [d for d in open_ if d > depth or (d == depth and open_[d][0] != kind)]:
            yield open_.pop(d)
        if kind == "group" and depth in open_ and (there.line.blank or open_[depth][1][-1] != i - 1):
            yield open_.pop(depth)
        if kind:
            open_.setdefault(depth, (kind, []))[1].append(i)
    yield from open_.values()


def in_columns(rows: dict[int, Spaced], kind: str) -> Iterator[tuple[int, Spaced]]:
    """The rows with their parts below each other. One that is broken over several lines before its last part has
    only the gaps."""
    parts = {i: PARTS[kind](row.line.words) for i, row in rows.items()}
    columns: dict[int, int] = {}  # their widths
    for i, row in rows.items():
        if whole(row, parts[i]):
            for column, width in enumerate(widths_of(row, parts[i])):
                if width <= WIDEST[kind]:
                    columns[column] = max(columns.get(column, 0), width)
    for i, row in rows.items():
        own = widths_of(row, parts[i])
        missing = [
            max(columns.get(column, 0) - width, 0) if whole(row, parts[i]) else 0 for column, width in enumerate(own)
        ]
        yield i, row.moved({first: m + GAP[kind] for first, m in zip(parts[i][1:], missing, strict=True)})


def whole(row: Spaced, parts: list[int]) -> bool:
    return all(word.breaks is None for word in row.line.words[: parts[-1] + 1])


def widths_of(row: Spaced, parts: list[int]) -> list[int]:
    """The widths of all parts of a row but the last."""
    return [row.width(first, last) for first, last in pairwise(parts)]


def cells(words: tuple[Word, ...]) -> list[int]:
    """The first word of each cell. A cell is one word or one bracket, or several with `+` between them."""
    found: list[int] = []
    joined = joints(words)
    depth = 0
    for i, word in enumerate(words):
        if depth == 0 and i not in joined:
            found.append(i)
        depth += (word.text == "(") - (word.text == ")")
    return found


def halves(words: tuple[Word, ...]) -> list[int]:
    """A case: what it gives, and when."""
    depth = 0
    for i, word in enumerate(words):
        depth += (word.text == "(") - (word.text == ")")
        if depth == 0 and i > 0 and word.type in {"IF", "OTHERWISE"}:
            return [0, i]
    return [0]


def sides(words: tuple[Word, ...]) -> list[int]:
    """A group: its name, and who is in it."""
    return [0, next(i for i, word in enumerate(words) if word.type == "EQUAL")]


PARTS: dict[str, Callable[[tuple[Word, ...]], list[int]]] = {"row": cells, "case": halves, "group": sides}
