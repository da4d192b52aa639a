"""What a file says of numbered rules: which it answers for, which are left out, and which are its own reconstruction.

Nothing of it depends on the table, so a file is looked at once, not as a program.
"""

from __future__ import annotations

from rulewright.dsl import ast
from rulewright.dsl.build.nodes import MOST_IN_RANGE
from rulewright.dsl.diagnostics import Label, Report
from rulewright.dsl.walk import below


def check_numbered(file: ast.File, report: Report) -> None:
    """Report lines that speak of no rule (RW0280), rules both left out and reconstructed (RW0281) or not answered for
    (RW0283), and ranges that are none (RW0284)."""
    answered = {rule for d in file.decls if isinstance(d, ast.Accounts) for rule in d.refs}
    omitted = {rule: d for d in file.decls if isinstance(d, ast.Omits) for rule in d.refs}
    for d in file.decls:
        if isinstance(d, ast.Omits | ast.Reconstructs):
            if not d.refs:
                report.add("RW0280", d.span, word="omits" if isinstance(d, ast.Omits) else "reconstructs")
            unknown = [rule for rule in d.refs if rule not in answered and ".." not in rule]
            if answered and unknown:
                report.add("RW0283", d.span, rule=unknown[0])
        for rule in d.refs if isinstance(d, ast.Reconstructs) else ():
            if rule in omitted:
                report.add("RW0281", d.span, labels=[Label(omitted[rule].span, "left out here")], rule=rule)
    for node in below(file):
        for rule in getattr(node, "refs", ()):
            if ".." in rule:
                report.add("RW0284", node.span, range=rule, most=MOST_IN_RANGE)
