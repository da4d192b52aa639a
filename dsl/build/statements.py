"""Statements and bodies."""

from __future__ import annotations

from collections.abc import Callable

from lark import Tree

from rulewright.dsl import ast
from rulewright.dsl.build.dice import roll_dice, turn_to, what_of
from rulewright.dsl.build.expressions import FORMS, audiences, binder_of, expression, facing, where
from rulewright.dsl.build.nodes import (
    Broken,
    Child,
    Node,
    data,
    finished,
    ident,
    refs,
    span,
    string,
    strings,
    text,
    tokens,
    tree,
    trees,
)
from rulewright.dsl.questions import named_in
from rulewright.dsl.source import Source, Span

BODIES = ("body_line", "body_block", "choice_line", "choice_block")


def statement(s: Source, node: Node) -> ast.Stmt:
    """One statement; raises Broken where recovery left a placeholder in it."""
    if node.data == "simple_line":
        inner = node.children[0]
        assert isinstance(inner, Tree)
        return SIMPLE[data(inner)](s, finished(inner), refs(node))
    return LONG[data(node)](s, node, refs(node))


def body(s: Source, node: Node) -> ast.Body:
    """A body; broken statements in it are dropped."""
    docs = tuple(string(d.children[0]) for d in trees(node, "doc"))
    stmts: list[ast.Stmt] = []
    for child in node.children:
        if not isinstance(child, Tree) or child.data in {"doc", "need", "cost", "_eol", "refs"}:
            continue
        try:
            if child.data in SIMPLE:
                stmts.append(SIMPLE[data(child)](s, finished(child), refs(node)))
            else:
                stmts.append(statement(s, child))
        except Broken:
            continue
    return ast.Body(tuple(stmts), docs, span=span(s, node))


def body_in(s: Source, node: Node) -> ast.Body:
    found = tree(node, *BODIES)
    assert found is not None
    return body(s, found)


def needs_in(s: Source, node: Node) -> tuple[ast.Needs | ast.Costs, ...]:
    found = tree(node, *BODIES)
    assert found is not None
    return tuple(need(s, n) if n.data == "need" else cost(s, n) for n in trees(found, "need", "cost"))


def cost(s: Source, t: Node) -> ast.Costs:
    """Called after the last word of what pays, or after the kind of component."""
    amount, target, *rest = exprs(s, t)
    name = target.name if isinstance(target, ast.Dot) else ast.Ident(getattr(target, "name", ""), span=target.span)
    words = [ident(s, word) for word in tokens(t, "NAME")]
    paid: ast.Components | None = None
    if len(words) == 1:
        name = words[0]
        kind = ast.Name(name.text, span=name.span)
        paid = ast.Components(kind, None, None, rest[0] if rest else None, span=name.span)
    elif words:
        asked = strings(t)[0] if tokens(t, "STRING") else ""
        chosen = ast.Binder(words[0], words[1], None, span=words[0].span)
        to = rest[0] if rest else None
        about = named_in(asked, target.span)
        paid = ast.Components(None, chosen, where(s, t), to, asked, about, span=words[0].span)
    return ast.Costs(name, amount, target, because(t), paid, refs=refs(t), span=span(s, t))


def need(s: Source, t: Node) -> ast.Needs:
    cond = next(c for c in t.children if isinstance(c, Tree) and c.data in FORMS)
    return ast.Needs(ident(s, t.children[0]), expression(s, cond), because(t), refs=refs(t), span=span(s, t))


def because(t: Node) -> str:
    clause = tree(t, "because")
    return "" if clause is None else string(clause.children[0])


def otherwise(s: Source, t: Node) -> ast.Body | None:
    """The `otherwise` of an `if` (a body, or another `if`) or of a choice."""
    if (clause := tree(t, "other", "otherwise_body")) is not None:
        return body_in(s, clause)
    if (clause := tree(t, "otherwise_if")) is not None:
        inner = clause.children[0]
        assert isinstance(inner, Tree)
        return ast.Body((statement(s, inner),), span=span(s, inner))
    return None


