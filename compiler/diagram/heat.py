"""How often things happened in a run, as shades and words for a diagram.

Blue for what happened, the darker the more often in a game; vermilion, dashed, and the word "never" for what did not.
The two can be told apart by everybody who sees any colours, and in grey.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import frozen

from rulewright.compiler.outline.outline import Ending, Item, Items, Jump, inside

Times: TypeAlias = int | None  # how often in all games; None: not known
NEVER = "never"
STEPS = (0.01, 0.1, 1, 10)  # times in a game, where the next shade begins
LEGEND = (NEVER, "under 0.01", "under 0.1", "under 1", "1 to 10", "10 or more")
FILLS = ("#FCEBDF", "#F7FBFE", "#E6F1FA", "#CFE4F4", "#AFD3EC", "#86BCE2")
LINES = ("#C04F00", "#A9B7C2", "#8AA3B5", "#6489A5", "#3F6F94", "#1F567F")
WIDTHS = ("1.2", "0.8", "1", "1.4", "1.9", "2.6")
LARGEST = 10_000_000  # written out; beyond that in short


@frozen
class Heat:
    """Of a run: how many games, and how it was played ("random play, seed 1")."""

    games: int
    words: str = ""

    def step(self, times: int) -> int:
        """Which shade: 0 for never."""
        if times <= 0:
            return 0
        often = times / max(1, self.games) if times < 10**300 else float("inf")
        return 1 + sum(often >= bound for bound in STEPS)


def counted(times: int) -> str:
    """A count in figures: `never`, `1,234`, `12.3 million`."""
    if times <= 0:
        return NEVER
    if times < LARGEST:
        return f"{times:,}"
    for size, word in ((10**6, "million"), (10**9, "billion"), (10**12, "trillion")):
        if times < 1000 * size:
            return f"{times / size:.3g} {word}"
    return f"10^{len(str(times)) - 1}"


def played(run: Heat) -> str:
    """How many games, and how they were played."""
    games = f"{counted(run.games) if run.games else 'no'} game{'' if run.games == 1 else 's'}"
    return f"{games}, {run.words}" if run.words else games


def added(counts: Iterable[Times]) -> Times:
    """The sum, if all are known."""
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total


def past(item: Item) -> Times:
    """How often running went on after an item."""
    return None if item.passed is None else item.passed.past


def times(item: Item) -> Times:
    return None if item.passed is None else item.passed.times


def reached(run: Items) -> Times:
    """How often running came to any of these plain doings."""
    passed = [i.passed for i in run if i.passed is not None]
    return max((p.times if p.reached is None else p.reached for p in passed), default=None)


def endings_in(body: Items, ending: Ending, *, shared: bool = False) -> Times:
    """How often the game ended so in these items. Not known where it may have been in another call of what they call,
    if they are not in a `shared` procedure themselves."""
    return _inside([i for i in inside([body]) if i == ending], shared)


def leaves_in(body: Items, jump: Jump, *, shared: bool = False) -> Times:
    """How often a block was left from these items; known as for endings."""
    return _inside([i for i in inside([body]) if i == jump], shared)


def _inside(items: list[Item], shared: bool) -> Times:
    own = {i.passed.key: i.passed for i in items if i.passed is not None}
    total = sum(p.times for p in own.values())
    elsewhere = any(p.shared for p in own.values()) and not shared
    return None if not own or (elsewhere and total) else total


def ending_counts(bodies: Iterable[Items]) -> dict[tuple[str, str], int]:
    """How often the game ended, by verdict and reason."""
    by_counter = {
        i.passed.key: (i.verdict, i.reason, i.passed.times)
        for i in inside(bodies)
        if isinstance(i, Ending) and i.passed is not None
    }
    counts: dict[tuple[str, str], int] = {}
    for verdict, reason, often in by_counter.values():
        counts[verdict, reason] = counts.get((verdict, reason), 0) + often
    return counts
