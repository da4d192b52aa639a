"""A replay file and the rules it is run by: which game it asks for, how far it fits, what each seat saw."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulewright.dsl.render import clean
from rulewright.runtime.log import line, project
from rulewright.runtime.replay import Replay, ReplayError, ReplayMismatch, read_replay, run, step_in_words
from rulewright.runtime.save import refusal
from rulewright.runtime.state import State, Step
from rulewright.tools.view_text import view_lines

if TYPE_CHECKING:
    from rulewright.runtime.engine import Engine

LARGEST = 50_000_000  # bytes; a step takes about sixty


@frozen
class Asked:
    """The ruleset a replay was made with, as `load` takes it."""

    name: str
    players: int
    options: dict[str, int]
    variants: tuple[str, ...]

    def settings(self, about: Mapping[str, Any]) -> dict[str, str]:
        """The options as they are given on a command line; `about` is the game's description (shelf.py)."""
        kinds = {option["name"]: option["values"] for option in about["options"]}
        return {name: setting(value, kinds.get(name, "")) for name, value in self.options.items()}


def setting(value: int, values: str) -> str:
    """An option's value in words; `values` are those it can have, as `rulewright list` shows them."""
    if re.fullmatch(r"-?\d+ to -?\d+", values) or not values:
        return str(value)
    names = ["no", "yes"] if values == "yes or no" else values.split(", ")
    return names[value] if 0 <= value < len(names) else str(value)


@frozen
class Verdict:
    """Of `steps` steps, `played` were played. `why` says why the next did not fit, "" if all did; `changed` how the
    rules differ from those of the replay, "" if they do not."""

    steps: int
    played: int
    why: str
    changed: str
    end: str

    @property
    def fits(self) -> bool:
        return not self.why and not self.changed

    def words(self) -> str:
        played = f"{self.played:,} of {self.steps:,} steps"
        said = f"the rules changed since ({self.changed}). " if self.changed else ""
        if self.why:
            place = f"step {self.played + 1}" if self.played < self.steps else "the end"
            return clean(f"{said}{played} fit; {place} does not: {self.why}")
        return clean(f"{said}{played} fit, {self.end}" if said else f"{played} fit. {self.end}".rstrip())

    def data(self) -> dict[str, Any]:
        return {
            "fits": self.fits,
            "steps": self.steps,
            "played": self.played,
            "step": self.played + 1 if self.why else 0 if self.changed else None,
            "why": self.why or None,
            "changed": self.changed or None,
        }


def load_replay(file: str) -> Replay:
    """The replay in a file. Raises ReplayError, or click.UsageError if the file cannot be read."""
    path = Path(file)
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise ReplayError(f"it is too large: a replay has at most {LARGEST:,} bytes")
        return read_replay(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise click.UsageError(f"Cannot read {file}: {(error.strerror or str(error)).lower()}.") from None
    except UnicodeDecodeError:
        raise ReplayError("this is no replay: it is not text in UTF-8") from None


def ruleset(replay: Replay) -> Asked:
    """What a replay says of its rules; raises ReplayError if it cannot be meant so."""
    rules = replay.rules
    name, players = rules.get("name"), rules.get("players")
    options, variants = rules.get("options"), rules.get("variants")
    if not isinstance(name, str) or not name.isidentifier():
        raise ReplayError("this is no replay: it names no game")
    if type(players) is not int or not isinstance(options, dict) or not isinstance(variants, list):
        raise ReplayError("this is no replay: players, options or variants are not as they should be")
    if not all(type(value) is int for value in options.values()):
        raise ReplayError("this is no replay: an option is no whole number")
    return Asked(name, players, {str(k): v for k, v in options.items()}, tuple(map(str, variants)))


def verified(replay: Replay, engine: Engine, until: int | None = None) -> Verdict:
    """How far the replay fits."""
    return shown(replay, engine, None, until, lambda text: None, quiet=True)


def shown(
    replay: Replay,
    engine: Engine,
    seat: int | None,
    until: int | None,
    say: Callable[[str], None],
    quiet: bool = False,
) -> Verdict:
    """Run the replay as far as it fits, step by step, and say what happens: everything, or what `seat` was told."""
    changed = refusal(engine.schema, replay.rules) or ""
    played, heard, why, end = 0, 0, "", ""
    state: State | None = None
    try:
        for state, step in run(replay, engine):
            if not quiet:
                heard = news(state, heard, seat, say)
            if step is None:
                end = replay.end
                if not quiet:
                    say(clean(f"The end: {replay.end or 'see the log'}."))
                break
            if until is not None and played == until:
                break
            if not quiet:
                announce(state, played + 1, step, seat, say)
            played += 1
    except ReplayMismatch as mismatch:
        why = mismatch.why
        played = max(0, min(mismatch.step - 1, len(replay.steps)))
    if until is not None and state is not None and not quiet and not why:
        table(state, seat, say)
    return Verdict(len(replay.steps), played, why, changed, end)


def announce(state: State, number: int, step: Step, seat: int | None, say: Callable[[str], None]) -> None:
    """The step that comes now: to everybody who looks at everything, else to the seat that takes it."""
    if seat is None or (state.decision is not None and state.decision.player == seat):
        say(clean(f"{number:4}  {step_in_words(state, step)}"))


def news(state: State, heard: int, seat: int | None, say: Callable[[str], None]) -> int:
    """What the last step led to; gives how many events were told by now."""
    for event in state.events[heard:]:
        told = (event[0], *event[2:]) if seat is None else project(event, seat)
        if told is not None:
            say(clean(f"      {line(state.wording, told)}"))
    return len(state.events)


def table(state: State, seat: int | None, say: Callable[[str], None]) -> None:
    """What lies before a seat now (before each, if none is asked for)."""
    for player in range(state.schema.players) if seat is None else (seat,):
        say("")
        for text in view_lines(state.wording, state.view(player)):
            say(clean(text))
