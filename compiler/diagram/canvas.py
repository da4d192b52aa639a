"""What a drawing is put together with: nodes, frames, and loose ends that look for what comes next."""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from rulewright.compiler.diagram.diagram import Cluster, Diagram, Edge, EdgeKind, Node, NodeKind, Row
from rulewright.compiler.diagram.heat import Times, added
from rulewright.compiler.diagram.shapes import hint
from rulewright.compiler.words.text import capital, cut
from rulewright.dsl.source import NOWHERE, Span

LONGEST_TITLE = 90
LONGEST_TEST = 150
LONGEST_LABEL = 66
LONGEST_LINE = 140


@frozen
class Exit:
    """A loose end: an arrow that still looks for its head. `times`: how often a run took it."""

    source: str
    label: str = ""
    kind: EdgeKind = "flow"
    tooltip: str = ""
    times: Times = None


def way_out(source: str, label: str, more: str = "", times: Times = None) -> Exit:
    """A loose end with a label; what is cut from it, and what there is `more` to say, is told when pointed at."""
    short = cut(label, LONGEST_LABEL)
    whole = label if more or short != label else ""
    return Exit(source, short, "flow", "; ".join(t for t in (whole, more) if t), times)


@define
class Canvas:
    """Nodes, edges and frames so far; `path` is the part being drawn, `around` the parts around it."""

    nodes: list[Node] = field(factory=list)
    edges: list[Edge] = field(factory=list)
    clusters: list[Cluster] = field(factory=list)
    used: dict[str, int] = field(factory=dict)
    homes: dict[str, frozenset[str]] = field(factory=dict)  # of every box and frame: the paths of the parts around it
    path: str = ""
    around: tuple[str, ...] = ()

    def name(self, word: str) -> str:
        """A new id, from the path and a number."""
        base = f"{self.path or 'flow'}/{word}".replace(" ", "_")
        self.used[base] = self.used.get(base, 0) + 1
        return f"{base}{self.used[base]}"

    def place(self, node: Node, entries: list[Exit], past: Times = None) -> list[Exit]:
        """Put a node down and lead the loose ends to it; running went on from it so often."""
        self.add(node)
        self.join(entries, node.id)
        return [Exit(node.id, times=past)]

    def add(self, node: Node) -> None:
        """Put a node down; it is at home where its frame is."""
        self.nodes.append(node)
        here = frozenset((*self.around, self.path))
        self.homes[node.id] = here | self.homes.get(node.cluster or "", frozenset())

    def join(self, entries: list[Exit], target: str, kind: EdgeKind | None = None, label: str = "") -> None:
        for e in entries:
            text = " · ".join(t for t in (e.label, label) if t)
            self.edges.append(Edge(e.source, target, text, kind or e.kind, e.tooltip, times=e.times))

    def gathered(self, exits: list[Exit], frame: str) -> list[Exit]:
        """Several ways out of a frame, led together to one point in it."""
        if len({e.source for e in exits}) < 2 or all(c.id != frame for c in self.clusters):
            return exits
        past = added(e.times for e in exits)
        return self.place(Node(self.name("join"), "join", "", cluster=frame), exits, past)

    def node(
        self,
        kind: NodeKind,
        title: str,
        where: str | None,
        rows: tuple[Row, ...] = (),
        refs: tuple[str, ...] = (),
        span: Span = NOWHERE,
        more: str = "",
        times: Times = None,
    ) -> Node:
        """A node that is not put down yet; what does not fit is cut and told in full when pointed at."""
        most = LONGEST_TEST if kind == "test" else LONGEST_TITLE
        shown = tuple(evolve(r, text=cut(capital(r.text), LONGEST_LINE), side=cut(r.side, 40)) for r in rows)
        told = [capital(title)] if len(title) > most else []
        told += [capital(r.text) for r in rows if len(r.text) > LONGEST_LINE]
        tooltip = hint(span, refs, *told, more)
        return Node(self.name(kind), kind, cut(capital(title), most), "", shown, refs, tooltip, where, times=times)

    def outermost(self, cluster: str | None, where: str | None) -> str | None:
        """The frame that holds `cluster` and stands directly in `where`."""
        parents = {c.id: c.cluster for c in self.clusters}
        while cluster is not None and parents.get(cluster, where) != where:
            cluster = parents[cluster]
        return cluster

    def done(self, title: str) -> Diagram:
        return Diagram(title, tuple(self.nodes), merged(self.edges), tuple(self.clusters))


def merged(edges: list[Edge]) -> tuple[Edge, ...]:
    """Each edge once; what was counted on several that look alike is added up."""
    alike: dict[Edge, list[Times]] = {}
    for edge in edges:
        alike.setdefault(edge, []).append(edge.times)
    return tuple(evolve(edge, times=added(counts)) for edge, counts in alike.items())
