"""What follows from links: tables and columns that the language makes of them, titles, neighbours (see
dsl/elaborate/links.py). That is no difference of its own; the links are told."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import ir
from rulewright.dsl.elaborate.links import NEIGHBOURS
from rulewright.dsl.made_up import made_up


def written(classes: Iterable[ir.Class]) -> list[ir.Class]:
    """The classes that stand in the rules."""
    return [c for c in classes if not made_up(c.name)]


def own_columns(cls: ir.Class, program: ir.Program) -> list[ir.Column]:
    """The columns of a class that are no consequence of links."""
    columns = [c for c in cls.columns if not made_up(c.name)]
    return [c for c in columns if not (c.name == NEIGHBOURS and c.values == neighbours(cls, program))]


def neighbours(cls: ir.Class, program: ir.Program) -> tuple[int, ...]:
    """Of each place those that links lead to, as a set."""
    near = [0] * cls.size
    for links in program.classes:
        ends = links.columns[:2]
        if links.sort == "links" and all(isinstance(c.type, ir.Name) and c.type.cls == cls.name for c in ends):
            for a, b in zip(*(c.values for c in ends), strict=True):
                near[a] |= 1 << b
                near[b] |= 1 << a
    return tuple(near)
