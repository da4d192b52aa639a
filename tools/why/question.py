"""A question at one position, and what keeps an answer to it off: candidates, conditions, requirements, in that order.

That is the order in which the engines go (compiler/reference/asking.py), so what is found first here is what they
stumbled over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from attrs import define, evolve, field, frozen

from rulewright.compiler.layout import lay_out
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.reference.expressions import Locals, Scope, holds, pile_of, value
from rulewright.compiler.reference.frames import Position
from rulewright.compiler.reference.store import Store
from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir
from rulewright.dsl.checks.sight import only_face_up
from rulewright.dsl.walk import below
from rulewright.runtime.decision import branch_of
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import POINT, BranchInfo, PointInfo
from rulewright.runtime.wording import Wording, binding
from rulewright.tools.scenarios.explain import words_for
from rulewright.tools.why.as_written import conditions
from rulewright.tools.why.hidden_locals import HiddenLocals
from rulewright.tools.why.sight import Sight

Stage: TypeAlias = Literal["candidate", "condition", "requirement"]
STAGES: tuple[Stage, ...] = ("candidate", "condition", "requirement")


@frozen
class Refused:
    """One thing that keeps an answer off: a binder whose domain its `member` is not in, a condition, or a need."""

    stage: Stage
    branch: ir.Branch
    locals: Locals
    cond: ir.Expr | None = None
    need: ir.Need | None = None
    binder: ir.Binder | None = None
    member: int = 0
    vague: bool = False  # of something that may lie face down where this seat cannot see it, or may not


@define(slots=False)
class Questions:
    """All questions of one program. `judge` evaluates what is written."""

    judge: Interpreter
    points: dict[int, PointInfo] = field(init=False)
    _chooses: dict[int, ir.Choose] = field(init=False)
    _hidden: HiddenLocals = field(init=False)
    _words: dict[tuple[str, ...], Words] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        program = self.judge.program
        self.points = {p.id: p for p in self.judge.schema.points}
        self._chooses = {n.id: n for n in below(program) if isinstance(n, ir.Choose)}
        self._hidden = HiddenLocals(program)

    @cached_property
    def _cells(self) -> dict[str, int]:
        """Where each local lies in an engine's cells."""
        return lay_out(self.judge.program).locals

    def at(self, cells: Sequence[int], seats: Sequence[str] = (), seat: int | None = None) -> Question:
        """The decision these cells wait at, by the players' names, as `seat` may know it (None: with every secret)."""
        choose, store = self._chooses[cells[POINT]], self.judge.store_of(cells)
        if isinstance(cells, Position):
            around = dict(cells.locals)
        else:
            around = {name: cells[at] for name, at in self._cells.items()}
        sight = None if seat is None else Sight(self.judge.rules, store, seat, self._hidden.around(choose))
        wording = Wording(self.judge.schema, tuple(seats))
        return Question(self, store, choose, self.points[choose.id], around, wording, sight)

    def words(self, seats: tuple[str, ...]) -> Words:
        """The words of the program whose players are called so."""
        if seats not in self._words:
            self._words = {seats: words_for(self.judge.program, seats)}
        return self._words[seats]

    def hidden_around(self, choose: ir.Choose) -> frozenset[str]:
        return self._hidden.around(choose)


