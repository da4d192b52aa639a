"""What a decision point offers: the options as a list, why one is not offered, who is asked, and decoding an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.compiler.effects import mentioned
from rulewright.compiler.passes.simplify import NO, YES
from rulewright.compiler.passes.walk import conjuncts, rebuild
from rulewright.compiler.python.code import Code
from rulewright.compiler.python.expr import Address, cond, value, zone_address
from rulewright.compiler.python.masks import mask_of
from rulewright.compiler.python.narrow import narrow
from rulewright.compiler.python.pairs import Pairs, pair_masks
from rulewright.compiler.python.text import AND, BIT_AND, SHIFT, SUM, Lines
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir

WRITTEN_OUT = 12  # options among so many members are tested one by one


def always_offers(choose: ir.Choose) -> bool:
    """Is there surely an option?"""
    return any(not b.binders and b.where is None and not b.needs for b in choose.branches)


def find_options(code: Code, choose: ir.Choose, target: str, *, own: bool = True) -> None:
    """Make `target` the list of the ids on offer, rising. Written out member by member where there are few, else as
    loops: a comprehension is a call. `own` False: it may be a constant tuple, it is only looked at."""
    unit, lines = code.unit, code.lines
    if all(not b.binders for b in choose.branches):
        parts = [_branch_without_binders(code, b, n) for n, b in enumerate(choose.branches)]
        lines.add(f"{target} = [{', '.join(parts)}]")
        return
    first = 0
    for n, branch in enumerate(choose.branches):
        tests = tests_of(branch)
        excluded = _excluded(unit, branch, tests)
        if excluded is not None:
            rows = _others(unit, branch.binders[0].size, len(excluded), first)
            found = rows + "".join(f"[{code.value(e)}]" for e in excluded)
            if n:
                lines.add(f"{target} += {found}")
            else:
                lines.add(f"{target} = {found}" if not own and len(choose.branches) == 1 else f"{target} = [*{found}]")
        else:
            if not _listed_at_once(code, branch, first, target, "+=" if n else "="):
                if n == 0:
                    lines.add(f"{target}: list[int] = []")
                _append(code, branch, tests, first, target)
        first += branch.size


def set_of(code: Code, branch: ir.Branch) -> str | None:
    """The options of a branch about one member as a set, if it can be had at once."""
    unit = code.unit
    if len(branch.binders) != 1:
        return None
    binder = branch.binders[0]
    guard = _all_tests(unit, branch)
    if isinstance(binder.domain, ir.ZoneDomain):
        return _held(code, binder.domain.zone, binder.local, guard, branch)
    if not isinstance(binder.domain, ir.ClassDomain | ir.SetDomain):
        return None
    found = mask_of(unit, code.names, binder.local, binder.domain.cls, guard)
    if found is None:
        return None
    if isinstance(binder.domain, ir.SetDomain):
        return f"{code.value(binder.domain.set, BIT_AND)} & {found.at(BIT_AND)}"
    return found.text


def by_turn(code: Code, pairs: Pairs, write: Callable[[list[int], list[str]], None]) -> None:
    """Write something for each value of the local that decides which steps there are."""
    for n, way in enumerate(pairs.ways):
        if pairs.turn is not None:
            last = n == len(pairs.ways) - 1
            turn = code.local(pairs.turn)
            code.lines.open("else:" if last else f"elif {turn} == {n}:" if n else f"if not {turn}:")
        write([step for step, _ in way], [piece.text for _, piece in way])
        if pairs.turn is not None:
            code.lines.close()


def _listed_at_once(code: Code, branch: ir.Branch, first: int, target: str, sign: str) -> bool:
    """Write the list of the ids of a branch whose options can be had as sets; False if they cannot."""
    unit = code.unit
    shift = f"[{first} + n for n in " if first else ""
    members = set_of(code, branch)
    if members is not None:
        text = f"{unit.need('members', 'bits')}({members})"
        code.lines.add(f"{target} {sign} {shift}{text}{']' if first else ''}")
        return True
    pairs = pair_masks(unit, code.names, branch)
    if pairs is None:
        return False
    size = branch.binders[1].size
    name = unit.need("pairs", "bits")

    def write(steps: list[int], sets: list[str]) -> None:
        text = f"{name}(({''.join(f'{each}, ' for each in sets).rstrip()}), {tuple(steps)}, {size})"
        code.lines.add(f"{target} {sign} {shift}{text}{']' if first else ''}")

    by_turn(code, pairs, write)
    return True


def _held(code: Code, zone: ir.ZoneRef, local: str, guard: ir.Expr | None, branch: ir.Branch) -> str | None:
    """The components of a zone that is stored as a set for which a guard holds."""
    info = code.unit.layout.zones[zone.zone]
    if not info.masked or info.either:
        return None
    held = zone_address(code.unit, code.names, zone, branch.span).cell()
    if guard is None:
        return held
    found = mask_of(code.unit, code.names, local, info.cls, guard)
    return None if found is None else f"{held} & {found.at(BIT_AND)}"


def _all_tests(unit: Unit, branch: ir.Branch) -> ir.Expr | None:
    """All that a branch asks as one condition; the same one each time. A component that has no face is its kind."""
    if id(branch) not in unit.masks.pairs:
        tests = tests_of(branch)
        guard = None if not tests else tests[0] if len(tests) == 1 else ir.Logic("and", tuple(tests))
        unit.masks.pairs[id(branch)] = (branch, None if guard is None else _by_kind(guard))
    return unit.masks.pairs[id(branch)][1]


def _by_kind(node: Any) -> Any:
    if isinstance(node, ir.KindOf) and not node.either:
        return node.handle
    return rebuild(node, _by_kind)


def options_cost(unit: Unit, choose: ir.Choose) -> int:
    """About how many lines finding the options takes."""
    total = 0
    for branch in choose.branches:
        total += 1
        if len(branch.binders) == 1 and _few(unit, branch.binders[0]) is not None:
            total += branch.size
        elif branch.binders:
            total += 2 + len(branch.binders)
    return total


def _branch_without_binders(code: Code, branch: ir.Branch, number: int) -> str:
    tests = tests_of(branch)
    if not tests:
        return str(number)
    return f"*([{number}] if {' and '.join(code.cond(t, AND + 1) for t in tests)} else [])"


def _append(code: Code, branch: ir.Branch, tests: list[ir.Expr], first: int, target: str) -> None:
    """Append the ids of one branch."""
    unit, lines = code.unit, code.lines
    members = _few(unit, branch.binders[0]) if len(branch.binders) == 1 else None
    if members is not None:
        _append_each(code, branch, tests, first, target, members)
        return
    depth = lines.depth
    names = code.names
    at = _levels(branch, tests)
    start = [cond(unit, names, t, AND + 1) for t, level in zip(tests, at, strict=True) if level < 0]
    if start:
        lines.open(f"if {' and '.join(start)}:")
    for n, binder in enumerate(branch.binders):
        later = [b.domain for b in branch.binders[n + 1 :]]
        now = tuple(t for t, level in zip(tests, at, strict=True) if level == n)
        found = unit.conjunction(branch, n, now)
        going, rest = narrow(unit, names, binder.local, binder.domain, found, (*tests, *later), branch.span, whole=True)
        names = going.names
        lines.open(f"for {going.target} in {going.source}:")
        mine = [cond(unit, names, t, AND + 1) for t in conjuncts(rest)]
        if going.tests or mine:
            lines.open(f"if {' and '.join((*going.tests, *mine))}:")
    lines.add(f"{target}.append({_id(unit, branch, first, names)})")
    lines.depth = depth


def _few(unit: Unit, binder: ir.Binder) -> range | None:
    """The members of a binder's domain, if they are few and known."""
    match binder.domain:
        case ir.ClassDomain(cls=cls) if unit.classes[cls].size <= WRITTEN_OUT:
            return range(unit.classes[cls].size)
        case ir.RangeDomain(low=ir.Const(value=low), high=ir.Const(value=high)) if high - low < WRITTEN_OUT:
            return range(low, high + 1)
        case ir.ZoneDomain(zone=ref):
            info = unit.layout.zones[ref.zone]
            if not info.ordered and not info.slot and not info.masked and info.codes <= WRITTEN_OUT:
                return range(info.codes)
    return None


