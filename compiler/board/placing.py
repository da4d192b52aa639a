"""Places and their links to points of a plane, as flat as can be: links of much the same length, few of them crossing.

Stress majorization: every two places are to lie as far apart as the steps between them. A link that makes the rest
fold over (a secret passage from one end of a castle to the other) is left out of the steps where that untangles more
than it costs. Only sums, products and square roots are used, so that every machine comes to the same points.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from attrs import frozen

from rulewright.compiler.board.crossing import Pair, Point, tangled, tangles
from rulewright.compiler.board.settling import settled

SWEEPS = 25  # for many places; for few there are more
STARTS = 8  # layouts that are begun from other points
WORK = 2_000_000  # pairs of places looked at, over all layouts of one map


@frozen
class Tried:
    """A layout: how tangled it is, how far from what the steps ask for, its points, and the links it took no notice
    of."""

    tangles: int
    stress: float
    points: tuple[Point, ...]
    ignored: frozenset[Pair]
    start: int


def placed(count: int, links: Sequence[Pair]) -> tuple[Point, ...]:
    """A point for each of `count` places; those that are linked lie about 1 apart. The same links give the same."""
    if count < 3:
        return tuple((float(n), 0.0) for n in range(count))
    rounds = max(1, WORK // (count * count * _sweeps(count)))
    starts = min(STARTS, rounds)
    best = min((_tried(count, links, frozenset(), start) for start in range(starts)), key=_worth)
    rounds -= starts
    while best.tangles and rounds > 0:
        found = [
            _tried(count, links, best.ignored | {link}, best.start)
            for link in tangled(best.points, links)[:rounds]
            if link not in best.ignored
        ]
        rounds -= len(found)
        better = min(found, key=_worth, default=best)
        if better.tangles >= best.tangles:
            break
        best = better
    return settled(best.points, links)


def connected(places: Sequence[int], links: Sequence[Pair]) -> list[list[int]]:
    """The places in parts that links join, each part in the order of the places."""
    part = {place: place for place in places}
    for a, b in links:
        if part[a] != part[b]:
            old, new = sorted((part[a], part[b]), key=places.index, reverse=True)
            part = {place: new if of == old else of for place, of in part.items()}
    return [[place for place in places if part[place] == first] for first in dict.fromkeys(part.values())]


def _sweeps(count: int) -> int:
    return max(SWEEPS, 800 // count)


def _worth(tried: Tried) -> tuple[int, float]:
    return tried.tangles, tried.stress


def _stress(steps: list[list[int]], points: Sequence[Point]) -> float:
    """How far the distances are from the steps, weighed as by `_spread`."""
    found = 0.0
    for place, (x, y) in enumerate(points):
        for other, (v, w) in enumerate(points[:place]):
            off = sqrt((x - v) * (x - v) + (y - w) * (y - w)) / steps[place][other] - 1
            found += off * off
    return found


def _tried(count: int, links: Sequence[Pair], ignored: frozenset[Pair], start: int) -> Tried:
    steps = _steps(count, [link for link in links if link not in ignored])
    points = _spread(steps, _begun(steps, start))
    return Tried(tangles(points, links), _stress(steps, points), points, ignored, start)


def _steps(count: int, links: Sequence[Pair]) -> list[list[int]]:
    """How many links lie between any two places; between parts that are only joined by ignored ones a little more than
    the longest."""
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in links:
        near[a].append(b)
        near[b].append(a)
    found = []
    for place in range(count):
        steps = [-1] * count
        steps[place], queue = 0, [place]
        for here in queue:
            for other in near[here]:
                if steps[other] < 0:
                    steps[other] = steps[here] + 1
                    queue.append(other)
        found.append(steps)
    apart = max(max(steps) for steps in found) + 1
    return [[step if step >= 0 else apart for step in steps] for steps in found]


def _begun(steps: list[list[int]], start: int) -> list[Point]:
    """Where the places lie at first: by their steps from four far ones, which begin at another one for each start. The
    first start is almost flat, as suits places in a row."""
    count = len(steps)
    west = _farthest([steps[start * 5 % count]])
    east = _farthest([steps[west]])
    south = _farthest([steps[west], steps[east]])
    north = _farthest([steps[west], steps[east], steps[south]])
    noise, points = start, []
    for n in range(count):
        noise = (noise * 1103515245 + 12345) % 2**31  # no two places may lie on one point
        x, y = noise % 1000 / 2000, noise // 1000 % 1000 / 2000
        up = steps[south][n] - steps[north][n] + y if start else y / 1000
        points.append((steps[west][n] - steps[east][n] + x, up))
    return points


def _farthest(steps: list[list[int]]) -> int:
    """The place whose nearest of these is farthest away."""
    least = [min(column) for column in zip(*steps, strict=True)]
    return least.index(max(least))


def _spread(steps: list[list[int]], points: list[Point]) -> tuple[Point, ...]:
    """Each place in turn moved to where the others want it, again and again."""
    count = len(steps)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    others = [[(n, steps[p][n], 1 / (steps[p][n] * steps[p][n])) for n in range(count) if n != p] for p in range(count)]
    for _ in range(_sweeps(count)):
        for place in range(count):
            x, y, all_x, all_y, weights = xs[place], ys[place], 0.0, 0.0, 0.0
            for other, wanted, weight in others[place]:
                dx, dy = x - xs[other], y - ys[other]
                pull = wanted / (sqrt(dx * dx + dy * dy) or 0.001)
                all_x += weight * (xs[other] + dx * pull)
                all_y += weight * (ys[other] + dy * pull)
                weights += weight
            xs[place], ys[place] = all_x / weights, all_y / weights
    return tuple(zip(xs, ys, strict=True))
