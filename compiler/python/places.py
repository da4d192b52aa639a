"""The place a loop that can stop keeps in the state: fixing its members, and going on with the next one.

See `layout.EachCells` for the three ways of keeping it.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.python.code import Code
from rulewright.compiler.python.domain import walk
from rulewright.compiler.python.expr import cond, never_negative
from rulewright.compiler.python.plan import Block, Members, Next
from rulewright.compiler.python.text import BIT_AND, SUM
from rulewright.compiler.python.unit import Unit
from rulewright.dsl import ir


def begin_members(code: Code, item: Members) -> None:
    """Fix the members of a loop, and stand before the first one."""
    each, cells, lines = item.each, item.cells, code.lines
    if cells.walk == "step":
        for cell in sorted({cells.at, code.unit.layout.locals[each.local]}):
            lines.add(f"{code.cell(cell)} = {0 if each.guard is None else -1}")
        return
    if cells.walk == "count":
        if isinstance(each.domain, ir.RangeDomain):
            _begin_range(code, item, each.domain)
        else:
            lines.add(f"{code.cell(cells.rest)} = {_size(code.unit, each)}")
            _stand_before(code, item)
        return
    rest = code.unit.temporary()
    if each.guard is None and isinstance(each.domain, ir.SetDomain):
        full = (1 << _size(code.unit, each)) - 1
        lines.add(f"{rest} = {code.value(each.domain.set, BIT_AND)} & {full}")
    else:
        uses = () if each.guard is None else (each.guard,)
        going = walk(code.unit, code.names, each.local, each.domain, uses, each.span, whole=True)
        lines.add(f"{rest} = 0")
        lines.open(f"for {going.target} in {going.source}:")
        depth = lines.depth
        for test in going.tests:
            lines.open(f"if {test}:")
        if each.guard is not None:
            lines.open(f"if {cond(code.unit, going.names, each.guard)}:")
        lines.add(f"{rest} |= 1 << {_bit(each, code.unit.local(each.local, going.names))}")
        lines.depth = depth
        lines.close()
    lines.add(f"{code.cell(cells.rest)} = {rest}")
    if each.start is not None:
        _stand_before(code, item)


def _begin_range(code: Code, item: Members, domain: ir.RangeDomain) -> None:
    simplify, lines = code.unit.simplifier.simplify, code.lines
    low, one = domain.low, ir.Const(1)
    if not isinstance(low, ir.Const):
        kept = code.unit.temporary()
        lines.add(f"{kept} = {code.value(low)}")
        code.names = code.names.bind(f"#{kept}", kept)
        low = ir.Local(f"#{kept}")
    lines.add(f"{code.cell(item.cells.at)} = {code.value(simplify(ir.Arith('-', low, one)))}")
    before = simplify(ir.Arith("-", low, one))
    many = code.value(simplify(ir.Arith("-", domain.high, before)))
    sure = before == ir.Const(0) and never_negative(code.unit, domain.high)
    lines.add(f"{code.cell(item.cells.rest)} = {many if sure else f'max(0, {many})'}")


def _size(unit: Unit, each: ir.Each) -> int:
    assert isinstance(each.domain, ir.ClassDomain | ir.SetDomain)
    return unit.classes[each.domain.cls].size


def _bit(each: ir.Each, member: str) -> str:
    """The bit of a member in the set of those still to come."""
    if isinstance(each.domain, ir.RangeDomain) and each.domain.least:
        return f"({member} - {each.domain.least})" if each.domain.least > 0 else f"({member} + {-each.domain.least})"
    return member


def _stand_before(code: Code, item: Members) -> None:
    """The place just before the first member to come, going round."""
    each = item.each
    if each.start is None or not isinstance(each.domain, ir.ClassDomain | ir.SetDomain):
        return
    size = _size(code.unit, each)
    shift = 0 if each.after else -each.step
    start = code.value(each.start, SUM)
    text = f"({start} {'+' if shift > 0 else '-'} 1) % {size}" if shift else f"{start} % {size}"
    code.lines.add(f"{code.cell(item.cells.at)} = {text}")


def next_member(code: Code, end: Next, go: Callable[[Block], object]) -> None:
    """Go on with the next member, or with what comes after the loop."""
    each, cells, lines, unit = end.each, end.cells, code.lines, code.unit
    local = unit.layout.locals[each.local]
    kept = sorted({local, cells.at})
    if len(kept) == 1 and cells.walk != "mask":
        _in_place(code, end, go)
        return
    new = unit.temporary()
    if cells.walk != "mask" and each.guard is not None:
        _pass_over(code, end, new)
        lines.open("else:")
        for cell in (*kept, *(() if cells.rest is None else (cells.rest,))):
            lines.add(f"{code.cell(cell)} = 0")
        go(end.done)
        lines.close()
        for cell in kept:
            lines.add(f"{code.cell(cell)} = {new}")
        if cells.rest is not None:
            lines.add(f"{code.cell(cells.rest)} = {new}_rest")
        go(end.body)
        return
    if cells.walk == "step":
        lines.add(f"{new} = {code.cell(cells.at)} + 1")
        lines.open(f"if {new} < {_size(unit, each)}:")
        for cell in kept:
            lines.add(f"{code.cell(cell)} = {new}")
        go(end.body)
        lines.close()
    elif cells.walk == "count":
        lines.open(f"if {code.cell(cells.rest)}:")
        lines.add(f"{code.cell(cells.rest)} -= 1")
        if isinstance(each.domain, ir.RangeDomain):
            lines.add(f"{new} = {code.cell(cells.at)} + 1")
        else:
            lines.add(f"{new} = {_round(code.cell(cells.at), each, _size(unit, each))}")
        for cell in kept:
            lines.add(f"{code.cell(cell)} = {new}")
        go(end.body)
        lines.close()
    else:
        _next_of_set(code, end, new, kept)
        if each.guard is None:
            go(end.body)
            lines.close()
            kept = sorted({local, cells.at})
        else:
            lines.open("else:")
            for cell in kept:
                lines.add(f"{code.cell(cell)} = 0")
            lines.add(f"{code.cell(cells.rest)} = 0")
            go(end.done)
            lines.close()
            _settle_on(code, end, new, kept)
            go(end.body)
            return
    for cell in kept:
        lines.add(f"{code.cell(cell)} = 0")
    go(end.done)


def _in_place(code: Code, end: Next, go: Callable[[Block], object]) -> None:
    """Go on where the cell that keeps the place is the member's too, by moving on in it."""
    each, cells, lines = end.each, end.cells, code.lines
    member = code.cell(cells.at)
    if cells.walk == "step":
        lines.add(f"{member} += 1")
        more = f"{member} < {_size(code.unit, each)}"
        move_on = [f"{member} += 1"]
    else:
        more = code.cell(cells.rest)
        ranging = isinstance(each.domain, ir.RangeDomain)
        step = f"{member} += 1" if ranging else f"{member} = {_round(member, each, _size(code.unit, each))}"
        move_on = [f"{more} -= 1", step]
    if each.guard is None:
        lines.open(f"if {more}:")
        if cells.walk == "count":
            lines.lines += ["    " * lines.depth + line for line in move_on]
        go(end.body)
        lines.close()
        lines.add(f"{member} = 0")
        go(end.done)
        return
    lines.open(f"while {more}:")
    if cells.walk == "count":
        lines.lines += ["    " * lines.depth + line for line in move_on]
    lines.open(f"if {cond(code.unit, code.names.bind(each.local, member), each.guard)}:")
    lines.add("break")
    lines.close()
    if cells.walk == "step":
        lines.add(move_on[0])
    lines.close()
    lines.open("else:")
    lines.add(f"{member} = 0")
    go(end.done)
    lines.close()
    go(end.body)


