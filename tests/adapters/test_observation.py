"""Observations: all that the view shows, in its place, and nothing that a seat does not see."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import rulewright
from rulewright.runtime.state import State
from rulewright.runtime.view import ZoneView
from rulewright.tools.adapters.observation import Observation, observation_of
from tests.adapters.shipped import GAMES, loaded, positions
from tests.games.test_secrets import played, resampled

SECRETIVE = [("nosferatu", 5), ("nosferatu", 8), ("kuhn_poker", 2), ("leduc_poker", 2), ("liars_dice", 2),
             ("crazy_eights", 3), ("hearts", 4), ("goofspiel", 2)]  # fmt: skip
TOWER = """game tower "Tower" for 2 players

cards Stone
  kind   count
  Red    3
  Blue   2

deck stock of Stone seen by nobody
deck tower of Stone seen by all
pile gone of Stone seen by all
field watcher: player = seat(2)
field secret: 0..40 seen by watcher

setup
  move all Stone from box to stock
  shuffle stock
  set secret to 10

phase Round repeats until stock is empty
  phase Turn for each player p
    p chooses one
      Up: draw 1 from stock to tower
      Down: draw 1 from tower to gone
      Watch: set watcher to p

phase End: everyone wins
"""


def seen(layout: Observation, state: State, seat: int) -> dict[str, float]:
    """The entries by name."""
    array = layout.array(state.engine, state.cells, seat)
    assert array.shape == (layout.size,) and array.dtype == np.float32
    assert ((array >= 0) & (array <= 1)).all()
    return dict(zip(layout.names, map(float, array), strict=True))


def by_index(value: Any) -> dict[str, Any]:
    """A field or zone of a view, with its indices as they stand in names."""
    return {f"[{index}]": part for index, part in value.items()} if isinstance(value, dict) else {"": value}


def compare_with_view(layout: Observation, state: State, seat: int) -> None:
    """Every entry of fields and zones says what the view says, and there is one for everything the view says."""
    entries, view = seen(layout, state, seat), state.view(seat)
    for info in state.schema.fields:
        shown = by_index(view.fields[info.name]) if info.name in view.fields else {}
        for cell in state.schema.cells[info.offset : info.offset + info.cells]:
            index = cell.name.removeprefix(info.name)
            mine = {n: v for n, v in entries.items() if n == cell.name or n.startswith(f"{cell.name} ")}
            bit = mine.pop(f"{cell.name} is seen", None)
            if index not in shown:
                assert not bit and not any(mine.values())
                continue
            assert bit in (None, 1)
            value = shown[index]
            if info.type.kind == "set":
                assert {n for n, v in mine.items() if v} == {f"{cell.name} has {member}" for member in value}
            elif info.type.kind == "name" and cell.bound <= 16:
                assert {n for n, v in mine.items() if v} == {f"{cell.name} is {value or 'none'}"}
            elif info.type.kind != "name":
                assert mine[cell.name] == pytest.approx((value - cell.low) / (cell.bound - 1))
    for zone in state.schema.zones:
        for index, part in by_index(view.zones[zone.name]).items():
            compare_zone(f"{zone.name}{index}", part, zone.capacity, entries)


def compare_zone(name: str, part: ZoneView, capacity: int, entries: dict[str, float]) -> None:
    assert entries[f"size of {name}"] == pytest.approx(part.size / capacity)
    there = {n.removesuffix(f" in {name}") for n, v in entries.items() if n.endswith(f" in {name}") and v}
    assert there == set(part.content or {})
    if part.packets is not None:
        top = [kind for packet in part.packets for kind in packet for _ in range(packet[kind])]
        for place, kind in enumerate(top, 1):
            assert entries[f"{name} {place} is {kind}"] == 1
        assert sum(v for n, v in entries.items() if n.startswith(f"a packet ends at {name}")) == len(part.packets)


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_says_what_the_view_says(name: str) -> None:
    game = loaded(name)
    layout = observation_of(game)
    assert len(set(layout.names)) == layout.size
    for number, state in enumerate(positions(game, 2)):
        if number % 4 == 0:
            for seat in range(game.players):
                compare_with_view(layout, state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_only_the_seat_that_is_asked_is_told_the_question(name: str) -> None:
    game = loaded(name)
    layout = observation_of(game)
    for state in positions(game, 3, 30):
        for seat in range(game.players):
            entries = seen(layout, state, seat)
            assert [n for n, v in entries.items() if n.startswith("me: ") and v] == [layout.names[seat]]
            asked = [n for n, v in entries.items() if n.startswith("question ") and v]
            mine = state.decision is not None and state.decision.player == seat
            assert entries["asked"] == mine and len(asked) == mine
            if mine and state.decision is not None:
                assert asked[0].startswith(f"question {state.decision.point}: {state.decision.path}")


@pytest.mark.parametrize(("name", "players"), SECRETIVE)
def test_nothing_unseen_changes_an_observation(name: str, players: int) -> None:
    game = rulewright.load(name, players=players)
    layout, changed = observation_of(game), 0
    for seed in range(20):
        state = played(game.engine, seed, seed * 2)
        for seat in range(players):
            twin = resampled(state, seat, Random(seed))
            changed += twin.cells[2:] != state.cells[2:]
            ours, other = (layout.array(s.engine, s.cells, seat) for s in (state, twin))
            assert (ours == other).all(), [n for n, a, b in zip(layout.names, ours, other, strict=True) if a != b]
    assert changed, "the test dealt nothing anew"


def test_order_and_a_field_that_somebody_sees_for_a_while(tmp_path: Path) -> None:
    file = tmp_path / "tower.rules"
    file.write_text(TOWER, encoding="utf-8")
    game = rulewright.load(file)
    layout = observation_of(game)
    assert any(zone.ordered for zone in game.schema.zones)
    state = game.start(3)
    assert seen(layout, state, 1)["secret"] == 0.25
    for option in (0, 0, 2, 0, 0, 1):
        state.apply(option)
        for seat in (0, 1):
            compare_with_view(layout, state, seat)
    assert seen(layout, state, 0)["secret is seen"] == 1 and seen(layout, state, 0)["secret"] == 0.25
    assert seen(layout, state, 1)["secret is seen"] == 0 and seen(layout, state, 1)["secret"] == 0


def test_what_is_always_or_never_seen_has_no_bit_for_it() -> None:
    names = observation_of(loaded("kuhn_poker")).names
    assert "held[seat1] is seen" in names and "size of stock" in names
    assert not {"stock is seen", "King in stock", "bet is seen"} & set(names)
