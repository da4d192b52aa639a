"""The phase diagram of a program as data: clusters, nodes and edges with words in them, for dot.py and
mermaid.py. draw.py draws it; here are the parts and the two ways to ask for one.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from rulewright.compiler.diagram.heat import Heat, Times
from rulewright.compiler.outline.marks import Mark
from rulewright.compiler.outline.passed import Ledger
from rulewright.dsl import ir

NodeKind: TypeAlias = Literal[
    "start", "card", "action", "ask", "chance", "test", "again", "join", "ending", "notes", "stub", "end"
]
EdgeKind: TypeAlias = Literal["flow", "again", "turn", "early", "note", "below"]


def _times() -> Any:
    """How often a run came here; None: not known, or the diagram shows no run."""
    return field(default=None, eq=False, repr=False, kw_only=True)


def _path() -> Any:
    """The address of what this stands for, where that has a picture of its own; "" for none."""
    return field(default="", eq=False, repr=False, kw_only=True)


@frozen
class Row:
    """A line in a node. `side` stands at the right (who decides); "quiet" lines are conditions and repeats."""

    text: str
    side: str = ""
    indent: int = 0
    style: Literal["plain", "quiet", "strong"] = "plain"
    refs: tuple[str, ...] = ()
    times: Times = _times()
    mark: Mark = field(default="", kw_only=True)
    path: str = _path()


@frozen
class Node:
    """A box, or a word ("again") or point ("join") where arrows meet. `heading` is a small line above (the step it
    belongs to, how often), `title` the main line."""

    id: str
    kind: NodeKind
    title: str
    heading: str = ""
    rows: tuple[Row, ...] = ()
    refs: tuple[str, ...] = ()
    tooltip: str = ""
    cluster: str | None = None
    times: Times = _times()
    mark: Mark = field(default="", kw_only=True)
    path: str = _path()


@frozen
class Edge:
    """An arrow; "early" is an early end, "note" only relates, "below" is not drawn and only says where its head
    may stand. Going back is a line to a word ("turn") and an arrow from there to the start ("again")."""

    source: str
    target: str
    label: str = ""
    kind: EdgeKind = "flow"
    tooltip: str = ""
    times: Times = _times()
    mark: Mark = field(default="", kw_only=True)


@frozen
class Cluster:
    """A frame around a phase, a step or a repetition; `subtitle` says how often."""

    id: str
    title: str
    subtitle: str = ""
    refs: tuple[str, ...] = ()
    tooltip: str = ""
    kind: Literal["phase", "step", "procedure", "round"] = "phase"
    cluster: str | None = None
    times: Times = _times()
    mark: Mark = field(default="", kw_only=True)
    path: str = _path()


@frozen
class Diagram:
    """Everything in the order of the rules. `cluster` of a node or cluster is the id of the frame it stands in. With
    `heat` it shows a run: the parts say how often it came to them."""

    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    clusters: tuple[Cluster, ...] = ()
    heat: Heat | None = None
    marked: bool = False  # two rulesets at once, see merged.py


def diagram_of(
    program: ir.Program, *, depth: int = 1, focus: str | None = None, ledger: Ledger | None = None, words: str = ""
) -> Diagram:
    """The phase diagram of one checked program, or, with the `ledger` of a run of it, of what happened in that run
    (`words` say how it was played).

    `depth`: how many levels of phases are open (a phase that only wraps one other is no level of its own); what is
    closed is summed up. `focus`: an address ("Turn.Stake", or a tail that only one has, see addresses.py): that alone
    with everything in it, and where it is entered from and goes to. Raises `UnknownPath`.
    """
    from rulewright.compiler.diagram.addresses import found_path
    from rulewright.compiler.diagram.draw import drawn_to_depth
    from rulewright.compiler.diagram.focus import drawn_alone
    from rulewright.compiler.outline.build import Builder

    outline = Builder(program if ledger is None else ledger.counted.source, ledger).outline()
    heat = None if ledger is None else Heat(ledger.games, words)
    if focus is None:
        return evolve(drawn_to_depth(outline, max(0, depth)), heat=heat)
    return evolve(drawn_alone(outline, found_path(outline, focus)), heat=heat)