def _append_each(code: Code, branch: ir.Branch, tests: list[ir.Expr], first: int, target: str, members: range) -> None:
    """Test member by member."""
    unit, lines = code.unit, code.lines
    binder = branch.binders[0]
    there: Address | None = None
    low = 0
    if isinstance(binder.domain, ir.ZoneDomain):
        there = zone_address(unit, code.names, binder.domain.zone, branch.span)
        if there.rest:
            start = unit.temporary()
            lines.add(f"{start} = {there.plus(0)}")
            there = Address(0, start)
    elif isinstance(binder.domain, ir.RangeDomain):
        low = binder.domain.least
    known = [unit.simplifier.simplify(t) for t in tests]
    for member in members:
        conditions = [unit.simplifier.simplify(t, {binder.local: ir.Const(member)}) for t in known]
        if NO in conditions:
            continue
        texts = [code.cond(c, AND + 1) for c in conditions if c != YES]
        if there is not None:
            texts.insert(0, there.cell(member))
        if not texts:
            lines.add(f"{target}.append({first + member - low})")
            continue
        lines.open(f"if {' and '.join(texts)}:")
        lines.add(f"{target}.append({first + member - low})")
        lines.close()


def _excluded(unit: Unit, branch: ir.Branch, tests: list[ir.Expr]) -> list[ir.Expr] | None:
    """The members that a branch over all of a small class leaves out, if that is all it asks."""
    if len(branch.binders) != 1 or not 1 <= len(tests) <= 2:
        return None
    binder = branch.binders[0]
    if not isinstance(binder.domain, ir.ClassDomain) or binder.size > WRITTEN_OUT:
        return None
    found: list[ir.Expr] = []
    for test in tests:
        match test:
            case ir.Compare(op="is not", left=ir.Local(name=name), right=other) if name == binder.local:
                found.append(other)
            case ir.Compare(op="is not", left=other, right=ir.Local(name=name)) if name == binder.local:
                found.append(other)
            case _:
                return None
    return None if any(binder.local in mentioned(e) for e in found) else found


