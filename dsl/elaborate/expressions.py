"""Expressions: names bound, types inferred, meaning written as IR.

`typed(scope, e, hint)` returns the IR and its type. A mistake is reported once and gives type `Unknown`, which agrees
with everything. `hint` is the class expected there; it chooses among members of the same name.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import binders, conditions, named, numbers, reaching
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import (
    LARGEST,
    Handle,
    NoneType,
    Static,
    Unknown,
    arithmetic,
    describe,
    fits,
)
from rulewright.dsl.source import Span


@frozen
class Typed:
    """An expression and its type."""

    expr: ir.Expr
    type: Static

    @property
    def broken(self) -> bool:
        return isinstance(self.type, Unknown)


DEEPEST = 80  # expressions inside expressions, through the values they need
ERROR = Typed(ir.Const(0), Unknown())
PLAYER = ir.Name("player")


def typed(scope: Scope, e: ast.Expr, hint: str = "") -> Typed:
    """Elaborate one expression."""
    symbols = scope.symbols
    symbols.step(e.span)
    symbols.depth += 1
    if symbols.depth > DEEPEST:
        symbols.report.stop("RW0115", e.span, most=DEEPEST)
    made = _typed(scope, e, hint) if symbols.depth <= DEEPEST else ERROR
    symbols.depth -= 1
    return made


def _typed(scope: Scope, e: ast.Expr, hint: str) -> Typed:
    match e:
        case ast.Int():
            if e.value > LARGEST:
                scope.symbols.report.add("RW0310", e.span, most=LARGEST)
                return ERROR
            return Typed(ir.Const(e.value, span=e.span), ir.Number(e.value, e.value))
        case ast.YesNo():
            return Typed(ir.Const(int(e.value), span=e.span), ir.Truth())
        case ast.NoneWord():
            return Typed(ir.Const(-1, span=e.span), NoneType())
        case ast.Name():
            return named.name(scope, e, hint)
        case ast.Dot():
            return named.dot(scope, e)
        case ast.CallExpr():
            return named.call(scope, e)
        case ast.Not():
            return Typed(ir.Logic("not", (truth(scope, e.part),), span=e.span), ir.Truth())
        case ast.AndOr():
            return and_or(scope, e)
        case ast.Comparison():
            return conditions.comparison(scope, e)
        case ast.IsEmpty():
            return conditions.is_empty(scope, e)
        case ast.IsFacing():
            return conditions.is_facing(scope, e)
        case ast.In():
            return conditions.is_in(scope, e)
        case ast.Arithmetic():
            return numbers.arith(scope, e)
        case ast.Minus():
            part = number(scope, e.part)
            if part.broken:
                return ERROR
            assert isinstance(part.type, ir.Number)
            return Typed(
                ir.Arith("-", ir.Const(0), part.expr, span=e.span), arithmetic("-", ir.Number(0, 0), part.type)
            )
        case ast.Quantified():
            with scope.inner():
                bound = binders.bind(scope, e.binder)
                bound.symbol.used |= e.where is None
                guard = bound.guard(truth(scope, e.where) if e.where is not None else None)
            fold: ir.Expr = ir.Fold("some", bound.local, bound.domain, guard, span=e.span)
            if not e.some:
                fold = ir.Logic("not", (fold,), span=e.span)
            return Typed(fold, ir.Truth())
        case ast.SetOf():
            return numbers.set_of(scope, e)
        case ast.CountOf():
            return numbers.count(scope, e)
        case ast.Aggregate():
            return numbers.aggregate(scope, e)
        case ast.Reached():
            return reaching.reached(scope, e)
        case ast.NextAfter():
            return numbers.next_after(scope, e)
        case ast.Both():
            return both(scope, e.left, e.right, e.span)
        case ast.FirstOf():
            return numbers.first_of(scope, e)
        case ast.Chosen():
            return numbers.chosen(scope, e)


def and_or(scope: Scope, e: ast.AndOr) -> Typed:
    """Both or either; what the left side finds out (of an `or`: by failing) is known on its right."""
    for side in (e.left, e.right):
        if isinstance(side, ast.AndOr) and side.op != e.op and not in_brackets(side.span):
            scope.symbols.report.add("RW0327", e.span)
    if e.op == "and":
        return both(scope, e.left, e.right, e.span)
    left = truth(scope, e.left)
    with scope.knowing(left, holds=False):
        right = truth(scope, e.right)
    return Typed(ir.Logic("or", (left, right), span=e.span), ir.Truth())


def both(scope: Scope, a: ast.Expr, b: ast.Expr, span: Span) -> Typed:
    """Two conditions, of which the second is looked at only if the first holds."""
    left = truth(scope, a)
    with scope.knowing(left):
        right = truth(scope, b)
    return Typed(ir.Logic("and", (left, right), span=span), ir.Truth())


def in_brackets(span: Span) -> bool:
    """Was this part written in brackets of its own?"""
    text = span.source.text
    return text[: span.start].rstrip().endswith("(") and text[span.end :].lstrip().startswith(")")


def truth(scope: Scope, e: ast.Expr) -> ir.Expr:
    """A condition; anything else is reported."""
    t = typed(scope, e)
    if not isinstance(t.type, ir.Truth | Unknown):
        scope.symbols.report.add("RW0301", e.span, expected="yes or no", found=describe(t.type))
        return ERROR.expr
    return t.expr


def number(scope: Scope, e: ast.Expr) -> Typed:
    """A number; anything else is reported."""
    t = typed(scope, e)
    if not isinstance(t.type, ir.Number | Unknown):
        scope.symbols.report.add("RW0301", e.span, expected="a number", found=describe(t.type))
        return ERROR
    return t


def player(scope: Scope, e: ast.Expr) -> Typed:
    """A player who certainly is one (not none)."""
    t = typed(scope, e, "player")
    if isinstance(t.type, Unknown):
        return ERROR
    if isinstance(t.type, ir.Name) and t.type.cls == "player":
        if t.type.optional and t.expr not in scope.facts:
            scope.symbols.report.add("RW0308", e.span, what="player")
            return ERROR
        return Typed(t.expr, PLAYER)
    scope.symbols.report.add("RW0301", e.span, expected="a player", found=describe(t.type))
    return ERROR


def value_for(scope: Scope, e: ast.Expr, target: ir.Type, what: str) -> Typed:
    """A value to be stored where `target` is declared; what does not fit is reported."""
    hint = target.cls if isinstance(target, ir.Name | ir.SetType) else ""
    t = typed(scope, e, hint)
    if isinstance(t.type, ir.Name) and t.type.optional and t.expr in scope.facts:
        t = Typed(t.expr, ir.Name(t.type.cls))
    if not fits(t.type, target):
        optional = isinstance(t.type, ir.Name) and t.type.optional and t.type.cls == hint
        if isinstance(t.type, ir.Number) and isinstance(target, ir.Number):
            found = f"{t.type.low} to {t.type.high}" if t.type.low < t.type.high else f"{t.type.low}"
            scope.symbols.report.add("RW0303", e.span, what=what, low=target.low, high=target.high, found=found)
        elif optional or (isinstance(t.type, NoneType) and isinstance(target, ir.Name)):
            scope.symbols.report.add("RW0308", e.span, what=hint)
        else:
            scope.symbols.report.add("RW0302", e.span, what=what, expected=describe(target), found=describe(t.type))
        return ERROR
    return as_stored(scope, t, target)


def as_stored(scope: Scope, t: Typed, target: Static) -> Typed:
    """The same value in the coding of `target`: a handle becomes its kind, the word none the class size."""
    if isinstance(t.type, NoneType) and isinstance(target, ir.Name):
        return Typed(ir.Const(scope.symbols.cls(target.cls).size, span=t.expr.span), target)
    if isinstance(t.type, Handle):
        return Typed(kind_of(t), ir.Name(t.type.cls))
    return t


def kind_of(t: Typed) -> ir.Expr:
    assert isinstance(t.type, Handle)
    return ir.KindOf(t.expr, t.type.either, span=t.expr.span)
