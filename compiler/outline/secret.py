"""What `at once` became (four statements: forget, ask each, carry out, forget), recognised again and told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.compiler.outline.outline import Fork, Item, Items, Round
from rulewright.compiler.outline.telling import Telling
from rulewright.dsl import ir

if TYPE_CHECKING:
    from rulewright.compiler.outline.build import Builder


@frozen
class Secret:
    """A choice that several make at once: the loop that asks, the question in it, the loop that carries out what was
    chosen, and what is done there for one answer and for none."""

    asking: ir.Each
    question: ir.Choose
    carrying: ir.Each
    carried: ir.If
    statements: int = 4

    @property
    def before(self) -> tuple[ir.Stmt, ...]:
        """What is done for each before the question."""
        return self.asking.body[:-1]

    @property
    def answer(self) -> tuple[ir.Stmt, ...]:
        """What an answer leads to; before it stands that what was chosen is called by its name again."""
        return self.carried.then[1:]

    @property
    def nothing(self) -> tuple[ir.Stmt, ...]:
        """What is done for one who could choose nothing."""
        return self.carried.otherwise

    def told(self, builder: Builder, telling: Telling) -> list[Item]:
        """All choose in secret; then, one after the other, what they chose is done."""
        noun, label, inner = builder.for_each(self.asking, telling)
        question, binder = self.question, self.question.branches[0].binders[0]
        asked = builder.choose(question, inner)
        asked = evolve(asked, alternatives=(evolve(asked.alternatives[0], body=()),), missing=(), nothing=None)
        body = (*builder.items(self.before, inner), builder.counted(asked, question, question))
        after = f"next {noun}"
        rounds = builder.rounds(self.asking)
        asking = Round(f"{label}, all at once and in secret", "each", body, after, span=self.asking.span, **rounds)
        made: list[Item] = [builder.counted(asking, self.asking, self.asking)]
        chosen, _ = inner.words.member(binder.local, binder.domain, None)
        named = builder.chosen(inner, binder, chosen, (self.carried.then, question.branches))
        done, nothing = builder.items(self.answer, named), builder.items(self.nothing, inner)
        if nothing:
            could, could_not = builder.ways(self.carried)
            who, some = ("nobody", "somebody") if inner.words.is_player(binder.local) else ("nothing", "something")
            cases: tuple[tuple[str, Items], ...] = (("yes", nothing), ("no", done))
            opposite = f"{some} could be chosen"
            fork = Fork(f"{who} could be chosen", cases, span=question.span, ways=(could_not, could), opposite=opposite)
            done = (builder.counted(fork, self.carried, self.carried),)
        if done:
            rounds = builder.rounds(self.carrying)
            then = Round(f"then, one after the other, {label}", "each", done, after, span=self.carrying.span, **rounds)
            made.append(builder.counted(then, self.carrying, self.carrying))
        return made


def secret(body: tuple[ir.Stmt, ...]) -> Secret | None:
    """Does this begin with a choice made at once? See dsl/elaborate/at_once.py."""
    match body[:4]:
        case (
            ir.Each(body=(ir.SetField(place=first),)),
            ir.Each(body=(*_, ir.Choose(keeper=str(keeper)) as question)) as asking,
            ir.Each(body=(ir.If(then=(ir.SetLocal(), *_)) as carried,)) as carrying,
            ir.Each(body=(ir.SetField(place=last),)),
        ) if keeper and first.field == last.field == keeper:
            return Secret(asking, question, carrying, carried)
    return None
