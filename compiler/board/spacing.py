"""Room on the sheet: boxes pushed apart until none lies on another, and frames side by side in rows."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.board.boxes import Box
from rulewright.compiler.board.crossing import Point

GAP = 16  # least room between two boxes
STEP = 44  # room for a line between two boxes
BETWEEN = 22  # two frames
PUSHES = 400
SHAPE = (3, 2)  # how wide for how high a sheet is to be


def apart(points: Sequence[Point], made: Sequence[Box]) -> tuple[list[Point], int, int]:
    """The points in sheet units, so that no box lies on another; how wide and high that gets."""
    across = sum(b.width for b in made) / len(made) + STEP
    down = sum(b.height for b in made) / len(made) + STEP
    xs, ys = [x * across for x, _ in points], [y * down for _, y in points]
    for _ in range(PUSHES):
        moved = False
        for a in range(len(made)):
            for b in range(a):
                dx, dy = xs[a] - xs[b], ys[a] - ys[b]
                over_x = (made[a].width + made[b].width) / 2 + GAP - abs(dx)
                over_y = (made[a].height + made[b].height) / 2 + GAP - abs(dy)
                if over_x <= 0.01 or over_y <= 0.01:
                    continue
                moved = True
                if over_x < over_y:
                    push = over_x / 2 if dx >= 0 else -over_x / 2
                    xs[a], xs[b] = xs[a] + push, xs[b] - push
                else:
                    push = over_y / 2 if dy >= 0 else -over_y / 2
                    ys[a], ys[b] = ys[a] + push, ys[b] - push
        if not moved:
            break
    left = min(x - b.width / 2 for x, b in zip(xs, made, strict=True))
    top = min(y - b.height / 2 for y, b in zip(ys, made, strict=True))
    right = max(x + b.width / 2 for x, b in zip(xs, made, strict=True))
    bottom = max(y + b.height / 2 for y, b in zip(ys, made, strict=True))
    return [(x - left, y - top) for x, y in zip(xs, ys, strict=True)], round(right - left), round(bottom - top)


def in_rows(sizes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The left top corners of frames of these sizes, in rows of a width that makes the whole neither wide nor high."""
    wide, high = SHAPE
    best: tuple[int, list[tuple[int, int]]] | None = None
    limit = 0
    for width, _ in sizes:
        limit += width + BETWEEN
        corners = _rows(sizes, limit)
        right = max(x + w for (x, _), (w, _) in zip(corners, sizes, strict=True))
        bottom = max(y + h for (_, y), (_, h) in zip(corners, sizes, strict=True))
        side = max(right * high, bottom * wide)  # of the smallest sheet of this shape that holds it
        if best is None or side < best[0]:
            best = side, corners
    assert best is not None
    return best[1]


def _rows(sizes: Sequence[tuple[int, int]], limit: int) -> list[tuple[int, int]]:
    corners: list[tuple[int, int]] = []
    left = top = tallest = 0
    for width, height in sizes:
        if left and left + width > limit:
            left, top, tallest = 0, top + tallest + BETWEEN, 0
        corners.append((left, top))
        left, tallest = left + width + BETWEEN, max(tallest, height)
    return corners
