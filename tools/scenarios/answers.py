"""What an answer in a scenario means at a question: which of its stable ids, and why those are not on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from rulewright.compiler.layout import lay_out
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.reference.frames import Position
from rulewright.dsl import ir
from rulewright.dsl.elaborate.beats import Wanted
from rulewright.dsl.walk import below
from rulewright.runtime.decision import Decision, branch_of
from rulewright.runtime.engine import Engine
from rulewright.runtime.schema import BinderInfo, BranchInfo, PointInfo
from rulewright.runtime.wording import Wording, binding
from rulewright.tools.scenarios.explain import values_inside

MOST = 4  # options whose refusal is told in full


@define
class Answers:
    """The questions of one game, on one engine. `judge` evaluates what is written; `seats` are the players' names."""

    engine: Engine
    judge: Interpreter
    seats: Sequence[str]
    points: Mapping[int, PointInfo] = field(init=False)
    _chooses: dict[int, ir.Choose] = field(init=False, factory=dict)
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

    def why_not(self, cells: list[int], point: PointInfo, ids: Sequence[int]) -> tuple[str, ...]:
        """The requirements that keep these options off, with the values in them; without those, that nothing else
        than what may be chosen at all does."""
        found: list[str] = []
        for option in ids[:MOST]:
            unmet = self.engine.unmet(cells, option)
            branch = branch_of(point, option)
            assert branch is not None, "an id of this point"
            for number in unmet or ():
                found += [line for line in self.requirement(cells, point, branch, option, number) if line not in found]
        return tuple(found)

    def requirement(
        self, cells: list[int], point: PointInfo, branch: BranchInfo, option: int, number: int
    ) -> tuple[str, ...]:
        """One requirement of an option: its name and reason, its place, the values inside it as they are now."""
        need = branch.needs[number]
        lines = [f"{need.name}: {need.reason} ({need.line})"]
        condition = self._choose(point.id).branches[point.branches.index(branch)].needs[number].cond
        named = self._locals(cells, point, branch, option)
        values = values_inside(self.judge, cells, condition, self.seats, named, whole=True)
        return (*lines, *(f"  {line}" for line in values))

    def _choose(self, point: int) -> ir.Choose:
        if not self._chooses:
            self._chooses = {n.id: n for n in below(self.judge.program) if isinstance(n, ir.Choose)}
        return self._chooses[point]

    def _locals(self, cells: list[int], point: PointInfo, branch: BranchInfo, option: int) -> dict[str, int]:
        """What the names in a requirement stand for at this question, for this option."""
        if isinstance(cells, Position):
            around = dict(cells.locals)
        else:
            around = {name: cells[at] for name, at in lay_out(self.judge.program).locals.items()}
        binders = self._choose(point.id).branches[point.branches.index(branch)].binders
        return around | {b.local: m for b, m in zip(binders, binding(branch, option), strict=True)}
