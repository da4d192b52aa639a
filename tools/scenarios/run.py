"""Play one scenario on one engine.

`given` runs on the reference interpreter's table, which every engine can start from; chance stops at each of its points
and is answered from the script, or drawn; questions are answered as picked. A question nobody picked an answer for is
a failure, unless it has a single answer or the scenario plays `freely`.
"""

from __future__ import annotations

from collections import deque
from random import Random

from rulewright.compiler.reference import Interpreter
from rulewright.dsl import ir
from rulewright.dsl.elaborate.scenarios import (
    Beat,
    Ends,
    GoOn,
    Hears,
    Holds,
    Offers,
    Pick,
    Plan,
    Refuses,
    Script,
    Sees,
    Shown,
    Wanted,
)
from rulewright.dsl.source import Span
from rulewright.runtime.decision import Decision
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.schema import BinderInfo, PointInfo
from rulewright.runtime.state import State, start, start_at
from rulewright.runtime.zones import merged, read_packets
from rulewright.tools.scenarios.explain import values_inside
from rulewright.tools.scenarios.outcome import Failure

SEED = 1
MOST_ANSWERS = 20_000  # of a game played freely


def run(plan: Plan, engine: Engine, judge: Interpreter) -> None:
    """Play the scenario on `engine`; `judge` prepares the table and evaluates expectations. Raises Failure."""
    first = Performance(plan, engine, judge)
    first.play(plan.beats)
    if plan.twin is None:
        return
    second = Performance(plan, engine, judge)
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


