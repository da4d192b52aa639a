"""Statements that direct the flow, as structured Python: If, Each, Loop, Block, Leave, Call, Result, Check.

Only what neither stops nor leaves its block or function comes here whole; the rest was cut up by the plan.
"""

from __future__ import annotations

from rulewright.compiler.effects import always_ends, mentioned
from rulewright.compiler.passes.scopes import result_local
from rulewright.compiler.passes.walk import everything
from rulewright.compiler.passes.weave import ALWAYS
from rulewright.compiler.python.chance import condition
from rulewright.compiler.python.code import Around, Code
from rulewright.compiler.python.domain import Walk, walk
from rulewright.compiler.python.expr import value
from rulewright.compiler.python.masks import part_masks
from rulewright.compiler.python.text import SHIFT, Lines
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir
from rulewright.runtime.budgets import ROUNDS

ENDLESS = f"this goes round more than {ROUNDS:,} times without asking anything"
UNROLLED = 60  # nodes in a loop that is written out
_NOT_TWICE = ir.Each | ir.Loop | ir.Leave | ir.Block | ir.Sample | ir.Move | ir.Result
AROUND = 32  # the orders of going round a class this small are listed once


def if_statement(code: Code, stmt: ir.If) -> None:
    from rulewright.compiler.python.stmt import statements

    if not stmt.then:
        code.lines.open(f"if not ({code.cond(stmt.cond)}):")
        statements(code, stmt.otherwise)
        code.lines.close()
        return
    code.lines.open(f"if {condition(code, stmt.cond, stmt.then[0])}:")
    statements(code, stmt.then)
    code.lines.close()
    if stmt.otherwise:
        code.lines.open("else:")
        statements(code, stmt.otherwise)
        code.lines.close()


# ------------------------------------------------------------------------------------------------ loops


def each(code: Code, stmt: ir.Each, paths: tuple[str, ...] = ()) -> None:
    """Go through the members. They are listed first only if running the body could change which they are."""
    from rulewright.compiler.python.stmt import statements

    unit, names = code.unit, code.names
    if _written_out(unit, stmt, paths):
        for member in range(unit.classes[stmt.domain.cls].size):  # type: ignore[union-attr]
            known = {stmt.local: ir.Const(member)}
            body = unit.simplifier.simplify(stmt.body, known)
            guard = None if stmt.guard is None else unit.simplifier.simplify(stmt.guard, known)
            if guard is not None:
                body = () if guard == ir.Const(0) else (ir.If(guard, body, span=stmt.span),)
            if body:
                statements(code, body)
        return
    moving = _disturbs(code, stmt)
    going = in_turn(unit, names, stmt, whole=moving)
    found = _at_once(unit, names, stmt)
    if found is not None:
        source, rest = found
        variable = unit.variable(stmt.local)
        code.lines.open(f"for {variable} in {source}:")
        code.names = names.bind(stmt.local, variable)
        code.loops.append(Around(paths))
        depth = code.lines.depth
        still = stmt.guard if moving else rest
        if still is not None:
            code.lines.open(f"if {code.cond(still)}:")
        statements(code, stmt.body)
        code.lines.depth = depth
        code.names = names
        _close_loop(code)
        return
    if moving and (going.tests or stmt.guard is not None):
        kept = [f"if {t}" for t in going.tests]
        if stmt.guard is not None:
            kept.append(f"if {value_cond(unit, going.names, stmt.guard)}")
        variable = unit.variable(stmt.local)
        listed = f"[{variable} for {going.target} in {going.source} {' '.join(kept)}]"
        code.lines.open(f"for {variable} in {listed}:")
        code.names = names.bind(stmt.local, variable)
        tests: tuple[str, ...] = ()
    else:
        source = f"list({going.source})" if moving and "cells" in going.source else going.source
        code.lines.open(f"for {going.target} in {source}:")
        code.names, tests = going.names, going.tests
    code.loops.append(Around(paths))
    depth = code.lines.depth
    for test in tests:
        code.lines.open(f"if {test}:")
    if stmt.guard is not None:
        code.lines.open(f"if {code.cond(stmt.guard)}:")
    statements(code, stmt.body)
    code.lines.depth = depth
    code.names = names
    _close_loop(code)


