"""What bots that look ahead have in common: a belief, and positions drawn from it to try things on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import Protocol

from attrs import define, field, frozen

from rulewright.runtime.belief import Belief, Particle
from rulewright.runtime.chance import seeded
from rulewright.runtime.decision import Decision
from rulewright.runtime.events import Event
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import CHANCE
from rulewright.runtime.view import View

POSITIONS = 256  # positions that a bot has in mind at once


@frozen
class Possible:
    """Positions with how likely they are, to be drawn from."""

    particles: list[Particle]
    random: Random
    _sums: list[float] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_sums", list(accumulate(one.weight for one in self.particles)))

    def draw(self) -> list[int]:
        """The cells of one of them, to be changed at will, with a future of its own."""
        one = self.random.choices(self.particles, cum_weights=self._sums)[0]
        cells = one.cells.copy()
        cells[CHANCE] = seeded(self.random.getrandbits(64))
        return cells


class Judgement(Protocol):
    """A way to choose: which of `ids` is best for `seat`, going by positions that are possible."""

    def __call__(self, ruleset: Ruleset, seat: int, ids: Sequence[int], possible: Possible) -> int: ...


@define
class ThinkingBot:
    """A seat's belief and a way to choose. If the belief is lost it answers at random until it finds its way again."""

    ruleset: Ruleset
    seat: int
    seed: int
    judge: Judgement
    belief: Belief = field(init=False)
    random: Random = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.random = Random(self.seed)
        self.belief = Belief(self.ruleset, self.seat, self.random, POSITIONS)

    def hear(self, told: Sequence[Event]) -> None:
        """Everything the seat was told so far."""
        self.belief.hear(told)

    def choose(self, decision: Decision, view: View) -> int:
        if decision.forced:
            return decision.options[0].id
        ids = [option.id for option in decision.options]
        particles = self.belief.follow(decision)
        if particles:
            chosen = self.judge(self.ruleset, self.seat, ids, Possible(particles, self.random))
        else:
            chosen = self.random.choice(ids)
        self.belief.answer(decision, chosen)
        return chosen

    def note(self, decision: Decision, answer: int) -> None:
        """The question was answered so, whatever the bot chose."""
        if not decision.forced:
            self.belief.answers.pop()
            self.belief.answer(decision, answer)


def best_of(values: dict[int, float], random: Random) -> int:
    """The id with the highest value, ties at random."""
    most = max(values.values())
    return random.choice([one for one, value in values.items() if value == most])
