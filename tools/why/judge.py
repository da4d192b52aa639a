"""Why an answer is not on offer: an id or words, at a position of any engine, into a `WhyNot`.

Only the seat that is asked may ask, and what it is told is made of what it sees: the first requirement that fails, its
values, its line. Nothing is changed; the rules are evaluated by the interpreter, on the table as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import define, evolve, field

from rulewright.compiler.reference import Interpreter
from rulewright.compiler.words.text import cut
from rulewright.dsl import ir
from rulewright.runtime.decision import Option
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.save import refusal, rules_of
from rulewright.runtime.state import State
from rulewright.runtime.together import asked_together
from rulewright.runtime.why import Answer, WhyNot
from rulewright.tools.why.naming import beginning_with, class_with, ids_of, plain
from rulewright.tools.why.question import STAGES, Question, Questions, Refused
from rulewright.tools.why.telling import Teller

MOST_PARTS = 8  # commas in the words of an answer
LONGEST = 80  # characters of it that are said again


@define
class Reasons:
    """The reasons of one ruleset (a `runtime.why.Judge`)."""

    judge: Interpreter
    questions: Questions = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.questions = Questions(self.judge)

    def __call__(self, state: State, answer: Answer, player: int | None = None) -> WhyNot:
        """Raises ValueError if the state is one of other rules, or there is no such seat."""
        if player is not None and not 0 <= player < state.schema.players:
            raise ValueError(f"the seats are 0 to {state.schema.players - 1}")
        if state.schema is not self.judge.schema and (why := refusal(self.judge.schema, rules_of(state.schema))):
            raise ValueError(f"this is a state of other rules: {why}")
        given = answer.id if isinstance(answer, Option) else answer
        called = cut(plain(given), LONGEST) if isinstance(given, str) else f"option {given}"
        decision, names = state.decision, state.wording
        if state.over:
            return WhyNot("over", called, f"“{called}” is not possible: the game is over")
        if decision is None:
            return WhyNot("chance", called, f"“{called}” is not possible: nobody is asked now, chance decides")
        cells, seat, offered = state.cells, decision.player, state.option_ids
        if player is not None and player != seat:
            waiting = [a for a in asked_together(state.engine, cells, offered) if a.seat == player]
            if not waiting:
                text = f"“{called}” is not possible: {names.seat(seat)} is asked now, not {names.seat(player)}"
                return WhyNot("not asked", called, text)
            cells, seat, offered = waiting[0].cells, player, waiting[0].ids
        question = self.questions.at(cells, names.seats or self._titles(state), seat)
        if isinstance(given, int):
            return self.of_id(question, given, offered)
        return self.of_words(question, given, offered)

    @staticmethod
    def _titles(state: State) -> tuple[str, ...]:
        return tuple(state.wording.seat(n) for n in range(state.schema.players))

    # ------------------------------------------------------------------------------------------ which answer

    def of_id(self, question: Question, option: int, offered: Collection[int]) -> WhyNot:
        """About a stable id of the question."""
        if any(b.first <= option < b.first + b.size for b in question.point.branches):
            return judged(question, [option], offered)
        size = sum(b.size for b in question.point.branches)
        text = f"there is no option {option} here: the ids of this question are 0 to {size - 1}"
        return WhyNot("no such answer", f"option {option}", text)

    def of_words(self, question: Question, text: str, offered: Collection[int] | None) -> WhyNot:
        """About an answer in words, or several, one question after the other ("Kill, Ben")."""
        wording, point = question.wording, question.point
        found = ids_of(wording, point, text)
        if not found:
            parts = plain(text).split(", ", MOST_PARTS)
            for many in range(1, len(parts)):
                first = ids_of(wording, point, ", ".join(parts[:many]))
                if first:
                    return self.after(question, judged(question, first, offered), ", ".join(parts[many:]))
            found = beginning_with(wording, point, text)
        return judged(question, found, offered) if found else self.no_such_answer(question, plain(text))

    def after(self, question: Question, first: WhyNot, rest: str) -> WhyNot:
        """About what comes after an answer, if that is possible and surely leads there."""
        if not first.allowed:
            return first
        assert first.option is not None
        inside = question.inside(first.option)
        if inside is None:
            text = f"“{first.answer}” is on offer; what is asked after it shows only when it is taken"
            return WhyNot("no such answer", rest, text)
        try:
            found = self.of_words(inside, rest, None)
        except RuleFault as fault:  # the rules break when the answer is taken
            text = f"what is asked after “{first.answer}” cannot be told: {fault.why} ({fault.where})"
            return WhyNot("no such answer", rest, text)
        return evolve(found, option=None, text=f"after “{first.answer}”: {found.text}")

    def no_such_answer(self, question: Question, text: str) -> WhyNot:
        """Words that mean nothing that could ever be answered here: a number past the end, a thing of another kind."""
        for branch in question.choose.branches:
            if len(branch.binders) == 1 and isinstance(branch.binders[0].domain, ir.RangeDomain) and number(text):
                binder = branch.binders[0]
                locals = question.around | {binder.local: int(text)}
                refused = Refused("candidate", branch, locals, binder=binder, member=int(text))
                return Teller.of(question).told(text, None, refused)
        text, here = cut(text, LONGEST), kinds(question)
        other = class_with(question.wording, text)
        if other is not None and here:
            why = f"that is one of {other.name}, and what is asked for is {here}"
        else:
            why = f"nothing that could be answered to “{question.choose.prompt}” is called so"
        return WhyNot("no such answer", text, f"“{text}” is no answer here: {why}")


def judged(question: Question, ids: Sequence[int], offered: Collection[int] | None) -> WhyNot:
    """About the ids that an answer can mean: the one on offer, or else the one that comes nearest to it. `offered` is
    None at a question that is not asked yet."""
    best: tuple[int, int, Refused] | None = None
    for option in ids:
        refused = None if offered is not None and option in offered else question.first(option)
        if refused is None:
            label = question.label(option)
            return WhyNot("allowed", label, f"“{label}” is on offer", option)
        far = -1 if refused.vague else STAGES.index(refused.stage)
        if best is None or far > best[0]:
            best = far, option, refused
    assert best is not None, "an answer means something"
    return Teller.of(question).why_not(best[1], best[2])


def kinds(question: Question) -> str:
    """What is asked for: "a player", "a Card or a number"."""
    found: dict[str, None] = {}
    for branch in question.choose.branches:
        for binder in branch.binders:
            match binder.domain:
                case ir.RangeDomain():
                    found["a number"] = None
                case ir.ZoneDomain():
                    found[f"a {question.of.judge.rules.zones[binder.domain.zone.zone].cls}"] = None
                case _:
                    found[f"a {binder.domain.cls}"] = None
    return " or ".join(found)


def number(text: str) -> bool:
    """Is it a whole number, not too long?"""
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10