def _others(unit: Unit, size: int, left_out: int, first: int) -> str:
    """The table of the ids of all members but one (or two)."""

    def rest(out: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(first + m for m in range(size) if m not in out)

    outer = range(size + 1)  # none leaves out nobody
    if left_out == 1:
        return unit.table(tuple(rest((a,)) for a in outer), "all but")
    return unit.table(tuple(tuple(rest((a, b)) for b in outer) for a in outer), "all but")


def tests_of(branch: ir.Branch) -> list[ir.Expr]:
    """All that a branch asks of an option."""
    return [*conjuncts(branch.where), *(p for need in branch.needs for p in conjuncts(need.cond))]


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
    if not branch.binders:
        return str(first)
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
    find_options(Code(unit, lines), choose, "found")
    lines.add("return found")
    return lines


def actor_function(unit: Unit, choose: ir.Choose) -> Lines:
    lines = Lines()
    lines.open(f"def actor_{choose.id}(cells: list[int]) -> int:")
    lines.add(f"return {value(unit, Names(), choose.actor)}")
    return lines


def about_function(unit: Unit, choose: ir.Choose) -> Lines:
    """What the question names."""
    lines = Lines()
    lines.at_rule(choose.span)
    lines.open(f"def about_{choose.id}(cells: list[int]) -> list[int]:")
    lines.add(f"return [{', '.join(value(unit, Names(), named.value) for named in choose.about)}]")
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
        bits = binder.size.bit_length() - 1
        if binder.size == 1 << bits and rest.isidentifier():
            code.lines.add(f"{left} = {rest} >> {bits}")
            if digit != "_":
                code.lines.add(f"{digit} = {rest} & {binder.size - 1}")
        else:
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
            if info.masked:
                return f"{at.cell()} >> {member} & 1"
            return f"cells[{at.plus(0)} + {member}]"
    return ""
