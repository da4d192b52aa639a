"""What pieces of a program do: what they read and write, whether they can stop, and what they can leave or end.

"Stops" means that running may wait for an answer there: at a `Choose` always, at a `Sample` only in the flavour that
exposes chance. "Leaves" are the blocks a piece may jump to the end of that do not lie inside it. A piece that stops or
leaves has to be cut into blocks ("splits"); everything else stays ordinary structured code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.compiler.passes.walk import children, everything
from rulewright.dsl import ir


@frozen
class Effect:
    """What running (or evaluating) something may do. Fields and zones by name."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    asks: bool = False
    samples: bool = False
    ends: bool = False
    enters: bool = False  # holds a block of the flow where running can begin
    leaves: frozenset[str] = frozenset()

    def with_all(self, others: list[Effect]) -> Effect:
        """This effect and those of others."""
        if not others:
            return self
        return Effect(
            _union([self.reads, *(e.reads for e in others)]),
            _union([self.writes, *(e.writes for e in others)]),
            self.asks or any(e.asks for e in others),
            self.samples or any(e.samples for e in others),
            self.ends or any(e.ends for e in others),
            self.enters or any(e.enters for e in others),
            _union([self.leaves, *(e.leaves for e in others)]),
        )


def _union(sets: list[frozenset[str]]) -> frozenset[str]:
    """All of these in one set; the largest as it is, if it holds the others: there are very many of these sets."""
    largest = max(sets, key=len)
    if all(names is largest or names <= largest for names in sets):
        return largest
    return largest.union(*sets)


NOTHING = Effect()


@define(eq=False)
class Effects:
    """Effects of everything in one program, each computed once. Calls may go round (a reaction that calls what woke
    it), so procedures are computed together until nothing changes. `entries` are the blocks where running can begin."""

    program: ir.Program
    entries: frozenset[str] = frozenset()
    procedures: dict[str, ir.Procedure] = field(init=False)
    calls: dict[str, frozenset[str]] = field(init=False)  # by procedure: those it calls directly
    values: dict[str, ir.Value] = field(init=False)
    _known: dict[int, tuple[Any, Effect]] = field(init=False, factory=dict)
    _writes: dict[str, list[ir.SetField]] | None = field(init=False, default=None)
    _bodies: dict[str, Effect] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.procedures = {p.name: p for p in self.program.procedures}
        self.values = {v.name: v for v in self.program.values}
        self._bodies = dict.fromkeys(self.procedures, NOTHING)
        self.calls = {name: called(p.body) for name, p in self.procedures.items()}
        order = callees_first(self.calls)
        place = {name: n for n, name in enumerate(order)}  # `back`: called by one that comes earlier, or by itself
        back = {other for name in order for other in self.calls[name] if place[other] >= place[name]}
        changed = True
        while changed:
            self._known.clear()
            changed = False
            for name in order:
                body = self.of(self.procedures[name].body)
                effect = evolve(body, leaves=body.leaves - {name})
                changed |= name in back and effect != self._bodies[name]
                self._bodies[name] = effect

    def of(self, node: Any) -> Effect:
        """The effect of a statement, an expression, or a tuple of them."""
        known = self._known.get(id(node))
        if known is not None:
            return known[1]
        effect = self._compute(node)
        self._known[id(node)] = (node, effect)
        return effect

    def procedure(self, name: str) -> Effect:
        """The effect of calling a procedure; leaving its own end is not an effect."""
        return self._bodies[name]

    def splits(self, node: Any, *, exposed: bool) -> bool:
        """Must this be cut into blocks?"""
        effect = self.of(node)
        return effect.asks or bool(effect.leaves) or (exposed and (effect.samples or effect.enters))

    def splits_procedure(self, name: str, *, exposed: bool) -> bool:
        effect = self.procedure(name)
        return effect.asks or bool(effect.leaves) or (exposed and effect.samples)

    def _compute(self, node: Any) -> Effect:
        parts = [part for child in children(node) if (part := self.of(child)) is not NOTHING]
        total = self._own(node).with_all(parts)
        if isinstance(node, ir.Block) and node.path in total.leaves:
            total = evolve(total, leaves=total.leaves - {node.path})
        return total

    def _own(self, node: Any) -> Effect:
        match node:
            case ir.FieldRef():
                return Effect(reads=frozenset({node.field}))
            case ir.ZoneRef():
                return Effect(reads=frozenset({node.zone}))
            case ir.Apply():
                return self.of(self.values[node.name].body)
            case ir.SetField():
                return Effect(writes=frozenset({node.place.field}))
            case ir.Move():
                return Effect(writes=frozenset({node.source.zone, node.target.zone}))
            case ir.Turn() | ir.Mix():
                return Effect(writes=frozenset({node.zone.zone}))
            case ir.Sample():
                return Effect(samples=True)
            case ir.Choose():
                return Effect(asks=True)
            case ir.Result():
                return Effect(ends=True)
            case ir.Call():
                return self.procedure(node.procedure)
            case ir.Leave():
                return Effect(leaves=frozenset({node.block}))
            case ir.Block():
                return Effect(writes=frozenset(node.resets), enters=node.path in self.entries)
        return NOTHING

    def writes(self, name: str) -> list[ir.SetField]:
        """Every statement of the program that writes a field."""
        if self._writes is None:
            self._writes = {}
            program = self.program
            for node in everything((program.setup, program.flow, tuple(p.body for p in program.procedures))):
                if isinstance(node, ir.SetField):
                    self._writes.setdefault(node.place.field, []).append(node)
        return self._writes.get(name, [])

    def assigns(self, node: Any) -> frozenset[str]:
        """The locals that running this may bind or change itself (called procedures change their own only)."""
        return frozenset(name for n in everything(node) for name in assigned(n))


