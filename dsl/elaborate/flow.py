"""What branches, repeats and nests: `if`, loops, phases and steps, `end`."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import binders, expressions, statements
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Handle, Unknown, describe
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.walk import falls_through


def if_(scope: Scope, s: ast.IfStmt) -> list[ir.Stmt]:
    cond = expressions.truth(scope, s.cond)
    other: tuple[ir.Stmt, ...] = ()
    with scope.arms() as arms:
        with arms.arm(), scope.knowing(cond):
            then = statements.body(scope, s.then)
        arms.done(goes_on=falls_through(then))
        with arms.arm(), scope.knowing(cond, holds=False):
            if s.otherwise is not None:
                other = statements.body(scope, s.otherwise)
        arms.done(goes_on=falls_through(other))
    return [ir.If(cond, then, other, span=s.span)]


def each(scope: Scope, s: ast.EachStmt) -> list[ir.Stmt]:
    order = order_of(scope, s.order)
    bound, guard, body = turn_of_each(scope, s.binder, s.where, s.body)
    made = each_of(scope, bound, guard, body, order, s.span)
    return [] if made is None else [made]


def turn_of_each(
    scope: Scope, binder: ast.Binder, where: ast.Expr | None, done: ast.Body
) -> tuple[binders.Bound, ir.Expr | None, tuple[ir.Stmt, ...]]:
    """What is gone over, the condition on a member, and what is done for one, any number of times. Afterwards that much
    is known as holds between two turns."""
    with scope.arms() as arms:
        with arms.arm():
            bound = binders.bind(scope, binder, fixed=True)
            bound.symbol.used = True
            scope.go_round(done)
            guard = bound.guard(expressions.truth(scope, where) if where is not None else None)
            with scope.knowing(guard or ir.Const(1)):
                body = statements.body(scope, done)
        arms.done(goes_on=True)
        arms.restore()
        arms.done(goes_on=True)
    return bound, guard, body


def order_of(scope: Scope, o: ast.Order | None) -> tuple[ast.Order, expressions.Typed] | None:
    return None if o is None else (o, expressions.typed(scope, o.start))


def each_of(
    scope: Scope,
    bound: binders.Bound,
    guard: ir.Expr | None,
    body: tuple[ir.Stmt, ...],
    order: tuple[ast.Order, expressions.Typed] | None,
    span: Span,
) -> ir.Each | None:
    """The loop over a binder; components are not looped over (their number changes under the loop's feet)."""
    report = scope.symbols.report
    if isinstance(bound.type, Unknown):
        return None
    if isinstance(bound.type, Handle):
        report.add("RW0606", span)
        return None
    if order is None:
        return ir.Each(bound.local, bound.domain, guard, body, span=span)
    written, start = order
    if not isinstance(bound.type, ir.Name):
        report.add("RW0607", written.start.span)
        return None
    if start.broken:
        return None
    if not isinstance(start.type, ir.Name) or start.type.cls != bound.type.cls or start.type.optional:
        report.add("RW0301", written.start.span, expected=f"a `{bound.type.cls}`", found=describe(start.type))
        return None
    step = 1 if written.clockwise else -1
    return ir.Each(bound.local, bound.domain, guard, body, start.expr, written.after, step, span=span)  # type: ignore[arg-type]


def repeat_times(scope: Scope, s: ast.RepeatTimes) -> list[ir.Stmt]:
    number = expressions.number(scope, s.number)
    with scope.arms() as arms:
        with arms.arm():
            scope.go_round(s.body)
            body = statements.body(scope, s.body)
        arms.done(goes_on=True)
        arms.restore()
        arms.done(goes_on=True)
    if number.broken:
        return []
    assert isinstance(number.type, ir.Number)
    most = max(0, number.type.high)
    local = scope.symbols.new_local("nth", ir.Number(1, max(1, most)))
    return [ir.Each(local, ir.RangeDomain(ir.Const(1), number.expr, 1, most), None, body, span=s.span)]


def repeat_while(scope: Scope, s: ast.RepeatWhile) -> list[ir.Stmt]:
    scope.go_round(s.body)
    cond = expressions.truth(scope, s.cond)
    with scope.arms() as arms:
        with arms.arm(), scope.knowing(cond):
            body = statements.body(scope, s.body)
        arms.done(goes_on=True)
        arms.restore()
        arms.done(goes_on=True)
    return [ir.Loop(body, cond, span=s.span)]


def together(scope: Scope, s: ast.Together) -> list[ir.Stmt]:
    """A block that is one change; its path is a name that nothing else can have."""
    path = scope.symbols.new_local("#together", ir.Truth())
    return [ir.Block(path, "together", statements.body(scope, s.body), refs=s.refs, span=s.span)]


def phase(scope: Scope, s: ast.Phase) -> list[ir.Stmt]:
    """A phase or step, with its rounds around it: leaving it ends the round going on."""
    symbols = scope.symbols
    outer = scope.blocks[-1] if scope.blocks else scope.procedure
    path = f"{outer}.{s.name.text}" if outer else s.name.text
    order = order_of(scope, s.rounds.order) if isinstance(s.rounds, ast.ForEach) else None
    with scope.arms() as arms:
        with arms.arm():
            bound = guard = None
            if s.rounds is not None:
                scope.go_round(s.body)
            if isinstance(s.rounds, ast.ForEach):
                bound = binders.bind(scope, s.rounds.binder, fixed=True)
                bound.symbol.used = True
                where = s.rounds.where
                guard = bound.guard(expressions.truth(scope, where) if where is not None else None)
            scope.blocks.append(path)
            body = statements.body(scope, s.body)
            scope.blocks.pop()
        arms.done(goes_on=True)
    resets = tuple(symbols.resets.get(path, ()))
    kind = "phase" if s.word == "phase" else "step"
    block = ir.Block(path, kind, body, s.title or spaced(s.name.text), resets, s.refs, span=s.span)  # type: ignore[arg-type]
    if isinstance(s.rounds, ast.Repeats):
        until = None if s.rounds.until is None else expressions.truth(scope, s.rounds.until)
        return [ir.Loop((block,), None, until, span=s.span)]
    if bound is not None:
        made = each_of(scope, bound, guard, (block,), order, s.span)
        return [] if made is None else [made]
    return [block]


def spaced(name: str) -> str:
    """A name as a title: `HandIn` is "Hand in"."""
    words = ""
    for i, c in enumerate(name.replace("_", " ")):
        words += f" {c.lower()}" if c.isupper() and i and name[i - 1].islower() else c
    return words


def end(scope: Scope, s: ast.End) -> list[ir.Stmt]:
    """`end PHASE`: the innermost enclosing block of that name, else one around every call of this procedure."""
    text = ".".join(p.text for p in s.path)
    symbols = scope.symbols
    for path in reversed(scope.blocks):
        if path == text or path.endswith("." + text):
            return [ir.Leave(path, span=s.span)]
    if scope.procedure and text == scope.procedure:
        return [ir.Leave(scope.procedure, span=s.span)]
    found = symbols.blocks_named(text)
    if len(found) == 1 and (scope.procedure or not scope.blocks):
        return [ir.Leave(found[0].path, span=s.span)]  # checks/flow.py proves that we are inside
    names = [p.rsplit(".", 1)[-1] for p in scope.blocks] or [b.path.rsplit(".", 1)[-1] for b in symbols.blocks.values()]
    if not found and text not in symbols.lost_names:
        near = nearest(s.path[-1].text, names)
        symbols.report.add("RW0504", s.path[0].span, path=text, help=f"did you mean `{near}`?" if near else "")
    elif len(found) > 1:
        symbols.report.add("RW0505", s.path[0].span, path=text, choices=", ".join(f"`{b.path}`" for b in found))
    elif found:
        symbols.report.add("RW0608", s.span, path=text)
    return []