def _round(at: str, each: ir.Each, size: int) -> str:
    """The member after one, going round."""
    return f"({at} + 1) % {size}" if each.step > 0 else f"({at} - 1) % {size}"


def _pass_over(code: Code, end: Next, new: str) -> None:
    """The next member for which the guard holds: a `while` that ends by itself when there is none."""
    each, cells, lines = end.each, end.cells, code.lines
    size = _size(code.unit, each)
    if cells.walk == "step":
        lines.add(f"{new} = {code.cell(cells.at)} + 1")
        lines.open(f"while {new} < {size}:")
    else:
        lines.add(f"{new} = {code.cell(cells.at)}")
        lines.add(f"{new}_rest = {code.cell(cells.rest)}")
        lines.open(f"while {new}_rest:")
        lines.add(f"{new}_rest -= 1")
        lines.add(f"{new} = {_round(new, each, size)}")
    assert each.guard is not None
    lines.open(f"if {cond(code.unit, code.names.bind(each.local, new), each.guard)}:")
    lines.add("break")
    lines.close()
    if cells.walk == "step":
        lines.add(f"{new} += 1")
    lines.close()


def _next_of_set(code: Code, end: Next, new: str, kept: list[int]) -> None:
    """The next member of those still to come; with a guard, the next for which it still holds (else the loop ends)."""
    each, cells, lines, unit = end.each, end.cells, code.lines, code.unit
    rest = f"{new}_rest"
    lines.add(f"{rest} = {code.cell(cells.rest)}")
    lines.open(f"while {rest}:" if each.guard is not None else f"if {rest}:")
    turns = isinstance(each.domain, ir.ClassDomain | ir.SetDomain) and each.start is not None
    if not turns:
        lines.add(f"{new} = ({rest} & -{rest}).bit_length() - 1")
    elif each.step > 0:
        lines.add(f"{new} = {rest} >> {code.cell(cells.at)} + 1 << {code.cell(cells.at)} + 1 or {rest}")
        lines.add(f"{new} = ({new} & -{new}).bit_length() - 1")
    else:
        lines.add(f"{new} = ({rest} & (1 << {code.cell(cells.at)}) - 1 or {rest}).bit_length() - 1")
    lines.add(f"{rest} ^= 1 << {new}")
    if isinstance(each.domain, ir.RangeDomain) and each.domain.least:
        lines.add(f"{new} += {each.domain.least}")
    if each.guard is None:
        _settle_on(code, end, new, kept)
        return
    if turns:
        lines.add(f"{code.cell(cells.at)} = {new}")
    lines.open(f"if {cond(unit, code.names.bind(each.local, new), each.guard)}:")
    lines.add("break")
    lines.close(2)


def _settle_on(code: Code, end: Next, new: str, kept: list[int]) -> None:
    for cell in kept:
        code.lines.add(f"{code.cell(cell)} = {new}")
    code.lines.add(f"{code.cell(end.cells.rest)} = {new}_rest")
