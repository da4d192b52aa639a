"""Places: fields and zones by name, `x.field`, `x.zone`, and `box`.

A zone in an expression is told from a value by asking for it first (`zone(..., quiet=True)`).
"""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Handle, Unknown
from rulewright.dsl.suggest import nearest


def is_place(scope: Scope, e: ast.Dot) -> bool:
    """Does `e.name` name a field or zone kept per member of the class of `e.of`?"""
    s = scope.symbols
    per = owner_class(scope, e.of)
    declared = s.fields.get(e.name.text) or s.zones.get(e.name.text)
    return declared is not None and declared.per is not None and declared.per == per


def owner_class(scope: Scope, e: ast.Expr) -> str:
    """The class whose member `e` is, or "". Remembered, or a chain of dots would cost twice as much with every dot."""
    owners = scope.symbols.owners
    if id(e) not in owners:
        t = expressions.typed(scope, e)
        owners[id(e)] = t.type.cls if isinstance(t.type, ir.Name | Handle) else ""
    return owners[id(e)]


def index(scope: Scope, e: ast.Expr) -> ir.Expr | None:
    """The index in `e.place`: a member that certainly is one."""
    t = expressions.typed(scope, e)
    if isinstance(t.type, Handle):
        return expressions.kind_of(t)
    if isinstance(t.type, Unknown) or not isinstance(t.type, ir.Name):
        return None
    if t.type.optional and t.expr not in scope.facts:
        scope.symbols.report.add("RW0308", e.span, what=t.type.cls)
        return None
    return t.expr


def zone(scope: Scope, e: ast.Expr, *, quiet: bool = False, box_of: str = "") -> ir.ZoneRef | None:
    """The zone `e` names, or None: reported unless `quiet`. `box` is the box of class `box_of`."""
    s = scope.symbols
    if isinstance(e, ast.Name) and scope.find(e.name) is None:
        if e.name == "box" and box_of:
            return ir.ZoneRef(f"box.{box_of}")
        if e.name in s.zones and s.zones[e.name].per is None:
            s.used.add(e.name)
            return ir.ZoneRef(e.name)
        if e.name in s.zones:
            if not quiet:
                per = s.zones[e.name].per
                s.report.add(
                    "RW0402", e.span, zone=e.name, per=per, labels=[Label(s.zones[e.name].span, "declared here")]
                )
            return None
    if isinstance(e, ast.Dot) and e.name.text in s.zones and is_place(scope, e):
        s.used.add(e.name.text)
        at = index(scope, e.of)
        return None if at is None else ir.ZoneRef(e.name.text, at)
    if not quiet:
        word = e.name.text if isinstance(e, ast.Dot) else e.name if isinstance(e, ast.Name) else ""
        if word in s.lost_names:
            return None
        near = nearest(word, s.zones) if word else ""
        s.report.add("RW0401", e.span, help=f"did you mean `{near}`?" if near and not near.startswith("box.") else "")
    return None


def read(scope: Scope, e: ast.Name | ast.Dot) -> expressions.Typed:
    """The value of a field, or the kind in a slot (none if empty)."""
    s = scope.symbols
    word = e.name if isinstance(e, ast.Name) else e.name.text
    s.used.add(word)
    if word in s.fields:
        place = field(scope, e)
        if place is None:
            return expressions.ERROR
        return expressions.Typed(ir.Read(place, span=e.span), s.fields[word].type)
    found = zone(scope, e)
    if found is None:
        return expressions.ERROR
    declared = s.zones[word]
    if not declared.slot:
        s.report.add("RW0403", e.span, zone=word, labels=[Label(declared.span, "declared here")])
        return expressions.ERROR
    return expressions.Typed(ir.SlotKind(found, span=e.span), ir.Name(declared.cls, True))


def field(scope: Scope, e: ast.Expr) -> ir.FieldRef | None:
    """The field cell `e` names, or None (reported)."""
    s = scope.symbols
    if isinstance(e, ast.Name) and scope.find(e.name) is None and e.name in s.fields:
        declared = s.fields[e.name]
        s.used.add(e.name)
        if declared.per is not None:
            s.report.add(
                "RW0402", e.span, zone=e.name, per=declared.per, labels=[Label(declared.span, "declared here")]
            )
            return None
        return ir.FieldRef(e.name)
    if isinstance(e, ast.Dot) and e.name.text in s.fields and is_place(scope, e):
        s.used.add(e.name.text)
        at = index(scope, e.of)
        return None if at is None else ir.FieldRef(e.name.text, at)
    t = expressions.typed(scope, e)
    if not t.broken:
        s.report.add("RW0404", e.span)
    return None


def fixed(scope: Scope, place: ir.ZoneRef) -> ir.ZoneRef:
    """The same zone with an index that cannot change later: a component bound there must stay where it is.
    An index that reads the state is put into a local first."""
    if place.index is None or isinstance(place.index, ir.Const):
        return place
    if isinstance(place.index, ir.Local):
        return place
    s = scope.symbols
    per = s.zones[place.zone].per
    assert per is not None
    local = s.new_local("whose", ir.Name(per))
    scope.before.append(ir.SetLocal(local, place.index))
    return ir.ZoneRef(place.zone, ir.Local(local))
