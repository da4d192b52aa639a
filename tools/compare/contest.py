"""The comparison itself: rulesets and a plan in, sums over their games out.

Blocks of games are played (or read from a store) in one order, whatever the number of processes, and a wanted precision
is looked for only at fixed numbers of games: the result depends on the seeds alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import ceil

import click
import numpy as np
from attrs import define, field, frozen

from rulewright import __version__
from rulewright.tools.compare.differences import first_difference
from rulewright.tools.compare.figures import Rows
from rulewright.tools.compare.playing import Block, Piece, Side, play, ready
from rulewright.tools.compare.rulesets import Ruleset
from rulewright.tools.compare.store import Store
from rulewright.tools.compare.sums import Joint, Sums
from rulewright.tools.parallel import in_order, undisturbed
from rulewright.tools.simulate import Broken

LOOK = 1000  # games after which a wanted precision is looked for, again and again
SAMPLE = 5  # games that are played again to see whether kept ones can be trusted


@frozen
class Contest:
    """What to do. At most `games` games of each ruleset are played; fewer if the first figure's differences are known
    within `precision` (half of the interval's width, as a share) before. The first `counted` games count everything."""

    games: int
    precision: float | None = None
    counted: int = 10_000
    bot: str = "random"
    limit: int = 10_000


@define(eq=False)
class Result:
    """What came of it. `joint`: by the number of a ruleset, its sums together with the first one's, if their games have
    the same seeds. `broken`: a ruleset whose rules broke, and where. `kept`: games that were in the store already."""

    rulesets: tuple[Ruleset, ...]
    contest: Contest
    sums: list[Sums]
    joint: dict[int, Joint]
    seconds: float = 0.0
    jobs: int = 1
    kept: int = 0
    played: int = 0
    stopped: bool = False
    reached: bool = False
    broken: tuple[int, Broken] | None = None
    half_width: float | None = None
    games: int = field(default=0)

    @property
    def wide(self) -> bool:
        """Was a precision wanted that was not reached?"""
        return self.contest.precision is not None and not self.reached


def held(
    rulesets: tuple[Ruleset, ...], contest: Contest, jobs: int, store: Store | None, progress: Callable[[int], None]
) -> Result:
    """Hold the contest. `progress` is told how many more games are done. Ctrl-C ends it with what there is by then.

    Raises click.UsageError if the store is damaged, or holds games of these rulesets that are not the ones played here.
    """
    sums = [Sums(r.side.sheet) for r in rulesets]
    joint = {n: Joint(sums[0], sums[n]) for n, r in enumerate(rulesets) if n and r.side.seed == rulesets[0].side.seed}
    result = Result(rulesets, contest, sums, joint, jobs=jobs)
    began = time.perf_counter()
    sides = tuple(r.side for r in rulesets)
    kept = _Kept(rulesets, contest, store)
    kept.trust(sides)
    size = sides[0].block
    blocks = range(ceil(contest.games / size))
    done = in_order(ready, (sides, contest.bot, contest.limit), play, kept.missing(blocks), jobs)
    try:
        for number in blocks:
            many = min(size, contest.games - number * size)
            if not _add(result, number, many, kept, done):
                break
            progress(many * len(rulesets))
            if contest.precision is not None and result.games % LOOK == 0:
                result.half_width = first_difference(result.sums, result.joint)
                if result.half_width <= contest.precision:
                    result.reached = True
                    break
    except KeyboardInterrupt:
        result.stopped = True
    finally:
        done.close()
    result.seconds = time.perf_counter() - began
    return result


def _add(result: Result, number: int, many: int, kept: _Kept, done: Iterator[Block]) -> bool:
    """Take in block `number` of every ruleset: all of them or none. Returns False if rules broke in it."""
    rows: list[Rows] = []
    old = 0
    for side in range(len(result.rulesets)):
        found = kept.read(side, number)
        if found is None:
            block = next(done)
            if block.broken is not None and len(block.rows) < many:
                result.broken = (side, block.broken)
                return False
            if block.broken is None:
                kept.write(side, number, block.rows)
            found = block.rows
        else:
            old += many
        rows.append(found[:many])
    values = [s.measured(r) for s, r in zip(result.sums, rows, strict=True)]
    with undisturbed():  # all or nothing
        for sums, mine, value in zip(result.sums, rows, values, strict=True):
            sums.add(mine, value)
        for other, joint in result.joint.items():
            joint.add(values[0], values[other])
        result.games += many
        result.kept += old
        result.played += many * len(rows) - old
    return True


@define(eq=False)
class _Kept:
    """The blocks that need not be played."""

    rulesets: tuple[Ruleset, ...]
    contest: Contest
    store: Store | None
    numbers: list[int] = field(init=False, factory=list)
    there: list[dict[int, bool]] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        for ruleset in self.rulesets:
            if self.store is None:
                self.there.append({})
                continue
            size = ruleset.side.block
            about = {"bot": self.contest.bot, "limit": self.contest.limit, "block": size, "rulewright": __version__}
            self.numbers.append(self.store.ruleset({**ruleset.identity, **about}))
            self.there.append(self.store.kept(self.numbers[-1]))

    def counted(self, number: int) -> bool:
        """Must this block be counted?"""
        return number * self.rulesets[0].side.block < self.contest.counted

    def has(self, side: int, number: int) -> bool:
        there = self.there[side].get(number)
        return there is not None and (there or not self.counted(number))

    def missing(self, blocks: range) -> Iterator[Piece]:
        """What has to be played, in order."""
        for number in blocks:
            for side in range(len(self.rulesets)):
                if not self.has(side, number):
                    yield Piece(side, number, self.counted(number))

    def read(self, side: int, number: int) -> Rows | None:
        if self.store is None or not self.has(side, number):
            return None
        rows = self.store.read(self.numbers[side], number, self.rulesets[side].side.block)
        sheet = self.rulesets[side].side.sheet
        width = sheet.width + (len(sheet.counts) if self.there[side][number] else 0)
        if rows.shape[1] != width:
            raise click.UsageError(f"{self.store.name} is damaged.")
        return rows if self.counted(number) else rows[:, : sheet.width]

    def write(self, side: int, number: int, rows: Rows) -> None:
        if self.store is not None:
            self.store.write(self.numbers[side], number, rows, counted=self.counted(number))

    def trust(self, sides: tuple[Side, ...]) -> None:
        """Play a few kept games again: they must come out as they are kept."""
        for side, there in enumerate(self.there):
            if not there or self.store is None:
                continue
            ready(sides, self.contest.bot, self.contest.limit)
            number = min(there)
            size = sides[side].block
            games = play(Piece(side, number, there[number]), min(SAMPLE, size)).rows
            rows = self.store.read(self.numbers[side], number, size)
            if rows.shape[1:] != games.shape[1:] or not np.array_equal(rows[: len(games)], games):
                raise click.UsageError(
                    f"The games of {self.rulesets[side].label} in {self.store.name} are not those played now: begin a"
                    " new store."
                )


def expected(contest: Contest, rulesets: int) -> int:
    """About how many games it will take, of all rulesets together: for the progress bar."""
    games = contest.games
    if contest.precision is not None:
        games = min(games, max(LOOK, ceil(2 * 0.25 * (1.96 / contest.precision) ** 2)))  # unpaired, of an even game
    return games * rulesets