def _written_out(unit: Unit, stmt: ir.Each, paths: tuple[str, ...]) -> bool:
    """Is a loop over so few members, and so short, that it is written out member by member? The members that take their
    turn must not depend on what was done for those before."""
    if not isinstance(stmt.domain, ir.ClassDomain) or stmt.start is not None or paths:
        return False
    nodes = list(everything(stmt.body))
    if unit.classes[stmt.domain.cls].size * len(nodes) > UNROLLED or any(isinstance(n, _NOT_TWICE) for n in nodes):
        return False
    if any(isinstance(n, ir.SetLocal) and n.name == stmt.local for n in nodes):
        return False
    if stmt.guard is None:
        return True
    return not effects_meet(unit, stmt)


def effects_meet(unit: Unit, stmt: ir.Each) -> bool:
    """May the body of a loop change for which members its guard holds?"""
    effects = unit.layout.prepared.effects
    assert stmt.guard is not None
    return bool(effects.of(stmt.guard).reads & effects.of(stmt.body).writes) or bool(
        mentioned(stmt.guard) & effects.assigns(stmt.body)
    )


def _at_once(unit: Unit, names: Names, stmt: ir.Each) -> tuple[str, ir.Expr | None] | None:
    """The members that a guard leaves, as a list made before the first of them has its turn; and what of the guard is
    to be tested still. None if no set of them is at hand."""
    from rulewright.compiler.python.narrow import narrow

    if stmt.start is not None or not isinstance(stmt.domain, ir.ClassDomain | ir.SetDomain) or stmt.guard is None:
        return None
    if part_masks(unit, names, stmt.local, stmt.domain.cls, stmt.guard) is None:
        return None
    going, rest = narrow(unit, names, stmt.local, stmt.domain, stmt.guard, (), stmt.span)
    return going.source, rest


def value_cond(unit: Unit, names: Names, guard: ir.Expr) -> str:
    from rulewright.compiler.python.expr import cond
    from rulewright.compiler.python.text import OR

    return cond(unit, names, guard, OR)


def in_turn(unit: Unit, names: Names, stmt: ir.Each, *, whole: bool) -> Walk:
    """How to go through the members of a loop in the order in which they take their turns."""
    uses = (*((stmt.guard,) if stmt.guard is not None else ()), *stmt.body)
    domain = stmt.domain
    if stmt.start is None or not isinstance(domain, ir.ClassDomain | ir.SetDomain):
        return walk(unit, names, stmt.local, domain, uses, stmt.span, whole=whole)
    variable = unit.variable(stmt.local)
    around = going_round(unit, names, stmt, domain.cls)
    tests: tuple[str, ...] = ()
    if isinstance(domain, ir.SetDomain):
        tests = (f"{value(unit, names, domain.set, SHIFT)} >> {variable} & 1",)
    return Walk(variable, around, tests, names.bind(stmt.local, variable))


def going_round(unit: Unit, names: Names, stmt: ir.Each, cls: str) -> str:
    """All members of a class from the start of a loop on, going round."""
    assert stmt.start is not None
    size, step = unit.classes[cls].size, stmt.step
    shift = step if stmt.after else 0
    if size > AROUND:
        start = value(unit, names, stmt.start)
        return f"[(x + {shift}) % {size} for x in range({start}, ({start}) + {size * step}, {step})]"
    orders = tuple(tuple((s + shift + step * n) % size for n in range(size)) for s in range(size + 1))
    return f"{unit.table(orders, f'around {cls}')}[{value(unit, names, stmt.start)}]"


