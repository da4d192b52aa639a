"""Text files of rules and the places in them.

A `Source` owns one file's name and text; a `Span` is a half-open range of character offsets in it. Offsets become
lines and columns here and nowhere else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from attrs import define, field, frozen


@define(slots=False, eq=False)
class Source:
    """One `.rules` text: `name` is what messages call it, `text` has Unix line ends and no byte-order mark. `beside`:
    names and texts of the files that it includes and that its tables are read from."""

    name: str
    text: str
    beside: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> int:
        """Characters, those of the files beside it among them."""
        return sum(map(len, self.texts))

    @property
    def texts(self) -> tuple[str, ...]:
        """The text, and those of the files beside it."""
        return self.text, *(text for _, text in self.beside)

    def included(self, file: str) -> Source | None:
        """The text of a file beside this one, called by the same folder; None if there is none such."""
        folder = self.name[: max(self.name.rfind("/"), self.name.rfind("\\")) + 1]
        text = dict(self.beside).get(file)
        return None if text is None else Source(f"{folder}{file}", text, self.beside)

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(end.end() for end in re.finditer("\n", self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end; empty past the end of the file."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@frozen
class Span:
    """Characters `start` to `end` (exclusive) of `source`."""

    source: Source = field(eq=False, repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def block(self) -> list[str]:
        """The lines of what begins here, as they are written: the first and those further in, moved to the margin."""
        source, first = self.source, self.line
        head = source.line(first)
        margin = len(head) - len(head.lstrip())
        lines = [head[margin:]]
        for number in range(first + 1, len(source.line_starts) + 1):
            line = source.line(number)
            if line.strip() and len(line) - len(line.lstrip()) <= margin:
                break
            lines.append(line[margin:])
        return lines

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}"


NOWHERE = Span(Source("(made by Rulewright)", ""), 0, 0)
