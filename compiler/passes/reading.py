"""Reads one guard as a set: what it says of the members of a class, of others beside them, and of their neighbours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import define

from rulewright.compiler.effects import mentioned
from rulewright.compiler.passes.ray_reading import caught, seen
from rulewright.compiler.passes.sets import (
    All,
    Either,
    Known,
    Mask,
    Not,
    Of,
    One,
    Plane,
    Shifted,
    Some,
    Tabled,
    Union,
    When,
)
from rulewright.compiler.passes.simplify import NO, YES
from rulewright.compiler.passes.walk import conjuncts, everything
from rulewright.dsl import ir

if TYPE_CHECKING:
    from rulewright.compiler.passes.masks import Masks

MOST_WAYS = 8  # shifts that make up a relation
MOST_TABLED = 300  # guards worked out for a table
DEEPEST = 6  # values inside values


@define(eq=False)
class Reading:
    """Reads one guard."""

    masks: Masks
    local: str
    cls: str
    aside: Mapping[str, tuple[int, int]]
    depth: int = 0

    @property
    def full(self) -> int:
        return (1 << self.masks.size(self.cls)) - 1

    @property
    def there(self) -> int:
        """The members at which all locals are something."""
        found = self.full
        for _, inside in self.aside.values():
            found &= inside
        return found

    def of_another(self, local: str, guard: ir.Expr) -> Mask | None:
        """The same for another member of the class."""
        return Reading(self.masks, local, self.cls, {}, self.depth).mask(guard)

    def mask(self, e: ir.Expr) -> Mask | None:
        names = mentioned(e)
        ours = names & {self.local, *self.aside}
        if not ours:
            if isinstance(e, ir.Const):
                return Known(self.full if e.value else 0)
            return When(e) if self.total(e) else None
        if names <= {self.local, *self.aside} and not looks_at_state(e):
            return self.static(e)
        if len(names - ours) == 1 and not looks_at_state(e):
            tabled = self.tabled(e, *(names - ours))
            if tabled is not None:
                return tabled
        return self.dynamic(e)

    def dynamic(self, e: ir.Expr) -> Mask | None:
        match e:
            case ir.Logic(op="not", parts=(part,)):
                found = self.mask(part)
                return None if found is None else Not(found)
            case ir.Logic():
                parts = [self.mask(part) for part in e.parts]
                if any(part is None for part in parts):
                    return None
                whole = tuple(part for part in parts if part is not None)
                return All(whole) if e.op == "and" else Some(whole)
            case ir.Member():
                return self.member(e)
            case ir.Compare(op="is" | "is not"):
                found = self.compare(e.left, e.right) or self.compare(e.right, e.left)
                return found if found is None or e.op == "is" else Not(found)
            case ir.Read():
                return self.plane(e, None)
            case ir.Cases():
                return self.cases(e)
            case ir.Apply():
                return self.applied(e)
            case ir.Fold(op="some"):
                return self.some(e)
        return None

    # ------------------------------------------------------------------------------------------ what is known

    def at(self, member: int) -> dict[str, ir.Expr] | None:
        """The locals at a member; None where one of them is none."""
        known: dict[str, ir.Expr] = {self.local: ir.Const(member)}
        for name, (step, inside) in self.aside.items():
            if not inside >> member & 1:
                return None
            known[name] = ir.Const(member + step)
        return known

    def static(self, e: ir.Expr, more: Mapping[str, ir.Expr] | None = None) -> Mask | None:
        """A condition on the members alone."""
        mask = 0
        for member in range(self.masks.size(self.cls)):
            known = self.at(member)
            if known is None:
                continue
            found = self.inlined(self.masks.simplifier.simplify(e, {**known, **(more or {})}))
            if not isinstance(found, ir.Const):
                return None
            mask |= bool(found.value) << member
        return Known(mask)

    def inlined(self, e: Any) -> Any:
        """A closed expression with its values worked out."""
        for _ in range(DEEPEST):
            if not isinstance(e, ir.Apply):
                return e
            value = self.masks.values[e.name]
            e = self.masks.simplifier.simplify(value.body, dict(zip(value.params, e.args, strict=True)))
        return e

    def tabled(self, e: ir.Expr, other: str) -> Mask | None:
        """A condition on the members and on one more local, which has few values."""
        bounds = self.masks.bounds(ir.Local(other))
        if bounds is None or (bounds[1] - bounds[0] + 1) * self.masks.size(self.cls) > MOST_TABLED:
            return None
        found = [self.static(e, {other: ir.Const(n)}) for n in range(bounds[0], bounds[1] + 1)]
        if not all(isinstance(each, Known) for each in found):
            return None
        return Tabled(tuple(each.mask for each in found if isinstance(each, Known)), bounds[0], ir.Local(other))

    def total(self, e: Any) -> bool:
        """Can this be worked out without a fault even where the guard would not have come to it?"""
        for node in everything(e):
            match node:
                case ir.Apply() | ir.Arith(op="/"):
                    return False
                case ir.Reach():
                    return False
                case ir.FieldRef() | ir.ZoneRef() if node.index is not None:
                    kind = self.masks.bounds(node.index)
                    if kind is None or (kind[1] >= self.members_of(node)):
                        return False
        return True

    def members_of(self, place: ir.FieldRef | ir.ZoneRef) -> int:
        if isinstance(place, ir.FieldRef):
            per = self.masks.fields[place.field].per
        else:
            per = next(z.per for z in self.masks.program.zones if z.name == place.zone)
        return 1 if per is None else self.masks.size(per)

    # ------------------------------------------------------------------------------------------ parts of conditions

    def free(self, e: ir.Expr) -> bool:
        return not mentioned(e) & {self.local, *self.aside} and self.total(e)

    def moved(self, index: ir.Expr | None) -> tuple[tuple[int, int], ...] | None:
        """How the member at an index lies to ours: () for itself; None if it does not in one way."""
        match index:
            case ir.Local(name=name) if name == self.local:
                return ()
            case ir.Local(name=name) if name in self.aside:
                return (self.aside[name],)
            case ir.ColumnOf(cls=cls, row=ir.Local(name=name)) if cls == self.cls and name == self.local:
                step = self.masks.geometry.step(cls, index.column)
                return None if step is None else (step,)
        return None

    def plane(self, e: ir.Read, value: ir.Expr | None) -> Mask | None:
        ways = self.moved(e.place.index)
        declared = self.masks.fields[e.place.field]
        if ways is None or not self.masks.has_planes(e.place.field, self.cls):
            return None
        truth = isinstance(declared.type, ir.Truth)
        if value is None and not truth:
            return None
        found: Mask = Plane(e.place.field, None if truth else value)
        if truth and value is not None:
            if value not in (YES, NO):
                return None
            found = found if value == YES else Not(found)
        return Shifted(ways, found) if ways else found

    def compare(self, one: ir.Expr, other: ir.Expr) -> Mask | None:
        """`one is other`, of which `other` does not depend on the member."""
        if not self.free(other):
            return None
        match one:
            case ir.Local(name=name) if name == self.local:
                return One(other)
            case ir.Read():
                return self.plane(one, other) if self.fits(one, other) else None
            case ir.ColumnOf(row=row) if self.moved(row) is not None and one.cls == self.cls:
                return self.by_value(lambda n: ir.Compare("is", one, ir.Const(n)), other)
            case ir.Arith() if not looks_at_state(one) and mentioned(one) <= {self.local, *self.aside}:
                return self.by_value(lambda n: ir.Compare("is", one, ir.Const(n)), other)
        return None

    def fits(self, read: ir.Read, other: ir.Expr) -> bool:
        """Is the value surely one that has a plane?"""
        bounds = self.masks.bounds(other)
        kind = self.masks.fields[read.place.field].type
        many = self.masks.values_of(kind)
        return bounds is not None and bounds[0] >= 0 and bounds[1] < many

    def by_value(self, test: Callable[[int], ir.Expr], other: ir.Expr) -> Mask | None:
        bounds = self.masks.bounds(other)
        if bounds is None or (bounds[1] - bounds[0] + 1) > MOST_TABLED:
            return None
        found = [self.static(test(n)) for n in range(bounds[0], bounds[1] + 1)]
        masks = tuple(each.mask for each in found if isinstance(each, Known))
        return Tabled(masks, bounds[0], other) if len(masks) == len(found) else None

    def member(self, e: ir.Member) -> Mask | None:
        if self.moved(e.item) == () and self.free(e.set):
            return Of(e.set)
        match e.set:
            case ir.ColumnOf(row=ir.Local(name=name)) if name == self.local and self.free(e.item):
                columns = self.masks.simplifier.columns[e.set.cls, e.set.column].values
                bounds = self.masks.bounds(e.item)
                if bounds is None or e.set.cls != self.cls:
                    return None
                many = range(bounds[0], bounds[1] + 1)
                masks = tuple(sum(1 << x for x, mask in enumerate(columns) if mask >> n & 1) for n in many)
                return Tabled(masks, bounds[0], e.item)
        return None

    def cases(self, e: ir.Cases) -> Mask | None:
        found = self.mask(e.default)
        for cond, value in reversed(e.cases):
            then = self.mask(value)
            if found is None or then is None:
                return None
            if self.free(cond):
                found = Either(cond, then, found)
                continue
            when = self.mask(cond)
            if when is None:
                return None
            if isinstance(when, Known) and when.mask & self.there in (0, self.there):
                found = then if when.mask & self.there else found  # the same for all members that there are
                continue
            found = Some((All((when, then)), All((Not(when), found))))
        return found

    def applied(self, e: ir.Apply) -> Mask | None:
        value = self.masks.values[e.name]
        if self.depth >= DEEPEST or not isinstance(value.type, ir.Truth):
            return None
        self.depth += 1
        found = self.mask(self.masks.simplifier.simplify(value.body, dict(zip(value.params, e.args, strict=True))))
        self.depth -= 1
        return found

    # ------------------------------------------------------------------------------------------ some other member

    def some(self, e: ir.Fold) -> Mask | None:
        """`some KIND n in D where ...`: neighbours with a property; the end of a ray; a member of one of some sets."""
        parts = conjuncts(e.guard)
        domain = e.domain
        if isinstance(domain, ir.SetDomain) and domain.cls == self.cls and isinstance(domain.set, ir.ColumnOf):
            column = domain.set
            if column.cls == self.cls and self.moved(column.row) == ():
                if column.column == "in_line":
                    return seen(self, e.local, parts)
                ways = self.masks.geometry.ways(self.cls, column.column)
                if ways is None or len(ways) > MOST_WAYS or any(self.local in mentioned(p) for p in parts):
                    return None
                near = [self.of_another(e.local, p) for p in parts]
                if any(each is None for each in near):
                    return None
                return Shifted(ways, All(tuple(each for each in near if each is not None)))
        return self.union(e, parts)

    def union(self, e: ir.Fold, parts: list[ir.Expr]) -> Mask | None:
        """`some x in D where C(x) and y in T(x)`, of y: all of T(x) for each x."""
        domain = e.domain
        if self.aside or self.local in mentioned(domain) or isinstance(domain, ir.ZoneDomain):
            return None
        ours = [p for p in parts if self.local in mentioned(p)]
        rest = tuple(p for p in parts if self.local not in mentioned(p))
        match ours:
            case [ir.Member(item=ir.Local(name=name), set=sets)] if name == self.local:
                if self.local in mentioned(sets) or not self.total(sets):
                    return None
                found = caught(self, e, sets, rest)
                if found is not None:
                    return found
                guard = None if not rest else rest[0] if len(rest) == 1 else ir.Logic("and", rest)
                return Union(e.local, domain, guard, sets)
        return None


def looks_at_state(e: Any) -> bool:
    """Does an expression read the state (or may it, through a value)?"""
    state = ir.Read | ir.Count | ir.SlotKind | ir.ZoneDomain | ir.KindOf | ir.FaceOf | ir.Apply
    return any(isinstance(n, state) for n in everything(e))
