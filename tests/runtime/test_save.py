"""Saves: a position to JSON or bytes and back, and what is refused."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime.save import SaveError
from rulewright.runtime.schema import CellInfo
from rulewright.runtime.state import State, load_bytes, load_json, start
from tests.runtime.countdown import SCHEMA, Countdown


def played(seed: int, choices: list[int], chance: str) -> State:
    state = start(Countdown(), seed, "exposed" if chance == "exposed" else "sampled", names=("Ada", "Bo"))
    for choice in choices:
        if not state.over:
            state.apply(state.option_ids[choice % len(state.option_ids)])
    return state


@given(st.integers(), st.lists(st.integers(0, 5), max_size=12), st.sampled_from(["sampled", "exposed"]))
def test_a_saved_game_goes_on_identically(seed: int, choices: list[int], chance: str) -> None:
    state = played(seed, choices, chance)
    for twin in (
        load_json(Countdown(), state.save_json()),
        load_bytes(Countdown(), state.save_bytes()),
    ):
        assert twin == state
        assert (twin.mode, twin.seed, twin.wording.seats) == (state.mode, seed, ("Ada", "Bo"))
        assert twin.option_ids == state.option_ids
        original = state.clone()
        while not original.over:
            choice = original.option_ids[-1]
            original.apply(choice)
            twin.apply(choice)
        assert twin == original and twin.outcome == original.outcome


def test_equal_positions_save_alike() -> None:
    one, two = played(4, [0, 1], "exposed"), played(4, [0, 1], "exposed")
    assert one.save_bytes() == two.save_bytes()
    assert one.save_json() == two.save_json()


def test_an_exposed_save_can_be_gone_on_with_sampled() -> None:
    state = played(4, [0], "exposed")
    assert state.chance is not None
    twin = load_json(Countdown(), state.save_json(), chance="sampled")
    assert twin.decision is not None and twin.chance is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"text_hash": "new"}, "the text of the rules differs"),
        ({"players": 3}, "players differs"),
        ({"options": {"heap": 9}}, "options differs"),
        ({"variants": ("long",)}, "variants differs"),
        ({"language": "2"}, "language differs"),
    ],
)
def test_a_save_of_other_rules_is_refused(change: dict[str, object], words: str) -> None:
    state = start(Countdown())
    other = Countdown(evolve(SCHEMA, **change))  # type: ignore[arg-type]
    with pytest.raises(SaveError, match=words):
        load_json(other, state.save_json())
    with pytest.raises(SaveError, match=words):
        load_bytes(other, state.save_bytes())


def test_damage_is_noticed() -> None:
    state = start(Countdown())
    good, data = state.save_bytes(), json.loads(state.save_json())
    for bad in (b"", b"RWS1", b"nonsense", good[:-1], good + b"\0", good[:9] + b"\xff" + good[10:]):
        with pytest.raises(SaveError):
            load_bytes(Countdown(), bad)
    changes: list[dict[str, object]] = [
        {"cells": [0]},
        {"cells": None},
        {"cells": [9, *data["cells"][1:]]},
        {"cells": [True, *data["cells"][1:]]},
        {"names": "Ada"},
        {"seed": "x"},
        {"rules": 5},
    ]
    for change in changes:
        with pytest.raises(SaveError):
            load_json(Countdown(), json.dumps({**data, **change}))
    for text in ("", "[]", "{", "[" * 100_000):
        with pytest.raises(SaveError):
            load_json(Countdown(), text)


def test_bytes_are_packed() -> None:
    header = start(Countdown()).save_bytes()
    length = int.from_bytes(header[4:8], "little")
    assert len(header) == 8 + length + 8 + 2 + 6, "chance takes eight bytes, the tally two, the others one"


def test_cells_below_zero_are_packed_from_their_least_value() -> None:
    cells = (*SCHEMA.cells[:-1], CellInfo("tally", 300, -200))
    engine = Countdown(evolve(SCHEMA, cells=cells))
    state = start(engine)
    state.cells[-1] = -200
    assert load_bytes(engine, state.save_bytes()) == load_json(engine, state.save_json()) == state
    for outside in (-201, 100):
        state.cells[-1] = outside
        with pytest.raises(SaveError, match=f"tally is {outside}, outside -200 to 99"):
            state.save_bytes()
