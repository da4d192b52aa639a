"""Random games at the corners of a game's options, with every check on: does a setting break what its author wrote?"""

from __future__ import annotations

from random import Random

from attrs import frozen

from rulewright.dsl import Report, Rules
from rulewright.dsl.pipeline import corners
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.state import start
from rulewright.tools.scenarios.collect import engines

MOST_DECISIONS = 2_000


@frozen
class Corner:
    """One player count and setting of options; `fault` says what broke there, or is empty. `refused`: the game's own
    checks do not allow this setting."""

    players: int
    options: dict[str, int]
    games: int
    fault: str = ""
    refused: bool = False


def try_corners(rules: Rules, games: int, seed: int) -> list[Corner]:
    """`games` random games at each corner, its invariants tested at every decision."""
    found: list[Corner] = []
    for players, options in corners(rules):
        report = Report()
        made = rules.program(players, options, report)
        if made is None or any(d.code == "RW0801" for d in report.problems):
            found.append(Corner(players, options, 0, refused=True))
            continue
        fault = play_checked(engines(made.program)[1], games, seed, MOST_DECISIONS)
        found.append(Corner(players, options, games, fault))
    return found


def play_checked(engine: Engine, games: int, seed: int, most: int) -> str:
    """Random games of at most so many decisions, every check tested at each of them: what broke, or nothing."""
    for game in range(games):
        random = Random(seed + game)
        try:
            state = start(engine, seed + game)
            for _ in range(most):
                if state.over:
                    break
                state.check()
                state.apply(random.choice(state.option_ids))
        except RuleFault as broken:
            return str(broken)
    return ""
