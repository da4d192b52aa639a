"""`as soon as`: its body must be able to put an end to what set it off."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.reach import Reactions, reached
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.walk import reads


def check_watches(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report watches that would run again at every change (RW0619)."""
    reactions = Reactions(program)
    for watch in program.watches:
        ends = any(isinstance(n, ir.Result | ir.Leave) for n in reached(watch.body, reactions.procedures))
        read = reads(watch.cond, s.made_values)
        direct = reactions.places[id(watch)]
        if read and not ends and not watch.reads & direct and not watch.reads & reactions.written(direct):
            s.report.add("RW0619", watch.span, places=listed(sorted(watch.reads)))


def listed(names: list[str]) -> str:
    """A few names in words."""
    shown = [f"`{n}`" for n in names[:4]]
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]
