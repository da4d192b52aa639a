"""A diagram as DOT text, in the house style: quiet colours with 6 digits, sans-serif, readable in grey. With the heat
of a run the colours say how often (see heat.py), and the counts stand at the right of the boxes and at the arrows.

Every word that an author wrote goes through dot_text.py, so that no title can be taken for markup.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

import graphviz

from rulewright.compiler.diagram import heat, marks
from rulewright.compiler.diagram.diagram import Cluster, Diagram, Edge, Node, Row
from rulewright.compiler.diagram.dot_text import (
    FONT,
    GREY,
    INK,
    LEFT,
    LINE,
    SOFT,
    WIDTH,
    as_text,
    beside,
    block,
    plain,
    sized,
    text_lines,
    wrapped,
)
from rulewright.compiler.diagram.heat import Heat, Times
from rulewright.compiler.outline.marks import SIGNS, Mark, signed
from rulewright.compiler.words.text import capital

SIDE, DARK_SIDE = "#33587F", "#1F3F63"  # who decides; on a shade of heat
CARD = 250  # least width of a closed phase, in points
SIDES = 50  # of that: what stands beside the words
FILLS = {
    "card": "#F6F3EA",
    "action": "#FFFFFF",
    "ask": "#DCE7F3",
    "chance": "#E9E2F2",
    "test": "#FFFFFF",
    "again": "#FFFFFF",
    "ending": "#DDEBDA",
    "notes": "#F4F4F4",
    "stub": "#FFFFFF",
}
FRAMES = {"phase": "#FAFAF8", "step": "#FFFFFF", "procedure": "#FFFFFF", "round": "#FFFFFF"}
NO_PAGES: Mapping[str, str] = MappingProxyType({})
SPACER = '<FONT POINT-SIZE="11">&#160;</FONT>'  # plain text alone in its cell would get a taller line than bold text
HEADING = 22  # characters of a line of a frame's heading: narrow, so that the arrow into the frame passes beside it


def to_dot(diagram: Diagram, pages: Mapping[str, str] = NO_PAGES) -> str:
    """DOT text; the same diagram always gives the same text. `pages`: addresses of things, and where a click on them
    leads."""
    graph = graphviz.Digraph(
        "phases",
        graph_attr={
            "rankdir": "TB",
            "nodesep": "0.35",
            "ranksep": "0.4",
            "pad": "0.2",
            "bgcolor": "#FFFFFF",
            "fontname": FONT,
            "fontsize": "15",
            "fontcolor": INK,
            "label": _heading(diagram),
            "labelloc": "t",
            "tooltip": plain(diagram.title),
        },
        node_attr={"shape": "plain", "fontname": FONT, "fontsize": "11", "fontcolor": INK, "color": LINE},
        edge_attr={"fontname": FONT, "fontsize": "9.5", "fontcolor": INK, "color": SOFT, "arrowsize": "0.7"},
    )
    _fill(graph, diagram, None, pages)
    points = {n.id for n in diagram.nodes if n.kind == "join"}
    words = {n.id for n in diagram.nodes if n.kind == "again"}
    pairs = Counter((e.source, e.target) for e in diagram.edges)
    for edge in diagram.edges:
        straight = pairs[edge.source, edge.target] == 1 and edge.target not in points | words
        _edge(graph, edge, diagram.heat, straight=straight, headless=edge.target in points)
    return str(graph.source)


def _heading(diagram: Diagram) -> str:
    """The title, and what the colours mean."""
    if diagram.heat is not None:
        return _legend(diagram, diagram.heat)
    title = f"<B>{block(diagram.title, 80)}</B>"
    if not diagram.marked:
        return f"<{title}>"
    chips = "".join(
        f'<TD BGCOLOR="{marks.FILLS[mark]}" BORDER="1" COLOR="{marks.LINES[mark]}">{sized(words, "9.5")}</TD>'
        for mark, words in marks.LEGEND.items()
    )
    return (
        f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2"><TR><TD>{title}</TD></TR>'
        f'<TR><TD><TABLE BORDER="0" CELLBORDER="0" CELLSPACING="4" CELLPADDING="3"><TR>{chips}</TR></TABLE></TD></TR>'
        "</TABLE>>"
    )


def _legend(diagram: Diagram, run: Heat) -> str:
    """The title, how the run was played, and what the shades mean."""
    chips = "".join(
        f'<TD BGCOLOR="{fill}" BORDER="1" COLOR="{line}">{sized(as_text(words), "9.5", INK if n else line)}</TD>'
        for n, (fill, line, words) in enumerate(zip(heat.FILLS, heat.LINES, heat.LEGEND, strict=True))
    )
    return (
        '<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">'
        f"<TR><TD><B>{block(diagram.title, 80)}</B></TD></TR>"
        f"<TR><TD>{sized(block(f'{heat.played(run)}; times in a game:', 80), '10', SOFT)}</TD></TR>"
        f'<TR><TD><TABLE BORDER="0" CELLBORDER="0" CELLSPACING="4" CELLPADDING="3"><TR>{chips}</TR></TABLE></TD></TR>'
        "</TABLE>>"
    )


def _fill(graph: graphviz.Digraph, diagram: Diagram, where: str | None, pages: Mapping[str, str]) -> None:
    """Nodes and frames directly inside a frame, in order."""
    for node in diagram.nodes:
        if node.cluster == where:
            _node(graph, node, diagram.heat, pages)
    for cluster in diagram.clusters:
        if cluster.cluster == where:
            inner = graphviz.Digraph(f"cluster_{cluster.id}", graph_attr=_frame(cluster, diagram.heat, pages))
            _fill(inner, diagram, cluster.id, pages)
            graph.subgraph(inner)


def _frame(c: Cluster, run: Heat | None, pages: Mapping[str, str]) -> dict[str, str]:
    words = f"<B>{as_text(c.title)}</B>  <I>{as_text(c.subtitle)}</I>"
    short = c.title and c.subtitle and len(c.title) + len(c.subtitle) < HEADING
    parts = (
        [words]
        if short
        else [
            *(f"<B>{t}</B>" for t in text_lines(c.title, HEADING)),
            *(f"<I>{t}</I>" for t in text_lines(c.subtitle, HEADING)),
        ]
    )
    if c.refs:
        parts[0:1] = [f"{parts[0] if parts else ''}  {_refs(c.refs)}"]
    style = "rounded,filled,dashed" if c.kind == "round" else "rounded,filled"
    colour, fill = "#B5B5B5", FRAMES[c.kind]
    if run is not None and c.times is not None:
        step = run.step(c.times)
        colour, fill = heat.LINES[step], FRAMES[c.kind] if step else heat.FILLS[0]
        style = style if step or c.kind == "round" else f"{style},dashed"
        parts = [*parts, _count(c.times, run)]
    if c.mark:
        colour, fill = marks.LINES[c.mark], marks.FILLS[c.mark] if c.mark != "changed" else fill
        style = f"{style},dashed" if c.mark == "removed" and c.kind != "round" else style
        parts[:1] = [sized(f"<B>{SIGNS[c.mark]}</B> {''.join(parts[:1])}", "11.5", colour)]
    return {
        "label": f"<{LEFT.join(parts)}{LEFT}>" if parts else "",
        "labeljust": "l",
        "style": style,
        "color": colour,
        "fillcolor": fill,
        "fontsize": "11.5",
        "margin": "12",
        "tooltip": plain(c.tooltip or c.title),
    } | _goes_to(c, pages)


def _goes_to(of: Node | Cluster, pages: Mapping[str, str]) -> dict[str, str]:
    """Where a click leads."""
    return {"URL": pages[of.path]} if of.path in pages else {}


def _node(graph: graphviz.Digraph, n: Node, run: Heat | None, pages: Mapping[str, str]) -> None:
    tooltip = plain(n.tooltip or n.title)
    warm = {} if run is None or n.times is None else _warm(run.step(n.times))
    warm |= _marked(n.mark)
    more = f"\\n{heat.counted(n.times)}" if warm and n.times is not None else ""
    title = signed(n.mark, n.title)
    small = {"fontsize": "9.5", "fontcolor": SOFT, "height": "0.2", "margin": "0.05,0.02"}
    match n.kind:
        case "start" | "end":
            style = f"rounded,{warm.pop('style')}" if warm else "rounded"
            words = wrapped(title, more=more)
            graph.node(n.id, words, shape="box", style=style, tooltip=tooltip, height="0.35", **warm)
        case "stub":
            looks = {"shape": "box", "style": "rounded,dashed", "height": "0.3"}
            graph.node(n.id, wrapped(n.title), tooltip=tooltip, **looks, **_goes_to(n, pages))
        case "join":
            graph.node(n.id, "", shape="point", width="0.06", color=SOFT)
        case "again":
            graph.node(n.id, wrapped(n.title, 24), shape="plaintext", tooltip=tooltip, **small)
        case "test":
            graph.node(n.id, _test(title, more), shape="hexagon", tooltip=tooltip, margin="0.02,0.03", **warm)
        case _:
            graph.node(n.id, f"<{_table(n, run, pages)}>", tooltip=tooltip, **_goes_to(n, pages))


def _warm(step: int) -> dict[str, str]:
    """The looks of a node that was come to so often."""
    style = "filled" if step else "filled,dashed"
    return {"style": style, "fillcolor": heat.FILLS[step], "color": heat.LINES[step], "penwidth": heat.WIDTHS[step]}


def _marked(mark: Mark) -> dict[str, str]:
    """The looks of a node that only one ruleset has, or that is not the same in both."""
    if not mark:
        return {}
    style = "filled,dashed" if mark == "removed" else "filled"
    colour = marks.LINES[mark]
    return {"style": style, "fillcolor": marks.FILLS[mark], "color": colour, "penwidth": marks.WIDTHS[mark]}


def _count(times: Times, run: Heat | None) -> str:
    """A count as it stands in a box; nothing if it is not known."""
    if run is None or times is None:
        return ""
    if times:
        return sized(f"<B>{as_text(heat.counted(times))}</B>", "9.5", INK)
    return sized(f"<B>{heat.NEVER}</B>", "9.5", heat.LINES[0])


def _table(n: Node, run: Heat | None, pages: Mapping[str, str]) -> str:
    """A box with a heading, a title, lines, and its references in small grey; with heat, a column of counts."""
    fill, colour = FILLS[n.kind], LINE
    looks = ["ROUNDED"] if n.kind in ("card", "ending", "notes") else []
    if run is not None:
        fill = "#FFFFFF"
        if n.times is not None:
            fill, colour = heat.FILLS[run.step(n.times)], heat.LINES[run.step(n.times)]
            looks += [] if n.times else ["DASHED"]
    if n.mark:
        fill, colour = marks.FILLS[n.mark], marks.LINES[n.mark]
        looks += ["DASHED"] if n.mark == "removed" else []
    border = "2" if n.kind == "ending" or colour == heat.LINES[0] or n.mark else "1"
    style = f' STYLE="{",".join(looks)}"' if looks else ""
    wide = f' WIDTH="{CARD}"' if n.kind == "card" else ""
    # the column of counts is to stand at the edge: then the column of words is what gets wider
    width, least = (wide, "") if run is None else ("", f' WIDTH="{CARD - SIDES}"' if wide else "")
    band = n.kind in ("ask", "chance") and run is None
    tint = fill if band else ""
    refs = _refs(n.refs, GREY if run is None else SOFT)
    title = "By chance" if n.kind == "chance" else n.title
    cells: list[str] = []
    count = None if run is None else _count(n.times, run)
    none = None if run is None else ""
    if n.mark:
        cells.append(_line(sized(f"<B>{marks.LEGEND[n.mark]}</B>", "9.5", marks.LINES[n.mark]), "", tint, none))
    if n.heading:
        cells.append(_line(sized(block(capital(n.heading)), "9.5", SOFT), "" if title else refs, tint, count))
        count = none
    if title:
        cells.append(_line(sized(f"<B>{block(title)}</B>"), refs, tint, count, least))
        count = none
    if n.kind == "chance":
        cells.append(_line(sized(block(n.title)), "", "", none))
    for at, r in enumerate(n.rows):
        often = count if count and at == 0 else None if run is None else _count(r.times, run)
        cells.append(_row(r, often, pages.get(r.path, "")))
    ground = "#FFFFFF" if band else fill
    return (
        f'<TABLE BORDER="{border}" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3"{style}{width} BGCOLOR="{ground}" '
        f'COLOR="{colour}">{"".join(cells)}</TABLE>'
    )


def _line(left: str, right: str, fill: str, count: str | None = None, least: str = "", page: str = "") -> str:
    """A line of a box. `count` None: the box has no column of counts. `page`: where a click leads."""
    ground = (f' BGCOLOR="{fill}"' if fill else "") + (f' HREF="{as_text(page)}"' if page else "")
    last = "" if count is None else f'<TD ALIGN="RIGHT" VALIGN="TOP"{ground}>{count}</TD>'
    if not right:
        return f'<TR><TD ALIGN="LEFT" BALIGN="LEFT" COLSPAN="2"{least}{ground}>{left}</TD>{last}</TR>'
    return (
        f'<TR><TD ALIGN="LEFT" BALIGN="LEFT"{least}{ground}>{left}</TD>'
        f'<TD ALIGN="RIGHT" VALIGN="TOP"{ground}>{right}</TD>{last}</TR>'
    )


def _row(r: Row, count: str | None, page: str) -> str:
    pad = "&#160;" * (3 * r.indent)
    mark = {"quiet": ("<I>", "</I>"), "strong": ("<B>", "</B>")}.get(r.style, ("", ""))
    lines = [pad + as_text(t) for t in textwrap.wrap(r.text, max(20, WIDTH - 3 * r.indent)) or [" "]]
    colour = marks.LINES[r.mark] if r.mark else INK
    lines[0] = signed(r.mark, lines[0])
    text = LEFT.join(sized(f"{mark[0]}{t}{mark[1]}", color=colour) + SPACER for t in lines)
    side = sized(block(r.side, 24), "11", SIDE if count is None else DARK_SIDE) + SPACER if r.side else ""
    side = side or _refs(r.refs, GREY if count is None else SOFT)
    return _line(text, side, "", count, page=page)


def _refs(refs: tuple[str, ...], colour: str = GREY) -> str:
    return sized(block(" ".join(refs), 20), "8", colour) if refs else ""


def _edge(graph: graphviz.Digraph, e: Edge, run: Heat | None, *, straight: bool, headless: bool) -> None:
    if e.kind == "below":
        graph.edge(e.source, e.target, style="invis")
        return
    attributes = {"tooltip": plain(e.tooltip or e.label)} if e.tooltip or e.label else {}
    if e.label:
        attributes["label"] = beside(e.label)
    if run is not None and e.times is not None:
        attributes |= _taken(e, run)
    if e.mark:
        attributes |= {"color": marks.LINES[e.mark], "fontcolor": marks.LINES[e.mark], "penwidth": "1.6"}
        attributes |= {"style": "dashed"} if e.mark == "removed" else {}
    if headless:
        attributes["dir"] = "none"
    match e.kind:
        case "early":
            attributes = {"style": "dashed", "fontcolor": SOFT} | attributes
        case "note":
            attributes |= {"style": "dotted", "arrowhead": "none"}
        case "again":
            graph.edge(e.target, e.source, **{"fontcolor": SOFT} | attributes, dir="back")
            return
        case "turn":
            graph.edge(e.target, e.source, **{"fontcolor": SOFT} | attributes, dir="none")
            return
        case "flow" if straight:
            attributes["weight"] = "5"
    graph.edge(e.source, e.target, **attributes)


def _taken(e: Edge, run: Heat) -> dict[str, str]:
    """The looks of an arrow that was gone along so often, with the count at it."""
    assert e.times is not None
    step = run.step(e.times)
    looks = {"color": heat.LINES[step], "penwidth": heat.WIDTHS[step]}
    words = heat.counted(e.times)
    looks["label"] = beside(e.label, words)
    if not step:
        looks |= {"style": "dotted", "fontcolor": heat.LINES[0]}
    return looks


def _test(text: str, more: str = "") -> str:
    """A condition, on up to three lines of much the same length."""
    many = min(3, -(-len(text) // 26))
    return wrapped(text, len(text) // max(1, many) + 5, more)
