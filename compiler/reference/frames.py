"""What is going on: a stack of frames, the topmost one to be gone on with first, and the position that holds it.

A frame is a plain record with no code running in it, so a position can be copied at any question. Frames of one
activation (the set-up, the flow, a called procedure, a reaction) share one dictionary of locals.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, evolve, field

from rulewright.compiler.reference.expressions import Locals
from rulewright.compiler.reference.store import Store
from rulewright.dsl import ir
from rulewright.runtime.schema import POINT


@define
class Steps:
    """Statements one after the other; `at` is the next."""

    body: tuple[ir.Stmt, ...]
    locals: Locals
    at: int = 0


@define
class Rounds:
    """A loop, between two rounds (or before the first). `rounds` counts those since the last question."""

    loop: ir.Loop
    locals: Locals
    begun: bool = False
    rounds: int = field(default=0, eq=False)


@define
class Turns:
    """An `Each` with the members fixed at its start; `at` is the next."""

    each: ir.Each
    locals: Locals
    members: tuple[int, ...]
    at: int = 0


@define
class Inside:
    """A block is open."""

    block: ir.Block
    locals: Locals


@define
class Called:
    """A procedure is running; `locals` are its own, `outer` those of the call."""

    call: ir.Call
    locals: Locals
    outer: Locals


@define
class Quiet:
    """Nothing reacts: the set-up is running, or statements that prepare a scenario. `then_test`: what holds when it is
    over reacts then."""

    locals: Locals
    then_test: bool


@define
class Joined:
    """A block `together` is running: what was written in it so far, and which zones (by `when`, in declared order, and
    index) held something when it began."""

    locals: Locals
    held: tuple[tuple[int, int], ...]
    written: frozenset[str] = frozenset()


@define
class Reacting:
    """An atomic change has happened; positions of watches that may end the game, `when`s (with the index of the zone)
    and positions of watches to wake are still to come."""

    locals: Locals
    enders: tuple[int, ...]
    whens: tuple[tuple[int, int], ...]
    wakes: tuple[int, ...]


@define
class Testing:
    """Woken watches are being tested, or the body of one of them is running. `bodies` counts those that ran."""

    locals: Locals
    bodies: int = 0


Frame: TypeAlias = Steps | Rounds | Turns | Inside | Called | Quiet | Joined | Reacting | Testing


class Position(list[int]):
    """A state of the interpreter, standing where other engines have their cells.

    As a list it is the cells POINT to LOST, fields and zones that the layout of the ruleset asks for, kept up to date
    after every run; the cells of the frame stay 0. What is really going on is in `store`, `frames` and `waiting`, so
    `copy()` it rather than slicing it. It compares with plain cells by the list, and with another position by all.
    """

    def __init__(self, cells: list[int], store: Store) -> None:
        super().__init__(cells)
        self.store = store
        self.frames: list[Frame] = []
        self.waiting: ir.Choose | ir.Sample | None = None
        self.woken: set[int] = set()

    @property
    def locals(self) -> Locals:
        """The locals around what it waits at."""
        return self.frames[-1].locals if self.frames else {}

    def copy(self) -> Position:
        twin = Position(list(self), self.store.copy())
        twin.frames = copied(self.frames)
        twin.waiting = self.waiting
        twin.woken = set(self.woken)
        return twin

    __copy__ = copy

    def stop(self, point: ir.Choose | ir.Sample | None) -> None:
        """Wait at a point, or for nothing any more."""
        self.waiting = point
        self[POINT] = 0 if point is None else point.id

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return (
                list.__eq__(self, other)
                and self.store == other.store
                and self.frames == other.frames
                and self.woken == other.woken
            )
        return list.__eq__(self, other)


def copied(frames: list[Frame]) -> list[Frame]:
    """Independent frames; those that shared their locals share the copies."""
    fresh: dict[int, Locals] = {}

    def twin(locals: Locals) -> Locals:
        return fresh.setdefault(id(locals), dict(locals))

    copies: list[Frame] = []
    for frame in frames:
        if isinstance(frame, Called):
            copies.append(evolve(frame, locals=twin(frame.locals), outer=twin(frame.outer)))
        else:
            copies.append(evolve(frame, locals=twin(frame.locals)))
    return copies

