"""What `orders each` became (the set of those left, and its rounds), recognised again and told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.compiler.outline.outline import Item, Round
from rulewright.compiler.outline.telling import Telling
from rulewright.dsl import ir

if TYPE_CHECKING:
    from rulewright.compiler.outline.build import Builder


@frozen
class Ordered:
    """An order that a player settles: who is to have a turn, the rounds, the question in them, the condition under
    which one can come now, and what is done for each."""

    members: ir.Domain
    rounds: ir.Each
    question: ir.Choose
    guard: ir.Expr | None
    local: str
    done: tuple[ir.Stmt, ...]
    statements: int = 2

    def told(self, builder: Builder, telling: Telling) -> list[Item]:
        """One after the other, in the order that somebody chooses."""
        single = self.question.branches[0].binders[0].local
        each = ir.Each(single, self.members, self.question.branches[0].where, self.done, span=self.rounds.span)
        noun, label, inner = builder.for_each(each, telling)
        asked = evolve(builder.choose(self.question, telling), choices="", missing=(), nothing=None)
        asked = evolve(asked, alternatives=(evolve(asked.alternatives[0], body=()),))
        named = inner.bind(self.local, f"the {noun.rsplit(' ', 1)[-1]}", self.done)
        body = (builder.counted(asked, self.question, self.question), *builder.items(self.done, named))
        rounds, label = builder.rounds(self.rounds), f"{label}, in the order that is chosen"
        settled = Round(label, "each", body, f"next {noun}", span=self.rounds.span, **rounds)
        return [builder.counted(settled, self.rounds, self.rounds)]


def ordered(body: tuple[ir.Stmt, ...]) -> Ordered | None:
    """Does this begin with an order that a player settles? See dsl/elaborate/ordering.py."""
    match body[:2]:
        case (
            ir.SetLocal(value=everyone),
            ir.Each(orders=True, body=(ir.SetLocal(), ir.If(then=(first, _, *done)))) as rounds,
        ):
            match first:
                case ir.If(then=(ir.Choose() as question,), otherwise=(ir.Each(guard=guard, body=(found,)) as only,)):
                    assert isinstance(only.domain, ir.SetDomain) and isinstance(found, ir.SetLocal)
                    whole = isinstance(everyone, ir.Fold) and everyone.guard is None
                    cls = only.domain.cls
                    members = ir.ClassDomain(cls) if whole else ir.SetDomain(cls, everyone)
                    return Ordered(members, rounds, question, guard, found.name, tuple(done))
    return None
