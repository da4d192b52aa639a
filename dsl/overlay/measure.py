"""How large a woven tree is: what wraps repeat is one node in many places, so it is measured once and counted often."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import define, field, frozen

from rulewright.dsl import ast
from rulewright.dsl.overlay.things import EXPRESSIONS
from rulewright.dsl.walk import children

MOST_PARTS = 1_000_000
DEEPEST = 48  # blocks inside blocks: what walks the tree must not run out of stack


@frozen
class Size:
    """Of a node: how many nodes it has, how many blocks are inside each other, and whether there is a phase."""

    parts: int
    depth: int
    phases: bool


@define(eq=False)
class Measure:
    """Remembers what was measured (and keeps it, so that no other node can take its number)."""

    known: dict[int, tuple[Any, Size]] = field(factory=dict)

    def of(self, node: Any) -> Size:
        found = self.known.get(id(node))
        if found is None:
            found = node, self._of(node)
            self.known[id(node)] = found
        return found[1]

    def _of(self, node: Any) -> Size:
        if isinstance(node, EXPRESSIONS) or not attrs.has(type(node)):
            return Size(1, 0, False)
        inner = [self.of(child) for child in children(node)]
        return Size(
            1 + sum(size.parts for size in inner),
            max((size.depth for size in inner), default=0) + isinstance(node, ast.Body),
            isinstance(node, ast.Phase) or any(size.phases for size in inner),
        )

    def too_large(self, node: Any) -> str:
        """Why a node is too large, or ""."""
        size = self.of(node)
        if size.parts > MOST_PARTS:
            return f"it has more than {MOST_PARTS:,} parts"
        return f"more than {DEEPEST} blocks are inside each other" if size.depth > DEEPEST else ""
