"""`add N to A`, `take N from A`: what several variants do to one number adds up, when the tree is put together."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.overlay.addresses import part_in_words
from rulewright.dsl.overlay.changing import Changing
from rulewright.dsl.overlay.ledger import ADDED
from rulewright.dsl.overlay.setting import VALUES
from rulewright.dsl.overlay.things import Thing
from rulewright.dsl.source import Span


def change_by(c: Changing, change: ast.ChangeBy) -> None:
    """So much more, or less; several variants may, and what they say adds up. A cost is never below 0."""
    target = c.seen.find(change.address, c.report)
    if target is None:
        return
    thing = target.thing
    if target.part or not has_number(thing.node):
        what = part_in_words(target) if target.part else thing.sort
        wanted = "added to" if change.sign > 0 else "taken from"
        c.report.add("RW1005", change.address.span, name=str(change.address), what=what, wanted=wanted)
    elif isinstance(change.amount, ast.Int) and not change.amount.value:
        c.nothing(change.span, "0 is no change")
    elif c.ledger.free(thing, c.done(change.span, "changes"), ADDED):
        thing.sums.append(change)
        c.trail.note({thing.name}, change.span, "changed")


def has_number(node: Any) -> bool:
    """Does it say a number that can be changed?"""
    if isinstance(node, ast.ValueDecl):
        return True
    return type(node) in VALUES and getattr(node, VALUES[type(node)]) is not None


def summed(node: Any, thing: Thing) -> Any:
    """The node with what was added to its number, or taken from it."""
    for change in thing.sums:
        if isinstance(node, ast.ValueDecl):
            cases = tuple(attrs.evolve(case, value=more(case.value, change)) for case in node.cases)
            node = attrs.evolve(node, cases=cases)
        elif has_number(node):
            word = VALUES[type(node)]
            node = attrs.evolve(node, **{word: more(getattr(node, word), change)})
    if thing.sums and isinstance(node, ast.Costs):
        node = attrs.evolve(node, amount=never_below_0(node.amount, node.span))
    return node


def more(value: ast.Expr, change: ast.ChangeBy) -> ast.Expr:
    if isinstance(value, ast.Int) and isinstance(change.amount, ast.Int):
        number = value.value + change.sign * change.amount.value
        if number >= 0:
            return ast.Int(number, span=change.span)
    return ast.Arithmetic("+" if change.sign > 0 else "-", value, change.amount, span=change.span)


def never_below_0(amount: ast.Expr, span: Span) -> ast.Expr:
    """What a cost comes to: at least nothing."""
    if isinstance(amount, ast.Int):
        return amount
    return ast.CallExpr(ast.Name("max", span=span), (ast.Int(0, span=span), amount), span=span)
