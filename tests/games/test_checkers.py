"""Checkers against the published numbers of sequences of moves."""

from __future__ import annotations

from typing import Any

import rulewright
from tests.games.test_boards import nodes


def turns(module: Any, cells: list[int], ids: list[int], depth: int, taking: int) -> int:
    """How many sequences of so many turns there are; the jumps of one turn are together one move. `taking` is the point
    at which a player is asked what to take: only there a turn can go on."""
    if depth == 1 and cells[0] != taking:
        return len(ids)
    found = 0
    mover = module.actor(cells)
    for option in ids:
        after = cells.copy()
        follow = module.apply(after, option)
        if follow and module.actor(after) == mover:
            found += turns(module, after, follow, depth, taking)
        elif depth == 1:
            found += 1
        elif follow:
            found += turns(module, after, follow, depth - 1, taking)
    return found


def test_sequences_of_jumps_and_steps() -> None:
    assert nodes("checkers", {}, 5) == [7, 49, 302, 1469, 7361]


def test_sequences_of_turns() -> None:
    module = rulewright.load("checkers").quiet
    taking = next(point.id for point in module.schema.points if point.prompt == "Which takes which?")
    start = module.new(0)
    ids = module.begin(start)
    assert turns(module, start, ids, 6, taking) == 36_768
    assert turns(module, start, ids, 7, taking) == 179_740
