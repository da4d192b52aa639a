"""Zones to entries of an observation (observation.py): the size, how many of each kind, the order where it shows."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulewright.runtime.engine import Engine
from rulewright.runtime.schema import Schema, ZoneInfo
from rulewright.runtime.zones import merged, read_packets, size
from rulewright.tools.adapters.field_entries import MOST_HOT


@frozen
class ZoneEntries:
    """One zone. `kinds` is where the counts begin (-1: there are none); `most` scales them, by element code. `bit` is
    the entry that says whether all of it is seen (-1: that is always so, or never). `places` is where the order
    begins (-1: none is kept or seen), `step` how many entries a place has, the last saying that a packet ends."""

    zone: int
    info: ZoneInfo
    index: int
    audience: str
    most: tuple[int, ...]
    size: int
    bit: int
    kinds: int
    places: int
    step: int

    def fill(self, engine: Engine, cells: list[int], seat: int, out: Any) -> None:
        info = self.info
        packets = read_packets(info, cells, self.index)
        out[self.size] = size(packets) / max(1, info.capacity)
        whole = self.audience == "all"
        if self.bit >= 0 and engine.zone_seen(cells, self.zone, self.index) >> seat & 1:
            whole = True
            out[self.bit] = 1
        if not whole and not info.either:
            return
        for code, many in merged(packets).items():
            if whole or code % 2:
                out[self.kinds + code] = min(1.0, many / self.most[code])
        if whole and self.places >= 0:
            self._order(packets, out)

    def _order(self, packets: list[dict[int, int]], out: Any) -> None:
        at = self.places
        for packet in packets:
            for code in sorted(packet):
                for _ in range(packet[code]):
                    if self.step > 2:
                        out[at + code] = 1
                    else:
                        out[at] = (code + 1) / self.info.codes
                    at += self.step
            out[at - 1] = 1


def zone_entries(schema: Schema, number: int, audience: str, names: list[str]) -> list[ZoneEntries]:
    """The entries of a zone, whose names are added to `names`."""
    zone = schema.zones[number]
    kinds = next(c for c in schema.classes if c.name == zone.cls)
    indices = next((c.members for c in schema.classes if c.name == zone.per), ())
    words = [f"{kind} {face}" for kind in kinds.members for face in ("down", "up")] if zone.either else kinds.members
    copies = [kinds.copies[code // 2 if zone.either else code] if kinds.copies else 1 for code in range(zone.codes)]
    most = tuple(max(1, min(many, zone.capacity)) for many in copies)
    found = []
    for index in range(zone.cells):
        name = f"{zone.name}[{indices[index]}]" if zone.per else zone.name
        size_at, bit, kinds_at, places, step = len(names), -1, -1, -1, 0
        names.append(f"size of {name}")
        if audience == "varies":
            bit = len(names)
            names.append(f"{name} is seen")
        if audience != "none" or zone.either:
            kinds_at = len(names)
            names.extend(f"{word} in {name}" for word in words)
        if zone.ordered and audience != "none":
            places = len(names)
            hot = zone.codes <= MOST_HOT and zone.codes > 1
            step = zone.codes + 1 if hot else 2
            for place in range(1, zone.capacity + 1):
                names.extend([f"{name} {place} is {word}" for word in words] if hot else [f"{name} {place}"])
                names.append(f"a packet ends at {name} {place}")
        found.append(ZoneEntries(number, zone, index, audience, most, size_at, bit, kinds_at, places, step))
    return found
