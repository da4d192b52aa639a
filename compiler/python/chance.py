"""Chance: drawn on the spot in the quiet flavour, asked for in the full one. Weights are walked in canonical order, so
both use the generator alike (runtime/chance.py); a single possible outcome uses nothing."""

from __future__ import annotations

from rulewright.compiler.python.code import Code
from rulewright.compiler.python.domain import walk
from rulewright.compiler.python.expr import Address, cond, zone_address
from rulewright.compiler.python.picking import nth
from rulewright.compiler.python.text import OR
from rulewright.dsl import ir
from rulewright.runtime.chance import LOW, MULTIPLIER
from rulewright.runtime.schema import CHANCE, ZoneInfo

NOTHING = "chance has nothing to choose from"
ADDED_UP = 8  # so many cells are added up one by one, more by `sum`


def sample(code: Code, stmt: ir.Sample) -> None:
    """Draw, and bind the local."""
    unit, target = code.unit, code.local(stmt.local)
    match stmt.source:
        case ir.Roll(sides=sides):
            drawn = f"1 + {unit.need('below', 'chance')}(cells, {sides})" if sides > 1 else "1"
            code.lines.add(f"{target} = {drawn}")
        case ir.RollKind(cls=cls):
            copies = unit.classes[cls].copies
            if max(copies) == sum(copies):
                code.lines.add(f"{target} = {copies.index(max(copies))}")
            else:
                table = unit.table(copies, f"{cls} copies")
                code.lines.add(f"{target} = {unit.need('weighted', 'chance')}(cells, {table})")
        case ir.TopOf():
            _top(code, stmt, stmt.source, target)
        case ir.AnyOf(domain=ir.ClassDomain(cls=cls), guard=None):
            size = unit.classes[cls].size
            code.lines.add(f"{target} = {unit.need('below', 'chance')}(cells, {size})" if size > 1 else f"{target} = 0")
        case ir.AnyOf():
            found = unit.temporary()
            code.lines.add(f"{found} = {outcomes(code, stmt)}")
            code.lines.open(f"if not {found}:")
            code.lines.add(f"{unit.need('fault', 'checked')}({NOTHING!r}, {unit.where(stmt.span)})")
            code.lines.close()
            draw = f"{found}[{unit.need('below', 'chance')}(cells, len({found}))]"
            code.lines.add(f"{target} = {draw} if len({found}) > 1 else {found}[0]")


# ------------------------------------------------------------------------------------------ from a zone


def _top(code: Code, stmt: ir.Sample, source: ir.TopOf, target: str) -> None:
    unit, lines = code.unit, code.lines
    info = unit.layout.zones[source.zone.zone]
    at = zone_address(unit, code.names, source.zone, stmt.span)
    total = code.totals.pop(id(stmt), None)  # or else it is not known yet whether there is anything
    if info.slot:
        _refuse_empty(code, stmt, f"{at.cell()} == {info.codes}")
        lines.add(f"{target} = {at.cell()}")
    elif info.ordered:
        packet = unit.temporary()
        lines.add(f"{packet} = {unit.need('top_packet', 'packets')}(cells, {at.plus(0)})")
        _refuse_empty(code, stmt, f"not {packet}")
        draw = f"{packet}[{unit.need('below', 'chance')}(cells, len({packet}))]"
        lines.add(f"{target} = {draw} if {packet}[0] != {packet}[-1] else {packet}[0]")
    else:
        if total is None:
            total = unit.temporary()
            lines.add(f"{total} = {_total(at, info)}")
            _refuse_empty(code, stmt, f"not {total}")
        _draw(code, at, info, total, target)


def _refuse_empty(code: Code, stmt: ir.Sample, empty: str) -> None:
    code.lines.open(f"if {empty}:")
    fault = code.unit.need("fault", "checked")
    code.lines.add(f"{fault}({nothing_to_draw(stmt)!r}, {code.unit.where(stmt.span)})")
    code.lines.close()


def _total(at: Address, info: ZoneInfo) -> str:
    """How many components lie in a zone that is stored as counts."""
    if info.masked:
        return f"{at.cell()}.bit_count()"
    if info.codes > ADDED_UP:
        return f"sum({at.slice(info.codes)})"
    return " + ".join(at.cell(element) for element in range(info.codes))


