"""A program made ready for the emitters: values inlined, reactions woven in, effects and lives of locals known.

Made once for a program; the layout and both flavours of the Python module share it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from rulewright.compiler.effects import Effects, reachable
from rulewright.compiler.passes.handles import surely_there
from rulewright.compiler.passes.inline import inline_values
from rulewright.compiler.passes.nesting import counted
from rulewright.compiler.passes.order import unobserved_order
from rulewright.compiler.passes.planes import planes_of
from rulewright.compiler.passes.scopes import Scopes, bodies_of
from rulewright.compiler.passes.simplify import Simplifier
from rulewright.compiler.passes.single import singled
from rulewright.compiler.passes.tabulate import tabulated
from rulewright.compiler.passes.weave import ENTER, weave
from rulewright.dsl import ir

KEPT = 8  # programs remembered, so that the layout and both flavours of one program cost one preparation


@frozen(eq=False)
class Prepared:
    """`source` is the program as checked, `program` what is to be emitted. `entries` are the paths of the blocks of
    the flow where running can begin; `unordered` the zones declared ordered whose order nobody can observe; `there` the
    moves and turns (by id of the node, which is kept alive here) that surely find what they name; `planes` the fields
    that are also kept as sets of members (passes/planes.py)."""

    source: ir.Program
    program: ir.Program
    effects: Effects
    scopes: Scopes
    simplifier: Simplifier
    entries: tuple[str, ...]
    unordered: frozenset[str]
    there: Mapping[int, object]
    inlined: ir.Program
    planes: frozenset[str]


_RECENT: OrderedDict[int, Prepared] = OrderedDict()


def prepare(program: ir.Program) -> Prepared:
    """Make a program ready (or find it among the last few that were)."""
    known = _RECENT.get(id(program))
    if known is None or known.source is not program:
        known = _prepare(program)
        _RECENT[id(program)] = known
        if len(_RECENT) > KEPT:
            _RECENT.popitem(last=False)
    return known


def _prepare(source: ir.Program) -> Prepared:
    inlined = singled(inline_values(tabulated(source)))
    there: dict[int, object] = dict.fromkeys(surely_there(inlined))
    program = weave(inlined, there)
    enter = tuple(p.body for p in program.procedures if p.name == ENTER)
    used = reachable(program, (program.setup, program.flow, enter)) | {ENTER}
    program = evolve(program, procedures=tuple(p for p in program.procedures if p.name in used))
    entries = tuple(dict.fromkeys(_entries(program.flow)))
    effects = Effects(program, frozenset(entries))
    bounded = counted(program, effects)
    if bounded is not program:
        program, effects = bounded, Effects(bounded, frozenset(entries))
    simplifier = Simplifier(program)
    return Prepared(
        source,
        program,
        effects,
        Scopes(program, effects),
        simplifier,
        entries,
        unobserved_order(program),
        there,
        inlined,
        planes_of(program, simplifier),
    )


def _entries(body: tuple[ir.Stmt, ...]) -> Iterator[str]:
    """Paths of the blocks where running can begin: those of the flow that are not done for one member after another."""
    for stmt in body:
        if isinstance(stmt, ir.Block) and stmt.kind in ("phase", "step"):
            yield stmt.path
        if not isinstance(stmt, ir.Each | ir.Choose):
            for inner in bodies_of(stmt):
                yield from _entries(inner)
