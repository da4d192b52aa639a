"""A layout of places with single places moved to where their links cross fewer others."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rulewright.compiler.board.crossing import Pair, Point, cross, passes, total

MOVES = tuple((x * far, y * far) for far in (0.4, 0.8, 1.4, 2.2) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
ROUNDS = 4
WORK = 6_000_000  # pairs of links looked at
ROOM = 0.75  # places nearer to each other than this get in each other's way


def settled(points: Sequence[Point], links: Sequence[Pair]) -> tuple[Point, ...]:
    """The points, with each place that has something in its way where there is least; where that is the same, where its
    links are of the right length."""
    found = list(points)
    around = [[link for link in links if place in link] for place in range(len(found))]
    work = 2 * len(MOVES) * len(links) * (len(links) + len(found))
    for _ in range(min(ROUNDS, WORK // max(1, work))):
        before = list(found)
        for place, own in enumerate(around):
            here = found[place]
            if not _trouble(found, links, place, own, here)[0]:
                continue
            middle = [_middle(found, place, own)] if own else []
            spots = [here, *middle, *((here[0] + x, here[1] + y) for x, y in MOVES)]
            found[place] = min(spots, key=lambda spot: _trouble(found, links, place, own, spot))
        if found == before:
            break
    return tuple(found)


def _middle(points: Sequence[Point], place: int, own: Sequence[Pair]) -> Point:
    """The middle of the neighbours."""
    near = [points[a if b == place else b] for a, b in own]
    return total(x for x, _ in near) / len(near), total(y for _, y in near) / len(near)


def _trouble(
    points: list[Point], links: Sequence[Pair], place: int, own: Sequence[Pair], spot: Point
) -> tuple[int, float]:
    """What gets in the way of a place at a spot, and how far from 1 its links are long there."""
    points[place] = spot
    found, length = 0, 0.0
    for other, point in enumerate(points):
        if other != place:
            dx, dy = point[0] - spot[0], point[1] - spot[1]
            found += 3 * (dx * dx + dy * dy < ROOM * ROOM)
    for a, b in links:
        if place not in (a, b):
            found += sum(cross(points, a, b, c, d) for c, d in own) + passes(spot, points[a], points[b])
    for a, b in own:
        (ax, ay), (bx, by) = points[a], points[b]
        stretch = sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by)) - 1
        length += stretch * stretch
        found += sum(passes(p, points[a], points[b]) for n, p in enumerate(points) if n not in (a, b))
    return found, length
