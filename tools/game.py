"""A game ready to play: the object that `rulewright.load` gives and that every command works with.

Nothing is compiled before it is asked for; what was compiled once is kept between runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, cast

from attrs import define

from rulewright.runtime.playout import Played, playout
from rulewright.runtime.state import ChanceMode, State, start
from rulewright.tools.modules import alive, byte_code
from rulewright.tools.problems import refusal
from rulewright.tools.project import Text, Trouble
from rulewright.tools.table import Setting, Table, elaborate, settle, text_hash
from rulewright.tools.variant_files import find_ruleset

if TYPE_CHECKING:
    from rulewright.compiler.reference import Interpreter
    from rulewright.dsl import ir
    from rulewright.dsl.source import Source
    from rulewright.runtime.decision import Outcome
    from rulewright.runtime.engine import Engine
    from rulewright.runtime.schema import Schema
    from rulewright.runtime.why import Answer, Judge, WhyNot

LIMIT = 10_000  # decisions in a headless game, after which it counts as unfinished


def load(
    name: str | os.PathLike[str],
    players: int | None = None,
    variants: Iterable[str] | str = (),
    options: Mapping[str, str | int | bool] | None = None,
) -> Game:
    """A shipped game, or the game in the file at a path; a variant's file means its game with that variant.

    `players` None takes the fewest the game allows. `variants` are names or paths, in any order, or one by itself.
    Options not given have their defaults; `yes`, `True` and "yes" mean the same. Loading the same game again gives the
    same object. Raises RulesError if there is no such game, if its rules or variants have faults or do not go
    together, or if the players, variants or options do not exist.
    """
    found = find_ruleset(os.fspath(name), (variants,) if isinstance(variants, str) else variants)
    if isinstance(found, Trouble):
        raise refusal(found)
    given = tuple(sorted((key, str(value)) for key, value in (options or {}).items()))
    return _game(found.game, Setting(players, found.variants, given, found.files))


@lru_cache(maxsize=64)
def _game(text: Text, setting: Setting) -> Game:
    return Game(text, setting, settle(text, setting))


@define(eq=False, slots=False)
class Game:
    """One ruleset. Made by `load`, and by `load_table`, which also knows what the seats are called and a seed."""

    text: Text
    setting: Setting
    table: Table
    seats: tuple[str, ...] = ()
    seed: int | None = None

    def __repr__(self) -> str:
        return f"<Game {self.name} for {self.players}>"

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def title(self) -> str:
        return self.table.title

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def options(self) -> Mapping[str, int]:
        """Every option of the game with its value here, as a whole number."""
        return self.table.options

    # ------------------------------------------------------------------------------------------ playing

    def start(self, seed: int | None = None, chance: ChanceMode = "sampled", names: Sequence[str] = ()) -> State:
        """A new game, set up and run to its first question (see runtime/state.py). Raises RuleFault.

        Without a seed that of the table file counts, or 0; without names those of the table file.
        """
        state = start(self.engine, (self.seed or 0) if seed is None else seed, chance, tuple(names) or self.seats)
        state.judge = self.why_not
        return state

    def why_not(self, state: State, answer: Answer, player: int | None = None) -> WhyNot:
        """Why an answer is not on offer in a state of this game, see `State.why_not`. Raises ValueError."""
        return self._judge(state, answer, player)

    @cached_property
    def _judge(self) -> Judge:
        from rulewright.tools.why.judge import Reasons

        return Reasons(self.reference())

    def playout(self, seed: int | None = None, limit: int = LIMIT) -> Played:
        """A whole game in which every option is as likely, without events: the fastest way through.

        The same seed gives the same game. `outcome` tells what the result means. Raises RuleFault.
        """
        if seed is None:
            seed = self.seed or 0
        self._reseed(seed)
        return playout(self.quiet, seed, self._random, limit)

    def outcome(self, played: Played) -> Outcome | None:
        """How a playout ended; None if it is unfinished."""
        from rulewright.runtime.decision import outcome_of

        return outcome_of(self.schema, played.cells, self.quiet.scores) if played.finished else None

    @cached_property
    def _generator(self) -> Random:
        return Random()

    @cached_property
    def _random(self) -> Callable[[], float]:
        return self._generator.random

    @cached_property
    def _reseed(self) -> Callable[[int], None]:
        # Random.seed written in C, without the part in Python that takes other things than numbers: it is slow
        return cast("Callable[[int], None]", super(Random, self._generator).seed)

    # ------------------------------------------------------------------------------------------ what it is made of

    def source_of(self, where: str) -> Source | None:
        """The text that a place (`file:line`) lies in: the game's, one that it includes, or that of a variant."""
        from rulewright.dsl.source import Source

        name = where.rpartition(":")[0]
        own = Source(*self.text)
        included = filter(None, (own.included(file) for file, _ in own.beside))
        return next((s for s in (own, *included, *(Source(*t) for t in self.setting.files)) if s.name == name), None)

    @cached_property
    def program(self) -> ir.Program:
        """The checked rules."""
        return elaborate(self.text, self.setting)[1]

    @property
    def schema(self) -> Schema:
        """What the compiled game says about itself."""
        return cast("Schema", self.quiet.schema)

    def source(self, events: bool = True) -> str:
        """The text of the compiled module: full, or without events (see compiler/python/emit.py)."""
        from rulewright.compiler.python.emit import emit

        return emit(self.program, events=events)

    @cached_property
    def engine(self) -> Engine:
        """The compiled game, full: with events, and with chance in the open."""
        return cast("Engine", alive(self.code(events=True), self._module_name))

    @cached_property
    def quiet(self) -> ModuleType:
        """The compiled game without events (see runtime/playout.py)."""
        return alive(self.code(events=False), self._module_name)

    def counting(self, *, everything: bool = False) -> bytes:
        """The byte code of the quiet module that also counts rounds, in the field ROUNDS (if a phase repeats); or
        `everything`, in fields whose names begin with COUNTS."""

        def emitted() -> str:
            from rulewright.compiler.passes.counters import counting
            from rulewright.compiler.passes.rounds import counting_rounds
            from rulewright.compiler.python.emit import emit

            program = counting(self.program).program if everything else self.program
            return emit(counting_rounds(program), events=False)

        parts = (self.text.name, text_hash(self.text), self.setting, "counts" if everything else "rounds")
        return byte_code(parts, self._module_name, emitted)

    def reference(self) -> Interpreter:
        """The interpreter that walks the rules: slow, and obvious. An engine like `engine`."""
        from rulewright.compiler.layout import lay_out
        from rulewright.compiler.reference import Interpreter
        from rulewright.compiler.schema_of import schema_of

        return Interpreter(self.program, schema_of(self.program, lay_out(self.program)))

    def code(self, *, events: bool) -> bytes:
        """The byte code of the compiled module, to be brought to life elsewhere (see modules.py)."""
        parts = (self.text.name, text_hash(self.text), self.setting, events)
        return byte_code(parts, self._module_name, lambda: self.source(events))

    @property
    def _module_name(self) -> str:
        return f"{self.name}_{self.players}"
