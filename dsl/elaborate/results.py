"""How a game ends: who wins, who loses, ranking by numbers, and the score."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import binders, expressions
from rulewright.dsl.elaborate.audiences import spoken
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import Unknown, describe


def result_of(scope: Scope, s: ast.ResultOf) -> list[ir.Stmt]:
    """`Hunters win`: the others lose; `p loses`: the others win; `everyone draws`."""
    symbols = scope.symbols
    everyone: ir.Expr = ir.Const((1 << symbols.players) - 1)
    nobody: ir.Expr = ir.Const(0)
    if s.who is None:
        wins = everyone if s.outcome == "win" else nobody
        loses = everyone if s.outcome == "lose" else nobody
        return [made(scope, wins, loses, s.reason or f"everyone {s.outcome}s", s)]
    if s.outcome == "draw":
        symbols.report.add("RW0609", s.span)
        return []
    problems = len(symbols.report)
    who = spoken(scope, (ast.Audience("", s.who, span=s.who.span),))
    if len(symbols.report) > problems:
        return []
    rest = others(symbols, who)
    wins, loses = (who, rest) if s.outcome == "win" else (rest, who)
    return [made(scope, wins, loses, s.reason or default_reason(s), s)]


def default_reason(s: ast.ResultOf) -> str:
    who = s.who.name if isinstance(s.who, ast.Name) else "a player"
    return f"{who} {'wins' if s.outcome == 'win' else 'loses'}"


def others(s: Symbols, who: ir.Expr) -> ir.Expr:
    """Everybody who is not in `who`."""
    local = s.new_local("other", ir.Name("player"))
    absent = ir.Logic("not", (ir.Member(ir.Local(local), who),))
    return ir.Fold("set", local, ir.ClassDomain("player"), absent)


def made(scope: Scope, wins: ir.Expr, loses: ir.Expr, reason: str, s: ast.Stmt) -> ir.Result:
    return ir.Result(scope.symbols.next_result(), wins, loses, reason, s.refs, span=s.span)


def ranked(scope: Scope, s: ast.ResultRanked) -> list[ir.Stmt]:
    """`the player p with the highest A then the lowest B wins`: all who are equal in every rank share the result."""
    symbols = scope.symbols
    with scope.inner():
        bound = binders.bind(scope, s.binder)
        bound.symbol.used = True
        guard = bound.guard(expressions.truth(scope, s.where) if s.where is not None else None)
        ranks = [(r.highest, expressions.number(scope, r.by)) for r in s.ranks]
    if isinstance(bound.type, Unknown) or any(n.broken for _, n in ranks):
        return []
    if bound.type != ir.Name("player"):
        symbols.report.add("RW0301", s.binder.span, expected="players", found=describe(bound.type))
        return []
    if s.outcome == "draw":
        symbols.report.add("RW0609", s.span)
        return []
    return rank(scope, bound.local, guard, ranks, s.outcome, s.reason, s)


def rank(
    scope: Scope,
    local: str,
    guard: ir.Expr | None,
    ranks: list[tuple[bool, expressions.Typed]],
    outcome: str,
    reason: str,
    s: ast.Stmt,
) -> list[ir.Stmt]:
    """The best by one rank after another, each among those left by the ranks before."""
    symbols = scope.symbols
    domain = ir.ClassDomain("player")
    stmts: list[ir.Stmt] = []
    for highest, by in ranks:
        best = symbols.new_local("best", by.type)
        stmts.append(ir.SetLocal(best, ir.Fold("highest" if highest else "lowest", local, domain, guard, by.expr)))
        equal = ir.Compare("is", by.expr, ir.Local(best))
        guard = equal if guard is None else ir.Logic("and", (guard, equal))
    chosen = symbols.new_local("ranked", ir.SetType("player"))
    stmts.append(ir.SetLocal(chosen, ir.Fold("set", local, domain, guard)))
    who = ir.Local(chosen)
    rest = others(symbols, who)
    wins, loses = (who, rest) if outcome == "win" else (rest, who)
    return [*stmts, made(scope, wins, loses, reason or "the final ranking", s)]


def end_game(scope: Scope, s: ast.EndGame) -> list[ir.Stmt]:
    """`end game`: the highest score wins."""
    symbols = scope.symbols
    if "score" not in symbols.made_values:
        symbols.report.add("RW0610", s.span)
        return []
    local = symbols.new_local("ranked_player", ir.Name("player"))
    score = symbols.made_values["score"]
    by = expressions.Typed(ir.Apply("score", (ir.Local(local),)), score.type)
    return rank(scope, local, None, [(True, by)], "win", s.reason or "the highest score", s)
