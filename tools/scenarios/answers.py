"""What an answer in a scenario means at a question: which of its stable ids, and why those are not on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import define, field

from rulewright.compiler.reference import Interpreter
from rulewright.dsl.elaborate.beats import Wanted
from rulewright.runtime.decision import Decision
from rulewright.runtime.engine import Engine
from rulewright.runtime.schema import BinderInfo, BranchInfo, PointInfo
from rulewright.runtime.wording import Wording
from rulewright.tools.why.as_written import conditions
from rulewright.tools.why.judge import judged
from rulewright.tools.why.naming import plain
from rulewright.tools.why.question import Question, Questions, Refused
from rulewright.tools.why.telling import Teller


@define(slots=False)
class Answers:
    """The questions of one game, on one engine. `judge` evaluates what is written; `seats` are the players' names."""

    engine: Engine
    judge: Interpreter
    seats: Sequence[str]
    points: Mapping[int, PointInfo] = field(init=False)
    _words: dict[tuple[int, int], dict[str, list[int]]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.points = {p.id: p for p in self.engine.schema.points}

    # ------------------------------------------------------------------------------------------ which

    def fits(self, cells: Sequence[int], wanted: Wanted, value: int, zone: str, low: int) -> bool:
        """Is a member (or element code of a zone) what was written?"""
        if wanted.value is None:
            return False
        target = self.judge.evaluate(cells, wanted.value)
        declared = next((z for z in self.engine.schema.zones if z.name == zone), None) if zone else None
        return target == (value // 2 if declared is not None and declared.either else value) + low

    def ids(self, cells: Sequence[int], point: PointInfo, wanted: Wanted) -> list[int]:
        """Every stable id of a point that an answer can mean, on offer or not."""
        found: list[int] = []
        for branch in point.branches:
            if wanted.word and wanted.word in (branch.name, branch.label):
                found.extend(range(branch.first, branch.first + branch.size))
            elif len(branch.binders) == 1 and self._class_of(branch.binders[0]) == wanted.cls:
                binder = branch.binders[0]
                members = range(binder.size)
                found += [branch.first + i for i in members if self.fits(cells, wanted, i, binder.zone, binder.low)]
            elif len(branch.binders) > 1 and wanted.word:
                found += self._worded(point, branch).get(wanted.word, ())
        return found

    def _worded(self, point: PointInfo, branch: BranchInfo) -> dict[str, list[int]]:
        """The ids of a branch by their words; a pair of squares has thousands, so they are put into words once."""
        known = self._words.get((point.id, branch.first))
        if known is None:
            known = self._words[point.id, branch.first] = {}
            words = Wording(self.engine.schema, tuple(self.seats))
            for option in range(branch.first, branch.first + branch.size):
                known.setdefault(words.option(branch, option), []).append(option)
        return known

    def _class_of(self, binder: BinderInfo) -> str:
        if binder.zone:
            return next(z.cls for z in self.engine.schema.zones if z.name == binder.zone)
        return binder.type.cls

    def option(self, cells: Sequence[int], decision: Decision, wanted: Wanted) -> int | None:
        """The option on offer that an answer means; None if there is none."""
        offered = {o.id for o in decision.options}
        for option in self.ids(cells, self.points[decision.point], wanted):
            if option in offered:
                return option
        return next((o.id for o in decision.options if wanted.word and wanted.word == o.label), None)

    # ------------------------------------------------------------------------------------------ why not

    @cached_property
    def _questions(self) -> Questions:
        return Questions(self.judge)

    def _question(self, cells: Sequence[int]) -> Question:
        return self._questions.at(cells, self.seats)  # secrets are no obstacle in a scenario

    def why_not(self, cells: Sequence[int], ids: Sequence[int], offered: Sequence[int]) -> tuple[str, ...]:
        """The first thing that keeps what these ids mean off, with the values in it; nothing of no ids."""
        return judged(self._question(cells), ids, offered).lines if ids else ()

    def refusals(self, cells: Sequence[int], ids: Sequence[int]) -> dict[int, list[Refused]]:
        """Everything that keeps each of these off; without those that are no candidates, if others are."""
        question = self._question(cells)
        found = {option: list(question.refusals(option)) for option in ids}
        near = {o: kept for o, kept in found.items() if all(r.stage != "candidate" for r in kept)}
        return near or found

    def is_because(self, cells: Sequence[int], refused: Refused, because: str) -> bool:
        """Is this what was said: the name or the reason of a requirement, or what is written there?"""
        said = [] if refused.need is None else [refused.need.name, refused.need.reason]
        return plain(because) in map(plain, (*said, Teller.of(self._question(cells)).condition(refused)))

    def lines(self, cells: Sequence[int], option: int, refused: Refused) -> tuple[str, ...]:
        """One thing that keeps an option off, with its place and the values inside."""
        return Teller.of(self._question(cells)).why_not(option, refused).lines

    def met(self, cells: Sequence[int], option: int, because: str) -> tuple[str, ...]:
        """The values in what was said to keep an option off, where it does not."""
        question = self._question(cells)
        _, branch = question.branch(option)
        locals, teller = question.locals(option), Teller.of(question)
        asked = [Refused("condition", branch, locals, cond=c) for c in conditions(branch)]
        asked += [Refused("requirement", branch, locals, cond=n.cond, need=n) for n in branch.needs]
        return tuple(
            line for r in asked if self.is_because(cells, r, because)
            for line in (f"{r.need.name if r.need is not None else 'condition'} ({teller.where(r)})",
                         *(f"  {v}" for v in teller.values(r, whole=True)))
        )  # fmt: skip
