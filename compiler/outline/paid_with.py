"""A cost in components that are chosen one after the other, recognised again and told without the order in which.

See dsl/elaborate/costs.py: what is owed, the last one paid, and as many questions as are owed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.compiler.outline.outline import Item, Round
from rulewright.compiler.outline.shapes import times
from rulewright.compiler.outline.telling import Telling
from rulewright.dsl import ir

if TYPE_CHECKING:
    from rulewright.compiler.outline.build import Builder


@frozen
class PaidWith:
    """The rounds and their question; how much is owed, and what is done with each that is chosen."""

    rounds: ir.Each
    question: ir.Choose
    amount: ir.Expr
    done: tuple[ir.Stmt, ...]
    statements: int = 3

    def told(self, builder: Builder, telling: Telling) -> list[Item]:
        """So many questions, one after the other."""
        assert isinstance(self.rounds.domain, ir.RangeDomain)
        binder = self.question.branches[0].binders[0]
        noun, _ = telling.words.member(binder.local, binder.domain, self.question.branches[0].where)
        inner = builder.chosen(telling, binder, noun, self.done)
        asked = builder.choose(self.question, telling)
        only = evolve(asked.alternatives[0], needs="", conditions=(), body=builder.items(self.done, inner))
        asked = evolve(asked, alternatives=(only,))
        often = times(telling.words, evolve(self.rounds, domain=evolve(self.rounds.domain, high=self.amount), body=()))
        item = builder.counted(asked, self.question, self.question)
        if self.amount == ir.Const(1):
            return [item]
        several = Round(often, "each", (item,), span=self.rounds.span, **builder.rounds(self.rounds))
        return [builder.counted(several, self.rounds, self.rounds)]


def paid_with(body: tuple[ir.Stmt, ...]) -> PaidWith | None:
    """Does this begin with such a cost?"""
    match body[:3]:
        case (
            ir.SetLocal(name=owed, value=amount),
            ir.SetLocal(name=last, value=ir.Const(0)),
            ir.Each(domain=ir.RangeDomain(high=ir.Local(high)), body=(ir.Choose(branches=(branch,)) as asked,)) as each,
        ) if owed == high:
            match branch.body:
                case (ir.SetLocal(name=kept), *done) if kept == last:
                    return PaidWith(each, asked, amount, tuple(done))
    return None
