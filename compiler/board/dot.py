"""A board as DOT text. Everything has its place already (sheet.py); Graphviz's engine `nop` leaves it there and leads
the lines round the boxes.

Every word that an author wrote goes through compiler/diagram/dot_text.py, so that no title can be taken for markup.
"""

from __future__ import annotations

import graphviz

from rulewright.compiler.board.board import Board, Link, Map
from rulewright.compiler.board.boxes import called, text_width
from rulewright.compiler.board.grid_table import halves, table
from rulewright.compiler.board.legend import Entry
from rulewright.compiler.board.looks import NO_KIND, SHADES, chip, letters, look
from rulewright.compiler.board.sheet import CELL, DrawnGrid, DrawnMap, Frame, Put, sheet_of
from rulewright.compiler.diagram.dot_text import FONT, INK, LINE, SOFT, as_text, block, plain, sized
from rulewright.compiler.words.text import cut

FRAME = {"style": "rounded,filled", "color": "#B5B5B5", "fillcolor": "#FAFAF8", "label": ""}


def to_dot(board: Board) -> str:
    """DOT text; the same board always gives the same text."""
    sheet = sheet_of(board)
    titles = [m.title for m in board.maps] + [g.title for g in board.grids]
    graph = graphviz.Graph(
        "board",
        graph_attr={
            "layout": "nop",
            "splines": "true",
            "pad": "0.2",
            "bgcolor": "#FFFFFF",
            "fontname": FONT,
            "fontsize": "15",
            "fontcolor": INK,
            "label": f"<<B>{block(board.title, 80)}</B>>" if sheet.titled else _heading(board.title, titles[0]),
            "labelloc": "t",
            "tooltip": plain(board.title),
        },
        node_attr={"shape": "plain", "fontname": FONT, "fontsize": "9", "fontcolor": INK, "color": LINE},
        edge_attr={"fontname": FONT, "fontsize": "8", "fontcolor": INK},
    )
    for drawn in sheet.maps:
        _map(graph, drawn, titled=sheet.titled)
    for grid in sheet.grids:
        _grid(graph, grid, titled=sheet.titled)
    return str(graph.source)


def _heading(game: str, only: str) -> str:
    return f"<<B>{block(game, 80)}</B>  {sized(block(only, 80), '12', SOFT)}>"


def _at(x: float, y: float) -> str:
    """A place on the sheet, which counts from the top, as Graphviz counts."""
    return f"{x:g},{-y:g}"


def _words(graph: graphviz.Graph, name: str, markup: str, left: int, top: int, width: int) -> None:
    """A line of text that begins at a place."""
    cell = f'<TD ALIGN="LEFT" WIDTH="{width}">{markup}</TD>'
    line = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>{cell}</TR></TABLE>'
    graph.node(name, f"<{line}>", pos=_at(left + width / 2, top + 8))


# ------------------------------------------------------------------------------------------------ maps


def _map(graph: graphviz.Graph, drawn: DrawnMap, *, titled: bool) -> None:
    found = drawn.map
    if titled:
        _words(graph, f"{found.of} title", sized(f"<B>{as_text(found.title)}</B>", "13"), *drawn.title, drawn.width)
    for number, frame in enumerate(drawn.frames):
        inside = [put for put in drawn.boxes if found.places[put.box.place].group == number]
        if frame.title:
            with graph.subgraph(name=f"cluster {found.of} {number}", graph_attr=_bounds(frame)) as inner:
                _frame(inner, f"{found.of} group {number}", frame)
                for put in inside:
                    _place(inner, found, put)
        else:
            for put in inside:
                _place(graph, found, put)
    for link in drawn.lines:
        _link(graph, found, link)
    _legend(graph, drawn)


def _frame(graph: graphviz.Graph, name: str, frame: Frame) -> None:
    """The heading of a frame. It is a node, so that lines go round it."""
    markup = sized(f"<B>{as_text(cut(frame.title, 40))}</B>", "12")
    _words(graph, name, markup, frame.left + 8, frame.top + 6, round(text_width(cut(frame.title, 40), 12)))


def _bounds(frame: Frame) -> dict[str, str]:
    low = f"{frame.left},{-frame.top - frame.height},{frame.left + frame.width},{-frame.top}"
    return {**FRAME, "bb": low, "tooltip": plain(frame.title)}


def _node(found: Map, place: int) -> str:
    return f"{found.of} {found.places[place].name}"


