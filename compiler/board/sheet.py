"""A board to a sheet on which everything has its place, in points from the top left corner.

Every group of a map is a frame of its own, laid out by its own links (placing.py) and turned so that places that are
linked across frames stand alike in theirs. Boxes are pushed apart until none lies on another; frames stand in rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from attrs import frozen

from rulewright.compiler.board.board import Board, Grid, Link, Map
from rulewright.compiler.board.boxes import Box, boxes, text_width
from rulewright.compiler.board.placing import Point, placed

FEW = 24  # places of a map whose groups are joined by lines; in larger ones words say where a link leads
GAP = 16  # least room between two boxes
STEP = 44  # room for a line between two boxes
MARGIN, HEADING = 14, 24  # of a frame
BETWEEN = 22  # two frames
CELL = 34  # a cell of a grid
PUSHES = 400


@frozen
class Frame:
    """A frame with its heading; `key` is the map and group it belongs to."""

    key: tuple[int, int]
    title: str
    left: int
    top: int
    width: int
    height: int


@frozen
class Put:
    """A box with its middle."""

    box: Box
    x: int
    y: int


@frozen
class DrawnMap:
    """A map on the sheet: its frames (of one group, one), its boxes by place, the links that are lines."""

    map: Map
    title: tuple[int, int]  # left, top
    frames: tuple[Frame, ...]
    boxes: tuple[Put, ...]
    lines: tuple[Link, ...]
    legend: tuple[int, int]
    width: int


@frozen
class DrawnGrid:
    """A grid with its left top corner."""

    grid: Grid
    left: int
    top: int


@frozen
class Sheet:
    """Everything drawn; `titled`: there are several, so each needs its own heading."""

    board: Board
    maps: tuple[DrawnMap, ...]
    grids: tuple[DrawnGrid, ...]
    titled: bool


def sheet_of(board: Board) -> Sheet:
    """Maps and grids below each other."""
    titled = len(board.maps) + len(board.grids) > 1
    top, maps, grids = 0, [], []
    for number, drawn in enumerate(board.maps):
        done, bottom = _map(drawn, number, top, titled)
        maps.append(done)
        top = bottom + 2 * BETWEEN
    for grid in board.grids:
        grids.append(DrawnGrid(grid, 0, top))
        top += (grid.rows + 1) * CELL + 3 * BETWEEN
    return Sheet(board, tuple(maps), tuple(grids), titled)


def _map(drawn: Map, number: int, top: int, titled: bool) -> tuple[DrawnMap, int]:
    """A map, and how far down it reaches."""
    across = [link for link in drawn.links if drawn.places[link.a].group != drawn.places[link.b].group]
    cut_off = across if len(drawn.places) > FEW else []
    made = boxes(drawn, cut_off)
    laid: dict[int, Point] = {}  # by place, in its own frame, from 0 to 1
    panels: list[tuple[list[int], list[Point], int, int]] = []
    for group in range(max(1, len(drawn.groups))):
        members = [n for n, place in enumerate(drawn.places) if place.group == group]
        spots = [(float(drawn.spots[n][0]), float(drawn.spots[n][1])) for n in members] if drawn.spots else []
        points = spots or _turned(_points(drawn, members), members, across, laid)
        laid |= dict(zip(members, _share(points), strict=True))
        panels.append((members, *_apart(points, [made[n] for n in members])))
    start = top + (HEADING if titled else 0)
    frames, puts, down = [], {}, start
    widest = max(max(width for _, _, width, _ in panels), sqrt(sum(w * h for _, _, w, h in panels) * 1.7))
    left = tallest = right = 0
    for group, (members, points, width, height) in enumerate(panels):
        title = drawn.groups[group] if drawn.groups else ""
        width, head = max(width + 2 * MARGIN, round(text_width(title, 14))), HEADING if title else 0
        height += 2 * MARGIN + head
        if left and left + width > widest:
            left, down, tallest = 0, down + tallest + BETWEEN, 0
        frames.append(Frame((number, group), title, left, down, width, height))
        for place, (x, y) in zip(members, points, strict=True):
            puts[place] = Put(made[place], round(left + MARGIN + x), round(down + MARGIN + head + y))
        left, tallest = left + width + BETWEEN, max(tallest, height)
        right = max(right, left - BETWEEN)
    lines = tuple(link for link in drawn.links if link not in cut_off)
    bottom = down + tallest + BETWEEN
    in_order = tuple(puts[n] for n in range(len(puts)))
    return DrawnMap(drawn, (0, top), tuple(frames), in_order, lines, (0, bottom), right), bottom


def _points(drawn: Map, members: list[int]) -> list[Point]:
    number = {place: n for n, place in enumerate(members)}
    pairs = {(number[x.a], number[x.b]) for x in drawn.links if x.a in number and x.b in number}
    return list(placed(len(members), sorted(pairs)))


# ------------------------------------------------------------------------------------------------ turning


def _turned(points: list[Point], members: list[int], across: Sequence[Link], laid: dict[int, Point]) -> list[Point]:
    """The points turned and mirrored as suits what is laid already; where nothing is, with the first place low."""
    pairs = [(x.a, x.b) for x in across] + [(x.b, x.a) for x in across]
    joined = [(members.index(a), laid[b]) for a, b in pairs if a in members and b in laid]

    def strain(turned: list[Point]) -> float:
        share = _share(turned)
        if not joined:
            return 1 - share[0][1]
        return sum((share[n][0] - x) ** 2 + (share[n][1] - y) ** 2 for n, (x, y) in joined)

    ways = [[(x * sx, y * sy) for x, y in points] for sx in (1, -1) for sy in (1, -1)]
    ways += [[(y, x) for x, y in way] for way in ways]
    return min(ways, key=strain)


def _share(points: list[Point]) -> list[Point]:
    """The points with the frame they fill as 0 to 1 each way."""
    lows, spans = _bounds(points)
    return [((x - lows[0]) / spans[0], (y - lows[1]) / spans[1]) for x, y in points]


def _bounds(points: list[Point]) -> tuple[Point, Point]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys)), (max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0)


# ------------------------------------------------------------------------------------------------ pushing apart


def _apart(points: list[Point], made: list[Box]) -> tuple[list[Point], int, int]:
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
