"""Going through the members of a domain that meet a guard: those that the sets at hand leave, then the rest of it."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.python.domain import Walk, walk
from rulewright.compiler.python.expr import value
from rulewright.compiler.python.masks import part_masks
from rulewright.compiler.python.text import BIT_AND
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir


def narrow(
    unit: Unit,
    names: Names,
    local: str,
    domain: ir.Domain,
    guard: ir.Expr | None,
    uses: tuple[Any, ...],
    span: object,
    *,
    whole: bool = False,
) -> tuple[Walk, ir.Expr | None]:
    """How to go through a domain for `uses`, and what of the guard has still to be tested for each member. The members
    are listed before the first of them is used."""
    if isinstance(domain, ir.ClassDomain | ir.SetDomain):
        found = part_masks(unit, names, local, domain.cls, guard)
        if found is not None:
            piece, rest = found
            text = piece.text
            if isinstance(domain, ir.SetDomain):
                text = f"{value(unit, names, domain.set, BIT_AND)} & {piece.at(BIT_AND)}"
            variable = unit.variable(local)
            source = f"{unit.need('members', 'bits')}({text})"
            return Walk(variable, source, (), names.bind(local, variable)), rest
    tests = (guard,) if guard is not None else ()
    return walk(unit, names, local, domain, (*tests, *uses), span, whole=whole), guard
