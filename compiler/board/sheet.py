"""A board to a sheet on which everything has its place, in points from the top left corner.

Every group of a map is a frame of its own, laid out by its own links (placing.py) and turned so that places that are
linked across frames stand alike in theirs. Boxes are pushed apart until none lies on another (spacing.py).
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulewright.compiler.board.board import Board, Grid, Link, Map
from rulewright.compiler.board.boxes import Box, boxes, text_width
from rulewright.compiler.board.crossing import Point
from rulewright.compiler.board.legend import ROW, Entry, entries
from rulewright.compiler.board.placing import connected, placed
from rulewright.compiler.board.spacing import BETWEEN, apart, side_by_side
from rulewright.compiler.board.turning import share, turned

FEW = 24  # places of a map whose groups are joined by lines; in larger ones words say where a link leads
MARGIN, HEADING = 14, 24  # of a frame
CELL = 34  # a cell of a grid


@frozen
class Frame:
    """A frame with its heading."""

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
    legend: tuple[Entry, ...]
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
    for drawn in board.maps:
        done, bottom = _map(drawn, top, titled)
        maps.append(done)
        top = bottom + 2 * BETWEEN
    for grid in board.grids:
        grids.append(DrawnGrid(grid, 0, top))
        top += (grid.rows + 1) * CELL + 3 * BETWEEN
    return Sheet(board, tuple(maps), tuple(grids), titled)


def _map(drawn: Map, top: int, titled: bool) -> tuple[DrawnMap, int]:
    """A map, and how far down it reaches."""
    across = [link for link in drawn.links if drawn.places[link.a].group != drawn.places[link.b].group]
    cut_off = across if len(drawn.places) > FEW else []
    made = boxes(drawn, cut_off)
    laid: dict[int, Point] = {}  # by place, in its own frame, from 0 to 1
    panels: list[Panel] = []
    for group in range(max(1, len(drawn.groups))):
        members = [n for n, place in enumerate(drawn.places) if place.group == group]
        panels.append(_panel(drawn, members, made, across, laid))
        laid |= dict(zip(members, share([panels[-1].points[n] for n in members]), strict=True))
    head = HEADING if drawn.groups else 0
    titles = drawn.groups or ("",)
    sizes = [
        (max(panel.width + 2 * MARGIN, round(text_width(title, 14)) + MARGIN), panel.height + 2 * MARGIN + head)
        for title, panel in zip(titles, panels, strict=True)
    ]
    corners = side_by_side(sizes)
    start = top + (HEADING if titled else 0)
    frames, puts = [], {}
    for group, panel in enumerate(panels):
        (left, down), size = corners[group], sizes[group]
        frames.append(Frame(titles[group], left, start + down, *size))
        for place, (x, y) in panel.points.items():
            puts[place] = Put(made[place], round(left + MARGIN + x), round(start + down + MARGIN + head + y))
    lines = tuple(link for link in drawn.links if link not in cut_off)
    right = max(frame.left + frame.width for frame in frames)
    bottom = max(frame.top + frame.height for frame in frames) + BETWEEN
    legend = tuple(entries(drawn, cut_off=bool(cut_off), top=bottom, right=right))
    bottom = max([bottom, *(entry.top + ROW for entry in legend)])
    in_order = tuple(puts[n] for n in range(len(puts)))
    return DrawnMap(drawn, (0, top), tuple(frames), in_order, lines, legend, right), bottom


@frozen
class Panel:
    """What is inside a frame: points by place, and how wide and high that is."""

    points: Mapping[int, Point]
    width: int
    height: int


def _panel(drawn: Map, members: list[int], made: list[Box], across: list[Link], laid: Mapping[int, Point]) -> Panel:
    """The places of a group. Those that no link of the group joins to the others stand apart from them."""
    if drawn.spots:
        spots = [(float(drawn.spots[n][0]), float(drawn.spots[n][1])) for n in members]
        points, width, height = apart(spots, [made[n] for n in members])
        return Panel(dict(zip(members, points, strict=True)), width, height)
    inner = [(x.a, x.b) for x in drawn.links if x.a in members and x.b in members]
    pieces = []
    for piece in connected(members, inner):
        number = {place: n for n, place in enumerate(piece)}
        pairs = sorted({(number[a], number[b]) for a, b in inner if a in number})
        turns = turned(placed(len(piece), pairs), pairs, piece, across, laid)
        pieces.append((piece, *apart(turns, [made[n] for n in piece])))
    corners = side_by_side([(width, height) for _, _, width, height in pieces])
    found: dict[int, Point] = {}
    for (left, top), (piece, points, _, _) in zip(corners, pieces, strict=True):
        found |= {place: (left + x, top + y) for place, (x, y) in zip(piece, points, strict=True)}
    right = max(left + width for (left, _), (_, _, width, _) in zip(corners, pieces, strict=True))
    bottom = max(top + height for (_, top), (_, _, _, height) in zip(corners, pieces, strict=True))
    return Panel({place: found[place] for place in members}, right, bottom)
