"""The phase diagram of a program as data: clusters, nodes and edges with words in them, for dot.py and
mermaid.py. draw.py draws it; here are the parts and the two ways to ask for one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from rulewright.compiler.diagram.heat import Heat, Times
from rulewright.compiler.outline.marks import Mark
from rulewright.compiler.outline.outline import Items, Outline, Part, Use, inside
from rulewright.compiler.outline.passed import Ledger
from rulewright.dsl import ir
from rulewright.dsl.suggest import nearest

NodeKind: TypeAlias = Literal[
    "start", "card", "action", "ask", "chance", "test", "again", "join", "ending", "notes", "stub", "end"
]
EdgeKind: TypeAlias = Literal["flow", "again", "turn", "early", "note", "below"]


class UnknownPath(Exception):
    """There is no phase, step or procedure of this name; `near` is a name like it, or ""."""

    def __init__(self, path: str, near: str) -> None:
        super().__init__(f"nothing is called {path!r}")
        self.path = path
        self.near = near


def _times() -> Any:
    """How often a run came here; None: not known, or the diagram shows no run."""
    return field(default=None, eq=False, repr=False, kw_only=True)


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
    closed is summed up. `focus`: the path of a phase, step or procedure ("Turn.Stake", or a tail that only one has), or
    "setup": that alone with everything in it, and where it is entered from and goes to. Raises `UnknownPath`.
    """
    from rulewright.compiler.diagram.draw import drawn_to_depth
    from rulewright.compiler.diagram.focus import drawn_alone
    from rulewright.compiler.outline.build import Builder

    outline = Builder(program if ledger is None else ledger.counted.source, ledger).outline()
    heat = None if ledger is None else Heat(ledger.games, words)
    if focus is None:
        return evolve(drawn_to_depth(outline, max(0, depth)), heat=heat)
    return evolve(drawn_alone(outline, found_path(outline, focus)), heat=heat)


def paths(outline: Outline) -> tuple[str, ...]:
    """Every path that can be focused on, in the order of the rules."""
    named = ["setup"] if outline.setup else []
    bodies: list[Items] = [outline.setup, outline.flow, *(r.body for r in outline.reactions)]
    bodies += [(p,) for p in outline.procedures]
    for item in inside(bodies):
        if isinstance(item, Part | Use):
            named.append(item.path)
    return tuple(dict.fromkeys(named))


def found_path(outline: Outline, wanted: str) -> str:
    """The path that is meant; a tail will do if only one path ends so."""
    known = paths(outline)
    if wanted in known:
        return wanted
    tails = [p for p in known if p.lower() == wanted.lower() or p.lower().endswith(f".{wanted.lower()}")]
    if len(tails) == 1:
        return tails[0]
    raise UnknownPath(wanted, nearest(wanted, known) or nearest_tail(wanted, known))


def nearest_tail(wanted: str, known: Iterable[str]) -> str:
    """The path whose last name is nearest."""
    tails = {p.rsplit(".", 1)[-1]: p for p in reversed(list(known))}
    near = nearest(wanted.rsplit(".", 1)[-1], tails)
    last = wanted.rsplit(".", 1)[-1]
    return tails.get(near, tails.get(last, ""))
