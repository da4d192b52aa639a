"""The fast loop: random games on a quiet module (one compiled without events), nothing in the way.

A quiet module offers `new(seed)`, `begin(cells)`, `APPLY` (by decision point) and `BLOCKS` (by block number). Applying
an option returns the next ids on offer, or the number of the block to go on with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol


class QuietModule(Protocol):
    """What the fast loop needs of a compiled module."""

    APPLY: Sequence[Any]
    BLOCKS: Sequence[Any]

    def new(self, seed: int) -> list[int]: ...

    def begin(self, cells: list[int]) -> list[int]: ...


class Played(NamedTuple):
    """A game played: its last cells, how many decisions it took, and whether it ended (else the limit was hit)."""

    cells: list[int]
    decisions: int
    finished: bool


def playout(module: QuietModule, seed: int, random: Callable[[], float], limit: int = 10_000) -> Played:
    """One game with every option as likely. `random` gives numbers from 0 up to 1; `seed` is the game's own chance."""
    cells = module.new(seed)
    options: Any = module.begin(cells)
    apply, blocks = module.APPLY, module.BLOCKS
    for count in range(limit):
        if not options:
            return Played(cells, count, True)
        options = apply[cells[0]](cells, options[int(random() * len(options))])
        while type(options) is int:
            options = blocks[options](cells)
    return Played(cells, limit, not options)


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
        while type(options) is int:
            options = module.BLOCKS[options](cells)
    return Played(cells, len(trail), not options), trail
