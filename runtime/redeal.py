"""A position to another one that looks the same to one seat: what the seat does not see is dealt anew.

Made from declared visibility alone. Components change places with others of their class that the seat does not see
either, so every zone keeps its size and every component is still there; fields take other values that they can have.
What the seat is told later tells where components must have lain: these are put there (see needs.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias

from attrs import define

from rulewright.runtime.bits import renew
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.events import Event
from rulewright.runtime.needs import Need, Place, needs
from rulewright.runtime.zones import Packet, merged, read_packets, write_packets

Change: TypeAlias = Callable[[list[int]], None]
SWAPPED, ONE_SORT, EVERYTHING = range(3)  # how much is dealt anew: what must be; one class or field; all


@define
class Slot:
    """Where a component lies face down; `kept`: it must be this kind."""

    place: Place
    kind: int
    kept: bool = False


def redealt(
    engine: Engine, cells: list[int], seat: int, told: Iterable[Event], random: Random, much: int
) -> list[int] | None:
    """A copy of `cells` with `much` of what the seat does not see dealt anew. `told` is what the seat will be told from
    here on. None if nothing is hidden, or if the rules' checks refuse what came of it."""
    hidden = _hidden_places(engine, cells, seat)
    needed = needs(engine.schema, told)
    dealers: list[Change] = []
    for cls, places in hidden.items():
        wanted = [need for need in needed if need.cls == cls]
        if wanted or much != SWAPPED:
            dealers.append(_dealer(engine, places, wanted, random, mix=much != SWAPPED))
    if much != SWAPPED:
        dealers += _writers(engine, cells, seat, random)
    if not dealers:
        return None
    made = cells.copy()
    for change in [random.choice(dealers)] if much == ONE_SORT else dealers:
        change(made)
    renew(engine.schema, made)
    try:
        engine.check(made)
    except RuleFault:
        return None
    return made


def _hidden_places(engine: Engine, cells: list[int], seat: int) -> dict[str, list[Place]]:
    """By class, the places of which the seat does not see what lies face down in them."""
    hidden: dict[str, list[Place]] = {}
    for number, zone in enumerate(engine.schema.zones):
        for index in range(zone.cells):
            if not engine.zone_seen(cells, number, index) >> seat & 1:
                hidden.setdefault(zone.cls, []).append((number, index))
    return hidden


# ------------------------------------------------------------------------------------------ components


def _dealer(engine: Engine, places: list[Place], wanted: list[Need], random: Random, *, mix: bool) -> Change:
    """Puts what is wanted where it must lie, by exchanging; before that everything is mixed, if so asked."""
    zones = engine.schema.zones

    def deal(cells: list[int]) -> None:
        packets = {(number, index): read_packets(zones[number], cells, index) for number, index in places}
        slots = [
            Slot(place, code // 2 if zones[place[0]].either else code)
            for place, of_place in packets.items()
            for packet in of_place
            for code, many in packet.items()
            if not (zones[place[0]].either and code & 1)
            for _ in range(many)
        ]
        if mix:
            kinds = [slot.kind for slot in slots]
            random.shuffle(kinds)
            for slot, kind in zip(slots, kinds, strict=True):
                slot.kind = kind
        for need in wanted:
            _meet(need, slots, random)
        for place, of_place in packets.items():
            zone = zones[place[0]]
            kinds = [slot.kind for slot in slots if slot.place == place]
            write_packets(zone, cells, place[1], [_refilled(packet, kinds, either=zone.either) for packet in of_place])

    return deal


def _meet(need: Need, slots: Sequence[Slot], random: Random) -> None:
    """Have the kind at the first of the need's places that has room for it, if there is one to be had."""
    free = [slot for slot in slots if not slot.kept]
    for place in need.places:
        there = [slot for slot in free if slot.place == place]
        having = [slot for slot in there if slot.kind == need.kind] or [slot for slot in free if slot.kind == need.kind]
        if there and having:
            source = random.choice(having)
            target = source if source.place == place else random.choice(there)
            source.kind, target.kind = target.kind, source.kind
            target.kept = True
            return


def _refilled(packet: Packet, kinds: list[int], *, either: bool) -> Packet:
    """The packet with other components face down; they are taken off `kinds`."""
    up = {code: many for code, many in packet.items() if either and code & 1}
    down = sum(packet.values()) - sum(up.values())
    return merged([up, *({2 * kind if either else kind: 1} for kind in (kinds.pop() for _ in range(down)))])


# ------------------------------------------------------------------------------------------ fields


def _writers(engine: Engine, cells: list[int], seat: int, random: Random) -> list[Change]:
    """For each field that the seat does not see (all of), new values."""
    schema = engine.schema
    kept = {point.keeper for point in schema.points}  # answers that wait for others are not free
    found: list[Change] = []
    for number, info in enumerate(schema.fields):
        unseen = [i for i in range(info.cells) if not engine.field_seen(cells, number, i) >> seat & 1]
        if unseen and number not in kept:
            found.append(_writer(engine, [info.offset + i for i in unseen], random))
    return found


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
