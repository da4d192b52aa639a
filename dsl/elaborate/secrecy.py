"""Secrets, checked before play: what a choice tests must be seen by whoever chooses, and no field that many see may
silently take what few see.

The proof is by what declarations say: an audience of all; the owner of `x.place` where the actor is `x`; a player or
group of the audience that is the actor; a face that is up. What cannot be proved is refused. A name made by `let` is
what was put into it, until it is announced to all.
"""

from __future__ import annotations

from typing import TypeAlias

from rulewright.dsl import ir
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.links import put_for
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below

Applied: TypeAlias = set[tuple[str, tuple[ir.Expr, ...]]]  # values looked into, with their arguments


def check_choice(scope: Scope, actor: ir.Expr, branch: ir.Branch, span: Span) -> None:
    """Report the first place a branch's conditions or domains read that its actor cannot see."""
    s = scope.symbols
    for binder in branch.binders:
        if not isinstance(binder.domain, ir.ZoneDomain) or only_face_up(branch.where, binder.local):
            continue
        if not sees_zone(s, actor, binder.domain.zone):
            s.report.add("RW0702", span, place=binder.domain.zone.zone)
            return
    domains = (b.domain for b in branch.binders)
    tests: list[tuple[object, Span]] = [(d, span) for d in domains if not isinstance(d, ir.ZoneDomain)]
    tests += [(branch.where, span)] if branch.where is not None else []
    tests += [(n.cond, n.span) for n in branch.needs]
    for test, where in tests:
        hidden = unseen(s, actor, test, {}, set())
        if hidden:
            s.report.add("RW0703", where, place=hidden)
            return


def only_face_up(where: ir.Expr | None, local: str) -> bool:
    """Does the condition leave only components that lie face up, which everybody sees?"""
    if isinstance(where, ir.Logic) and where.op == "and":
        return any(only_face_up(part, local) for part in where.parts)
    return where == ir.Compare("is", ir.FaceOf(ir.Local(local)), ir.Const(1))


def unseen(s: Symbols, actor: ir.Expr, e: object, names: dict[str, ir.Expr], applied: Applied) -> str:
    """The first field or zone read by `e` that `actor` may not see, or "". `names` gives a value's parameters."""
    for part in below(e):
        match part:
            case ir.Read():
                seen = s.fields[part.place.field].seen
                if not sees(s, actor, seen, resolve(part.place.index, names)):
                    return part.place.field
            case ir.SlotKind() | ir.ZoneDomain():
                if not sees_zone(s, actor, ir.ZoneRef(part.zone.zone, resolve(part.zone.index, names))):
                    return part.zone.zone
            case ir.Count():
                public = part.kind is None  # how many there are, and which way they face, is open to all
                if not public and not sees_zone(s, actor, ir.ZoneRef(part.zone.zone, resolve(part.zone.index, names))):
                    return part.zone.zone
            case ir.Local() if part.name in s.kept_in:
                if (part.name, ()) not in applied:
                    applied.add((part.name, ()))
                    for value in s.kept_in[part.name]:
                        if hidden := unseen(s, actor, value, names, applied):
                            return hidden
            case ir.Apply() if part.name in s.made_values:
                made = s.made_values[part.name]
                args = tuple(resolve(a, names) or a for a in part.args)
                if (part.name, args) in applied:
                    continue
                applied.add((part.name, args))
                hidden = unseen(s, actor, made.body, dict(zip(made.params, args, strict=True)), applied)
                if hidden:
                    return hidden
    return ""


def resolve(index: ir.Expr | None, names: dict[str, ir.Expr]) -> ir.Expr | None:
    return names.get(index.name, index) if isinstance(index, ir.Local) else index


def sees_zone(s: Symbols, actor: ir.Expr, zone: ir.ZoneRef) -> bool:
    return sees(s, actor, s.zones[zone.zone].seen, zone.index)


def sees(s: Symbols, actor: ir.Expr, audience: ir.Expr, index: ir.Expr | None) -> bool:
    """Is `actor` surely in the audience of the place at `index`?"""
    everyone = (1 << s.players) - 1
    if isinstance(audience, ir.Const):
        if audience.value == everyone:
            return True
        return isinstance(actor, ir.Const) and bool(audience.value >> actor.value & 1)
    if isinstance(audience, ir.Players):
        for part, is_set in zip(audience.parts, audience.sets, strict=True):
            if is_set:
                if in_group(s, part, actor):
                    return True
                continue
            if part == actor or (index is not None and put_for(part, "it", index) == actor):
                return True
    return False


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
        one = put_for(part, "it", index) if index is not None else part
        if not isinstance(one, ir.Const):
            return None
        found |= one.value if is_set else 1 << one.value
    return found


def wider(
    s: Symbols,
    value: ir.Expr,
    target: ir.FieldRef,
    names: dict[str, ir.Expr] | None = None,
    applied: Applied | None = None,
) -> str:
    """A place read by `value` that not everybody who sees `target` sees, or "". `names` gives a value's parameters,
    `applied` the values done."""
    names, applied = names or {}, set() if applied is None else applied
    seen = s.fields[target.field].seen
    if seen == ir.Const(0):
        return ""
    for part in below(value):
        match part:
            case ir.Read():
                name, source, index = part.place.field, s.fields[part.place.field].seen, part.place.index
            case ir.SlotKind():
                name, source, index = part.zone.zone, s.zones[part.zone.zone].seen, part.zone.index
            case ir.Count() if part.kind is not None:
                name, source, index = part.zone.zone, s.zones[part.zone.zone].seen, part.zone.index
            case ir.Local() if part.name in s.kept_in:
                if (part.name, ()) not in applied:
                    applied.add((part.name, ()))
                    for kept in s.kept_in[part.name]:
                        if inner := wider(s, kept, target, names, applied):
                            return inner
                continue
            case ir.Apply() if part.name in s.made_values:
                made = s.made_values[part.name]
                args = tuple(resolve(a, names) or a for a in part.args)
                if (part.name, args) not in applied:
                    applied.add((part.name, args))
                    given = dict(zip(made.params, args, strict=True))
                    if inner := wider(s, made.body, target, given, applied):
                        return inner
                continue
            case _:
                continue
        if source == ir.Const((1 << s.players) - 1):
            continue
        theirs, whose = known(source, resolve(index, names)), known(seen, target.index)
        if theirs is not None and whose is not None and whose & ~theirs == 0:
            continue
        own = ir.Local("it") in below(seen)  # each sees his own: then it must be the same one's
        if not alike(source, seen) or (own and resolve(index, names) != target.index):
            return name
    return ""


def alike(one: ir.Expr, other: ir.Expr) -> bool:
    """Are these the same audience? Groups in them may be written with names of their own for a member."""
    if isinstance(one, ir.Players) and isinstance(other, ir.Players) and one.sets == other.sets:
        return all(map(alike, one.parts, other.parts))
    if isinstance(one, ir.Fold) and isinstance(other, ir.Fold) and one.domain == other.domain:
        return bool(put_for(one.guard, one.local, ir.Local(other.local)) == other.guard)
    return one == other
