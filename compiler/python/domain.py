"""Going through the members of a domain: what stands between `for` and the colon, and what has to be tested.

Three shapes make the loops of a game cheap. A static table goes through tuples of just the columns that are used; a
class that indexes a field goes through the field's values with their indexes; a zone stored as counts through those.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulewright.compiler.effects import mentioned
from rulewright.compiler.passes.walk import children, everything
from rulewright.compiler.python.expr import value, zone_address
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir

WRITTEN_OUT = 8  # a range of so many numbers is written out
SUBSETS = 8  # the members of every set of a class this small are listed once
ROWS = 512  # a table with more rows than this is not written out as tuples


@frozen
class Walk:
    """`for target in source`, then `tests` that must hold; `names` is how things are written inside. `many` is the
    variable with how many components there are of a zone's element, where one is at hand."""

    target: str
    source: str
    tests: tuple[str, ...]
    names: Names
    many: str = ""


def walk(
    unit: Unit,
    names: Names,
    local: str,
    domain: ir.Domain,
    uses: tuple[Any, ...],
    span: object,
    *,
    whole: bool = False,
) -> Walk:
    """How to go through `domain`, the member being `local`, for `uses` (expressions and statements) inside. The uses
    must not write what the domain reads, unless the source is made a list first. `whole`: the member itself is wanted
    in its variable, whatever the uses are."""
    if whole:
        uses = (*uses, ir.Local(local))
    variable = unit.variable(local)
    inside = names.bind(local, variable)
    match domain:
        case ir.RangeDomain(low=ir.Const(value=a), high=ir.Const(value=b)) if b - a < WRITTEN_OUT:
            return Walk(variable, repr(tuple(range(a, b + 1))), (), inside)
        case ir.RangeDomain():
            low, high = domain.low, unit.simplifier.simplify(ir.Arith("+", domain.high, ir.Const(1)))
            first = "" if low == ir.Const(0) else f"{value(unit, names, low)}, "
            return Walk(variable, f"range({first}{value(unit, names, high)})", (), inside)
        case ir.ClassDomain():
            size = unit.classes[domain.cls].size
            if size <= ROWS:
                rows = _rows(unit, names, local, domain.cls, uses)
                if rows is not None:
                    target, entries, bound = rows
                    return Walk(target, unit.table(tuple(entries), f"{domain.cls} rows"), (), bound)
            return _class(unit, inside, local, domain.cls, uses)
        case ir.SetDomain():
            return _set(unit, names, local, domain, uses)
        case ir.ZoneDomain():
            return _zone(unit, names, local, domain, span)


def _class(unit: Unit, inside: Names, local: str, cls: str, uses: tuple[Any, ...]) -> Walk:
    """Through a class, taking a field that it indexes along if one is read."""
    variable = unit.variable(local)
    size = unit.classes[cls].size
    if not any(isinstance(use, ir.Stmt) for use in uses):
        for node in everything(uses):
            if isinstance(node, ir.Read) and node.place.index == ir.Local(local):
                info = unit.layout.fields[node.place.field]
                if info.per == cls:
                    held = f"{variable}_{len(inside.known)}"
                    source = f"enumerate(cells[{info.offset} : {info.offset + info.cells}])"
                    return Walk(f"{variable}, {held}", source, (), inside.bind(f"{local}!{info.name}", held))
    return Walk(variable, f"range({size})", (), inside)


def _set(unit: Unit, names: Names, local: str, domain: ir.SetDomain, uses: tuple[Any, ...]) -> Walk:
    variable = unit.variable(local)
    inside = names.bind(local, variable)
    size = unit.classes[domain.cls].size

    def members(mask: int) -> list[int]:
        return [m for m in range(size) if mask >> m & 1]

    rows = _rows(unit, names, local, domain.cls, uses)
    target, entries, bound = rows if rows is not None else (variable, list(range(size)), inside)
    match domain.set:
        case ir.Const(value=mask):
            return Walk(target, unit.table(tuple(entries[m] for m in members(mask)), domain.cls), (), bound)
        case ir.ColumnOf(cls=cls, column=column, row=row) if size <= ROWS:
            sets = unit.simplifier.columns[cls, column].values
            table = unit.table(tuple(tuple(entries[m] for m in members(s)) for s in (*sets, 0)), f"{domain.cls} rows")
            return Walk(target, f"{table}[{value(unit, names, row)}]", (), bound)
    if size <= SUBSETS:
        return Walk(variable, f"{subsets(unit, size)}[{value(unit, names, domain.set)}]", (), inside)
    return Walk(variable, f"{unit.need('members', 'bits')}({value(unit, names, domain.set)})", (), inside)


