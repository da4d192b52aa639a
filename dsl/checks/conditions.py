"""Conditions that always come out the same, whatever happens in the game.

Only what is made of numbers and names of members alone counts: a test of an option or of the player count is a rule
that differs from table to table, and what depends on tables of the game may change with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.expressions import truth
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.walk import below, children

TESTS = ast.Comparison | ast.AndOr | ast.Not
CONSTANT = ast.Comparison | ast.AndOr | ast.Not | ast.Arithmetic | ast.Minus | ast.Int | ast.YesNo | ast.NoneWord


def check_conditions(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report conditions that are always yes or always no (RW0620)."""
    if s.players != next(d.least for d in file.decls if isinstance(d, ast.Game)):
        return  # what counts here is the same for all tables
    waiting: list[Any] = [d for d in file.decls if not isinstance(d, ast.Scenario)]
    members = set(s.members) - set(s.declared) - bound_names(file)
    while waiting:
        node = waiting.pop()
        test = node if isinstance(node, TESTS) else next(plain_conditions(node), None)
        if test is not None and test.span.source.text and settled(test, members):
            known = constant(truth(Scope(s), test), s)
            if known is not None:
                s.report.add("RW0620", test.span, answer="yes" if known else "no")
            continue
        waiting.extend(children(node))


def plain_conditions(node: Any) -> Iterator[ast.YesNo]:
    """A bare yes or no where a condition is wanted."""
    if isinstance(node, ast.IfStmt | ast.RepeatWhile | ast.Needs) and isinstance(node.cond, ast.YesNo):
        yield node.cond
    where = getattr(node, "where", None)
    if isinstance(where, ast.YesNo):
        yield where


def bound_names(file: ast.File) -> set[str]:
    """Names bound anywhere in a body: such a name may stand for anything."""
    kinds = (ast.Binder, ast.Let, ast.Param, ast.DrawCard)
    return {n.name.text for n in below(file) if isinstance(n, kinds)}


def settled(e: ast.Expr, members: set[str]) -> bool:
    """Is this made of numbers and names of members alone?"""
    parts = (part for part in below(e) if not isinstance(part, CONSTANT))
    return all(isinstance(part, ast.Name) and part.name in members for part in parts)
