"""The whole tree of a small game, chance as explicit nodes: how many nodes, what seats can tell apart, its value."""

from __future__ import annotations

from fractions import Fraction

from attrs import define, field

from rulewright.runtime.state import State


@define
class Tree:
    """Nodes of each sort, and for each thing a seat can know when it is asked, the options it then has."""

    chance: int = 0
    decisions: int = 0
    ends: int = 0
    infosets: dict[tuple[object, ...], tuple[int, ...]] = field(factory=dict)

    def walk(self, state: State) -> Fraction:
        """Count everything below `state`; returns what the first seat gets if all answer at random."""
        if state.over:
            self.ends += 1
            assert state.outcome is not None
            assert sum(state.outcome.scores) == 0
            return Fraction(state.outcome.scores[0])
        if state.chance is not None:
            self.chance += 1
            weights = state.chance.weights
        else:
            self.decisions += 1
            assert state.decision is not None
            seat = state.decision.player
            known = (seat, state.decision.point, *map(repr, state.told(seat)))
            assert self.infosets.setdefault(known, state.option_ids) == state.option_ids, (
                "a seat's options depend on what it cannot know"
            )
            weights = (1,) * len(state.option_ids)
        value = Fraction(0)
        for option, weight in zip(state.option_ids, weights, strict=True):
            after = state.clone()
            after.apply(option)
            value += weight * self.walk(after)
        return value / sum(weights)
