"""Blocks `together`: one change asks nothing, is one whole, and comes to its end.

A question inside would show a player a position that is half way, and whatever is tested at each decision (a top-level
`check`) would be tested there. An end or a jump out of the block would leave open what reacts to the part that was
done. Rolling dice and drawing are fine: chance only waits for a number.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.walk import below


def check_joined(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report questions (RW0290), ends and jumps (RW0291), and phases (RW0292) in a block `together`, once each."""
    procedures = {p.name: p for p in program.procedures}
    starts: tuple[ir.Stmt, ...] = (*program.setup, *program.flow, *(x for p in program.procedures for x in p.body))
    starts += (*(x for w in program.watches for x in w.body), *(x for w in program.whens for x in w.body))
    told: set[object] = set()
    for start in starts:
        for block in below(start):
            if isinstance(block, ir.Block) and block.kind == "together":
                for node in _inside(block, procedures):
                    if node.span not in told:
                        told.add(node.span)
                        _report(s, node, [Label(block.span, "`together` begins here")])


def _report(s: Symbols, node: ir.Choose | ir.Result | ir.Leave | ir.Block, labels: list[Label]) -> None:
    if isinstance(node, ir.Choose):
        s.report.add("RW0290", node.span, labels=labels)
    elif isinstance(node, ir.Block):
        s.report.add("RW0292", node.span, labels=labels)
    else:
        s.report.add("RW0291", node.span, labels=labels)


def _inside(
    block: ir.Block, procedures: dict[str, ir.Procedure]
) -> Iterator[ir.Choose | ir.Result | ir.Leave | ir.Block]:
    """What may not stand in a block, in it or in a procedure that it does."""
    inside: list[object] = []
    waiting: list[object] = list(block.body)
    done: set[str] = set()
    while waiting:
        for node in below(waiting.pop(0)):
            inside.append(node)
            if isinstance(node, ir.Call) and node.procedure not in done:
                done.add(node.procedure)
                waiting.extend(procedures[node.procedure].body)
    targets = done | {n.path for n in inside if isinstance(n, ir.Block)}
    for node in inside:
        jumps = isinstance(node, ir.Leave) and node.block not in targets
        comes = isinstance(node, ir.Block) and node.kind in ("phase", "step")
        if isinstance(node, ir.Choose | ir.Result | ir.Leave | ir.Block) and (
            isinstance(node, ir.Choose | ir.Result) or jumps or comes
        ):
            yield node
