"""Sets as whole numbers, member i being bit i: their members, and the n-th of them."""

from __future__ import annotations

from rulewright.runtime.schema import Schema

FEW = 5  # so many members are faster taken off one by one
BYTE = tuple(tuple(i for i in range(8) if byte >> i & 1) for byte in range(256))


def members(mask: int) -> list[int]:
    """The members of a set, rising."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def nth(mask: int, n: int) -> int:
    """The n-th member of a set, counted from 0; there must be so many."""
    if n < FEW:
        while n:
            mask &= mask - 1
            n -= 1
        return (mask & -mask).bit_length() - 1
    first = 0
    while mask > 255:
        width = 8
        while mask >> width + width:
            width += width
        part = mask & (1 << width) - 1
        many = part.bit_count()
        if n < many:
            mask = part
        else:
            n -= many
            mask >>= width
            first += width
    return first + BYTE[mask][n]


def pairs(masks: tuple[int, ...], steps: tuple[int, ...], size: int) -> list[int]:
    """`member * size + member + step` for the members of each mask with its step, rising."""
    found: list[int] = []
    for mask, step in zip(masks, steps, strict=True):
        while mask:
            low = mask & -mask
            found.append((low.bit_length() - 1) * (size + 1) + step)
            mask ^= low
    found.sort()
    return found


def renew(schema: Schema, cells: list[int]) -> None:
    """Make the planes of all fields from their values."""
    for info in schema.fields:
        if not info.planes:
            continue
        held = cells[info.offset : info.offset + info.cells]
        for number, value in enumerate(info.plane_values):
            cells[info.planes + number] = sum(1 << member for member, has in enumerate(held) if has == value)
