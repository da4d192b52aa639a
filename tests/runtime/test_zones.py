"""Zones in the cells: what is written is read back, whatever the layout."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime.schema import ZoneInfo
from rulewright.runtime.zones import merged, read_packets, size, write_packets

PACKET = st.dictionaries(st.integers(0, 3), st.integers(1, 3), min_size=1)


def zone(**more: object) -> ZoneInfo:
    plain: dict[str, object] = {
        "name": "z", "title": "z", "cls": "Card", "per": "player", "either": False, "slot": False, "ordered": True,
        "declared_ordered": True, "capacity": 48, "codes": 4, "stride": 49, "offset": 5, "cells": 2,
    }  # fmt: skip
    return ZoneInfo(**{**plain, **more})  # type: ignore[arg-type]


@given(st.lists(PACKET, max_size=4), st.lists(PACKET, max_size=4))
def test_ordered_zones_keep_their_packets(first: list[dict[int, int]], second: list[dict[int, int]]) -> None:
    info, cells = zone(), [77] * 5 + [0] * 98
    write_packets(info, cells, 1, second)
    write_packets(info, cells, 0, [{0: 12}] * 4)
    write_packets(info, cells, 0, first)
    assert (read_packets(info, cells, 0), read_packets(info, cells, 1)) == (first, second)
    assert cells[:5] == [77] * 5
    used = size(first)
    assert cells[5] == used and not any(cells[5 + 1 + used : 54]), "unused cells are 0"


@given(st.lists(PACKET, max_size=4))
def test_counts_keep_what_there_is(packets: list[dict[int, int]]) -> None:
    info, cells = zone(ordered=False, stride=4), [0] * 13
    write_packets(info, cells, 1, packets)
    assert read_packets(info, cells, 1) == ([merged(packets)] if packets else [])
    assert read_packets(info, cells, 0) == []


def test_slots_hold_one_code() -> None:
    info, cells = zone(ordered=False, slot=True, stride=1), [0] * 7
    write_packets(info, cells, 0, [])
    write_packets(info, cells, 1, [{0: 1}])
    assert cells[5:] == [4, 0]
    assert (read_packets(info, cells, 0), read_packets(info, cells, 1)) == ([], [{0: 1}])
