"""Room on the sheet: boxes pushed apart until none lies on another, and frames side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.board.boxes import Box
from rulewright.compiler.board.crossing import Point

Size = tuple[int, int]
Corner = tuple[int, int]

GAP = 16  # least room between two boxes
STEP = 36  # room for a line between two boxes
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


def side_by_side(sizes: Sequence[Size]) -> list[Corner]:
    """The left top corners of frames of these sizes, on a sheet as wide as makes it neither wide nor high."""
    wide, high = SHAPE
    best: tuple[int, list[Corner]] | None = None
    limit = 0
    for width, _ in sizes:
        limit += width + BETWEEN
        corners = _filled(sizes, max(limit, *(w for w, _ in sizes), 0))
        right = max(x + w for (x, _), (w, _) in zip(corners, sizes, strict=True))
        bottom = max(y + h for (_, y), (_, h) in zip(corners, sizes, strict=True))
        side = max(right * high, bottom * wide)  # of the smallest sheet of this shape that holds it
        if best is None or side < best[0]:
            best = side, corners
    assert best is not None
    return best[1]


def _filled(sizes: Sequence[Size], limit: int) -> list[Corner]:
    """Each frame as far up as there is room, and there as far to the left; none beyond the limit."""
    taken: list[tuple[int, int, int]] = []  # left, right, bottom
    corners = []
    for width, height in sizes:
        lefts = [0, *(left for left, _, _ in taken), *(right for _, right, _ in taken)]
        spots = [(_top(taken, left, left + width), left) for left in lefts if left == 0 or left + width <= limit]
        top, left = min(spots)
        corners.append((left, top))
        taken.append((left, left + width + BETWEEN, top + height + BETWEEN))
    return corners


def _top(taken: Sequence[tuple[int, int, int]], left: int, right: int) -> int:
    """The least distance from the top at which nothing lies between these two lines."""
    return max((bottom for start, end, bottom in taken if start < right and left < end), default=0)
