"""Many games without anybody watching, on several processes, with the same result however many there are.

Game number i has a seed of its own, made from the seed asked for and i: the work can be cut up at will. The first
game whose rules break ends the run; it is the same one each time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from operator import add
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias, cast

from attrs import define, field, frozen

from rulewright.runtime.bots import BotName
from rulewright.runtime.chance import seeded
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.playout import Played, playout
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import COUNTS, ENDING, LOST, ROUNDS, WON
from rulewright.tools.modules import alive
from rulewright.tools.parallel import in_order

if TYPE_CHECKING:
    from rulewright.runtime.engine import Engine
    from rulewright.runtime.playout import QuietModule
    from rulewright.runtime.schema import Schema
    from rulewright.tools.game import Game

BOTS: dict[str, Callable[[Random], Callable[[], float]]] = {
    "random": lambda generator: generator.random,
    "first": lambda generator: lambda: 0.0,
}
Driver: TypeAlias = Callable[[ModuleType, int, int], Played]  # plays one game: the module, its seed, the limit
MANY = 500  # games worth starting processes for
LARGEST_SHARE = 500  # games handed out at once: what is lost at an interruption
MASK = (1 << 64) - 1


@frozen
class Plan:
    """What to run. `first` bot always takes the first option, the `random` one any. `counts`: everything that happens
    is counted (see passes/counters.py), which takes somewhat longer. `bots`, if there are any, sit one at each seat in
    place of `bot` (which then says in words who plays), and look at the game: that takes much longer."""

    games: int
    seed: int
    limit: int
    bot: str = "random"
    counts: bool = False
    bots: tuple[BotName, ...] = ()


@frozen
class Broken:
    """A game whose rules broke."""

    game: int
    why: str
    where: str


@define
class Tally:
    """What came of some games. `endings` counts (result or -1 for none, mask of winners, mask of losers). `counts` and
    `in_games` are there if everything was counted: how often each counter did, and in how many games at all."""

    games: int = 0
    unfinished: int = 0
    endings: Counter[tuple[int, int, int]] = field(factory=Counter)
    decisions: int = 0
    fewest: int | None = None
    most: int = 0
    rounds: int | None = None
    broken: Broken | None = None
    counts: list[int] | None = None
    in_games: list[int] | None = None

    def add(self, other: Tally) -> None:
        """Take in the games of another tally, which come after these."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.endings.update(other.endings)
        self.decisions += other.decisions
        lows = [low for low in (self.fewest, other.fewest) if low is not None]
        self.fewest = min(lows, default=None)
        self.most = max(self.most, other.most)
        if other.rounds is not None:
            self.rounds = (self.rounds or 0) + other.rounds
        self.broken = self.broken or other.broken
        if other.counts is not None and other.in_games is not None:
            self.count(other.counts, other.in_games)

    def count(self, counts: list[int], in_games: Iterable[int]) -> None:
        """Add to the counts."""
        self.counts = counts if self.counts is None else list(map(add, self.counts, counts))
        self.in_games = [*in_games] if self.in_games is None else list(map(add, self.in_games, in_games))


@frozen
class Run:
    """A run that is over: what came of it, in how many seconds, and whether somebody stopped it."""

    tally: Tally
    seconds: float
    jobs: int
    stopped: bool
    schema: Schema


def game_seed(seed: int, game: int) -> int:
    """The seed of game number `game`: scrambled twice, so that neighbours have nothing in common."""
    return seeded((seeded(seed) + game * 0x9E3779B97F4A7C15) & MASK)


def by_numbers(bot: str) -> Driver:
    """A driver that answers each question with a number from 0 up to 1, without looking."""
    generator = Random()
    choose = BOTS[bot](generator)

    def drive(module: ModuleType, seed: int, limit: int) -> Played:
        generator.seed(seed)
        return playout(module, seed, choose, limit)

    return drive


def play_games(module: ModuleType, plan: Plan, first: int, many: int, drive: Driver | None = None) -> Tally:
    """Play games number `first` to `first + many - 1` one after the other; stops at one whose rules break. They are
    played by the plan's `bot`, or by `drive`."""
    tally = Tally()
    counter = next((f.offset for f in module.schema.fields if f.name == ROUNDS), None)
    counts = [(f.offset, f.offset + f.cells) for f in module.schema.fields if f.name.startswith(COUNTS)]
    drive = drive or by_numbers(plan.bot)
    for game in range(first, first + many):
        try:
            played = drive(module, game_seed(plan.seed, game), plan.limit)
        except RuleFault as fault:
            tally.broken = Broken(game, fault.why, fault.where)
            break
        cells = played.cells
        tally.games += 1
        tally.decisions += played.decisions
        tally.most = max(tally.most, played.decisions)
        if counts:
            counted = cells[counts[0][0] : counts[-1][1]]
            tally.count(counted, map(bool, counted))
        if counter is not None:
            tally.rounds = (tally.rounds or 0) + cells[counter]
        tally.fewest = played.decisions if tally.fewest is None else min(tally.fewest, played.decisions)
        if played.finished:
            tally.endings[cells[ENDING] - 1, cells[WON], cells[LOST]] += 1
        else:
            tally.unfinished += 1
    return tally


def simulate(game: Game, plan: Plan, jobs: int, progress: Callable[[int], None]) -> Run:
    """Run the plan. `progress` is told how many more games are done. Ctrl-C ends it with what there is by then."""
    code, module_name = game.counting(everything=plan.counts), f"{game.name}_{game.players}"
    jobs = max(1, min(jobs, plan.games // 2))
    size = max(1, min(LARGEST_SHARE, plan.games // (jobs * 10)))
    shares = ((first, min(size, plan.games - first)) for first in range(0, plan.games, size))
    schema = alive(code, module_name).schema
    total, stopped, began = Tally(), False, time.perf_counter()
    full = game.code(events=True) if plan.bots else None
    quiet = game.code(events=False) if plan.bots else None
    done = in_order(_ready, (code, module_name, plan, full, quiet), _share, shares, jobs)
    try:
        for tally in done:
            total.add(tally)
            progress(tally.games)
            if total.broken is not None:
                break
    except KeyboardInterrupt:
        stopped = True
    finally:
        done.close()
    return Run(total, time.perf_counter() - began, jobs, stopped, schema)


_module: ModuleType
_plan: Plan
_drive: Driver


def _ready(code: bytes, name: str, plan: Plan, full: bytes | None, quiet: bytes | None) -> None:
    """Ready a process. `full` and `quiet` are the modules with events and without, where bots look at the game."""
    global _module, _plan, _drive
    _module, _plan = alive(code, name), plan
    _drive = by_numbers(plan.bot) if full is None or quiet is None else looking(full, quiet, name, plan.bots)


def looking(full: bytes, quiet: bytes, name: str, bots: tuple[BotName, ...]) -> Driver:
    """A driver by bots that look at the game, from the byte code of both its flavours."""
    from rulewright.tools.bots.playing import by_bots

    engine, module = cast("Engine", alive(full, name)), cast("QuietModule", alive(quiet, name))
    return by_bots(Ruleset(engine, module), bots)


def _share(share: tuple[int, int]) -> Tally:
    return play_games(_module, _plan, *share, _drive)
