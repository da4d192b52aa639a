"""Bots: players that answer for a seat, knowing its view and its options and nothing else.

Every bot is seeded and holds its own generator, so a match is repeatable.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from attrs import define, field

from rulewright.runtime.decision import Decision
from rulewright.runtime.state import State
from rulewright.runtime.view import View


class Bot(Protocol):
    """Something that answers."""

    def choose(self, decision: Decision, view: View) -> int:
        """The id of one of `decision.options`."""
        ...


@define
class RandomBot:
    """Any option, each as likely."""

    seed: int = 0
    _random: random.Random = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choose(self, decision: Decision, view: View) -> int:
        return self._random.choice(decision.options).id


@define
class FirstBot:
    """The first option on offer, always."""

    seed: int = 0

    def choose(self, decision: Decision, view: View) -> int:
        return decision.options[0].id


BOTS: Mapping[str, Callable[[int], Bot]] = {"random": RandomBot, "first": FirstBot}


def play_match(state: State, bots: Sequence[Bot], limit: int = 10_000) -> bool:
    """Let `bots` (one a seat) play `state` on. Forced answers are given without asking.

    Returns whether the game ended; False after `limit` decisions, the game then being unfinished. Chance must not be
    exposed. Raises ValueError if a bot answers with an option that is not on offer.
    """
    for _ in range(limit):
        decision = state.decision
        if decision is None:
            break
        if decision.forced:
            state.apply(decision.options[0])
        else:
            state.apply(bots[decision.player].choose(decision, state.view(decision.player)))
    if not state.over and state.chance is not None:
        raise ValueError("bots cannot play a game whose chance is exposed")
    return state.over
