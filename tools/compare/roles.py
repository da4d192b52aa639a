"""The roles of a game: what a seat is given in the set-up and keeps. Program in, places of the state out."""

from __future__ import annotations

from attrs import frozen

from rulewright.compiler.effects import reachable
from rulewright.compiler.passes.walk import everything
from rulewright.dsl import ir


@frozen
class Role:
    """`codes`: what the cells of `holder` (a field or zone, one cell a seat) hold where a seat has it."""

    holder: str
    name: str
    title: str
    codes: tuple[int, ...]


def roles(program: ir.Program) -> tuple[Role, ...]:
    """Members of a class that seats get in the set-up, in a slot or a field of their own, and that never change."""
    setup, game = _written(program, set_up=True), _written(program, set_up=False)
    kept = setup - game
    classes = {c.name: c for c in program.classes}
    found: list[Role] = []
    for zone in program.zones:
        if zone.slot and zone.per == "player" and zone.name in kept:
            either = zone.face == "either"
            for member, title in enumerate(classes[zone.cls].titles):
                codes = (2 * member, 2 * member + 1) if either else (member,)
                found.append(Role(zone.name, classes[zone.cls].members[member], title, codes))
    for field in program.fields:
        if isinstance(field.type, ir.Name) and field.per == "player" and field.name in kept and field.during is None:
            cls = classes[field.type.cls]
            if cls.sort != "player":
                named = zip(cls.members, cls.titles, strict=True)
                found += [Role(field.name, name, title, (m,)) for m, (name, title) in enumerate(named)]
    return tuple(found)


def _written(program: ir.Program, *, set_up: bool) -> frozenset[str]:
    """The fields that are set and the zones that components leave or enter: by the set-up, or by all else."""
    start = program.setup if set_up else (program.flow, program.watches, program.whens)
    called = reachable(program, start)
    found: set[str] = set()
    for node in everything((start, tuple(p for p in program.procedures if p.name in called))):
        match node:
            case ir.SetField():
                found.add(node.place.field)
            case ir.Move():
                found |= {node.source.zone, node.target.zone}
    return frozenset(found)
