"""Expressions, binders, types and audiences."""

from __future__ import annotations

from collections.abc import Callable

from lark import Tree

from rulewright.dsl import ast
from rulewright.dsl.build.nodes import Child, Node, data, ident, span, text, tokens, tree, trees
from rulewright.dsl.source import Source


def expression(s: Source, node: Child) -> ast.Expr:
    """One expression. Its grammar names are the keys of `FORMS`."""
    assert isinstance(node, Tree)
    return FORMS[data(node)](s, node)


def _binary(op: str) -> Callable[[Source, Node], ast.Expr]:
    def make(s: Source, t: Node) -> ast.Expr:
        left, right = (expression(s, c) for c in t.children)
        return ast.Comparison(op, left, right, span=span(s, t))

    return make


def _logic(op: str) -> Callable[[Source, Node], ast.Expr]:
    def make(s: Source, t: Node) -> ast.Expr:
        left, right = (expression(s, c) for c in t.children)
        return ast.AndOr(op, left, right, span=span(s, t))

    return make


def _compare(s: Source, t: Node) -> ast.Expr:
    left, op, right = t.children
    assert isinstance(op, Tree)
    return ast.Comparison(text(op.children[0]), expression(s, left), expression(s, right), span=span(s, t))


def _arith(s: Source, t: Node) -> ast.Expr:
    left, op, right = t.children
    assert isinstance(op, Tree)
    return ast.Arithmetic(text(op.children[0]), expression(s, left), expression(s, right), span=span(s, t))


def _in(negated: bool) -> Callable[[Source, Node], ast.Expr]:
    def make(s: Source, t: Node) -> ast.Expr:
        item, of = (expression(s, c) for c in t.children)
        return ast.In(item, of, negated, span=span(s, t))

    return make


def _facing(s: Source, t: Node) -> ast.Expr:
    return ast.IsFacing(expression(s, t.children[0]), facing(t), span=span(s, t))


def facing(t: Node) -> bool:
    """Up or down, of a node that holds a `facing`."""
    word = tree(t, "facing")
    assert word is not None
    return text(word.children[0]) == "up"


def _quant(s: Source, t: Node) -> ast.Expr:
    word = tree(t, "some_no")
    assert word is not None
    return ast.Quantified(text(word.children[0]) == "some", binder_of(s, t), where(s, t), span=span(s, t))


def _set(s: Source, t: Node) -> ast.SetOf:
    return ast.SetOf(_binder_in(s, t), where(s, t), span=span(s, t))


def _binder_in(s: Source, t: Node) -> ast.Binder:
    inner = tree(t, "binder")
    assert inner is not None
    return binder_of(s, inner)


def binder_of(s: Source, t: Node) -> ast.Binder:
    """A binder whose parts are direct children of `t`: KIND name [domain]."""
    kind, name = (ident(s, c) for c in tokens(t, "NAME")[:2])
    dom: ast.DomainIn | ast.DomainRange | ast.DomainAt | None = None
    if (inside := tree(t, "dom_in")) is not None:
        dom = ast.DomainIn(expression(s, inside.children[0]))
    elif (at := tree(t, "dom_at")) is not None:
        dom = ast.DomainAt(expression(s, at.children[0]))
    elif (between := tree(t, "dom_range")) is not None:
        low, high = (expression(s, c) for c in between.children)
        dom = ast.DomainRange(low, high)
    return ast.Binder(kind, name, dom, span=span(s, t))


def where(s: Source, t: Node) -> ast.Expr | None:
    clause = tree(t, "where")
    return None if clause is None else expression(s, clause.children[0])


def _count(s: Source, t: Node) -> ast.Expr:
    parts = [expression(s, c) for c in t.children]
    return ast.CountOf(parts[0], parts[1] if len(parts) > 1 else None, span=span(s, t))


def _aggregate(s: Source, t: Node) -> ast.Expr:
    word = tree(t, "agg")
    assert word is not None
    body = next(c for c in t.children if isinstance(c, Tree) and c.data in FORMS)
    return ast.Aggregate(text(word.children[0]), expression(s, body), _binder_in(s, t), where(s, t), span=span(s, t))


def _beside(step: int) -> Callable[[Source, Node], ast.Expr]:
    def make(s: Source, t: Node) -> ast.Expr:
        return ast.NextAfter(ident(s, t.children[0]), expression(s, t.children[1]), step, span=span(s, t))

    return make


