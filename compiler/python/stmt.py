"""Statements as structured Python: fields and locals here, the rest by the modules that know about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.compiler.python import flow
from rulewright.compiler.python.chance import sample
from rulewright.compiler.python.code import Code
from rulewright.compiler.python.events import set_event, shown_it, shown_to_newcomers, tell, who_saw
from rulewright.compiler.python.expr import field_cell, may_be_none, value
from rulewright.compiler.python.moves import mix, move, turn
from rulewright.compiler.python.unit import Names
from rulewright.dsl import ir


def statements(code: Code, body: tuple[ir.Stmt, ...]) -> None:
    """Write a list of statements; at least `pass`."""
    before = len(code.lines.lines)
    for stmt in body:
        statement(code, stmt)
        if isinstance(stmt, ir.Leave | ir.Result):
            break
    if all(line.lstrip().startswith("#") for line in code.lines.lines[before:]):
        code.lines.add("pass")


def statement(code: Code, stmt: ir.Stmt) -> None:
    """Write one statement that neither stops nor jumps out of what is being written."""
    code.lines.at_rule(stmt.span)
    held = code.held
    if isinstance(stmt, ir.SetField):
        _WRITE[type(stmt)](code, stmt)
        code.held = {place: value for place, value in held.items() if place[0] != stmt.place.field}
        return
    code.held = {}
    _WRITE[type(stmt)](code, stmt)


def set_local(code: Code, stmt: ir.SetLocal) -> None:
    target = code.local(stmt.name)
    text = code.value(stmt.value)
    match stmt.value:
        case ir.Arith(op="+" | "-" as op, left=ir.Local(name=name), right=right) if name == stmt.name:
            code.lines.add(f"{target} {op}= {code.value(right)}")
        case ir.Players(parts=(ir.Local(name=name), ir.Const(value=bits))) if name == stmt.name:
            code.lines.add(f"{target} |= {bits}")
        case _:
            code.lines.add(f"{target} = {text}")


# ------------------------------------------------------------------------------------------------ fields


def set_field(code: Code, stmt: ir.SetField) -> None:
    """Write a field cell, with its event and what newcomers are shown."""
    unit = code.unit
    place = stmt.place
    info = unit.layout.fields[place.field]
    if not unit.events and not info.planes:
        code.lines.add(_assignment(code, stmt, field_cell(unit, code.names, place, stmt.span)))
        return
    index: ir.Expr | None = place.index
    names = code.names
    plain = isinstance(index, ir.Local) and not unit.events and not may_be_none(unit, index)
    if index is not None and not isinstance(index, ir.Const) and not plain:
        at = unit.temporary()
        code.lines.add(f"{at} = {value(unit, names, index)}")
        index = ir.Local(f"#{at}")
        code.names = names.bind(f"#{at}", at)
        if may_be_none(unit, place.index):  # type: ignore[arg-type]
            size = unit.layout.fields[place.field].cells
            check = unit.need("indexed", "checked")
            code.lines.add(f"{check}({at}, {size}, {place.field!r}, {unit.where(stmt.span)})")
    cell = field_cell(unit, code.names, ir.FieldRef(place.field, index), stmt.span)
    before = who_saw(code, stmt) if unit.events else ""
    shown = shown_it(code, stmt) if unit.events else ""
    if info.planes:
        _set_planes(code, stmt, cell, index)
    else:
        code.lines.add(_assignment(code, stmt, cell))
    if unit.events:
        set_event(code, place.field, index, cell, shown)
        shown_to_newcomers(code, stmt, index, before)
    code.names = names


def _set_planes(code: Code, stmt: ir.SetField, cell: str, index: ir.Expr | None) -> None:
    """Write a cell, and take its member from the set of the old value to that of the new."""
    unit, lines = code.unit, code.lines
    info = unit.layout.fields[stmt.place.field]
    assert index is not None
    if isinstance(index, ir.Const):
        bit = str(1 << index.value)
    else:
        made = f"tuple(1 << n for n in range({info.cells}))"
        bit = f"{unit.named_table(('bits', info.cells), f'BITS_{info.cells}', made)}[{code.value(index)}]"
    known = code.held.get((stmt.place.field, stmt.place.index.name)) if isinstance(stmt.place.index, ir.Local) else None
    if known is not None:
        old = code.value(known)
    else:
        old = unit.temporary()
        lines.add(f"{old} = {cell}")
    lines.add(_assignment(code, stmt, cell))
    new = code.value(stmt.value) if isinstance(stmt.value, ir.Const | ir.Local) and stmt.range == "safe" else cell
    if info.type.kind == "truth":
        lines.open(f"if {old} != {new}:")
        lines.add(f"cells[{info.planes}] ^= {bit}")
        lines.close()
        return
    if not bit.isdigit():
        once = unit.temporary()
        lines.add(f"{once} = {bit}")
        bit = once
    for value_of in (old, new):
        plane = info.planes + int(value_of) if value_of.isdigit() else f"{info.planes} + {value_of}"
        lines.add(f"cells[{plane}] ^= {bit}")


def _assignment(code: Code, stmt: ir.SetField, cell: str) -> str:
    new = stmt.value
    declared = code.unit.fields[stmt.place.field]
    info = code.unit.layout.fields[declared.name].type
    low, high = info.low, info.high
    safe = stmt.range == "safe" or isinstance(declared.type, ir.SetType | ir.Truth)
    if isinstance(new, ir.Const) and low <= new.value <= high:
        safe = True
    if safe:
        match new:
            case ir.Arith(op="+" | "-" as op, left=ir.Read(place=place), right=right) if place == stmt.place:
                return f"{cell} {op}= {code.value(right)}"
        return f"{cell} = {code.value(new)}"
    if stmt.range == "clamp":
        return f"{cell} = {_clamped(code, new, low, high)}"
    title = declared.title or declared.name
    where = code.unit.where(stmt.span)
    if isinstance(declared.type, ir.Number):
        step = _step(stmt)
        if step is not None:  # only one bound can be passed
            check = code.unit.need("in_bounds", "checked")
            code.lines.open(f"if {cell} > {high - step}:" if step > 0 else f"if {cell} < {low - step}:")
            code.lines.add(f"{check}({code.value(new)}, {low}, {high}, {title!r}, {where})")
            code.lines.close()
            return f"{cell} += {step}" if step > 0 else f"{cell} -= {-step}"
        check = code.unit.need("in_bounds", "checked")
        return f"{cell} = {check}({code.value(new)}, {low}, {high}, {title!r}, {where})"
    check = code.unit.need("some_member", "checked")
    return f"{cell} = {check}({code.value(new)}, {high + 1}, {title!r}, {where})"


def _step(stmt: ir.SetField) -> int | None:
    """By how much a field goes up or down, if that is all that is done to it."""
    match stmt.value:
        case ir.Arith(op="+" | "-" as op, left=ir.Read(place=place), right=ir.Const(value=by)) if place == stmt.place:
            return (by if op == "+" else -by) or None
    return None


def _clamped(code: Code, new: ir.Expr, low: int, high: int) -> str:
    """A value that stops at the bounds; only the bound it can go past is looked at where that is plain."""
    text = code.value(new)
    match new:
        case ir.Arith(op="+", right=ir.Const(value=more)) if more >= 0:
            return f"min({text}, {high})"
        case ir.Arith(op="-", right=ir.Const(value=less)) if less >= 0:
            return f"max({text}, {low})"
    return f"max({low}, min({text}, {high}))"


RUN = 4  # so many cells in a row are written by one slice


def write_cells(code: Code, values: dict[int, str]) -> None:
    """Write cells; runs of one number at once."""
    waiting = sorted(values)
    while waiting:
        first, text = waiting[0], values[waiting[0]]
        run = 1
        while run < len(waiting) and waiting[run] == first + run and values[first + run] == text and text.isdigit():
            run += 1
        if run >= RUN:
            name = f"ZEROS_{run}" if text == "0" else f"RUN_{run}_OF_{text}"
            table = code.unit.named_table(("run", run, text), name, f"({text},) * {run}")
            code.lines.add(f"cells[{first} : {first + run}] = {table}")
        else:
            for cell in waiting[:run]:
                code.lines.add(f"cells[{cell}] = {text}")
        waiting = waiting[run:]


def begin_fields(code: Code, names: tuple[str, ...]) -> None:
    """Fields that go with a block take their initial values, without an event."""
    unit = code.unit
    values: dict[int, str] = {}
    for name in names:
        info, declared = unit.layout.fields[name], unit.fields[name]
        for n in range(info.cells):
            known = Names({"it": str(n)})
            initial = unit.simplifier.simplify(declared.initial, {"it": ir.Const(n)})
            values[info.offset + n] = value(unit, known, initial, 0)
    write_cells(code, values)


def clear_fields(code: Code, names: tuple[str, ...]) -> None:
    """Fields that go with a block take the values they have at rest."""
    values: dict[int, str] = {}
    for name in names:
        info = code.unit.layout.fields[name]
        values |= {info.offset + n: str(code.unit.fields[name].rest) for n in range(info.cells)}
    write_cells(code, values)


_WRITE: dict[type, Callable[[Code, Any], None]] = {
    ir.SetField: set_field,
    ir.SetLocal: set_local,
    ir.Move: move,
    ir.Turn: turn,
    ir.Mix: mix,
    ir.Tell: tell,
    ir.Sample: sample,
    ir.If: flow.if_statement,
    ir.Each: flow.each,
    ir.Loop: flow.loop,
    ir.Block: flow.block,
    ir.Leave: flow.leave,
    ir.Call: flow.call,
    ir.Result: flow.result,
    ir.Check: flow.check,
}
