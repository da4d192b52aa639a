"""A diagram as DOT text, in the house style: quiet colours with 6 digits, sans-serif, readable in grey.

Every word that an author wrote goes through `_html` or `_plain`, so that no title can be taken for markup.
"""

from __future__ import annotations

import html
import textwrap
from collections import Counter

import graphviz

from rulewright.compiler.diagram.diagram import Cluster, Diagram, Edge, Node, Row
from rulewright.compiler.words.text import capital

FONT = "Helvetica"
INK, SOFT, GREY, LINE = "#2B2B2B", "#5A5A5A", "#7A7A7A", "#8C8C8C"
CARD = 250  # least width of a closed phase, in points
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
SPACER = '<FONT POINT-SIZE="11">&#160;</FONT>'  # plain text alone in its cell would get a taller line than bold text
LEFT = '<BR ALIGN="LEFT"/>'
HEADING = 22  # characters of a line of a frame's heading: narrow, so that the arrow into the frame passes beside it
WIDTH = 48  # characters of a line before it is broken


def to_dot(diagram: Diagram) -> str:
    """DOT text; the same diagram always gives the same text."""
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
            "label": f"<<B>{_html(diagram.title, 80)}</B>>",
            "labelloc": "t",
            "tooltip": _plain(diagram.title),
        },
        node_attr={"shape": "plain", "fontname": FONT, "fontsize": "11", "fontcolor": INK, "color": LINE},
        edge_attr={"fontname": FONT, "fontsize": "9.5", "fontcolor": INK, "color": SOFT, "arrowsize": "0.7"},
    )
    _fill(graph, diagram, None)
    points = {n.id for n in diagram.nodes if n.kind == "join"}
    words = {n.id for n in diagram.nodes if n.kind == "again"}
    pairs = Counter((e.source, e.target) for e in diagram.edges)
    for edge in diagram.edges:
        straight = pairs[edge.source, edge.target] == 1 and edge.target not in points | words
        _edge(graph, edge, straight=straight, headless=edge.target in points)
    return str(graph.source)


def _fill(graph: graphviz.Digraph, diagram: Diagram, where: str | None) -> None:
    """Nodes and frames directly inside a frame, in order."""
    for node in diagram.nodes:
        if node.cluster == where:
            _node(graph, node)
    for cluster in diagram.clusters:
        if cluster.cluster == where:
            inner = graphviz.Digraph(f"cluster_{cluster.id}", graph_attr=_frame(cluster))
            _fill(inner, diagram, cluster.id)
            graph.subgraph(inner)


def _frame(c: Cluster) -> dict[str, str]:
    words = f"<B>{_text(c.title)}</B>  <I>{_text(c.subtitle)}</I>"
    short = c.title and c.subtitle and len(c.title) + len(c.subtitle) < HEADING
    parts = (
        [words]
        if short
        else [*(f"<B>{t}</B>" for t in _lines(c.title, HEADING)), *(f"<I>{t}</I>" for t in _lines(c.subtitle, HEADING))]
    )
    if c.refs:
        parts[0:1] = [f"{parts[0] if parts else ''}  {_refs(c.refs)}"]
    style = "rounded,filled,dashed" if c.kind == "round" else "rounded,filled"
    return {
        "label": f"<{LEFT.join(parts)}{LEFT}>" if parts else "",
        "labeljust": "l",
        "style": style,
        "color": "#B5B5B5",
        "fillcolor": FRAMES[c.kind],
        "fontsize": "11.5",
        "margin": "12",
        "tooltip": _plain(c.tooltip or c.title),
    }


def _node(graph: graphviz.Digraph, n: Node) -> None:
    tooltip = _plain(n.tooltip or n.title)
    small = {"fontsize": "9.5", "fontcolor": SOFT, "height": "0.2", "margin": "0.05,0.02"}
    match n.kind:
        case "start" | "end":
            graph.node(n.id, _wrapped(n.title), shape="box", style="rounded", tooltip=tooltip, height="0.35")
        case "stub":
            graph.node(n.id, _wrapped(n.title), shape="box", style="rounded,dashed", tooltip=tooltip, height="0.3")
        case "join":
            graph.node(n.id, "", shape="point", width="0.06", color=SOFT)
        case "again":
            graph.node(n.id, _wrapped(n.title, 24), shape="plaintext", tooltip=tooltip, **small)
        case "test":
            graph.node(n.id, _test(n.title), shape="hexagon", tooltip=tooltip, margin="0.02,0.03")
        case _:
            graph.node(n.id, f"<{_table(n)}>", tooltip=tooltip)