def subsets(unit: Unit, size: int) -> str:
    """The table of the members of each set of a class of this size."""
    text = f"tuple(tuple(m for m in range({size}) if s >> m & 1) for s in range({1 << size}))"
    return unit.named_table(("subsets", size), f"SUBSETS_{size}", text)


def _zone(unit: Unit, names: Names, local: str, domain: ir.ZoneDomain, span: object) -> Walk:
    variable = unit.variable(local)
    inside = names.bind(local, variable)
    info = unit.layout.zones[domain.zone.zone]
    at = zone_address(unit, names, domain.zone, span)
    if info.slot:
        return Walk(variable, f"({at.cell()},)", (f"{variable} != {info.codes}",), inside)
    if info.ordered:
        return Walk(variable, f"{unit.need('distinct', 'packets')}(cells, {at.plus(0)})", (), inside)
    if info.masked:
        return Walk(variable, f"{unit.need('members', 'bits')}({at.cell()})", (), inside)
    many = f"{variable}_{len(names.known)}"
    return Walk(f"{variable}, {many}", f"enumerate({at.slice(info.codes)})", (many,), inside, many)


def _rows(unit: Unit, names: Names, local: str, cls: str, uses: tuple[Any, ...]) -> tuple[str, list[Any], Names] | None:
    """Rows as tuples of the columns used: the target, the tuple of each row, and how the columns are written. None if
    the member itself is needed (or nothing static of it)."""
    columns: dict[str, set[str | None]] = {}  # column -> the fields that it indexes; None: used otherwise
    indexes: set[int] = set()
    for node in everything(uses):
        match node:
            case ir.Each() | ir.Choose() | ir.Sample():
                return None
            case ir.FieldRef(index=ir.ColumnOf(row=ir.Local(name=name)) as index) if name == local:
                columns.setdefault(index.column, set()).add(node.field)
                indexes.add(id(index))
            case ir.ColumnOf(row=ir.Local(name=name)) if name == local and id(node) not in indexes:
                columns.setdefault(node.column, set()).add(None)
    if not columns:
        return None
    return _unpacked(unit, names, local, cls, columns, whole=_used_whole(local, uses))


def _unpacked(
    unit: Unit, names: Names, local: str, cls: str, columns: dict[str, set[str | None]], *, whole: bool
) -> tuple[str, list[Any], Names] | None:
    variable = unit.variable(local)
    targets: list[str] = []
    sources: list[tuple[int, ...]] = []
    inside = names.bind(local, variable)
    for n, (column, fields) in enumerate(columns.items()):
        values = unit.simplifier.columns[cls, column].values
        for used in sorted(fields, key=str):
            if used is None:
                targets.append(f"{variable}_c{n}")
                sources.append(values)
                inside = inside.bind(f"{local}.{column}", targets[-1])
            else:
                info = unit.layout.fields[used]
                if max(values) >= info.cells:
                    return None
                targets.append(f"{variable}_p{n}")
                sources.append(tuple(info.offset + v for v in values))
                inside = inside.bind(f"{local}.{column}@{used}", targets[-1])
    if whole or len(targets) == 1:
        targets.append(variable)
        sources.append(tuple(range(unit.classes[cls].size)))
    return ", ".join(targets), list(zip(*sources, strict=True)), inside


def _used_whole(local: str, node: Any) -> bool:
    """Is a local used other than as the row of a column?"""
    if isinstance(node, ir.Local):
        return node.name == local
    if isinstance(node, ir.SetField | ir.Move | ir.Turn | ir.Tell | ir.Mix):
        return True
    if isinstance(node, ir.Fold):  # it may become a function, which is handed the member
        return local in mentioned(node)
    if isinstance(node, ir.ColumnOf) and isinstance(node.row, ir.Local):
        return False
    return any(_used_whole(local, child) for child in children(node))
