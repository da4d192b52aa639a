"""The names in the text of a question, `"What does {actor} do?"`, as expressions.

What stands in braces is a name as anywhere else, with dots if need be: `{v}`, `{v.at}`. Nothing else can stand there.
"""

from __future__ import annotations

import re

from rulewright.dsl import ast
from rulewright.dsl.source import Span

HOLE = re.compile(r"\{([^{}]*)\}")
PATH = re.compile(r"\s*[^\W\d]\w*(?:\.[^\W\d]\w*)*\s*")


def well_formed(question: str) -> bool:
    """Is every brace one of a pair with a name between them?"""
    rest = HOLE.sub("", question)
    return not set("{}") & set(rest) and all(PATH.fullmatch(hole) for hole in HOLE.findall(question))


def named_in(question: str, line: Span) -> tuple[ast.Expr, ...]:
    """What the braces of a question stand for, in order; nothing if they are not well formed. `line` is where the
    question is to be found."""
    if "{" not in question or not well_formed(question):
        return ()
    start = max(line.source.text.find(f'"{question}"', line.start), line.start) + 1
    return tuple(
        _path(hole, Span(line.source, start + hole.start(), start + hole.end())) for hole in HOLE.finditer(question)
    )


def _path(hole: re.Match[str], at: Span) -> ast.Expr:
    first, *rest = hole[1].strip().split(".")
    made: ast.Expr = ast.Name(first, span=at)
    for name in rest:
        made = ast.Dot(made, ast.Ident(name, span=at), span=at)
    return made
