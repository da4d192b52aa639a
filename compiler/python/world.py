"""The state of an emitted module before anything happened, and the comment that says what lies where in it."""

from __future__ import annotations

from rulewright.compiler.layout import Layout
from rulewright.compiler.python.expr import value
from rulewright.compiler.python.text import Lines, comment, literal
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir
from rulewright.runtime.bits import renew


def map_of_cells(layout: Layout) -> list[str]:
    """Comment lines: which cells hold what."""
    rows: list[tuple[int, int, str]] = [
        (0, 1, "point waited at"),
        (1, 1, "generator"),
        (2, 1, "ending"),
        (3, 1, "who won"),
        (4, 1, "who lost"),
    ]
    rows += [(f.offset, f.cells, f"{f.name}{f' per {f.per}' if f.per else ''}") for f in layout.fields.values()]
    for z in layout.zones.values():
        how = "slot" if z.slot else "in order" if z.ordered else "a set" if z.masked else "counts by kind"
        rows.append((z.offset, z.cells * z.stride, f"{z.name}{f' per {z.per}' if z.per else ''} ({how})"))
    rows += [
        (f.planes, len(f.plane_values), f"sets of {f.per} by {f.name}")
        for f in layout.fields.values()
        if f.planes
    ]
    rows += [(n, 1, layout.cells[n].name) for n in range(layout.frame, layout.size)]
    lines = ["# What lies where in `cells`:"]
    for offset, size, name in rows:
        span = str(offset) if size == 1 else f"{offset}-{offset + size - 1}"
        lines.append(f"#   {span:<9} {comment(name)}")
    return lines


def start_cells(unit: Unit, lines: Lines) -> None:
    """`new`: every component in the box, fields at their initial values."""
    cells = [0] * unit.layout.size
    for zone in unit.program.zones:
        info = unit.layout.zones[zone.name]
        if info.slot:
            for n in range(info.cells):
                cells[info.offset + n] = info.codes
    for cls in unit.program.classes:
        box = unit.layout.zones.get(f"box.{cls.name}")
        if box is None or box.slot or box.ordered:
            continue
        for kind, many in enumerate(cls.components):
            code = 2 * kind if box.either else kind
            if box.masked:
                cells[box.offset] |= many << code
            else:
                cells[box.offset + code] = many
    computed: list[tuple[int, ir.Expr, int]] = []
    for declared in unit.program.fields:
        info_of = unit.layout.fields[declared.name]
        if declared.during is not None:
            cells[info_of.offset : info_of.offset + info_of.cells] = [declared.rest] * info_of.cells
            continue
        for n in range(info_of.cells):
            initial = unit.simplifier.simplify(declared.initial, {"it": ir.Const(n)})
            if isinstance(initial, ir.Const):
                cells[info_of.offset + n] = initial.value
            else:
                computed.append((info_of.offset + n, initial, n))
    renew(unit.schema, cells)
    lines.add(f"START = {literal(tuple(cells))}")
    lines.add('''

def new(seed: int) -> list[int]:
    """The cells before set-up, every component in its box."""
    cells = list(START)
    cells[1] = seeded(seed)''')
    for cell, initial, n in computed:
        lines.add(f"    cells[{cell}] = {value(unit, Names({'it': str(n)}), initial, 0)}")
    if any(unit.layout.fields[f.name].planes and not _known(unit, f) for f in unit.program.fields):
        lines.add(f"    {unit.need('renew', 'bits')}(schema, cells)")
    lines.add("    return cells")
    lines.add("")
    lines.add("")


def _known(unit: Unit, declared: ir.Field) -> bool:
    """Are the first values of a field known before play?"""
    initial = unit.simplifier.simplify(declared.initial, {"it": ir.Const(0)})
    return isinstance(initial, ir.Const)