class Performance:
    """One run of a plan's beats."""

    def __init__(self, plan: Plan, engine: Engine, judge: Interpreter) -> None:
        self.plan = plan
        self.engine = engine
        self.judge = judge
        self.random = Random(SEED)
        self.queues: dict[str, deque[tuple[Wanted, Span]]] = {}
        self.points = {p.id: p for p in engine.schema.points}
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
            case Offers():
                self._offered(beat)
            case Refuses():
                self._refused(beat)
            case GoOn():
                self._go_on(beat)
            case Holds():
                self._chance()
                if not self.judge.evaluate(self.state.cells, beat.cond):
                    raise Failure(beat.span, "this does not hold", values_inside(self.judge, self.state, beat.cond))
            case Sees():
                self._chance()
                self._sees(beat)
            case Shown():
                self._chance()
                self._shown(beat)
            case Hears():
                self._chance()
                self._hears(beat)
            case Ends():
                self._chance()
                self._ended(beat)

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
            point = self.points[chance.point]
            fitting = [i for i in ids if self._is(wanted, i, point.zone, 0)]
            if not fitting:
                possible = ", ".join(o.label for o in chance.outcomes)
                raise Failure(span, f"{wanted.text} cannot come up now", (f"`{chance.source}` can give {possible}",))
            self.state.apply(fitting[0])

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

    def _is(self, wanted: Wanted, value: int, zone: str, low: int) -> bool:
        """Is a member (or element code of a zone) what was written?"""
        if wanted.value is None:
            return False
        target = self.judge.evaluate(self.state.cells, wanted.value)
        declared = next((z for z in self.engine.schema.zones if z.name == zone), None) if zone else None
        return target == (value // 2 if declared is not None and declared.either else value) + low

    def _ids(self, point: PointInfo, wanted: Wanted) -> list[int]:
        """Every stable id of a point that an answer can mean, on offer or not."""
        found: list[int] = []
        for branch in point.branches:
            if wanted.word and wanted.word in (branch.name, branch.label):
                found.extend(range(branch.first, branch.first + branch.size))
            elif len(branch.binders) == 1 and self._class_of(branch.binders[0]) == wanted.cls:
                binder = branch.binders[0]
                found += [branch.first + i for i in range(binder.size) if self._is(wanted, i, binder.zone, binder.low)]
        return found

    def _class_of(self, binder: BinderInfo) -> str:
        if binder.zone:
            return next(z.cls for z in self.engine.schema.zones if z.name == binder.zone)
        return binder.type.cls

    def _option(self, decision: Decision, wanted: Wanted, span: Span) -> int:
        point = self.points[decision.point]
        offered = {o.id: o for o in decision.options}
        for option in self._ids(point, wanted):
            if option in offered:
                return option
        for entry in decision.options:
            if wanted.word and wanted.word == entry.label:
                return entry.id
        choices = ", ".join(o.label for o in decision.options)
        why = tuple(self._why_not(point, self._ids(point, wanted)))
        raise Failure(span, f"{wanted.text} is not on offer", (f"“{decision.prompt}”: {choices}", *why))

    def _why_not(self, point: PointInfo, ids: list[int]) -> list[str]:
        found = []
        for option in ids:
            unmet = self.engine.unmet(self.state.cells, option)
            branch = next(b for b in point.branches if b.first <= option < b.first + b.size)
            found += [f"{branch.needs[n].name}: {branch.needs[n].reason}" for n in unmet or ()]
        return found

    def _offered(self, beat: Offers) -> None:
        decision = self._question(beat.who, beat.span)
        point = self.points[decision.point]
        left = {o.id: o.label for o in decision.options}
        for answer in beat.answers:
            hits = [i for i in self._ids(point, answer) if i in left]
            hits += [i for i, label in left.items() if answer.word and answer.word == label and i not in hits]
            if not hits:
                choices = ", ".join(o.label for o in decision.options)
                raise Failure(beat.span, f"{answer.text} is not on offer", (f"on offer: {choices}",))
            for hit in hits:
                del left[hit]
        if left:
            raise Failure(beat.span, "more is on offer", tuple(sorted(set(left.values()))))

    def _refused(self, beat: Refuses) -> None:
        decision = self._question(beat.who, beat.span)
        point = self.points[decision.point]
        for answer in beat.answers:
            ids = self._ids(point, answer)
            if not ids:
                raise Failure(beat.span, f"nothing here could be {answer.text}")
            for option in ids:
                if option in {o.id for o in decision.options}:
                    raise Failure(beat.span, f"{answer.text} is on offer")
                branch = next(b for b in point.branches if b.first <= option < b.first + b.size)
                unmet = self.engine.unmet(self.state.cells, option)
                names = [branch.needs[n] for n in unmet or ()]
                if not any(beat.because in (n.name, n.reason) for n in names):
                    reasons = tuple(f"{n.name}: {n.reason}" for n in names) or ("it is no candidate at all",)
                    raise Failure(beat.span, f"{answer.text} is refused, but not because of {beat.because}", reasons)

    # ------------------------------------------------------------------------------------------ expectations

    def _sees(self, beat: Sees) -> None:
        cells, schema = self.state.cells, self.engine.schema
        seat = self.judge.evaluate(cells, beat.who)
        index = 0 if beat.place.index is None else self.judge.evaluate(cells, beat.place.index)
        if isinstance(beat.place, ir.FieldRef):
            number = next(i for i, f in enumerate(schema.fields) if f.name == beat.place.field)
            seen = bool(self.engine.field_seen(cells, number, index) >> seat & 1)
        else:
            number = next(i for i, z in enumerate(schema.zones) if z.name == beat.place.zone)
            seen = bool(self.engine.zone_seen(cells, number, index) >> seat & 1)
            if schema.zones[number].either and not seen:
                hidden = self.judge.evaluate(cells, ir.Count(beat.place, None, 0))
                seen = not hidden
        if seen != beat.sees:
            raise Failure(beat.span, f"{self.plan.seats[seat]} {'does not see' if beat.sees else 'sees'} it")

    def _shown(self, beat: Shown) -> None:
        cells, schema = self.state.cells, self.engine.schema
        seat = self.judge.evaluate(cells, beat.who)
        index = 0 if beat.place.index is None else self.judge.evaluate(cells, beat.place.index)
        number = next(i for i, z in enumerate(schema.zones) if z.name == beat.place.zone)
        shown = [e for e in self.state.told(seat) if e[0] == "show" and e[1] == number and e[2] == index]
        zone = schema.zones[number]
        content = merged(read_packets(zone, cells, index))
        if not shown or dict(shown[-1][3]) != content:
            raise Failure(beat.span, f"{self.plan.seats[seat]} was not shown that", tuple(self.state.log(seat)[-4:]))

    def _hears(self, beat: Hears) -> None:
        seat = self.judge.evaluate(self.state.cells, beat.who)
        value = self.judge.evaluate(self.state.cells, beat.value)
        schema = self.engine.schema
        for event in self.state.told(seat):
            if event[0] == "announce" and event[3] == value and beat.text in ("", schema.texts[event[1]]):
                return
        raise Failure(beat.span, f"{self.plan.seats[seat]} was not told that", tuple(self.state.log(seat)[-4:]))

    def _ended(self, beat: Ends) -> None:
        outcome = self.state.outcome
        if outcome is None:
            decision = self.state.decision
            asked = () if decision is None else (f"{self.plan.seats[decision.player]} is asked “{decision.prompt}”",)
            raise Failure(beat.span, "the game is not over", asked)
        mask = self.judge.evaluate(self.state.cells, beat.who)
        found = {"win": outcome.winners, "lose": outcome.losers, "draw": outcome.draws}[beat.outcome]
        expected = {p for p in range(self.plan.players) if mask >> p & 1}
        if not expected or not expected <= set(found):
            names = ", ".join(self.plan.seats[p] for p in outcome.winners) or "nobody"
            raise Failure(beat.span, "the game ended otherwise", (f"{names} won: {outcome.reason}",))
