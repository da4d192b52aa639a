"""How often a run came past each part of the flow: counts by statement, for the items of an outline.

The counts were made by a program that counts (see passes/counters.py); here is how the outline looks them up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from attrs import define, evolve, field, frozen

from rulewright.compiler.passes.counters import Counted
from rulewright.compiler.passes.walk import everything
from rulewright.dsl import ir


@frozen
class Passed:
    """Running came here so many `times`, in so many `games` (None: not known), and got `past` it so often (None: not
    known). `key` is the counter, or for a way that has none of its own the statement's with the way's number.
    `reached`: a way of a branch that is told in one line ("if ...: ...") was come to so often, taken or not. `shared`:
    this stands in a procedure that is called in too many ways to tell them apart, and counts for all of them."""

    key: tuple[int, int]
    times: int
    games: int | None = None
    past: int | None = None
    shared: bool = False
    reached: int | None = None


@define(eq=False)
class Ledger:
    """The counts of one run. `games` is how many games it had; `counts` and `in_games` go by counter: how often in all,
    and in how many games at all. `way` is the way in which the procedure that is looked into was called, and `many`
    how many ways from there on are taken together."""

    counted: Counted
    games: int
    counts: Sequence[int]
    in_games: Sequence[int]
    shared: bool = False
    way: int = 0
    many: int = 1
    calls: Mapping[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        source = self.counted.source
        roots = (source.setup, source.flow, source.procedures, source.whens, source.watches)
        self.calls = Counter(n.procedure for n in everything(roots) if isinstance(n, ir.Call))

    @contextmanager
    def inside(self, procedure: str, call: ir.Call | None) -> Iterator[int]:
        """Look into a procedure as `call` calls it (None: as all calls together do). Gives the way of the call."""
        outer = self.way, self.many, self.shared
        ways = self.counted.ways[procedure]
        if call is None or (self.many > 1 and ways > 1):
            self.way, self.many = 0, ways
        elif ways > 1:
            self.way += self.counted.steps[id(call)]
        else:
            self.way, self.many = 0, 1
            self.shared = self.shared or self.calls[procedure] > 1
        yield self.way
        self.way, self.many, self.shared = outer

    def _at(self, counter: int) -> Passed:
        first = counter + self.way
        games = self.in_games[first] if self.many == 1 else None
        return Passed((first, 0), sum(self.counts[first : first + self.many]), games, None, self.shared)

    def of(self, stmt: ir.Stmt, last: ir.Stmt | None = None) -> Passed:
        """A statement; `last` is the one its item ends with, if that is another."""
        past = self._at(self.counted.after[id(last or stmt)]).times
        return evolve(self._at(self.counted.before[id(stmt)]), past=past)

    def start(self, body: tuple[ir.Stmt, ...], stmt: ir.Stmt) -> Passed:
        """The beginning of the list of statements of a block, a call or a repetition, and the end of that."""
        return evolve(self.of(body[0] if body else stmt), past=self.of(stmt).past)

    def begun(self, stmt: ir.Each) -> int:
        """How often a repetition had anything to be done for."""
        return self._at(self.counted.begun[id(stmt)]).times

    def reaction(self, body: tuple[ir.Stmt, ...]) -> Passed | None:
        return self.of(body[0]) if body else None

    def branch(self, branch: ir.Branch) -> Passed:
        """How often a way to answer was taken."""
        return self._at(self.counted.before[id(branch)])

    def ways(self, stmt: ir.If) -> tuple[Passed, Passed]:
        """How often a condition held, and how often not. Only a way with statements in it has a counter."""
        whole = self.of(stmt)

        def way(number: int, own: tuple[ir.Stmt, ...], other: tuple[ir.Stmt, ...]) -> Passed:
            if own:
                return evolve(self.of(own[0]), past=whole.past, reached=whole.times)
            times = whole.times - (self.of(other[0]).times if other else 0)
            return Passed((whole.key[0], number), times, None, whole.past, self.shared, whole.times)

        return way(1, stmt.then, stmt.otherwise), way(2, stmt.otherwise, stmt.then)