def _table(n: Node) -> str:
    """A box with a heading, a title, lines, and its references in small grey."""
    fill = FILLS[n.kind]
    border = "2" if n.kind == "ending" else "1"
    style = ' STYLE="ROUNDED"' if n.kind in ("card", "ending", "notes") else ""
    width = f' WIDTH="{CARD}"' if n.kind == "card" else ""
    band = n.kind in ("ask", "chance")
    tint = fill if band else ""
    refs = _refs(n.refs)
    title = "By chance" if n.kind == "chance" else n.title
    cells: list[str] = []
    if n.heading:
        cells.append(_line(_sized(_html(capital(n.heading)), "9.5", SOFT), "" if title else refs, tint))
    if title:
        cells.append(_line(_sized(f"<B>{_html(title)}</B>"), refs, tint))
    if n.kind == "chance":
        cells.append(_line(_sized(_html(n.title)), "", ""))
    cells += [_row(r) for r in n.rows]
    ground = "#FFFFFF" if band else fill
    return (
        f'<TABLE BORDER="{border}" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3"{style}{width} BGCOLOR="{ground}" '
        f'COLOR="{LINE}">{"".join(cells)}</TABLE>'
    )


def _line(left: str, right: str, fill: str) -> str:
    ground = f' BGCOLOR="{fill}"' if fill else ""
    if not right:
        return f'<TR><TD ALIGN="LEFT" BALIGN="LEFT" COLSPAN="2"{ground}>{left}</TD></TR>'
    return (
        f'<TR><TD ALIGN="LEFT" BALIGN="LEFT"{ground}>{left}</TD>'
        f'<TD ALIGN="RIGHT" VALIGN="TOP"{ground}>{right}</TD></TR>'
    )


def _row(r: Row) -> str:
    pad = "&#160;" * (3 * r.indent)
    mark = {"quiet": ("<I>", "</I>"), "strong": ("<B>", "</B>")}.get(r.style, ("", ""))
    lines = [pad + _text(t) for t in textwrap.wrap(r.text, max(20, WIDTH - 3 * r.indent)) or [" "]]
    text = LEFT.join(_sized(f"{mark[0]}{t}{mark[1]}") + SPACER for t in lines)
    side = _sized(_html(r.side, 24), "11", "#33587F") + SPACER if r.side else _refs(r.refs)
    return _line(text, side, "")


def _refs(refs: tuple[str, ...]) -> str:
    return _sized(_html(" ".join(refs), 20), "8", GREY) if refs else ""


def _edge(graph: graphviz.Digraph, e: Edge, *, straight: bool, headless: bool) -> None:
    if e.kind == "below":
        graph.edge(e.source, e.target, style="invis")
        return
    attributes = {"tooltip": _plain(e.tooltip or e.label)} if e.tooltip or e.label else {}
    if e.label:
        attributes["label"] = _beside(e.label)
    if headless:
        attributes["dir"] = "none"
    match e.kind:
        case "early":
            attributes |= {"style": "dashed", "fontcolor": SOFT}
        case "note":
            attributes |= {"style": "dotted", "arrowhead": "none"}
        case "again":
            graph.edge(e.target, e.source, **attributes, dir="back", fontcolor=SOFT)
            return
        case "turn":
            graph.edge(e.target, e.source, **attributes, dir="none", fontcolor=SOFT)
            return
        case "flow" if straight:
            attributes["weight"] = "5"
    graph.edge(e.source, e.target, **attributes)


def _html(text: str, width: int = WIDTH) -> str:
    """Text in an HTML-like label, broken into lines."""
    return LEFT.join(_lines(text, width)) or "&#160;"


def _lines(text: str, width: int) -> list[str]:
    return [_text(t) for t in textwrap.wrap(text, width)]


def _text(text: str) -> str:
    """Text as it stands in an HTML-like label. A backslash is a piece of its own, or it would command what follows."""
    return html.escape(text).replace("\\", f'<FONT COLOR="{INK}">&#92;</FONT>')


def _sized(markup: str, size: str = "11", color: str = INK) -> str:
    return f'<FONT POINT-SIZE="{size}" COLOR="{color}">{markup}</FONT>'


def _plain(text: str) -> str:
    """Text as a quoted string that nothing in it can escape from."""
    return _quoted(graphviz.escape(text))


def _wrapped(text: str, width: int = WIDTH) -> str:
    r"""The same, broken into lines, with `\n` between them as DOT has it."""
    return _quoted("\\n".join(graphviz.escape(t) for t in textwrap.wrap(text, width) or [""]))


def _beside(text: str) -> str:
    """The label of an arrow: close to its own arrow, with room before the next one."""
    lines = [f"\u00a0{graphviz.escape(t)}\u00a0\u00a0\\l" for t in textwrap.wrap(text, 22)]
    return _quoted("".join(lines))


def _test(text: str) -> str:
    """A condition, on up to three lines of much the same length."""
    many = min(3, -(-len(text) // 26))
    return _wrapped(text, len(text) // max(1, many) + 5)


def _quoted(text: str) -> str:
    """Marked for `graphviz` as never being markup, whatever it looks like."""
    found: str = graphviz.nohtml(text)
    return found
