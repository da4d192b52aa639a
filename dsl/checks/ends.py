"""`end X` in a procedure or a reaction: it must be inside phase X wherever that is done or set off.

Each body needs the blocks that its `end`s leave and that are not inside it. Needs travel from a procedure to whoever
does it, and from a reaction to every statement that can set it off, less the blocks around that place. What is still
needed by the set-up or the flow is an `end` from outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, field

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.reach import places_written
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.source import Span
from rulewright.dsl.walk import children

Needs = dict[str, tuple[Span, Span]]  # by block: the `end`, and the place that reaches it
SetsOff = dict[str, list[str]]  # reactions by what sets them off


@define
class Part:
    """A procedure, a reaction, the set-up or the flow: what it needs; what it runs, inside which blocks, and where."""

    needs: Needs = field(factory=dict)
    runs: list[tuple[str, frozenset[str], Span]] = field(factory=list)


def check_ends(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report every `end` that can be reached from outside its block (RW0615)."""
    parts = {name: Part() for name in ("setup", "flow")}
    everything: list[ir.When | ir.Watch] = [*program.whens, *program.watches]
    reactions = {f"reaction {n}": r for n, r in enumerate(everything)}
    sets_off = sets_off_by(reactions)
    survey(parts["setup"], program.setup, {})
    survey(parts["flow"], program.flow, sets_off)
    for p in program.procedures:
        survey(parts.setdefault(f"procedure {p.name}", Part()), p.body, sets_off)
    for name, reaction in reactions.items():
        survey(parts.setdefault(name, Part()), reaction.body, sets_off)
    spread(parts)
    for root in ("setup", "flow"):
        for block, (end, via) in parts[root].needs.items():
            labels = [Label(via, "this reaches it from outside")] if via != end else []
            s.report.add("RW0615", end, block=block, labels=labels)


def survey(part: Part, body: Iterable[Any], sets_off: SetsOff) -> None:
    """Note what a body leaves and what it runs."""
    waiting: list[tuple[Any, frozenset[str]]] = [(stmt, frozenset()) for stmt in body]
    while waiting:
        node, around = waiting.pop()
        match node:
            case ir.Leave() if node.block not in around:
                part.needs.setdefault(node.block, (node.span, node.span))
            case ir.Call():
                part.runs.append((f"procedure {node.procedure}", around, node.span))
            case ir.Block():
                around |= {node.path}
            case _:
                part.runs.extend((name, around, node.span) for name in set_off(node, sets_off))
        waiting.extend((child, around) for child in children(node))


def sets_off_by(reactions: dict[str, ir.When | ir.Watch]) -> SetsOff:
    """Watches by the places they read, and (under `ZONE empty`) `when`s by their zone."""
    found: SetsOff = {}
    for name, r in reactions.items():
        for place in [f"{r.zone} empty"] if isinstance(r, ir.When) else sorted(r.reads):
            found.setdefault(place, []).append(name)
    return found


def set_off(node: object, sets_off: SetsOff) -> list[str]:
    """The reactions that a statement can set off at once."""
    places = list(places_written(node))
    if isinstance(node, ir.Move):
        places.append(f"{node.source.zone} empty")
    return [name for place in places for name in sets_off.get(place, ())]


def spread(parts: dict[str, Part]) -> None:
    """Carry needs to whoever runs a part, until nothing new comes."""
    callers: dict[str, list[tuple[str, frozenset[str], Span]]] = {}
    for name, part in parts.items():
        for other, around, span in part.runs:
            callers.setdefault(other, []).append((name, around, span))
    waiting = [name for name, part in parts.items() if part.needs]
    while waiting:
        name = waiting.pop()
        for caller, around, span in callers.get(name, []):
            for block, (end, _) in parts[name].needs.items():
                if block not in around and block not in parts[caller].needs:
                    parts[caller].needs[block] = (end, span)
                    waiting.append(caller)
