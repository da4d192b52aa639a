"""`do P(args)`, `do c.use`, and `give`."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import expressions
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Handle, describe
from rulewright.dsl.suggest import nearest


def do(scope: Scope, s: ast.Do) -> list[ir.Stmt]:
    made = call(scope, s.call)
    return [] if made is None else [ir.Call(made[0].procedure, made[0].args, span=s.span)]


def value_of(scope: Scope, s: ast.DoCall) -> tuple[ir.Call, ir.Type] | None:
    """A call whose result is wanted."""
    made = call(scope, s.call)
    if made is None:
        return None
    if made[1] is None:
        scope.symbols.report.add("RW0325", s.span, name=made[0].procedure)
        return None
    return made[0], made[1]


def call(scope: Scope, e: ast.Expr) -> tuple[ir.Call, ir.Type | None] | None:
    """The call that `e` describes, and the type of its result. What its arguments may rely on is known until then."""
    made = _call(scope, e)
    scope.forget()
    return made


def _call(scope: Scope, e: ast.Expr) -> tuple[ir.Call, ir.Type | None] | None:
    s = scope.symbols
    args: tuple[ast.Expr, ...] = ()
    target = e
    if isinstance(e, ast.CallExpr):
        target, args = e.of, e.args
    if isinstance(target, ast.Name):
        symbol = s.procedures.get(target.name)
        if symbol is None:
            if target.name not in s.lost_names:
                near = nearest(target.name, s.procedures)
                s.report.add("RW0222", target.span, name=target.name, help=f"did you mean `{near}`?" if near else "")
            return None
        s.used.add(target.name)
        if len(args) != len(symbol.params):
            s.report.add("RW0305", e.span, name=target.name, wanted=len(symbol.params), given=len(args))
            return None
        given = [
            expressions.value_for(scope, a, p, f"`{target.name}`") for a, p in zip(args, symbol.params, strict=True)
        ]
        if any(g.broken for g in given):
            return None
        return ir.Call(target.name, tuple(g.expr for g in given)), symbol.result
    if isinstance(target, ast.Dot):
        return behaviour(scope, target, args, e)
    s.report.add("RW0306", e.span)
    return None


def behaviour(
    scope: Scope, target: ast.Dot, args: tuple[ast.Expr, ...], e: ast.Expr
) -> tuple[ir.Call, ir.Type | None] | None:
    """`do c.use`: what the kind of `c` does."""
    s = scope.symbols
    of = expressions.typed(scope, target.of)
    if of.broken:
        return None
    if not isinstance(of.type, ir.Name | Handle):
        s.report.add("RW0304", target.span, found=describe(of.type))
        return None
    name = target.name.text
    found = s.behaviours.get((of.type.cls, name))
    if found is None:
        names = [n for cls, n in s.behaviours if cls == of.type.cls]
        near = nearest(name, names)
        s.report.add(
            "RW0202", target.name.span, name=name, of=f"`{of.type.cls}`", help=f"did you mean `{near}`?" if near else ""
        )
        return None
    s.used.add(f"{of.type.cls}.{name}")
    if len(args) != len(found.params):
        s.report.add("RW0305", e.span, name=name, wanted=len(found.params), given=len(args))
        return None
    params = s.procedures[found.procedure].params[1:]
    given = [expressions.value_for(scope, a, p, f"`{name}`") for a, p in zip(args, params, strict=True)]
    if any(g.broken for g in given):
        return None
    kind = expressions.kind_of(of) if isinstance(of.type, Handle) else of.expr
    return ir.Call(found.procedure, (kind, *(g.expr for g in given))), None


def give(scope: Scope, s: ast.Give) -> list[ir.Stmt]:
    if scope.result is None:
        scope.symbols.report.add("RW0326", s.span)
        return []
    value = expressions.value_for(scope, s.value, scope.result, f"`{scope.procedure}`")
    if value.broken:
        return []
    return [ir.SetLocal(f"{scope.procedure}.result", value.expr, span=s.span), ir.Leave(scope.procedure, span=s.span)]
