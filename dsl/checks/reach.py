"""What the checks ask of statements: everything below them through the procedures they do, and what they write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import define, field

from rulewright.dsl import ir
from rulewright.dsl.walk import below

MOST_STEPS = 100_000
Body = tuple[ir.Stmt, ...]
Procedures = Mapping[str, ir.Procedure]


def by_name(program: ir.Program) -> Procedures:
    return {p.name: p for p in program.procedures}


def reached(body: Body, procedures: Procedures) -> Iterator[Any]:
    """Every node of a body and of the procedures it does, directly or not, each procedure once."""
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


@define
class Reactions:
    """The `when`s and watches of a program by what sets them off, and what they write in turn."""

    program: ir.Program
    procedures: Procedures = field(init=False)
    by_place: dict[str, list[ir.When | ir.Watch]] = field(factory=dict)
    places: dict[int, set[str]] = field(factory=dict)  # by id of a reaction: what its body writes
    budget: int = MOST_STEPS

    def __attrs_post_init__(self) -> None:
        self.procedures = by_name(self.program)
        everything: list[ir.When | ir.Watch] = [*self.program.whens, *self.program.watches]
        for reaction in everything:
            self.places[id(reaction)] = written(reached(reaction.body, self.procedures))
            for place in {reaction.zone} if isinstance(reaction, ir.When) else reaction.reads:
                self.by_place.setdefault(place, []).append(reaction)

    def set_off(self, places: set[str]) -> list[ir.When | ir.Watch]:
        """The reactions that changes of these places can set off, directly or through each other.

        Follows no more than so many steps; a program that needs more is taken to react with everything it has.
        """
        found: dict[int, ir.When | ir.Watch] = {}
        waiting, seen = list(places), set(places)
        while waiting:
            self.budget -= 1
            if self.budget < 0:
                return [*self.program.whens, *self.program.watches]
            for reaction in self.by_place.get(waiting.pop(), ()):
                if id(reaction) not in found:
                    found[id(reaction)] = reaction
                    waiting.extend(self.places[id(reaction)] - seen)
                    seen |= self.places[id(reaction)]
        return list(found.values())

    def written(self, places: set[str]) -> set[str]:
        """These places and all that changing them may change."""
        return places.union(*(self.places[id(r)] for r in self.set_off(places)))


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
