"""What depends on nothing but tables, worked out before play: sights, distances and regions become columns.

A value whose parameters are members of classes, and whose body reads no field and no place, is a look-up afterwards;
so is a search or a count in the middle of a rule, if one name around it decides what comes out.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from attrs import define, evolve, field

from rulewright.compiler.passes.walk import everything, rebuild, size_of
from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault

SEARCHES = ir.Fold | ir.Reach | ir.Distance
CHANGING = ir.Read | ir.Count | ir.SlotKind | ir.KindOf | ir.FaceOf | ir.ZoneDomain  # what a game changes
SMALL = 6  # nodes: what is no larger costs no more than a look-up
MOST_ROWS = 4096  # of a table made here
LARGEST_SET = 256


def tabulated(program: ir.Program) -> ir.Program:
    """The program with tables for what they can be made for; it means the same."""
    return _Tables(program).done()


@define
class _Tables:
    program: ir.Program
    classes: dict[str, ir.Class] = field(init=False)
    types: dict[str, ir.Type] = field(init=False)
    values: dict[str, ir.Value] = field(init=False)
    fixed: dict[str, bool] = field(factory=dict)
    nowhere: Any = None  # a scope for what reads nothing of a game, made when it is needed
    made: dict[Any, ir.Expr] = field(factory=dict)  # by what was looked at: what it became

    def __attrs_post_init__(self) -> None:
        self.classes = {c.name: c for c in self.program.classes}
        self.types = {v.name: v.type for v in self.program.locals}
        self.values = {v.name: v for v in self.program.values}

    def done(self) -> ir.Program:
        values = tuple(self._value(v) for v in self.program.values)
        changed = rebuild(evolve(self.program, values=values, classes=(), locals=()), self._visit)
        # tables made here come after the classes there were
        whole: ir.Program = evolve(changed, classes=tuple(self.classes.values()), locals=self.program.locals)
        return whole

    # ------------------------------------------------------------------------------------------ what can be tabled

    def _is_fixed(self, node: Any) -> bool:
        """Does it read nothing that a game changes?"""
        for part in everything(node):
            if isinstance(part, CHANGING):
                return False
            if isinstance(part, ir.Apply):
                if part.name not in self.fixed:
                    self.fixed[part.name] = self._is_fixed(self.values[part.name].body)
                if not self.fixed[part.name]:
                    return False
        return True

    def _value(self, v: ir.Value) -> ir.Value:
        worth = size_of(v.body) > SMALL or any(isinstance(n, SEARCHES) for n in everything(v.body))
        if not worth or not self._is_fixed(v.body):
            return v
        body = self._table(v.body, v.params, v.type)
        return v if body is None else evolve(v, body=body)

    def _visit(self, node: Any) -> Any:
        if isinstance(node, SEARCHES) and self._is_fixed(node):
            bound = {n.local for n in everything(node) if isinstance(n, ir.Fold | ir.Reach)}
            free = sorted({n.name for n in everything(node) if isinstance(n, ir.Local)} - bound)
            kind: ir.Type = ir.Number(0, 0)
            if isinstance(node, ir.Reach):
                kind = ir.SetType(node.cls)
            elif isinstance(node, ir.Fold) and node.op == "set":
                assert isinstance(node.domain, ir.ClassDomain | ir.SetDomain)
                kind = ir.SetType(node.domain.cls)
            if len(free) <= 1:
                if node not in self.made:
                    self.made[node] = self._table(node, tuple(free), kind) or node
                return self.made[node]
        if isinstance(node, ir.Distance):  # which needs its search as it is
            return ir.Distance(rebuild(node.reach, self._visit), self._visit(node.to), span=node.span)
        return rebuild(node, self._visit)

    # ------------------------------------------------------------------------------------------ making tables

    def _table(self, body: ir.Expr, params: tuple[str, ...], kind: ir.Type) -> ir.Expr | None:
        """A look-up for an expression; None if there are too many cases, or one of them is a fault."""
        classes = [self._class_of(p) for p in params]
        sizes = [0 if c is None else c.size for c in classes]
        if 0 in sizes or len(sizes) > 2 or (len(sizes) == 2 and sizes[0] * sizes[1] > MOST_ROWS):
            return None
        if len(sizes) == 1 and sizes[0] > MOST_ROWS:
            return None
        # here, because it needs the layout, which needs this
        from rulewright.compiler.reference.expressions import value, without_state

        found = []
        nowhere = self.nowhere = self.nowhere or without_state(self.program)
        for members in product(*map(range, sizes)):
            try:
                found.append(value(evolve(nowhere, locals=dict(zip(params, members, strict=True))), body))
            except RuleFault:
                return None
        if not params:
            return ir.Const(found[0])
        if isinstance(kind, ir.Number):
            kind = ir.Number(min(found), max(found))
        rows = [ir.Local(p) for p in params]
        if len(params) == 1 and classes[0] is not None:
            return self._column(classes[0], kind, found, rows[0])
        if classes[0] is not None and isinstance(kind, ir.Truth) and sizes[1] <= LARGEST_SET and classes[1] is not None:
            masks = [
                sum(1 << n for n, holds in enumerate(found[at : at + sizes[1]]) if holds)
                for at in range(0, len(found), sizes[1])
            ]
            return ir.Member(rows[1], self._column(classes[0], ir.SetType(classes[1].name), masks, rows[0]))
        name = f"table {len(self.classes)}"
        keys = tuple(str(n) for n in range(len(found)))
        self.classes[name] = ir.Class(name, "table", keys, keys, (ir.Column("value", kind, tuple(found)),))
        row = ir.Arith("+", ir.Arith("*", rows[0], ir.Const(sizes[1])), rows[1])
        return ir.ColumnOf(name, "value", row)

    def _class_of(self, local: str) -> ir.Class | None:
        """The class that a local is surely a member of."""
        kind = self.types.get(local)
        return self.classes[kind.cls] if isinstance(kind, ir.Name) and not kind.optional else None

    def _column(self, cls: ir.Class, kind: ir.Type, values: list[int], row: ir.Expr) -> ir.Expr:
        """A look-up in a new column, or in one that holds the same."""
        now = self.classes[cls.name]
        for column in now.columns:
            if column.type == kind and column.values == tuple(values):
                return ir.ColumnOf(cls.name, column.name, row)
        column = ir.Column(f"table {len(now.columns)}", kind, tuple(values))
        self.classes[cls.name] = evolve(now, columns=(*now.columns, column))
        return ir.ColumnOf(cls.name, column.name, row)