def _disturbs(code: Code, stmt: ir.Each) -> bool:
    """Could the body change which members there are, or for which the guard holds?"""
    if always_ends(stmt.body) or (stmt.body and isinstance(stmt.body[-1], ir.Leave)):
        return False  # it runs once at most
    effects = code.unit.layout.prepared.effects
    watched = effects.of(stmt.domain).reads
    names = mentioned(stmt.domain)
    if stmt.guard is not None:
        watched |= effects.of(stmt.guard).reads
        names |= mentioned(stmt.guard) - {stmt.local}
    if isinstance(stmt.domain, ir.RangeDomain):  # its bounds are worked out once in any case
        watched = effects.of(stmt.guard).reads if stmt.guard is not None else frozenset()
        names = mentioned(stmt.guard) - {stmt.local} if stmt.guard is not None else frozenset()
    return bool(watched & effects.of(stmt.body).writes or names & effects.assigns(stmt.body))


def loop(code: Code, stmt: ir.Loop, paths: tuple[str, ...] = ()) -> None:
    """Rounds with a budget: a loop in here asks nobody."""
    from rulewright.compiler.python.stmt import statements

    code.lines.open(f"for _ in range({ROUNDS}):")
    code.loops.append(Around(paths))
    if stmt.cond is not None:
        code.lines.open(f"if not ({code.cond(stmt.cond)}):")
        code.lines.add("break")
        code.lines.close()
    statements(code, stmt.body)
    if stmt.until is not None:
        code.lines.open(f"if {code.cond(stmt.until)}:")
        code.lines.add("break")
        code.lines.close()
    around = code.loops.pop()
    code.lines.close()
    code.lines.open("else:")
    code.lines.add(f"{code.unit.need('fault', 'checked')}({ENDLESS!r}, {code.unit.where(stmt.span)})")
    code.lines.close()
    _pass_on(code, around)


def _close_loop(code: Code) -> None:
    around = code.loops.pop()
    code.lines.close()
    _pass_on(code, around)


def _pass_on(code: Code, around: Around) -> None:
    """After a loop that jumps pass through: go on out, if that is why it ended."""
    for flag in dict.fromkeys(around.passing):
        code.lines.open(f"if {flag}:")
        code.lines.add("break")
        code.lines.close()


# ------------------------------------------------------------------------------------------------ blocks and jumps


def block(code: Code, stmt: ir.Block) -> None:
    """A block; one that is left early is a loop of one round."""
    from rulewright.compiler.python.stmt import begin_fields, clear_fields, statements

    begin_fields(code, stmt.resets)
    if not _leaves(stmt.body, stmt.path):
        statements(code, stmt.body)
    elif not stmt.resets and isinstance(stmt.body[-1], ir.Each) and not _leaves(stmt.body[:-1], stmt.path):
        _mark_flag(code, stmt, stmt.body[-1].body)
        statements(code, stmt.body[:-1])
        each(code, stmt.body[-1], (stmt.path,))
    else:
        _mark_flag(code, stmt, stmt.body)
        code.lines.open("while True:")
        code.loops.append(Around((stmt.path,), stmt.resets))
        statements(code, stmt.body)
        code.lines.add("break")
        _close_loop(code)
    clear_fields(code, stmt.resets)


def _leaves(body: tuple[ir.Stmt, ...], path: str) -> bool:
    return any(isinstance(n, ir.Leave) and n.block == path for n in everything(body))


def _flag(code: Code, stmt: ir.Block) -> str:
    return "left_" + code.unit.variable(f"leave {stmt.path}")


def _mark_flag(code: Code, stmt: ir.Block, body: tuple[ir.Stmt, ...]) -> None:
    """Leaving from inside inner loops takes a flag; it is down at first."""
    loops = [n for n in everything(body) if isinstance(n, ir.Each | ir.Loop | ir.Block)]
    if any(_leaves(n.body, stmt.path) for n in loops):
        code.lines.add(f"{_flag(code, stmt)} = False")


