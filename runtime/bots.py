"""Bots: players that answer for a seat, knowing what it was told, its view and its options, and nothing else.

A driver holds the game; a bot is made for a seat from the rules alone, and is only ever handed what its seat may know.
Every bot is seeded and holds its own generator, so a match is repeatable.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from attrs import define, field, frozen

from rulewright.runtime.decision import Decision
from rulewright.runtime.events import Event
from rulewright.runtime.flat import Flat
from rulewright.runtime.greedy import Greedy
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.state import State
from rulewright.runtime.thinking import Judgement, ThinkingBot
from rulewright.runtime.tree_search import TreeSearch
from rulewright.runtime.view import View


class Bot(Protocol):
    """Something that answers."""

    def choose(self, decision: Decision, view: View) -> int:
        """The id of one of `decision.options`."""
        ...


@runtime_checkable
class Listener(Protocol):
    """A bot that wants to hear what its seat was told."""

    def hear(self, told: Sequence[Event]) -> None:
        """Everything so far, as `State.told` has it. Called before every question to its seat."""
        ...


@define
class RandomBot:
    """Any option, each as likely."""

    seed: int = 0
    _random: random.Random = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choose(self, decision: Decision, view: View) -> int:
        return self._random.choice(decision.options).id


@define
class FirstBot:
    """The first option on offer, always."""

    seed: int = 0

    def choose(self, decision: Decision, view: View) -> int:
        return decision.options[0].id


PLAIN: Mapping[str, Callable[[int], Bot]] = {"random": RandomBot, "first": FirstBot}
THINKING: Mapping[str, tuple[Callable[[int], Judgement], int]] = {  # with what it does if no number is given
    "greedy": (Greedy, 16),
    "flat": (Flat, 200),
    "mcts": (TreeSearch, 200),
}
BOTS = (*PLAIN, *THINKING)
MOST_WORK = 1_000_000


@frozen
class BotName:
    """A bot as it is written: `random`, or with how much it thinks: `mcts:400`. `work` is 0 for one that does not."""

    kind: str
    work: int = 0

    def __str__(self) -> str:
        return f"{self.kind}:{self.work}" if self.work else self.kind

    @property
    def thinks(self) -> bool:
        return self.kind in THINKING

    def bot(self, ruleset: Ruleset, seat: int, seed: int) -> Bot:
        """A bot for a seat, before the game begins."""
        if self.kind in PLAIN:
            return PLAIN[self.kind](seed)
        return ThinkingBot(ruleset, seat, seed, THINKING[self.kind][0](self.work))


def bot_name(text: str) -> BotName:
    """What is written `random`, `mcts` or `mcts:400`. Raises ValueError, with a sentence for people."""
    kind, colon, number = text.strip().partition(":")
    if kind in PLAIN and not colon:
        return BotName(kind)
    if kind not in THINKING:
        if kind in PLAIN:
            raise ValueError(f"`{kind}` does not think, so it has no number.")
        raise ValueError(f"there is no bot `{kind}`; there are {', '.join(BOTS)}.")
    if not colon:
        return BotName(kind, THINKING[kind][1])
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= MOST_WORK and len(number) < 9):
        raise ValueError(f"`{text}` should look like `{kind}:{THINKING[kind][1]}`: a number from 1 to {MOST_WORK:,}.")
    return BotName(kind, int(number))


def answer_of(bot: Bot, state: State, decision: Decision) -> int:
    """What a bot answers to the question its seat is asked; all that it is handed of the game is in here."""
    seat = decision.player
    if isinstance(bot, Listener):
        bot.hear(state.told(seat))
    return bot.choose(decision, state.view(seat))


def taken_over(bot: Bot, state: State, decision: Decision, answer: int) -> None:
    """Let a bot go through a question that was answered already: it thinks as it did, and knows what became of it,
    even if it would answer otherwise now."""
    answer_of(bot, state, decision)
    if isinstance(bot, ThinkingBot):
        bot.note(decision, answer)


def play_match(state: State, bots: Sequence[Bot], limit: int = 10_000) -> bool:
    """Let `bots` (one a seat) play `state` on. Forced answers are given without asking.

    Returns whether the game ended; False after `limit` decisions, the game then being unfinished. Chance must not be
    exposed. Raises ValueError if a bot answers with an option that is not on offer.
    """
    for _ in range(limit):
        decision = state.decision
        if decision is None:
            break
        if decision.forced:
            state.apply(decision.options[0])
        else:
            state.apply(answer_of(bots[decision.player], state, decision))
    if not state.over and state.chance is not None:
        raise ValueError("bots cannot play a game whose chance is exposed")
    return state.over
