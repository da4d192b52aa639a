"""How much a game can have to do between two questions, at the most.

Everything is bounded: loops over numbers and members, totals and tests over them, calls. The bound of a body is the sum
of its parts, of a loop its rounds times its body. A game whose bound is absurd would only seem to hang; it is refused.
Loops without a bound of their own (`repeat while`, phases that repeat) count one round here: those stop in play.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.calls import callees_first, calls_of
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.walk import children

MOST = 50_000_000  # steps between two questions
MOST_REMEMBERED = 4_096  # members of a loop with a condition: which of them held at its start is kept in the state


def check_effort(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report statements that could do more than `MOST` steps (RW0626), innermost ones only."""
    if not any(problem.code in ("RW0616", "RW0621") for problem in s.report.problems):  # calls are as they should be
        Effort(program, s).all()


class Effort:
    """Bounds of procedures and values, each worked out once."""

    def __init__(self, program: ir.Program, s: Symbols) -> None:
        self.program = program
        self.symbols = s
        self.bodies: dict[str, Any] = {p.name: p.body for p in program.procedures}
        self.bodies |= {v.name: v.body for v in program.values}
        self.known: dict[str, int] = {}

    def all(self) -> None:
        for name in callees_first(calls_of(self.program)):
            self.called(name)
        for body in (self.program.setup, self.program.flow, *(p.body for p in self.program.procedures)):
            self.of(body)
        for reaction in (*self.program.whens, *self.program.watches, *self.program.invariants):
            self.of(reaction)

    def called(self, name: str) -> int:
        if name not in self.known:
            self.known[name] = 1  # a name that needs itself is refused elsewhere
            self.known[name] = self.of(self.bodies.get(name, ()))
        return self.known[name]

    def of(self, node: Any) -> int:
        """The bound of a node, or 1 where it is over the limit and has been reported."""
        if isinstance(node, tuple):
            return sum(self.of(part) for part in node)
        inner = sum(self.of(child) for child in children(node))
        match node:
            case ir.Call():
                total = inner + self.called(node.procedure)
            case ir.Apply():
                total = inner + self.called(node.name)
            case ir.Each() if node.guard is not None and self.members(node.domain) > MOST_REMEMBERED:
                total = MOST + 1
            case ir.Each() | ir.Fold() | ir.Watch():
                total = 1 + inner * max(1, self.members(node.domain))
            case ir.Choose():
                total = 1 + inner + sum(self.tuples(b) for b in node.branches)
            case ir.Sample() if isinstance(node.source, ir.AnyOf):
                total = 1 + inner * max(1, self.members(node.source.domain))
            case _:
                total = 1 + inner
        span = getattr(node, "span", None)
        if total > MOST and span is not None and span.end:
            self.symbols.report.add("RW0626", span, most=f"{MOST:,}")
            return 1
        return total

    def tuples(self, branch: ir.Branch) -> int:
        tests = sum(self.of(t) for t in (branch.where, *(n.cond for n in branch.needs)) if t is not None)
        return branch.size * (1 + tests)

    def members(self, domain: ir.Domain | None) -> int:
        match domain:
            case ir.RangeDomain():
                return domain.most
            case ir.ClassDomain() | ir.SetDomain():
                return self.symbols.cls(domain.cls).size
            case ir.ZoneDomain():
                return self.symbols.zones[domain.zone.zone].capacity
        return 1
