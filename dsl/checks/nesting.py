"""Reactions that would begin again inside themselves.

A `when` runs to its end before anything else. If what it does can empty its own place, by itself or through the
procedures and reactions it sets off, it would have to run inside itself; like procedures that do themselves, that is
refused: the frames of a game have a fixed size.
"""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.reach import Body, reached, written
from rulewright.dsl.elaborate.symbols import Symbols


def check_nesting(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report each `when` that can set itself off (RW0628)."""
    reactions: list[ir.When | ir.Watch] = [*program.whens, *program.watches]
    does = {id(r): (emptied(r.body, program), written(reached(r.body, program))) for r in reactions}
    for when in program.whens:
        waiting: list[ir.When | ir.Watch] = [when]
        seen = set[int]()
        while waiting:
            empties, writes = does[id(waiting.pop())]
            for other in reactions:
                if id(other) not in seen and set_off(other, empties, writes):
                    seen.add(id(other))
                    waiting.append(other)
        if id(when) in seen:
            s.report.add("RW0628", when.span, zone=when.zone)


def emptied(body: Body, program: ir.Program) -> set[str]:
    """The zones that a body takes something from."""
    return {node.source.zone for node in reached(body, program) if isinstance(node, ir.Move)}


def set_off(reaction: ir.When | ir.Watch, empties: set[str], writes: set[str]) -> bool:
    """Can these changes set it off?"""
    return reaction.zone in empties if isinstance(reaction, ir.When) else bool(reaction.reads & writes)
