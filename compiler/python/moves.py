"""Moving, turning and mixing components: `Move`, `Turn` and `Mix` by how their zones are stored.

A single component between two zones is written out in two or three lines, and so is a move of all, or of so many of a
kind, between two zones without order where no event is wanted. Everything else takes packets out of one zone and puts
them into another by functions of runtime/packets.py.
"""

from __future__ import annotations

from rulewright.compiler.python.code import Code
from rulewright.compiler.python.count import codes_of
from rulewright.compiler.python.events import event, zone_audience, zone_index
from rulewright.compiler.python.expr import Address, may_be_none, zone_address
from rulewright.compiler.python.text import BIT_OR, COMPARE, PRODUCT, SUM
from rulewright.compiler.python.unit import Unit
from rulewright.dsl import ir
from rulewright.runtime.schema import ZoneInfo

WRITTEN_OUT = 8  # a move of all is written out for so many codes
ALL = 1 << 30
ONE = ir.Const(1)


def move(code: Code, stmt: ir.Move) -> None:
    """Move components, with the event."""
    if stmt.handle is not None:
        _one(code, stmt, stmt.handle)
        return
    unit = code.unit
    source, target = unit.layout.zones[stmt.source.zone], unit.layout.zones[stmt.target.zone]
    if not (source.slot or source.ordered or target.ordered or unit.events) and stmt.source != stmt.target:
        room = not _limited(unit, target)
        if source.masked and not target.slot:
            _sets(code, stmt, source, target, room=room)
            return
        if room and stmt.count is None and (stmt.kind is None or isinstance(stmt.kind, ir.Const)):
            _all(code, stmt, source, target)
            return
        some = stmt.count is not None and (room or stmt.count == ir.Const(1))
        if some and isinstance(stmt.kind, ir.Const) and not source.either:
            _some(code, stmt, source, target, stmt.kind.value)
            return
    _packets(code, stmt, source, target)


def recode(source: ZoneInfo, target: ZoneInfo, face: int | None, element: int) -> int:
    """The code that an element of one zone gets in another."""
    kind = element >> 1 if source.either else element
    if not target.either:
        return kind
    if face is None:
        face = element & 1 if source.either else 0
    return 2 * kind + face


def _public(source: ZoneInfo, target: ZoneInfo, face: int | None, element: int) -> bool:
    """Do all see this element go, because it lies face up before or after?"""
    return bool((source.either and element & 1) or (target.either and recode(source, target, face, element) & 1))


def _limited(unit: Unit, zone: ZoneInfo) -> bool:
    """Can a zone be full while there are components of its class elsewhere?"""
    return zone.slot or zone.capacity < sum(unit.classes[zone.cls].components)


def _addresses(code: Code, stmt: ir.Move) -> tuple[Address, Address]:
    unit, names = code.unit, code.names
    return zone_address(unit, names, stmt.source, stmt.span), zone_address(unit, names, stmt.target, stmt.span)


# ------------------------------------------------------------------------------------------------ one component


def _one(code: Code, stmt: ir.Move, handle: str) -> None:
    unit, lines = code.unit, code.lines
    source, target = unit.layout.zones[stmt.source.zone], unit.layout.zones[stmt.target.zone]
    here, there = _addresses(code, stmt)
    name = code.local(handle)
    mask = _mask_before(code, stmt) if unit.events else ""
    depth = lines.depth
    sure = id(stmt) in unit.layout.prepared.there
    if source.ordered:
        taken = f"{unit.need('take_one', 'packets')}(cells, {here.plus(0)}, {name})"
        lines.add(taken) if sure else lines.open(f"if {taken}:")
    elif source.slot:
        if not sure:
            lines.open(f"if {here.cell()} == {name}:")
        lines.add(f"{here.cell()} = {source.codes}")
    elif source.masked:
        if not sure:
            lines.open(f"if {here.cell()} >> {name} & 1:")
        lines.add(f"{here.cell()} ^= 1 << {name}")
    else:
        cell = f"cells[{here.plus(0)} + {name}]"
        if not sure:
            lines.open(f"if {cell}:")
        lines.add(f"{cell} -= 1")
    arriving = _recoded_text(source, target, stmt.face, name)
    up = _up_text(source, target, stmt.face, name)
    if arriving != name:
        if up not in ("", "1") and unit.events:
            kept = unit.temporary()
            lines.add(f"{kept} = {up}")
            up = kept
        lines.add(f"{name} = {arriving}")
    _refuse_full(code, stmt, target, there, "1")
    if target.ordered:
        lines.add(f"{unit.need('put_one', 'packets')}(cells, {there.plus(0)}, {name}, {stmt.spot!r})")
    elif target.slot:
        lines.add(f"{there.cell()} = {name}")
    elif target.masked:
        lines.add(f"{there.cell()} |= 1 << {name}")
    else:
        lines.add(f"cells[{there.plus(0)} + {name}] += 1")
    if unit.events:
        told = _mask_after(code, stmt, mask)
        if up:
            told = str(unit.everybody) if up == "1" else f"{unit.everybody} if {up} else {told}"
        _move_event(code, stmt, told, f"(({name}, 1),)")
    lines.depth = depth


