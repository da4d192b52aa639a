"""A diagram as a Mermaid flowchart, for pages that draw Mermaid themselves; with heat, in the shades of heat.py.

Ids are numbers in order; an author's words only ever stand between double quotes, with everything that Mermaid or HTML
could take for markup written as a character code.
"""

from __future__ import annotations

import json

from rulewright.compiler.diagram import heat
from rulewright.compiler.diagram.diagram import Diagram, Edge, Node, Row
from rulewright.compiler.diagram.heat import Heat
from rulewright.compiler.words.text import capital

SHAPES = {
    "start": ('(["', '"])'),
    "end": ('(["', '"])'),
    "stub": ('(["', '"])'),
    "again": ('(["', '"])'),
    "join": ('(("', '"))'),
    "card": ('("', '")'),
    "action": ('["', '"]'),
    "ask": ('["', '"]'),
    "chance": ('[/"', '"/]'),
    "test": ('{{"', '"}}'),
    "ending": ('[["', '"]]'),
    "notes": ('["', '"]'),
}
ARROWS = {"flow": "-->", "again": "-->", "turn": "---", "early": "-.->", "note": "-.-", "below": "~~~"}
CLASSES = {
    "card": "fill:#F6F3EA,stroke:#8C8C8C,color:#2B2B2B",
    "action": "fill:#FFFFFF,stroke:#8C8C8C,color:#2B2B2B",
    "ask": "fill:#DCE7F3,stroke:#8C8C8C,color:#2B2B2B",
    "chance": "fill:#E9E2F2,stroke:#8C8C8C,color:#2B2B2B",
    "test": "fill:#FFFFFF,stroke:#8C8C8C,color:#2B2B2B",
    "ending": "fill:#DDEBDA,stroke:#8C8C8C,stroke-width:2px,color:#2B2B2B",
    "notes": "fill:#F4F4F4,stroke:#8C8C8C,stroke-dasharray:3 3,color:#2B2B2B",
    "stub": "fill:#FFFFFF,stroke:#8C8C8C,stroke-dasharray:4 3,color:#5A5A5A",
    "join": "fill:#5A5A5A,stroke:#5A5A5A",
    "again": "fill:#FFFFFF,stroke:#FFFFFF,color:#5A5A5A",
}
FRAME = "fill:#FAFAF8,stroke:#B5B5B5,color:#2B2B2B"
MARKUP = frozenset('"#&<>;`\\{}[]()|*_~$%@')


def to_mermaid(diagram: Diagram) -> str:
    """Mermaid text; the same diagram always gives the same text."""
    nodes = {n.id: f"n{i}" for i, n in enumerate(diagram.nodes, 1)}
    frames = {c.id: f"c{i}" for i, c in enumerate(diagram.clusters, 1)}
    run = diagram.heat
    title = diagram.title if run is None else f"{diagram.title} ({heat.played(run)})"
    lines = ["---", f"title: {json.dumps(title)}", "---", "flowchart TB"]
    lines += _inside(diagram, None, nodes, frames, "  ")
    lines += [f"  {_edge(e, nodes)}" for e in diagram.edges]
    for kind, style in CLASSES.items():
        members = [nodes[n.id] for n in diagram.nodes if n.kind == kind]
        if members:
            lines += [f"  classDef {kind}Box {style}", f"  class {','.join(members)} {kind}Box"]
    if run is not None:
        lines += _shades(diagram, run, nodes)
    if frames:
        lines += [f"  classDef frame {FRAME}", f"  class {','.join(frames.values())} frame"]
    return "\n".join(lines) + "\n"


def _inside(diagram: Diagram, where: str | None, nodes: dict[str, str], frames: dict[str, str], pad: str) -> list[str]:
    """The lines of what stands directly in a frame."""
    lines = []
    for n in diagram.nodes:
        if n.cluster == where:
            opening, closing = SHAPES[n.kind]
            lines.append(f"{pad}{nodes[n.id]}{opening}{_label(n)}{closing}")
    for c in diagram.clusters:
        if c.cluster == where:
            title = ", ".join(t for t in (c.title, c.subtitle, _times(c.times)) if t)
            told = f"{title} [{' '.join(c.refs)}]" if c.refs else title
            lines.append(f'{pad}subgraph {frames[c.id]}["{_text(told)}"]')
            lines += _inside(diagram, c.id, nodes, frames, f"{pad}  ")
            lines.append(f"{pad}end")
    return lines


def _label(n: Node) -> str:
    lines = [capital(n.heading)] if n.heading else []
    if n.kind == "chance":
        lines.append("By chance")
    if n.title:
        lines.append(f"{n.title}:" if n.kind == "ask" else n.title)
    lines += [_row(r) for r in n.rows]
    if n.refs:
        lines.append(f"[{' '.join(n.refs)}]")
    if n.times is not None and n.kind != "join":
        lines.append(_times(n.times))
    return "<br/>".join(_text(t) for t in lines) or " "


def _row(r: Row) -> str:
    text = " – ".join(t for t in (r.text, r.side, _times(r.times)) if t)
    return "\u2003" * r.indent + text


def _times(times: int | None) -> str:
    return "" if times is None else heat.counted(times)


def _shades(diagram: Diagram, run: Heat, nodes: dict[str, str]) -> list[str]:
    """The looks of boxes that were come to often, seldom, and never."""
    lines: list[str] = []
    for step, (fill, line, width) in enumerate(zip(heat.FILLS, heat.LINES, heat.WIDTHS, strict=True)):
        members = [
            nodes[n.id]
            for n in diagram.nodes
            if n.times is not None and n.kind not in ("join", "again") and run.step(n.times) == step
        ]
        if members:
            dashes = "" if step else ",stroke-dasharray:4 3"
            looks = f"fill:{fill},stroke:{line},stroke-width:{width}px,color:#2B2B2B{dashes}"
            lines.append(f"  classDef heat{step} {looks}")
            lines.append(f"  class {','.join(members)} heat{step}")
    return lines


def _edge(e: Edge, nodes: dict[str, str]) -> str:
    told = " · ".join(t for t in (e.label, _times(e.times)) if t)
    label = f'|"{_text(told)}"|' if told else ""
    return f"{nodes[e.source]} {ARROWS[e.kind]}{label} {nodes[e.target]}"


def _text(text: str) -> str:
    """Text between double quotes."""
    return "".join(f"#{ord(c)};" if c in MARKUP else " " if c in "\n\r\t" else c for c in text)