def exprs(s: Source, t: Node) -> list[ast.Expr]:
    """The expressions among the direct children."""
    return [expression(s, c) for c in t.children if isinstance(c, Tree) and c.data in FORMS]


def binder_in(s: Source, t: Node) -> ast.Binder:
    found = tree(t, "binder")
    assert found is not None
    return binder_of(s, found)


def order(s: Source, t: Node) -> ast.Order | None:
    clause = tree(t, "order")
    if clause is None:
        return None
    clock, start, of = clause.children
    assert isinstance(clock, Tree) and isinstance(start, Tree)
    return ast.Order(text(clock.children[0]) == "clockwise", text(start.children[0]) == "after", expression(s, of))


def arrival(s: Source, t: Node) -> ast.Arrival:
    face: bool | None = None
    spot: str | None = None
    shown: tuple[ast.Audience, ...] | None = None
    for d in t.children:
        if not isinstance(d, Tree):
            continue
        if d.data == "dest_face":
            face = facing(d)
        elif d.data in {"dest_top", "dest_bottom", "dest_mixed"}:
            spot = {"dest_top": "top", "dest_bottom": "bottom", "dest_mixed": "in"}[data(d)]
        elif d.data == "dest_shown":
            shown = audiences(s, d)
    return ast.Arrival(face, spot, shown)


def rvalue(s: Source, node: Child) -> ast.Expr | ast.RollDie | ast.DoCall:
    assert isinstance(node, Tree)
    if node.data == "roll":
        return ast.RollDie(ident(s, node.children[0]), span=span(s, node))
    if node.data == "do_value":
        return ast.DoCall(expression(s, node.children[0]), span=span(s, node))
    return expression(s, node)


Refs = tuple[str, ...]


def _assign(s: Source, t: Node, r: Refs) -> ast.Stmt:
    told = tree(t, "told_to")
    shown = None if told is None else audiences(s, told)
    return ast.Assign(expression(s, t.children[0]), rvalue(s, t.children[1]), shown, refs=r, span=span(s, t))


def _move(s: Source, t: Node, r: Refs) -> ast.Stmt:
    form, thing, number = what_of(s, t)
    places = exprs(s, t)
    source = places[0] if len(places) == 2 else None
    return ast.MoveStmt(form, thing, number, source, places[-1], arrival(s, t), refs=r, span=span(s, t))


def _draw(s: Source, t: Node, r: Refs) -> ast.Stmt:
    number, source, target = exprs(s, t)
    return ast.DrawStmt(number, source, target, arrival(s, t), refs=r, span=span(s, t))


def _draw_card(s: Source, t: Node, r: Refs) -> ast.Stmt:
    kind, name = tokens(t, "NAME")
    source, target = exprs(s, t)
    return ast.DrawCard(
        ident(s, kind), ident(s, name), source, target, arrival(s, t), body_in(s, t), otherwise(s, t),
        refs=r, span=header_span(s, t),
    )  # fmt: skip


def _turn(s: Source, t: Node, r: Refs) -> ast.Stmt:
    what = tree(t, "what_one", "what_number", "what_all")
    assert what is not None
    form = {"what_one": "one", "what_number": "number", "what_all": "all"}[data(what)]
    return ast.TurnFace(form, expression(s, what.children[0]), facing(t), refs=r, span=span(s, t))


def _end(s: Source, t: Node, r: Refs) -> ast.Stmt:
    path = tree(t, "path")
    assert path is not None
    return ast.End(tuple(ident(s, c) for c in path.children), refs=r, span=span(s, t))


def _outcome(t: Node) -> str:
    word = tree(t, "outcome")
    assert word is not None
    return {"wins": "win", "loses": "lose", "draws": "draw"}.get(found := text(word.children[0]), found)


def _ranked(s: Source, t: Node, r: Refs) -> ast.Stmt:
    ranks = tuple(ast.Rank(n.data == "highest", expression(s, n.children[0])) for n in trees(t, "highest", "lowest"))
    return ast.ResultRanked(binder_in(s, t), where(s, t), ranks, _outcome(t), because(t), refs=r, span=span(s, t))


