"""What every engine offers: the compiled module and the reference interpreter are used through this protocol alone.

`cells` is the state (see schema.py). `begin`, `apply` and `enter` run until the game waits and return the ids on offer,
rising in canonical order; an empty list means that the game is over. When the point reached is a chance point the ids
are its possible outcomes (two at least: a single outcome is no chance) and `weights` gives their weights. `log`
receives events (events.py). An engine made without events takes no log, draws chance itself, and never stops at a
chance point.
"""

from __future__ import annotations

from typing import Protocol

from rulewright.runtime.events import Event
from rulewright.runtime.schema import Schema


class RuleFault(Exception):
    """The rules did something that cannot be done (a field past its range, a loop without end, a failed check).

    `where` is `file:line` of the rule, `why` a sentence in the designer's words.
    """

    def __init__(self, why: str, where: str) -> None:
        super().__init__(f"{where}: {why}")
        self.why = why
        self.where = where


class Engine(Protocol):
    """One ruleset, ready to run."""

    @property
    def schema(self) -> Schema: ...

    def new(self, seed: int) -> list[int]:
        """The cells before set-up, every component in its box."""
        ...

    def begin(self, cells: list[int], log: list[Event]) -> list[int]:
        """Run the set-up and go on to the first point."""
        ...

    def enter(self, cells: list[int], path: str, log: list[Event]) -> list[int]:
        """Start in the middle, at the block `path` (a key of schema.entries); the blocks around it do not reset."""
        ...

    def options(self, cells: list[int]) -> list[int]:
        """The ids on offer at the point the cells wait at."""
        ...

    def weights(self, cells: list[int]) -> list[int]:
        """At a chance point, the weight of each of `options(cells)`."""
        ...

    def actor(self, cells: list[int]) -> int:
        """The seat asked at a decision point."""
        ...

    def about(self, cells: list[int]) -> list[int]:
        """What the braces in the question of a decision point stand for (PointInfo.about), in order."""
        ...

    def apply(self, cells: list[int], option: int, log: list[Event]) -> list[int]:
        """Take an option (or a chance outcome) and go on to the next point. Changes `cells` in place."""
        ...

    def unmet(self, cells: list[int], option: int) -> list[int] | None:
        """Which needs of the option's branch fail (positions in BranchInfo.needs); None if its `where` fails."""
        ...

    def field_seen(self, cells: list[int], field: int, index: int) -> int:
        """The mask of seats that see a field cell."""
        ...

    def zone_seen(self, cells: list[int], zone: int, index: int) -> int:
        """The mask of seats that see what lies face down in a zone (everything, if the zone is not `either`)."""
        ...

    def check(self, cells: list[int]) -> None:
        """Test the invariants; raises RuleFault."""
        ...

    def scores(self, cells: list[int]) -> list[int]:
        """Each seat's score at the end: as declared, else 1 for a win, 0 for a draw, -1 for a loss."""
        ...
