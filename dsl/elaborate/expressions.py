"""Expressions: names bound, types inferred, meaning written as IR.

`typed(scope, e, hint)` returns the IR and its type. A mistake is reported once and gives type `Unknown`, which agrees
with everything. `hint` is the class expected there; it chooses among members of the same name.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import binders, places
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import (
    LARGEST,
    Handle,
    NoneType,
    Static,
    Unknown,
    arithmetic,
    comparable,
    describe,
    fits,
)
from rulewright.dsl.suggest import nearest


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
            return name(scope, e, hint)
        case ast.Dot():
            return dot(scope, e)
        case ast.CallExpr():
            return call(scope, e)
        case ast.Not():
            return Typed(ir.Logic("not", (truth(scope, e.part),), span=e.span), ir.Truth())
        case ast.AndOr():
            return and_or(scope, e)
        case ast.Comparison():
            return comparison(scope, e)
        case ast.IsEmpty():
            return is_empty(scope, e)
        case ast.IsFacing():
            return is_facing(scope, e)
        case ast.In():
            return is_in(scope, e)
        case ast.Arithmetic():
            return arith(scope, e)
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
                guard = bound.guard(truth(scope, e.where) if e.where is not None else None)
            fold: ir.Expr = ir.Fold("some", bound.local, bound.domain, guard, span=e.span)
            if not e.some:
                fold = ir.Logic("not", (fold,), span=e.span)
            return Typed(fold, ir.Truth())
        case ast.SetOf():
            return set_of(scope, e)
        case ast.CountOf():
            return count(scope, e)
        case ast.Aggregate():
            return aggregate(scope, e)
        case ast.NextAfter():
            return next_after(scope, e)


def and_or(scope: Scope, e: ast.AndOr) -> Typed:
    """Both or either; what the left side of an `and` finds out is known on its right."""
    left = truth(scope, e.left)
    if e.op == "or":
        return Typed(ir.Logic("or", (left, truth(scope, e.right)), span=e.span), ir.Truth())
    with scope.knowing(left):
        right = truth(scope, e.right)
    return Typed(ir.Logic("and", (left, right), span=e.span), ir.Truth())


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
            code = "RW0303"
            scope.symbols.report.add(
                code, e.span, what=what, low=target.low, high=target.high, found=f"{t.type.low} to {t.type.high}"
            )
        elif optional or isinstance(t.type, NoneType):
            scope.symbols.report.add("RW0308", e.span, what=hint or what)
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


# ------------------------------------------------------------------------------------------------ names


def name(scope: Scope, e: ast.Name, hint: str = "") -> Typed:
    """A bare name: a local, a field, a value, an option, a member, a group, a slot."""
    s = scope.symbols
    local = scope.find(e.name)
    if local is not None:
        local.used = True
        if local.lost is not None:
            s.report.add("RW0407", e.span, name=e.name, labels=[Label(local.lost, "it went away here")])
            return ERROR
        return Typed(ir.Local(local.name, span=e.span), local.type)
    s.used.add(e.name)
    if e.name in s.constants:
        value, kind = s.constants[e.name]
        return Typed(ir.Const(value, span=e.span), kind)
    if e.name in s.fields or e.name in s.zones:
        return places.read(scope, e)
    if e.name in s.values:
        symbol = s.values[e.name]
        if symbol.params:
            s.report.add("RW0305", e.span, name=e.name, wanted=len(symbol.params), given=0)
            return ERROR
        return apply_value(scope, e.name, (), e)
    if e.name in s.groups:
        from rulewright.dsl.elaborate.groups import group_set

        return group_set(scope, e)
    found = s.members.get(e.name, [])
    chosen = [m for m in found if m[0] == hint] if hint else []
    if len(found) == 1 or chosen:
        cls, index = (chosen or found)[0]
        s.used.add(f"{cls}.{e.name}")
        return Typed(ir.Const(index, span=e.span), ir.Name(cls))
    if found:
        classes = " or ".join(f"`{c}.{e.name}`" for c, _ in found)
        s.report.add("RW0204", e.span, name=e.name, choices=classes)
        return ERROR
    return unknown(scope, e)


def unknown(scope: Scope, e: ast.Name) -> Typed:
    """Report a name nobody knows, or one that means something else than a value."""
    s = scope.symbols
    if e.name in s.lost_names:
        return ERROR  # its declaration is on a line already reported
    if e.name in s.declared or e.name in s.classes:
        s.report.add(
            "RW0203", e.span, name=e.name,
            labels=[Label(s.declared[e.name], "declared here")] if e.name in s.declared else [],
        )  # fmt: skip
        return ERROR
    names = [n for frame in scope.frames for n in frame]
    names += [*s.declared, *s.members, *s.constants]
    near = nearest(e.name, names)
    labels = [Label(s.declared[near], f"`{near}` is declared here")] if near in s.declared else []
    s.report.add("RW0201", e.span, name=e.name, help=f"did you mean `{near}`?" if near else "", labels=labels)
    return ERROR


def apply_value(scope: Scope, name: str, args: tuple[ir.Expr, ...], e: ast.Expr) -> Typed:
    """A declared value; elaborates its body on first use, so that values may be declared in any order."""
    from rulewright.dsl.elaborate.values import make_value

    made = make_value(scope.symbols, name, e.span)
    if made is None:
        return ERROR
    return Typed(ir.Apply(name, args, span=e.span), made.type)


def dot(scope: Scope, e: ast.Dot) -> Typed:
    """`x.name`: a member of a class, a column, a field or a slot."""
    s = scope.symbols
    if isinstance(e.of, ast.Name) and scope.find(e.of.name) is None and e.of.name in s.classes:
        cls = s.classes[e.of.name]
        s.used.add(e.of.name)
        if e.name.text in cls.members:
            s.used.add(f"{cls.name}.{e.name.text}")
            return Typed(ir.Const(cls.members.index(e.name.text), span=e.span), ir.Name(cls.name))
        near = nearest(e.name.text, cls.members)
        s.report.add(
            "RW0202", e.name.span, name=e.name.text, of=f"`{cls.name}`", help=f"did you mean `{near}`?" if near else ""
        )
        return ERROR
    if places.is_place(scope, e):
        return places.read(scope, e)
    of = typed(scope, e.of)
    if of.broken:
        return ERROR
    if not isinstance(of.type, ir.Name | Handle):
        s.report.add("RW0304", e.span, found=describe(of.type))
        return ERROR
    cls = s.classes[of.type.cls]
    for column in cls.columns:
        if column.name == e.name.text:
            if isinstance(of.type, ir.Name) and of.type.optional:
                row = of.expr  # of nothing: 0, none or no; tested at the call site or harmless
            else:
                row = kind_of(of) if isinstance(of.type, Handle) else of.expr
            s.used.add(f"{cls.name}.{column.name}")
            return Typed(ir.ColumnOf(cls.name, column.name, row, span=e.span), column.type)
    names = [c.name for c in cls.columns]
    names += [f.name for f in s.fields.values() if f.per == cls.name]
    names += [z.name for z in s.zones.values() if z.per == cls.name]
    if e.name.text in s.lost_names:
        return ERROR
    near = nearest(e.name.text, names)
    s.report.add(
        "RW0202", e.name.span, name=e.name.text, of=f"`{cls.name}`", help=f"did you mean `{near}`?" if near else ""
    )
    return ERROR


def call(scope: Scope, e: ast.CallExpr) -> Typed:
    """`seat(2)`, `min(a, b)`, a value with parameters, a row of a table by its number."""
    s = scope.symbols
    if not isinstance(e.of, ast.Name):
        s.report.add("RW0306", e.span)
        return ERROR
    word = e.of.name
    if word == "seat":
        return seat(scope, e)
    if word in {"min", "max"} and word not in s.declared:
        if not arity(scope, e, word, 2):
            return ERROR
        a, b = number(scope, e.args[0]), number(scope, e.args[1])
        if a.broken or b.broken:
            return ERROR
        assert isinstance(a.type, ir.Number) and isinstance(b.type, ir.Number)
        return Typed(
            ir.Arith("min" if word == "min" else "max", a.expr, b.expr, span=e.span), arithmetic(word, a.type, b.type)
        )
    if word in s.classes:
        return row_by_number(scope, e, s.classes[word])
    if word in s.values:
        symbol = s.values[word]
        s.used.add(word)
        if not arity(scope, e, word, len(symbol.params)):
            return ERROR
        args = [value_for(scope, a, p, f"`{word}`") for a, p in zip(e.args, symbol.params, strict=True)]
        if any(a.broken for a in args):
            return ERROR
        return apply_value(scope, word, tuple(a.expr for a in args), e)
    if word in s.declared:
        s.report.add("RW0306", e.span)
        return ERROR
    return unknown(scope, e.of)


def arity(scope: Scope, e: ast.CallExpr, word: str, wanted: int) -> bool:
    if len(e.args) == wanted:
        return True
    scope.symbols.report.add("RW0305", e.span, name=word, wanted=wanted, given=len(e.args))
    return False


def seat(scope: Scope, e: ast.CallExpr) -> Typed:
    s = scope.symbols
    if not arity(scope, e, "seat", 1):
        return ERROR
    n = number(scope, e.args[0])
    if n.broken:
        return ERROR
    if not isinstance(n.expr, ir.Const) or not 1 <= n.expr.value <= s.players:
        s.report.add("RW0309", e.span, players=s.players)
        return ERROR
    return Typed(ir.Const(n.expr.value - 1, span=e.span), PLAYER)


def row_by_number(scope: Scope, e: ast.CallExpr, cls: ir.Class) -> Typed:
    """`VeilBoard(players)`: the row whose key is that number, which must be known before play."""
    from rulewright.dsl.elaborate.constant import constant

    s = scope.symbols
    s.used.add(cls.name)
    if not arity(scope, e, cls.name, 1):
        return ERROR
    n = number(scope, e.args[0])
    if n.broken:
        return ERROR
    key = constant(n.expr, s)
    if key is None or str(key) not in cls.members:
        s.report.add("RW0307", e.span, table=cls.name, rows=", ".join(cls.members[:12]))
        return ERROR
    s.used.add(f"{cls.name}.{key}")
    return Typed(ir.Const(cls.members.index(str(key)), span=e.span), ir.Name(cls.name))


# ------------------------------------------------------------------------------------------------ tests


def comparison(scope: Scope, e: ast.Comparison) -> Typed:
    s = scope.symbols
    if e.op in {"is", "is not"}:
        left = typed(scope, e.left, hint_of(scope, e.right))
        right = typed(scope, e.right, left.type.cls if isinstance(left.type, ir.Name | Handle) else "")
        if left.broken or right.broken:
            return Typed(ERROR.expr, ir.Truth())
        if not comparable(left.type, right.type):
            s.report.add("RW0311", e.span, left=describe(left.type), right=describe(right.type))
            return Typed(ERROR.expr, ir.Truth())
        a, b = as_stored(scope, left, right.type), as_stored(scope, right, left.type)
        return Typed(ir.Compare("is" if e.op == "is" else "is not", a.expr, b.expr, span=e.span), ir.Truth())
    left, right = number(scope, e.left), number(scope, e.right)
    if left.broken or right.broken:
        return Typed(ERROR.expr, ir.Truth())
    operators = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}
    return Typed(ir.Compare(operators[e.op], left.expr, right.expr, span=e.span), ir.Truth())  # type: ignore[arg-type]


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


def is_empty(scope: Scope, e: ast.IsEmpty) -> Typed:
    zone = places.zone(scope, e.of, quiet=True)
    op: ir.Expr
    if zone is not None:
        op = ir.Compare("is", ir.Count(zone, span=e.span), ir.Const(0), span=e.span)
    else:
        t = typed(scope, e.of)
        if t.broken:
            return Typed(ERROR.expr, ir.Truth())
        if not isinstance(t.type, ir.SetType):
            scope.symbols.report.add("RW0301", e.of.span, expected="a zone or a set", found=describe(t.type))
            return Typed(ERROR.expr, ir.Truth())
        op = ir.Compare("is", t.expr, ir.Const(0), span=e.span)
    return Typed(ir.Logic("not", (op,), span=e.span) if e.negated else op, ir.Truth())


def is_facing(scope: Scope, e: ast.IsFacing) -> Typed:
    zone = places.zone(scope, e.of, quiet=True)
    s = scope.symbols
    if zone is not None:
        if s.zones[zone.zone].face != "either":
            s.report.add("RW0405", e.span, zone=zone.zone, labels=[Label(s.zones[zone.zone].span, "declared here")])
            return Typed(ERROR.expr, ir.Truth())
        if not s.zones[zone.zone].slot:
            s.report.add("RW0406", e.of.span, zone=zone.zone)
        some = ir.Count(zone, None, 1 if e.up else 0, span=e.span)
        return Typed(ir.Compare(">", some, ir.Const(0), span=e.span), ir.Truth())
    t = typed(scope, e.of)
    if t.broken:
        return Typed(ERROR.expr, ir.Truth())
    if not isinstance(t.type, Handle):
        s.report.add("RW0301", e.of.span, expected="a component or a slot", found=describe(t.type))
        return Typed(ERROR.expr, ir.Truth())
    if not t.type.either:
        zone_name = t.type.zone.zone
        s.report.add("RW0405", e.span, zone=zone_name, labels=[Label(s.zones[zone_name].span, "declared here")])
        return Typed(ERROR.expr, ir.Truth())
    face = ir.FaceOf(t.expr, span=e.span)
    return Typed(ir.Compare("is", face, ir.Const(1 if e.up else 0), span=e.span), ir.Truth())


def is_in(scope: Scope, e: ast.In) -> Typed:
    """`Bite in p.bites` (a kind in a zone) or `p in Evil` (a member of a set)."""
    s = scope.symbols
    zone = places.zone(scope, e.of, quiet=True, box_of=box_class(scope, e.item, e.of))
    found: ir.Expr
    if zone is not None:
        kind = value_for(scope, e.item, ir.Name(s.zones[zone.zone].cls), f"`{zone.zone}`")
        if kind.broken:
            return Typed(ERROR.expr, ir.Truth())
        found = ir.Compare(">", ir.Count(zone, kind.expr, span=e.span), ir.Const(0), span=e.span)
    else:
        of = typed(scope, e.of)
        if of.broken:
            return Typed(ERROR.expr, ir.Truth())
        if not isinstance(of.type, ir.SetType):
            s.report.add("RW0301", e.of.span, expected="a zone or a set", found=describe(of.type))
            return Typed(ERROR.expr, ir.Truth())
        item = value_for(scope, e.item, ir.Name(of.type.cls), "the set")
        if item.broken:
            return Typed(ERROR.expr, ir.Truth())
        found = ir.Member(item.expr, of.expr, span=e.span)
    return Typed(ir.Logic("not", (found,), span=e.span) if e.negated else found, ir.Truth())


def box_class(scope: Scope, kind: ast.Expr, zone: ast.Expr) -> str:
    """Which box `K in box` means: that of the class of `K`."""
    if not (isinstance(zone, ast.Name) and zone.name == "box"):
        return ""
    t = typed(scope, kind)
    return t.type.cls if isinstance(t.type, ir.Name | Handle) else ""


# ------------------------------------------------------------------------------------------------ numbers and sets


def arith(scope: Scope, e: ast.Arithmetic) -> Typed:
    left, right = number(scope, e.left), number(scope, e.right)
    if left.broken or right.broken:
        return ERROR
    assert isinstance(left.type, ir.Number) and isinstance(right.type, ir.Number)
    if e.op == "/" and right.type == ir.Number(0, 0):
        scope.symbols.report.add("RW0312", e.span)
        return ERROR
    operators = {"+": "+", "-": "-", "*": "*", "/": "/"}
    made = ir.Arith(operators[e.op], left.expr, right.expr, span=e.span)  # type: ignore[arg-type]
    return Typed(made, arithmetic(e.op, left.type, right.type))


def set_of(scope: Scope, e: ast.SetOf) -> Typed:
    with scope.inner():
        bound = binders.bind(scope, e.binder)
        guard = bound.guard(truth(scope, e.where) if e.where is not None else None)
    if isinstance(bound.type, Unknown):
        return ERROR
    if not isinstance(bound.type, ir.Name):
        scope.symbols.report.add("RW0313", e.span)
        return ERROR
    if scope.symbols.cls(bound.type.cls).size > 256:
        scope.symbols.report.add("RW0316", e.span, cls=bound.type.cls)
        return ERROR
    return Typed(ir.Fold("set", bound.local, bound.domain, guard, span=e.span), ir.SetType(bound.type.cls))


def count(scope: Scope, e: ast.CountOf) -> Typed:
    s = scope.symbols
    if isinstance(e.of, ast.SetOf):
        with scope.inner():
            bound = binders.bind(scope, e.of.binder)
            guard = bound.guard(truth(scope, e.of.where) if e.of.where is not None else None)
        return Typed(ir.Fold("count", bound.local, bound.domain, guard, span=e.span), ir.Number(0, bound.most))
    if e.inside is not None:
        inside = places.zone(scope, e.inside, box_of=box_class(scope, e.of, e.inside))
        if inside is None:
            return ERROR
        kind = value_for(scope, e.of, ir.Name(s.zones[inside.zone].cls), f"`{inside.zone}`")
        if kind.broken:
            return ERROR
        return Typed(ir.Count(inside, kind.expr, span=e.span), ir.Number(0, s.zones[inside.zone].capacity))
    zone = places.zone(scope, e.of, quiet=True)
    if zone is not None:
        return Typed(ir.Count(zone, span=e.span), ir.Number(0, s.zones[zone.zone].capacity))
    t = typed(scope, e.of)
    if t.broken:
        return ERROR
    if not isinstance(t.type, ir.SetType):
        s.report.add("RW0301", e.of.span, expected="a zone or a set", found=describe(t.type))
        return ERROR
    local = s.new_local("counted", ir.Name(t.type.cls))
    domain = ir.SetDomain(t.type.cls, t.expr)
    return Typed(ir.Fold("count", local, domain, None, span=e.span), ir.Number(0, s.cls(t.type.cls).size))


def aggregate(scope: Scope, e: ast.Aggregate) -> Typed:
    with scope.inner():
        bound = binders.bind(scope, e.binder)
        guard = bound.guard(truth(scope, e.where) if e.where is not None else None)
        body = number(scope, e.body)
    if body.broken or isinstance(bound.type, Unknown):
        return ERROR
    assert isinstance(body.type, ir.Number)
    if e.op == "total":
        low, high = min(0, body.type.low * bound.most), max(0, body.type.high * bound.most)
        kind = ir.Number(max(low, -LARGEST), min(high, LARGEST))
        return Typed(ir.Fold("total", bound.local, bound.domain, guard, body.expr, span=e.span), kind)
    sure = guard is None and bound.least > 0
    kind = body.type if sure else ir.Number(min(0, body.type.low), max(0, body.type.high))
    op = "highest" if e.op == "highest" else "lowest"
    return Typed(ir.Fold(op, bound.local, bound.domain, guard, body.expr, span=e.span), kind)  # type: ignore[arg-type]


def next_after(scope: Scope, e: ast.NextAfter) -> Typed:
    s = scope.symbols
    if e.cls.text not in s.classes:
        return unknown(scope, ast.Name(e.cls.text, span=e.cls.span))
    s.used.add(e.cls.text)
    of = value_for(scope, e.of, ir.Name(e.cls.text), f"`next {e.cls.text}`")
    if of.broken:
        return ERROR
    return Typed(ir.NextMember(e.cls.text, of.expr, span=e.span), ir.Name(e.cls.text))
