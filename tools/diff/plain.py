"""A piece of a program as nested tuples, to be compared: only what makes a difference, and no names that nobody chose.

Left out are places in the text, numbers of points, and what follows from the rest (what a write widens, how large a
range can be). Locals are numbered as they come.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl import ir

NOT_COMPARED = frozenset(
    {"span", "id", "reads", "text_hash", "variants", "widens", "resets", "ends_only", "size", "keeper"}
)
FOLLOWS: dict[type, frozenset[str]] = {
    ir.RangeDomain: frozenset({"least", "most"}),
    ir.Value: frozenset({"type"}),
    ir.SetField: frozenset({"range"}),
    ir.Zone: frozenset({"capacity"}),
    ir.Watch: frozenset({"name"}),
    ir.When: frozenset({"name"}),
}
LOCALS: dict[type, frozenset[str]] = {
    ir.Local: frozenset({"name"}), ir.SetLocal: frozenset({"name"}), ir.Fold: frozenset({"local"}),
    ir.Each: frozenset({"local"}), ir.Sample: frozenset({"local"}), ir.Binder: frozenset({"local"}),
    ir.Move: frozenset({"handle"}), ir.Turn: frozenset({"handle"}), ir.Tell: frozenset({"handle"}),
    ir.Call: frozenset({"into"}), ir.Watch: frozenset({"local"}), ir.When: frozenset({"local"}),
    ir.Reach: frozenset({"local"}), ir.Value: frozenset({"params"}), ir.Procedure: frozenset({"params"}),
}  # fmt: skip


def plain(node: Any) -> Any:
    return _Plain({}).of(node)


@attrs.frozen
class _Plain:
    names: dict[str, str]

    def of(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self.of(part) for part in node)
        kind: Any = type(node)
        if not attrs.has(kind):
            return node
        left_out = NOT_COMPARED | FOLLOWS.get(kind, frozenset())
        found: list[Any] = [kind.__name__]
        for a in attrs.fields(kind):
            if a.name not in left_out:
                value = getattr(node, a.name)
                if isinstance(value, str) and value.startswith("("):  # a field that a construct needs, by its number
                    value = "(made)"
                found.append(self.numbered(value) if a.name in LOCALS.get(kind, ()) else self.of(value))
        return tuple(found)

    def numbered(self, value: Any) -> Any:
        """A local, or several, by the order in which they come."""
        if isinstance(value, tuple):
            return tuple(self.numbered(part) for part in value)
        if value is None or value.startswith("@"):  # a member by name, see symbols.py
            return value
        return self.names.setdefault(value, f"local {len(self.names) + 1}")
