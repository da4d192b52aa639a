"""Questions whose options only ever become fewer, one with each answer: free squares on which marks are put for good.

Such a question offers the members of a class for which a field still has its first value; each answer writes that
field of the member answered with something else, and nothing else writes it. In a game played through from its start
the list of what is left can then be kept, and a pick taken out of it.
"""

from __future__ import annotations

from rulewright.compiler.python.unit import Unit
from rulewright.dsl import ir


def options_left(unit: Unit, choose: ir.Choose) -> list[int] | None:
    """The ids on offer at first, if the question is of that kind."""
    if len(choose.branches) != 1:
        return None
    branch = choose.branches[0]
    if len(branch.binders) != 1 or branch.needs or not isinstance(branch.binders[0].domain, ir.ClassDomain):
        return None
    here = ir.Local(branch.binders[0].local)
    match branch.where:
        case ir.Compare(op="is", left=ir.Read(place=ir.FieldRef() as place), right=ir.Const(value=free)):
            declared = unit.fields[place.field]
            if place.index != here or declared.per != branch.binders[0].domain.cls or declared.during is not None:
                return None
        case _:
            return None
    if not _taken_by_answer(unit, branch, place, free):
        return None
    first = [unit.simplifier.simplify(declared.initial, {"it": ir.Const(n)}) for n in range(branch.binders[0].size)]
    if not all(isinstance(value, ir.Const) for value in first):
        return None
    return [n for n, value in enumerate(first) if value == ir.Const(free)]


def _taken_by_answer(unit: Unit, branch: ir.Branch, place: ir.FieldRef, free: int) -> bool:
    """Does every answer write the member that it names, once, before anything is asked, and nothing else write any?"""
    writes = unit.layout.prepared.effects.writes(place.field)
    if len(writes) != 1 or writes[0].place != place or _may_be(unit, writes[0].value, free):
        return False
    for stmt in branch.body:
        if stmt is writes[0]:
            return True
        effect = unit.layout.prepared.effects.of(stmt)
        if effect.asks or effect.samples or effect.leaves or effect.ends:
            return False
    return False


def _may_be(unit: Unit, value: ir.Expr, free: int) -> bool:
    """May a value be the one of a free member?"""
    if isinstance(value, ir.Const):
        return value.value == free
    kind = unit.types.get(value.name) if isinstance(value, ir.Local) else None
    if not isinstance(kind, ir.Name):
        return True
    return kind.optional or free < unit.classes[kind.cls].size
