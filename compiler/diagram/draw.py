"""Draws an outline: walks it in order, puts down nodes, and joins the loose ends of one item to the next."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field, frozen

from rulewright.compiler.diagram.diagram import Cluster, Diagram, Edge, EdgeKind, Node, NodeKind, Row
from rulewright.compiler.diagram.rows import deciders, summary
from rulewright.compiler.diagram.shapes import all_plain, headed, hint, one_node, wraps
from rulewright.compiler.outline.outline import (
    Ask,
    Chance,
    Ending,
    Facts,
    Fork,
    Inquiry,
    Item,
    Items,
    Jump,
    Outline,
    Part,
    Plain,
    Reaction,
    Round,
    Use,
)
from rulewright.compiler.words.text import capital, cut
from rulewright.dsl.source import NOWHERE, Span

MOST_NODES = 400  # beyond that nothing more is opened
LONGEST_TITLE = 90
LONGEST_LABEL = 40
LONGEST_LINE = 110
MOST_LINES = 8
AFTER_LAST = "after the last"


@frozen
class Exit:
    """A loose end: an arrow that still looks for its head."""

    source: str
    label: str = ""
    kind: EdgeKind = "flow"
    tooltip: str = ""


@define
class Sketch:
    """A drawing in progress. `opens` says whether the part at a path, so many levels down inside these other parts, is
    drawn with its inside."""

    opens: Callable[[str, int, tuple[str, ...]], bool]
    inquiry: Inquiry = field(factory=Inquiry)
    nodes: list[Node] = field(factory=list)
    edges: list[Edge] = field(factory=list)
    clusters: list[Cluster] = field(factory=list)
    pending: dict[str, list[Exit]] = field(factory=dict)
    endings: dict[tuple[str, str], str] = field(factory=dict)
    used: dict[str, int] = field(factory=dict)
    homes: dict[str, frozenset[str]] = field(factory=dict)  # of every box and frame: the paths of the parts around it
    path: str = ""
    around: tuple[str, ...] = ()

    # ------------------------------------------------------------------------------------------------ pieces

    def name(self, word: str) -> str:
        """A new id, from the path and a number."""
        base = f"{self.path or 'flow'}/{word}".replace(" ", "_")
        self.used[base] = self.used.get(base, 0) + 1
        return f"{base}{self.used[base]}"

    def place(self, node: Node, entries: list[Exit]) -> list[Exit]:
        """Put a node down and lead the loose ends to it."""
        self.add(node)
        self.join(entries, node.id)
        return [Exit(node.id)]

    def add(self, node: Node) -> None:
        self.nodes.append(node)
        self.homes[node.id] = frozenset((*self.around, self.path))

    def join(self, entries: list[Exit], target: str, kind: EdgeKind | None = None, label: str = "") -> None:
        for e in entries:
            text = " · ".join(t for t in (e.label, label) if t)
            self.edges.append(Edge(e.source, target, text, kind or e.kind, e.tooltip))

    def node(
        self,
        kind: NodeKind,
        title: str,
        where: str | None,
        rows: tuple[Row, ...] = (),
        refs: tuple[str, ...] = (),
        span: Span = NOWHERE,
        more: str = "",
    ) -> Node:
        short = cut(capital(title), LONGEST_TITLE)
        told = [capital(title)] if short != capital(title) else []
        tooltip = hint(span, refs, *told, more)
        return Node(self.name(kind), kind, short, "", rows, refs, tooltip, where)

    # ------------------------------------------------------------------------------------------------ walking

    def items(self, items: Items, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        at = 0
        while at < len(items) and entries:
            run = at
            while run < len(items) and isinstance(items[run], Plain):
                run += 1
            if run > at:
                entries = self.actions(items[at:run], entries, where)
                at = run
                continue
            entries = self.item(items[at], entries, where, level)
            at += 1
        return entries

    def item(self, item: Item, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        match item:
            case Chance():
                node = self.node("chance", item.text, where, span=item.span)
                return self.place(node, entries)
            case Ask():
                return self.ask(item, entries, where, level)
            case Fork():
                return self.test(item, entries, where, level)
            case Round():
                return self.round(item, entries, where, level)
            case Part() | Use():
                return self.part(item, "", entries, where, level)
            case Jump():
                self.leave(item, entries)
            case Ending():
                self.join(entries, self.ending(item))
        return []

    def leave(self, jump: Jump, entries: list[Exit]) -> None:
        text = f"ends “{cut(jump.title, 24)}”"
        for e in entries:
            label = f"{e.label}: {text}" if e.label else text
            self.pending.setdefault(jump.path, []).append(Exit(e.source, label, "early", e.tooltip))

    def ending(self, item: Ending) -> str:
        """The node of an ending, one for all that end so."""
        key = (item.verdict, item.reason)
        if key not in self.endings:
            rows = (Row(cut(capital(item.reason), LONGEST_LINE)),) if item.reason else ()
            node = self.node("ending", item.verdict, None, rows, item.refs, item.span)
            node = evolve(node, id=f"ending/{len(self.endings) + 1}")
            self.nodes.append(node)
            self.endings[key] = node.id
        return self.endings[key]

    def actions(self, run: Items, entries: list[Exit], where: str | None) -> list[Exit]:
        lines = [i.text for i in run if isinstance(i, Plain)]
        rows = tuple(Row(cut(capital(t), LONGEST_LINE)) for t in lines[:MOST_LINES])
        if len(lines) > MOST_LINES:
            rows = (*rows[:-1], Row("…", style="quiet"))
        whole = "\n".join(lines) if rows != tuple(Row(capital(t)) for t in lines) else ""
        return self.place(self.node("action", "", where, rows, (), run[0].span, whole), entries)

    def ask(self, item: Ask, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        only = item.alternatives[0] if len(item.alternatives) == 1 else None
        folded = only is not None and not only.label and len(only.body) <= 3 and all_plain(only.body)
        rows = [Row(cut(item.question or capital(item.choices) or "Choose", LONGEST_TITLE), "", 0, "strong")]
        if folded and only is not None:
            rows += [Row(cut(capital(i.text), LONGEST_LINE), "", 0) for i in only.body if isinstance(i, Plain)]
        told = [f"one of: {item.choices}"] if item.choices else []
        told += [a.needs for a in item.alternatives if a.needs and len(item.alternatives) == 1]
        node = self.node("ask", item.who, where, tuple(rows), item.refs, item.span, "\n".join(told))
        self.place(node, entries)
        exits: list[Exit] = []
        for a in item.alternatives:
            way = Exit(node.id, cut(a.label, LONGEST_LABEL), "flow", "; ".join(t for t in (a.label, a.needs) if t))
            exits += [Exit(node.id)] if folded else self.items(a.body, [way], where, level)
        if item.missing:
            exits += self.items(item.missing, [Exit(node.id, "if there is none")], where, level)
        return exits

    def test(self, item: Fork, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        node = self.node("test", f"{item.subject}?", where, span=item.span)
        self.place(node, entries)
        exits: list[Exit] = []
        for label, body in item.cases:
            exits += self.items(body, [Exit(node.id, cut(label, LONGEST_LABEL))], where, level)
        return exits

    # ------------------------------------------------------------------------------------------------ parts

    def part(self, part: Part | Use, often: str, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        """A phase, step or procedure: a frame with its inside, or a card."""
        outer, around = self.path, self.around
        self.path = part.path
        opened = len(self.nodes) < MOST_NODES and self.opens(part.path, level + 1, around)
        bare = not part.body or isinstance(part.body[0], Jump | Ending)
        if (opened and not bare) or (part.body and one_node(part.body)):
            self.around = (*around, part.path)
            inner = level if wraps(part.body) else level + 1
            title = f"{part.title} ({part.given})" if isinstance(part, Use) and part.given else part.title
            kind = "procedure" if isinstance(part, Use) else part.kind
            told = hint(part.span, part.refs)
            short = cut(capital(title), LONGEST_TITLE)
            frame = Cluster(self.name("frame"), short, often, part.refs, told, kind, where)
            exits = self.framed(frame, part.body, entries, inner)
        else:
            exits = self.card(part, often, entries, where)
        exits += self.pending.pop(part.path, [])
        self.path, self.around = outer, around
        return exits

    def framed(self, frame: Cluster, body: Items, entries: list[Exit], level: int) -> list[Exit]:
        """A body in a frame; the frame of a single box becomes the heading of the box."""
        node_mark, cluster_mark = len(self.nodes), len(self.clusters)
        self.clusters.append(frame)
        self.homes[frame.id] = frozenset((*self.around, self.path))
        exits = self.items(body, entries, frame.id, level)
        new = [i for i in range(node_mark, len(self.nodes)) if self.nodes[i].cluster == frame.id]
        if not new and len(self.clusters) == cluster_mark + 1:  # nothing to frame
            self.clusters.pop()
        if len(new) == 1 and len(self.clusters) == cluster_mark + 1:
            only = self.nodes[new[0]]
            if only.kind in ("action", "ask", "chance") or (not frame.title and only.kind == "card"):
                self.clusters.pop()
                self.nodes[new[0]] = headed(only, frame)
        return exits

    def card(self, part: Part | Use, often: str, entries: list[Exit], where: str | None) -> list[Exit]:
        facts = self.inquiry.of_part(part)
        rows = summary(part.body, self.inquiry, part.path)
        title = f"{part.title} ({part.given})" if isinstance(part, Use) and part.given else part.title
        if isinstance(part, Use):
            side = deciders(part, self.inquiry)
            rows = (Row("", side),) if side and not rows else rows
        node = self.node("card", title, where, rows, part.refs, part.span)
        node = evolve(node, heading=cut(capital(often), LONGEST_TITLE))
        self.place(node, entries)
        return self.consequences(facts, node.id)

    def consequences(self, facts: Facts, source: str) -> list[Exit]:
        """The ways out of a closed part."""
        for ending in facts.endings:
            self.join([Exit(source)], self.ending(ending))
        for jump in facts.leaves:
            self.leave(jump, [Exit(source)])
        return [Exit(source)] if facts.goes_on else []

    # ------------------------------------------------------------------------------------------------ repeats

    def round(self, item: Round, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        if item.kind == "while":
            return self.while_(item, entries, where, level)
        mark = len(self.nodes)
        only = item.body[0] if len(item.body) == 1 else None
        if isinstance(only, Part | Use):
            exits = self.part(only, item.label, entries, where, level)
        else:
            often = cut(item.label, LONGEST_TITLE)
            frame = Cluster(self.name("round"), "", often, (), hint(item.span, ()), "round", where)
            exits = self.framed(frame, item.body, entries, level)
        head = next((n for n in self.nodes[mark:] if n.kind != "ending"), None)
        if head is None or not exits:
            return exits
        if item.kind == "each":
            return self.next_one(item, exits, head, where)
        if all(e.label == AFTER_LAST and Edge(e.source, head.id, "", "again") in self.edges for e in exits):
            return exits if item.kind == "until" else []  # the repetition inside leads back there already
        self.back(item.label, exits, head, where)
        return exits if item.kind == "until" else []

    def next_one(self, item: Round, exits: list[Exit], head: Node, where: str | None) -> list[Exit]:
        """After one member the next; a repetition in a single box says so in its heading."""
        if head.cluster == where and all(e.source == head.id for e in exits):
            return exits
        word = evolve(self.node("again", item.following, self.outermost(head.cluster, where)), title=item.following)
        self.place(word, exits)
        self.edges.append(Edge(word.id, head.id, "", "again"))
        return [Exit(word.id, AFTER_LAST)]

    def back(self, label: str, exits: list[Exit], head: Node, where: str | None) -> None:
        """Lead loose ends back to `head`, past a word that says so."""
        if {e.source for e in exits} == {head.id}:
            self.join(exits[:1], head.id, "again", label)
            return
        word = evolve(self.node("again", label, self.outermost(head.cluster, where)), title=label)
        self.add(word)
        self.join(exits, word.id, "turn" if len(exits) == 1 else None)
        self.edges.append(Edge(word.id, head.id, "", "again"))

    def outermost(self, cluster: str | None, where: str | None) -> str | None:
        """The frame that holds `cluster` and stands directly in `where`."""
        parents = {c.id: c.cluster for c in self.clusters}
        while cluster is not None and parents.get(cluster, where) != where:
            cluster = parents[cluster]
        return cluster

    def while_(self, item: Round, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        condition = item.label.removeprefix("while ")
        node = self.node("test", f"{condition}?", where, span=item.span)
        self.place(node, entries)
        exits = self.items(item.body, [Exit(node.id, "yes")], where, level)
        if exits:
            self.back("again", exits, node, where)
        return [Exit(node.id, "no")]

    # ------------------------------------------------------------------------------------------------ whole games

    def reactions(self, reactions: tuple[Reaction, ...]) -> None:
        """What may happen at any time, as a list at the side; endings among them are joined to it."""
        if not reactions:
            return
        rows: list[Row] = []
        for r in reactions:
            rows.append(Row(cut(capital(r.text), LONGEST_LINE), "", 0, "quiet", r.refs))
            rows += [evolve(row, indent=row.indent + 1) for row in summary(r.body, self.inquiry, "", plain=True)]
        whole = "\n".join(capital(r.text) for r in reactions)
        node = self.node("notes", "At any time", None, tuple(rows), (), reactions[0].span, whole)
        self.nodes.append(node)
        for r in reactions:
            for ending in self.inquiry.of(r.body).endings:
                self.edges.append(Edge(node.id, self.ending(ending), "", "note"))

    def done(self, title: str) -> Diagram:
        return Diagram(title, tuple(self.nodes), tuple(dict.fromkeys(self.edges)), tuple(self.clusters))


def drawn_to_depth(outline: Outline, depth: int) -> Diagram:
    """A whole game, open to a depth."""
    sketch = Sketch(lambda path, level, around: level <= depth)
    draw_game(sketch, outline, setup_open=depth >= 2)
    return sketch.done(outline.title)


def draw_game(sketch: Sketch, outline: Outline, *, setup_open: bool) -> None:
    sketch.path = "setup"
    if outline.setup:
        start = Part("setup", "Set-up", "phase", outline.setup, span=outline.setup[0].span)
        if setup_open:
            frame = Cluster("setup/frame", start.title, "", (), hint(start.span, ()), "phase", None)
            entries = sketch.framed(frame, start.body, [Exit("")], 1)
            sketch.edges = [e for e in sketch.edges if e.source]
        else:
            entries = sketch.card(start, "", [], None)
    else:
        entries = sketch.place(evolve(sketch.node("start", "Start", None), id="start"), [])
    sketch.path = ""
    entries = sketch.items(outline.flow, entries, None, 0)
    if entries:
        sketch.place(evolve(sketch.node("end", "The game ends", None), id="end"), entries)
    sketch.reactions(outline.reactions)
