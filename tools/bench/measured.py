"""One contest, measured: how fast each way to play it is, and how they compare."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulewright.tools.bench.copying import Copying, copying
from rulewright.tools.bench.decisions import Asked, asked
from rulewright.tools.bench.games import Contest, contenders
from rulewright.tools.bench.race import Pace, race


@frozen
class Ratio:
    """One pace over another: of their medians, and round by round."""

    value: float
    rounds: tuple[float, ...]

    def __str__(self) -> str:
        return f"{self.value:.2f}\n{min(self.rounds):.2f}-{max(self.rounds):.2f}"


@frozen
class Measured:
    """`paces` and `asked` by the name of the contender; not all are in both."""

    contest: Contest
    paces: Mapping[str, Pace]
    asked: Mapping[str, Asked]
    copies: Copying

    def ratio(self, ours: str, theirs: str) -> Ratio | None:
        """None if one of the two does not play here."""
        if ours not in self.paces or theirs not in self.paces:
            return None
        over, under = self.paces[ours], self.paces[theirs]
        by_round = tuple(o / u for o, u in zip(over.rounds, under.rounds, strict=True))
        return Ratio(over.median / under.median, by_round)


def measure(contest: Contest, rounds: int, seconds: float) -> Measured:
    """Race the contenders for so many rounds, so many seconds a turn. Raises RulesError if the game has faults."""
    paces = race(contenders(contest), rounds, seconds)
    return Measured(contest, paces, asked(contest), copying(contest))
