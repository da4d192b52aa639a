"""A replay: every answer and every chance outcome of a game, with what is needed to run it again and see that it fits.

It holds the hash of the rules and the language's version, so a replay under changed rules is recognised; `verify`
names the first step that no longer fits. As a file it is text for people (replay_text.py) or JSON for programs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field, frozen

from rulewright.runtime.decision import Outcome
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.save import refusal, rules_of
from rulewright.runtime.schema import ENDING, LOST, POINT, WON
from rulewright.runtime.state import State, Step, start
from rulewright.runtime.wording import listed


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
    """`rules` is what `save.rules_of` says of the ruleset; `result` is ENDING, WON and LOST (None: unfinished).

    `words` are the steps in words (who, where, what), and `end` how the game ended, as the rules said it then; without
    them a step fits if its number is on offer. They do not count when replays are compared.
    """

    rules: Mapping[str, Any]
    seed: int
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    result: tuple[int, int, int] | None
    words: tuple[str, ...] = field(default=(), eq=False)
    end: str = field(default="", eq=False)

    def to_json(self) -> str:
        """As JSON text; a step is `[point, id]`, with a third element 1 if it is chance's."""
        steps = [[s.point, s.choice, 1] if s.chance else [s.point, s.choice] for s in self.steps]
        result = None if self.result is None else list(self.result)
        head = {"rules": dict(self.rules), "seed": self.seed, "names": list(self.names)}
        return json.dumps({**head, "steps": steps, "result": result})

    def text(self) -> str:
        """As text for people, which `read_replay` reads too: a header, a line for each step, the result."""
        from rulewright.runtime.replay_text import written

        return written(self)


def replay_of(state: State) -> Replay:
    """The replay of a game played from its start. Raises ReplayError for a state that was loaded or set up by hand."""
    if not state.whole:
        raise ReplayError("a game that was not played from its beginning has no replay")
    result = (state.cells[ENDING], state.cells[WON], state.cells[LOST]) if state.over else None
    bare = Replay(rules_of(state.schema), state.seed, state.wording.seats, tuple(state.steps), result)
    return in_words(bare, state.engine)


def in_words(replay: Replay, engine: Engine) -> Replay:
    """The replay with its steps in words. Runs it; raises ReplayMismatch as `verify` does."""
    words: list[str] = []
    end = ""
    for state, step in run(replay, engine):
        if step is None:
            end = end_in_words(state)
        else:
            words.append(step_in_words(state, step))
    return Replay(replay.rules, replay.seed, replay.names, replay.steps, replay.result, tuple(words), end)


def read_replay(text: str) -> Replay:
    """Read what `Replay.to_json` or `Replay.text` wrote; raises ReplayError."""
    if not text.lstrip().startswith(("{", "[")):
        from rulewright.runtime.replay_text import read

        return read(text)
    try:
        data = json.loads(text)
        steps = tuple(Step(int(s[0]), int(s[1]), len(s) > 2 and bool(s[2])) for s in data["steps"])
        end = data["result"]
        result = None if end is None else (int(end[0]), int(end[1]), int(end[2]))
        return Replay(dict(data["rules"]), int(data["seed"]), tuple(str(n) for n in data["names"]), steps, result)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ReplayError(f"this is no replay: {error!r}") from None


def verify(replay: Replay, engine: Engine, ignore_rules: bool = False) -> State:
    """Run the replay; returns the state it leads to. Raises ReplayMismatch naming the first step that does not fit.

    With `ignore_rules` a replay made under other rules is tried all the same, to see how far it goes.
    """
    why = refusal(engine.schema, replay.rules)
    if why and not ignore_rules:
        raise ReplayMismatch(0, f"this game was played under other rules: {why}")
    return [state for state, _ in run(replay, engine)][-1]


def run(replay: Replay, engine: Engine) -> Iterator[tuple[State, Step | None]]:
    """The same state before each step, with the step (which fits), and last with None, where the replay ends.

    Raises ReplayMismatch at the first step that does not fit; the rules themselves are not compared.
    """
    try:
        state = start(engine, replay.seed, "exposed", replay.names)
    except RuleFault as fault:
        raise ReplayMismatch(1, f"the rules broke: {fault}") from fault
    for number, step in enumerate(replay.steps, 1):
        _fits(state, number, step)
        words = replay.words[number - 1] if replay.words else ""
        if words and words != (now := step_in_words(state, step)):
            raise ReplayMismatch(number, f"it was “{words}”, and is “{now}” now")
        yield state, step
        try:
            state.apply(step.choice)
        except RuleFault as fault:
            raise ReplayMismatch(number, f"the rules broke: {fault}") from fault
    result = (state.cells[ENDING], state.cells[WON], state.cells[LOST]) if state.over else None
    now = end_in_words(state)
    if result != replay.result or (replay.end and replay.end != now):
        was = f": {replay.end}" if replay.end else ""
        raise ReplayMismatch(len(replay.steps) + 1, f"the game {_end(state)}, not as the replay says{was}")
    yield state, None


def _fits(state: State, number: int, step: Step) -> None:
    if state.over:
        raise ReplayMismatch(number, "the game is over already")
    if state.cells[POINT] != step.point or (state.chance is not None) != step.chance:
        asked = state.chance or state.decision
        raise ReplayMismatch(number, f"the game asks something else here: {_question(asked)}")
    if step.choice not in state.option_ids:
        raise ReplayMismatch(number, f"{step.choice} is not on offer: {_question(state.chance or state.decision)}")


def _question(asked: object) -> str:
    return str(getattr(asked, "prompt", None) or getattr(asked, "source", None) or asked)


def _end(state: State) -> str:
    outcome: Outcome | None = state.outcome
    return "does not end here" if outcome is None else f"ends here ({outcome.reason or 'no result'})"


# ---------------------------------------------------------------------------------------------- words


def step_in_words(state: State, step: Step) -> str:
    """Who takes which option where, or what chance gives; `state` waits at it. One line."""
    chance, decision = state.chance, state.decision
    if chance is not None:
        label = next(o.label for o in chance.outcomes if o.id == step.choice)
        return one_line(f"{chance.source}: {label}")
    assert decision is not None, "the step fits"
    option = next(o for o in decision.options if o.id == step.choice)
    branch = f" [{option.branch}]" if option.branch and option.branch != option.label else ""
    return one_line(f"{state.wording.seat(decision.player)}, {decision.path}: {option.label}{branch}")


def end_in_words(state: State) -> str:
    """How the game stands at the end of the replay. One line."""
    outcome = state.outcome
    if outcome is None:
        return "unfinished"
    winners = listed(state.wording.seat(seat) for seat in outcome.winners) if outcome.winners else "nobody"
    scores = ", ".join(map(str, outcome.scores))
    return one_line(f"{winners} won: {outcome.reason or 'no result'} (scores {scores})")


def one_line(text: str) -> str:
    return " ".join(text.split())