def _announce(s: Source, t: Node, r: Refs) -> ast.Stmt:
    said = strings(t)
    to = audiences(s, t) or ()
    return ast.Announce(exprs(s, t)[0], said[0] if said else "", to, refs=r, span=span(s, t))


def _change(s: Source, t: Node, r: Refs, sign: int) -> ast.Stmt:
    amount, target = exprs(s, t)
    told = tree(t, "told_to")
    return ast.Change(
        sign, amount, target, None if told is None else audiences(s, told), refs=r, span=span(s, t)
    )


SIMPLE: dict[str, Callable[[Source, Node, Refs], ast.Stmt]] = {
    "let": lambda s, t, r: ast.Let(ident(s, t.children[0]), rvalue(s, t.children[1]), refs=r, span=span(s, t)),
    "set": _assign,
    "add": lambda s, t, r: _change(s, t, r, 1),
    "take": lambda s, t, r: _change(s, t, r, -1),
    "move": _move,
    "draw": _draw,
    "shuffle": lambda s, t, r: ast.Shuffle(exprs(s, t)[0], refs=r, span=span(s, t)),
    "turn": _turn,
    "turn_to": turn_to,
    "roll_dice": lambda s, t, r: roll_dice(s, t, r, new=False),
    "roll_new": lambda s, t, r: roll_dice(s, t, r, new=True),
    "show": lambda s, t, r: ast.Show(exprs(s, t)[0], audiences(s, t) or (), refs=r, span=span(s, t)),
    "announce": _announce,
    "do": lambda s, t, r: ast.Do(exprs(s, t)[0], refs=r, span=span(s, t)),
    "give": lambda s, t, r: ast.Give(exprs(s, t)[0], refs=r, span=span(s, t)),
    "end": _end,
    "end_game": lambda s, t, r: ast.EndGame(because(t), refs=r, span=span(s, t)),
    "nothing": lambda s, t, r: ast.Nothing(refs=r, span=span(s, t)),
    "original": lambda s, t, r: ast.Original(refs=r, span=span(s, t)),
    "result_of": lambda s, t, r: ast.ResultOf(exprs(s, t)[0], _outcome(t), because(t), refs=r, span=span(s, t)),
    "result_everyone": lambda s, t, r: ast.ResultOf(None, _outcome(t), because(t), refs=r, span=span(s, t)),
    "result_ranked": _ranked,
}


def header_span(s: Source, t: Node) -> Span:
    """The first line of a statement or declaration that has a block."""
    whole = span(s, t)
    end = s.text.find("\n", whole.start)
    line = s.text[whole.start : end if end >= 0 else len(s.text)]
    line = line.split("  [")[0].rstrip()
    return Span(s, whole.start, min(whole.end, whole.start + len(line)))


def _if(s: Source, t: Node, r: Refs) -> ast.Stmt:
    return ast.IfStmt(exprs(s, t)[0], body_in(s, t), otherwise(s, t), refs=r, span=header_span(s, t))


def _each(s: Source, t: Node, r: Refs) -> ast.Stmt:
    return ast.EachStmt(binder_in(s, t), order(s, t), where(s, t), body_in(s, t), refs=r, span=header_span(s, t))


def _choose(s: Source, t: Node, r: Refs) -> ast.Stmt:
    question, passing = _asked(t)
    binders = tuple(binder_of(s, b) for b in trees(t, "binder"))
    at = header_span(s, t)
    return ast.ChooseStmt(
        exprs(s, t)[0], _may(t), binders, where(s, t), question, needs_in(s, t), body_in(s, t),
        otherwise(s, t), passing, named_in(question, at), refs=r, span=at,
    )  # fmt: skip


def _asked(t: Node) -> tuple[str, str]:
    """The question, and what passing is called."""
    clause = tree(t, "asked")
    return ("", "") if clause is None else (strings(clause)[0], _passing(clause))


def _passing(t: Node) -> str:
    clause = tree(t, "passing")
    return "" if clause is None else strings(clause)[0]


