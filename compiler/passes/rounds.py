"""A program that counts its rounds: how often the first repeating phase of its flow was begun.

The count is one more field that nobody sees and no rule reads, so every engine keeps it without knowing. Only headless
runs use such a program: a saved or shown game never has the field.
"""

from __future__ import annotations

import attrs

from rulewright.dsl import ir
from rulewright.runtime.schema import ROUNDS

MOST = 2**31 - 1


def counting_rounds(program: ir.Program) -> ir.Program:
    """The program with the count in field `ROUNDS`; as it was if nothing repeats."""
    flow: list[ir.Stmt] = []
    counted: ir.Block | None = None
    for stmt in program.flow:
        inside = [s for s in stmt.body if isinstance(s, ir.Block)] if isinstance(stmt, ir.Loop) else []
        if counted is None and inside and isinstance(stmt, ir.Loop):
            counted, at = inside[0], stmt.body.index(inside[0])
            place = ir.FieldRef(ROUNDS)
            more = ir.SetField(place, ir.Arith("+", ir.Read(place), ir.Const(1)), "safe", span=counted.span)
            block = attrs.evolve(counted, body=(more, *counted.body))
            stmt = attrs.evolve(stmt, body=(*stmt.body[:at], block, *stmt.body[at + 1 :]))
        flow.append(stmt)
    if counted is None:
        return program
    counter = ir.Field(ROUNDS, ir.Number(0, MOST), None, ir.Const(0), ir.Const(0), title="rounds", span=counted.span)
    return attrs.evolve(program, flow=tuple(flow), fields=(*program.fields, counter))
