"""Games in several files: each `include "events.rules"` into the declarations that stand in that file.

The file lies beside the game's, under a plain name. It holds declarations only: what is a game, and how it is tested,
is said in one place. Problems are shown in the file they are in.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.parse import LARGEST_TEXT, MOST_WORDS, Memory, parse, words_in
from rulewright.dsl.source import Source

PLAIN = re.compile(r"\w[\w-]*\.rules")


class Whole(NamedTuple):
    """All declarations, and the names on lines that could not be read."""

    file: ast.File
    lost: frozenset[str]


def with_included(
    file: ast.File, lost: frozenset[str], source: Source, report: Report, memory: Memory | None = None
) -> Whole:
    """The file with what it includes in place; what cannot be had is left out."""
    if not any(isinstance(d, ast.Include) for d in file.decls):
        return Whole(file, lost)
    is_game = any(isinstance(d, ast.Game) for d in file.decls)
    taken = {re.split(r"[/\\]", source.name)[-1]}
    size, words = len(source.text), words_in(source.text)
    decls: list[ast.Decl] = []
    for d in file.decls:
        if not isinstance(d, ast.Include):
            decls.append(d)
            continue
        inner = wanted(d, is_game, taken, source, report)
        taken.add(d.file)
        if inner is None:
            continue
        size, words = size + len(inner.text), words + words_in(inner.text)
        if size > LARGEST_TEXT:
            report.add("RW0108", d.span, size=size, most=LARGEST_TEXT)
        elif words > MOST_WORDS:
            report.add("RW0116", d.span, words=words, most=MOST_WORDS)
        else:
            tree, more = parse(inner, report, memory)
            lost |= more
            decls += declarations(tree, report)
    return Whole(ast.File(tuple(decls), span=file.span), lost)


def wanted(d: ast.Include, is_game: bool, taken: set[str], source: Source, report: Report) -> Source | None:
    """The text that is to stand here; None, with the reason in the report, if there is none."""
    if not is_game:
        report.add("RW0261", d.span)
    elif not PLAIN.fullmatch(d.file):
        report.add("RW0257", d.span, file=d.file)
    elif d.file in taken:
        report.add("RW0259", d.span, file=d.file)
    elif (inner := source.included(d.file)) is None:
        report.add("RW0258", d.span, file=d.file)
    else:
        return inner
    return None


def declarations(tree: ast.File, report: Report) -> list[ast.Decl]:
    """What may stand in an included file; the rest is reported."""
    kept: list[ast.Decl] = []
    for d in tree.decls:
        match d:
            case ast.Game() | ast.Variant() | ast.Include():
                report.add("RW0260", d.span, word=type(d).__name__.lower())
            case ast.Scenario():
                report.add("RW0260", d.span, word="position" if d.shared else "scenario")
            case _:
                kept.append(d)
    return kept