def _place(graph: graphviz.Graph, found: Map, put: Put) -> None:
    place, box = found.places[put.box.place], put.box
    rows = []
    if box.number or box.chips:
        signs = letters(found.marks)
        number = f"<TD>{sized(f'<B>{as_text(box.number)}</B>', '11')}</TD>" if box.number else ""
        chips = "".join(_chip(signs[m], m) for m in box.chips)
        head = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2" CELLPADDING="0"><TR>{number}{chips}</TR></TABLE>'
        rows.append(f"<TR><TD>{head}</TD></TR>")
    rows += [f"<TR><TD>{sized(as_text(line), '9')}</TD></TR>" for line in box.title]
    rows += [f"<TR><TD>{_lead(lead.kind, lead.words)}</TD></TR>" for lead in box.leads]
    rows.append('<TR><TD HEIGHT="3"></TD></TR>')  # or the last line would stand on the border
    fill = SHADES[(place.shade or 0) % len(SHADES)]
    words = (
        f'<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1" STYLE="ROUNDED" BGCOLOR="{fill}" '
        f'COLOR="{LINE}">{"".join(rows)}</TABLE>'
    )
    number, title = called(found, box.place)
    tooltip = "\n".join([" ".join(t for t in (number, title) if t), *place.facts])
    graph.node(_node(found, box.place), f"<{words}>", pos=_at(put.x, put.y), tooltip=plain(tooltip))


def _chip(letter: str, mark: int) -> str:
    text = sized(f"<B>{as_text(letter)}</B>", "7", "#FFFFFF")
    return f'<TD BGCOLOR="{chip(mark)}" WIDTH="11" HEIGHT="10" FIXEDSIZE="TRUE">{text}</TD>'


def _lead(kind: int, words: str) -> str:
    """A link in words, in the colour of its kind."""
    return sized(as_text(words), "8", look(kind).colour)


def _link(graph: graphviz.Graph, found: Map, link: Link) -> None:
    kind = found.kinds[link.kind] if link.kind >= 0 else ""
    ends = " to ".join(found.places[n].title for n in (link.a, link.b))
    tooltip = ", ".join(t for t in (ends, kind, link.label) if t)
    attributes = look(link.kind).attributes() if found.kinds else NO_KIND.attributes()
    if link.label:
        ground = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1" BGCOLOR="#FFFFFF">'
        attributes["label"] = f"<{ground}<TR><TD>{as_text(cut(link.label, 24))}</TD></TR></TABLE>>"
    graph.edge(_node(found, link.a), _node(found, link.b), tooltip=plain(tooltip), **attributes)


def _legend(graph: graphviz.Graph, drawn: DrawnMap) -> None:
    """What lines, letters, shades and labels mean, in rows below the map."""
    found = drawn.map
    signs = letters(found.marks)
    for number, entry in enumerate(drawn.legend):
        name, middle = f"{found.of} legend {number}", entry.top + 8
        match entry.sort:
            case "kind":
                for end, x in (("from", entry.left), ("to", entry.left + entry.sample)):
                    graph.node(f"{name} {end}", "", shape="point", style="invis", width="0.01", pos=_at(x, middle))
                graph.edge(f"{name} from", f"{name} to", **look(entry.number).attributes())
            case "mark":
                _sample(graph, name, _chip(signs[entry.number], entry.number), entry)
            case "shade":
                _sample(graph, name, _swatch(entry.number), entry)
        markup = sized(as_text(entry.words), "9")
        left = entry.left + entry.sample + 8 if entry.sample else entry.left
        _words(graph, name, markup, left, entry.top, entry.width)


def _sample(graph: graphviz.Graph, name: str, cell: str, entry: Entry) -> None:
    line = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>{cell}</TR></TABLE>'
    graph.node(f"{name} sample", f"<{line}>", pos=_at(entry.left + entry.sample / 2, entry.top + 8))


def _swatch(shade: int) -> str:
    return f'<TD BGCOLOR="{SHADES[shade % len(SHADES)]}" BORDER="1" COLOR="{LINE}" WIDTH="14" HEIGHT="10"></TD>'


# ------------------------------------------------------------------------------------------------ grids


def _grid(graph: graphviz.Graph, drawn: DrawnGrid, *, titled: bool) -> None:
    grid, top = drawn.grid, drawn.top
    if titled:
        _words(graph, f"{grid.of} title", sized(f"<B>{as_text(grid.title)}</B>", "13"), drawn.left, top, 200)
        top += CELL
    width, height = (halves(grid) + 2) * CELL / 2, (grid.rows + 1) * CELL
    tooltip = plain(f"{grid.title}: {grid.rows} by {grid.columns}{' hexagons' if grid.hexagons else ''}")
    graph.node(grid.of, f"<{table(grid)}>", pos=_at(drawn.left + width / 2, top + height / 2), tooltip=tooltip)
