"""The fast loop: random games on a quiet module (one compiled without events), nothing in the way.

A quiet module offers `new(seed)` and `play(cells, random, limit)`, a whole game; and for drivers that choose, `begin`,
`APPLY` (by decision point) and `go_on`. Applying an option returns the next ids on offer, or the number of a block,
from which `go_on` goes on to them (or stops a game that goes round for ever).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol


class QuietModule(Protocol):
    """What the fast loop needs of a compiled module."""

    APPLY: Sequence[Any]
    go_on: Callable[[list[int], Any], list[int]]

    def new(self, seed: int) -> list[int]: ...

    def play(self, cells: list[int], random: Callable[[], float], limit: int) -> int: ...

    def begin(self, cells: list[int]) -> list[int]: ...


class Played(NamedTuple):
    """A game played: its last cells, how many decisions it took, and whether it ended (else the limit was hit)."""

    cells: list[int]
    decisions: int
    finished: bool


def playout(module: QuietModule, seed: int, random: Callable[[], float], limit: int = 10_000) -> Played:
    """One game with every option as likely. `random` gives numbers from 0 up to 1; `seed` is the game's own chance."""
    cells = module.new(seed)
    count = module.play(cells, random, limit)
    return Played(cells, count, not cells[0])


def tracked_playout(
    module: QuietModule,
    seed: int,
    choose: Callable[[list[int], list[int]], int],
    limit: int = 10_000,
) -> tuple[Played, list[tuple[int, int]]]:
    """One game answered by `choose(cells, ids)`, with its (point, id) trail."""
    cells = module.new(seed)
    options: Any = module.begin(cells)
    trail: list[tuple[int, int]] = []
    while options and len(trail) < limit:
        trail.append((cells[0], choose(cells, options)))
        options = module.APPLY[cells[0]](cells, trail[-1][1])
        if type(options) is int:
            options = module.go_on(cells, options)
    return Played(cells, len(trail), not options), trail
