"""What a game waits for, and what it came to, as data for drivers: decisions, chance, outcomes.

Made from an engine's answers by `State`; nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from rulewright.runtime.schema import ENDING, LOST, WON, BranchInfo, NeedInfo, PointInfo, Schema
from rulewright.runtime.wording import Wording


@frozen
class Option:
    """One way to answer. `id` is stable: it does not depend on what else is on offer."""

    id: int
    label: str
    branch: str


@frozen
class Decision:
    """A question to a seat. `player` counts seats from 0."""

    player: int
    prompt: str
    path: str
    options: tuple[Option, ...]
    point: int
    line: str = ""

    @property
    def forced(self) -> bool:
        """There is one answer only."""
        return len(self.options) == 1


@frozen
class Chance:
    """Outcomes that chance decides between, with whole-number weights. `source` is a zone, a die or a class."""

    source: str
    outcomes: tuple[Option, ...]
    weights: tuple[int, ...]
    point: int

    @property
    def probabilities(self) -> tuple[float, ...]:
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)


@frozen
class Outcome:
    """How a game ended: seats (from 0) that won, lost and drew, why, and each seat's score."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    draws: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]


class IllegalOption(ValueError):
    """The answer is not on offer. `failed` are the named needs it does not meet; empty if it is no option at all."""

    def __init__(self, option: int, label: str, failed: tuple[NeedInfo, ...]) -> None:
        self.option = option
        self.failed = failed
        if failed:
            reasons = "; ".join(f"{need.reason or need.name} ({need.line})" for need in failed)
            super().__init__(f"“{label}” is not possible: {reasons}")
        else:
            super().__init__(f"“{label}” is not an option here")


def branch_of(point: PointInfo, option: int) -> BranchInfo | None:
    """The branch a stable id belongs to; None if it is no id of this point."""
    return next((b for b in point.branches if b.first <= option < b.first + b.size), None)


def decision_of(
    wording: Wording, point: PointInfo, actor: int, ids: list[int], about: Callable[[], list[int]]
) -> Decision:
    """The decision at `point` with these ids on offer. `about` gives what stands for the braces in its question."""
    prompt = wording.question(point, about()) if point.about else point.prompt
    options = []
    for option in ids:
        branch = branch_of(point, option)
        if branch is None:
            raise ValueError(f"option {option} belongs to no branch of point {point.id}")
        offer = branch.label == point.prompt and not branch.binders  # `p may "Pay {n}"`: the question is the answer
        options.append(Option(option, prompt if offer else wording.option(branch, option), branch.name))
    return Decision(actor, prompt, point.path, tuple(options), point.id, point.line)


def chance_of(wording: Wording, point: PointInfo, ids: list[int], weights: list[int]) -> Chance:
    """The chance point `point` with these outcomes."""
    outcomes = tuple(Option(i, wording.outcome(point.type, point.zone, i), point.source) for i in ids)
    return Chance(point.source, outcomes, tuple(weights), point.id)


def outcome_of(schema: Schema, cells: list[int], scores: Callable[[list[int]], list[int]]) -> Outcome:
    """The outcome of a game that is over. A flow that ran out without a result is a draw for everybody."""
    won, lost = cells[WON], cells[LOST]
    seats = range(schema.players)
    return Outcome(
        tuple(p for p in seats if won >> p & 1),
        tuple(p for p in seats if lost >> p & 1),
        tuple(p for p in seats if not (won | lost) >> p & 1),
        schema.results[cells[ENDING] - 1].reason if cells[ENDING] else "",
        tuple(scores(cells)),
    )
