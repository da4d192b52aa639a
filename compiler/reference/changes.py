"""The statements that change the table or tell about it: one function for each kind of node.

`SetField`, `Move` and `Turn` are atomic changes: what reacts to them is pushed when they are done. A move of nothing
and a turn that turns nothing are no change. A move of all carries packets over; one of some arrives as one packet.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.reference.expressions import Locals, field_of, kind_of, pile_of, value
from rulewright.compiler.reference.reactions import react
from rulewright.compiler.reference.rules import fault
from rulewright.compiler.reference.run import Run
from rulewright.compiler.reference.store import put, take
from rulewright.compiler.reference.telling import audiences, field_seen, welcome, zone_seen
from rulewright.dsl import ir
from rulewright.runtime.zones import Packet, merged, size


def set_field(run: Run, stmt: ir.SetField, locals: Locals) -> None:
    scope = run.scope(locals)
    name, index = field_of(scope, stmt.place, stmt.span)
    new = _in_range(run, stmt, value(scope, stmt.value))
    before = audiences(scope, stmt.widens)
    shown = 0 if stmt.shown is None else value(scope, stmt.shown)
    run.store.fields[name][index] = new
    run.tell("set", field_seen(scope, name, index) | shown, run.rules.field_numbers[name], index, new)
    welcome(run, before, (name, index))
    react(run, {name})


def _in_range(run: Run, stmt: ir.SetField, new: int) -> int:
    declared = run.rules.fields[stmt.place.field]
    low, high = run.rules.bounds(declared.type)
    if low <= new <= high:
        return new
    if stmt.range == "clamp":
        return max(low, min(new, high))
    title = declared.title or declared.name
    if isinstance(declared.type, ir.Number):
        raise fault(f"{title} would become {new}, but goes from {low} to {high}", stmt.span)
    raise fault(f"{title} would become none", stmt.span)


def move(run: Run, stmt: ir.Move, locals: Locals) -> None:
    scope = run.scope(locals)
    source, at = pile_of(scope, stmt.source, stmt.span)
    wanted, most = _selection(run, stmt, locals)
    if not take([dict(packet) for packet in run.store.zones[source][at]], wanted, most):
        return
    target, to = pile_of(scope, stmt.target, stmt.span)
    origin, goal = run.rules.zones[source], run.rules.zones[target]
    mask = zone_seen(scope, source, at) | (0 if stmt.shown is None else value(scope, stmt.shown))
    taken = take(run.store.zones[source][at], wanted, most)

    def arriving(code: int) -> int:
        return _recoded(code, origin.face == "either", goal.face == "either", stmt.face)

    packets = [merged({arriving(code): many} for code, many in packet.items()) for packet in taken]
    if most is not None:
        packets = [merged(packets)]
    if run.store.size(target, to) + size(packets) > (1 if goal.slot else goal.capacity):
        raise fault(f"{goal.title or goal.name} is full", stmt.span)
    put(run.store.zones[target][to], packets, stmt.spot, goal.ordered)
    mask |= zone_seen(scope, target, to)
    _tell_move(run, stmt, (source, at), (target, to), mask, merged(taken), arriving)
    if stmt.handle is not None:
        locals[stmt.handle] = arriving(locals[stmt.handle])
    emptied = [(source, at)] if not run.store.size(source, at) else []
    react(run, {source, target}, emptied)


def _selection(run: Run, stmt: ir.Move, locals: Locals) -> tuple[Callable[[int], bool], int | None]:
    """Which codes a move wants, and how many at most (None: all)."""
    either = run.rules.zones[stmt.source.zone].face == "either"
    scope = run.scope(locals)
    if stmt.handle is not None:
        handle = locals[stmt.handle]
        return lambda code: code == handle, 1
    most = None if stmt.count is None else value(scope, stmt.count)
    if stmt.kind is None:
        return lambda code: True, most
    kind = value(scope, stmt.kind)
    return lambda code: kind_of(code, either) == kind, most


def _recoded(code: int, was_either: bool, is_either: bool, face: int | None) -> int:
    """The element code of a component in the zone it goes to."""
    kind = kind_of(code, was_either)
    if not is_either:
        return kind
    if face is None:
        face = code & 1 if was_either else 0
    return 2 * kind + face


def _tell_move(
    run: Run,
    stmt: ir.Move,
    origin: tuple[str, int],
    goal: tuple[str, int],
    mask: int,
    taken: Packet,
    arriving: Callable[[int], int],
) -> None:
    """One event for what all see (a face that is or was up), one for the rest."""
    was_either, is_either = (run.rules.zones[name].face == "either" for name in (origin[0], goal[0]))

    def public(code: int) -> bool:
        return bool((was_either and code & 1) or (is_either and arriving(code) & 1))

    for audience, told in ((mask, False), (run.rules.everybody, True)):
        elements = merged({arriving(code): many} for code, many in taken.items() if public(code) is told)
        if elements:
            here, there = (run.rules.zone_numbers[name] for name in (origin[0], goal[0]))
            run.tell("move", audience, here, origin[1], there, goal[1], tuple(elements.items()))


def turn(run: Run, stmt: ir.Turn, locals: Locals) -> None:
    scope = run.scope(locals)
    name, index = pile_of(scope, stmt.zone, stmt.span)
    pile = run.store.zones[name][index]
    one = None if stmt.handle is None else locals[stmt.handle]
    turned: Packet = {}
    for packet in pile:
        for code in sorted(packet):
            if code & 1 == stmt.face or (one is not None and (code != one or turned)):
                continue
            new, many = code & ~1 | stmt.face, packet[code] if one is None else 1
            packet[code] -= many
            packet[new] = packet.get(new, 0) + many
            turned[new] = turned.get(new, 0) + many
            if not packet[code]:
                del packet[code]
    if not turned:
        return
    if stmt.handle is not None and one is not None:
        locals[stmt.handle] = one & ~1 | stmt.face
    mask = run.rules.everybody if stmt.face else zone_seen(scope, name, index)
    run.tell("turn", mask, run.rules.zone_numbers[name], index, tuple(sorted(turned.items())))
    react(run, {name})


def mix(run: Run, stmt: ir.Mix, locals: Locals) -> None:
    name, index = pile_of(run.scope(locals), stmt.zone, stmt.span)
    pile = run.store.zones[name][index]
    pile[:] = [merged(pile)] if pile else []
    run.tell("mix", run.rules.everybody, run.rules.zone_numbers[name], index)


def tell(run: Run, stmt: ir.Tell, locals: Locals) -> None:
    scope = run.scope(locals)
    mask = value(scope, stmt.audience)
    if stmt.zone is not None:
        name, index = pile_of(scope, stmt.zone, stmt.span)
        content = run.store.content(name, index) if stmt.handle is None else {locals[stmt.handle]: 1}
        if content:
            run.tell("show", mask, run.rules.zone_numbers[name], index, tuple(content.items()))
        return
    text = run.rules.schema.texts.index(stmt.text)
    if stmt.value is None or stmt.type is None:
        run.tell("announce", mask, text, -1, 0)
    else:
        run.tell("announce", mask, text, run.rules.type_number(stmt.type), value(scope, stmt.value))
