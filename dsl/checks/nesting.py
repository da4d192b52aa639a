"""Reactions that would begin again inside themselves.

A `when` runs to its end before anything else. If what it does can empty its own place, by itself or through the
procedures and reactions it sets off, it would have to run inside itself; like procedures that do themselves, that is
refused: the frames of a game have a fixed size. Dice that are rolled or turned where they lie (a `together` with a
title, see `elaborate/dice.py`) do not leave their place.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.reach import Procedures, by_name, places_written, reached
from rulewright.dsl.cycles import following, on_cycles
from rulewright.dsl.elaborate.symbols import Symbols

Node = tuple[str, object]  # ("reaction", its number), ("empties", a zone), ("writes", a field or zone)


def check_nesting(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report each `when` that can set itself off (RW0628)."""
    after = what_sets_off_what([*program.whens, *program.watches], by_name(program))
    circular = on_cycles(after)
    for number, when in enumerate(program.whens):
        node = ("reaction", number)
        if node in circular and node in following(after, node):
            s.report.add("RW0628", when.span, zone=when.zone)


def what_sets_off_what(reactions: list[ir.When | ir.Watch], procedures: Procedures) -> dict[Node, list[Node]]:
    """A graph from each reaction to what it does, and from that to the reactions that this can set off."""
    after: dict[Node, list[Node]] = {}
    for number, reaction in enumerate(reactions):
        waits_for = {"empties": [reaction.zone]} if isinstance(reaction, ir.When) else {"writes": [*reaction.reads]}
        for how, places in waits_for.items():
            for place in places:
                after.setdefault((how, place), []).append(("reaction", number))
    for number, reaction in enumerate(reactions):
        after["reaction", number] = [does for does in changes(reaction, procedures) if does in after]
    return after


def changes(reaction: ir.When | ir.Watch, procedures: Procedures) -> Iterator[Node]:
    """What the body of a reaction does to places, through the procedures it does."""
    nodes = list(reached(reaction.body, procedures))
    kept = {id(m) for n in nodes if isinstance(n, ir.Block) and n.title and n.kind == "together" for m in n.body}
    seen = dict.fromkeys(
        change
        for node in nodes
        for change in (
            *(("writes", place) for place in places_written(node)),
            *((("empties", node.source.zone),) if isinstance(node, ir.Move) and id(node) not in kept else ()),
        )
    )
    yield from seen
