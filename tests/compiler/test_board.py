"""Boards as pictures: what groups, marks and labels places, what is written down, and that nothing gets in the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, product
from random import Random
from xml.etree import ElementTree

import attrs
import pytest

from rulewright.compiler.board.board import Board, Map, NoBoard, NoColumn, board_of
from rulewright.compiler.board.boxes import called
from rulewright.compiler.board.crossing import tangles
from rulewright.compiler.board.dot import to_dot
from rulewright.compiler.board.looks import KINDS, letters, look
from rulewright.compiler.board.placing import connected, placed
from rulewright.compiler.board.sheet import FEW, sheet_of
from rulewright.compiler.board.spacing import side_by_side
from rulewright.tools.drawing import NoGraphviz, render
from rulewright.tools.drawing import program as drawing_program
from tests.compiler.board_games import MANOR, program
from tests.compiler.test_diagram_hostile import TITLES, retitled

END = "phase Night: everyone draws\n"


def manor(by: str | None = None) -> Map:
    return board_of(program(MANOR), by).maps[0]


def mapped(rows: str, links: str, columns: str, more: str = "") -> Map:
    """The map of a game with these places and links."""
    tables = f"table Spot\n  spot {columns}\n{rows}\nlinks Way between Spot\n  a b\n{links}\n"
    return board_of(program(f'game small "Small" for 1 players\n{more}{tables}{END}', 1)).maps[0]


def ring(values: str) -> Map:
    """Places in a ring, each with a letter."""
    rows = "\n".join(f"  {n} {letter}" for n, letter in enumerate(values))
    links = "\n".join(f"  {n} {(n + 1) % len(values)}" for n in range(len(values)))
    return mapped(rows, links, "deck", "enum Deck: A, B, C, D\n")


# ------------------------------------------------------------------ what is on it


def test_what_the_manor_shows() -> None:
    found = manor()
    assert (found.title, found.groups, found.kinds) == ("Rooms", ("Floor 0", "Floor 1"), ("Open", "A door", "Locked"))
    assert [place.group for place in found.places] == [0, 0, 0, 1, 1]
    assert (found.shades, [place.shade for place in found.places]) == (("", "dark"), [0, 0, 1, 0, 1])
    assert (found.marks, found.label, [link.label for link in found.links]) == ((), "steps", ["1", "3", "2", "1", "1"])
    assert found.places[2].facts == ("floor: 0", "dark: yes")


def test_what_most_links_keep_makes_groups() -> None:
    assert ring("AAAABBBB").groups == ("A", "B")
    assert ring("ABABABAB").groups == (), "no link keeps it"
    assert ring("AABBAABB").groups == (), "only half of them do"
    assert ring("AAAAAAAA").groups == (), "there is nothing to tell apart"


def test_of_two_columns_the_one_that_exceeds_chance_more_makes_groups() -> None:
    rows = "\n".join(f"  {n} {'B' if n == 7 else 'A'} {n // 4}" for n in range(8))
    links = "\n".join(f"  {n} {n + 1}" for n in range(7))
    found = mapped(rows, links, "sort half", "enum Deck: A, B\n")
    assert found.groups == ("Half 0", "Half 1")
    assert found.shades == (), "one in eight is no better than chance"


def test_the_author_says_what_groups() -> None:
    assert manor("").groups == ()
    assert manor("floor").groups == ("Floor 0", "Floor 1")
    with pytest.raises(NoColumn) as caught:
        manor("flor")
    assert (caught.value.near, caught.value.known) == ("floor", ("floor",))


def test_two_tables_of_links_are_told_apart() -> None:
    text = MANOR.replace("tokens Thing", "links Pipe between Room\n  a b\n  Hall Cellar\ntokens Thing")
    found = board_of(program(text)).maps
    assert [m.kinds for m in found] == [("Ways: Open", "Ways: A door", "Ways: Locked", "Pipe")]
    assert [(link.of, link.kind) for link in found[0].links][-2:] == [("Way", 1), ("Pipe", 3)]


def test_names_stand_in_a_box_only_where_they_tell_something() -> None:
    rows = '  A1 "The Study"\n  Hall "The Hall"\n  33 "33 Steps"\n  Cellar "Cellar"'
    found = mapped(rows, "  A1 Hall\n  Hall 33\n  33 Cellar", "name")
    assert [called(found, n) for n in range(4)] == [
        ("A1", "The Study"),
        ("", "The Hall"),
        ("33", "33 Steps"),
        ("", "Cellar"),
    ]


def test_a_game_of_cards_has_no_board() -> None:
    with pytest.raises(NoBoard):
        board_of(program(f'game cards "Cards" for 2 players\n{END}'))


def test_marks_have_letters_of_their_own() -> None:
    assert letters(("item", "indoors", "tower", "tt", "ii")) == ("I", "N", "T", "4", "5")


def test_kinds_can_be_told_apart_without_colours() -> None:
    assert len({(k.style, k.width, k.double) for k in KINDS}) == len(KINDS)
    assert look(len(KINDS)) == KINDS[0] and look(-1) not in KINDS


# ------------------------------------------------------------------ where it stands


def test_a_lattice_is_laid_flat() -> None:
    spots = list(product(range(4), range(3)))
    links = [
        (a, b)
        for a, b in combinations(range(12), 2)
        if sum(abs(x - y) for x, y in zip(spots[a], spots[b], strict=True)) == 1
    ]
    assert tangles(placed(12, links), links) == 0


def test_places_in_a_row_stand_in_a_row() -> None:
    found = mapped("  A\n  B\n  C\n  D", "  B C\n  A B\n  C D", "")
    puts = sheet_of(Board("Small", (found,), ())).maps[0].boxes
    assert len({put.y for put in puts}) == 1 and [put.x for put in puts] == sorted(put.x for put in puts)


def test_parts_that_no_link_joins_stand_beside_each_other() -> None:
    found = mapped("\n".join(f"  {n}" for n in range(6)), "  0 2\n  2 4\n  1 3\n  3 5", "")
    drawn = sheet_of(Board("Small", (found,), ())).maps[0]
    assert connected(range(6), [(0, 2), (2, 4), (1, 3), (3, 5)]) == [[0, 2, 4], [1, 3, 5]]
    spans = [{drawn.boxes[n].y for n in part} for part in ((0, 2, 4), (1, 3, 5))]
    assert len(drawn.frames) == 1 and all(len(span) == 1 for span in spans) and spans[0] != spans[1]
    assert drawn.frames[0].height < 200


@pytest.mark.parametrize("seed", range(3))
def test_no_box_lies_on_another_and_all_in_their_frames(seed: int) -> None:
    random = Random(seed)
    many = FEW + 6
    rows = "\n".join(f'  {n} "{"A room with a long name " * random.randint(0, 2)}" {n % 3}' for n in range(many))
    links = {(random.randrange(n), n) for n in range(1, many)} | {(n, n + 3) for n in range(many - 3)}
    found = mapped(rows, "\n".join(f"  {a} {b}" for a, b in sorted(links)), "name floor")
    drawn = sheet_of(Board("Small", (found,), ())).maps[0]
    assert len(drawn.frames) == 3
    for one, other in combinations(drawn.boxes, 2):
        apart = (abs(one.x - other.x), abs(one.y - other.y))
        assert apart[0] * 2 >= one.box.width + other.box.width or apart[1] * 2 >= one.box.height + other.box.height
    for put in drawn.boxes:
        frame = drawn.frames[found.places[put.box.place].group]
        assert frame.left < put.x - put.box.width / 2 and put.x + put.box.width / 2 < frame.left + frame.width
        assert frame.top < put.y - put.box.height / 2 and put.y + put.box.height / 2 < frame.top + frame.height
    across = [link for link in found.links if found.places[link.a].group != found.places[link.b].group]
    assert len(drawn.lines) == len(found.links) - len(across)
    assert sum(len(put.box.leads) for put in drawn.boxes) == 2 * len(across)


def test_frames_do_not_lie_on_each_other() -> None:
    random = Random(5)
    for _ in range(30):
        sizes = [(random.randint(20, 300), random.randint(20, 300)) for _ in range(random.randint(1, 9))]
        corners = side_by_side(sizes)
        for (a, (x, y)), (b, (v, w)) in combinations(enumerate(corners), 2):
            assert x + sizes[a][0] < v or v + sizes[b][0] < x or y + sizes[a][1] < w or w + sizes[b][1] < y


# ------------------------------------------------------------------ written down


def test_the_manor(golden: Callable[[str, str], None]) -> None:
    golden("boards/manor.gv", to_dot(board_of(program(MANOR))))


def svg(dot: str) -> ElementTree.Element:
    try:
        drawing_program()
    except NoGraphviz:
        pytest.skip("nothing here draws DOT")
    return ElementTree.fromstring(render(dot, "svg").decode("utf-8"))


def words(root: ElementTree.Element) -> list[str]:
    return [t.text or "" for t in root.iter() if t.tag.endswith("}text")]


def test_the_legend_says_what_lines_and_letters_mean() -> None:
    text = re.sub(
        r"^(  [A-Z]\w+ +\".*)(no|yes)$", r"\1\2 yes", MANOR.replace("floor  dark", "floor  dark  haunted"), flags=re.M
    )
    shown = words(svg(to_dot(board_of(program(text)))))
    for word in ("Open", "A door", "Locked", "figures: steps", "haunted", "dark"):
        assert shown.count(word) == 1, word
    assert shown.count("H") == 6, "five rooms, and the legend"


@pytest.mark.parametrize("title", TITLES, ids=range(len(TITLES)))
def test_hostile_titles_are_drawn_as_text(title: str) -> None:
    board = retitled(board_of(program(MANOR.replace('"The Hall"', '"@"').replace('"A door"', '"@"'))), title)
    maps = []
    for drawn in board.maps:
        places = tuple(attrs.evolve(p, marks=(0,)) for p in drawn.places)
        links = tuple(attrs.evolve(k, label=title) for k in drawn.links)
        said = {"title": title, "groups": (title, title), "marks": (title,), "label": title}
        maps.append(attrs.evolve(drawn, places=places, links=links, **said))
    root = svg(to_dot(attrs.evolve(board, title=title, maps=tuple(maps))))
    tags = {element.tag.rsplit("}", 1)[-1] for element in root.iter()}
    assert tags <= {"svg", "g", "title", "a", "text", "path", "polygon", "polyline", "ellipse"}
    attributes = {a.lower() for element in root.iter() for a in element.attrib}
    assert not [a for a in attributes if a.startswith("on") or a.endswith("href")]
    start = re.sub(r"\s", "", title)[:10]
    assert start.lower() in re.sub(r"\s", "", "".join(words(root))).lower(), "the title is shown as it was written"


@pytest.mark.parametrize(("hexagons", "begins"), [("", 4), (" hex", 9)])
def test_grids_are_drawn_as_grids(hexagons: str, begins: int) -> None:
    text = f'game field "Field" for 1 players\ngrid Cell 3 by 4{hexagons}\nfield at: Cell = r1c1\n{END}'
    root = svg(to_dot(board_of(program(text, 1))))
    assert [w for w in words(root) if re.fullmatch(r"[rc]\d", w)] == ["c1", "c2", "c3", "c4", "r1", "r2", "r3"]
    boxes = [e.get("points", "") for e in root.iter() if e.tag.endswith("}polygon") and e.get("stroke") == "#8c8c8c"]
    lefts = sorted({float(points.split(",")[0]) for points in boxes})
    assert len(boxes) == 12
    assert len(lefts) == begins, "rows of hexagons begin half a cell further to the right"


def test_maps_and_grids_below_each_other() -> None:
    text = MANOR.replace("field at", "grid Cell 2 by 2\nfield mark: Cell = r1c1\nfield at", 1)
    board = board_of(program(text))
    drawn = sheet_of(board)
    assert drawn.titled and drawn.grids[0].top > max(entry.top for entry in drawn.maps[0].legend) + 20
    shown = words(svg(to_dot(board)))
    assert shown.index("Rooms") < shown.index("c1") and "Cell" in shown
