"""Answers that win at once, and that their seat knows to win: found by trying them.

A game played on at random throws away a game that everybody at the table would win with the next answer. So where an
answer has won before, all are tried; one that wins is taken if it also wins when what the seat does not see is dealt
anew, that is if it does not win by luck alone. Looks two answers of the same seat ahead ("kill", then "whom").
"""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import define, field

from rulewright.runtime.bits import renew
from rulewright.runtime.chance import seeded
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.redeal import Change, hidden_sorts
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import CHANCE, POINT, WON

DEALS = 3  # so often is what the seat does not see dealt anew; each time the answer must win
MOST = 16  # options of a question that are tried
AHEAD = 2  # answers


@define
class SureWins:
    """What was noticed in the games of a search: the points at which an answer has won, or led to one that did."""

    ruleset: Ruleset
    random: Random
    points: set[int] = field(factory=set)
    hidden: dict[int, list[Change]] = field(factory=dict)

    def notice(self, last: list[tuple[int, int]], won: int) -> None:
        """A game is over that was won by the seats in the mask `won`; its last answers, as seat and point."""
        if last and won >> last[-1][0] & 1:
            seat = last[-1][0]
            for other, point in last[: -AHEAD - 1 : -1]:
                if other != seat:
                    break
                self.points.add(point)

    def winning(self, cells: list[int], ids: list[int], seat: int) -> int | None:
        """An option that wins, as the seat knows."""
        if cells[POINT] not in self.points or len(ids) > MOST:
            return None
        for option in ids:
            way = self._way(cells, option, seat, AHEAD)
            if way and self._known(cells, way, seat):
                return option
        return None

    def _known(self, cells: list[int], way: list[int], seat: int) -> bool:
        """Does it win whatever lies where the seat does not see, and whatever chance does?"""
        if seat not in self.hidden:
            self.hidden[seat] = hidden_sorts(self.ruleset.engine, cells, seat, self.random)
        for change in (*self.hidden[seat], None):
            for _ in range(DEALS):
                fresh = cells.copy()
                if change is not None:
                    change(fresh)
                    renew(self.ruleset.engine.schema, fresh)
                fresh[CHANCE] = seeded(self.random.getrandbits(64))
                if not self._wins(fresh, way, seat):
                    return False
        return True

    def _wins(self, cells: list[int], way: list[int], seat: int) -> bool:
        """Do these answers win? Changes the cells."""
        step: list[int] = []
        try:
            for number, option in enumerate(way):
                if number and (option not in step or self.ruleset.engine.actor(cells) != seat):
                    return False
                step = self.ruleset.next(cells, option)
        except RuleFault:  # what was dealt cannot be
            return False
        return not step and bool(cells[WON] >> seat & 1)

    def _way(self, cells: list[int], option: int, seat: int, ahead: int) -> list[int]:
        """The answers that win, beginning with this one; none if it does not."""
        after = cells.copy()
        step = self.ruleset.next(after, option)
        if not step:
            return [option] if after[WON] >> seat & 1 else []
        if ahead > 1 and after[POINT] in self.points and len(step) <= MOST and self.ruleset.engine.actor(after) == seat:
            for other in step:
                way = self._way(after, other, seat, ahead - 1)
                if way:
                    return [option, *way]
        return []
