"""How many decisions a game takes, by each way to play it: a race means little if one side is asked more.

Forced decisions, those with a single option, are told apart where a way to play lets them be seen: OpenSpiel leaves out
a few that the compiled game asks (the last card of a hand at goofspiel).
"""

from __future__ import annotations

import random
from functools import partial
from statistics import mean
from typing import Any, cast

from attrs import frozen

from rulewright.runtime.playout import QuietModule, tracked_playout
from rulewright.tools.bench import open_spiel
from rulewright.tools.bench.games import COMPILED, HANDWRITTEN, OPEN_SPIEL, Contest, loaded

GAMES = 200


@frozen
class Asked:
    """What random games asked, one number a game. `forced` are counted in `decisions`, too; None if nobody knows."""

    decisions: tuple[int, ...]
    forced: tuple[int, ...] | None = None

    @property
    def choices(self) -> tuple[int, ...]:
        """The decisions that were not forced."""
        return tuple(d - f for d, f in zip(self.decisions, self.forced or (), strict=True))

    def means(self) -> dict[str, float]:
        told = {"decisions": mean(self.decisions)}
        return {**told, "forced": mean(self.forced)} if self.forced else told


class CountingRandom(random.Random):
    """Counts what it chooses among. (Chance draws by `choices`, which is not counted.)"""

    asked = forced = 0

    def choice(self, seq: Any) -> Any:
        self.asked += 1
        self.forced += len(seq) == 1
        return super().choice(seq)


def asked(contest: Contest, games: int = GAMES) -> dict[str, Asked]:
    """Play so many games in each way there is here. Raises RulesError."""
    found = {}
    if contest.handwritten:
        rng = random.Random(1)
        found[HANDWRITTEN] = Asked(tuple(contest.handwritten(rng).decisions for _ in range(games)))
    if contest.open_spiel and open_spiel.installed():
        found[OPEN_SPIEL] = asked_by_open_spiel(contest.open_spiel, games)
    found[COMPILED] = asked_by_compiled(contest, games)
    return found


def asked_by_open_spiel(name: str, games: int) -> Asked:
    play = open_spiel.player(name)
    counters = [CountingRandom(seed) for seed in range(games)]
    for counter in counters:
        play(counter)
    return Asked(tuple(c.asked for c in counters), tuple(c.forced for c in counters))


def asked_by_compiled(contest: Contest, games: int) -> Asked:
    module = cast(QuietModule, loaded(contest).quiet)
    counters = [CountingRandom(seed) for seed in range(games, 2 * games)]  # others than OpenSpiel was given
    for seed, counter in enumerate(counters):
        tracked_playout(module, seed, partial(choose, counter))
    return Asked(tuple(c.asked for c in counters), tuple(c.forced for c in counters))


def choose(rng: random.Random, cells: list[int], options: list[int]) -> int:
    return rng.choice(options)
