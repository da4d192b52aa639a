"""One variant's changes, each to the verb it belongs to."""

from __future__ import annotations

from typing import Any

from attrs import define

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Label, Report
from rulewright.dsl.overlay.addresses import Seen
from rulewright.dsl.overlay.ledger import Ledger
from rulewright.dsl.overlay.things import Done, Thing, Things
from rulewright.dsl.overlay.trail import Trail
from rulewright.dsl.source import Span


@define(eq=False)
class Changing:
    """What every verb works with: one variant at work on all things."""

    variant: ast.Variant
    things: Things
    seen: Seen
    ledger: Ledger
    trail: Trail
    report: Report
    added: list[Thing]  # declarations, in order; shared by all variants

    def done(self, span: Span, verb: str) -> Done:
        return Done(self.variant.name.text, span, verb)

    def nothing(self, span: Span, why: str) -> None:
        """A change that changes nothing."""
        self.report.add("RW1007", span, why=why)

    def cannot(self, address: ast.Address, thing: Thing, wanted: str, advice: str = "") -> None:
        """The thing is of a sort that this cannot be done to."""
        self.report.add("RW1005", address.span, name=str(address), what=thing.sort, wanted=wanted, help=advice)

    def take_in(self, node: Any, parent: Thing | None) -> Thing | None:
        """Give addresses to what this variant brings."""
        return self.things.survey(node, parent, self.variant.name.text)

    def is_new(self, name: ast.Ident, parent: Thing | None, advice: str, *, phase: bool = False) -> bool:
        """Is no thing called so at this place? (Phases have names of their own.) Reports it where one is."""
        beside = (t for t in self.things.by_name.get(name.text, ()) if t.parent is parent and t.ended is None)
        older = next((t for t in beside if isinstance(t.node, ast.Phase) is phase), None)
        if older is None:
            return True
        me = self.variant.name.text
        by = next(origin for called, origin in reversed(older.names) if called == name.text)
        there = older.renamed if older.renamed is not None and by != older.origin else older.span
        if by and by != me and self.ledger.line.strangers(by, me):
            labels = [Label(there, f"`{by}` brings it here")]
            self.report.add("RW1009", name.span, one=by, other=me, name=name.text, labels=labels)
        else:
            self.report.add("RW1017", name.span, name=name.text, labels=[Label(there, "it is here")], help=advice)
        return False


def only_nothing(body: ast.Body) -> bool:
    return all(isinstance(stmt, ast.Nothing) for stmt in body.stmts)
