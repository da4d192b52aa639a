"""One random game on our engine and on an outside one (OpenSpiel), in lockstep, with every answer given to both.

An adapter says, for each engine, what its answers are called in words that both share. On the way both must agree on
who is asked, on everything that can be answered, on chance with its probabilities, on the end and on what each gets.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from math import isclose
from random import Random
from typing import Any, TypeAlias

import pyspiel
from attrs import frozen

import rulewright
from rulewright.runtime.decision import Chance, Decision, Option
from rulewright.runtime.state import State

Theirs: TypeAlias = Any  # a pyspiel.State; the package has no types
Word: TypeAlias = Hashable
Asked: TypeAlias = Decision | Chance

__all__ = ["Asked", "Chance", "Judged", "Option", "Theirs", "Word", "play_in_lockstep"]


def scored(ours: State) -> list[int]:
    """What each seat has at the end of our game, in seat order."""
    assert ours.outcome is not None
    return list(ours.outcome.scores)


@frozen
class Judged:
    """A table both engines have: our game, players and options, their game with its parameters, and the words.

    `ours_said` names an option of ours at a question, or an outcome of chance; `theirs_said` an action of theirs in a
    state. `paid` is what each seat has at our end, if that is not our score. `asks_forced`: do they ask a player who
    has one answer only? If not, ours is given it unasked.
    """

    name: str
    players: int
    options: Mapping[str, int]
    theirs: str
    ours_said: Callable[[Option, Asked], Word]
    theirs_said: Callable[[Theirs, int], Word]
    paid: Callable[[State], list[int]] = scored
    asks_forced: bool = True

    def __str__(self) -> str:
        given = "".join(f"-{value}" for value in self.options.values())
        return f"{self.name}-{self.players}{given}"


@cache
def their_game(text: str) -> Any:
    return pyspiel.load_game(text)


def play_in_lockstep(judged: Judged, seed: int) -> int:
    """Play a game with random answers; returns how many were given. AssertionError where the engines differ."""
    random = Random(f"{judged}/{seed}")
    ours = rulewright.load(judged.name, players=judged.players, options=dict(judged.options)).start(chance="exposed")
    theirs = their_game(judged.theirs).new_initial_state()
    said: list[Word] = []
    while True:
        while theirs.is_chance_node() and len(theirs.chance_outcomes()) == 1:
            theirs.apply_action(theirs.chance_outcomes()[0][0])  # ours does not ask what can come out one way only
        while not judged.asks_forced and ours.decision is not None and ours.decision.forced:
            ours.apply(ours.decision.options[0])
        if ours.over or theirs.is_terminal():
            break
        mine, other = _our_answers(judged, ours), _their_answers(judged, theirs)
        assert mine.keys() == other.keys(), f"{judged}: {mine.keys() ^ other.keys()} after {said}"
        if ours.chance is not None:
            assert theirs.is_chance_node(), f"{judged}: chance after {said}"
            _compare_chances(ours, theirs, mine, other)
        else:
            assert ours.decision is not None
            assert ours.decision.player == theirs.current_player(), f"{judged}: who is asked after {said}"
        word = random.choice(list(mine))
        said.append(word)
        ours.apply(mine[word])
        theirs.apply_action(other[word])
    assert ours.over and theirs.is_terminal(), f"{judged}: only one is over after {said}"
    assert judged.paid(ours) == theirs.returns(), f"{judged}: results of {said}"
    return len(said)


def _our_answers(judged: Judged, ours: State) -> dict[Word, int]:
    waiting = ours.chance or ours.decision
    assert waiting is not None
    options = waiting.outcomes if isinstance(waiting, Chance) else waiting.options
    answers = {judged.ours_said(option, waiting): option.id for option in options}
    assert len(answers) == len(options), f"{judged}: two of our answers share a word"
    return answers


def _their_answers(judged: Judged, theirs: Theirs) -> dict[Word, int]:
    actions = theirs.legal_actions()
    answers = {judged.theirs_said(theirs, action): action for action in actions}
    assert len(answers) == len(actions), f"{judged}: two of their actions share a word"
    return answers


def _compare_chances(ours: State, theirs: Theirs, mine: dict[Word, int], other: dict[Word, int]) -> None:
    assert ours.chance is not None
    here = dict(zip(ours.option_ids, ours.chance.probabilities, strict=True))
    there = dict(theirs.chance_outcomes())
    for word, option in mine.items():
        assert isclose(here[option], there[other[word]], rel_tol=1e-9), f"the chance of {word}"
