"""A game at the keyboard, kept on disk: saved at every question to a person, taken up again, written as a scenario.

A save is a replay of the game so far (`rulewright replay` reads it, too), with a line on who plays at the keyboard. It
is taken up by playing it again, so undo, the log and the bots stand where they stood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
from attrs import define, field, frozen

from rulewright.runtime.bots import Bot, taken_over
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.replay import Replay, ReplayError
from rulewright.runtime.save import refusal, rules_of
from rulewright.runtime.schema import ENDING, LOST, POINT, WON
from rulewright.runtime.state import State
from rulewright.tools.game import Game
from rulewright.tools.output import whole_file
from rulewright.tools.replaying import load_replay, ruleset

PEOPLE = re.compile(r"^# people:[ \t]*((?:\d{1,4}[ \t]*)*)$", re.M)


@frozen
class SavedGame:
    """`people` are the seats at the keyboard, counted from 1; none: everybody sits there."""

    replay: Replay
    people: tuple[int, ...]

    @property
    def rules(self) -> Mapping[str, Any]:
        """What names its ruleset (`save.rules_of`)."""
        return self.replay.rules


def saved_text(state: State, people: tuple[int, ...]) -> str:
    """The save of a game that was played from its beginning."""
    result = (state.cells[ENDING], state.cells[WON], state.cells[LOST]) if state.over else None
    seats = state.wording.seats
    bare = Replay(rules_of(state.schema), state.seed, seats, tuple(state.steps), result)
    title, _, rest = bare.text().partition("\n")
    return f"{title}\n# people: {' '.join(map(str, people))}".rstrip() + f"\n{rest}"


def load_saved(file: str) -> SavedGame:
    """The save in a file. Ends the command with a message if it is none."""
    try:
        replay = load_replay(file)
        ruleset(replay)
    except ReplayError as error:
        raise click.UsageError(f"{file} is no saved game that can be read: {error}.") from None
    text = Path(file).read_text(encoding="utf-8-sig")
    people = PEOPLE.search(text[: text.find("\n\n")])
    return SavedGame(replay, tuple(int(n) for n in people[1].split()) if people is not None else ())


def taken_up(game: Game, saved: SavedGame, bots: Mapping[int, Bot], file: str) -> State:
    """The game where it was left: everything that was answered is answered again, by bots from their own choice.

    Ends the command with a message if the save is of other rules, or does not fit these.
    """
    replay = saved.replay
    why = refusal(game.schema, replay.rules)
    if why:
        raise click.UsageError(f"{file} was saved under other rules: {why}.")
    try:
        state = game.start(replay.seed, names=replay.names)
        _compare(state, replay, 0)
        for step in replay.steps:
            if step.chance:
                continue  # drawn on the way, from the same seed
            at, decision = len(state.steps), state.decision
            if decision is None or state.cells[POINT] != step.point:
                raise ValueError(f"step {at + 1} is not what is asked")
            if decision.player in bots:
                taken_over(bots[decision.player], state, decision, step.choice)
            state.apply(step.choice)
            _compare(state, replay, at)
    except (ValueError, RuleFault) as error:
        raise click.UsageError(f"{file} cannot be taken up: {error}.") from None
    if len(state.steps) != len(replay.steps):
        raise click.UsageError(f"{file} cannot be taken up: it ends in the middle of something.")
    return state


def _compare(state: State, replay: Replay, since: int) -> None:
    """What has happened must be what the save says. Raises ValueError."""
    for number in range(since, len(state.steps)):
        if number >= len(replay.steps) or state.steps[number] != replay.steps[number]:
            raise ValueError(f"step {number + 1} turns out otherwise now")


# ------------------------------------------------------------------------------------------------ keeping it


@define
class Keeper:
    """Saves a game to a file whenever it has gone on. `say` is told what goes wrong: the game itself goes on."""

    file: str
    people: tuple[int, ...]
    say: Callable[[str], None]
    steps: list[object] | None = field(init=False, default=None)
    complained: bool = field(init=False, default=False)

    def __call__(self, state: State) -> None:
        if self.steps == state.steps:
            return
        try:
            whole_file(self.file, saved_text(state, self.people).encode("utf-8"))
        except click.UsageError as error:
            if not self.complained:
                self.say(f"The game is not saved: {error.message}")
            self.complained = True
            return
        self.steps, self.complained = list(state.steps), False


def may_save(file: str) -> None:
    """Ends the command with a message if there is something already where a game is to be saved."""
    path = Path(file)
    if path.is_file():
        raise click.UsageError(f"{file} is there already. Go on with it by --resume {file}, or give another name.")
    if path.is_dir():
        raise click.UsageError(f"Cannot write {file}: it is a folder.")


# ------------------------------------------------------------------------------------------------ as a scenario


def scenarios_in(file: str) -> str:
    """The text of a file that a scenario is to be added to; "" if there is none. Ends the command with a message if
    something else is in it."""
    from rulewright.dsl.catalogue import errors
    from rulewright.dsl.diagnostics import Report
    from rulewright.tools.project import SUFFIX, Trouble, read_file
    from rulewright.tools.table import read_rules

    path = Path(file)
    if not path.exists():
        if path.suffix != SUFFIX:
            raise click.UsageError(f"A file of scenarios has a name that ends in {SUFFIX}, unlike {file}.")
        return ""
    found = read_file(path)
    if isinstance(found, Trouble):
        raise click.UsageError(f"Cannot add a scenario to {file}: it cannot be read.")
    report = Report()
    rules = read_rules(found, report)
    if errors(report) or rules.game is not None or not rules.scenarios:
        raise click.UsageError(f"Cannot add a scenario to {file}: it is no file of scenarios without faults.")
    return found.text


def write_scenario(game: Game, state: State, file: str, existing: str) -> str:
    """Add the game to a file as a scenario, and give what it is called. Raises scenarios.written.Unwritable, and
    click.UsageError if the file cannot be written."""
    from rulewright.tools.scenarios.written import file_with, free_name, scenario_of

    name = free_name(Path(file).stem, existing)
    text = file_with(existing, scenario_of(game, state, name))
    whole_file(file, text.encode("utf-8"))
    return name
