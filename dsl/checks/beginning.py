"""What must be there before a game begins: a phase to begin with, and a value for every field."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.reach import by_name, reached, written
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import article


def check_beginning(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report a game without a phase (RW0618), and fields that hold a name nobody ever gave them (RW0507)."""
    if not program.flow:
        s.report.add("RW0618", next(d.span for d in file.decls if isinstance(d, ast.Game)))
    given = written(reached(program.setup, by_name(program)))
    for d in file.decls:
        if not isinstance(d, ast.FieldDecl) or d.initial is not None or d.name.text in given:
            continue
        declared = s.fields.get(d.name.text)
        if declared is None:  # lost, which is reported
            continue
        if isinstance(declared.type, ir.Name) and not declared.type.optional and declared.during is None:
            kind = f"{article(declared.type.cls)} `{declared.type.cls}`"
            s.report.add("RW0507", d.name.span, name=d.name.text, kind=kind)
