"""Questions and chance: what is on offer, why something is not, and what an answer binds."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.reference.expressions import Locals, Scope, holds, members, pile_of
from rulewright.compiler.reference.rules import fault
from rulewright.dsl import ir


def options(scope: Scope, choose: ir.Choose) -> list[int]:
    """The stable ids on offer, in canonical order."""
    found: list[int] = []
    first = 0
    for branch in choose.branches:
        for tuple_index, bound in _tuples(scope, branch.binders):
            if holds(bound, branch.where) and all(holds(bound, need.cond) for need in branch.needs):
                found.append(first + tuple_index)
        first += branch.size
    return found


def answer(scope: Scope, choose: ir.Choose, option: int) -> tuple[ir.Branch, Scope] | None:
    """The branch an id belongs to, and the scope with its binders bound; None if its tuple is outside the domains."""
    first = 0
    for branch in choose.branches:
        if first <= option < first + branch.size:
            for tuple_index, bound in _tuples(scope, branch.binders):
                if first + tuple_index == option:
                    return branch, bound
        first += branch.size
    return None


def unmet(scope: Scope, choose: ir.Choose, option: int) -> list[int] | None:
    """The positions of the needs an option does not meet; None if it is no option even without them."""
    found = answer(scope, choose, option)
    if found is None:
        return None
    branch, bound = found
    if not holds(bound, branch.where):
        return None
    return [number for number, need in enumerate(branch.needs) if not holds(bound, need.cond)]


def _tuples(scope: Scope, binders: tuple[ir.Binder, ...], index: int = 0) -> Iterator[tuple[int, Scope]]:
    """Every tuple of members in lexicographic order: its mixed-radix index, and the scope with it bound."""
    if not binders:
        yield index, scope
        return
    binder, *rest = binders
    low = binder.domain.least if isinstance(binder.domain, ir.RangeDomain) else 0
    for member in members(scope, binder.domain):
        digit = member - low
        if 0 <= digit < binder.size:
            yield from _tuples(scope.plus(binder.local, member), tuple(rest), index * binder.size + digit)


def outcomes(scope: Scope, sample: ir.Sample) -> dict[int, int]:
    """Every possible outcome of chance, rising, with its weight."""
    match sample.source:
        case ir.Roll():
            return dict.fromkeys(range(1, sample.source.sides + 1), 1)
        case ir.RollKind():
            copies = scope.rules.classes[sample.source.cls].copies
            return {member: many for member, many in enumerate(copies) if many}
        case ir.TopOf():
            zone, index = pile_of(scope, sample.source.zone, sample.span)
            pile = scope.store.zones[zone][index]
            if not pile:
                raise fault(f"{zone} is empty, so nothing lies on top", sample.span)
            return dict(sorted(pile[0].items()))
        case ir.AnyOf():
            return _any_of(scope, sample, sample.source)


def _any_of(scope: Scope, sample: ir.Sample, source: ir.AnyOf) -> dict[int, int]:
    found = {
        member: 1
        for member in members(scope, source.domain)
        if holds(scope.plus(sample.local, member), source.guard)
    }
    if not found:
        raise fault("chance has nothing to choose from", sample.span)
    return found


def bind(scope: Scope, locals: Locals, binders: tuple[ir.Binder, ...]) -> None:
    """Copy what the binders are bound to in `scope` into the locals of the activation."""
    for binder in binders:
        locals[binder.local] = scope.locals[binder.local]
