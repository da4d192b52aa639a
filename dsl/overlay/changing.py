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
        """Is no thing called so that could be taken for it? (Phases have names of their own.) If one is: reported."""
        others = (t for t in self.things.by_name.get(name.text, ()) if t.ended is None)
        older = next((t for t in others if mixed_up(t, parent, phase)), None)
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


def mixed_up(other: Thing, parent: Thing | None, phase: bool) -> bool:
    """Could something new below `parent` be taken for this other thing of its name? What stands beside it could, and a
    declaration for a row or a member, or the other way round: where the one is meant, the other would be found."""
    if other.parent is parent:
        return isinstance(other.node, ast.Phase) is phase
    if phase:
        return False
    if parent is None:
        return isinstance(other.node, ast.Row | ast.EnumMember)
    nameless = ast.Phase | ast.Setup | ast.Score | ast.Heuristic | ast.Game
    declared = other.parent is None and not isinstance(other.node, nameless)
    return declared and isinstance(parent.node, ast.ClassDecl | ast.Enum)


def only_nothing(body: ast.Body) -> bool:
    return all(isinstance(stmt, ast.Nothing) for stmt in body.stmts)
