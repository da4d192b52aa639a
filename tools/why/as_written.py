"""Conditions and binders as they stand in the rules: what a reason quotes, and what a scenario can say is one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.compiler.words.nouns import conjuncts
from rulewright.dsl import ir
from rulewright.dsl.walk import below
from rulewright.tools.scenarios.explain import bare_name, text_of, written


def conditions(branch: ir.Branch) -> list[ir.Expr]:
    """What qualifies an answer of a branch: its conditions, one by one."""
    return [] if branch.where is None else conjuncts(branch.where)


def condition_text(cond: ir.Expr) -> str:
    """A condition as it stands there; that of a group is written `GROUP name`. "" if it stands nowhere."""
    if written(cond.span):
        return text_of(cond.span)
    match cond:
        case ir.Apply(args=(ir.Local(name),)):
            return f"{cond.name} {bare_name(name)}"
    return ""


def binder_text(branch: ir.Branch, binder: ir.Binder) -> str:
    """What is chosen from, as it stands in the statement of a branch: `c in p.hand`, `n from 1 to 3`. "" if it is all
    of a class, or is not found."""
    if isinstance(binder.domain, ir.ClassDomain) or not written(branch.span):
        return ""
    text = " ".join(branch.span.source.text[branch.span.start : branch.span.end].split())
    name = re.escape(bare_name(binder.local))
    found = re.search(rf'\b{name} (?:in|from) [^",]*?(?= where\b|[",:]| \[|$)', text)
    return found[0].strip() if found is not None else ""


def reasons(program: ir.Program) -> Iterator[str]:
    """Everything by which a scenario can call what keeps an answer off."""
    for branch in (n for n in below(program) if isinstance(n, ir.Branch)):
        for need in branch.needs:
            yield from (need.name, need.reason, condition_text(need.cond))
        yield from map(condition_text, conditions(branch))
        yield from (binder_text(branch, binder) for binder in branch.binders)
