"""Why a game cannot be solved here, and how far a walk through it has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import define

Progress: TypeAlias = Callable[[int], None]
LARGEST = 500_000  # nodes, unless more are allowed
STEP = 500  # nodes between two reports of progress


class Unsolvable(ValueError):
    """The game is not one that can be solved here; the message says why."""


class TooLarge(Unsolvable):
    """It has more nodes than were allowed."""


@define
class Meter:
    """Counts nodes. Raises TooLarge past the limit."""

    limit: int
    progress: Progress
    what: str
    count: int = 0

    def add(self) -> None:
        self.count += 1
        if self.count > self.limit:
            raise TooLarge(f"the game is too large: it has more than {self.limit:,} {self.what}")
        if self.count % STEP == 0:
            self.progress(STEP)


@define
class Stakes:
    """What the scores of two seats always add up to; what one wins the other loses. Raises Unsolvable otherwise."""

    players: int
    total: int | None = None
    only_wins: bool = True  # every game ends with 1 for one seat and -1 for the other

    def add(self, scores: list[int]) -> float:
        """Take in the scores of one end; gives the first seat's."""
        if self.players == 2:
            total = sum(scores)
            if self.total is None:
                self.total = total
            elif total != self.total:
                raise Unsolvable(
                    f"what one seat wins the other does not always lose: scores add up to {self.total} in one game "
                    f"and to {total} in another"
                )
        self.only_wins = self.only_wins and sorted(scores) == [-1, 1]
        return float(scores[0])
