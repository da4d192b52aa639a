"""The interpreter as an engine: `runtime.engine.Engine` over the IR, for states that are `Position`s.

It always stops at chance points that have more than one outcome; `State` draws, scripts or exposes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field

from rulewright.compiler.reference import asking
from rulewright.compiler.reference.entering import frames_to
from rulewright.compiler.reference.expressions import Locals, Scope, holds, value
from rulewright.compiler.reference.flow import go_on, initialise, settle
from rulewright.compiler.reference.frames import Position, Quiet, Steps
from rulewright.compiler.reference.reactions import after_setup
from rulewright.compiler.reference.rules import Rules, fault
from rulewright.compiler.reference.run import Run, Single, Trace
from rulewright.compiler.reference.store import Store, empty_store, read_store, write_store
from rulewright.compiler.reference.telling import field_seen, zone_seen
from rulewright.dsl import ir
from rulewright.runtime.chance import seeded
from rulewright.runtime.events import Event
from rulewright.runtime.schema import CHANCE, FIRST_FREE, LOST, WON, Schema


@define(eq=False)
class Interpreter:
    """One ruleset, walked. `trace` is called with every statement just before it runs; `single` with the point and the
    outcome of every sample that could come out in one way only (a script may want to tick it off)."""

    program: ir.Program
    schema: Schema
    trace: Trace | None = None
    single: Single | None = None
    rules: Rules = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.rules = Rules(self.program, self.schema)

    # ------------------------------------------------------------------------------------------ the engine

    def new(self, seed: int) -> list[int]:
        """The position before set-up: every component in its box, fields at their initial values."""
        position = Position([0] * self.schema.size, empty_store(self.rules))
        position[CHANCE] = seeded(seed)
        run = self._run(position, [])
        for declared in self.program.fields:
            if declared.during is None:
                initialise(run, declared.name)
            else:
                position.store.fields[declared.name] = [declared.rest] * self.rules.places(declared.per)
        self._export(position)
        return position

    def begin(self, cells: list[int], log: list[Event]) -> list[int]:
        """Run the set-up and go on to the first point."""
        position = self._position(cells)
        position.frames = [Steps(self.program.flow, {}), Quiet({}, then_test=True), Steps(self.program.setup, {})]
        return self._go(self._run(position, log))

    def enter(self, cells: list[int], path: str, log: list[Event]) -> list[int]:
        """Start at the block `path`; the blocks around it do not reset (see `go_inside`), and what holds already reacts
        first. Raises KeyError or ValueError if it cannot."""
        position = self._position(cells)
        position.frames = frames_to(self.program, path)
        run = self._run(position, log)
        after_setup(run)
        return self._go(run)

    def go_inside(self, cells: list[int], path: str) -> None:
        """Give the fields that go with blocks around the block `path` their first values, as if those had begun. Plain
        cells of another engine will do."""
        position = cells if isinstance(cells, Position) else self.adopt(cells)
        run = self._run(position, [])
        for declared in self.program.fields:
            if declared.during is not None and path.startswith(f"{declared.during}."):
                initialise(run, declared.name)
        self._export(position)
        if position is not cells:
            write_store(self.rules, position.store, cells)

    def options(self, cells: list[int]) -> list[int]:
        """The ids on offer (or the outcomes of chance) at the point the position waits at."""
        position = self._position(cells)
        scope = self._scope(position)
        match position.waiting:
            case None:
                return []
            case ir.Choose():
                return asking.options(scope, position.waiting)
            case ir.Sample():
                return list(asking.outcomes(scope, position.waiting))

    def weights(self, cells: list[int]) -> list[int]:
        """At a chance point, the weight of each outcome."""
        position = self._position(cells)
        assert isinstance(position.waiting, ir.Sample), "no chance is asked for here"
        return list(asking.outcomes(self._scope(position), position.waiting).values())

    def actor(self, cells: list[int]) -> int:
        """The seat asked."""
        position = self._position(cells)
        assert isinstance(position.waiting, ir.Choose), "nobody is asked here"
        return value(self._scope(position), position.waiting.actor)

    def about(self, cells: list[int]) -> list[int]:
        """What the question asked names, in order."""
        position = self._position(cells)
        assert isinstance(position.waiting, ir.Choose), "nobody is asked here"
        scope = self._scope(position)
        return [value(scope, named.value) for named in position.waiting.about]

    def apply(self, cells: list[int], option: int, log: list[Event]) -> list[int]:
        """Take an option or an outcome. Raises ValueError if it is not on offer."""
        position = self._position(cells)
        point, around, run = position.waiting, position.locals, self._run(position, log)
        if option not in self.options(cells):
            raise ValueError(f"{option} is not on offer")
        if isinstance(point, ir.Choose):
            found = asking.answer(self._scope(position), point, option)
            assert found is not None, "an option on offer can be decoded"
            branch, bound = found
            asking.bind(bound, around, branch.binders)
            run.push(Steps(branch.body, around))
        elif isinstance(point, ir.Sample):
            settle(run, point, around, option)
        return self._go(run)

    def unmet(self, cells: list[int], option: int) -> list[int] | None:
        """Which needs of the option's branch fail; None if it is no option even without them."""
        position = self._position(cells)
        assert isinstance(position.waiting, ir.Choose), "nobody is asked here"
        return asking.unmet(self._scope(position), position.waiting, option)

    def field_seen(self, cells: list[int], field: int, index: int) -> int:
        """The mask of seats that see a field cell."""
        return field_seen(self._reading(cells, {}), self.schema.fields[field].name, index)

    def zone_seen(self, cells: list[int], zone: int, index: int) -> int:
        """The mask of seats that see what lies face down in a zone."""
        return zone_seen(self._reading(cells, {}), self.schema.zones[zone].name, index)

    def check(self, cells: list[int]) -> None:
        """Test the invariants; raises RuleFault."""
        scope = self._reading(cells, {})
        for invariant in self.program.invariants:
            if not holds(scope, invariant.cond):
                raise fault(invariant.reason, invariant.span)

    def scores(self, cells: list[int]) -> list[int]:
        """Each seat's score at the end."""
        seats = range(self.program.players)
        if self.program.scores is None:
            return [(cells[WON] >> p & 1) - (cells[LOST] >> p & 1) for p in seats]
        return [value(self._reading(cells, {"it": p}), self.program.scores) for p in seats]

    @property
    def worth(self) -> Callable[[list[int], int], int] | None:
        """What a position is worth to a seat, if the rules say so."""
        heuristic = self.program.heuristic
        if heuristic is None:
            return None
        return lambda cells, seat: value(self._reading(cells, {"it": seat}), heuristic)

    # ------------------------------------------------------------------------------------------ beside the engine

    def store_of(self, cells: Sequence[int]) -> Store:
        """The table: a position's own, or read from any engine's cells."""
        return cells.store if isinstance(cells, Position) else read_store(self.rules, cells)

    def adopt(self, cells: Sequence[int]) -> Position:
        """A position with the table, the generator and the result of any engine's cells, but with nothing going on in
        it: `enter` it somewhere."""
        blank = [0] * (self.schema.size - FIRST_FREE)
        position = Position([0, *cells[1:FIRST_FREE], *blank], read_store(self.rules, cells))
        self._export(position)
        return position

    def run_statements(self, cells: list[int], stmts: tuple[ir.Stmt, ...], log: list[Event] | None = None) -> None:
        """Run statements without reactions, chance drawn from the generator in the cells: a scenario's `given`.

        Plain cells of another engine will do: their fields, zones and generator are changed. Raises RuleFault, and
        ValueError if a statement asks a question.
        """
        position = cells if isinstance(cells, Position) else self.adopt(cells)
        frames, waiting = position.frames, position.waiting
        position.frames = [Quiet({}, then_test=False), Steps(stmts, {})]
        run = self._run(position, [] if log is None else log)
        run.draws = True
        try:
            go_on(run)
            if position.waiting is not None:
                raise ValueError("a position cannot be prepared by statements that ask a question")
        finally:
            position.frames = frames
            position.stop(waiting)
        self._export(position)
        if position is not cells:
            cells[CHANCE] = position[CHANCE]
            write_store(self.rules, position.store, cells)

    def evaluate(self, cells: Sequence[int], expr: ir.Expr, locals: Locals | None = None) -> int:
        """The value of an expression in a position, or in any engine's cells."""
        return value(self._reading(cells, locals or {}), expr)

    # ------------------------------------------------------------------------------------------ inside

    def _run(self, position: Position, log: list[Event]) -> Run:
        return Run(self.rules, position, log, self.trace, self.single)

    def _go(self, run: Run) -> list[int]:
        go_on(run)
        self._export(run.position)
        return self.options(run.position)

    def _export(self, position: Position) -> None:
        write_store(self.rules, position.store, position)

    def _scope(self, position: Position) -> Scope:
        return Scope(self.rules, position.store, position.locals)

    def _reading(self, cells: Sequence[int], locals: Locals) -> Scope:
        return Scope(self.rules, self.store_of(cells), locals)

    @staticmethod
    def _position(cells: list[int]) -> Position:
        if not isinstance(cells, Position):
            raise TypeError("these cells are not a position of the interpreter: see adopt")
        return cells
