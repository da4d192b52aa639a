"""Blocks `together`, as weave sees them: what is written in one is noted, and answered when it is over.

Two more hidden numbers: TOGETHER, a block is running (for procedures that run inside and outside of blocks), and
PENDING, one bit for each watch that reads something written in it: the watches that are woken first, then the endings.
What could become empty is compared before and after, by place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias, TypeGuard

from attrs import define, field, frozen

from rulewright.compiler.effects import reachable
from rulewright.compiler.passes.walk import everything
from rulewright.dsl import ir

TOGETHER, PENDING = "#together", "#pending"
Joined: TypeAlias = Literal["no", "yes", "maybe"]  # is a statement within a block? A procedure may run in both ways


def is_joined(node: Any) -> TypeGuard[ir.Block]:
    """Is this a block `together`?"""
    return isinstance(node, ir.Block) and node.kind == "together"


@frozen
class Emptied:
    """Whether (or where: a set) a zone that a block may take from held something before, and is empty after it."""

    zone: str
    per: str | None
    before: ir.SetLocal
    after: ir.SetLocal


@define
class Joiner:
    """What the blocks of one program need."""

    program: ir.Program
    endings: list[ir.Watch]
    others: list[ir.Watch]
    called: frozenset[str] = field(init=False)  # the procedures that may run within a block
    locals: list[ir.LocalVar] = field(init=False, factory=list)
    _bits: dict[str, int] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        whole = (self.program.flow, self.program.procedures, self.program.watches, self.program.whens)
        bodies = tuple(n.body for n in everything(whole) if is_joined(n))
        self.called = reachable(self.program, bodies)
        for n, watch in enumerate((*self.others, *self.endings)):
            for place in watch.reads:
                self._bits[place] = self._bits.get(place, 0) | 1 << n
        if bodies:
            everything_pending = (1 << len(self.others) + len(self.endings)) - 1
            self.locals = [ir.LocalVar(TOGETHER, ir.Truth()), ir.LocalVar(PENDING, ir.Number(0, everything_pending))]

    def pending(self, written: set[str]) -> list[ir.Stmt]:
        """Note the watches that read what was written."""
        bits = 0
        for place in written:
            bits |= self._bits.get(place, 0)
        if not bits:
            return []
        return [ir.SetLocal(PENDING, ir.Players((ir.Local(PENDING), ir.Const(bits)), (True, True)))]

    def noted(self) -> tuple[str, list[ir.Stmt]]:
        """A local with what is pending, and the statements that move it there."""
        name = self._fresh(ir.Number(0, (1 << len(self.others) + len(self.endings)) - 1))
        return name, [ir.SetLocal(name, ir.Local(PENDING)), ir.SetLocal(PENDING, ir.Const(0))]

    def outer(self) -> tuple[str, ir.SetLocal]:
        """A local that says whether a block is running already, and what sets it."""
        name = self._fresh(ir.Truth())
        return name, ir.SetLocal(name, ir.Local(TOGETHER))

    def woken(self, pending: str) -> list[tuple[int, ir.Expr]]:
        """The endings by their number, each with the condition that something woke it."""
        first = len(self.others)
        return [(n, ir.Member(ir.Const(first + n), ir.Local(pending))) for n in range(len(self.endings))]

    def emptied(self, block: ir.Block) -> list[Emptied]:
        """The zones with a `when` that the block may take something from. Dice that show another side do not leave."""
        if block.title:
            return []
        bodies = {p.name: p.body for p in self.program.procedures}
        inside = (block.body, tuple(bodies[name] for name in sorted(reachable(self.program, block.body))))
        taken = {n.source.zone for n in everything(inside) if isinstance(n, ir.Move)}
        zones = {z.name: z for z in self.program.zones}
        watched = dict.fromkeys(w.zone for w in self.program.whens if w.zone in taken)
        return [self._compared(zones[name]) for name in watched]

    def _compared(self, zone: ir.Zone) -> Emptied:
        if zone.per is None:
            before, after = self._fresh(ir.Truth()), self._fresh(ir.Truth())
            there = ir.Compare(">", ir.Count(ir.ZoneRef(zone.name)), ir.Const(0))
            gone = ir.Logic("and", (ir.Compare("is", ir.Local(before), ir.Const(1)), ir.Logic("not", (there,))))
            return Emptied(zone.name, None, ir.SetLocal(before, there), ir.SetLocal(after, gone))
        kept = ir.SetType(zone.per)
        before, after = self._fresh(kept), self._fresh(kept)
        one, other = (self._fresh(ir.Name(zone.per)) for _ in range(2))
        some = ir.Compare(">", ir.Count(ir.ZoneRef(zone.name, ir.Local(one))), ir.Const(0))
        none = ir.Compare("is", ir.Count(ir.ZoneRef(zone.name, ir.Local(other))), ir.Const(0))
        return Emptied(
            zone.name,
            zone.per,
            ir.SetLocal(before, ir.Fold("set", one, ir.ClassDomain(zone.per), some)),
            ir.SetLocal(after, ir.Fold("set", other, ir.SetDomain(zone.per, ir.Local(before)), none)),
        )

    def calls(self, when: ir.When, procedure: str, found: list[Emptied]) -> Iterator[ir.Stmt]:
        """Run what a `when` says, for each place that has become empty."""
        for zone in found:
            if zone.zone != when.zone:
                continue
            gone = ir.Local(zone.after.name)
            if zone.per is None:
                call = ir.Call(procedure, span=when.span)
                yield ir.If(ir.Compare("is", gone, ir.Const(1)), (call,), span=when.span)
            else:
                index = self._fresh(ir.Name(zone.per))
                args = (ir.Local(index),) if when.local else ()
                call = ir.Call(procedure, args, span=when.span)
                yield ir.Each(index, ir.SetDomain(zone.per, gone), None, (call,), span=when.span)

    def _fresh(self, type: ir.Type) -> str:
        name = f"#joined {len(self.locals)}"
        self.locals.append(ir.LocalVar(name, type))
        return name
