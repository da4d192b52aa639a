"""What keeps an answer off, in words: a sentence, the condition as written and in plain words, the values in it."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.compiler.reference.expressions import Locals, pile_of, value
from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir
from rulewright.runtime.schema import BinderInfo, BranchInfo, ZoneInfo
from rulewright.runtime.why import WhyNot
from rulewright.tools.scenarios.explain import Telling, text_of, written
from rulewright.tools.why.as_written import binder_text, condition_text
from rulewright.tools.why.question import Question, Refused


@frozen
class Teller:
    """Puts into words what keeps answers to one question off."""

    question: Question
    words: Words

    @classmethod
    def of(cls, question: Question) -> Teller:
        return cls(question, question.of.words(question.wording.seats))

    def why_not(self, option: int, refused: Refused) -> WhyNot:
        """All about one thing that keeps an option off."""
        return self.told(self.question.label(option), option, refused)

    def told(self, label: str, option: int | None, refused: Refused) -> WhyNot:
        """The same, of an answer that is called so and may be past all that could ever be answered."""
        condition, words = self.condition(refused), self.in_words(refused)
        because = self.sentence(refused)
        need, where = refused.need, self.where(refused)
        name = f"{need.name}, " if need is not None else ""
        verb = {"candidate": "is no candidate", "condition": "does not qualify", "requirement": "is not possible"}
        text = f"“{label}” {verb[refused.stage]}: {because} ({name}{where})"
        return WhyNot(
            refused.stage, label, text, option, "" if need is None else need.name, "" if need is None else need.reason,
            condition, words, self.values(refused), where,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ one reason

    def condition(self, refused: Refused) -> str:
        """What is required, as it is written; in plain words where it stands nowhere."""
        if refused.cond is not None:
            return condition_text(refused.cond) or self.in_words(refused)
        assert refused.binder is not None
        return binder_text(refused.branch, refused.binder) or self.in_words(refused)

    def in_words(self, refused: Refused) -> str:
        """What is required, in plain words."""
        words = self.calling(refused)
        if refused.cond is not None:
            return words.clause(refused.cond)
        return self.among(refused, words, holds=True)

    def among(self, refused: Refused, words: Words, *, holds: bool) -> str:
        """That what was answered is, or is not, one of those to choose from."""
        assert refused.binder is not None
        domain, member = refused.binder.domain, self.member(refused)
        be = "is" if holds else "is not"
        match domain:
            case ir.ZoneDomain():
                return f"{member} {'lies' if holds else 'does not lie'} in {self.place(domain.zone, refused.locals)}"
            case ir.RangeDomain():
                bounds = f"a number {self.bounds(domain, refused.locals)}"
                return f"{member} is {bounds}" if holds else f"it must be {bounds}"
            case ir.SetDomain():
                return f"{member} {be} one of {words.noun(domain.set)}"
        return f"{member} is {'a' if holds else 'no'} {words.member_noun(domain.cls)}"

    def sentence(self, refused: Refused) -> str:
        """Why not: the reason that is given, or else what is the case."""
        if refused.need is not None and refused.need.reason:
            return refused.need.reason
        words = self.calling(refused)
        if isinstance(refused.cond, ir.Apply) and written(refused.cond.span):
            return f"{text_of(refused.cond.span)} does not hold"
        if refused.cond is not None:
            return words.denial(refused.cond)
        return self.among(refused, words, holds=False)

    def bounds(self, domain: ir.RangeDomain, locals: Locals) -> str:
        """From where to where: the numbers, or what is written if those are not for this seat."""
        sight = self.question.sight
        if sight is not None and not sight.open(domain, locals):
            return f"from {text_of(domain.low.span)} to {text_of(domain.high.span)}"
        low, high = (value(self.question.scope(locals), e) for e in (domain.low, domain.high))
        return f"from {low} to {high}"

    def where(self, refused: Refused) -> str:
        """The file and the line."""
        if refused.need is not None:
            return str(refused.need.span)
        cond = refused.cond
        return str(cond.span if cond is not None and written(cond.span) else refused.branch.span)

    def values(self, refused: Refused, *, whole: bool = False) -> tuple[str, ...]:
        """What the parts of the condition come to, and what lies in the places it names. `whole`: what it comes to
        itself, too, as of every requirement (its condition is not in the sentence)."""
        q = self.question
        telling = Telling(q.of.judge, q.store, q.wording.seats, self.words, q.sight)
        if refused.cond is not None:
            return telling.inside(refused.cond, refused.locals, whole=whole or refused.need is not None)
        assert refused.binder is not None
        domain = refused.binder.domain
        match domain:
            case ir.ZoneDomain():
                zone, index = pile_of(q.scope(refused.locals), domain.zone)
                return (telling.place(q.wording, self.zone_info(zone), index),)
            case ir.RangeDomain():
                ends = (domain.low, domain.high)
                return tuple(v for e in ends for v in telling.inside(e, refused.locals, whole=True, kind=None))
            case ir.SetDomain():
                return telling.inside(domain.set, refused.locals, whole=True)
        return ()

    # ------------------------------------------------------------------------------------------ names

    def calling(self, refused: Refused) -> Words:
        """Words in which every name that may be told is what it stands for."""
        sight = self.question.sight
        closed = sight.closed if sight is not None else frozenset[str]()
        named = {n: self.local(n, m, refused) for n, m in refused.locals.items() if n not in closed}
        return evolve(self.words, names={**self.words.names, **named})

    def local(self, name: str, member: int, refused: Refused) -> str:
        """What the value of a local is called."""
        for binder, info in zip(refused.branch.binders, self.info(refused).binders, strict=True):
            if binder.local == name:
                return self.question.wording.binder(info, member)
        cls = self.words.handles.get(name)
        if cls is None:
            return self.words.constant(member, self.words.locals.get(name))
        either = self.of_faces(name)
        return self.words.constant(member // 2 if either else member, ir.Name(cls))

    def of_faces(self, local: str) -> bool:
        """Does a component at hand carry a face in its code?"""
        kind, cls = self.words.locals.get(local), self.words.classes[self.words.handles[local]]
        return isinstance(kind, ir.Number) and kind.high >= cls.size

    def info(self, refused: Refused) -> BranchInfo:
        return self.question.point.branches[self.question.choose.branches.index(refused.branch)]

    def member(self, refused: Refused) -> str:
        """The member that is not in the domain."""
        infos: dict[str, BinderInfo] = dict(
            zip((b.local for b in refused.branch.binders), self.info(refused).binders, strict=True)
        )
        assert refused.binder is not None
        return self.question.wording.binder(infos[refused.binder.local], refused.member)

    def place(self, zone: ir.ZoneRef, locals: Locals) -> str:
        name, index = pile_of(self.question.scope(locals), zone)
        return self.question.wording.place(self.zone_info(name), index)

    def zone_info(self, name: str) -> ZoneInfo:
        return next(z for z in self.question.wording.schema.zones if z.name == name)
