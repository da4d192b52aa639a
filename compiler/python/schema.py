"""A schema as Python text that rebuilds it."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.compiler.python.unit import Unit
from rulewright.runtime import schema as runtime_schema

WIDTH = 110


def schema_text(unit: Unit) -> str:
    """The expression that the emitted module makes its schema with; the classes it names are imported."""
    for kind in vars(runtime_schema).values():
        if isinstance(kind, type) and attrs.has(kind) and kind.__module__ == runtime_schema.__name__:
            unit.need(kind.__name__, "schema")
    return _text(unit.schema, 0)


def _text(value: Any, depth: int) -> str:
    flat = _flat(value)
    if len(flat) + 4 * depth <= WIDTH:
        return flat
    pad = "    " * (depth + 1)
    if attrs.has(type(value)):
        parts = [f"{f.name}={_text(getattr(value, f.name), depth + 1)}" for f in attrs.fields(type(value))]
        opens, closes = f"{type(value).__name__}(", ")"
    elif isinstance(value, tuple):
        parts = [_text(v, depth + 1) for v in value]
        opens, closes = "(", ")"
    elif isinstance(value, dict):
        parts = [f"{k!r}: {_text(v, depth + 1)}" for k, v in value.items()]
        opens, closes = "{", "}"
    else:
        return flat
    inner = "".join(f"{pad}{p},\n" for p in parts)
    return f"{opens}\n{inner}{'    ' * depth}{closes}"


def _flat(value: Any) -> str:
    if attrs.has(type(value)):
        parts = (getattr(value, f.name) for f in attrs.fields(type(value)))
        return f"{type(value).__name__}({', '.join(_flat(p) for p in parts)})"
    if isinstance(value, tuple):
        inner = ", ".join(_flat(v) for v in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {_flat(v)}" for k, v in value.items()) + "}"
    return repr(value)
