"""Small computed values written out where they are used, so that later passes see what a condition really reads.

A value is inlined when its body is small and each argument is a constant or a local (or used once at most). What is
left stays a `Value` and becomes a function.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import evolve

from rulewright.compiler.passes.simplify import Simplifier
from rulewright.compiler.passes.walk import everything, rebuild, size_of
from rulewright.dsl import ir

SMALL = 30


def inline_values(program: ir.Program) -> ir.Program:
    """The program with small values inlined everywhere (their declarations stay), and all expressions simplified."""
    simplifier = Simplifier(program)
    bodies: dict[str, ir.Value] = {}
    known = {v.name: v for v in program.values}

    def visit(node: Any) -> Any:
        return simplifier.simplify(inline(node))

    def inline(node: Any) -> Any:
        node = rebuild(node, inline)
        if isinstance(node, ir.Apply):
            value = ready(node.name)
            if _fits(value, node.args):
                return simplifier.simplify(value.body, dict(zip(value.params, node.args, strict=True)))
        return node

    def ready(name: str) -> ir.Value:
        if name not in bodies:
            bodies[name] = evolve(known[name], body=visit(known[name].body))
        return bodies[name]

    return evolve(
        program,
        fields=visit(program.fields),
        zones=visit(program.zones),
        values=tuple(ready(v.name) for v in program.values),
        procedures=visit(program.procedures),
        setup=visit(program.setup),
        flow=visit(program.flow),
        whens=visit(program.whens),
        watches=visit(program.watches),
        invariants=visit(program.invariants),
        scores=None if program.scores is None else visit(program.scores),
        heuristic=None if program.heuristic is None else visit(program.heuristic),
    )


def _fits(value: ir.Value, args: tuple[ir.Expr, ...]) -> bool:
    if size_of(value.body) > SMALL:
        return False
    uses = Counter(n.name for n in everything(value.body) if isinstance(n, ir.Local))
    bound = {n.local for n in everything(value.body) if isinstance(n, ir.Fold | ir.Reach)}
    if any(isinstance(a, ir.Local) and a.name in bound for a in args):
        return False
    for name, arg in zip(value.params, args, strict=True):
        if not isinstance(arg, ir.Const | ir.Local) and (uses[name] > 1 or bound):
            return False
    return True
