"""Declarations of a variant, and `add to A`: new things, and new parts of things."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.overlay.changing import Changing, only_nothing
from rulewright.dsl.overlay.ledger import ADDED
from rulewright.dsl.overlay.things import Thing
from rulewright.dsl.source import Span


def declare(c: Changing, change: ast.Add) -> None:
    """A new thing; its name must be new."""
    decl = change.decl
    name = getattr(decl, "name", None)
    if isinstance(decl, ast.Score | ast.Heuristic):
        name = ast.Ident("score" if isinstance(decl, ast.Score) else "heuristic", span=decl.span)
    advice, phase = "`replace` puts this in its place", isinstance(decl, ast.Phase)
    if isinstance(name, ast.Ident) and not c.is_new(name, None, advice, phase=phase):
        return
    thing = c.take_in(decl, None)
    c.added.append(thing or Thing("", "", decl, None, c.variant.name.text, change.span))


def add_to(c: Changing, change: ast.AddTo) -> None:
    """New parts, each as the thing that is added to has them."""
    target = c.seen.thing(change.address, "added to", c.report)
    if target is None:
        return
    stmts: list[ast.Stmt] = []
    for part in change.additions:
        match part:
            case ast.Entry():
                add_entry(c, change, target, part)
            case ast.Needs() | ast.Costs():
                add_need(c, change, target, part)
            case ast.Behaviour():
                add_behaviour(c, change, target, part)
            case ast.While():
                add_block(c, change, target, part)
            case _:
                stmts.append(part)
    if stmts:
        add_statements(c, change, target, stmts)


def wrong(c: Changing, target: Thing, part: str, span: Span, advice: str = "") -> None:
    """The thing has no such parts."""
    name = target.path or f"line {target.span.line}"
    c.report.add("RW1015", span, name=name, what=target.sort, part=part, help=advice)


def hold(c: Changing, target: Thing, span: Span) -> bool:
    return c.ledger.free(target, c.done(span, "adds to"), ADDED)


def put(c: Changing, owner: Thing, part: Any, span: Span) -> None:
    """A new part at the end of the parts of its sort."""
    if hold(c, owner, span):
        owner.parts.append(part)
        c.take_in(part, owner)


def add_entry(c: Changing, change: ast.AddTo, target: Thing, e: ast.Entry) -> None:
    """A row of a table, a member of an enumeration, or an alternative of a choice."""
    title = label_of(e)
    if isinstance(target.node, ast.ClassDecl):
        if e.body is not None:
            wrong(c, target, "an alternative", e.span, "a row holds cells, and `on ...` below it")
            return
        row = ast.Row(e.key, e.cells, e.behaviours, e.living, refs=e.refs, span=e.span)
        row = ast.joined(row) if target.node.between is not None else row
        if c.is_new(row.key, target, f"`replace in {target.name}` puts this in its place"):
            put(c, target, row, e.span)
    elif isinstance(target.node, ast.Enum):
        if e.body is not None or e.behaviours or e.living or title is None:
            wrong(c, target, "rows", e.span, "a member is a name, and a title in quotes if it needs one")
        elif c.is_new(e.key, target, ""):
            put(c, target, ast.EnumMember(e.key, title), e.span)
    else:
        add_alternative(c, change, target, e, title)


def add_alternative(c: Changing, change: ast.AddTo, target: Thing, e: ast.Entry, title: str | None) -> None:
    menus = [t for t in target.choices() if isinstance(t.node, ast.ChooseOne)]
    if e.body is None or title is None:
        wrong(c, target, "rows", e.span, "an alternative is a name, a text if need be, and what it does below it")
    elif len(menus) != 1:
        number = "none" if not menus else str(len(menus))
        wrong(c, target, "alternatives", e.span, f"of choices with alternatives there are {number} here")
    elif c.is_new(e.key, menus[0], f"`replace {menus[0].path}.{e.key.text} ...` puts this in its place"):
        put(c, menus[0], ast.Alternative(e.key, title, e.needs, e.body, refs=e.refs, span=e.span), e.span)


def label_of(e: ast.Entry) -> str | None:
    """The one text after the name, "" if there is nothing, None if there is something else."""
    if not e.cells:
        return ""
    atom = e.cells[0].atoms[0]
    return atom.text if len(e.cells) == 1 and isinstance(atom, ast.CellText) and len(e.cells[0].atoms) == 1 else None


def add_need(c: Changing, change: ast.AddTo, target: Thing, need: ast.Needs | ast.Costs) -> None:
    """A requirement of an alternative, or of the one choice in a thing."""
    owner: Thing | None = target
    if not isinstance(target.node, ast.Alternative):
        asking = [t for t in target.choices() if not isinstance(t.node, ast.ChooseOne | ast.OrdersEach)]
        owner = asking[0] if len(asking) == 1 else None
    if owner is None:
        advice = "name the alternative that needs it" if target.choices() else ""
        wrong(c, target, "requirements", need.span, advice)
    elif c.is_new(need.name, owner, f"`replace needs {owner.path}.{need.name.text}: ...` puts this in its place"):
        put(c, owner, need, need.span)


def add_behaviour(c: Changing, change: ast.AddTo, target: Thing, b: ast.Behaviour) -> None:
    """What a kind does, that did nothing under this name yet."""
    if not isinstance(target.node, ast.Row):
        wrong(c, target, "behaviours", b.span, "behaviours stand under a row: `add to Class.Row`")
    elif c.is_new(b.name, target, f"`replace on {target.path}.{b.name.text}` puts this in its place"):
        put(c, target, b, b.span)


def add_block(c: Changing, change: ast.AddTo, target: Thing, block: ast.While) -> None:
    """A `while` block of a row."""
    if not isinstance(target.node, ast.Row):
        wrong(c, target, "blocks", block.span, "`while` stands under a row, or on its own: `add to Class.Row`")
        return
    name = ast.Ident("while", span=block.span)
    put(c, target, attrs.evolve(block, name=name, row=target.node.key), block.span)


def add_statements(c: Changing, change: ast.AddTo, target: Thing, stmts: list[ast.Stmt]) -> None:
    """Statements at the end of a body."""
    body = ast.Body(tuple(stmts), span=stmts[0].span)
    if not isinstance(getattr(target.node, "body", None), ast.Body):
        wrong(c, target, "statements", stmts[0].span)
    elif only_nothing(body):
        c.nothing(change.span, "`nothing` is all that is added")
    elif new_phases(c, target, body) and hold(c, target, change.span):
        inserted = ast.Inserted(body, span=change.span)
        target.at_the_end.append(inserted)
        c.take_in(inserted, target)
        c.trail.note({target.name} - {""}, change.span, "added to")


def new_phases(c: Changing, parent: Thing | None, body: ast.Body) -> bool:
    """Are the names of the phases and steps in a body new beside what is there?"""
    around = parent
    while around is not None and not around.name:
        around = around.parent
    new = True
    for stmt in body.stmts:
        if isinstance(stmt, ast.Phase) and not c.is_new(stmt.name, around, "", phase=True):
            new = False
    return new
