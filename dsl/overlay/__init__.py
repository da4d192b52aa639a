"""Variants laid over a game: a syntax tree and the variants that are on, to the syntax tree of the game with them.

    names --lined_up--> variants in order --each change--> things and what was done to them --weave--> a tree

`overlay` is the whole of it. Names and types are looked at later, in what comes out; so a use that a variant broke is
found like any other mistake, and the `Trail` says which variant's line to show beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs
from attrs import frozen

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.overlay import adding, hooks, naming, setting, summing, taking
from rulewright.dsl.overlay.addresses import Seen
from rulewright.dsl.overlay.changing import Changing
from rulewright.dsl.overlay.ledger import Ledger
from rulewright.dsl.overlay.order import Line, lined_up, seats
from rulewright.dsl.overlay.things import Thing, Things
from rulewright.dsl.overlay.trail import Trail
from rulewright.dsl.overlay.weave import Weaving, left_whole

__all__ = ["Overlaid", "Trail", "overlay"]
VERBS: dict[type, Callable[[Changing, Any], None]] = {
    ast.Add: adding.declare, ast.AddTo: adding.add_to, ast.SetTo: setting.set_to, ast.SetSeen: setting.set_seen,
    ast.ChangeBy: summing.change_by,
    ast.Remove: taking.remove, ast.Replace: taking.replace, ast.ReplaceRows: taking.replace_rows,
    ast.Around: hooks.around, ast.Instead: hooks.instead, ast.Rename: naming.rename,
}  # fmt: skip


@frozen
class Overlaid:
    """A game with its variants: the tree, the variants in order, and who changed what."""

    file: ast.File
    variants: tuple[ast.Variant, ...]
    trail: Trail


def overlay(
    file: ast.File, known: Mapping[str, ast.Variant], chosen: Iterable[str], most_players: int, report: Report
) -> Overlaid:
    """The game in `file` with the `chosen` variants (names in `known`) and those they build on.

    What is wrong goes to `report` (RW10xx); the wrong change is left out, and the rest can still be looked at.
    """
    game = next(d for d in file.decls if isinstance(d, ast.Game))
    line = lined_up(game, known, chosen, report)
    trail = Trail(line.variants)
    with report.until_full():
        return _overlay(file, game, line, most_players, trail, report)
    return Overlaid(file, line.variants, trail)


def _overlay(file: ast.File, game: ast.Game, line: Line, most_players: int, trail: Trail, report: Report) -> Overlaid:
    least, most = seats(game, line, most_players, report)
    things = Things()
    for decl in file.decls:
        if not isinstance(decl, ast.Scenario | ast.Variant):
            things.survey(decl, None, "")
    ledger = Ledger(line, report)
    added: list[Thing] = []
    for v in line.variants:
        seen = Seen(things, v.name.text, line.builds_on[v.name.text])
        changing = Changing(v, things, seen, ledger, trail, report, added)
        changes = [c for c in v.changes if type(c) in VERBS]
        if not changes and not v.broken:
            report.add("RW1020", v.name.span, name=v.name.text)
        for change in changes:
            VERBS[type(change)](changing, change)
    weaving = Weaving(things, report)
    made = weaving.file(without_tests(file), added)
    if line.variants and (why := weaving.measure.too_large(made)):
        report.stop("RW1029", line.variants[-1].span, name=game.name.text, why=why)
    made = naming.uses_follow(made, things, report)
    left_whole(made, things, report)
    return Overlaid(with_head(made, least, most, line.variants), line.variants, trail)


def without_tests(file: ast.File) -> ast.File:
    return attrs.evolve(file, decls=tuple(d for d in file.decls if not isinstance(d, ast.Scenario | ast.Variant)))


def with_head(file: ast.File, least: int, most: int, variants: tuple[ast.Variant, ...]) -> ast.File:
    """The file with what its game line says now. Its span is in the longest text: how much work a game may be is
    measured by that."""

    def head(game: ast.Game) -> ast.Game:
        docs = (*game.docs, *(doc for v in variants for doc in v.docs))
        return attrs.evolve(game, least=least, most=most, docs=docs)

    decls = tuple(head(d) if isinstance(d, ast.Game) else d for d in file.decls)
    longest = max((file.span, *(v.whole for v in variants)), key=lambda span: span.source.size)
    return attrs.evolve(file, decls=decls, span=longest)