def _draw(code: Code, at: Address, info: ZoneInfo, total: str, target: str) -> None:
    """What `chance.weighted` does for the counts of a zone, without its calls. With one kind only nothing is drawn."""
    lines, unit = code.lines, code.unit
    if at.rest:
        start = unit.temporary()
        lines.add(f"{start} = {at.plus(0)}")
        at = Address(0, start)
    if info.masked:
        weighted = f"{nth(unit, info.codes)}({at.cell()}, {unit.need('below', 'chance')}(cells, {total}))"
    else:
        weighted = f"{unit.need('weighted', 'chance')}(cells, {at.slice(info.codes)})"
    lines.add(f"low = cells[{CHANCE}] & {LOW:#X}  # as in chance.weighted".replace("0X", "0x"))
    lines.add(f"carry = cells[{CHANCE}] >> 32")
    lines.add(f"product = (low ^ carry) * {total}")
    lines.open(f"if product & {LOW:#X} < {total}:".replace("0X", "0x"))
    lines.add(f"{target} = {weighted}")
    lines.close()
    lines.open("else:")
    if info.masked:
        lines.add(f"{target} = {nth(unit, info.codes)}({at.cell()}, product >> 32)")
        lines.open(f"if {total} != 1:")
        lines.add(f"cells[{CHANCE}] = {MULTIPLIER} * low + carry")
        lines.close(2)
        return
    lines.add("pick = product >> 32")
    lines.add(f"{target} = 0")
    lines.add(f"many = {at.cell()}")
    lines.open("while pick >= many:")
    lines.add("pick -= many")
    lines.add(f"{target} += 1")
    lines.add(f"many = cells[{at.plus(0)} + {target}]")
    lines.close()
    lines.open(f"if many != {total}:")
    lines.add(f"cells[{CHANCE}] = {MULTIPLIER} * low + carry")
    lines.close(2)


def condition(code: Code, expr: ir.Expr, first: ir.Stmt | None) -> str:
    """The text of a condition before `first`: where that draws from a zone if there is anything in it, the number of
    components is worked out once for both."""
    match expr, first:
        case ir.Compare(op="is not" | ">", left=ir.Count(kind=None, facing=None) as held, right=ir.Const(value=0)), (
            ir.Sample(source=ir.TopOf(zone=ref))
        ) if held.zone == ref and not code.unit.events:
            info = code.unit.layout.zones[ref.zone]
            if not info.slot and not info.ordered:
                total = code.unit.temporary()
                at = zone_address(code.unit, code.names, ref, held.span)
                code.lines.add(f"{total} = {_total(at, info)}")
                code.totals[id(first)] = total
                return total
    return code.cond(expr)


# ------------------------------------------------------------------------------------------------ exposed


def outcomes(code: Code, stmt: ir.Sample) -> str:
    """The possible outcomes, rising, as the text of a list."""
    unit = code.unit
    match stmt.source:
        case ir.Roll(sides=sides):
            return f"list(range(1, {sides + 1}))"
        case ir.RollKind(cls=cls):
            return str([member for member, many in enumerate(unit.classes[cls].copies) if many])
        case ir.TopOf(zone=ref):
            info = unit.layout.zones[ref.zone]
            at = zone_address(unit, code.names, ref, stmt.span)
            if info.slot:
                return f"[{at.cell()}] if {at.cell()} != {info.codes} else []"
            if info.ordered:
                return f"sorted(set({unit.need('top_packet', 'packets')}(cells, {at.plus(0)})))"
            if info.masked:
                return f"{unit.need('members', 'bits')}({at.cell()})"
            return f"[code for code, many in enumerate({at.slice(info.codes)}) if many]"
        case ir.AnyOf(domain=domain, guard=guard):
            variable = unit.variable(stmt.local)
            uses = () if guard is None else (guard,)
            going = walk(unit, code.names, stmt.local, domain, uses, stmt.span, whole=True)
            tests = list(going.tests)
            if guard is not None:
                tests.append(cond(unit, going.names, guard, OR))
            return f"[{variable} for {going.target} in {going.source}{''.join(f' if {t}' for t in tests)}]"


def weights(code: Code, stmt: ir.Sample) -> str:
    """The weight of each outcome, as the text of a list."""
    unit = code.unit
    match stmt.source:
        case ir.RollKind(cls=cls):
            return str([many for many in unit.classes[cls].copies if many])
        case ir.TopOf(zone=ref) if not unit.layout.zones[ref.zone].slot:
            info = unit.layout.zones[ref.zone]
            at = zone_address(unit, code.names, ref, stmt.span)
            if info.ordered:
                packet = f"{unit.need('top_packet', 'packets')}(cells, {at.plus(0)})"
                return f"[many for _, many in {unit.need('counted', 'packets')}([{packet}])]"
            if info.masked:
                return f"[1] * {at.cell()}.bit_count()"
            return f"[many for many in {at.slice(info.codes)} if many]"
    return f"[1] * len({outcomes(code, stmt)})"


def nothing_to_draw(stmt: ir.Sample) -> str:
    """What is wrong when there is no outcome."""
    if isinstance(stmt.source, ir.TopOf):
        return f"{stmt.source.zone.zone} is empty, so nothing lies on top"
    return NOTHING
