"""What a decision point offers: the options as a list, why one is not offered, who is asked, and decoding an answer."""

from __future__ import annotations

from rulewright.compiler.effects import mentioned
from rulewright.compiler.emit_python_code import Code
from rulewright.compiler.emit_python_domain import walk
from rulewright.compiler.emit_python_expr import cond, value, zone_address
from rulewright.compiler.emit_python_text import AND, OR, SHIFT, SUM, Lines
from rulewright.compiler.emit_python_unit import Names, Unit
from rulewright.dsl import ir


def always_offers(choose: ir.Choose) -> bool:
    """Is there surely an option?"""
    return any(not b.binders and b.where is None and not b.needs for b in choose.branches)


def options_text(unit: Unit, choose: ir.Choose) -> str:
    """The ids on offer, rising, as the text of a list."""
    parts: list[str] = []
    first = 0
    for branch in choose.branches:
        parts.append(_branch(unit, branch, first))
        first += branch.size
    if len(parts) == 1 and parts[0].startswith("*"):
        return parts[0][1:]
    return f"[{', '.join(parts)}]"


def _branch(unit: Unit, branch: ir.Branch, first: int) -> str:
    """The ids of one branch, as something to stand in a list."""
    tests = [*_conjuncts(branch.where), *(p for n in branch.needs for p in _conjuncts(n.cond))]
    if not branch.binders:
        if not tests:
            return str(first)
        condition = " and ".join(cond(unit, Names(), t, AND + 1) for t in tests)
        return f"*([{first}] if {condition} else [])"
    names = Names()
    at = _levels(branch, tests)
    clauses: list[str] = []
    start = [cond(unit, names, t, AND + 1) for t, level in zip(tests, at, strict=True) if level < 0]
    for n, binder in enumerate(branch.binders):
        later = [b.domain for b in branch.binders[n + 1 :]]
        uses = (*tests, *later)
        going = walk(unit, names, binder.local, binder.domain, uses, branch.span, whole=True)
        names = going.names
        mine = [cond(unit, names, t, OR) for t, level in zip(tests, at, strict=True) if level == n]
        clauses.append(f"for {going.target} in {going.source}{''.join(f' if {t}' for t in (*going.tests, *mine))}")
    listed = f"[{_id(unit, branch, first, names)} {' '.join(clauses)}]"
    return f"*({listed} if {' and '.join(start)} else [])" if start else f"*{listed}"


def _conjuncts(expr: ir.Expr | None) -> tuple[ir.Expr, ...]:
    if expr is None:
        return ()
    if isinstance(expr, ir.Logic) and expr.op == "and":
        return tuple(part for p in expr.parts for part in _conjuncts(p))
    return (expr,)


def _levels(branch: ir.Branch, tests: list[ir.Expr]) -> list[int]:
    """After which binder each test can be made (-1: before the first), keeping them in order."""
    positions = {b.local: n for n, b in enumerate(branch.binders)}
    levels: list[int] = []
    level = -1
    for test in tests:
        level = max([level, *(positions[name] for name in mentioned(test) if name in positions)])
        levels.append(level)
    return levels


def _id(unit: Unit, branch: ir.Branch, first: int, names: Names) -> str:
    """The stable id of a tuple."""
    text, constant = "", 0
    for binder in branch.binders:
        low = binder.domain.least if isinstance(binder.domain, ir.RangeDomain) else 0
        digit = unit.local(binder.local, names)
        if text:
            text = f"{text} * {binder.size} + {digit}" if "+" not in text else f"({text}) * {binder.size} + {digit}"
        else:
            text = digit
        constant = constant * binder.size - low
    constant += first
    return text if not constant else f"{text} {'+' if constant > 0 else '-'} {abs(constant)}"


def options_function(unit: Unit, choose: ir.Choose) -> Lines:
    lines = Lines()
    lines.at_rule(choose.span)
    lines.open(f"def options_{choose.id}(cells: list[int]) -> list[int]:")
    lines.add(f"return {options_text(unit, choose)}")
    return lines


def actor_function(unit: Unit, choose: ir.Choose) -> Lines:
    lines = Lines()
    lines.open(f"def actor_{choose.id}(cells: list[int]) -> int:")
    lines.add(f"return {value(unit, Names(), choose.actor)}")
    return lines


# ------------------------------------------------------------------------------------------------ answers


def decode(code: Code, branch: ir.Branch, first: int, wanted: set[str]) -> None:
    """Bind the binders in `wanted` from `option`, the id that was answered."""
    if not branch.binders or not wanted:
        return
    rest = "option" if first == 0 else f"option - {first}"
    for n in range(len(branch.binders) - 1, -1, -1):
        binder = branch.binders[n]
        low = binder.domain.least if isinstance(binder.domain, ir.RangeDomain) else 0
        more = f" + {low}" if low > 0 else f" - {-low}" if low < 0 else ""
        if n == 0:
            if binder.local in wanted:
                code.lines.add(f"{code.local(binder.local)} = {rest}{more}")
            return
        left = code.unit.temporary()
        digit = code.local(binder.local) if binder.local in wanted else "_"
        code.lines.add(f"{left}, {digit} = divmod({rest}, {binder.size})")
        if more and binder.local in wanted:
            code.lines.add(f"{digit} += {low}" if low > 0 else f"{digit} -= {-low}")
        rest = left


def unmet_function(unit: Unit, choose: ir.Choose) -> Lines:
    """Which needs of an option fail."""
    lines = Lines()
    lines.at_rule(choose.span)
    lines.open(f"def unmet_{choose.id}(cells: list[int], option: int) -> list[int] | None:")
    first = 0
    for branch in choose.branches:
        names = Names({b.local: unit.variable(b.local) for b in branch.binders})
        code = Code(unit, lines, names)
        lines.open(f"if {first} <= option < {first + branch.size}:")
        decode(code, branch, first, {b.local for b in branch.binders})
        for binder in branch.binders:
            test = _inside(unit, names, binder, branch)
            if test:
                lines.open(f"if not ({test}):")
                lines.add("return None")
                lines.close()
        if branch.where is not None:
            lines.open(f"if not ({cond(unit, names, branch.where)}):")
            lines.add("return None")
            lines.close()
        if branch.needs:
            met = "".join(f"{cond(unit, names, n.cond)}, " for n in branch.needs)
            lines.add(f"return [n for n, met in enumerate(({met.rstrip()})) if not met]")
        else:
            lines.add("return []")
        lines.close()
        first += branch.size
    lines.add("return None")
    return lines


def _inside(unit: Unit, names: Names, binder: ir.Binder, branch: ir.Branch) -> str:
    """The test that what a binder is bound to is in its domain; nothing if it always is."""
    member = unit.local(binder.local, names)
    match binder.domain:
        case ir.RangeDomain(low=low, high=high):
            return f"{value(unit, names, low, SUM)} <= {member} <= {value(unit, names, high, SUM)}"
        case ir.SetDomain(set=members):
            return f"{value(unit, names, members, SHIFT)} >> {member} & 1"
        case ir.ZoneDomain(zone=ref):
            info = unit.layout.zones[ref.zone]
            at = zone_address(unit, names, ref, branch.span)
            if info.slot:
                return f"{at.cell()} == {member}"
            if info.ordered:
                return f"{unit.need('how_many', 'packets')}(cells, {at.plus(0)}, {member})"
            return f"cells[{at.plus(0)} + {member}]"
    return ""


