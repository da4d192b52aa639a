"""Python text: indented lines, safe names and comments, and operator precedence.

Nothing from a `.rules` file becomes code as it stands: names are cut down to letters, digits and underscores behind a
numbered prefix of our own, strings are written by `repr`, comments lose everything that could end them.
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.dsl.source import NOWHERE, Span

TERNARY, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)


@frozen
class Piece:
    """The text of an expression, how tightly it binds, and whether Python makes it a bool."""

    text: str
    binds: int = ATOM
    is_bool: bool = False

    def at(self, level: int) -> str:
        """The text where something that binds as tightly as `level` is wanted."""
        return self.text if self.binds >= level else f"({self.text})"


def safe_name(name: str) -> str:
    """What is left of a name in a Python identifier (maybe nothing)."""
    kept = "".join(c if c.isascii() and c.isalnum() else "_" for c in name)
    return kept.strip("_")[:40]


def comment(text: str) -> str:
    """Text that cannot end the comment it stands in."""
    return "".join(c if c.isprintable() else "?" for c in text)


@define
class Lines:
    """Lines of one function (or of a module), with the indentation and the rule that was last named."""

    lines: list[str] = field(factory=list)
    depth: int = 0
    place: str = ""

    def add(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def open(self, header: str) -> None:
        """A line that begins an indented part."""
        self.add(header)
        self.depth += 1

    def close(self, levels: int = 1) -> None:
        self.depth -= levels

    def at_rule(self, span: Span) -> None:
        """Name the rule that the next lines come from, unless it is the same as before."""
        if span == NOWHERE:
            return
        where = comment(str(span))
        if where != self.place:
            self.place = where
            self.add(f"# {where}")


def literal(value: object, depth: int = 0, width: int = 100) -> str:
    """A tuple, string or number as Python text, broken over lines where it is long."""
    flat = repr(value)
    if len(flat) + 4 * depth <= width or not isinstance(value, tuple):
        return flat
    pad = "    " * (depth + 1)
    if all(isinstance(v, int) for v in value):
        rows, row = [], ""
        for v in value:
            if row and len(row) + len(repr(v)) + 2 + len(pad) > width:
                rows.append(row)
                row = ""
            row += f"{v!r}, "
        rows.append(row)
        inner = "".join(f"{pad}{r.rstrip()}\n" for r in rows)
    else:
        inner = "".join(f"{pad}{literal(v, depth + 1, width)},\n" for v in value)
    return "(\n" + inner + "    " * depth + ")"
