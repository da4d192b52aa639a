"""Chance: drawn on the spot in the quiet flavour, asked for in the full one. Weights are walked in canonical order, so
both use the generator alike (runtime/chance.py); a single possible outcome uses nothing."""

from __future__ import annotations

from rulewright.compiler.python.code import Code
from rulewright.compiler.python.domain import walk
from rulewright.compiler.python.expr import cond, zone_address
from rulewright.compiler.python.text import OR
from rulewright.dsl import ir

NOTHING = "chance has nothing to choose from"


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


def _top(code: Code, stmt: ir.Sample, source: ir.TopOf, target: str) -> None:
    unit = code.unit
    info = unit.layout.zones[source.zone.zone]
    at = zone_address(unit, code.names, source.zone, stmt.span)
    if info.slot:
        code.lines.add(f"{target} = {at.cell()}")
    elif info.ordered:
        packet = unit.temporary()
        code.lines.add(f"{packet} = {unit.need('top_packet', 'packets')}(cells, {at.plus(0)})")
        draw = f"{packet}[{unit.need('below', 'chance')}(cells, len({packet}))]"
        code.lines.add(f"{target} = {draw} if {packet}[0] != {packet}[-1] else {packet}[0]")
    else:
        span = f"{at.plus(0)}, {at.plus(info.codes)}"
        code.lines.add(f"{target} = {unit.need('drawn', 'packets')}(cells, {span})")


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
                return f"[{at.cell()}]"
            if info.ordered:
                return f"sorted(set({unit.need('top_packet', 'packets')}(cells, {at.plus(0)})))"
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
            return f"[many for many in {at.slice(info.codes)} if many]"
    return f"[1] * len({outcomes(code, stmt)})"


def nothing_to_draw(stmt: ir.Sample) -> str:
    """What is wrong when there is no outcome."""
    if isinstance(stmt.source, ir.TopOf):
        return f"{stmt.source.zone.zone} is empty, so nothing lies on top"
    return NOTHING
