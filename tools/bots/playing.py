"""Bots that look at the game to whole games: each seat is handed what it is told, what it sees, and its question.

Each bot is seeded by its game's seed and its seat, so a game depends on these alone. It is played on the module with
events; its answers are then given again on the quiet module that is counted on, which draws alike: so everything that
can be counted of random games can be counted of these.
"""

from __future__ import annotations

from types import ModuleType

from rulewright.runtime.bots import Bot, BotName, play_match
from rulewright.runtime.playout import Played, tracked_playout
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.state import start
from rulewright.tools.simulate import Driver, game_seed


def bots_of(ruleset: Ruleset, names: tuple[BotName, ...], seed: int) -> list[Bot]:
    """The bots of one game, by seat."""
    return [name.bot(ruleset, seat, game_seed(seed, seat)) for seat, name in enumerate(names)]


def by_bots(ruleset: Ruleset, names: tuple[BotName, ...]) -> Driver:
    """A driver that has a bot answer at each seat."""

    def drive(module: ModuleType, seed: int, limit: int) -> Played:
        state = start(ruleset.engine, seed)
        play_match(state, bots_of(ruleset, names, seed), limit)
        answers = [step.choice for step in state.steps if not step.chance]
        given = iter(answers)
        return tracked_playout(module, seed, lambda cells, ids: next(given), len(answers))[0]

    return drive
