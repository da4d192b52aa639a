"""What a file says of numbered rules: that they are left out, or that they are its own reconstruction."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate.symbols import Symbols


def check_numbered(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report lines that speak of no rule (RW0280), and rules both left out and reconstructed (RW0281)."""
    omitted: dict[str, ast.Omits] = {}
    for d in file.decls:
        if isinstance(d, ast.Omits | ast.Reconstructs) and not d.refs:
            s.report.add("RW0280", d.span, word="omits" if isinstance(d, ast.Omits) else "reconstructs")
        if isinstance(d, ast.Omits):
            omitted |= dict.fromkeys(d.refs, d)
    for d in file.decls:
        for rule in d.refs if isinstance(d, ast.Reconstructs) else ():
            if rule in omitted:
                labels = [Label(omitted[rule].span, "left out here")]
                s.report.add("RW0281", d.span, rule=rule, labels=labels)
