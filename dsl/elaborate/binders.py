"""The one binder, `KIND x [domain]`: loops, choices, tests and totals all use it.

KIND is a class or a group (its members), `number` with `from .. to`, a table of links with `at` a place, or, with
`in ZONE`, the class of the zone or the word card, token or die (its components).
"""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import expressions, places
from rulewright.dsl.elaborate.links import at_place
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import COMPONENT_WORDS, LocalSymbol
from rulewright.dsl.elaborate.types import Handle, Static, Unknown, describe
from rulewright.dsl.suggest import nearest


@frozen
class Bound:
    """A bound name: its local, domain and type; `where` is what the kind itself demands (a group's condition)."""

    symbol: LocalSymbol
    domain: ir.Domain
    type: Static
    where: ir.Expr | None
    least: int  # members the domain surely has
    most: int

    @property
    def local(self) -> str:
        return self.symbol.name

    def guard(self, extra: ir.Expr | None) -> ir.Expr | None:
        """The kind's own condition and `extra`, both."""
        if self.where is None or extra is None:
            return self.where or extra
        return ir.Logic("and", (self.where, extra))


def bind(scope: Scope, b: ast.Binder, *, fixed: bool = False) -> Bound:
    """Bind the name in the innermost frame. With `fixed` a component's zone keeps its index (statements need that)."""
    s = scope.symbols
    word = b.kind.text
    if isinstance(b.domain, ast.DomainRange):
        return in_range(scope, b, b.domain)
    if isinstance(b.domain, ast.DomainIn):
        zone = places.zone(scope, b.domain.of, quiet=True)
        if zone is not None:
            return in_zone(scope, b, places.fixed(scope, zone) if fixed else zone)
    elif word in COMPONENT_WORDS and word not in s.declared:
        s.report.add("RW0315", b.span, word=word)
        return broken(scope, b)
    kind, where = kind_of(scope, b)
    if kind is None:
        return broken(scope, b)
    domain: ir.Domain = ir.ClassDomain(kind)
    least = most = s.cls(kind).size
    if isinstance(b.domain, ast.DomainIn):
        of = expressions.typed(scope, b.domain.of)
        if of.broken:
            return broken(scope, b)
        if not isinstance(of.type, ir.SetType) or of.type.cls != kind:
            s.report.add("RW0301", b.domain.of.span, expected=f"a set of `{kind}` or a zone", found=describe(of.type))
            return broken(scope, b)
        domain, least = ir.SetDomain(kind, of.expr), 0
    elif isinstance(b.domain, ast.DomainAt):
        near = at_place(scope, kind, b.domain.place)
        if near is None:
            return broken(scope, b)
        domain, least = near, 0
    symbol = scope.bind(b.name.text, ir.Name(kind), b.name.span)
    guard = where(symbol.name) if where is not None else None
    return Bound(symbol, domain, symbol.type, guard, least if guard is None else 0, most)


def kind_of(scope: Scope, b: ast.Binder):  # type: ignore[no-untyped-def]
    """The class a binder's KIND stands for, and (of a group) its condition as a function of the local."""
    s = scope.symbols
    word = b.kind.text
    if word in s.classes:
        s.used.add(word)
        return word, None
    if word in s.groups:
        from rulewright.dsl.elaborate.groups import group_test

        s.used.add(word)
        return s.groups[word].cls, lambda local: group_test(s, word, local)
    if word not in s.lost_names and not (word in COMPONENT_WORDS and s.lost_names):
        names = [*s.classes, *s.groups, *COMPONENT_WORDS]
        near = nearest(word, names)
        s.report.add("RW0205", b.kind.span, name=word, help=f"did you mean `{near}`?" if near else "")
    return None, None


def in_range(scope: Scope, b: ast.Binder, d: ast.DomainRange) -> Bound:
    s = scope.symbols
    if b.kind.text != "number":
        s.report.add("RW0314", b.kind.span, name=b.kind.text)
    low, high = expressions.number(scope, d.low), expressions.number(scope, d.high)
    if low.broken or high.broken:
        return broken(scope, b)
    assert isinstance(low.type, ir.Number) and isinstance(high.type, ir.Number)
    most = max(0, high.type.high - low.type.low + 1)
    symbol = scope.bind(b.name.text, ir.Number(low.type.low, max(high.type.high, low.type.low)), b.name.span)
    domain = ir.RangeDomain(low.expr, high.expr, low.type.low, most)
    return Bound(symbol, domain, symbol.type, None, max(0, high.type.low - low.type.high + 1), most)


def in_zone(scope: Scope, b: ast.Binder, zone: ir.ZoneRef) -> Bound:
    s = scope.symbols
    declared = s.zones[zone.zone]
    cls = s.cls(declared.cls)
    word = b.kind.text
    if COMPONENT_WORDS.get(word, word if word == cls.name else "") not in {cls.sort, cls.name}:
        s.report.add("RW0317", b.kind.span, zone=zone.zone, cls=cls.name, word=word)
        return broken(scope, b)
    s.used.add(cls.name)
    either = declared.face == "either"
    symbol = scope.bind(b.name.text, Handle(cls.name, zone, either), b.name.span)
    return Bound(symbol, ir.ZoneDomain(zone), symbol.type, None, 0, declared.capacity)


def broken(scope: Scope, b: ast.Binder) -> Bound:
    """The name is bound all the same, so that its uses are not reported too."""
    symbol = scope.bind(b.name.text, Unknown(), b.name.span)
    symbol.used = True
    return Bound(symbol, ir.RangeDomain(ir.Const(0), ir.Const(-1), 0, 0), Unknown(), None, 0, 0)
