"""Expressions that are yes or no: comparisons, emptiness, faces, membership."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions as ex
from rulewright.dsl.elaborate import places
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import (
    Handle,
    comparable,
    describe,
)


def comparison(scope: Scope, e: ast.Comparison) -> ex.Typed:
    s = scope.symbols
    if e.op in {"is", "is not"}:
        left = ex.typed(scope, e.left, hint_of(scope, e.right))
        right = ex.typed(scope, e.right, left.type.cls if isinstance(left.type, ir.Name | Handle) else "")
        if left.broken or right.broken:
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        if not comparable(left.type, right.type):
            s.report.add("RW0311", e.span, left=describe(left.type), right=describe(right.type))
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        a, b = ex.as_stored(scope, left, right.type), ex.as_stored(scope, right, left.type)
        return ex.Typed(ir.Compare("is" if e.op == "is" else "is not", a.expr, b.expr, span=e.span), ir.Truth())
    left, right = ex.number(scope, e.left), ex.number(scope, e.right)
    if left.broken or right.broken:
        return ex.Typed(ex.ERROR.expr, ir.Truth())
    operators = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}
    return ex.Typed(ir.Compare(operators[e.op], left.expr, right.expr, span=e.span), ir.Truth())  # type: ignore[arg-type]


def hint_of(scope: Scope, e: ast.Expr) -> str:
    """The class of an expression if plain to see: chooses among members of one name on its other side."""
    s = scope.symbols
    if isinstance(e, ast.Name):
        local = scope.find(e.name)
        if local is not None and isinstance(local.type, ir.Name | Handle):
            return local.type.cls
        declared = s.fields.get(e.name)
        if declared is not None and isinstance(declared.type, ir.Name):
            return declared.type.cls
    return ""


def is_empty(scope: Scope, e: ast.IsEmpty) -> ex.Typed:
    zone = places.zone(scope, e.of, quiet=True)
    op: ir.Expr
    if zone is not None:
        op = ir.Compare("is", ir.Count(zone, span=e.span), ir.Const(0), span=e.span)
    else:
        t = ex.typed(scope, e.of)
        if t.broken:
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        if not isinstance(t.type, ir.SetType):
            scope.symbols.report.add("RW0301", e.of.span, expected="a zone or a set", found=describe(t.type))
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        op = ir.Compare("is", t.expr, ir.Const(0), span=e.span)
    return ex.Typed(ir.Logic("not", (op,), span=e.span) if e.negated else op, ir.Truth())


def is_facing(scope: Scope, e: ast.IsFacing) -> ex.Typed:
    zone = places.zone(scope, e.of, quiet=True)
    s = scope.symbols
    if zone is not None:
        if s.zones[zone.zone].face != "either":
            s.report.add("RW0405", e.span, zone=zone.zone, labels=[Label(s.zones[zone.zone].span, "declared here")])
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        if not s.zones[zone.zone].slot:
            s.report.add("RW0406", e.of.span, zone=zone.zone)
        some = ir.Count(zone, None, 1 if e.up else 0, span=e.span)
        return ex.Typed(ir.Compare(">", some, ir.Const(0), span=e.span), ir.Truth())
    t = ex.typed(scope, e.of)
    if t.broken:
        return ex.Typed(ex.ERROR.expr, ir.Truth())
    if not isinstance(t.type, Handle):
        s.report.add("RW0301", e.of.span, expected="a component or a slot", found=describe(t.type))
        return ex.Typed(ex.ERROR.expr, ir.Truth())
    if not t.type.either:
        zone_name = t.type.zone.zone
        s.report.add("RW0405", e.span, zone=zone_name, labels=[Label(s.zones[zone_name].span, "declared here")])
        return ex.Typed(ex.ERROR.expr, ir.Truth())
    face = ir.FaceOf(t.expr, span=e.span)
    return ex.Typed(ir.Compare("is", face, ir.Const(1 if e.up else 0), span=e.span), ir.Truth())


def is_in(scope: Scope, e: ast.In) -> ex.Typed:
    """`Bite in p.bites` (a kind in a zone) or `p in Evil` (a member of a set)."""
    s = scope.symbols
    zone = places.zone(scope, e.of, quiet=True, box_of=box_class(scope, e.item, e.of))
    found: ir.Expr
    if zone is not None:
        kind = ex.value_for(scope, e.item, ir.Name(s.zones[zone.zone].cls), f"`{zone.zone}`")
        if kind.broken:
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        found = ir.Compare(">", ir.Count(zone, kind.expr, span=e.span), ir.Const(0), span=e.span)
    else:
        of = ex.typed(scope, e.of)
        if of.broken:
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        if not isinstance(of.type, ir.SetType):
            s.report.add("RW0301", e.of.span, expected="a zone or a set", found=describe(of.type))
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        item = ex.value_for(scope, e.item, ir.Name(of.type.cls), "the set")
        if item.broken:
            return ex.Typed(ex.ERROR.expr, ir.Truth())
        found = ir.Member(item.expr, of.expr, span=e.span)
    return ex.Typed(ir.Logic("not", (found,), span=e.span) if e.negated else found, ir.Truth())


def box_class(scope: Scope, kind: ast.Expr, zone: ast.Expr) -> str:
    """Which box `K in box` means: that of the class of `K`."""
    if not (isinstance(zone, ast.Name) and zone.name == "box"):
        return ""
    t = ex.typed(scope, kind)
    return t.type.cls if isinstance(t.type, ir.Name | Handle) else ""
