"""One random game in lockstep with OpenSpiel where choices made at once are one node of simultaneous moves in both.

Like lockstep.py, which asks one after the other; but ours is the game of our adapter, too: what OpenSpiel makes of it
is compared with what OpenSpiel has.
"""

from __future__ import annotations

from math import isclose
from random import Random

import rulewright
from rulewright.tools.adapters.open_spiel import load
from tests.judges.adapters.goofspiel import NUMBERS
from tests.judges.lockstep import Judged, Theirs, Word, their_game


def play_at_once(judged: Judged, seed: int) -> int:
    """Play a game with random answers; returns how many nodes had simultaneous moves. AssertionError where they differ.

    The words are the numbers at the end of what both call their actions.
    """
    random = Random(f"{judged}/{seed}")
    game = rulewright.load(judged.name, players=judged.players, options=dict(judged.options))
    ours = load(game, f"judged_{judged}", zero_sum=True, simultaneous=True).new_initial_state()
    theirs = their_game(judged.theirs).new_initial_state()
    nodes = 0
    while True:
        while theirs.is_chance_node() and len(theirs.chance_outcomes()) == 1:
            theirs.apply_action(theirs.chance_outcomes()[0][0])  # ours does not ask what can come out one way only
        while not judged.asks_forced and all(len(answers) == 1 for answers in _answers(judged, ours)):
            ours.apply_actions([next(iter(answers.values())) for answers in _answers(judged, ours)])
        assert ours.current_player() == theirs.current_player(), f"{judged}: after {ours.history_str()}"
        if ours.is_terminal():
            break
        if ours.is_chance_node():
            _go_on_by_chance(judged, ours, theirs, random)
            continue
        nodes += 1
        pairs = list(zip(_answers(judged, ours), _answers(judged, theirs), strict=True))
        assert all(mine.keys() == other.keys() for mine, other in pairs), f"{judged}: after {ours.history_str()}"
        words = [random.choice(list(mine)) for mine, _ in pairs]
        ours.apply_actions([mine[word] for (mine, _), word in zip(pairs, words, strict=True)])
        theirs.apply_actions([other[word] for (_, other), word in zip(pairs, words, strict=True)])
    assert ours.returns() == theirs.returns(), f"{judged}: results of {ours.history_str()}"
    return nodes


def _answers(judged: Judged, state: Theirs) -> list[dict[Word, int]]:
    """By seat, every action there is now by its word; at a node of chance, or after the end, none."""
    if not state.is_simultaneous_node():
        return [{}, {}]
    found = []
    for seat in range(judged.players):
        actions = state.legal_actions(seat)
        found.append({_word(state.action_to_string(seat, action)): action for action in actions})
        assert len(found[-1]) == len(actions), f"{judged}: two actions share a word"
    return found


def _go_on_by_chance(judged: Judged, ours: Theirs, theirs: Theirs, random: Random) -> None:
    mine, other = (
        {_word(state.action_to_string(outcome)): (outcome, odds) for outcome, odds in state.chance_outcomes()}
        for state in (ours, theirs)
    )
    assert mine.keys() == other.keys(), f"{judged}: {mine.keys() ^ other.keys()}"
    assert all(isclose(mine[word][1], other[word][1], rel_tol=1e-9) for word in mine)
    word = random.choice(list(mine))
    ours.apply_action(mine[word][0])
    theirs.apply_action(other[word][0])


def _word(name: str) -> Word:
    """The number in what an action is called, in figures or in words, at its end."""
    last = name.rsplit(maxsplit=1)[-1]
    return NUMBERS.index(last) + 1 if last in NUMBERS else int(last)
