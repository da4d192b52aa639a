"""One run of the interpreter: a position, where its events go, and who watches.

Everything that changes a position is handed the `Run`; it ends when the position waits at a point or is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import define

from rulewright.compiler.reference.expressions import Locals, Scope
from rulewright.compiler.reference.frames import Frame, Position
from rulewright.compiler.reference.rules import Rules
from rulewright.compiler.reference.store import Store
from rulewright.dsl import ir
from rulewright.runtime.events import Event

Trace: TypeAlias = Callable[[ir.Stmt], None]
Single: TypeAlias = Callable[[int, int], None]


@define
class Run:
    """`trace` is called with every statement before it runs, `single` with the point and the outcome of every sample
    that had one outcome only. `draws`: chance is drawn on the way instead of waited for."""

    rules: Rules
    position: Position
    log: list[Event]
    trace: Trace | None = None
    single: Single | None = None
    draws: bool = False

    @property
    def store(self) -> Store:
        return self.position.store

    def scope(self, locals: Locals) -> Scope:
        """What expressions see."""
        return Scope(self.rules, self.position.store, locals)

    def push(self, frame: Frame) -> None:
        self.position.frames.append(frame)

    def pop(self) -> None:
        self.position.frames.pop()

    def tell(self, sort: str, mask: int, *rest: object) -> None:
        """An event."""
        self.log.append((sort, mask, *rest))
