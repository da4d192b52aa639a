"""Play one scenario on one engine.

`given` runs on the reference interpreter's table, which every engine can start from; chance stops at each of its points
and is answered from the script, or drawn; questions are answered as picked. A question nobody picked an answer for is
a failure, unless it has a single answer or the scenario plays `freely`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random

from rulewright.compiler.reference import Interpreter
from rulewright.dsl import ir
from rulewright.dsl.elaborate.beats import (
    Asked,
    Beat,
    Ends,
    GoOn,
    Hears,
    Holds,
    NotOffers,
    Offers,
    Pick,
    Plan,
    Refuses,
    Script,
    Sees,
    Shown,
    Told,
    Wanted,
)
from rulewright.dsl.source import Span
from rulewright.runtime.decision import Decision
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.state import State, start, start_at
from rulewright.tools.scenarios.answers import Answers
from rulewright.tools.scenarios.expectations import Expectations
from rulewright.tools.scenarios.explain import values_inside
from rulewright.tools.scenarios.outcome import Failure

SEED = 1
MOST_ANSWERS = 20_000  # of a game played freely


def run(plan: Plan, engine: Engine, judge: Interpreter, watch: Callable[[State], None] | None = None) -> None:
    """Play the scenario on `engine`; `judge` prepares the table and evaluates expectations. `watch` is shown the state
    at every question and at the end. Raises Failure."""
    first = Performance(plan, engine, judge, watch)
    first.play(plan.beats)
    if plan.twin is None:
        return
    second = Performance(plan, engine, judge, watch)
    second.play(plan.twin)
    for same in plan.same:
        for who in same.who:
            seat = judge.evaluate(first.state.cells, who)
            difference = told_apart(first.state, second.state, seat)
            name = plan.seats[seat]
            if same.same and difference:
                raise Failure(same.span, f"{name} can tell the two apart", difference)
            if not same.same and not difference:
                raise Failure(same.span, f"{name} cannot tell the two apart")


def told_apart(a: State, b: State, seat: int) -> tuple[str, ...]:
    """What tells two runs apart for a seat; empty if nothing does."""
    for mine, other in zip([*a.log(seat), "(nothing more)"], [*b.log(seat), "(nothing more)"], strict=False):
        if mine != other:
            return f"once: {mine}", f"in the twin: {other}"
    return () if a.view(seat) == b.view(seat) else ("what lies on the table, or what is asked",)


def asking(decision: Decision) -> tuple[str, ...]:
    """Which question is asked, where it stands, and what is on offer."""
    return (f"“{decision.prompt}” at `{decision.path}`: {', '.join(o.label for o in decision.options)}",)


class Performance:
    """One run of a plan's beats."""

    def __init__(
        self, plan: Plan, engine: Engine, judge: Interpreter, watch: Callable[[State], None] | None = None
    ) -> None:
        self.watch = watch
        self.plan = plan
        self.engine = engine
        self.judge = judge
        self.random = Random(SEED)
        self.queues: dict[str, deque[tuple[Wanted, Span]]] = {}
        self.answers = Answers(engine, judge, plan.seats)
        self.span = plan.span
        try:
            self.state = self._start()
        except RuleFault as fault:
            raise Failure(plan.span, f"the game stopped: {fault.why}", (f"at {fault.where}",)) from fault

    def _start(self) -> State:
        plan, names = self.plan, self.plan.seats
        if plan.start is None:
            return start(self.engine, SEED, "exposed", names)
        cells = self.engine.new(SEED)
        self.judge.go_inside(cells, plan.start)
        self.judge.run_statements(cells, plan.given)
        try:
            return start_at(self.engine, cells, plan.start, "exposed", names)
        except (KeyError, ValueError) as wrong:
            raise Failure(plan.span, f"the game cannot start at `{plan.start}`", (str(wrong),)) from wrong

    def play(self, beats: tuple[Beat, ...]) -> None:
        # what chance is scripted to give is known before the first draw, wherever the line stands
        for script in [b for b in beats if isinstance(b, Script)]:
            queue = self.queues.setdefault(script.source, deque())
            queue.extend((w, script.span) for w in script.values)
        for beat in beats:
            self.span = beat.span
            try:
                self._perform(beat)
            except RuleFault as fault:
                raise Failure(beat.span, f"the game stopped: {fault.why}", (f"at {fault.where}",)) from fault
        self.span = self.plan.span
        try:
            self._chance()  # to the next question: what the last answer leads to belongs to the run
        except RuleFault as fault:
            raise Failure(self.span, f"the game stopped: {fault.why}", (f"at {fault.where}",)) from fault
        for source, queue in self.queues.items():
            if queue:
                wanted, span = queue[0]
                raise Failure(span, f"`{source}` was never asked for {wanted.text}")

    def _perform(self, beat: Beat) -> None:
        match beat:
            case Pick():
                for answer in beat.answers:
                    decision = self._question(beat.who, beat.span)
                    self.state.apply(self._option(decision, answer, beat.span))
            case Asked():
                self._asked(beat)
            case Offers():
                self._offered(beat)
            case NotOffers():
                self._not_offered(beat)
            case Refuses():
                self._refused(beat)
            case GoOn():
                self._go_on(beat)
            case Holds():
                self._chance()
                try:
                    holds = self.judge.evaluate(self.state.cells, beat.cond)
                except RuleFault as fault:
                    why = f"whether this holds cannot be told: {fault.why}"
                    raise Failure(beat.span, why, self._values(beat.cond)) from fault
                if not holds:
                    raise Failure(beat.span, "this does not hold", self._values(beat.cond))
            case Sees() | Shown() | Hears() | Told() | Ends():
                self._chance()
                self._expect(beat)

    def _expect(self, beat: Sees | Shown | Hears | Told | Ends) -> None:
        found = Expectations(self.plan, self.state, self.judge)
        match beat:
            case Sees():
                found.sees(beat)
            case Shown():
                found.shown(beat)
            case Hears():
                found.hears(beat)
            case Told():
                found.told(beat)
            case Ends():
                found.ended(beat)

    def _values(self, cond: ir.Expr) -> tuple[str, ...]:
        """The values inside a condition, as it stands now."""
        return values_inside(self.judge, self.state.cells, cond, self.plan.seats)

    # ------------------------------------------------------------------------------------------ going on

    def _chance(self) -> None:
        """Answer for chance until a seat is asked or the game is over."""
        while (chance := self.state.chance) is not None:
            queue = self.queues.get(chance.source)
            ids = [o.id for o in chance.outcomes]
            if not queue:
                self.state.apply(self.random.choices(ids, chance.weights)[0])
                continue
            wanted, span = queue.popleft()
            zone = self.answers.points[chance.point].zone
            fitting = [i for i in ids if self.answers.fits(self.state.cells, wanted, i, zone, 0)]
            if not fitting:
                possible = ", ".join(o.label for o in chance.outcomes)
                raise Failure(span, f"{wanted.text} cannot come up now", (f"`{chance.source}` can give {possible}",))
            self.state.apply(fitting[0])
        if self.watch is not None:
            self.watch(self.state)

    def _question(self, who: ir.Expr, span: Span) -> Decision:
        """The question that is asked now, which must be for this seat. Others' questions with one answer are passed."""
        self._chance()
        seat = self.judge.evaluate(self.state.cells, who)
        while (decision := self.state.decision) is not None and decision.player != seat and decision.forced:
            self.state.apply(decision.options[0])
            self._chance()
        name = self.plan.seats[seat]
        if decision is None:
            raise Failure(span, f"{name} is not asked anything: the game is over", self._ending())
        if decision.player != seat:
            asked = self.plan.seats[decision.player]
            raise Failure(span, f"{asked} is asked, not {name}", (f"“{decision.prompt}” at `{decision.path}`",))
        return decision

    def _ending(self) -> tuple[str, ...]:
        outcome = self.state.outcome
        return (outcome.reason,) if outcome is not None else ()

    def _go_on(self, beat: GoOn) -> None:
        for _ in range(MOST_ANSWERS):
            self._chance()
            decision = self.state.decision
            if decision is None:
                if beat.path is not None:
                    raise Failure(beat.span, f"the game is over before `{beat.path}`", self._ending())
                return
            if beat.path is not None and (decision.path == beat.path or decision.path.startswith(beat.path + ".")):
                return
            if not beat.freely and not decision.forced:
                asked = self.plan.seats[decision.player]
                raise Failure(beat.span, f"{asked} is asked on the way", (f"“{decision.prompt}” at `{decision.path}`",))
            self.state.apply(self.random.choice(decision.options))
        raise Failure(beat.span, f"this went on for {MOST_ANSWERS} answers")

    # ------------------------------------------------------------------------------------------ answers

    def _option(self, decision: Decision, wanted: Wanted, span: Span) -> int:
        cells = self.state.cells
        option = self.answers.option(cells, decision, wanted)
        if option is not None:
            return option
        point = self.answers.points[decision.point]
        why = self.answers.why_not(cells, self.answers.ids(cells, point, wanted), self.state.option_ids)
        raise Failure(span, f"{wanted.text} is not on offer", (*asking(decision), *why))

    def _asked(self, beat: Asked) -> None:
        decision = self._question(beat.who, beat.span)
        if " ".join(decision.prompt.split()) != " ".join(beat.question.split()):
            name = self.plan.seats[decision.player]
            raise Failure(beat.span, f"{name} is asked something else", (f"“{decision.prompt}” at `{decision.path}`",))

    def _offered(self, beat: Offers) -> None:
        decision = self._question(beat.who, beat.span)
        cells, point = self.state.cells, self.answers.points[decision.point]
        left = {o.id: o.label for o in decision.options}
        for answer in beat.answers:
            ids = self.answers.ids(cells, point, answer)
            hits = [i for i in ids if i in left]
            hits += [i for i, label in left.items() if answer.word and answer.word == label and i not in hits]
            if not hits:
                why = self.answers.why_not(cells, ids, self.state.option_ids)
                raise Failure(beat.span, f"{answer.text} is not on offer", (*asking(decision), *why))
            for hit in hits:
                del left[hit]
        if left:
            more = ", ".join(sorted(set(left.values())))
            raise Failure(beat.span, f"more is on offer: {more}", asking(decision))

    def _not_offered(self, beat: NotOffers) -> None:
        decision = self._question(beat.who, beat.span)
        for answer in beat.answers:
            if self.answers.option(self.state.cells, decision, answer) is not None:
                raise Failure(beat.span, f"{answer.text} is on offer", asking(decision))

    def _refused(self, beat: Refuses) -> None:
        decision = self._question(beat.who, beat.span)
        cells, point = self.state.cells, self.answers.points[decision.point]
        offered = {o.id for o in decision.options}
        for answer in beat.answers:
            ids = self.answers.ids(cells, point, answer)
            if not ids:
                raise Failure(beat.span, f"nothing here could be {answer.text}", asking(decision))
            for option in sorted(offered & set(ids)):
                met = self.answers.met(cells, option, beat.because)
                raise Failure(beat.span, f"{answer.text} is on offer", met)
            for option, refusals in self.answers.refusals(cells, ids).items():
                if not any(self.answers.is_because(cells, refused, beat.because) for refused in refusals):
                    reasons = [line for refused in refusals for line in self.answers.lines(cells, option, refused)]
                    why = f"{answer.text} is refused, but not because of {beat.because}"
                    raise Failure(beat.span, why, tuple(reasons))
