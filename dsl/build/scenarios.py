"""Scenarios and positions."""

from __future__ import annotations

from collections.abc import Callable

from lark import Tree

from rulewright.dsl import ast
from rulewright.dsl.build.expressions import expression
from rulewright.dsl.build.nodes import Broken, Node, data, ident, refs, span, string, strings, text, tokens, tree, trees
from rulewright.dsl.build.statements import _outcome, body_in, exprs, header_span
from rulewright.dsl.source import Source

Refs = tuple[str, ...]


def scenario(s: Source, t: Node, r: Refs) -> ast.Scenario:
    """A `scenario` or a `position`."""
    table = tree(t, "table_of", "table_from")
    assert table is not None
    said = strings(t)
    game = base = None
    players = 0
    if table.data == "table_of":
        game = ident(s, table.children[0])
        players = int(text(tokens(table, "INT")[0])[:4])
    else:
        base = ident(s, table.children[0])
    return ast.Scenario(
        ident(s, t.children[0]), said[0] if said else "", t.data == "position", game, players, base,
        beats(s, t), tuple(string(d.children[0]) for d in trees(t, "doc")), _variants(s, table),
        refs=r, span=header_span(s, t),
    )  # fmt: skip


def _variants(s: Source, table: Node) -> tuple[ast.Ident, ...]:
    clause = tree(table, "with")
    return () if clause is None else tuple(ident(s, name) for name in clause.children)


def beats(s: Source, t: Node) -> tuple[ast.Beat, ...]:
    found: list[ast.Beat] = []
    for child in t.children:
        if isinstance(child, Tree) and child.data in BEATS:
            try:
                found.append(BEATS[data(child)](s, child, refs(child)))
            except Broken:
                continue
    return tuple(found)


def answers(s: Source, t: Node) -> tuple[ast.Answer, ...]:
    clause = tree(t, "answers")
    assert clause is not None
    found: list[ast.Answer] = []
    for a in clause.children:
        assert isinstance(a, Tree)
        inner = a.children[0]
        found.append(expression(s, inner) if isinstance(inner, Tree) else ast.Text(string(inner), span=span(s, a)))
    return tuple(found)


def _path(s: Source, t: Node) -> tuple[ast.Ident, ...] | None:
    path = tree(t, "path")
    return None if path is None else tuple(ident(s, c) for c in path.children)


def _start(s: Source, t: Node, r: Refs) -> ast.Beat:
    return ast.StartAt(_path(s, t) or (), refs=r, span=span(s, t))


def _option(s: Source, t: Node, r: Refs) -> ast.Beat:
    return ast.WithOption(ident(s, t.children[0]), exprs(s, t)[0], refs=r, span=span(s, t))


def _refused(s: Source, t: Node, r: Refs) -> ast.Beat:
    reason = tree(t, "reason")
    assert reason is not None
    word = text(reason.children[0])
    because = word[1:-1] if word.startswith('"') else word
    return ast.Refused(exprs(s, t)[0], answers(s, t), because, refs=r, span=span(s, t))


def _play(s: Source, t: Node, r: Refs) -> ast.Beat:
    return ast.PlayTo(tree(t, "freely") is not None, _path(s, t), refs=r, span=span(s, t))


def _is_so(t: Node, name: str) -> bool:
    """Is the verb without its "not"?"""
    word = tree(t, name)
    assert word is not None
    return all(text(part) != "not" for part in word.children)


def _sees(s: Source, t: Node, r: Refs) -> ast.Beat:
    who, *item, place = exprs(s, t)
    return ast.ExpectSees(who, _is_so(t, "sees"), place, item[0] if item else None, refs=r, span=span(s, t))


def _hears(s: Source, t: Node, r: Refs) -> ast.Beat:
    said = strings(t)
    who, value = exprs(s, t)
    return ast.ExpectHears(who, _is_so(t, "hears"), value, said[0] if said else "", refs=r, span=span(s, t))


def _shown(s: Source, t: Node, r: Refs) -> ast.Beat:
    who, place = exprs(s, t)
    return ast.ExpectShown(who, _is_so(t, "shown"), place, refs=r, span=span(s, t))


def _told(s: Source, t: Node, r: Refs) -> ast.Beat:
    return ast.ExpectTold(exprs(s, t)[0], _is_so(t, "told"), strings(t)[0], refs=r, span=span(s, t))


def _same(s: Source, t: Node, r: Refs) -> ast.Beat:
    word = tree(t, "alike")
    assert word is not None
    return ast.ExpectSame(answers(s, t), text(word.children[0]) == "same", refs=r, span=span(s, t))


BEATS: dict[str, Callable[[Source, Node, Refs], ast.Beat]] = {
    "seats": lambda s, t, r: ast.Seats(tuple(ident(s, n) for n in tokens(t, "NAME")), refs=r, span=span(s, t)),
    "with_option": _option,
    "given": lambda s, t, r: ast.Given(body_in(s, t), refs=r, span=header_span(s, t)),
    "start_at": _start,
    "chance_gives": lambda s, t, r: ast.ChanceGives(exprs(s, t)[0], answers(s, t), refs=r, span=span(s, t)),
    "picks": lambda s, t, r: ast.Picks(exprs(s, t)[0], answers(s, t), refs=r, span=span(s, t)),
    "passes": lambda s, t, r: ast.Passes(exprs(s, t)[0], refs=r, span=span(s, t)),
    "asked_now": lambda s, t, r: ast.AskedNow(exprs(s, t)[0], strings(t)[0], refs=r, span=span(s, t)),
    "not_offered": lambda s, t, r: ast.NotOffered(exprs(s, t)[0], answers(s, t), refs=r, span=span(s, t)),
    "offered": lambda s, t, r: ast.Offered(exprs(s, t)[0], answers(s, t), refs=r, span=span(s, t)),
    "refused": _refused,
    "play_to": _play,
    "play_out": _play,
    "twin": lambda s, t, r: ast.Twin(beats(s, t), refs=r, span=header_span(s, t)),
    "expect": lambda s, t, r: ast.Expect(exprs(s, t)[0], refs=r, span=span(s, t)),
    "expect_sees": _sees,
    "expect_sees_in": _sees,
    "expect_hears": _hears,
    "expect_told": _told,
    "expect_result": lambda s, t, r: ast.ExpectResult(exprs(s, t)[0], _outcome(t), refs=r, span=span(s, t)),
    "expect_shown": _shown,
    "expect_same": _same,
}
