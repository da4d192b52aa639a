"""`before A`, `after A` and `instead of A`: what runs beside a thing, or around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.overlay.adding import new_phases
from rulewright.dsl.overlay.changing import Changing, only_nothing
from rulewright.dsl.overlay.ledger import HOOK
from rulewright.dsl.overlay.taking import put_in_place
from rulewright.dsl.overlay.things import Thing, Wrap
from rulewright.dsl.walk import below


def around(c: Changing, change: ast.Around) -> None:
    """Statements just before or after a phase, step or line; at the start or end of what has a body of its own."""
    word = "after" if change.after else "before"
    thing = c.seen.thing(change.address, "hooked into", c.report)
    if thing is None:
        return
    if not thing.runs:
        c.report.add("RW1014", change.address.span, name=str(change.address), what=thing.sort, word=word)
        return
    if only_nothing(change.body):
        c.nothing(change.span, f"`nothing` is all that comes {word} it")
        return
    at_top = thing.parent is None and not thing.has_body
    if at_top and (change.cond is not None or not all(isinstance(s, ast.Phase) for s in change.body.stmts)):
        advice = "" if change.cond is None else "and none that is there only at times: put it inside that phase"
        c.report.add("RW1024", change.span, name=thing.path, word=word, help=advice)
        return
    parent = thing if thing.has_body else thing.parent
    if not new_phases(c, parent, change.body) or not c.ledger.free(thing, c.done(change.span, "hooks into"), HOOK):
        return
    inserted = ast.Inserted(hooked(change), refs=change.refs, span=change.span)
    if thing.has_body:
        (thing.last if change.after else thing.first).append(inserted)
    else:
        (thing.after if change.after else thing.before).append(inserted)
    c.take_in(inserted, parent)
    c.trail.note({thing.name} - {""}, change.span, "hooked into")


def hooked(change: ast.Around) -> ast.Body:
    """What runs there, under its condition if it has one."""
    if change.cond is None:
        return change.body
    test = ast.IfStmt(change.cond, change.body, None, span=change.span)
    return ast.Body((test,), span=change.body.span)


def instead(c: Changing, change: ast.Instead) -> None:
    """Something else; `original` in it is what was there."""
    thing = c.seen.thing(change.address, "wrapped", c.report)
    if thing is None:
        return
    body, cond = change.body, change.cond
    if not thing.runs:
        c.report.add("RW1014", change.address.span, name=str(change.address), what=thing.sort, word="instead of")
        return
    number = len(list(originals(body)))
    if number and all(isinstance(s, ast.Original) for s in body.stmts) and len(body.stmts) == 1:
        c.nothing(change.span, "`original` alone is what was there")
        return
    done = c.done(change.span, "wraps" if number or cond is not None else "replaces")
    c.trail.note({thing.name} - {""}, change.span, "wrapped" if number or cond is not None else "replaced")
    if not number and cond is None:
        if c.ledger.end(thing, done, whole=False):
            c.trail.took(thing.node, change.span)
            stand_in(c, thing, change)
    elif c.ledger.free(thing, done, HOOK):
        thing.wraps.append(Wrap(cond, body, change.span))
        c.things.inside_of(body, thing, c.variant.name.text)


def stand_in(c: Changing, thing: Thing, change: ast.Instead) -> None:
    """Without `original` and condition the new body simply takes the place of the old."""
    if thing.has_body or isinstance(thing.node, ast.Phase):
        put_in_place(c, thing, attrs.evolve(thing.node, body=change.body))
    else:
        put_in_place(c, thing, ast.Inserted(change.body, refs=change.refs, span=change.span))


def originals(node: Any) -> Iterator[ast.Original]:
    """Every `original` in a body."""
    return (n for n in below(node) if isinstance(n, ast.Original))
