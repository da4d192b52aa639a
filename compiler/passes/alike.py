"""Rows whose cells are all alike ("three in a row"), tested after one of the cells was written with a known value.

Where a watch over a table asks only that the cells of a row hold the same value (and not this or that one), a write of
`v` to cell `i` can complete a row with `i` in it in one way: all its other cells hold `v` already. So the other cells
of each such row are listed by `i` in a hidden table, and only those are looked at.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulewright.compiler.passes.walk import everything, rebuild
from rulewright.dsl import ir


@frozen
class Alike:
    """What has to be tested for each row in `domain` (bound to `local`): `cond`, then `body`. `table` is the hidden
    class of (cell, row) pairs, `column` the one on the class of the cells that says which pairs belong to a cell."""

    table: ir.Class
    column: ir.Column
    local: ir.LocalVar
    domain: ir.SetDomain
    cond: ir.Expr
    body: tuple[ir.Stmt, ...]
    never: tuple[int, ...]  # values with which no row counts


def alike(
    watch: ir.Watch, place: ir.FieldRef, value: ir.Local, cls: ir.Class, per: ir.Class, number: int
) -> Alike | None:
    """The test of `watch` (over `cls`) after `place` (a field per `per`) was written with `value`; None if what it asks
    is of another shape. `number` makes the hidden names unique."""
    read = _columns(watch, place.field)
    if read is None:
        return None
    columns, never = read
    values = {k.name: k.values for k in cls.columns}
    others: list[list[int]] = [[] for _ in columns[1:]]
    rows: list[int] = []
    masks = [0] * per.size
    for cell in range(per.size):
        for row in range(cls.size):
            cells = [values[c][row] for c in columns]
            if len(set(cells)) < len(cells) or max(cells) >= per.size:
                return None
            if cell in cells:
                masks[cell] |= 1 << len(rows)
                rows.append(row)
                cells.remove(cell)
                for held, other in zip(others, cells, strict=True):
                    held.append(other)
    name, local = f"#pairs {number}", f"#pair {number}"
    table = ir.Class(
        name,
        "table",
        tuple(str(n) for n in range(len(rows))),
        tuple(str(n) for n in range(len(rows))),
        (
            *(ir.Column(f"other {n}", ir.Name(per.name), tuple(held)) for n, held in enumerate(others)),
            ir.Column("row", ir.Name(cls.name), tuple(rows)),
        ),
    )
    column = ir.Column(name, ir.SetType(name), tuple(masks))
    tests = tuple(
        ir.Compare("is", ir.Read(ir.FieldRef(place.field, ir.ColumnOf(name, f"other {n}", ir.Local(local)))), value)
        for n in range(len(others))
    )
    domain = ir.SetDomain(name, ir.ColumnOf(per.name, name, place.index)) if place.index is not None else None
    if domain is None or not tests:
        return None

    def known(node: Any) -> Any:
        match node:
            case ir.Read(place=ir.FieldRef(field=f, index=ir.ColumnOf(column=c, row=ir.Local(name=row)))):
                if f == place.field and row == watch.local and c in columns:
                    return value
            case ir.Local(name=row) if row == watch.local:
                return ir.ColumnOf(name, "row", ir.Local(local))
        return rebuild(node, known)

    body: tuple[ir.Stmt, ...] = tuple(known(s) for s in watch.body)
    cond = tests[0] if len(tests) == 1 else ir.Logic("and", tests)
    return Alike(table, column, ir.LocalVar(local, ir.Name(name)), domain, cond, body, never)


def _columns(watch: ir.Watch, written: str) -> tuple[list[str], tuple[int, ...]] | None:
    """The columns whose cells have to be alike, and the values they must not have."""
    parts = [watch.cond]
    while any(isinstance(p, ir.Logic) and p.op == "and" for p in parts):
        parts = [q for p in parts for q in (p.parts if isinstance(p, ir.Logic) and p.op == "and" else (p,))]
    groups: list[set[str]] = []
    never: list[int] = []

    def column(node: ir.Expr) -> str | None:
        match node:
            case ir.Read(place=ir.FieldRef(field=f, index=ir.ColumnOf(column=c, row=ir.Local(name=row)))):
                return c if f == written and row == watch.local else None
        return None

    for part in parts:
        match part:
            case ir.Compare(op="is", left=left, right=right):
                pair = {column(left), column(right)}
            case ir.Compare(op="is not", left=left, right=ir.Const(value=value)):
                pair = {column(left)}
                never.append(value)
            case _:
                return None
        names = {c for c in pair if c is not None}
        if len(names) != len(pair):
            return None
        touching = [g for g in groups if g & names]
        groups = [g for g in groups if not g & names] + [names.union(*touching)]
    if len(groups) != 1:
        return None
    if any(isinstance(n, ir.Apply | ir.Fold) for n in everything(watch.cond)):
        return None
    return sorted(groups[0]), tuple(never)
