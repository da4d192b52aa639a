"""Which members a question can never offer: a condition that reads nothing but tables keeps them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from rulewright.compiler.passes.walk import everything
from rulewright.compiler.reference.expressions import value, without_state
from rulewright.compiler.words.nouns import conjuncts
from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault

CHANGING = ir.Read | ir.Count | ir.SlotKind | ir.FaceOf | ir.ZoneDomain  # what a game changes


def shut_out(program: ir.Program, branch: ir.Branch, cls: ir.Class) -> set[int]:
    """Of one way to answer, the members of a class that can never be chosen."""
    values = {v.name: v for v in program.values}
    found: set[int] = set()
    for binder in branch.binders:
        domain = binder.domain
        if not _of_class(program, domain, cls.name):
            continue
        wheres = () if branch.where is None else tuple(conjuncts(branch.where))
        conditions = [*wheres, *(part for need in branch.needs for part in conjuncts(need.cond))]
        if isinstance(domain, ir.SetDomain):
            conditions.append(ir.Member(ir.Local(binder.local), domain.set))
        fixed = [c for c in conditions if _is_fixed(c, values) and set(_free(c)) <= {binder.local}]
        found |= {m for m in range(cls.size) if not all(_may_hold(program, c, binder.local, m) for c in fixed)}
    return found


def _of_class(program: ir.Program, domain: ir.Domain, cls: str) -> bool:
    match domain:
        case ir.ClassDomain() | ir.SetDomain():
            return domain.cls == cls
        case ir.ZoneDomain():
            return any(z.name == domain.zone.zone and z.cls == cls for z in program.zones)
    return False


def _is_fixed(condition: ir.Expr, values: dict[str, ir.Value]) -> bool:
    """Does it read nothing that a game changes?"""
    parts: Iterable[object] = everything(condition)
    return all(
        not isinstance(part, CHANGING)
        and (not isinstance(part, ir.Apply) or (part.name in values and _is_fixed(values[part.name].body, values)))
        for part in parts
    )


def _free(condition: ir.Expr) -> Iterator[str]:
    """The names in it that something around it gave."""
    bound = {n.local for n in everything(condition) if isinstance(n, ir.Fold | ir.Reach)}
    return (n.name for n in everything(condition) if isinstance(n, ir.Local) and n.name not in bound)


def _may_hold(program: ir.Program, condition: ir.Expr, local: str, member: int) -> bool:
    """Does a condition hold for a member? A component stands for its kind."""
    both_faces = any(isinstance(n, ir.KindOf) and n.either for n in everything(condition))
    world = evolve(without_state(program), locals={local: 2 * member if both_faces else member})
    try:
        return bool(value(world, condition))
    except RuleFault:
        return True
