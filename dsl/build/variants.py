"""Variants and the changes in them."""

from __future__ import annotations

from collections.abc import Callable

from lark import Tree

from rulewright.dsl import ast
from rulewright.dsl.build.expressions import audiences, expression, params, whole
from rulewright.dsl.build.nodes import (
    Broken,
    Node,
    data,
    ident,
    refs,
    span,
    split_refs,
    string,
    strings,
    text,
    tokens,
    tree,
    trees,
)
from rulewright.dsl.build.statements import (
    because,
    body,
    body_in,
    exprs,
    header_span,
    needs_in,
    phase_of,
    statement,
)
from rulewright.dsl.source import Source, Span

Refs = tuple[str, ...]


def variant(s: Source, t: Node, r: Refs) -> ast.Variant:
    """A variant; changes that recovery had to complete are dropped."""
    name, base = (ident(s, n) for n in tokens(t, "NAME"))
    changes: list[ast.Alteration] = []
    broken = False
    for child in t.children:
        if not isinstance(child, Tree) or child.data in {"refs", "doc", "range"}:
            continue
        try:
            changes.append(_change(s, child))
        except Broken:
            broken = True
    players = tree(t, "range")
    said = strings(t)
    return ast.Variant(
        name, said[0] if said else "", base, None if players is None else _players(players), tuple(changes),
        tuple(string(d.children[0]) for d in trees(t, "doc")), broken, refs=r, whole=span(s, t), span=header_span(s, t),
    )  # fmt: skip


def _players(t: Node) -> tuple[int, int]:
    counts = tree(t, "one_count", "count_range")
    assert counts is not None
    numbers = [whole(text(c)) for c in counts.children]
    return numbers[0], numbers[-1]


def _change(s: Source, t: Node) -> ast.Alteration:
    from rulewright.dsl.build.declarations import FORMS_OF_DECL

    form = data(t)
    if form in FORMS_OF_DECL:
        decl = FORMS_OF_DECL[form](s, t, refs(t))
        return ast.Add(decl, refs=refs(t), span=decl.span)
    return CHANGES[form](s, t, refs(t))


def address_in(s: Source, t: Node) -> ast.Address:
    """The address among the children of `t`; one reference, or a path."""
    found = tree(t, "address", "tail")
    assert found is not None
    return _address_of(s, found)


def _address_of(s: Source, t: Node) -> ast.Address:
    words = [text(c) for c in t.children]
    if words[0].startswith("["):
        return ast.Address((), ", ".join(split_refs(t)), span=span(s, t.children[0]))
    return ast.Address(tuple(words), span=span(s, t))


def _set_to(s: Source, t: Node, r: Refs) -> ast.Alteration:
    said = tokens(t, "STRING")
    value = ast.Text(string(said[0]), span=span(s, said[0])) if said else exprs(s, t)[0]
    return ast.SetTo(address_in(s, t), value, refs=r, span=header_span(s, t))


def _add_number(s: Source, t: Node, r: Refs) -> ast.Alteration:
    sign = 1 if t.data == "add_number" else -1
    return ast.ChangeBy(sign, exprs(s, t)[0], address_in(s, t), refs=r, span=header_span(s, t))


def _remove(s: Source, t: Node, r: Refs) -> ast.Alteration:
    return ast.Remove(tuple(_address_of(s, a) for a in trees(t, "address")), refs=r, span=header_span(s, t))


def _replace(s: Source, t: Node, r: Refs) -> ast.Alteration:
    from rulewright.dsl.build.declarations import FORMS_OF_DECL

    new = t.children[0]
    assert isinstance(new, Tree)
    if data(new) in INSIDE:
        address, made = INSIDE[data(new)](s, new, refs(new))
        return ast.Replace(address, made, refs=refs(new), span=header_span(s, t))
    decl = FORMS_OF_DECL[data(new)](s, new, refs(new))
    name = getattr(decl, "name", None)
    if isinstance(decl, ast.Setup | ast.Score | ast.Heuristic) or not isinstance(name, ast.Ident):
        word = "setup" if isinstance(decl, ast.Setup) else "score" if isinstance(decl, ast.Score) else "heuristic"
        at = decl.span.start
        return ast.Replace(
            ast.Address((word,), span=Span(s, at, at + len(word))), decl, refs=refs(new), span=header_span(s, t)
        )
    return ast.Replace(ast.Address((name.text,), span=name.span), decl, refs=refs(new), span=header_span(s, t))


def _last(address: ast.Address) -> ast.Ident:
    if not address.parts:
        raise Broken
    return ast.Ident(address.parts[-1], span=address.span)


def _phase_at(s: Source, t: Node, r: Refs) -> tuple[ast.Address, ast.Phase]:
    address = address_in(s, t)
    return address, phase_of(s, t, r, _last(address))


def _on_at(s: Source, t: Node, r: Refs) -> tuple[ast.Address, ast.Behaviour]:
    address = address_in(s, t)
    return address, ast.Behaviour(_last(address), params(s, t), body_in(s, t), refs=r, span=header_span(s, t))


