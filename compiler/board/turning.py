"""A layout turned and mirrored: so that most links lie straight on the sheet, and like the layouts it is linked to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from rulewright.compiler.board.board import Link
from rulewright.compiler.board.crossing import Pair, Point, total


def turned(
    points: Sequence[Point],
    pairs: Sequence[Pair],
    members: list[int],
    across: Sequence[Link],
    laid: Mapping[int, Point],
) -> list[Point]:
    """The points of `members`, which `pairs` of them join, as suits the places that are `laid` already and that links
    `across` join to them; where there are none, wide rather than high, the first place low, early ones left."""
    ends = [(x.a, x.b) for x in across] + [(x.b, x.a) for x in across]
    joined = [(members.index(a), laid[b]) for a, b in ends if a in members and b in laid]
    early = range((len(points) + 1) // 2)

    def strain(way: list[Point]) -> tuple[float, float, float]:
        shares, (_, (wide, high)) = share(way), bounds(way)
        if joined:
            return total((shares[n][0] - x) ** 2 + (shares[n][1] - y) ** 2 for n, (x, y) in joined), 0, 0
        return high > wide, 1 - shares[0][1], total(shares[n][0] for n in early)

    straight = _straightened(points, pairs)
    ways = [[(x * sx, y * sy) for x, y in straight] for sx in (1, -1) for sy in (1, -1)]
    ways += [[(y, x) for x, y in way] for way in ways]
    return min(ways, key=strain)


def _straightened(points: Sequence[Point], pairs: Sequence[Pair]) -> list[Point]:
    """The points turned so that one of the links lies straight, that with which the others lie straightest."""
    steps = [(points[b][0] - points[a][0], points[b][1] - points[a][1]) for a, b in pairs]
    ways = [(1.0, 0.0)]
    for x, y in steps:
        length = sqrt(x * x + y * y)
        ways += [(x / length, y / length)] if length else []

    def slant(way: Point) -> float:
        return total(min(abs(p[0]), abs(p[1])) for p in (_turn(step, way) for step in steps))

    best = min(ways, key=slant)
    return [_turn(point, best) for point in points]


def _turn(point: Point, way: Point) -> Point:
    """The point turned so that what went in the direction `way` goes to the right."""
    return point[0] * way[0] + point[1] * way[1], point[1] * way[0] - point[0] * way[1]


def share(points: list[Point]) -> list[Point]:
    """The points with the frame they fill as 0 to 1 each way."""
    lows, spans = bounds(points)
    return [((x - lows[0]) / spans[0], (y - lows[1]) / spans[1]) for x, y in points]


def bounds(points: list[Point]) -> tuple[Point, Point]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys)), (max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0)
