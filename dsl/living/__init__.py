"""`while` blocks woven in: a syntax tree with blocks, to one without, which plays the same.

    blocks --each line--> things and what hangs on them --settle--> values and costs --weave--> a tree

A block is like a variant that is on while its condition holds; so the machinery of variants (`dsl/overlay`) finds what
a line is about and puts the tree together. What comes out is an ordinary game, and nothing later knows of blocks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.living import choices, numbers, running
from rulewright.dsl.living.block import Block, Living
from rulewright.dsl.overlay.things import Things
from rulewright.dsl.overlay.weave import Weaving

__all__ = ["blocks_of", "lived"]
LINES: dict[type, Callable[[Living, Block, Any], None]] = {
    ast.LiveSet: numbers.set_number, ast.ChangeBy: numbers.change, ast.Forbid: choices.forbid,
    ast.AddTo: choices.add_to, ast.Around: running.around, ast.Instead: running.instead,
    ast.SoonDecl: running.as_soon_as, ast.WhenDecl: running.when_empty,
}  # fmt: skip


KEPT = 4  # files remembered: one is made into programs for every number of players
_RECENT: OrderedDict[int, tuple[ast.File, ast.File]] = OrderedDict()


def blocks_of(file: ast.File) -> Iterator[ast.While]:
    """All blocks, in the order of the file."""
    for decl in file.decls:
        if isinstance(decl, ast.While):
            yield decl
        elif isinstance(decl, ast.ClassDecl):
            for row in decl.rows:
                yield from row.living


def lived(file: ast.File, game: ast.Game, report: Report) -> ast.File:
    """The file with its blocks woven in. A line that is wrong goes to `report` and is left out."""
    blocks = list(blocks_of(file))
    if not blocks:
        return file
    known = _RECENT.get(id(file))
    if known is not None and known[0] is file:
        return known[1]
    found, made = Report(), without_blocks(file)
    with found.until_full():
        made = _lived(file, game, blocks, found)
    report.take(found.problems)
    if not found.problems:
        _RECENT[id(file)] = file, made
        if len(_RECENT) > KEPT:
            _RECENT.popitem(last=False)
    return made


def _lived(file: ast.File, game: ast.Game, blocks: list[ast.While], report: Report) -> ast.File:
    plain = without_blocks(file)
    things = Things()
    for decl in plain.decls:
        if not isinstance(decl, ast.Scenario | ast.Variant):
            things.survey(decl, None, "")
    living = Living.over(things, report)
    for node in blocks:
        block = Block.of(node, file)
        for line in node.lines:
            LINES[type(line)](living, block, line)
    numbers.settle(living)
    weaving = Weaving(things, report)
    made = weaving.file(plain, living.added)
    if why := weaving.measure.too_large(made):
        report.stop("RW1029", blocks[-1].span, name=game.name.text, why=why)
    return made


def without_blocks(file: ast.File) -> ast.File:
    """The file as if there were no blocks."""
    decls: list[Any] = []
    for decl in file.decls:
        if isinstance(decl, ast.ClassDecl) and any(row.living for row in decl.rows):
            rows = tuple(attrs.evolve(row, living=()) if row.living else row for row in decl.rows)
            decls.append(attrs.evolve(decl, rows=rows))
        elif not isinstance(decl, ast.While):
            decls.append(decl)
    return attrs.evolve(file, decls=tuple(decls))
