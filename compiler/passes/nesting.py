"""Procedures that come to themselves again: `when ... becomes empty` bodies that set one another off.

Where nothing stops in such a body it may go deep, and after so many within one another it is a fault: NESTED counts
them. Where something stops there it cannot run within itself at all, for what goes on has one fixed place in the
state; `circular` says which procedures those are, and the plan makes it a fault. Testing watches (SETTLE) never comes
to itself again, so ways through it do not count.
"""

from __future__ import annotations

from attrs import evolve

from rulewright.compiler.effects import Effects, called
from rulewright.compiler.passes.weave import ALWAYS, NESTED, SETTLE, WHEN
from rulewright.dsl import ir
from rulewright.dsl.cycles import following, on_cycles

DEEPEST = 200


def circular(program: ir.Program) -> frozenset[str]:
    """The procedures that may come to be called while they run."""
    calls = {p.name: called(p.body) - {SETTLE} for p in program.procedures if p.name != SETTLE}
    return frozenset(name for name in on_cycles(calls) if name in following(calls, name))


def counted(program: ir.Program, effects: Effects) -> ir.Program:
    """The program with the depth counted in `when` bodies that may set themselves off and ask nobody."""
    names = {n for n in circular(program) if n.startswith(WHEN) and not effects.splits_procedure(n, exposed=False)}
    if not names:
        return program
    depth = ir.Local(NESTED)

    def deeper(p: ir.Procedure) -> ir.Procedure:
        why = f"“{p.name.removeprefix(WHEN)}” sets itself off without end"
        return evolve(
            p,
            body=(
                ir.Check(ir.Compare("<=", depth, ir.Const(DEEPEST)), why, (ALWAYS,), span=p.span),
                ir.SetLocal(NESTED, ir.Arith("+", depth, ir.Const(1)), span=p.span),
                *p.body,
                ir.SetLocal(NESTED, ir.Arith("-", depth, ir.Const(1)), span=p.span),
            ),
        )

    return evolve(
        program,
        procedures=tuple(deeper(p) if p.name in names else p for p in program.procedures),
        locals=(*program.locals, ir.LocalVar(NESTED, ir.Number(0, DEEPEST + 1))),
    )