def leave(code: Code, stmt: ir.Leave) -> None:
    """Jump to the end of a block around (or of this procedure)."""
    from rulewright.compiler.python.stmt import clear_fields

    for n, around in enumerate(reversed(code.loops)):
        if stmt.block in around.paths:
            if n:
                flag = "left_" + code.unit.variable(f"leave {stmt.block}")
                code.lines.add(f"{flag} = True")
                for inner in code.loops[len(code.loops) - n :]:
                    inner.passing.append(flag)
            code.lines.add("break")
            return
        clear_fields(code, around.fields)
    assert code.procedure is not None and code.procedure.name == stmt.block, f"no {stmt.block} around"
    code.lines.add(return_text(code))


def return_text(code: Code) -> str:
    """Return from a plain procedure, the game going on."""
    procedure = code.procedure
    assert procedure is not None
    if procedure.result is not None:
        return f"return {code.local(result_local(procedure.name))}"
    return "return 0" if code.unit.layout.prepared.effects.procedure(procedure.name).ends else "return"


# ------------------------------------------------------------------------------------------------ calls and results


def call(code: Code, stmt: ir.Call) -> None:
    """Call a procedure that does not stop."""
    unit = code.unit
    called = unit.procedures[stmt.procedure]
    args = "".join(f", {code.value(a)}" for a in stmt.args)
    text = f"{procedure_function(unit, called)}(cells{args}{unit.pass_log})"
    ends = unit.layout.prepared.effects.procedure(called.name).ends
    if called.result is None:
        if not ends:
            code.lines.add(text)
            return
        code.lines.open(f"if {text}:")
        code.lines.add(code.over)
        code.lines.close()
        return
    if not ends:
        code.lines.add(text if stmt.into is None else f"{code.local(stmt.into)} = {text}")
        return
    given = unit.temporary()
    code.lines.add(f"{given} = {text}")
    code.lines.open(f"if {given} is None:")
    code.lines.add(code.over)
    code.lines.close()
    if stmt.into is not None:
        code.lines.add(f"{code.local(stmt.into)} = {given}")


def procedure_function(unit: Unit, called: ir.Procedure) -> str:
    """The name of the function of a procedure that does not stop."""
    from rulewright.compiler.python.stmt import statements

    def write(name: str) -> Lines:
        lines = Lines()
        ends = unit.layout.prepared.effects.procedure(called.name).ends
        gives = ("int | None" if ends else "int") if called.result is not None else ("int" if ends else "None")
        params = "".join(f", {unit.variable(p)}: int" for p in called.params)
        lines.at_rule(called.span)
        lines.open(f"def {name}(cells: list[int]{params}{unit.log}) -> {gives}:")
        names = Names({p: unit.variable(p) for p in called.params})
        code = Code(unit, lines, names, called)
        if called.result is not None:
            result = result_local(called.name)
            code.names = names.bind(result, unit.variable(result))
            lines.add(f"{unit.variable(result)} = 0")
        before = len(lines.lines)
        statements(code, called.body)
        if gives != "None" or len(lines.lines) == before:
            lines.add(return_text(code))
        return lines

    return unit.helper(("procedure", called.name), "do", write)


def result(code: Code, stmt: ir.Result) -> None:
    """The game is over."""
    code.lines.add(over_text(code, stmt))
    code.lines.add(code.over)


def over_text(code: Code, stmt: ir.Result) -> str:
    return f"over(cells, {stmt.id}, {code.value(stmt.wins)}, {code.value(stmt.loses)}{code.unit.pass_log})"


def check(code: Code, stmt: ir.Check) -> None:
    """An invariant where it stands; headless runs skip it, unless it is a limit."""
    if not code.unit.events and ALWAYS not in stmt.refs:
        return
    code.lines.open(f"if not ({code.cond(stmt.cond)}):")
    code.lines.add(f"{code.unit.need('fault', 'checked')}({stmt.reason!r}, {code.unit.where(stmt.span)})")
    code.lines.close()
