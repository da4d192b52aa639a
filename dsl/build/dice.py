"""What several statements move, roll or turn (`all X`, `3 X`, `X`), and the statements of dice that lie."""

from __future__ import annotations

from lark import Tree

from rulewright.dsl import ast
from rulewright.dsl.build.expressions import FORMS, expression
from rulewright.dsl.build.nodes import Node, data, ident, span, tree
from rulewright.dsl.source import Source

Refs = tuple[str, ...]
WHAT = {"what_one": "one", "what_number": "number", "what_all": "all"}


def what_of(s: Source, t: Node) -> tuple[str, ast.Expr, ast.Expr | None]:
    """The form of `N X`, `all X` or `X`; X; and N."""
    what = tree(t, *WHAT)
    assert what is not None
    form = WHAT[data(what)]
    if form != "number":
        return form, expression(s, what.children[0]), None
    name = ident(s, what.children[1])
    return form, ast.Name(name.text, span=name.span), expression(s, what.children[0])


def roll_dice(s: Source, t: Node, r: Refs, *, new: bool) -> ast.Stmt:
    """`roll all pool`, or `roll 3 Die to pool` (new: out of the box)."""
    return ast.RollDice(*what_of(s, t), _inside(s, t), _last(s, t) if new else None, refs=r, span=span(s, t))


def turn_to(s: Source, t: Node, r: Refs) -> ast.Stmt:
    """`turn all Two in pool to One`"""
    return ast.TurnTo(*what_of(s, t), _inside(s, t), _last(s, t), refs=r, span=span(s, t))


def _inside(s: Source, t: Node) -> ast.Expr | None:
    inside = tree(t, "inside")
    return None if inside is None else expression(s, inside.children[0])


def _last(s: Source, t: Node) -> ast.Expr:
    """The last expression of a line."""
    return [expression(s, c) for c in t.children if isinstance(c, Tree) and c.data in FORMS][-1]
