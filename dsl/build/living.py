"""`while` blocks and their lines."""

from __future__ import annotations

from collections.abc import Callable

from lark import Tree

from rulewright.dsl import ast
from rulewright.dsl.build.expressions import binder_of, expression, where
from rulewright.dsl.build.nodes import Broken, Node, data, ident, refs, string, tokens, tree, trees
from rulewright.dsl.build.statements import because, exprs, header_span
from rulewright.dsl.build.variants import add_to, address_in, around, if_so, instead
from rulewright.dsl.source import Source, Span

Refs = tuple[str, ...]


def block_of(s: Source, t: Node, row: ast.Ident | None) -> ast.While:
    """One block, under a row or at the top level; lines that recovery had to complete are dropped."""
    test = tree(t, "cond_expr", "cond_any")
    assert test is not None
    if test.data == "cond_any":
        cond, binder = where(s, test), binder_of(s, test)
    else:
        cond, binder = expression(s, test.children[0]), None
    assert cond is not None
    lines: list[ast.LivingLine] = []
    for child in t.children:
        if not isinstance(child, Tree) or child.data in {"cond_expr", "cond_any", "doc", "refs", "_eol", "address"}:
            continue
        try:
            lines.append(LINES[data(child)](s, child, refs(child)))
        except Broken:
            continue
    if not lines:
        raise Broken
    span = header_span(s, t)
    name = None if row is None else ast.Ident("while", span=Span(s, span.start, span.start + len("while")))
    docs = tuple(string(d.children[0]) for d in trees(t, "doc"))
    return ast.While(name, row, cond, binder, tuple(lines), docs, refs=refs(t), span=span)


def _named(s: Source, t: Node) -> tuple[ast.Ident, ...] | None:
    clause = tree(t, "named")
    return None if clause is None else tuple(ident(s, n) for n in tokens(clause, "NAME"))


def _set(s: Source, t: Node, r: Refs) -> ast.LivingLine:
    span = header_span(s, t)
    return ast.LiveSet(address_in(s, t), _named(s, t), exprs(s, t)[0], if_so(s, t), refs=r, span=span)


def _change(s: Source, t: Node, r: Refs) -> ast.LivingLine:
    sign, span = (1 if t.data == "live_add" else -1), header_span(s, t)
    return ast.ChangeBy(sign, exprs(s, t)[0], address_in(s, t), _named(s, t), if_so(s, t), refs=r, span=span)


def _forbid(s: Source, t: Node, r: Refs) -> ast.LivingLine:
    return ast.Forbid(address_in(s, t), if_so(s, t), because(t), refs=r, span=header_span(s, t))


def _soon(s: Source, t: Node, r: Refs) -> ast.LivingLine:
    from rulewright.dsl.build.declarations import soon

    return soon(s, t, r)


def _when(s: Source, t: Node, r: Refs) -> ast.LivingLine:
    from rulewright.dsl.build.declarations import when

    return when(s, t, r)


LINES: dict[str, Callable[[Source, Node, Refs], ast.LivingLine]] = {
    "live_set": _set, "live_add": _change, "live_take": _change, "forbid": _forbid, "around": around,
    "instead": instead, "add_to": add_to, "soon": _soon, "when": _when,
}  # fmt: skip
