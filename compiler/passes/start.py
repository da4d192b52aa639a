"""What is known when the set-up is over: the fields that it never writes still have their first values.

So a watch that asks for something else need not be tested then; in a game without a set-up that is most of them.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulewright.compiler.effects import Effects
from rulewright.compiler.passes.simplify import NO, Simplifier
from rulewright.compiler.passes.walk import rebuild
from rulewright.dsl import ir


@define
class Start:
    """The state at the end of the set-up of one program (not woven yet), as far as it is known."""

    program: ir.Program
    simplifier: Simplifier = field(init=False)
    known: dict[str, ir.Const] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.simplifier = Simplifier(self.program)
        written = Effects(self.program).of(self.program.setup).writes
        for declared in self.program.fields:
            first = ir.Const(declared.rest) if declared.during else self.simplifier.simplify(declared.initial)
            if declared.name not in written and isinstance(first, ir.Const):
                self.known[declared.name] = first

    def refutes(self, watch: ir.Watch) -> bool:
        """Does the condition of a watch surely not hold?"""

        def visit(node: Any) -> Any:
            if isinstance(node, ir.Read) and node.place.field in self.known:
                index = node.place.index
                if index is None or isinstance(index, ir.Const | ir.Local | ir.ColumnOf):
                    return self.known[node.place.field]
            return rebuild(node, visit)

        return bool(self.simplifier.simplify(visit(watch.cond)) == NO)
