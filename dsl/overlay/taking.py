"""`remove` and `replace`: what goes, with everything inside it, and what comes in its place."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.overlay.addresses import column_names
from rulewright.dsl.overlay.changing import Changing, only_nothing
from rulewright.dsl.overlay.things import Thing, described

# replace what: the sorts that a declaration of this form can stand for
INSIDE = ast.Phase | ast.Behaviour | ast.Needs | ast.Alternative | ast.While


def remove(c: Changing, change: ast.Remove) -> None:
    """Each thing named, with what is inside."""
    for address in change.addresses:
        thing = c.seen.thing(address, "removed", c.report)
        if thing is None:
            continue
        if isinstance(thing.node, ast.Game):
            c.cannot(address, thing, "removed")
        elif c.ledger.end(thing, c.done(address.span, "removes"), whole=True):
            names = {t.name for t in (thing, *thing.below()) if t.name and not isinstance(t.node, ast.Behaviour)}
            c.trail.note(names, address.span, "removed")
            c.trail.took(thing.node, address.span)


def replace(c: Changing, change: ast.Replace) -> None:
    """A declaration anew; what hangs on it stays."""
    thing = c.seen.thing(change.address, "replaced", c.report)
    if thing is None:
        return
    if isinstance(change.new, ast.While) and isinstance(thing.node, ast.Row):
        blocks = [t for t in thing.inside if isinstance(t.node, ast.While) and c.seen.is_there(t)]
        thing = blocks[0] if len(blocks) == 1 else thing  # the row says which, if it has one block
    about = described(change.new)
    assert about is not None
    if about[0] != thing.sort:
        c.report.add("RW1013", change.address.span, name=thing.path, what=thing.sort, other=about[0])
        return
    new = renamed_back(change.new, thing)
    if new == thing.node:
        c.nothing(change.span, f"`{thing.path}` is written like this already")
        return
    if not c.ledger.end(thing, c.done(change.span, "replaces"), whole=False):
        return
    lost = {t.name for t in thing.below() if t.name}
    if isinstance(thing.node, ast.ClassDecl) and isinstance(new, ast.ClassDecl):
        lost |= set(column_names(thing.node)) - set(column_names(new))
    c.trail.took(thing.node, change.span)
    put_in_place(c, thing, new)
    lost -= {t.name for t in thing.below() if t.ended is None and t.name}
    if isinstance(thing.node, ast.ProcedureDecl | ast.Behaviour | ast.Phase):
        check_emptied(c, change, thing)
    c.trail.note({thing.name, *lost}, change.span, "replaced")


def check_emptied(c: Changing, change: ast.Replace, thing: Thing) -> None:
    """Something that does nothing any more is better removed (a behaviour may do nothing, a phase may not)."""
    if isinstance(thing.node, ast.Phase) and only_nothing(thing.node.body) and not thing.touched:
        c.nothing(change.span, f"what is left of `{thing.path}` does nothing: `remove` it")


def renamed_back(new: Any, thing: Thing) -> Any:
    """The new node under the name that the old one had when it was written (names are changed last)."""
    if isinstance(new, ast.While) and isinstance(thing.node, ast.While):
        return attrs.evolve(new, name=thing.node.name, row=thing.node.row)
    name = getattr(thing.node, "name", None)
    if isinstance(name, ast.Ident) and not isinstance(new, ast.Score | ast.Heuristic):
        return attrs.evolve(new, name=attrs.evolve(new.name, text=name.text))
    return new


def put_in_place(c: Changing, thing: Thing, new: Any) -> None:
    """The thing is `new` from here on: everything inside was brought by this variant."""
    thing.node = new
    thing.at_the_end.clear()
    thing.parts.clear()
    thing.counted = False
    c.things.kept.append(new)
    c.things.inside_of(new, thing, c.variant.name.text)


def replace_rows(c: Changing, change: ast.ReplaceRows) -> None:
    """Rows of a table anew: their cells, and the behaviours that are given."""
    address = ast.Address((change.cls.text,), span=change.cls.span)
    cls = c.seen.thing(address, "given rows", c.report)
    if cls is None:
        return
    if not isinstance(cls.node, ast.ClassDecl):
        c.cannot(address, cls, "given rows")
        return
    for given in change.rows:
        row = ast.joined(given) if cls.node.between is not None else given
        old = next((t for t in cls.inside if row.key.text in c.seen.names(t) and c.seen.is_there(t)), None)
        if old is None:
            near = [t.name for t in cls.inside if c.seen.is_there(t)]
            c.report.add("RW1016", row.key.span, name=row.key.text, cls=cls.path, rows=", ".join(near[:12]))
            continue
        replace_row(c, cls, old, row)


def replace_row(c: Changing, cls: Thing, old: Thing, row: ast.Row) -> None:
    given = {b.name.text for b in row.behaviours}
    kept = tuple(b for b in old.node.behaviours if b.name.text not in given)
    if row.cells == old.node.cells and all(
        b in (*old.node.behaviours, *old.node.living) for b in (*row.behaviours, *row.living)
    ):
        c.nothing(row.span, f"`{old.path}` is written like this already")
        return
    done = c.done(row.span, "replaces")
    columns = column_names(cls.node)
    for column in columns or [""]:
        if not c.ledger.free(old, done, f"cell {column}"):
            return
    for inner in old.inside:
        again = bool(row.living) if isinstance(inner.node, ast.While) else inner.name in given
        if again and inner.ended is None and not c.ledger.end(inner, done, whole=True):
            return
    old.node = attrs.evolve(
        old.node, cells=row.cells, behaviours=(*kept, *row.behaviours), living=row.living or old.node.living,
        refs=row.refs or old.node.refs, span=row.span,
    )  # fmt: skip
    c.things.kept.append(row)
    for part in (*row.behaviours, *row.living):
        c.take_in(part, old)
    c.trail.note({old.name}, row.span, "replaced")
