"""Reads conditions on straight lines as sets: what stands at the far end of a line, and what lies between.

`some Cell x in c.in_line where C(x) and no Cell y in between(c, x) where B(y)` is one set of cells c; all that lies
between c and such ends is another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.compiler.effects import mentioned
from rulewright.compiler.passes.sets import All, Caught, Mask, Not, Seen
from rulewright.compiler.passes.walk import conjuncts
from rulewright.dsl import ir

if TYPE_CHECKING:
    from rulewright.compiler.passes.reading import Reading


def seen(reading: Reading, end: str, parts: list[ir.Expr]) -> Mask | None:
    """The members from which a fitting end lies in a straight line."""
    rays = reading.masks.geometry.rays(reading.cls)
    if rays is None or reading.aside:
        return None
    found = _parts(reading, reading.local, end, parts)
    return None if found is None else Seen(rays, *found)


def caught(reading: Reading, e: ir.Fold, sets: ir.Expr, rest: tuple[ir.Expr, ...]) -> Mask | None:
    """A union of what lies between one member and the fitting ends of its rays."""
    rays = reading.masks.geometry.rays(reading.cls)
    match e.domain, sets:
        case (
            ir.SetDomain(set=ir.ColumnOf(cls=cls, column="in_line", row=ir.Local(name=base))),
            ir.ColumnOf() as between,
        ) if rays is not None and cls == reading.cls and _is_between(reading, between, base, e.local):
            found = _parts(reading, base, e.local, list(rest))
            return None if found is None else Caught(rays, ir.Local(base), found[0], found[1])
    return None


def _parts(reading: Reading, base: str, end: str, parts: list[ir.Expr]) -> tuple[Mask, Mask, bool] | None:
    """What is asked of the end of a ray from `base` and of what lies between; and is there to be something?"""
    ends: list[Mask] = []
    through: Mask | None = None
    apart = False
    for part in [q for p in parts for q in conjuncts(_written_out(reading, p))]:
        match part:
            case ir.Logic(
                op="not", parts=(ir.Fold(op="some", domain=ir.SetDomain(set=ir.ColumnOf() as between)) as no,)
            ):
                blocks = _blocks(reading, no, base, end) if _is_between(reading, between, base, end) else None
                if through is not None or blocks is None:
                    return None
                through = Not(blocks)
            case ir.Logic(op="not", parts=(ir.Member(item=ir.Local(name=name), set=ir.ColumnOf() as around),)) if (
                name == end
                and around.row == ir.Local(base)
                and reading.masks.geometry.touching(reading.cls, around)
            ):
                apart = True
            case _:
                found = reading.of_another(end, part)
                if found is None or base in mentioned(part):
                    return None
                ends.append(found)
    return None if through is None or not ends else (All(tuple(ends)), through, apart)


def _blocks(reading: Reading, no: ir.Fold, base: str, end: str) -> Mask | None:
    """What must not lie between: a condition on that alone."""
    if no.guard is None or mentioned(no.guard) & {base, end, reading.local}:
        return None
    return reading.of_another(no.local, no.guard)


def _written_out(reading: Reading, e: ir.Expr) -> ir.Expr:
    """A value that was not small enough to be inlined, written out here."""
    masks = reading.masks
    if isinstance(e, ir.Apply) and isinstance(masks.values[e.name].type, ir.Truth):
        value = masks.values[e.name]
        made: ir.Expr = masks.simplifier.simplify(value.body, dict(zip(value.params, e.args, strict=True)))
        return made
    return e


def _is_between(reading: Reading, column: ir.ColumnOf, base: str, end: str) -> bool:
    """Is this the table of what lies between two members, as grids have it?"""
    size = reading.masks.size(reading.cls)
    for a, b in ((base, end), (end, base)):
        row = ir.Arith("+", ir.Arith("*", ir.Local(a), ir.Const(size)), ir.Local(b))
        if column.row == row:
            return reading.masks.geometry.is_between(reading.cls, column)
    return False
