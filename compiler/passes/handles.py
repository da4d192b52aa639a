"""Where the component that a handle names is surely still in its zone, so that moving it needs no test.

A handle is bound to a component of a zone by chance, by an answer or by a loop. It stays there until something writes
that zone; a move takes it along. Reactions may write whatever they write after any change.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field

from rulewright.compiler.effects import Effects, assigned
from rulewright.compiler.passes.scopes import Body
from rulewright.dsl import ir

Known: TypeAlias = dict[str, ir.ZoneRef]


def surely_there(program: ir.Program) -> frozenset[int]:
    """The ids (by `id`) of the moves and turns of a handle, in a program that is not woven yet, that surely find it."""
    finder = _Finder(program)
    for body in (program.setup, program.flow):
        finder.visit(body, {})
    for unit in program.procedures:
        finder.visit(unit.body, {})
    for when in program.whens:
        finder.visit(when.body, {})
    for watch in program.watches:
        finder.visit(watch.body, {})
    return frozenset(finder.found)


@define
class _Finder:
    program: ir.Program
    found: set[int] = field(factory=set)
    effects: Effects = field(init=False)
    reactions: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.effects = Effects(self.program)
        writes = [self.effects.of(w.body).writes for w in self.program.whens]
        writes += [self.effects.of(w.body).writes for w in self.program.watches if not w.ends_only]
        self.reactions = frozenset[str]().union(*writes)

    def visit(self, body: Body, known: Known) -> Known:
        for stmt in body:
            known = self._step(stmt, known)
        return known

    def _step(self, stmt: ir.Stmt, known: Known) -> Known:
        match stmt:
            case ir.Move(handle=str() as handle) | ir.Turn(handle=str() as handle):
                source = stmt.source if isinstance(stmt, ir.Move) else stmt.zone
                target = stmt.target if isinstance(stmt, ir.Move) else stmt.zone
                there = known.get(handle) == source
                if there:
                    self.found.add(id(stmt))
                after = self._without(stmt, known)
                return _with(after, handle, target) if there and target.zone not in self.reactions else after
            case ir.Sample(local=local, source=ir.TopOf(zone=ref) | ir.AnyOf(domain=ir.ZoneDomain(zone=ref))):
                return _with(self._without(stmt, known), local, ref)
            case ir.Choose():
                for branch in stmt.branches:
                    inside = known
                    for b in branch.binders:
                        if isinstance(b.domain, ir.ZoneDomain):
                            inside = _with(inside, b.local, b.domain.zone)
                    self.visit(branch.body, inside)
                self.visit(stmt.otherwise, known)
            case ir.If():
                self.visit(stmt.then, known)
                self.visit(stmt.otherwise, known)
            case ir.Each() | ir.Loop():
                inside = self._without(stmt, known)
                if isinstance(stmt, ir.Each) and isinstance(stmt.domain, ir.ZoneDomain):
                    inside = self._without(stmt, _with(inside, stmt.local, stmt.domain.zone))
                self.visit(stmt.body, inside)
            case ir.Block():
                self.visit(stmt.body, known)
        return self._without(stmt, known)

    def _without(self, stmt: ir.Stmt, known: Known) -> Known:
        """What is still known after a statement."""
        if not known:
            return known
        writes = self.effects.of(stmt).writes
        reacting = self.reactions if writes else frozenset[str]()
        changed = self.effects.assigns(stmt) if not isinstance(stmt, ir.Move | ir.Turn) else frozenset(assigned(stmt))
        return {
            handle: ref
            for handle, ref in known.items()
            if ref.zone not in writes
            and ref.zone not in reacting
            and handle not in changed
            and not (isinstance(ref.index, ir.Local) and ref.index.name in changed)
        }


def _with(known: Known, handle: str, ref: ir.ZoneRef) -> Known:
    """One more known handle, if its zone is given by something that does not change by itself."""
    if ref.index is None or isinstance(ref.index, ir.Const | ir.Local):
        return {**known, handle: ref}
    return {name: zone for name, zone in known.items() if name != handle}
