"""What lies on the table: fields as numbers, zones as lists of packets; and both to and from an engine's cells.

The interpreter keeps the order of every zone declared `ordered`, also of those the layout stores as mere counts
because nothing can observe it; read back from cells such a zone is one packet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import define

from rulewright.compiler.reference.rules import Rules
from rulewright.runtime.bits import renew
from rulewright.runtime.zones import Packet, merged, read_packets, size, write_packets


@define
class Store:
    """Field values by name and index; zones by name and index, each a list of packets from the top down."""

    fields: dict[str, list[int]]
    zones: dict[str, list[list[Packet]]]

    def copy(self) -> Store:
        return Store(
            {name: list(values) for name, values in self.fields.items()},
            {name: [[dict(p) for p in pile] for pile in piles] for name, piles in self.zones.items()},
        )

    def content(self, zone: str, index: int) -> Packet:
        """Everything in a zone, codes rising."""
        return merged(self.zones[zone][index])

    def size(self, zone: str, index: int) -> int:
        """How many components lie in a zone."""
        return size(self.zones[zone][index])


def empty_store(rules: Rules) -> Store:
    """Every field 0, every component in the box of its class."""
    fields = {f.name: [0] * rules.places(f.per) for f in rules.program.fields}
    zones: dict[str, list[list[Packet]]] = {}
    for zone in rules.program.zones:
        zones[zone.name] = [[] for _ in range(rules.places(zone.per))]
    for cls in rules.program.classes:
        packet = {kind: many for kind, many in enumerate(cls.components) if many}
        box = rules.zones.get(f"box.{cls.name}")
        if packet and box is not None:
            codes = {2 * kind: many for kind, many in packet.items()} if box.face == "either" else packet
            zones[box.name][0] = [codes]
    return Store(fields, zones)


def read_store(rules: Rules, cells: Sequence[int]) -> Store:
    """The fields and zones that cells hold."""
    fields = {f.name: list(cells[f.offset : f.offset + f.cells]) for f in rules.schema.fields}
    zones = {z.name: [read_packets(z, cells, index) for index in range(z.cells)] for z in rules.schema.zones}
    return Store(fields, zones)


def write_store(rules: Rules, store: Store, cells: list[int]) -> None:
    """Put the fields and zones into cells; the other cells stay as they are."""
    for info in rules.schema.fields:
        cells[info.offset : info.offset + info.cells] = store.fields[info.name]
    for zone in rules.schema.zones:
        for index in range(zone.cells):
            write_packets(zone, cells, index, store.zones[zone.name][index])
    renew(rules.schema, cells)


# ------------------------------------------------------------------------------------------ taking and putting


def take(pile: list[Packet], wanted: Callable[[int], bool], most: int | None) -> list[Packet]:
    """Take up to `most` (None: all) components whose code is wanted, from the top packet down and inside a packet by
    rising code. The parts of the packets are returned from the top down."""
    taken: list[Packet] = []
    left = size(pile) if most is None else max(0, most)
    for packet in pile:
        part: Packet = {}
        for code in sorted(packet):
            many = min(left, packet[code]) if wanted(code) else 0
            if many:
                part[code] = many
                left -= many
        for code, many in part.items():
            packet[code] -= many
            if not packet[code]:
                del packet[code]
        if part:
            taken.append(part)
    pile[:] = [packet for packet in pile if packet]
    return taken


def put(pile: list[Packet], packets: Iterable[Packet], spot: str, ordered: bool) -> None:
    """Add packets on top, at the bottom, or (`in`, and wherever no order is kept) merged into the top packet."""
    new = [packet for packet in packets if packet]
    if not new:
        return
    if not ordered:
        pile[:] = [merged([*pile, *new])]
    elif spot == "top":
        pile[:] = [*new, *pile]
    elif spot == "bottom":
        pile[:] = [*pile, *new]
    else:
        pile[:] = [merged([*new, *pile[:1]]), *pile[1:]]
