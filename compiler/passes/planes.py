"""Which fields are kept twice: as a value per member, and as one set of members per value (their planes).

A field has planes if some condition on all members of its class can then be worked out at once (masks.py). Writing it
costs a little more, asking about all members much less.
"""

from __future__ import annotations

from typing import Any

from rulewright.compiler.passes.masks import Masks
from rulewright.compiler.passes.simplify import Simplifier
from rulewright.compiler.passes.walk import conjuncts, everything
from rulewright.dsl import ir


def planes_of(program: ir.Program, simplifier: Simplifier) -> frozenset[str]:
    """The names of the fields that are to have planes."""
    masks = Masks(program, simplifier)
    roots: tuple[Any, ...] = (program.setup, program.flow, program.procedures, program.values)
    for node in everything(roots):
        match node:
            case ir.Fold(domain=ir.ClassDomain(cls=cls) | ir.SetDomain(cls=cls)) | ir.Each(
                domain=ir.ClassDomain(cls=cls) | ir.SetDomain(cls=cls)
            ):
                _note(masks, node.local, cls, node.guard)
            case ir.Reach():
                _note(masks, node.local, node.cls, node.guard)
            case ir.Branch():
                pair = masks_of_pair(masks, node)
                if pair is None:
                    for binder in node.binders[:1]:
                        if isinstance(binder.domain, ir.ClassDomain | ir.SetDomain):
                            _note(masks, binder.local, binder.domain.cls, node.where)
    return frozenset(masks.wanted)


def _note(masks: Masks, local: str, cls: str, guard: ir.Expr | None) -> None:
    for part in conjuncts(guard):
        masks.of(local, cls, part)


def masks_of_pair(masks: Masks, branch: ir.Branch) -> tuple[tuple[int, int, Any], ...] | None:
    """For a branch that asks for a member and one beside it: (step, inside, mask of the first) for each way."""
    if len(branch.binders) != 2:
        return None
    first, second = branch.binders
    match first.domain, second.domain:
        case ir.ClassDomain(cls=cls), ir.SetDomain(set=ir.ColumnOf(column=column, row=ir.Local(name=name)) as of) if (
            name == first.local and of.cls == cls == second.domain.cls
        ):
            ways = masks.geometry.ways(cls, column)
        case _:
            return None
    if ways is None or len(ways) > 8:
        return None
    tests = [*conjuncts(branch.where), *(p for need in branch.needs for p in conjuncts(need.cond))]
    found = []
    guard = None if not tests else tests[0] if len(tests) == 1 else ir.Logic("and", tuple(tests))
    guard = _kept(masks, branch, guard)
    for step, inside in ways:
        mask = masks.of(first.local, cls, guard, {second.local: (step, inside)})
        if mask is None:
            return None
        found.append((step, inside, mask))
    return tuple(found)


def _kept(masks: Masks, branch: ir.Branch, guard: ir.Expr | None) -> ir.Expr | None:
    """The same guard object each time, so that what is found for it is found once."""
    kept: dict[int, tuple[ir.Branch, ir.Expr | None]] = masks.pairs
    if id(branch) not in kept:
        kept[id(branch)] = (branch, guard)
    return kept[id(branch)][1]
