"""A game of a headless run, written down: `rulewright run` plays without events, so the game is played once more with
them. Both flavours of a compiled game draw alike and are answered by the same numbers, one for each question.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, cast

from rulewright.runtime.engine import RuleFault
from rulewright.runtime.replay import Replay, replay_of
from rulewright.runtime.ruleset import Ruleset
from rulewright.tools.simulate import BOTS, Plan, game_seed

if TYPE_CHECKING:
    from rulewright.runtime.playout import QuietModule
    from rulewright.tools.game import Game


def recorded(game: Game, plan: Plan, number: int = 0) -> Replay:
    """Game `number` of the plan, from 0; up to where the rules break, if they do. Raises RuleFault only if they break
    before anybody is asked."""
    seed = game_seed(plan.seed, number)
    if plan.bots:
        return _of_bots(game, plan, seed)
    choose = BOTS[plan.bot](Random(seed))
    state = game.start(seed)
    answered = 0
    while not state.over and answered < plan.limit:
        ids = state.option_ids
        try:
            state.apply(ids[int(choose() * len(ids))])
        except RuleFault:
            break
        answered += 1
    return replay_of(state)


def _of_bots(game: Game, plan: Plan, seed: int) -> Replay:
    from rulewright.runtime.bots import play_match
    from rulewright.tools.bots.playing import bots_of

    state = game.start(seed)
    with suppress(RuleFault):
        play_match(state, bots_of(Ruleset(game.engine, cast("QuietModule", game.quiet)), plan.bots, seed), plan.limit)
    return replay_of(state)
