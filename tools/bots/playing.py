"""A plan with a bot for every seat to games: each seat is handed what it is told, what it sees, and its question.

Game number i is seeded as in a run without looking (see tools/simulate.py), and each of its bots by that and its seat:
the result depends on the plan alone.
"""

from __future__ import annotations

from rulewright.runtime.bots import Bot, play_match
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import ENDING, LOST, WON
from rulewright.runtime.state import start
from rulewright.tools.simulate import Broken, Plan, Tally, game_seed


def bots_of(ruleset: Ruleset, plan: Plan, seed: int) -> list[Bot]:
    """The bots of one game, by seat."""
    return [name.bot(ruleset, seat, game_seed(seed, seat)) for seat, name in enumerate(plan.bots)]


def bot_games(ruleset: Ruleset, plan: Plan, first: int, many: int) -> Tally:
    """Play games number `first` to `first + many - 1` one after the other; stops at one whose rules break."""
    tally = Tally()
    for game in range(first, first + many):
        seed = game_seed(plan.seed, game)
        try:
            state = start(ruleset.engine, seed)
            play_match(state, bots_of(ruleset, plan, seed), plan.limit)
        except RuleFault as fault:
            tally.broken = Broken(game, fault.why, fault.where)
            break
        decisions = sum(not step.chance for step in state.steps)
        tally.games += 1
        tally.decisions += decisions
        tally.most = max(tally.most, decisions)
        tally.fewest = decisions if tally.fewest is None else min(tally.fewest, decisions)
        if state.over:
            tally.endings[state.cells[ENDING] - 1, state.cells[WON], state.cells[LOST]] += 1
        else:
            tally.unfinished += 1
    return tally
