"""A file, a player count and options to one `ir.Program`: declarations first, then every body, then the checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from attrs import frozen

from rulewright.dsl import ast, ir
from rulewright.dsl.catalogue import errors
from rulewright.dsl.checks import ALWAYS, CHECKS, Check
from rulewright.dsl.diagnostics import Label, Report
from rulewright.dsl.elaborate import binders, expressions, groups, places, statements, values
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.declare import declare, type_of
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import (
    CHARACTERS_OF_A_STEP,
    MOST_STEPS,
    Behaviours,
    ProcedureSymbol,
    Symbols,
)
from rulewright.dsl.living import lived
from rulewright.dsl.walk import below, falls_through, reads

LONGEST_CHAIN = 24  # rows


@frozen
class Elaborated:
    """A program and what its names mean (scenarios are elaborated against these)."""

    program: ir.Program
    symbols: Symbols


def elaborate(
    file: ast.File,
    players: int,
    options: Mapping[str, int],
    report: Report,
    *,
    lost_names: frozenset[str] = frozenset(),
    text_hash: str = "",
    checks: Sequence[Check] | None = None,
) -> Elaborated | None:
    """The program of `file` for `players` with `options` set (others at their defaults); problems go to `report`.
    `checks` over the whole are all of them if not given.

    None where the file has no `game` line, or passes a limit. With problems in the report the program is for diagnosis
    only.
    """
    game = next((d for d in file.decls if isinstance(d, ast.Game)), None)
    if game is None:
        return None
    most_steps = max(MOST_STEPS, file.span.source.size // CHARACTERS_OF_A_STEP)
    with report.until_full():
        file = lived(file, game, report)
        symbols = Symbols(report, players, dict(options), lost_names, most_steps=most_steps)
        return _elaborate(file, game, symbols, text_hash, CHECKS if checks is None else checks)
    return None


def _elaborate(file: ast.File, game: ast.Game, s: Symbols, text_hash: str, checks: Sequence[Check]) -> Elaborated:
    declare(file, s)
    for b in s.behaviours.values():
        kind = ir.Name(b.procedure.split(".")[0])
        params = tuple(type_of(s, p.type) or ir.Truth() for p in b.params)
        s.procedures[b.procedure] = ProcedureSymbol(b.procedure, (kind, *params), None, b.rows[0][1].span)
    for decl in file.decls:
        if isinstance(decl, ast.Group) and decl.name.text in s.groups:
            groups.make_group(s, decl.name.text)
        elif isinstance(decl, ast.ValueDecl) and decl.name.text in s.values:
            values.make_value(s, decl.name.text, decl.name.span)
        elif isinstance(decl, ast.Score):
            make_number(s, decl, "score")
        elif isinstance(decl, ast.Heuristic):
            make_number(s, decl, "heuristic")
    setup: list[ir.Stmt] = []
    flow: list[ir.Stmt] = []
    for decl in file.decls:
        if isinstance(decl, ast.Setup):
            setup.extend(statements.body(Scope(s, procedure="setup"), decl.body))
        elif isinstance(decl, ast.Phase):
            flow.extend(statements.statement(Scope(s), decl))
    procedures = [make_procedure(s, d) for d in file.decls if isinstance(d, ast.ProcedureDecl)]
    procedures += [make_behaviour(s, b) for b in s.behaviours.values()]
    whens = [make_when(s, d) for d in file.decls if isinstance(d, ast.WhenDecl)]
    watches = [make_watch(s, d) for d in file.decls if isinstance(d, ast.SoonDecl)]
    program = ir.Program(
        game.name.text, game.title or game.name.text, s.players,
        tuple(sorted((d.name.text, s.constants[d.name.text][0]) for d in file.decls
                     if isinstance(d, ast.Option) and d.name.text in s.constants)),
        (), text_hash, tuple(s.classes.values()), tuple(s.fields.values()), tuple(s.zones.values()),
        tuple(v for v in s.made_values.values()), tuple(p for p in procedures if p is not None), (),
        tuple(setup), tuple(flow), tuple(w for w in whens if w is not None),
        tuple(w for w in watches if w is not None),
        tuple(i for d in file.decls if isinstance(d, ast.Check) if (i := make_invariant(s, d)) is not None),
        ir.Apply("score", (ir.Local("it"),)) if "score" in s.made_values else None,
        ir.Apply("heuristic", (ir.Local("it"),)) if "heuristic" in s.made_values else None,
    )  # fmt: skip
    program = with_locals(program, s)
    for check in [c for c in checks if c in ALWAYS] if errors(s.report) else checks:
        check(file, program, s)
    return Elaborated(program, s)


def with_locals(program: ir.Program, s: Symbols) -> ir.Program:
    """Only locals that something names take a place in the state."""
    named: set[str] = set()
    for n in below(program):
        match n:
            case ir.Local() | ir.SetLocal():
                named.add(n.name)
            case ir.Sample() | ir.Each() | ir.Fold() | ir.Binder():
                named.add(n.local)
            case ir.Call() if n.into:
                named.add(n.into)
            case ir.Procedure() | ir.Value():
                named.update(n.params)
            case ir.Watch() | ir.When() if n.local:
                named.add(n.local)
    return attrs.evolve(program, locals=tuple(v for v in s.locals.values() if v.name in named))


def make_number(s: Symbols, d: ast.Score | ast.Heuristic, word: str) -> None:
    """`score player p = E` becomes the value `score`, a heuristic the value `heuristic`."""
    older = s.made_values.get(word)
    if older is not None:
        s.report.add("RW0209", d.span, name=word, labels=[Label(older.span, "declared here first")])
        return
    scope = Scope(s)
    with scope.inner():
        symbol = scope.bind(d.name.text, ir.Name("player"), d.name.span)
        symbol.used = True
        made = expressions.number(scope, d.value)
    if isinstance(made.type, ir.Number):
        s.made_values[word] = ir.Value(word, (symbol.name,), made.type, made.expr, word, span=d.span)


def make_procedure(s: Symbols, d: ast.ProcedureDecl) -> ir.Procedure | None:
    symbol = s.procedures.get(d.name.text)
    if symbol is None or symbol.span != d.name.span:
        return None
    scope = Scope(s, procedure=d.name.text, result=symbol.result)
    if symbol.result is not None:
        result = f"{d.name.text}.result"
        s.locals[result] = ir.LocalVar(result, symbol.result)
    with scope.inner():
        params = []
        for p, kind in zip(d.params, symbol.params, strict=True):
            params.append(scope.bind(p.name.text, kind, p.name.span).name)
        body = statements.body(scope, d.body)
    if symbol.result is not None and falls_through(body):
        s.report.add("RW0611", d.name.span, name=d.name.text)
    block = ir.Block(d.name.text, "procedure", body, d.title or d.name.text, refs=d.refs, span=d.span)
    return ir.Procedure(
        d.name.text, tuple(params), (block,), symbol.result, d.title or d.name.text, d.refs, span=d.span
    )


def make_behaviour(s: Symbols, b: Behaviours) -> ir.Procedure:
    """`on NAME` of the rows of a class: a chain of ifs on the kind, the first parameter.

    A long chain becomes a list of ifs that exclude each other (nobody writes the parameter): it nests no deeper.
    """
    cls = b.procedure.split(".")[0]
    kind = s.new_local("kind", ir.Name(cls))
    param_names = [
        s.new_local(p.name.text, t) for p, t in zip(b.params, s.procedures[b.procedure].params[1:], strict=True)
    ]
    body: tuple[ir.Stmt, ...] = ()
    for row, behaviour in reversed(b.rows):
        scope = Scope(s, procedure=b.procedure)
        with scope.inner():
            for p, name, type in zip(behaviour.params, param_names, s.procedures[b.procedure].params[1:], strict=False):
                symbol = scope.bind(p.name.text, type, p.name.span)
                symbol.name = name
            done = statements.body(scope, behaviour.body)
        step = ir.Block(
            f"{cls}.{s.cls(cls).members[row]}.{behaviour.name.text}", "procedure", done, s.cls(cls).titles[row],
            refs=behaviour.refs, span=behaviour.span,
        )  # fmt: skip
        test = ir.Compare("is", ir.Local(kind), ir.Const(row))
        if len(b.rows) <= LONGEST_CHAIN:
            body = (ir.If(test, (step,), body, span=behaviour.span),)
        else:
            body = (ir.If(test, (step,), span=behaviour.span), *body)
    block = ir.Block(b.procedure, "procedure", body, b.procedure, span=b.rows[0][1].span)
    return ir.Procedure(b.procedure, (kind, *param_names), (block,), title=b.procedure, span=b.rows[0][1].span)


def make_when(s: Symbols, d: ast.WhenDecl) -> ir.When | None:
    """`when Z becomes empty`, `when p.hand becomes empty` (any of them; `p` names the one)."""
    scope = Scope(s, procedure="when")
    with scope.inner():
        local: str | None = None
        zone: ir.ZoneRef | None
        e = d.zone
        if isinstance(e, ast.Dot) and isinstance(e.of, ast.Name) and e.name.text in s.zones:
            declared = s.zones[e.name.text]
            s.used.add(declared.name)
            if declared.per is not None:
                symbol = scope.bind(e.of.name, ir.Name(declared.per), e.of.span)
                symbol.used = True
                local = symbol.name
                zone = ir.ZoneRef(declared.name, ir.Local(local))
            else:
                zone = places.zone(scope, e)
        else:
            zone = places.zone(scope, e)
        body = statements.body(scope, d.body)
    if zone is None:
        return None
    return ir.When(f"when {zone.zone} becomes empty", zone.zone, body, local, d.refs, span=d.span)


def make_watch(s: Symbols, d: ast.SoonDecl) -> ir.Watch | None:
    scope = Scope(s, procedure="as soon as")
    with scope.inner():
        local = domain = None
        guard: ir.Expr | None = None
        if d.binder is not None:
            bound = binders.bind(scope, d.binder)
            bound.symbol.used = True
            local, domain, guard = bound.local, bound.domain, bound.where
        with scope.knowing(guard or ir.Const(1)):
            cond = expressions.truth(scope, d.cond)
        if guard is not None:
            cond = ir.Logic("and", (guard, cond), span=d.span)
        with scope.knowing(cond):
            body = statements.body(scope, d.body)
    read = reads(cond, s.made_values)
    if domain is not None:
        read |= reads(domain, s.made_values)
    if not read and constant(cond, s) is not None:
        s.report.add("RW0612", d.span)
    ends = ends_only(body)
    if not body:
        return None
    return ir.Watch(f"as soon as (line {d.span.line})", cond, body, ends, read, local, domain, d.refs, span=d.span)


def ends_only(body: tuple[ir.Stmt, ...]) -> bool:
    """Does the body do nothing but end the game?"""
    if not body:
        return False
    *first, last = body
    if not all(isinstance(s, ir.SetLocal) for s in first):
        return False
    if isinstance(last, ir.If):
        return ends_only(last.then) and ends_only(last.otherwise)
    return isinstance(last, ir.Result)


def make_invariant(s: Symbols, d: ast.Check) -> ir.Invariant | None:
    """A top-level `check`. One of options and players alone is tested here and now."""
    cond = expressions.truth(Scope(s), d.cond)
    known = constant(cond, s)
    if known is None:
        return ir.Invariant(cond, d.reason, d.refs, span=d.span)
    if not known:
        s.report.add("RW0801", d.span, players=s.players, reason=d.reason or "the check fails")
    return None
