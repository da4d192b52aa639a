"""Zones as they lie in the cells, to packets and back (the layout is `ZoneInfo`'s).

A packet is a `dict` from element code to how many; a zone's content is a list of packets from the top down. A zone
that is stored without order reads as one packet, or none when it is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from rulewright.runtime.bits import members
from rulewright.runtime.schema import ZoneInfo

Packet: TypeAlias = dict[int, int]


def read_packets(zone: ZoneInfo, cells: Sequence[int], index: int = 0) -> list[Packet]:
    """The packets of the zone at `index`, from the top down, codes rising inside each."""
    start = zone.offset + index * zone.stride
    if zone.slot:
        code = cells[start]
        return [] if code == zone.codes else [{code: 1}]
    if zone.masked:
        packet = dict.fromkeys(members(cells[start]), 1)
        return [packet] if packet else []
    if not zone.ordered:
        packet = {code: cells[start + code] for code in range(zone.codes) if cells[start + code]}
        return [packet] if packet else []
    packets: list[Packet] = []
    packet = {}
    for place in range(start + 1, start + 1 + cells[start]):
        code, last = divmod(cells[place], 2)
        packet[code] = packet.get(code, 0) + 1
        if last:
            packets.append(packet)
            packet = {}
    return packets


def write_packets(zone: ZoneInfo, cells: list[int], index: int, packets: Iterable[Mapping[int, int]]) -> None:
    """Store the content of the zone at `index`; the inverse of `read_packets` (up to order that is not kept)."""
    start = zone.offset + index * zone.stride
    if zone.slot:
        cells[start] = next((code for packet in packets for code, many in packet.items() if many), zone.codes)
        return
    if zone.masked:
        cells[start] = sum(1 << code for code in merged(packets))
        return
    cells[start : start + zone.stride] = [0] * zone.stride
    if not zone.ordered:
        for code, many in merged(packets).items():
            cells[start + code] = many
        return
    place = start
    for packet in packets:
        for code in sorted(packet):
            for _ in range(packet[code]):
                place += 1
                cells[place] = 2 * code
        cells[place] |= 1
    cells[start] = place - start


def merged(packets: Iterable[Mapping[int, int]]) -> Packet:
    """One packet with everything in `packets`, codes rising."""
    total: Packet = {}
    for packet in packets:
        for code, many in packet.items():
            total[code] = total.get(code, 0) + many
    return {code: total[code] for code in sorted(total) if total[code]}


def size(packets: Iterable[Mapping[int, int]]) -> int:
    """How many components there are."""
    return sum(sum(packet.values()) for packet in packets)