def called(node: Any) -> frozenset[str]:
    """The procedures called directly in a piece of the program."""
    return frozenset(n.procedure for n in everything(node) if isinstance(n, ir.Call))


def callees_first(calls: Mapping[str, frozenset[str]]) -> list[str]:
    """All procedures, each after those it calls (except where calls go round)."""
    order: list[str] = []
    seen: set[str] = set()
    for start in calls:
        waiting = [(start, False)]
        while waiting:
            name, done = waiting.pop()
            if done:
                order.append(name)
            elif name not in seen:
                seen.add(name)
                waiting.append((name, True))
                waiting.extend((other, False) for other in sorted(calls[name], reverse=True))
    return order


def reachable(program: ir.Program, start: Any) -> frozenset[str]:
    """The procedures that running `start` may call, directly or not."""
    bodies = {p.name: p.body for p in program.procedures}
    found: set[str] = set()
    todo = list(called(start))
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo.extend(called(bodies[name]))
    return frozenset(found)


def assigned(node: Any) -> tuple[str, ...]:
    """The locals that this one statement binds or changes."""
    match node:
        case ir.SetLocal():
            return (node.name,)
        case ir.Sample():
            return (node.local,)
        case ir.Call():
            return (node.into,) if node.into is not None else ()
        case ir.Turn() | ir.Move():
            return (node.handle,) if node.handle is not None else ()
    return ()


def mentioned(node: Any) -> frozenset[str]:
    """The locals that a piece of the program reads or writes by name, those it binds itself included."""
    names: set[str] = set()
    for n in everything(node):
        match n:
            case ir.Local():
                names.add(n.name)
            case ir.Fold() | ir.Each() | ir.Binder():
                names.add(n.local)
            case ir.Tell():
                if n.handle is not None:
                    names.add(n.handle)
            case _:
                names.update(assigned(n))
    return frozenset(names)


def always_ends(body: tuple[ir.Stmt, ...]) -> bool:
    """Does running this surely end the game?"""
    for s in body:
        if isinstance(s, ir.Result):
            return True
        if isinstance(s, ir.If) and always_ends(s.then) and always_ends(s.otherwise):
            return True
    return False
