"""How tangled a layout of places and straight links is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Pair = tuple[int, int]

CLOSE = 0.3  # a link that passes a place as near as this seems to lead there


def total(numbers: Iterable[float]) -> float:
    """The sum, added one by one: from Python 3.12 on `sum` rounds otherwise, and pictures would differ."""
    found = 0.0
    for number in numbers:
        found += number
    return found


def tangles(points: Sequence[Point], links: Sequence[Pair]) -> int:
    """How often links cross, or pass close by a place."""
    found = 0
    for n, (a, b) in enumerate(links):
        found += sum(cross(points, a, b, c, d) for c, d in links[:n])
        found += sum(passes(points[p], points[a], points[b]) for p in range(len(points)) if p not in (a, b))
    return found


def tangled(points: Sequence[Point], links: Sequence[Pair]) -> list[Pair]:
    """Links that cross others, the worst first."""
    many = [sum(cross(points, *one, *other) for other in links if other is not one) for one in links]
    return [links[n] for n in sorted(range(len(links)), key=lambda n: -many[n]) if many[n]]


def cross(points: Sequence[Point], a: int, b: int, c: int, d: int) -> bool:
    """Do the straight lines from a to b and from c to d cross? Lines from one place do not."""
    if a in (c, d) or b in (c, d):
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[a], points[b], points[c], points[d]
    if (ax < cx and ax < dx and bx < cx and bx < dx) or (ax > cx and ax > dx and bx > cx and bx > dx):
        return False
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    if (ux * (cy - ay) - uy * (cx - ax) > 0) is (ux * (dy - ay) - uy * (dx - ax) > 0):
        return False
    return (vx * (ay - cy) - vy * (ax - cx) > 0) is not (vx * (by - cy) - vy * (bx - cx) > 0)


def passes(p: Point, a: Point, b: Point) -> bool:
    """Does the straight line from a to b pass close by p?"""
    ux, uy = b[0] - a[0], b[1] - a[1]
    length = ux * ux + uy * uy
    along = ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / (length or 1)
    if not 0 < along < 1:
        return False
    x, y = a[0] + along * ux - p[0], a[1] + along * uy - p[1]
    return x * x + y * y < CLOSE * CLOSE