def _recoded_text(source: ZoneInfo, target: ZoneInfo, face: int | None, name: str) -> str:
    if not source.either:
        return f"2 * {name} + {face or 0}" if target.either else name
    if not target.either:
        return f"{name} >> 1"
    if face is None:
        return name
    return f"{name} | 1" if face else f"{name} & ~1"


def _up_text(source: ZoneInfo, target: ZoneInfo, face: int | None, name: str) -> str:
    """Whether all see a single component go: "1" for surely, nothing for surely not, else a condition."""
    if target.either and face == 1:
        return "1"
    return f"{name} & 1" if source.either else ""


# ------------------------------------------------------------------------------------------------ zones without order


def _all(code: Code, stmt: ir.Move, source: ZoneInfo, target: ZoneInfo) -> None:
    here, there = _addresses(code, stmt)
    kind = stmt.kind.value if isinstance(stmt.kind, ir.Const) else None
    wanted = codes_of(source, kind, None)
    if len(wanted) <= WRITTEN_OUT:
        for element in wanted:
            code.lines.add(f"{there.cell(recode(source, target, stmt.face, element))} += {here.cell(element)}")
            code.lines.add(f"{here.cell(element)} = 0")
        return
    many = code.unit.temporary()
    element_name = code.unit.temporary()
    code.lines.open(f"for {element_name}, {many} in enumerate({here.slice(source.codes)}):")
    code.lines.open(f"if {many}:")
    arriving = _recoded_text(source, target, stmt.face, element_name)
    code.lines.add(f"cells[{there.plus(0)} + {arriving if arriving == element_name else f'({arriving})'}] += {many}")
    code.lines.add(f"cells[{here.plus(0)} + {element_name}] = 0")
    code.lines.close(2)


def _sets(code: Code, stmt: ir.Move, source: ZoneInfo, target: ZoneInfo, *, room: bool) -> None:
    """Between zones that are stored as sets."""
    plain = source.either == target.either and (not source.either or stmt.face is None)
    if room and plain and stmt.kind is None and stmt.count is None:
        here, there = _addresses(code, stmt)
        code.lines.add(f"{there.cell()} |= {here.cell()}")
        code.lines.add(f"{here.cell()} = 0")
    elif room and not source.either and not target.either and stmt.kind is not None and stmt.count in (None, ONE):
        _kind(code, stmt)
    else:
        _packets(code, stmt, source, target)


def _kind(code: Code, stmt: ir.Move) -> None:
    """The one component of a kind, between zones that are stored as sets."""
    assert stmt.kind is not None
    here, there = _addresses(code, stmt)
    bit = code.unit.temporary()
    code.lines.add(f"{bit} = {here.cell()} & 1 << {code.value(stmt.kind, SUM)}")
    depth = code.lines.depth
    if id(stmt) not in code.unit.layout.prepared.there:
        code.lines.open(f"if {bit}:")
    code.lines.add(f"{here.cell()} ^= {bit}")
    code.lines.add(f"{there.cell()} |= {bit}")
    code.lines.depth = depth


def _some(code: Code, stmt: ir.Move, source: ZoneInfo, target: ZoneInfo, kind: int) -> None:
    unit = code.unit
    if kind >= source.codes:
        code.lines.add("pass")
        return
    here, there = _addresses(code, stmt)
    new = recode(source, target, stmt.face, kind)
    arrives = there.cell() if target.slot else there.cell(new)
    if stmt.count == ir.Const(1):
        depth = code.lines.depth
        if id(stmt) not in unit.layout.prepared.there:
            code.lines.open(f"if {here.cell(kind)}:")
        _refuse_full(code, stmt, target, there, "1")
        code.lines.add(f"{here.cell(kind)} -= 1")
        code.lines.add(f"{arrives} = {new}" if target.slot else f"{arrives} += 1")
        code.lines.depth = depth
    else:
        assert stmt.count is not None
        many = code.unit.temporary()
        code.lines.add(f"{many} = min({code.value(stmt.count)}, {here.cell(kind)})")
        code.lines.open(f"if {many} > 0:")
        code.lines.add(f"{here.cell(kind)} -= {many}")
        code.lines.add(f"{arrives} += {many}")
        code.lines.close()


