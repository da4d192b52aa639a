"""A replay: every answer and every chance outcome of a game, with what is needed to run it again and see that it fits.

It holds the hash of the rules and the language's version, so a replay under changed rules is recognised; `verify`
names the first step that no longer fits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulewright.runtime.decision import Outcome
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.save import refusal, rules_of
from rulewright.runtime.schema import ENDING, LOST, POINT, WON
from rulewright.runtime.state import State, Step, start


class ReplayError(ValueError):
    """The replay cannot be read, or was made under other rules."""


class ReplayMismatch(ReplayError):
    """A step does not fit. `step` counts from 1; 0 is the rules themselves, one past the last the end of the game."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(f"step {step}: {why}" if step else why)
        self.step = step
        self.why = why


@frozen
class Replay:
    """`rules` is what `save.rules_of` says of the ruleset; `result` is ENDING, WON and LOST (None: unfinished)."""

    rules: Mapping[str, Any]
    seed: int
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    result: tuple[int, int, int] | None

    def to_json(self) -> str:
        """As JSON text; a step is `[point, id]`, with a third element 1 if it is chance's."""
        steps = [[s.point, s.choice, 1] if s.chance else [s.point, s.choice] for s in self.steps]
        result = None if self.result is None else list(self.result)
        head = {"rules": dict(self.rules), "seed": self.seed, "names": list(self.names)}
        return json.dumps({**head, "steps": steps, "result": result})


def replay_of(state: State) -> Replay:
    """The replay of a game played from its start. Raises ReplayError for a state that was loaded or set up by hand."""
    if not state.whole:
        raise ReplayError("a game that was not played from its beginning has no replay")
    result = (state.cells[ENDING], state.cells[WON], state.cells[LOST]) if state.over else None
    return Replay(rules_of(state.schema), state.seed, state.wording.seats, tuple(state.steps), result)


def read_replay(text: str) -> Replay:
    """Read what `Replay.to_json` wrote; raises ReplayError."""
    try:
        data = json.loads(text)
        steps = tuple(Step(int(s[0]), int(s[1]), len(s) > 2 and bool(s[2])) for s in data["steps"])
        end = data["result"]
        result = None if end is None else (int(end[0]), int(end[1]), int(end[2]))
        return Replay(dict(data["rules"]), int(data["seed"]), tuple(str(n) for n in data["names"]), steps, result)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise ReplayError(f"this is no replay: {error!r}") from None


def verify(replay: Replay, engine: Engine, ignore_rules: bool = False) -> State:
    """Run the replay; returns the state it leads to. Raises ReplayMismatch naming the first step that does not fit.

    With `ignore_rules` a replay made under other rules is tried all the same, to see how far it goes.
    """
    why = refusal(engine.schema, replay.rules)
    if why and not ignore_rules:
        raise ReplayMismatch(0, f"this game was played under other rules: {why}")
    state = start(engine, replay.seed, "exposed", replay.names)
    for number, step in enumerate(replay.steps, 1):
        _apply(state, number, step)
    result = (state.cells[ENDING], state.cells[WON], state.cells[LOST]) if state.over else None
    if result != replay.result:
        raise ReplayMismatch(len(replay.steps) + 1, f"the game {_end(state)}, not as the replay says")
    return state


def _apply(state: State, number: int, step: Step) -> None:
    if state.over:
        raise ReplayMismatch(number, "the game is over already")
    if state.cells[POINT] != step.point or (state.chance is not None) != step.chance:
        asked = state.chance or state.decision
        raise ReplayMismatch(number, f"the game asks something else here: {_question(asked)}")
    if step.choice not in state.option_ids:
        raise ReplayMismatch(number, f"{step.choice} is not on offer: {_question(state.chance or state.decision)}")
    try:
        state.apply(step.choice)
    except RuleFault as fault:
        raise ReplayMismatch(number, f"the rules broke: {fault}") from fault


def _question(asked: object) -> str:
    return str(getattr(asked, "prompt", None) or getattr(asked, "source", None) or asked)


def _end(state: State) -> str:
    outcome: Outcome | None = state.outcome
    return "does not end here" if outcome is None else f"ends here ({outcome.reason or 'no result'})"
