"""`rename A to NAME "title"`: the new name, and every use of the old one after it.

Names are changed when all else is put together, in what every variant wrote. That is done by the letters of a name, so
a name that could mean something else as well is refused.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Label, Report
from rulewright.dsl.overlay.addresses import Target, column_names
from rulewright.dsl.overlay.changing import Changing
from rulewright.dsl.overlay.setting import TEXTS, set_text
from rulewright.dsl.overlay.things import Thing, Things
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below

LOCAL = ast.Binder | ast.Let | ast.Param | ast.DrawCard | ast.Reached  # what binds a name in a body
FOR_GOOD = ast.Game | ast.Setup | ast.Score | ast.Heuristic | ast.Behaviour | ast.Costs  # what keeps the name it has
OWN = ast.Phase | ast.Alternative | ast.Needs | ast.Costs  # their names stand in no expression


def rename(c: Changing, change: ast.Rename) -> None:
    thing = c.seen.thing(change.address, "renamed", c.report)
    if thing is None:
        return
    if not thing.name or isinstance(thing.node, FOR_GOOD):
        c.cannot(change.address, thing, "renamed")
        return
    if change.name.text == thing.name:
        c.nothing(change.span, f"`{thing.path}` is called this already")
        return
    if thing.name.isdecimal():
        c.cannot(change.address, thing, "renamed", "its name is a number")
        return
    if not c.is_new(change.name, thing.parent, "", phase=isinstance(thing.node, ast.Phase)):
        return
    if not c.ledger.free(thing, c.done(change.span, "renames"), "name"):
        return
    c.things.called(thing, change.name.text, c.variant.name.text)
    thing.renamed = change.name.span
    if change.title and (TEXTS.get(type(thing.node)) in ("title", "label") or isinstance(thing.node, ast.Row)):
        text = ast.SetTo(change.address, ast.Text(change.title, span=change.span), span=change.span)
        attribute = TEXTS.get(type(thing.node), "")
        if attribute:
            if c.ledger.free(thing, c.done(change.span, "sets"), attribute):
                thing.node = attrs.evolve(thing.node, **{attribute: change.title})
        else:
            set_text(c, text, Target(thing), change.title)
    elif change.title:
        c.cannot(change.address, thing, "given a title")


# ------------------------------------------------------------------------------------------------ uses


def uses_follow(file: ast.File, things: Things, report: Report) -> ast.File:
    """The file with every use of an old name replaced by the new one."""
    words: dict[str, str] = {}  # in expressions
    paths: dict[str, str] = {}  # in `end` and `during`
    parts: dict[str, str] = {}  # in the addresses of `while` blocks
    for thing in {id(t): t for found in things.by_name.values() for t in found}.values():
        if thing.renamed is None or thing.ended is not None:
            continue
        for old in {name for name, _ in thing.names} - {thing.name}:
            other = another_meaning(old, thing, file, things)
            if other is not None:
                labels = [Label(other, f"`{old}` is something else here")] if other.source.text else []
                report.add("RW1019", thing.renamed, name=old, labels=labels)
                continue
            parts[old] = thing.name
            if isinstance(thing.node, ast.Phase | ast.ProcedureDecl):
                paths[old] = thing.name
            if not isinstance(thing.node, OWN):
                words[old] = thing.name
    if not parts:
        return file
    made: ast.File = Renaming(words, paths, parts).of(file)
    return made


def another_meaning(old: str, thing: Thing, file: ast.File, things: Things) -> Span | None:
    """A place where the old name is the name of something that could be taken for the thing."""
    if isinstance(thing.node, ast.Alternative | ast.Needs | ast.Costs):
        return None
    block = isinstance(thing.node, ast.Phase)
    for other in things.by_name.get(old, ()):
        if other is thing or other.ended is not None:
            continue
        if isinstance(other.node, ast.Phase) is block and not isinstance(
            other.node, ast.Alternative | ast.Needs | ast.Costs
        ):
            return other.span
    if block:
        return None
    for node in below(file):
        if isinstance(node, LOCAL) and node.name.text == old:
            return node.name.span
        if isinstance(node, ast.Product):
            named = [factor.name for factor in node.factors] + [column.name for column in node.columns]
            if old in {name.text for name in named}:
                return node.span
        if isinstance(node, ast.ClassDecl) and old in (node.header.key.text, *column_names(node)):
            return node.header.span
    return None


class Renaming:
    """New names for old ones, throughout a tree."""

    def __init__(self, words: dict[str, str], paths: dict[str, str], parts: dict[str, str]) -> None:
        self.words = words
        self.paths = paths
        self.parts = parts

    def of(self, node: Any) -> Any:
        match node:
            case ast.Name():
                return attrs.evolve(node, name=self.words.get(node.name, node.name))
            case ast.Ident():
                return self.ident(node, self.words)
            case ast.Address():
                return attrs.evolve(node, parts=tuple(self.parts.get(part, part) for part in node.parts))
            case ast.End():
                return attrs.evolve(node, path=tuple(self.ident(p, self.paths) for p in node.path))
        changed: dict[str, Any] = {}
        for field in attrs.fields(type(node)):
            old = getattr(node, field.name)
            if field.name == "during" and old is not None:
                new: Any = tuple(self.ident(p, self.paths) for p in old)
            elif field.name in ("span", "refs") or (field.name == "name" and isinstance(node, OWN)):
                continue
            else:
                new = self.part(old)
            if new is not old:
                changed[field.name] = new
        return attrs.evolve(node, **changed) if changed else node

    def part(self, value: Any) -> Any:
        if isinstance(value, tuple):
            new = tuple(self.part(v) for v in value)
            return new if any(a is not b for a, b in zip(new, value, strict=True)) else value
        return self.of(value) if attrs.has(type(value)) and not isinstance(value, Span) else value

    def ident(self, node: ast.Ident, names: dict[str, str]) -> ast.Ident:
        new = names.get(node.text)
        return node if new is None else attrs.evolve(node, text=new)
