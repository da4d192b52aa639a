"""`seen by`: who sees a zone or field, as an expression that gives a set of players.

Who sees may depend on fields (and is told anew when those change), not on where components lie.
"""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import expressions
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import Unknown, describe
from rulewright.dsl.walk import reads


def audience(
    s: Symbols, parts: tuple[ast.Audience, ...], index: ast.Ident | None, per: str | None, name: str
) -> ir.Expr:
    """The audience of a zone or field kept per `per`; in it `Local("it")` is the index."""
    scope = Scope(s)
    if index is not None and per is not None:
        symbol = scope.bind(index.text, ir.Name(per), index.span)
        symbol.name, symbol.used = "it", True
    made = spoken(scope, parts, owner=per == "player", name=name)
    hidden = [z for z in reads(made, s.made_values) if z in s.zones]
    if hidden:
        s.report.add("RW0503", parts[0].span, name=name, zone=hidden[0])
    return made


def spoken(scope: Scope, parts: tuple[ast.Audience, ...], *, owner: bool = False, name: str = "") -> ir.Expr:
    """A written audience (of `seen by`, `show ... to`, `shown to`) as a set of players."""
    s = scope.symbols
    everyone = ir.Const((1 << s.players) - 1)
    exprs: list[ir.Expr] = []
    sets: list[bool] = []
    for part in parts:
        if part.word == "all":
            return everyone
        if part.word == "nobody":
            continue
        if part.word == "owner":
            if not owner:
                s.report.add("RW0506", part.span, name=name)
                continue
            exprs.append(ir.Local("it", span=part.span))
            sets.append(False)
            continue
        assert part.expr is not None
        t = expressions.typed(scope, part.expr, "player")
        if isinstance(t.type, Unknown):
            continue
        if isinstance(t.type, ir.SetType) and t.type.cls == "player":
            exprs.append(t.expr)
            sets.append(True)
        elif isinstance(t.type, ir.Name) and t.type.cls == "player":
            if t.type.optional and t.expr not in scope.facts:
                s.report.add("RW0308", part.span, what="player")
                continue
            exprs.append(t.expr)
            sets.append(False)
        else:
            s.report.add("RW0301", part.span, expected="a player or a group of players", found=describe(t.type))
    if not exprs:
        return ir.Const(0)
    return ir.Players(tuple(exprs), tuple(sets))
