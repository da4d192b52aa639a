"""Where each local is alive, and so whether it must be kept in the state.

A parameter lives as long as its procedure, the local of an `Each` as long as one round, one of a branch's binder from
the answer to its last mention. Any other local lives from its first to its last mention in the innermost list of
statements that has all of them. (One mentioned only inside a loop carries nothing from round to round.) A local with
something that splits in its life is kept in the state and zeroed when its life ends; the others are plain variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from attrs import define, field, frozen

from rulewright.compiler.effects import Effects, mentioned
from rulewright.compiler.passes.walk import children, everything
from rulewright.compiler.passes.weave import HIDDEN
from rulewright.dsl import ir

Body: TypeAlias = tuple[ir.Stmt, ...]


@frozen
class Life:
    """A local is alive in statements `first` to `last` of a list."""

    local: str
    first: int
    last: int


def bodies_of(stmt: ir.Stmt) -> tuple[Body, ...]:
    """The lists of statements directly inside a statement."""
    match stmt:
        case ir.If():
            return stmt.then, stmt.otherwise
        case ir.Each() | ir.Loop() | ir.Block():
            return (stmt.body,)
        case ir.Choose():
            return (*(b.body for b in stmt.branches), stmt.otherwise)
    return ()


def all_bodies(body: Body) -> Iterator[Body]:
    """A list of statements and all lists inside it."""
    yield body
    for stmt in body:
        for inner in bodies_of(stmt):
            yield from all_bodies(inner)


def result_local(procedure: str) -> str:
    """The local in which a procedure leaves its result."""
    return f"{procedure}.result"


@define(eq=False)
class Scopes:
    """The lives of all locals of one woven program."""

    program: ir.Program
    effects: Effects
    lives: dict[int, tuple[Life, ...]] = field(init=False, factory=dict)  # by id of the list of statements
    owned: frozenset[str] = field(init=False)
    _mentions: dict[int, tuple[Any, frozenset[str]]] = field(init=False, factory=dict)
    _stored: dict[bool, frozenset[str]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        owned = {p for procedure in self.program.procedures for p in procedure.params}
        owned |= {result_local(p.name) for p in self.program.procedures}
        drawn: set[str] = set()  # the test whether chance has anything to choose from binds the same local as the draw
        for node in everything((*self.program.procedures, *self.program.setup, *self.program.flow)):
            if isinstance(node, ir.Each | ir.Binder | ir.Fold):
                owned.add(node.local)
            elif isinstance(node, ir.Sample):
                drawn.add(node.local)
        self.owned = frozenset((owned - drawn) | set(HIDDEN))
        for body in self.roots():
            self._visit(body, frozenset())

    def roots(self) -> Iterator[Body]:
        yield self.program.setup
        yield self.program.flow
        for procedure in self.program.procedures:
            yield procedure.body

    def in_body(self, body: Body) -> tuple[Life, ...]:
        """The lives that begin and end in this list of statements."""
        return self.lives.get(id(body), ())

    def binder_last(self, branch: ir.Branch, local: str) -> int:
        """The last statement of a branch that mentions its binder; -1 if none does."""
        return max((n for n, s in enumerate(branch.body) if local in self.mentioned(s)), default=-1)

    def mentioned(self, node: Any) -> frozenset[str]:
        known = self._mentions.get(id(node))
        if known is None:
            known = self._mentions[id(node)] = (node, mentioned(node))
        return known[1]

    def _visit(self, body: Body, settled: frozenset[str]) -> None:
        """Find the lives in a list; `settled` locals are alive around it already."""
        spots: dict[str, list[int]] = {}
        for n, stmt in enumerate(body):
            for name in self.mentioned(stmt):
                if name not in settled and name not in self.owned:
                    spots.setdefault(name, []).append(n)
        here: list[Life] = []
        for name, places in sorted(spots.items()):
            if len(places) > 1 or self._belongs(name, body[places[0]]):
                here.append(Life(name, places[0], places[-1]))
        if here:
            self.lives[id(body)] = tuple(here)
        settled |= {life.local for life in here}
        for stmt in body:
            for inner in bodies_of(stmt):
                self._visit(inner, settled)

    def _belongs(self, name: str, stmt: ir.Stmt) -> bool:
        """Is a local that only this statement mentions mentioned outside its inner lists, or in two of them?"""
        inner = bodies_of(stmt)
        if sum(name in self.mentioned(body) for body in inner) != 1:
            return True
        if not inner:
            return True
        return name in _own_mentions(stmt)

    # ------------------------------------------------------------------------------------------ what is kept

    def stored(self, *, exposed: bool) -> frozenset[str]:
        """The locals kept in the state, in the flavour that does or does not expose chance."""
        if exposed not in self._stored:
            self._stored[exposed] = frozenset(self._find_stored(exposed=exposed))
        return self._stored[exposed]

    def _find_stored(self, *, exposed: bool) -> Iterator[str]:
        splits = self.effects.splits
        hidden = {v.name for v in self.program.locals} & set(HIDDEN)
        yield from hidden
        for procedure in self.program.procedures:
            if self.effects.splits_procedure(procedure.name, exposed=exposed):
                yield from procedure.params
                if procedure.result is not None:
                    yield result_local(procedure.name)
        for root in self.roots():
            for body in all_bodies(root):
                for life in self.in_body(body):
                    if any(splits(s, exposed=exposed) for s in body[life.first : life.last + 1]):
                        yield life.local
                for stmt in body:
                    if isinstance(stmt, ir.Each) and splits(stmt, exposed=exposed):
                        yield stmt.local
                    if isinstance(stmt, ir.Choose):
                        for branch in stmt.branches:
                            for b in branch.binders:
                                life_of = branch.body[: self.binder_last(branch, b.local) + 1]
                                if any(splits(s, exposed=exposed) for s in life_of):
                                    yield b.local


def _own_mentions(stmt: ir.Stmt) -> frozenset[str]:
    """The locals mentioned by a statement outside the lists in it."""
    names: set[str] = set()
    skip = {id(s) for body in bodies_of(stmt) for s in body}
    stack = [n for n in children(stmt) if id(n) not in skip]
    while stack:
        node = stack.pop()
        if isinstance(node, ir.Local):
            names.add(node.name)
        stack.extend(n for n in children(node) if id(n) not in skip)
    if not bodies_of(stmt):
        names |= mentioned(stmt)
    return frozenset(names)
