"""Events, in the full flavour: audiences as functions, and what each change tells whom (runtime/events.py)."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.layout import type_info
from rulewright.compiler.python.code import Code
from rulewright.compiler.python.expr import Address, index_piece, value, zone_address
from rulewright.compiler.python.text import Lines
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir
from rulewright.runtime.schema import ZoneInfo


def audience(unit: Unit, seen: ir.Expr, index: str, key: str) -> str:
    """The mask of an audience: a number if it never changes, else a call of the function that works it out."""
    simple = unit.simplifier.simplify(seen)
    if isinstance(simple, ir.Const):
        return str(simple.value)

    def write(name: str) -> Lines:
        lines = Lines()
        lines.open(f"def {name}(cells: list[int], it: int) -> int:")
        lines.add(f"return {value(unit, Names({'it': 'it'}), simple)}")
        return lines

    return f"{unit.helper(('audience', key), 'seen', write)}(cells, {index})"


def field_audience(unit: Unit, name: str, index: str) -> str:
    return audience(unit, unit.fields[name].seen, index, f"field {name}")


def zone_audience(unit: Unit, name: str, index: str) -> str:
    return audience(unit, unit.zones[name].seen, index, f"zone {name}")


def event(code: Code, *parts: str) -> None:
    code.lines.add(f"log.append(({', '.join(parts)}))")


# ------------------------------------------------------------------------------------------------ fields


def set_event(code: Code, name: str, index: ir.Expr | None, cell: str, shown: str) -> None:
    """A field cell was written: told to its audience, and to the players `shown` it."""
    at = "0" if index is None else code.value(index)
    mask = field_audience(code.unit, name, at)
    event(code, '"set"', f"{mask} | {shown}" if shown else mask, str(code.unit.field_numbers[name]), at, cell)


def shown_it(code: Code, stmt: ir.SetField) -> str:
    """Who is shown the value beside the audience, worked out before the write; nothing if nobody is."""
    if stmt.shown is None:
        return ""
    mask = code.value(stmt.shown)
    if mask.isdigit():
        return mask
    kept = code.unit.temporary()
    code.lines.add(f"{kept} = {mask}")
    return kept


def who_saw(code: Code, stmt: ir.SetField) -> str:
    """Keep who sees what the write widens; the variable it is kept in, or nothing."""
    if not stmt.widens:
        return ""
    before = code.unit.temporary()
    code.lines.add(f"{before} = {_audiences(code.unit, stmt.widens)}(cells)")
    return before


def shown_to_newcomers(code: Code, stmt: ir.SetField, index: ir.Expr | None, before: str) -> None:
    """Whoever newly sees something after a write is shown it. The cell just written has been told already."""
    if not before:
        return
    unit = code.unit
    number = 0
    written = "0" if index is None else code.value(index)
    for name in stmt.widens:
        if name in unit.fields:
            info: Any = unit.layout.fields[name]
            for n in range(info.cells):
                new = _newcomers(code, field_audience(unit, name, str(n)), f"{before}[{number}]")
                number += 1
                if name == stmt.place.field:
                    if written == str(n):
                        continue
                    new += f" if {written} != {n} else 0" if not written.isdigit() else ""
                x = unit.temporary()
                code.lines.add(f"{x} = {new}")
                code.lines.open(f"if {x}:")
                event(code, '"set"', x, str(unit.field_numbers[name]), str(n), f"cells[{info.offset + n}]")
                code.lines.close()
            continue
        zone = unit.layout.zones[name]
        for n in range(zone.cells):
            x = unit.temporary()
            new = _newcomers(code, zone_audience(unit, name, str(n)), f"{before}[{number}]")
            number += 1
            code.lines.add(f"{x} = {new}")
            code.lines.open(f"if {x}:")
            show(code, x, zone, Address(zone.offset + n * zone.stride), str(n))
            code.lines.close()


def _newcomers(code: Code, now: str, before: str) -> str:
    return f"{now} & ~{before}"


def _audiences(unit: Unit, names: tuple[str, ...]) -> str:
    def write(name: str) -> Lines:
        lines = Lines()
        lines.open(f"def {name}(cells: list[int]) -> tuple[int, ...]:")
        lines.open("return (")
        for widened in names:
            if widened in unit.fields:
                masks = [field_audience(unit, widened, str(n)) for n in range(unit.layout.fields[widened].cells)]
            else:
                masks = [zone_audience(unit, widened, str(n)) for n in range(unit.layout.zones[widened].cells)]
            for mask in masks:
                lines.add(f"{mask},")
        lines.close()
        lines.add(")")
        return lines

    return unit.helper(("audiences", names), "seen", write)


# ------------------------------------------------------------------------------------------------ showing and telling


def contents(unit: Unit, info: ZoneInfo, at: Address) -> str:
    """The content of a zone as an event tells it: (code, how many), rising."""
    if info.slot:
        return f"(() if {at.cell()} == {info.codes} else (({at.cell()}, 1),))"
    if info.ordered:
        return f"{unit.need('counted', 'packets')}({unit.need('packets', 'packets')}(cells, {at.plus(0)}))"
    if info.masked:
        return f"tuple((code, 1) for code in {unit.need('members', 'bits')}({at.cell()}))"
    return f"tuple((code, many) for code, many in enumerate({at.slice(info.codes)}) if many)"


def show(code: Code, mask: str, info: ZoneInfo, at: Address, index: str) -> None:
    """Show the content of a zone, unless it is empty."""
    held = code.unit.temporary()
    code.lines.add(f"{held} = {contents(code.unit, info, at)}")
    code.lines.open(f"if {held}:")
    event(code, '"show"', mask, str(code.unit.zone_numbers[info.name]), index, held)
    code.lines.close()


def tell(code: Code, stmt: ir.Tell) -> None:
    """Announce a value, or show components."""
    unit = code.unit
    if not unit.events:
        return
    mask = code.value(stmt.audience)
    if stmt.zone is not None:
        info = unit.layout.zones[stmt.zone.zone]
        index = zone_index(code, stmt.zone, stmt.span)
        number = str(unit.zone_numbers[info.name])
        if stmt.handle is not None:
            event(code, '"show"', mask, number, index, f"(({code.local(stmt.handle)}, 1),)")
            return
        show(code, mask, info, zone_address(unit, code.names, stmt.zone, stmt.span), index)
        return
    text = unit.text_numbers[stmt.text]
    if stmt.value is None or stmt.type is None:
        event(code, '"announce"', mask, str(text), "-1", "0")
    else:
        type_number = unit.type_numbers[type_info(unit.classes, stmt.type)]
        event(code, '"announce"', mask, str(text), str(type_number), code.value(stmt.value))


def zone_index(code: Code, ref: ir.ZoneRef, span: object) -> str:
    """Which one of a zone declared `per` a class, as text; 0 where it is not."""
    info = code.unit.layout.zones[ref.zone]
    if info.per is None or ref.index is None:
        return "0"
    return index_piece(code.unit, code.names, ref.index, info.cells, ref.zone, span).text
