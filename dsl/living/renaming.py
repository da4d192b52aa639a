"""Names in a syntax tree: which are bound in a piece of it, and one put for another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.overlay.naming import LOCAL
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below


def bound_in(node: Any) -> set[str]:
    """Every name that is bound somewhere in it."""
    names = set()
    for n in below(node):
        match n:
            case ast.FieldDecl(per_name=ast.Ident(text=name)) | ast.WhenDecl(zone=ast.Dot(of=ast.Name(name=name))):
                names.add(name)
            case _ if isinstance(n, LOCAL | ast.Score | ast.Heuristic):
                names.add(n.name.text)
    return names


def fresh(name: str, taken: set[str]) -> str:
    """A name like this one that is not taken."""
    number = 2
    while f"{name}{number}" in taken:
        number += 1
    return f"{name}{number}"


def renamed(node: Any, names: Mapping[str, str | ast.Expr]) -> Any:
    """The same with other names, or with expressions for names; a new name also where it is bound."""
    if isinstance(node, tuple):
        return tuple(renamed(part, names) for part in node)
    if isinstance(node, Span) or not attrs.has(type(node)) or not names:
        return node
    if isinstance(node, ast.Name):
        new = names.get(node.name, node.name)
        return attrs.evolve(node, name=new) if isinstance(new, str) else new
    if isinstance(node, LOCAL) and isinstance(name := names.get(node.name.text), str):
        node = attrs.evolve(node, name=attrs.evolve(node.name, text=name))
    changed: dict[str, Any] = {}
    kind: Any = type(node)
    for at in attrs.fields(kind):
        if at.name not in ("span", "refs", "name"):
            old = getattr(node, at.name)
            new = renamed(old, names)
            if new is not old:
                changed[at.name] = new
    return attrs.evolve(node, **changed) if changed else node