def _need_at(s: Source, t: Node, r: Refs) -> tuple[ast.Address, ast.Needs]:
    address = address_in(s, t)
    return address, ast.Needs(_last(address), exprs(s, t)[0], because(t), refs=r, span=header_span(s, t))


def _alt_at(s: Source, t: Node, r: Refs) -> tuple[ast.Address, ast.Alternative]:
    address, said = address_in(s, t), strings(t)
    return address, ast.Alternative(
        _last(address), said[0] if said else "", needs_in(s, t), body_in(s, t), refs=r, span=header_span(s, t)
    )


def _block_at(s: Source, t: Node, r: Refs) -> tuple[ast.Address, ast.While]:
    from rulewright.dsl.build.living import block_of

    return address_in(s, t), block_of(s, t, None)


Inside = ast.Phase | ast.Behaviour | ast.Needs | ast.Alternative | ast.While
INSIDE: dict[str, Callable[[Source, Node, Refs], tuple[ast.Address, Inside]]] = {
    "phase_at": _phase_at, "on_at": _on_at, "need_at": _need_at, "alt_at": _alt_at, "block_at": _block_at,
}  # fmt: skip


def _rows(s: Source, t: Node, r: Refs) -> ast.Alteration:
    from rulewright.dsl.build.declarations import row

    rows: list[ast.Row] = []
    for each in trees(t, "row"):
        try:
            rows.append(row(s, each))
        except Broken:
            continue
    return ast.ReplaceRows(ident(s, tokens(t, "NAME")[0]), tuple(rows), refs=r, span=header_span(s, t))


def add_to(s: Source, t: Node, r: Refs) -> ast.AddTo:
    """`add to A` and what is added."""
    additions: list[ast.Addition] = []
    for child in t.children:
        if not isinstance(child, Tree) or child.data in {"address", "refs"}:
            continue
        try:
            additions.append(_addition(s, child))
        except Broken:
            continue
    if not additions:
        raise Broken
    return ast.AddTo(address_in(s, t), tuple(additions), refs=r, span=header_span(s, t))


def _addition(s: Source, t: Node) -> ast.Addition:
    from rulewright.dsl.build.declarations import behaviour
    from rulewright.dsl.build.living import block_of
    from rulewright.dsl.build.statements import cost, need

    match data(t):
        case "entry":
            return _entry(s, t)
        case "on":
            return behaviour(s, t)
        case "living":
            return block_of(s, t, None)
        case "need":
            return need(s, t)
        case "cost":
            return cost(s, t)
    return statement(s, t)


def _entry(s: Source, t: Node) -> ast.Entry:
    from rulewright.dsl.build.declarations import behaviour, cell
    from rulewright.dsl.build.living import block_of

    head, rest = tree(t, "entry_head"), tree(t, "entry_body", "choice_line", "choice_block")
    assert head is not None and rest is not None
    key = tree(head, "key")
    assert key is not None
    name = ident(s, key.children[0])
    cells = tuple(cell(s, c) for c in trees(head, "first_cell", "cell"))
    alternative = data(rest) != "entry_body"
    return ast.Entry(
        name, cells, tuple(behaviour(s, b) for b in trees(rest, "on")),
        needs_in(s, t) if alternative else (), body(s, rest) if alternative else None,
        tuple(block_of(s, b, name) for b in trees(rest, "living")),
        refs=refs(rest), span=header_span(s, t),
    )  # fmt: skip


def if_so(s: Source, t: Node) -> ast.Expr | None:
    """The condition after `if`."""
    clause = tree(t, "if_so")
    return None if clause is None else expression(s, clause.children[0])


def around(s: Source, t: Node, r: Refs) -> ast.Around:
    """`before A`, `after A`."""
    side = tree(t, "side")
    assert side is not None
    after = text(side.children[0]) == "after"
    return ast.Around(after, address_in(s, t), body_in(s, t), if_so(s, t), refs=r, span=header_span(s, t))


def instead(s: Source, t: Node, r: Refs) -> ast.Instead:
    """`instead of A`."""
    return ast.Instead(address_in(s, t), if_so(s, t), body_in(s, t), refs=r, span=header_span(s, t))


def _rename(s: Source, t: Node, r: Refs) -> ast.Alteration:
    said = strings(t)
    name = ident(s, tokens(t, "NAME")[0])
    return ast.Rename(address_in(s, t), name, said[0] if said else "", refs=r, span=header_span(s, t))


CHANGES: dict[str, Callable[[Source, Node, Refs], ast.Alteration]] = {
    "requires": lambda s, t, r: ast.Requires(ident(s, tokens(t, "NAME")[0]), refs=r, span=header_span(s, t)),
    "excludes": lambda s, t, r: ast.Excludes(
        ident(s, tokens(t, "NAME")[0]), because(t), refs=r, span=header_span(s, t)
    ),
    "set_to": _set_to,
    "set_seen": lambda s, t, r: ast.SetSeen(address_in(s, t), audiences(s, t) or (), refs=r, span=header_span(s, t)),
    "add_number": _add_number,
    "take_number": _add_number,
    "remove": _remove,
    "replace": _replace,
    "replace_rows": _rows,
    "add_to": add_to,
    "around": around,
    "instead": instead,
    "rename": _rename,
}
