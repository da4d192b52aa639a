"""A game in progress: one engine's cells with the options on offer, the events so far, and the way back.

`State` is what drivers hold. It asks the engine, draws chance (or stops at it, or follows a script), refuses illegal
answers with reasons, and shows each seat only what it may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from rulewright.runtime import decision as decisions
from rulewright.runtime import save
from rulewright.runtime.budgets import DRAWS
from rulewright.runtime.chance import weighted
from rulewright.runtime.decision import Chance, Decision, IllegalOption, Option, Outcome
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.events import Event
from rulewright.runtime.log import lines, projected
from rulewright.runtime.schema import POINT, PointInfo, Schema
from rulewright.runtime.script import Script, queued, scripted_outcome
from rulewright.runtime.undo import reveals
from rulewright.runtime.view import View, view_of
from rulewright.runtime.why import Answer, Judge, WhyNot
from rulewright.runtime.wording import Wording

ChanceMode: TypeAlias = Literal["sampled", "exposed"] | Script | Mapping[str, Iterable[int | str]]


@frozen
class Step:
    """One thing that happened: at `point`, somebody (or `chance`) took the option with this stable id."""

    point: int
    choice: int
    chance: bool


@frozen
class _Past:
    """Where to go back to: the state before an answer, and how many events and steps there were."""

    cells: list[int]
    options: list[int]
    events: int
    steps: int


def start(engine: Engine, seed: int = 0, chance: ChanceMode = "sampled", names: Sequence[str] = ()) -> State:
    """A new game, set up and run to its first question.

    `chance`: "sampled" draws from the generator in the cells; "exposed" stops at every chance point; a script (or
    queues of outcomes by source, see script.py) dictates. `names` are the seats' names. Raises RuleFault.
    """
    cells = engine.new(seed)
    state = State(engine, cells, seed=seed, chance=chance, names=names)
    state._settle(engine.begin(cells, state.events))
    return state


def start_at(
    engine: Engine, cells: list[int], path: str, chance: ChanceMode = "sampled", names: Sequence[str] = ()
) -> State:
    """A game that starts in the middle: `cells` prepared by hand, entered at the block `path`. Raises RuleFault."""
    state = State(engine, cells, chance=chance, names=names)
    state.whole = False
    state._settle(engine.enter(cells, path, state.events))
    return state


class State:
    """A game in progress. Made by `start`, `start_at`, `load_json` and `load_bytes`.

    Two states of the same ruleset are equal when their cells are: how they came about does not matter.
    """

    def __init__(
        self,
        engine: Engine,
        cells: list[int],
        *,
        seed: int = 0,
        chance: ChanceMode = "sampled",
        names: Sequence[str] = (),
        options: list[int] | None = None,
    ) -> None:
        self.engine = engine
        self.cells = cells
        self.seed = seed
        if isinstance(chance, str) and chance not in ("sampled", "exposed"):
            raise ValueError(f'chance is "sampled", "exposed", a script or queues of outcomes, not {chance!r}')
        self.mode: ChanceMode = queued(chance) if isinstance(chance, Mapping) else chance
        self.wording = Wording(engine.schema, tuple(names))
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self.whole = True  # do the steps lead here from the start of the game?
        self.judge: Judge | None = None  # tells why an answer is not on offer
        self._options = options if options is not None else []
        self._points: dict[int, PointInfo] = {p.id: p for p in engine.schema.points}
        self._past: list[_Past] = []

    # ------------------------------------------------------------------------------------------ what is going on

    @property
    def schema(self) -> Schema:
        return self.engine.schema

    @property
    def over(self) -> bool:
        return self.cells[POINT] == 0

    @property
    def chance(self) -> Chance | None:
        """The chance point the game waits at (only in exposed mode), or None."""
        point = self._points.get(self.cells[POINT])
        if point is None or not point.chance:
            return None
        return decisions.chance_of(self.wording, point, self._options, self.engine.weights(self.cells))

    @property
    def decision(self) -> Decision | None:
        """The question the game waits for; None when it is over or chance is asked."""
        point = self._points.get(self.cells[POINT])
        if point is None or point.chance:
            return None
        engine, cells = self.engine, self.cells
        return decisions.decision_of(
            self.wording, point, engine.actor(cells), self._options, lambda: engine.about(cells)
        )

    @property
    def option_ids(self) -> tuple[int, ...]:
        """The stable ids on offer (of options or chance outcomes), without their labels."""
        return tuple(self._options)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return decisions.outcome_of(self.schema, self.cells, self.engine.scores) if self.over else None

    def check(self) -> None:
        """Test the rules' invariants; during set-up there are none. Raises RuleFault."""
        point = self._points.get(self.cells[POINT])
        if point is None or point.path.split(".")[0] != "setup":
            self.engine.check(self.cells)

    # ------------------------------------------------------------------------------------------ going on

    def apply(self, option: Option | int) -> None:
        """Take an option (or, at an exposed chance point, an outcome) and go on to the next question.

        Raises IllegalOption with the failed needs, RuleFault if the rules break (the state is then as before).
        """
        chosen = option.id if isinstance(option, Option) else option
        if chosen not in self._options:
            raise self._refusal(chosen)
        past = _Past(self.cells.copy(), self._options, len(self.events), len(self.steps))
        try:
            self._settle(self._take(chosen))
        except (RuleFault, ValueError):
            self._restore(past)
            raise
        self._past.append(past)

    def _take(self, chosen: int) -> list[int]:
        point = self.cells[POINT]
        self.steps.append(Step(point, chosen, self._points[point].chance))
        return self.engine.apply(self.cells, chosen, self.events)

    def _settle(self, options: list[int]) -> None:
        """Answer for chance until a seat is asked (unless chance is exposed). Raises RuleFault if that never comes."""
        draws = 0
        while self.mode != "exposed" and self.cells[POINT] and self._points[self.cells[POINT]].chance:
            draws += 1
            if draws > DRAWS:
                why = f"this goes round more than {DRAWS:,} times without asking anything"
                raise RuleFault(why, self._points[self.cells[POINT]].line)
            options = self._take(self._drawn(options))
        self._options = options

    def _drawn(self, outcomes: list[int]) -> int:
        weights = self.engine.weights(self.cells)
        if callable(self.mode):
            point = self._points[self.cells[POINT]]
            chosen = scripted_outcome(self.mode, decisions.chance_of(self.wording, point, outcomes, weights))
            if chosen is not None:
                return chosen
        return outcomes[weighted(self.cells, weights)]

    def _refusal(self, option: int) -> IllegalOption:
        point = self._points.get(self.cells[POINT])
        if point is None:
            return IllegalOption(option, f"option {option}", ())
        branch = decisions.branch_of(point, option)
        if point.chance or branch is None:
            return IllegalOption(option, f"option {option}", ())
        unmet = self.engine.unmet(self.cells, option) or ()
        return IllegalOption(option, self.wording.option(branch, option), tuple(branch.needs[n] for n in unmet))

    def why_not(self, answer: Answer, player: int | None = None) -> WhyNot:
        """Why an answer (an option, its id, or its words) is not on offer, told to the seat `player`: to no other than
        the one that is asked. Raises ValueError if there is no such seat, or if nobody here knows the rules: a state
        that `Game.start` made knows them, of any other ask `Game.why_not`."""
        if not isinstance(answer, int | str | Option):
            raise ValueError(f"an answer is an option, its id or its words, not {answer!r}")
        if self.judge is None:
            raise ValueError("this state does not know the text of its rules: ask Game.why_not(state, answer)")
        return self.judge(self, answer, player)

    # ------------------------------------------------------------------------------------------ going back

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    def undo(self) -> None:
        """Take back the last answer and the chance that followed it: the whole state is as before, its generator too.

        Raises ValueError if nothing was answered yet.
        """
        if not self._past:
            raise ValueError("there is nothing to undo")
        self._restore(self._past.pop())

    def undo_reveals(self) -> bool:
        """Would `undo` take back something a seat has learnt from it: a draw, a die, a card shown or turned up?

        Play stops undoing there. Errs on the side of yes.
        """
        if not self._past:
            return False
        past = self._past[-1]
        chance = any(step.chance for step in self.steps[past.steps :])
        return chance or reveals(self.engine, past.cells, self.events[past.events :])

    def _restore(self, past: _Past) -> None:
        self.cells, self._options = past.cells.copy(), past.options
        del self.events[past.events :]
        del self.steps[past.steps :]

    # ------------------------------------------------------------------------------------------ seats

    def view(self, player: int) -> View:
        """What seat `player` sees now, with its question if it is asked. Raises ValueError if there is no such seat."""
        return view_of(self.engine, self.cells, self._seat(player), self.decision)

    def log(self, player: int) -> list[str]:
        """What seat `player` was told so far, in words. Raises ValueError if there is no such seat."""
        return lines(self.wording, self.events, self._seat(player))

    def told(self, player: int) -> list[Event]:
        """What seat `player` was told so far, as projected events (see log.py). Raises ValueError if there is no such
        seat."""
        return projected(self.events, self._seat(player))

    def _seat(self, player: int) -> int:
        seats = self.engine.schema.players
        if not 0 <= player < seats:
            raise ValueError(f"there is no seat {player}: seats are numbered from 0 to {seats - 1}")
        return player

    # ------------------------------------------------------------------------------------------ as a value

    def clone(self) -> State:
        """An independent copy: what happens to one does not touch the other."""
        twin = State(
            self.engine, self.cells.copy(), seed=self.seed, chance=self.mode, names=self.wording.seats,
            options=self._options,
        )
        twin.events, twin.steps, twin._past = self.events.copy(), self.steps.copy(), self._past.copy()
        twin.whole, twin.judge = self.whole, self.judge
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return save.rules_of(self.schema) == save.rules_of(other.schema) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash((self.schema.text_hash, *self.cells))

    # ------------------------------------------------------------------------------------------ saves

    def save_json(self) -> str:
        """The position as JSON text (not the log, nor what led here: see replay.py). Raises save.SaveError."""
        return save.to_json(self.schema, self._saved())

    def save_bytes(self) -> bytes:
        """The position as bytes, see `save_json`."""
        return save.to_bytes(self.schema, self._saved())

    def _saved(self) -> save.Saved:
        mode = self.mode if isinstance(self.mode, str) else "sampled"
        return save.Saved(self.cells, mode, self.wording.seats, self.seed)


def load_json(engine: Engine, text: str, chance: ChanceMode | None = None) -> State:
    """Go on with a saved position. `chance` replaces the mode it was saved in. Raises save.SaveError."""
    return _loaded(engine, save.from_json(engine.schema, text), chance)


def load_bytes(engine: Engine, data: bytes, chance: ChanceMode | None = None) -> State:
    """Go on with a saved position, see `load_json`."""
    return _loaded(engine, save.from_bytes(engine.schema, data), chance)


def _loaded(engine: Engine, saved: save.Saved, chance: ChanceMode | None) -> State:
    mode: ChanceMode = chance if chance is not None else ("exposed" if saved.mode == "exposed" else "sampled")
    waiting = saved.cells[POINT]
    if waiting and all(p.id != waiting for p in engine.schema.points):
        raise save.SaveError("the saved game is damaged: it waits at a point these rules do not have")
    options = engine.options(saved.cells) if waiting else []
    state = State(engine, saved.cells, seed=saved.seed, chance=mode, names=saved.names, options=options)
    state.whole = False
    state._settle(options)
    return state