@frozen
class Question:
    """One question, with the table and the locals around it. `sight` is None where secrets are no obstacle."""

    of: Questions
    store: Store
    choose: ir.Choose
    point: PointInfo
    around: Locals
    wording: Wording
    sight: Sight | None

    def branch(self, option: int) -> tuple[BranchInfo, ir.Branch]:
        """The branch of a stable id of this question."""
        info = branch_of(self.point, option)
        assert info is not None, "an id of this point"
        return info, self.choose.branches[self.point.branches.index(info)]

    def label(self, option: int) -> str:
        return self.wording.option(self.branch(option)[0], option)

    def scope(self, locals: Locals) -> Scope:
        return Scope(self.of.judge.rules, self.store, locals)

    def locals(self, option: int) -> Locals:
        """What names stand for at this question, for this option."""
        info, branch = self.branch(option)
        return self.around | {b.local: m for b, m in zip(branch.binders, binding(info, option), strict=True)}

    # ------------------------------------------------------------------------------------------ what keeps it off

    def first(self, option: int) -> Refused | None:
        """The first thing that keeps an option off; None if it is on offer."""
        return next(self.refusals(option), None)

    def refusals(self, option: int) -> Iterator[Refused]:
        """Everything that keeps an option off: not in a domain; or else conditions; or else requirements."""
        info, branch = self.branch(option)
        locals, unseen, vague = dict(self.around), list[Refused](), False
        for binder, member in zip(branch.binders, binding(info, option), strict=True):
            secret = self._is_secret(binder, member, locals)
            vague = vague or secret
            if not self._is_candidate(binder, member, locals):
                kept = Refused("candidate", branch, locals | {binder.local: member}, binder=binder, member=member)
                if not secret:
                    yield kept
                    return
                unseen.append(kept)
            locals[binder.local] = member
        qualifies = not unseen
        for cond in conditions(branch):
            if self._fails(cond, locals):
                qualifies = False
                unseen.clear()
                yield Refused("condition", branch, locals, cond=cond, vague=vague)
        yield from unseen
        for need in branch.needs if qualifies else ():
            if self._fails(need.cond, locals):
                yield Refused("requirement", branch, locals, cond=need.cond, need=need)

    def _is_candidate(self, binder: ir.Binder, member: int, locals: Locals) -> bool:
        scope = self.scope(locals)
        match binder.domain:
            case ir.RangeDomain():
                return value(scope, binder.domain.low) <= member <= value(scope, binder.domain.high)
            case ir.ClassDomain():
                return 0 <= member < scope.rules.classes[binder.domain.cls].size
            case ir.SetDomain():
                return bool(value(scope, binder.domain.set) >> member & 1)
            case ir.ZoneDomain():
                zone, index = pile_of(scope, binder.domain.zone)
                return member in self.store.content(zone, index)

    def _is_secret(self, binder: ir.Binder, member: int, locals: Locals) -> bool:
        """Is it a secret whether this is a candidate? From a place that it does not see a seat chooses of what lies
        face up: of the rest it is told the condition that keeps it off, whether it lies there or not."""
        if self.sight is None or not isinstance(binder.domain, ir.ZoneDomain) or member & 1:
            return False
        zone, index = pile_of(self.scope(locals), binder.domain.zone)
        return self.of.judge.rules.zones[zone].face == "either" and not self.sight.zone(zone, index)

    def _fails(self, cond: ir.Expr, locals: Locals) -> bool:
        """Does it not hold? One that cannot be told, because an earlier one does not hold, keeps nothing off."""
        try:
            return not holds(self.scope(locals), cond)
        except RuleFault:
            return False

    # ------------------------------------------------------------------------------------------ what is asked next

    def inside(self, option: int) -> Question | None:
        """The question that the same player is surely asked at once after this answer, whatever is hidden; None where
        something else comes first, or where its answers would tell what the player does not see."""
        _, branch = self.branch(option)
        follows = branch.body[0] if branch.body else None
        if not isinstance(follows, ir.Choose) or follows.actor != self.choose.actor:
            return None
        around, sight = self.locals(option), None
        if self.sight is not None:
            sight = evolve(self.sight, closed=self.of.hidden_around(follows))
            if not all(sight.open(asked, around) for asked in asks(follows)):
                return None
        return evolve(self, choose=follows, point=self.of.points[follows.id], around=around, sight=sight)


def asks(choose: ir.Choose) -> Iterator[ir.Expr | ir.Domain]:
    """Everything that decides what can be answered."""
    for branch in choose.branches:
        for binder in branch.binders:
            if not (isinstance(binder.domain, ir.ZoneDomain) and only_face_up(branch.where, binder.local)):
                yield binder.domain
        yield from conditions(branch)
        yield from (need.cond for need in branch.needs)
