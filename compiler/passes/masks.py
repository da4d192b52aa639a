"""Conditions on the members of a class, answered for all members at once.

`Masks.of` turns the guard of a loop over a class into a set (sets.py) whose value is the members for which the guard
holds, so that "an empty cell above one that is not" is three operations and no loop. It rests on `planes`: for a field
per member with few values, one set of members for each value, which every write keeps up to date (planes.py). None
means that a guard cannot be read this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from rulewright.compiler.passes.geometry import Geometry
from rulewright.compiler.passes.sets import Known, Mask
from rulewright.compiler.passes.simplify import Simplifier
from rulewright.dsl import ir

FEWEST, MOST = 9, 256  # members of a class whose sets are worked out at once
FEWEST_PLANES = 16  # members of a class whose fields may have planes
MOST_VALUES = 8  # of a field with planes


@define(eq=False)
class Masks:
    """Reads guards of one program. `planes`: the fields that have planes (None: all that could have; which of them were
    wanted is noted in `wanted`)."""

    program: ir.Program
    simplifier: Simplifier
    planes: frozenset[str] | None = None
    wanted: set[str] = field(factory=set)
    pairs: dict[int, tuple[ir.Branch, ir.Expr | None]] = field(init=False, factory=dict)
    geometry: Geometry = field(init=False)
    fields: dict[str, ir.Field] = field(init=False)
    values: dict[str, ir.Value] = field(init=False)
    types: dict[str, ir.Type] = field(init=False)
    _known: dict[Any, tuple[Any, Mask | None]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.geometry = Geometry({c.name: c for c in self.program.classes})
        self.fields = {f.name: f for f in self.program.fields}
        self.values = {v.name: v for v in self.program.values}
        self.types = {v.name: v.type for v in self.program.locals}

    def of(
        self, local: str, cls: str, guard: ir.Expr | None, aside: Mapping[str, tuple[int, int]] | None = None
    ) -> Mask | None:
        """The set of the members of `cls` for which `guard`, of `local`, holds. `aside`: other locals that stand for
        the member so many places on, where there is one (step, inside)."""
        from rulewright.compiler.passes.reading import Reading

        if guard is None:
            return Known((1 << self.size(cls)) - 1)
        key = (local, id(guard), repr(aside))
        if key not in self._known:
            wanted = set(self.wanted)
            found = Reading(self, local, cls, aside or {}).mask(guard)
            if found is None:
                self.wanted = wanted
            self._known[key] = (guard, found)
        return self._known[key][1]

    def size(self, cls: str) -> int:
        return self.simplifier.classes[cls].size

    def bounds(self, e: ir.Expr) -> tuple[int, int] | None:
        """The lowest and highest value of an expression, if that is known."""
        kind: ir.Type | None = None
        match e:
            case ir.Const():
                return e.value, e.value
            case ir.Local():
                kind = self.types.get(e.name)
            case ir.Read():
                kind = self.fields[e.place.field].type
            case ir.NextMember():
                kind = ir.Name(e.cls)
            case ir.Arith(op="+" | "-"):
                return self.sum_bounds(e)
            case ir.Fold(op="count", domain=ir.ClassDomain(cls=cls) | ir.SetDomain(cls=cls)):
                return 0, self.size(cls)
            case ir.Distance():
                return 0, self.size(e.reach.cls)
            case ir.ColumnOf():
                values = self.simplifier.columns[e.cls, e.column].values
                return min(0, *values), max(0, *values)
        match kind:
            case ir.Number():
                return kind.low, kind.high
            case ir.Truth():
                return 0, 1
            case ir.Name():
                return 0, self.size(kind.cls) - (0 if kind.optional else 1)
        return None

    def sum_bounds(self, e: ir.Arith) -> tuple[int, int] | None:
        left, right = self.bounds(e.left), self.bounds(e.right)
        if left is None or right is None:
            return None
        if e.op == "+":
            return left[0] + right[0], left[1] + right[1]
        return left[0] - right[1], left[1] - right[0]

    def values_of(self, type: ir.Type) -> int:
        """How many values a field of a type can have."""
        return values_of(self.simplifier.classes, type)

    def has_planes(self, name: str, cls: str) -> bool:
        """Has a field planes? Notes that it is wanted."""
        declared = self.fields[name]
        if self.planes is not None:
            return name in self.planes and declared.per == cls
        if declared.per != cls or not can_have_planes(self.program, declared):
            return False
        self.wanted.add(name)
        return True


def can_have_planes(program: ir.Program, declared: ir.Field) -> bool:
    classes = {c.name: c for c in program.classes}
    if declared.per is None or declared.during is not None or not FEWEST_PLANES <= classes[declared.per].size <= MOST:
        return False
    return values_of(classes, declared.type) <= MOST_VALUES


def values_of(classes: Mapping[str, ir.Class], type: ir.Type) -> int:
    """How many values a field with planes can have; too many where it cannot have them."""
    match type:
        case ir.Truth():
            return 2
        case ir.Name():
            return classes[type.cls].size + (1 if type.optional else 0)
        case ir.Number() if type.low >= 0:
            return type.high + 1
    return MOST_VALUES + 1
