"""Zones that keep order, as they lie in the cells: taking, putting, mixing (the layout is `ZoneInfo`'s).

`at` is where the zone begins: its length, then an entry a component from the top down, `2 * code + last`. A packet is
a list of codes, rising. Compiled games use these; what they mean is said at the head of `dsl/ir.py`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence


def packets(cells: Sequence[int], at: int) -> list[list[int]]:
    """All packets from the top down."""
    found: list[list[int]] = []
    packet: list[int] = []
    for entry in cells[at + 1 : at + 1 + cells[at]]:
        packet.append(entry >> 1)
        if entry & 1:
            found.append(packet)
            packet = []
    return found


def store(cells: list[int], at: int, content: Iterable[Sequence[int]]) -> None:
    """Replace the content of a zone by these packets (empty ones are left out)."""
    entries: list[int] = []
    for packet in content:
        if packet:
            entries += [2 * code for code in packet]
            entries[-1] += 1
    old, new = cells[at], len(entries)
    cells[at] = new
    cells[at + 1 : at + 1 + new] = entries
    if old > new:
        cells[at + 1 + new : at + 1 + old] = [0] * (old - new)


def distinct(cells: Sequence[int], at: int) -> list[int]:
    """The codes in a zone, rising, each once."""
    return sorted({entry >> 1 for entry in cells[at + 1 : at + 1 + cells[at]]})


def how_many(cells: Sequence[int], at: int, code: int) -> int:
    """How many components have this code."""
    entries = cells[at + 1 : at + 1 + cells[at]]
    return entries.count(2 * code) + entries.count(2 * code + 1)


def how_many_facing(cells: Sequence[int], at: int, face: int) -> int:
    """How many components lie face up (1) or down (0), in a zone that mixes faces."""
    return sum(1 for entry in cells[at + 1 : at + 1 + cells[at]] if entry >> 1 & 1 == face)


def top_packet(cells: Sequence[int], at: int) -> list[int]:
    """The codes of the top packet, rising; empty if the zone is."""
    packet: list[int] = []
    for place in range(at + 1, at + 1 + cells[at]):
        packet.append(cells[place] >> 1)
        if cells[place] & 1:
            break
    return packet


def take_one(cells: list[int], at: int, code: int) -> int:
    """Take the topmost component of this code; returns 1, or 0 if there is none."""
    size = cells[at]
    for place in range(at + 1, at + 1 + size):
        if cells[place] >> 1 == code:
            break
    else:
        return 0
    if cells[place] & 1 and place > at + 1 and not cells[place - 1] & 1:
        cells[place - 1] += 1  # the one above it is the last of the packet now
    cells[place : at + size] = cells[place + 1 : at + 1 + size]
    cells[at + size] = 0
    cells[at] = size - 1
    return 1


def put_one(cells: list[int], at: int, code: int, spot: str) -> None:
    """Put one component on top, at the bottom, or (`in`) into the top packet."""
    size = cells[at]
    if spot == "in" and size:
        content = packets(cells, at)
        content[0] = sorted([*content[0], code])
        store(cells, at, content)
        return
    cells[at] = size + 1
    if spot == "bottom":
        cells[at + 1 + size] = 2 * code + 1
    else:
        cells[at + 1 : at + 2 + size] = [2 * code + 1, *cells[at + 1 : at + 1 + size]]


def take(cells: list[int], at: int, wanted: Container[int], most: int) -> list[list[int]]:
    """Take up to `most` components with a wanted code, from the top packet down, rising codes first in each. What
    comes from one packet stays one packet."""
    content = packets(cells, at)
    taken: list[list[int]] = []
    for n, packet in enumerate(content):
        part = [code for code in packet if code in wanted][: max(most, 0)]
        if part:
            most -= len(part)
            taken.append(part)
            kept = packet.copy()
            for code in part:
                kept.remove(code)
            content[n] = kept
    if taken:
        store(cells, at, content)
    return taken


def put(cells: list[int], at: int, new: list[list[int]], spot: str) -> None:
    """Put packets on top, at the bottom, or (`in`) all together into the top packet."""
    content = packets(cells, at)
    if spot == "top":
        content = new + content
    elif spot == "bottom":
        content += new
    else:
        merged = sorted([code for packet in new for code in packet] + (content[0] if content else []))
        content = [merged, *content[1:]]
    store(cells, at, content)


def mix(cells: list[int], at: int) -> None:
    """Shuffle: one packet of everything."""
    size = cells[at]
    if size:
        entries = sorted(entry & ~1 for entry in cells[at + 1 : at + 1 + size])
        entries[-1] += 1
        cells[at + 1 : at + 1 + size] = entries


# ------------------------------------------------------------------------------------------ zones without order


def take_counted(cells: list[int], at: int, wanted: Iterable[int], most: int) -> list[list[int]]:
    """Take from a zone that is stored as counts; one packet, or none. `wanted` rises."""
    part: list[int] = []
    for code in wanted:
        many = min(most - len(part), cells[at + code])
        if many > 0:
            cells[at + code] -= many
            part += [code] * many
    return [part] if part else []


def put_counted(cells: list[int], at: int, new: Iterable[Iterable[int]]) -> None:
    """Put packets into a zone that is stored as counts."""
    for packet in new:
        for code in packet:
            cells[at + code] += 1


def take_masked(cells: list[int], at: int, wanted: Iterable[int], most: int) -> list[list[int]]:
    """Take from a zone that is stored as a set; one packet, or none. `wanted` rises."""
    held = cells[at]
    part = [code for code in wanted if held >> code & 1][: max(most, 0)]
    for code in part:
        cells[at] ^= 1 << code
    return [part] if part else []


def put_masked(cells: list[int], at: int, new: Iterable[Iterable[int]]) -> None:
    """Put packets into a zone that is stored as a set."""
    for packet in new:
        for code in packet:
            cells[at] |= 1 << code


def take_slot(cells: list[int], at: int, wanted: Container[int], most: int, empty: int) -> list[list[int]]:
    """Take what lies in a slot, if it is wanted. `empty` is the code of an empty slot."""
    code = cells[at]
    if code == empty or most < 1 or code not in wanted:
        return []
    cells[at] = empty
    return [[code]]


def recoded(taken: list[list[int]], codes: Sequence[int]) -> list[list[int]]:
    """The same packets with each code replaced by its code in another zone."""
    return [sorted(codes[code] for code in packet) for packet in taken]


def counted(taken: Iterable[Iterable[int]]) -> tuple[tuple[int, int], ...]:
    """(code, how many) of all components in packets, codes rising."""
    total: dict[int, int] = {}
    for packet in taken:
        for code in packet:
            total[code] = total.get(code, 0) + 1
    return tuple(sorted(total.items()))


# ------------------------------------------------------------------------------------------ turning


def turn_one(cells: list[int], at: int, code: int) -> int:
    """Turn the topmost component of this code in a zone that keeps order; returns 1, or 0 if there is none."""
    content = packets(cells, at)
    for packet in content:
        if code in packet:
            packet.remove(code)
            packet.append(code ^ 1)
            packet.sort()
            store(cells, at, content)
            return 1
    return 0


def turn_ordered(cells: list[int], at: int, codes: int, face: int) -> tuple[tuple[int, int], ...]:
    """Turn all components to `face`; (new code, how many) of those that turned."""
    content = packets(cells, at)
    turned = [[code ^ 1 for code in packet if code & 1 != face] for packet in content]
    if any(turned):
        store(cells, at, [sorted(code & ~1 | face for code in packet) for packet in content])
    return counted(turned)


def turn_counted(cells: list[int], at: int, codes: int, face: int) -> tuple[tuple[int, int], ...]:
    """The same in a zone that is stored as counts."""
    turned: list[tuple[int, int]] = []
    for code in range(face, codes, 2):
        many = cells[at + (code ^ 1)]
        if many:
            cells[at + (code ^ 1)] = 0
            cells[at + code] += many
            turned.append((code, many))
    return tuple(turned)


def turn_masked(cells: list[int], at: int, codes: int, face: int) -> tuple[tuple[int, int], ...]:
    """The same in a zone that is stored as a set."""
    turned = [code for code in range(face, codes, 2) if cells[at] >> (code ^ 1) & 1]
    for code in turned:
        cells[at] ^= 3 << (code & ~1)
    return tuple((code, 1) for code in turned)


def turn_slot(cells: list[int], at: int, codes: int, face: int) -> tuple[tuple[int, int], ...]:
    """The same in a slot; `codes` is the code of an empty one."""
    code = cells[at]
    if code == codes or code & 1 == face:
        return ()
    cells[at] = code ^ 1
    return ((code ^ 1, 1),)
