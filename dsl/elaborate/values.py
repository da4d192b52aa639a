"""Declared values: elaborated on first use, so they may stand in any order; one that needs itself is refused."""

from __future__ import annotations

from rulewright.dsl import ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import Handle, NoneType, Static, Unknown, describe, fits, join
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below

DEEPEST_VALUES = 24  # values that need values that need values


def make_value(s: Symbols, name: str, use: Span) -> ir.Value | None:
    """The IR of a declared value, or None if it cannot be made (reported)."""
    if name in s.made_values:
        return s.made_values[name]
    if name in s.failed:
        return None
    symbol = s.values[name]
    if name in s.making:
        s.report.add("RW0207", symbol.decl.name.span, name=name, labels=[Label(use, "needed again here")])
        return None
    s.making.append(name)
    made = _make(s, name)
    s.making.pop()
    if made is None or too_deep(s, name, made.body, symbol.decl.name.span):
        s.failed.add(name)
        return None
    s.made_values[name] = made
    return made


def too_deep(s: Symbols, name: str, body: ir.Expr, span: Span) -> bool:
    """Values on values on values: what looks through them (checks, the compiler) must come to an end."""
    below_it = [s.value_depths.get(part.name, 0) for part in below(body) if isinstance(part, ir.Apply)]
    s.value_depths[name] = depth = 1 + max(below_it, default=0)
    if depth > DEEPEST_VALUES:
        s.report.add("RW0227", span, name=name, most=DEEPEST_VALUES)
    return depth > DEEPEST_VALUES


def _make(s: Symbols, name: str) -> ir.Value | None:
    from rulewright.dsl.elaborate.declare import type_of

    decl = s.values[name].decl
    declared = type_of(s, decl.type) if decl.type is not None else None
    scope = Scope(s)
    with scope.inner():
        params = []
        for param, kind in zip(decl.params, s.values[name].params, strict=True):
            params.append(scope.bind(param.name.text, kind, param.name.span).name)
        hint = declared.cls if isinstance(declared, ir.Name | ir.SetType) else ""
        found: Static = Unknown()
        pairs: list[tuple[ir.Expr | None, expressions.Typed]] = []
        for case in decl.cases:
            cond = expressions.truth(scope, case.cond) if case.cond is not None else None
            with scope.knowing(cond or ir.Const(1)):
                t = expressions.typed(scope, case.value, hint)
            if isinstance(t.type, Handle):
                t = expressions.as_stored(scope, t, ir.Name(t.type.cls))
            if declared is not None and not fits(t.type, declared):
                s.report.add(
                    "RW0302", case.value.span, what=f"`{name}`", expected=describe(declared), found=describe(t.type)
                )
                t = expressions.ERROR
            both = join(found, t.type)
            if both is None:
                s.report.add("RW0318", case.value.span, name=name, one=describe(found), other=describe(t.type))
                t = expressions.ERROR
            else:
                found = both
            pairs.append((cond, t))
        if pairs and pairs[-1][0] is not None:
            s.report.add("RW0319", decl.span, name=name)
            return None
    type: Static = declared if declared is not None else found
    if isinstance(type, Unknown | NoneType | Handle):
        return None
    exprs = [(cond, expressions.as_stored(scope, t, type).expr) for cond, t in pairs]
    body = exprs[-1][1]
    if len(exprs) > 1:
        cases = tuple((cond, value) for cond, value in exprs[:-1] if cond is not None)
        body = ir.Cases(cases, body, span=decl.span)
    return ir.Value(name, tuple(params), type, body, name, span=decl.span)
