"""Small questions of drawing: what fits in one box, what is no level of its own, and what a tooltip says."""

from __future__ import annotations

from attrs import evolve

from rulewright.compiler.diagram.diagram import Cluster, Node
from rulewright.compiler.outline.outline import Ask, Items, Part, Plain, Round
from rulewright.dsl.source import NOWHERE, Span


def headed(node: Node, frame: Cluster) -> Node:
    """A box that takes the place of its frame."""
    heading = ", ".join(t for t in (frame.title, frame.subtitle) if t)
    refs = tuple(dict.fromkeys((*frame.refs, *node.refs)))
    if node.heading:
        heading = f"{heading} — {node.heading}"
    return evolve(node, heading=heading, refs=refs, cluster=frame.cluster)


def hint(span: Span, refs: tuple[str, ...], *more: str) -> str:
    """The text of a tooltip: where it is written, and what does not fit into the picture."""
    place = [] if span.source is NOWHERE.source else [f"{span} {' '.join(refs)}".strip()]
    return "\n".join([*place, *(m for m in more if m)])


def all_plain(items: Items) -> bool:
    return all(isinstance(i, Plain) for i in items)


def one_node(items: Items) -> bool:
    """Does this draw as a single box?"""
    if all_plain(items):
        return True
    only = items[0] if len(items) == 1 else None
    if isinstance(only, Round) and only.kind == "each":
        return one_node(only.body)
    if not isinstance(only, Ask) or len(only.alternatives) != 1 or only.missing:
        return False
    way = only.alternatives[0]
    return not way.label and len(way.body) <= 3 and all_plain(way.body)


def wraps(items: Items) -> bool:
    """Is there nothing in it but one other part?"""
    only = items[0] if len(items) == 1 else None
    if isinstance(only, Round):
        return wraps_round(only)
    return isinstance(only, Part)


def wraps_round(item: Round) -> bool:
    return len(item.body) == 1 and isinstance(item.body[0], Part)
