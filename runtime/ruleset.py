"""One ruleset as bots know it: the rules, and not the game they are in. Chance is drawn, games are played to the end.

`engine` tells what happens and who is told; `quiet` is the same game without events (see playout.py), for everything
that nobody needs to hear of. Both lay out their cells alike.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from attrs import frozen

from rulewright.runtime.budgets import DRAWS
from rulewright.runtime.chance import weighted
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.events import Event
from rulewright.runtime.playout import QuietModule
from rulewright.runtime.schema import POINT

LONGEST = 2_000  # decisions of a game that a bot plays in its head; what is not over by then counts as it stands


@frozen(slots=False, eq=False)
class Ruleset:
    """The two flavours of a compiled game. `quiet` None: the engine does its work, which takes longer."""

    engine: Engine
    quiet: QuietModule | None = None

    @cached_property
    def chance_points(self) -> frozenset[int]:
        return frozenset(point.id for point in self.engine.schema.points if point.chance)

    @cached_property
    def worth(self) -> Callable[[list[int], int], int] | None:
        """What a position is worth to a seat, if the rules say so."""
        found: Callable[[list[int], int], int] | None = getattr(self.engine, "worth", None)
        return found

    def apply(self, cells: list[int], option: int, log: list[Event]) -> list[int]:
        """Take an option and go on to the next question, chance being drawn. Gives the ids on offer; none at the end.
        Raises RuleFault."""
        ids = self.engine.apply(cells, option, log)
        draws = 0
        while cells[POINT] in self.chance_points:
            draws += 1
            if draws > DRAWS:
                raise RuleFault(f"this goes round more than {DRAWS:,} times without asking anything", "")
            ids = self.engine.apply(cells, ids[weighted(cells, self.engine.weights(cells))], log)
        return ids

    def play_on(self, cells: list[int], ids: list[int], random: Callable[[], float]) -> None:
        """Play to the end from a question at which `ids` are on offer, each option as likely. Raises RuleFault."""
        if self.quiet is None:
            for _ in range(LONGEST):
                if not ids:
                    return
                ids = self.apply(cells, ids[int(random() * len(ids))], [])
            return
        apply, go_on = self.quiet.APPLY, self.quiet.go_on
        step: Any = ids
        for _ in range(LONGEST):
            if not step:
                return
            step = apply[cells[POINT]](cells, step[int(random() * len(step))])
            if type(step) is int:
                step = go_on(cells, step)

    def returns(self, cells: list[int]) -> list[int]:
        """What each seat has in the end: its score. Where a game was stopped before, its score so far if there is one
        by then, else nothing."""
        try:
            return self.engine.scores(cells)
        except RuleFault:
            if not cells[POINT]:
                raise
            return [0] * self.engine.schema.players