def _reached(s: Source, t: Node) -> ast.Expr:
    clause = tree(t, "reach")
    assert clause is not None
    kind, name = (ident(s, c) for c in tokens(clause, "NAME"))
    start = next(c for c in clause.children if isinstance(c, Tree) and c.data in FORMS)

    def part(word: str) -> ast.Expr | None:
        found = tree(clause, word)
        return None if found is None else expression(s, found.children[0])

    return ast.Reached(
        kind, name, expression(s, start), part("over"), part("within"), where(s, t), span=span(s, t)
    )


def _call(s: Source, t: Node) -> ast.Expr:
    of, *args = (expression(s, c) for c in t.children)
    return ast.CallExpr(of, tuple(args), span=span(s, t))


FORMS: dict[str, Callable[[Source, Node], ast.Expr]] = {
    "any_of": _logic("or"),
    "all_of": _logic("and"),
    "not_": lambda s, t: ast.Not(expression(s, t.children[0]), span=span(s, t)),
    "quant": _quant,
    "compare": _compare,
    "is_": _binary("is"),
    "is_not": _binary("is not"),
    "is_empty": lambda s, t: ast.IsEmpty(expression(s, t.children[0]), False, span=span(s, t)),
    "not_empty": lambda s, t: ast.IsEmpty(expression(s, t.children[0]), True, span=span(s, t)),
    "is_facing": _facing,
    "in_": _in(False),
    "not_in": _in(True),
    "arith": _arith,
    "neg": lambda s, t: ast.Minus(expression(s, t.children[0]), span=span(s, t)),
    "int": lambda s, t: ast.Int(whole(text(t.children[0])), span=span(s, t)),
    "yes": lambda s, t: ast.YesNo(True, span=span(s, t)),
    "no": lambda s, t: ast.YesNo(False, span=span(s, t)),
    "none": lambda s, t: ast.NoneWord(span=span(s, t)),
    "paren": lambda s, t: expression(s, t.children[0]),
    "set_": _set,
    "count": _count,
    "count_set": _count,
    "count_kind": _count,
    "aggregate": _aggregate,
    "reached": _reached,
    "next_after": _beside(1),
    "previous_before": _beside(-1),
    "name": lambda s, t: ast.Name(text(t.children[0]), span=span(s, t)),
    "dot": lambda s, t: ast.Dot(expression(s, t.children[0]), ident(s, t.children[1]), span=span(s, t)),
    "call": _call,
}


def whole(digits: str) -> int:
    """A number as written; absurdly long ones become one too large for any range (and are reported as such there)."""
    return int(digits) if len(digits) < 12 else 10**12


def type_of(s: Source, t: Node) -> ast.TypeExpr:
    """A type: `t_name`, `t_truth`, `t_range`, `t_set` or `t_optional`."""
    form = data(t)
    if form == "t_truth":
        return ast.TypeTruth(span=span(s, t))
    if form == "t_range":
        low, high = (expression(s, c) for c in t.children)
        return ast.TypeRange(low, high, span=span(s, t))
    forms = {"t_name": "plain", "t_set": "set", "t_optional": "optional"}
    return ast.TypeName(ident(s, tokens(t, "NAME")[0]), forms[form], span=span(s, t))


TYPES = ("t_name", "t_truth", "t_range", "t_set", "t_optional")


def type_in(s: Source, t: Node) -> ast.TypeExpr | None:
    """The type among the children of `t`."""
    found = tree(t, *TYPES)
    return None if found is None else type_of(s, found)


def params(s: Source, t: Node) -> tuple[ast.Param, ...]:
    clause = tree(t, "params")
    if clause is None:
        return ()
    found = []
    for p in trees(clause, "param"):
        kind = type_in(s, p)
        assert kind is not None
        found.append(ast.Param(kind, ident(s, tokens(p, "NAME")[-1])))
    return tuple(found)


def audiences(s: Source, t: Node) -> tuple[ast.Audience, ...] | None:
    """The `auds` among the children of `t` (or of its `seen by`)."""
    clause = tree(t, "seen") or t
    found = tree(clause, "auds")
    if found is None:
        return None
    words = {"aud_all": "all", "aud_nobody": "nobody", "aud_owner": "owner"}
    parts = []
    for a in found.children:
        assert isinstance(a, Tree)
        word = words.get(data(a), "")
        parts.append(ast.Audience(word, None if word else expression(s, a.children[0]), span=span(s, a)))
    return tuple(parts)
