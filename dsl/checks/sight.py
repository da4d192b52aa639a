"""Who surely sees a place, by what declarations say: an audience of all; the owner of `x.place` where the actor is `x`;
a player of the audience that is the actor, or a group that the actor belongs to whatever happens; a face that is up."""

from __future__ import annotations

from rulewright.dsl import ir
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.walk import put_for


def sees(s: Symbols, actor: ir.Expr, audience: ir.Expr, index: ir.Expr | None) -> bool:
    """Is `actor` surely in the audience of the place at `index`?"""
    if isinstance(audience, ir.Const):
        if audience == s.everybody:
            return True
        return isinstance(actor, ir.Const) and bool(audience.value >> actor.value & 1)
    if isinstance(audience, ir.Players):
        for part, is_set in zip(audience.parts, audience.sets, strict=True):
            if in_group(s, part, actor) if is_set else actor in (part, of_index(part, index)):
                return True
    return False


def of_index(part: ir.Expr, index: ir.Expr | None) -> ir.Expr:
    """A part of an audience, for the place at `index`."""
    found: ir.Expr = part if index is None else put_for(part, "it", index)
    return found


def in_group(s: Symbols, group: ir.Expr, actor: ir.Expr) -> bool:
    """Is a player surely in a group, whatever happens in the game?"""
    if not isinstance(group, ir.Fold) or group.guard is None:
        return False
    return constant(put_for(group.guard, group.local, actor), s) == 1


def known(audience: ir.Expr, index: ir.Expr | None) -> int | None:
    """An audience as a set of seats, if it is always the same."""
    if isinstance(audience, ir.Const):
        return audience.value
    if not isinstance(audience, ir.Players):
        return None
    found = 0
    for part, is_set in zip(audience.parts, audience.sets, strict=True):
        one = of_index(part, index)
        if not isinstance(one, ir.Const):
            return None
        found |= one.value if is_set else 1 << one.value
    return found


def alike(one: ir.Expr, other: ir.Expr) -> bool:
    """Are these the same audience? Groups in them may be written with names of their own for a member."""
    if isinstance(one, ir.Players) and isinstance(other, ir.Players) and one.sets == other.sets:
        return all(map(alike, one.parts, other.parts))
    if isinstance(one, ir.Fold) and isinstance(other, ir.Fold) and one.domain == other.domain:
        return bool(put_for(one.guard, one.local, ir.Local(other.local)) == other.guard)
    return one == other


def only_face_up(where: ir.Expr | None, local: str) -> bool:
    """Does the condition leave only components that lie face up, which everybody sees?"""
    if isinstance(where, ir.Logic) and where.op == "and":
        return any(only_face_up(part, local) for part in where.parts)
    return where == ir.Compare("is", ir.FaceOf(ir.Local(local)), ir.Const(1))


def resolve(index: ir.Expr | None, names: dict[str, ir.Expr]) -> ir.Expr | None:
    return names.get(index.name, index) if isinstance(index, ir.Local) else index
