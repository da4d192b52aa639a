"""A position to another one that looks the same to one seat: what the seat does not see is dealt anew.

Made from declared visibility alone. Components change places with others of their class that the seat does not see
either, so every zone keeps its size and every component is still there; fields take other values that they can have.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulewright.runtime.bits import renew
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.zones import Packet, merged, read_packets, write_packets

Change = Callable[[list[int]], None]


def redealt(engine: Engine, cells: list[int], seat: int, random: Random, *, everything: bool) -> list[int] | None:
    """A copy of `cells` in which one sort of hidden things (the components of a class, a field), or `everything`
    hidden, is dealt anew. None if nothing is hidden, or if the rules' checks refuse what came of it."""
    changes = _changes(engine, cells, seat, random)
    if not changes:
        return None
    made = cells.copy()
    for change in changes if everything else [random.choice(changes)]:
        change(made)
    renew(engine.schema, made)
    try:
        engine.check(made)
    except RuleFault:
        return None
    return made


def _changes(engine: Engine, cells: list[int], seat: int, random: Random) -> list[Change]:
    """What can be dealt anew, each by a function."""
    schema, changes = engine.schema, list[Change]()
    hidden: dict[str, list[tuple[int, int]]] = {}
    for number, zone in enumerate(schema.zones):
        for index in range(zone.cells):
            if not engine.zone_seen(cells, number, index) >> seat & 1:
                hidden.setdefault(zone.cls, []).append((number, index))
    for places in hidden.values():
        changes.append(_dealer(engine, places, random))
    kept = {point.keeper for point in schema.points}  # answers that wait for others are no free choice
    for number, info in enumerate(schema.fields):
        unseen = [i for i in range(info.cells) if not engine.field_seen(cells, number, i) >> seat & 1]
        if unseen and number not in kept:
            changes.append(_writer(engine, [info.offset + i for i in unseen], random))
    return changes


def _dealer(engine: Engine, places: list[tuple[int, int]], random: Random) -> Change:
    def deal(cells: list[int]) -> None:
        zones = [(engine.schema.zones[number], index) for number, index in places]
        packets = [read_packets(zone, cells, index) for zone, index in zones]
        kinds = [
            code // 2 if zone.either else code
            for (zone, _), of_zone in zip(zones, packets, strict=True)
            for packet in of_zone
            for code, many in packet.items()
            if not (zone.either and code & 1)
            for _ in range(many)
        ]
        random.shuffle(kinds)
        for (zone, index), of_zone in zip(zones, packets, strict=True):
            write_packets(zone, cells, index, [_refilled(packet, kinds, either=zone.either) for packet in of_zone])

    return deal


def _refilled(packet: Packet, kinds: list[int], *, either: bool) -> Packet:
    """The packet with other components face down; they are taken off `kinds`."""
    up = {code: many for code, many in packet.items() if either and code & 1}
    down = sum(packet.values()) - sum(up.values())
    return merged([up, *({2 * kind if either else kind: 1} for kind in (kinds.pop() for _ in range(down)))])


def _writer(engine: Engine, places: list[int], random: Random) -> Change:
    """The values change places, or are any that the cells can hold."""

    def write(cells: list[int]) -> None:
        values = [cells[place] for place in places]
        if len(values) > 1 and random.random() < 0.5:
            random.shuffle(values)
        else:
            infos = [engine.schema.cells[place] for place in places]
            values = [info.low + random.randrange(info.bound) for info in infos]
        for place, value in zip(places, values, strict=True):
            cells[place] = value

    return write
