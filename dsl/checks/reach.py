"""What the checks ask of statements: everything below them through the procedures they do, and what they write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.dsl import ir
from rulewright.dsl.walk import below

Body = tuple[ir.Stmt, ...]


def reached(body: Body, program: ir.Program) -> Iterator[Any]:
    """Every node of a body and of the procedures it does, directly or not, each procedure once."""
    procedures = {p.name: p for p in program.procedures}
    seen: set[str] = set()
    waiting = [body]
    while waiting:
        for stmt in waiting.pop():
            for node in below(stmt):
                yield node
                if isinstance(node, ir.Call) and node.procedure in procedures and node.procedure not in seen:
                    seen.add(node.procedure)
                    waiting.append(procedures[node.procedure].body)


def places_written(node: object) -> tuple[str, ...]:
    """The fields and zones a single statement writes."""
    match node:
        case ir.SetField():
            return (node.place.field,)
        case ir.Move():
            return (node.source.zone, node.target.zone)
        case ir.Turn():
            return (node.zone.zone,)
        case _:
            return ()


def written(nodes: Iterable[object]) -> set[str]:
    """The fields and zones written by any of these."""
    return {place for node in nodes for place in places_written(node)}


def written_with_reactions(body: Body, program: ir.Program) -> set[str]:
    """What running a body may write, with all that it may set off: `when`s and watches that what is written can wake."""
    places = written(reached(body, program))
    reactions: list[ir.When | ir.Watch] = [*program.whens, *program.watches]
    grown = True
    while grown:
        grown = False
        for reaction in list(reactions):
            if wakes(reaction, places):
                reactions.remove(reaction)
                places |= written(reached(reaction.body, program))
                grown = True
    return places


def wakes(reaction: ir.When | ir.Watch, places: set[str]) -> bool:
    """Can a change of one of these places set the reaction off?"""
    return reaction.zone in places if isinstance(reaction, ir.When) else bool(reaction.reads & places)


def bodies(program: ir.Program) -> Iterator[Body]:
    """Every list of statements of the program, outer ones first."""
    roots: list[Any] = [*program.procedures, *program.whens, *program.watches]
    for top in (program.setup, program.flow, *(r.body for r in roots)):
        waiting: list[Body] = [top]
        while waiting:
            body = waiting.pop()
            yield body
            for stmt in body:
                waiting.extend(inside(stmt))


def inside(stmt: ir.Stmt) -> list[Body]:
    """The bodies directly inside a statement."""
    match stmt:
        case ir.If():
            return [stmt.then, stmt.otherwise]
        case ir.Each() | ir.Loop() | ir.Block():
            return [stmt.body]
        case ir.Choose():
            return [*(b.body for b in stmt.branches), stmt.otherwise]
        case _:
            return []
