"""What can be reached by steps, as a function: the edge of what was found moves on until nothing new is entered. A
distance is the same, counting until the goal is there."""

from __future__ import annotations

from rulewright.compiler.effects import mentioned
from rulewright.compiler.python.expr import cond, may_be_none, value
from rulewright.compiler.python.masks import mask_of
from rulewright.compiler.python.rays import hexed
from rulewright.compiler.python.text import SUM, Lines, Piece
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir


def reach_piece(unit: Unit, names: Names, reach: ir.Reach, to: ir.Expr | None = None) -> Piece:
    """A call of the function for this reach, or for the distance to a member."""
    from rulewright.compiler.python.fold import free_locals

    inside = mentioned(reach.over) | (mentioned(reach.guard) if reach.guard is not None else frozenset())
    free = [local for local in free_locals(unit, names, reach) if local in inside - {reach.local}]
    name = unit.helper(
        ("reach", reach.over, reach.guard, reach.within is None, reach.local, tuple(free), to is None),
        "reach" if to is None else "distance",
        lambda name: _function(unit, name, reach, free, to is not None),
    )
    start = value(unit, names, reach.start)
    if not reach.is_set:
        full = hexed((1 << unit.classes[reach.cls].size) - 1)
        one = f"1 << {value(unit, names, reach.start, SUM)}"
        start = f"({one}) & {full}" if may_be_none(unit, reach.start) else one
    args = [start, *([value(unit, names, reach.within)] if reach.within is not None else [])]
    args += [unit.local(local, names) for local in free]
    args += [value(unit, names, to)] if to is not None else []
    return Piece(f"{name}(cells, {', '.join(args)})")


def _function(unit: Unit, name: str, reach: ir.Reach, free: list[str], counts: bool) -> Lines:
    lines = Lines()
    variable = unit.variable(reach.local)
    names = Names({local: unit.variable(local) for local in free})
    inner = names.bind(reach.local, variable)
    steps = ", steps: int" if reach.within is not None else ""
    params = "".join(f", {unit.variable(local)}: int" for local in free)
    params += ", goal: int" if counts else ""
    lines.at_rule(reach.span)
    lines.open(f"def {name}(cells: list[int], found: int{steps}{params}) -> int:")
    lines.add("edge = found")
    if counts:
        lines.add("taken = 0")
        lines.open("if found >> goal & 1:")
        lines.add("return 0")
        lines.close()
    mask = mask_of(unit, names, reach.local, reach.cls, reach.guard) if reach.guard is not None else None
    if mask is not None:
        lines.add(f"free = {mask.text}")
    lines.open("while edge:" if not steps else "while edge and steps > 0:")
    if steps:
        lines.add("steps -= 1")
    lines.add("near = 0")
    lines.open("while edge:")
    lines.add("low = edge & -edge")
    lines.add("edge ^= low")
    lines.add(f"{variable} = low.bit_length() - 1")
    lines.add(f"near |= {value(unit, inner, reach.over)}")
    lines.close()
    if mask is not None or reach.guard is None:
        lines.add(f"edge = near{' & free' if mask is not None else ''} & ~found")
    else:
        lines.add("near &= ~found")
        lines.open(f"for {variable} in {unit.need('members', 'bits')}(near):")
        lines.open(f"if {cond(unit, inner, reach.guard)}:")
        lines.add(f"edge |= 1 << {variable}")
        lines.close(2)
    if counts:
        lines.add("taken += 1")
        lines.open("if edge >> goal & 1:")
        lines.add("return taken")
        lines.close()
    lines.add("found |= edge")
    lines.close()
    lines.add(f"return {unit.classes[reach.cls].size if counts else 'found'}")
    return lines
