"""The part of a set-up that always comes out the same, carried out while the module is written.

Up to the first question, roll or call, setting up is the same in every game: the board is laid out, cards go into
decks. The interpreter does that once, and the module gets the cells as they are then.
"""

from __future__ import annotations

from attrs import evolve

from rulewright.compiler.passes.walk import everything
from rulewright.compiler.python.plan import Block, Do
from rulewright.compiler.python.unit import Unit
from rulewright.compiler.reference.interpreter import Interpreter
from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import CHANCE

PLAIN = ir.SetField | ir.Move | ir.Turn | ir.Mix | ir.Tell | ir.If | ir.Each


def worked_out(unit: Unit, block: Block) -> tuple[int, int, tuple[int, ...]]:
    """How many items of the block that a game begins with can be carried out now; and what the cells are afterwards
    from the first that they change to the last."""
    program = unit.layout.prepared.source
    if any(not isinstance(_first(unit, f), ir.Const) for f in program.fields if f.during is None):
        return 0, 0, ()
    stmts: list[ir.Stmt] = []
    for item in block.items:
        if not isinstance(item, Do) or not _same_always(item.stmt):
            break
        stmts.append(item.stmt)
    if not stmts:
        return 0, 0, ()
    alone = evolve(program, setup=tuple(stmts), flow=(), whens=(), watches=(), invariants=())
    engine = Interpreter(alone, unit.schema)
    cells = engine.new(0)
    before = list(cells)
    try:
        engine.begin(cells, [])
    except RuleFault:
        return 0, 0, ()
    changed = [n for n, (now, then) in enumerate(zip(cells, before, strict=True)) if now != then and n != CHANCE]
    if not changed:
        return len(stmts), 0, ()
    return len(stmts), changed[0], tuple(cells[changed[0] : changed[-1] + 1])


def _same_always(stmt: ir.Stmt) -> bool:
    nodes = list(everything(stmt))
    return isinstance(stmt, PLAIN) and all(
        isinstance(n, PLAIN) or not isinstance(n, ir.Stmt) for n in nodes
    )


def _first(unit: Unit, declared: ir.Field) -> ir.Expr:
    first: ir.Expr = unit.simplifier.simplify(declared.initial, {"it": ir.Const(0)})
    return first
