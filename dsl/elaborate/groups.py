"""Groups: a named set of members of a class, whose membership may change in play.

A group becomes a value of the IR with one parameter: is this one in it?
"""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import binders, expressions
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.values import too_deep


def make_group(s: Symbols, name: str) -> None:
    """Elaborate the group's condition once."""
    if name in s.made_values or name in s.failed:
        return
    symbol = s.groups[name]
    if name in s.making:
        s.report.add("RW0207", symbol.decl.name.span, name=name)
        return
    s.making.append(name)
    scope = Scope(s)
    with scope.inner():
        bound = binders.bind(scope, symbol.decl.binder)
        bound.symbol.used = True
        where = symbol.decl.where
        test = bound.guard(expressions.truth(scope, where) if where is not None else None) or ir.Const(1)
    s.making.pop()
    if too_deep(s, name, test, symbol.decl.name.span):
        s.failed.add(name)
        return
    s.made_values[name] = ir.Value(
        name, (bound.local,), ir.Truth(), test, symbol.decl.title or name, span=symbol.decl.span
    )


def group_test(s: Symbols, name: str, local: str) -> ir.Expr:
    """Is the member in `local` in the group?"""
    make_group(s, name)
    return ir.Apply(name, (ir.Local(local),)) if name in s.made_values else ir.Const(1)


def group_set(scope: Scope, e: ast.Name) -> expressions.Typed:
    """The group as a set."""
    s = scope.symbols
    cls = s.groups[e.name].cls
    local = s.new_local("member", ir.Name(cls))
    fold = ir.Fold("set", local, ir.ClassDomain(cls), group_test(s, e.name, local), span=e.span)
    return expressions.Typed(fold, ir.SetType(cls))