# ------------------------------------------------------------------------------------------------ packets


def _packets(code: Code, stmt: ir.Move, source: ZoneInfo, target: ZoneInfo) -> None:
    unit, lines = code.unit, code.lines
    here, there = _addresses(code, stmt)
    mask = _mask_before(code, stmt) if unit.events else ""
    taken = unit.temporary()
    lines.add(f"{taken} = {_taken(code, stmt, source, here)}")
    lines.open(f"if {taken}:")
    arriving = taken
    codes = tuple(recode(source, target, stmt.face, element) for element in range(source.codes))
    if codes != tuple(range(source.codes)):
        arriving = unit.temporary()
        table = unit.table(codes, f"codes from {source.name} to {target.name}")
        lines.add(f"{arriving} = {unit.need('recoded', 'packets')}({taken}, {table})")
    _refuse_full(code, stmt, target, there, f"sum(map(len, {taken}))")
    if target.slot:
        lines.add(f"{there.cell()} = {arriving}[0][0]")
    elif target.ordered:
        lines.add(f"{unit.need('put', 'packets')}(cells, {there.plus(0)}, {arriving}, {stmt.spot!r})")
    else:
        put = unit.need("put_masked" if target.masked else "put_counted", "packets")
        lines.add(f"{put}(cells, {there.plus(0)}, {arriving})")
    if unit.events:
        _packet_events(code, stmt, source, target, taken, arriving, _mask_after(code, stmt, mask))
    lines.close()


def _taken(code: Code, stmt: ir.Move, source: ZoneInfo, here: Address) -> str:
    unit = code.unit
    most = str(ALL) if stmt.count is None else code.value(stmt.count)
    size = unit.classes[source.cls].size
    if stmt.kind is None:
        wanted = f"range({source.codes})"
    elif isinstance(stmt.kind, ir.Const):
        wanted = str(codes_of(source, stmt.kind.value, None))
    else:
        kind = code.value(stmt.kind, PRODUCT)
        wanted = f"(2 * {kind}, 2 * {kind} + 1)" if source.either else f"({kind},)"
        if may_be_none(unit, stmt.kind):
            wanted = f"{wanted} if {code.value(stmt.kind, COMPARE + 1)} < {size} else ()"
    if source.slot:
        return f"{unit.need('take_slot', 'packets')}(cells, {here.plus(0)}, {wanted}, {most}, {source.codes})"
    if source.ordered:
        return f"{unit.need('take', 'packets')}(cells, {here.plus(0)}, {wanted}, {most})"
    taking = unit.need("take_masked" if source.masked else "take_counted", "packets")
    return f"{taking}(cells, {here.plus(0)}, {wanted}, {most})"


def _refuse_full(code: Code, stmt: ir.Move, target: ZoneInfo, there: Address, many: str) -> None:
    """A fault if the target cannot hold so many more."""
    unit = code.unit
    if not _limited(unit, target):
        return
    if target.slot:
        full = f"{there.cell()} != {target.codes}" + ("" if many == "1" else f" or {many} > 1")
    elif target.ordered:
        full = f"{there.cell()} + {many} > {target.capacity}"
    elif target.masked:
        full = f"{there.cell()}.bit_count() + {many} > {target.capacity}"
    else:
        full = f"sum({there.slice(target.codes)}) + {many} > {target.capacity}"
    declared = unit.zones[target.name]
    why = f"{declared.title or declared.name} is full"
    code.lines.open(f"if {full}:")
    code.lines.add(f"{unit.need('fault', 'checked')}({why!r}, {unit.where(stmt.span)})")
    code.lines.close()


# ------------------------------------------------------------------------------------------------ events of moves


def _mask_before(code: Code, stmt: ir.Move) -> str:
    """Who sees the components where they are (or is shown them): worked out before they go."""
    mask = zone_audience(code.unit, stmt.source.zone, zone_index(code, stmt.source, stmt.span))
    if stmt.shown is not None:
        mask = f"{mask} | {code.value(stmt.shown, BIT_OR + 1)}"
    if mask.isdigit():
        return mask
    kept = code.unit.temporary()
    code.lines.add(f"{kept} = {mask}")
    return kept


def _mask_after(code: Code, stmt: ir.Move, before: str) -> str:
    after = zone_audience(code.unit, stmt.target.zone, zone_index(code, stmt.target, stmt.span))
    if before.isdigit() and after.isdigit():
        return str(int(before) | int(after))
    return f"{before} | {after}"


