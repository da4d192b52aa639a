"""The function that is being written: its lines, how locals are written in it, and how to get out of it.

A `Code` is either part of a block (`result` None: the game over is an empty list) or of a plain procedure. A plain
procedure that can end the game says so to its caller: one with a result gives None instead, any other gives 1.
"""

from __future__ import annotations

from attrs import define, field

from rulewright.compiler.python.expr import cond, value
from rulewright.compiler.python.plan import Block
from rulewright.compiler.python.text import TERNARY, Lines
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir


@define(eq=False)
class Around:
    """A Python loop that is open. Leaving the blocks `paths` is breaking out of it; `fields` are cleared on the way."""

    paths: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    passing: list[str] = field(factory=list)  # flags of jumps that pass through this loop


@define(eq=False)
class Code:
    """One function being written."""

    unit: Unit
    lines: Lines
    names: Names = field(factory=Names)
    procedure: ir.Procedure | None = None
    loops: list[Around] = field(factory=list)
    ended: str = "return []"  # what a block does when the game is over
    frame: frozenset[int] = frozenset()  # cells of the frame that are variables in this function
    below: Block | None = None  # the block that stands below what is being written, so that nothing leads there
    held: dict[tuple[str, str], ir.Expr] = field(factory=dict)  # by field and local: what the cell surely holds here
    totals: dict[int, str] = field(factory=dict)  # by id of a draw that comes next: how many lie there, at least one

    def value(self, expr: ir.Expr, level: int = TERNARY) -> str:
        return value(self.unit, self.names, expr, level)

    def cond(self, expr: ir.Expr, level: int = TERNARY) -> str:
        return cond(self.unit, self.names, expr, level)

    def local(self, name: str) -> str:
        return self.unit.local(name, self.names)

    def cell(self, cell: int | None) -> str:
        """A cell of the frame."""
        assert cell is not None
        return f"f{cell}" if cell in self.frame else f"cells[{cell}]"

    @property
    def over(self) -> str:
        """What to say to the caller when the game is over."""
        if self.procedure is None:
            return self.ended
        return "return None" if self.procedure.result is not None else "return 1"