def _may(t: Node) -> bool:
    word = tree(t, "can_choose")
    assert word is not None
    return text(word.children[0]) == "may"


def _choose_one(s: Source, t: Node, r: Refs) -> ast.Stmt:
    question, passing = _asked(t)
    alternatives = []
    for a in trees(t, "alt"):
        try:
            alternatives.append(_alternative(s, a))
        except Broken:
            continue
    at = header_span(s, t)
    return ast.ChooseOne(
        exprs(s, t)[0], _may(t), question, tuple(alternatives), otherwise(s, t), passing, named_in(question, at),
        refs=r, span=at,
    )  # fmt: skip


def _orders_each(s: Source, t: Node, r: Refs) -> ast.Stmt:
    at, said = header_span(s, t), strings(t)
    question = said[0] if said else ""
    return ast.OrdersEach(
        exprs(s, t)[0], binder_in(s, t), where(s, t), question, body_in(s, t), named_in(question, at), refs=r, span=at
    )


def _alternative(s: Source, t: Node) -> ast.Alternative:
    said = strings(t)
    return ast.Alternative(
        ident(s, t.children[0]), said[0] if said else "", needs_in(s, t), body_in(s, t),
        refs=refs(t), span=header_span(s, t),
    )  # fmt: skip


def _may_do(s: Source, t: Node, r: Refs) -> ast.Stmt:
    at, question = header_span(s, t), strings(t)[0]
    return ast.MayDo(
        exprs(s, t)[0], question, needs_in(s, t), body_in(s, t), otherwise(s, t), _passing(t), named_in(question, at),
        refs=r, span=at,
    )  # fmt: skip


def _chance(s: Source, t: Node, r: Refs) -> ast.Stmt:
    return ast.ChanceStmt(binder_in(s, t), where(s, t), body_in(s, t), otherwise(s, t), refs=r, span=header_span(s, t))


def phase(s: Source, t: Node, r: Refs) -> ast.Phase:
    return phase_of(s, t, r, ident(s, tokens(t, "NAME")[0]))


def phase_of(s: Source, t: Node, r: Refs, name: ast.Ident) -> ast.Phase:
    """A phase or step of this name."""
    word = tree(t, "phase_word")
    assert word is not None
    said = strings(t)
    rounds: ast.Repeats | ast.ForEach | None = None
    if (again := tree(t, "repeats")) is not None:
        until = tree(again, "until")
        rounds = ast.Repeats(None if until is None else expression(s, until.children[0]))
    elif (each := tree(t, "for_each")) is not None:
        rounds = ast.ForEach(binder_in(s, each), order(s, each), where(s, each))
    return ast.Phase(
        text(word.children[0]), name, said[0] if said else "", rounds, body_in(s, t),
        refs=r, span=header_span(s, t),
    )  # fmt: skip


def check(s: Source, t: Node, r: Refs) -> ast.Check:
    return ast.Check(exprs(s, t)[0], because(t), refs=r, span=span(s, t))


def _at_once(s: Source, t: Node, r: Refs) -> ast.Stmt:
    return ast.AtOnce(binder_in(s, t), where(s, t), body_in(s, t), refs=r, span=header_span(s, t))


LONG: dict[str, Callable[[Source, Node, Refs], ast.Stmt]] = {
    "if_": _if,
    "each": _each,
    "orders_each": _orders_each,
    "at_once": _at_once,
    "together": lambda s, t, r: ast.Together(body_in(s, t), refs=r, span=header_span(s, t)),
    "repeat_times": lambda s, t, r: ast.RepeatTimes(exprs(s, t)[0], body_in(s, t), refs=r, span=header_span(s, t)),
    "repeat_while": lambda s, t, r: ast.RepeatWhile(exprs(s, t)[0], body_in(s, t), refs=r, span=header_span(s, t)),
    "draw_card": _draw_card,
    "choose": _choose,
    "choose_one": _choose_one,
    "may": _may_do,
    "chance": _chance,
    "phase": phase,
    "check": check,
}
