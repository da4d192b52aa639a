"""Expressions that begin with a name: bare names, `x.name`, `f(x)`."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions as ex
from rulewright.dsl.elaborate import places
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import (
    Handle,
    arithmetic,
    describe,
)
from rulewright.dsl.made_up import numbered as rows_by_number
from rulewright.dsl.suggest import nearest


def name(scope: Scope, e: ast.Name, hint: str = "") -> ex.Typed:
    """A bare name: a local, a field, a value, an option, a member, a group, a slot."""
    s = scope.symbols
    local = scope.find(e.name)
    if local is not None:
        local.used = True
        if local.lost is not None:
            s.report.add("RW0407", e.span, name=e.name, labels=[Label(local.lost, "it went away here")])
            return ex.ERROR
        return ex.Typed(ir.Local(local.name, span=e.span), local.type)
    s.used.add(e.name)
    if e.name in s.constants:
        value, kind = s.constants[e.name]
        return ex.Typed(ir.Const(value, span=e.span), kind)
    if e.name in s.fields or e.name in s.zones:
        return places.read(scope, e)
    if e.name in s.values:
        symbol = s.values[e.name]
        if symbol.params:
            s.report.add("RW0305", e.span, name=e.name, wanted=len(symbol.params), given=0)
            return ex.ERROR
        return apply_value(scope, e.name, (), e)
    if e.name in s.groups:
        from rulewright.dsl.elaborate.groups import group_set

        return group_set(scope, e)
    found = s.members.get(e.name, [])
    chosen = [m for m in found if m[0] == hint] if hint else []
    if len(found) == 1 or chosen:
        cls, index = (chosen or found)[0]
        s.used.add(f"{cls}.{e.name}")
        return ex.Typed(ir.Const(index, span=e.span), ir.Name(cls))
    if found:
        classes = " or ".join(f"`{c}.{e.name}`" for c, _ in found)
        s.report.add("RW0204", e.span, name=e.name, choices=classes)
        return ex.ERROR
    return unknown(scope, e)


def unknown(scope: Scope, e: ast.Name) -> ex.Typed:
    """Report a name nobody knows, or one that means something else than a value."""
    s = scope.symbols
    if e.name in s.lost_names or (s.rows_lost and e.name not in s.declared):
        return ex.ERROR  # its declaration is on a line already reported
    if e.name in s.declared or e.name in s.classes:
        s.report.add(
            "RW0203", e.span, name=e.name,
            labels=[Label(s.declared[e.name], "declared here")] if e.name in s.declared else [],
        )  # fmt: skip
        return ex.ERROR
    names = [n for frame in scope.frames for n in frame]
    names += [*s.declared, *s.members, *s.constants]
    near = nearest(e.name, names)
    labels = [Label(s.declared[near], f"`{near}` is declared here")] if near in s.declared else []
    s.report.add("RW0201", e.span, name=e.name, help=f"did you mean `{near}`?" if near else "", labels=labels)
    return ex.ERROR


def apply_value(scope: Scope, name: str, args: tuple[ir.Expr, ...], e: ast.Expr) -> ex.Typed:
    """A declared value; elaborates its body on first use, so that values may be declared in any order."""
    from rulewright.dsl.elaborate.values import make_value

    made = make_value(scope.symbols, name, e.span)
    if made is None:
        return ex.ERROR
    return ex.Typed(ir.Apply(name, args, span=e.span), made.type)


def dot(scope: Scope, e: ast.Dot) -> ex.Typed:
    """`x.name`: a member of a class, a column, a field or a slot."""
    s = scope.symbols
    if isinstance(e.of, ast.Name) and scope.find(e.of.name) is None and e.of.name in s.classes:
        cls = s.classes[e.of.name]
        s.used.add(e.of.name)
        if e.name.text in cls.members:
            s.used.add(f"{cls.name}.{e.name.text}")
            return ex.Typed(ir.Const(cls.members.index(e.name.text), span=e.span), ir.Name(cls.name))
        near = nearest(e.name.text, cls.members)
        s.report.add(
            "RW0202", e.name.span, name=e.name.text, of=f"`{cls.name}`", help=f"did you mean `{near}`?" if near else ""
        )
        return ex.ERROR
    if places.is_place(scope, e):
        return places.read(scope, e)
    of = ex.typed(scope, e.of)
    if of.broken:
        return ex.ERROR
    if not isinstance(of.type, ir.Name | Handle):
        s.report.add("RW0304", e.span, found=describe(of.type))
        return ex.ERROR
    cls = s.classes[of.type.cls]
    for column in cls.columns:
        if column.name == e.name.text:
            if isinstance(of.type, ir.Name) and of.type.optional:
                row = of.expr  # of nothing: 0, none or no; tested at the call site or harmless
            else:
                row = ex.kind_of(of) if isinstance(of.type, Handle) else of.expr
            s.used.add(f"{cls.name}.{column.name}")
            return ex.Typed(ir.ColumnOf(cls.name, column.name, row, span=e.span), column.type)
    names = [c.name for c in cls.columns]
    names += [f.name for f in s.fields.values() if f.per == cls.name]
    names += [z.name for z in s.zones.values() if z.per == cls.name]
    if e.name.text in s.lost_names:
        return ex.ERROR
    near = nearest(e.name.text, names)
    s.report.add(
        "RW0202", e.name.span, name=e.name.text, of=f"`{cls.name}`", help=f"did you mean `{near}`?" if near else ""
    )
    return ex.ERROR


def call(scope: Scope, e: ast.CallExpr) -> ex.Typed:
    """`seat(2)`, `min(a, b)`, a value with parameters, a row of a table by its number."""
    from rulewright.dsl.elaborate.links import distance, link_between

    s = scope.symbols
    if not isinstance(e.of, ast.Name):
        from rulewright.dsl.elaborate.facing import is_way, way
        from rulewright.dsl.elaborate.links import beyond

        if isinstance(e.of, ast.Dot) and is_way(e.of.name.text):
            return way(scope, e.of, e)
        if isinstance(e.of, ast.Dot) and e.of.name.text == "beyond":
            return beyond(scope, e, e.of)
        s.report.add("RW0306", e.span)
        return ex.ERROR
    word = e.of.name
    if word == "seat":
        return seat(scope, e)
    if word in {"min", "max"} and word not in s.declared:
        if not arity(scope, e, word, 2):
            return ex.ERROR
        a, b = ex.number(scope, e.args[0]), ex.number(scope, e.args[1])
        if a.broken or b.broken:
            return ex.ERROR
        assert isinstance(a.type, ir.Number) and isinstance(b.type, ir.Number)
        return ex.Typed(
            ir.Arith("min" if word == "min" else "max", a.expr, b.expr, span=e.span), arithmetic(word, a.type, b.type)
        )
    if word == "between" and word not in s.declared:
        return between(scope, e)
    if word == "distance" and word not in s.declared:
        return distance(scope, e)
    if word in s.links:
        return link_between(scope, e, word)
    if word in s.classes:
        return row_by_number(scope, e, s.classes[word])
    if word in s.values:
        symbol = s.values[word]
        s.used.add(word)
        if not arity(scope, e, word, len(symbol.params)):
            return ex.ERROR
        args = [ex.value_for(scope, a, p, f"`{word}`") for a, p in zip(e.args, symbol.params, strict=True)]
        if any(a.broken for a in args):
            return ex.ERROR
        return apply_value(scope, word, tuple(a.expr for a in args), e)
    if word in s.declared:
        s.report.add("RW0306", e.span)
        return ex.ERROR
    return unknown(scope, e.of)


def between(scope: Scope, e: ast.CallExpr) -> ex.Typed:
    """`between(a, b)`: the cells strictly between two cells of a grid in a straight line (none if they are not)."""
    from rulewright.dsl.elaborate.grids import LARGEST_BETWEEN, between_table

    s = scope.symbols
    if not arity(scope, e, "between", 2):
        return ex.ERROR
    a, b = ex.typed(scope, e.args[0]), ex.typed(scope, e.args[1])
    if a.broken or b.broken:
        return ex.ERROR
    if not isinstance(a.type, ir.Name) or a.type.cls not in s.grids or a.type.optional or a.type != b.type:
        s.report.add("RW0301", e.span, expected="two cells of one grid", found=describe(a.type))
        return ex.ERROR
    size = s.cls(a.type.cls).size
    if size > LARGEST_BETWEEN:
        s.report.add("RW0235", e.span, grid=a.type.cls, most=LARGEST_BETWEEN)
        return ex.ERROR
    row = ir.Arith("+", ir.Arith("*", a.expr, ir.Const(size)), b.expr)
    return ex.Typed(ir.ColumnOf(between_table(s, a.type.cls), "cells", row, span=e.span), ir.SetType(a.type.cls))


def arity(scope: Scope, e: ast.CallExpr, word: str, wanted: int) -> bool:
    if len(e.args) == wanted:
        return True
    scope.symbols.report.add("RW0305", e.span, name=word, wanted=wanted, given=len(e.args))
    return False


def seat(scope: Scope, e: ast.CallExpr) -> ex.Typed:
    s = scope.symbols
    if not arity(scope, e, "seat", 1):
        return ex.ERROR
    n = ex.number(scope, e.args[0])
    if n.broken:
        return ex.ERROR
    if not isinstance(n.expr, ir.Const) or not 1 <= n.expr.value <= s.players:
        s.report.add("RW0309", e.span, players=s.players)
        return ex.ERROR
    return ex.Typed(ir.Const(n.expr.value - 1, span=e.span), ex.PLAYER)


def row_by_number(scope: Scope, e: ast.CallExpr, cls: ir.Class) -> ex.Typed:
    """`VeilBoard(players)`: the row whose key is that number; if the number is not known before play, or none."""
    from rulewright.dsl.elaborate.constant import constant

    s = scope.symbols
    s.used.add(cls.name)
    if not arity(scope, e, cls.name, 1):
        return ex.ERROR
    n = ex.number(scope, e.args[0])
    if n.broken:
        return ex.ERROR
    key = constant(n.expr, s)
    if key is None and (found := numbered(s, cls, n)) is not None:
        return found
    if key is None or str(key) not in cls.members:
        from rulewright.dsl.elaborate.classes import MOST_ROWS

        wide = key is None and all(m.isdecimal() for m in cls.members)
        advice = f"this can be more than {MOST_ROWS:,} numbers: narrow it down with `min` and `max`" if wide else ""
        s.report.add("RW0307", e.span, help=advice, table=cls.name, rows=", ".join(cls.members[:12]))
        return ex.ERROR
    s.used.add(f"{cls.name}.{key}")
    return ex.Typed(ir.Const(cls.members.index(str(key)), span=e.span), ir.Name(cls.name))


def numbered(s: Symbols, cls: ir.Class, n: ex.Typed) -> ex.Typed | None:
    """The row with a number that is worked out in play, as a look-up in a table of all numbers it can be; none, if no
    row has it. None if there are too many numbers, or the rows have names."""
    from rulewright.dsl.elaborate.classes import MOST_ROWS

    assert isinstance(n.type, ir.Number)
    low, high = n.type.low, n.type.high
    if high - low >= MOST_ROWS or not all(m.isdecimal() for m in cls.members):
        return None
    name = rows_by_number(cls.name, low, high)
    if name not in s.classes:
        rows = {int(member): row for row, member in enumerate(cls.members)}
        found = tuple(rows.get(number, cls.size) for number in range(low, high + 1))
        keys = tuple(str(number) for number in range(low, high + 1))
        s.classes[name] = ir.Class(name, "table", keys, keys, (ir.Column("row", ir.Name(cls.name, True), found),))
        s.used |= {name, *(f"{cls.name}.{member}" for member in cls.members)}
    at = n.expr if low == 0 else ir.Arith("-", n.expr, ir.Const(low))
    return ex.Typed(ir.ColumnOf(name, "row", at), ir.Name(cls.name, True))