def _move_event(code: Code, stmt: ir.Move, mask: str, elements: str) -> None:
    unit = code.unit
    here, there = unit.zone_numbers[stmt.source.zone], unit.zone_numbers[stmt.target.zone]
    at, to = zone_index(code, stmt.source, stmt.span), zone_index(code, stmt.target, stmt.span)
    event(code, '"move"', mask, str(here), at, str(there), to, elements)


def _packet_events(
    code: Code, stmt: ir.Move, source: ZoneInfo, target: ZoneInfo, taken: str, arriving: str, mask: str
) -> None:
    """One event for what not all see go, one for the rest."""
    unit = code.unit
    public = tuple(e for e in range(source.codes) if _public(source, target, stmt.face, e))
    counted = unit.need("counted", "packets")
    if not public or len(public) == source.codes:
        _move_event(code, stmt, str(unit.everybody) if public else mask, f"{counted}({arriving})")
        return
    codes = unit.table(
        tuple(recode(source, target, stmt.face, e) for e in range(source.codes)),
        f"codes from {source.name} to {target.name}",
    )
    seen = unit.table(public, f"seen from {source.name} to {target.name}")
    for audience, test in ((mask, "not in"), (str(unit.everybody), "in")):
        elements = unit.temporary()
        part = f"[[{codes}[e] for e in packet if e {test} {seen}] for packet in {taken}]"
        code.lines.add(f"{elements} = {counted}({part})")
        code.lines.open(f"if {elements}:")
        _move_event(code, stmt, audience, elements)
        code.lines.close()


# ------------------------------------------------------------------------------------------------ mixing and turning


def mix(code: Code, stmt: ir.Mix) -> None:
    """Shuffle. A zone without order is shuffled at all times."""
    unit = code.unit
    info = unit.layout.zones[stmt.zone.zone]
    if info.ordered:
        at = zone_address(unit, code.names, stmt.zone, stmt.span)
        code.lines.add(f"{unit.need('mix', 'packets')}(cells, {at.plus(0)})")
    if unit.events:
        index = zone_index(code, stmt.zone, stmt.span)
        event(code, '"mix"', str(unit.everybody), str(unit.zone_numbers[info.name]), index)


def turn(code: Code, stmt: ir.Turn) -> None:
    """Turn one component, or all."""
    unit, lines = code.unit, code.lines
    info = unit.layout.zones[stmt.zone.zone]
    at = zone_address(unit, code.names, stmt.zone, stmt.span)
    turned = ""
    depth = lines.depth
    if stmt.handle is not None:
        name = code.local(stmt.handle)
        lines.open(f"if {name} & 1 != {stmt.face}:")
        sure = id(stmt) in unit.layout.prepared.there
        if info.ordered:
            test = f"{unit.need('turn_one', 'packets')}(cells, {at.plus(0)}, {name})"
            lines.open(f"if {test}:")
        elif not sure:
            held = f"{at.cell()} == {name}" if info.slot else f"cells[{at.plus(0)} + {name}]"
            lines.open(f"if {at.cell()} >> {name} & 1:" if info.masked else f"if {held}:")
        if info.slot:
            lines.add(f"{at.cell()} ^= 1")
        elif info.masked:
            lines.add(f"{at.cell()} ^= 3 << ({name} & ~1)")
        elif not info.ordered:
            lines.add(f"cells[{at.plus(0)} + {name}] -= 1")
            lines.add(f"cells[{at.plus(0)} + ({name} ^ 1)] += 1")
        lines.add(f"{name} ^= 1")
        turned = f"(({name}, 1),)"
    elif unit.events or info.ordered or info.slot or info.masked:
        kept = unit.temporary()
        sort = "slot" if info.slot else "ordered" if info.ordered else "masked" if info.masked else "counted"
        turn_all = unit.need(f"turn_{sort}", "packets")
        turning = f"{turn_all}(cells, {at.plus(0)}, {info.codes}, {stmt.face})"
        if not unit.events:
            lines.add(turning)
            return
        lines.add(f"{kept} = {turning}")
        lines.open(f"if {kept}:")
        turned = kept
    else:
        for kind in range(info.codes // 2):
            lines.add(f"{at.cell(2 * kind + stmt.face)} += {at.cell(2 * kind + 1 - stmt.face)}")
            lines.add(f"{at.cell(2 * kind + 1 - stmt.face)} = 0")
    if unit.events:
        index = zone_index(code, stmt.zone, stmt.span)
        mask = str(unit.everybody) if stmt.face else zone_audience(unit, info.name, index)
        event(code, '"turn"', mask, str(unit.zone_numbers[info.name]), index, turned)
    lines.depth = depth
