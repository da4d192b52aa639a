"""All things and what was done to them, made one syntax tree again."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Label, Report
from rulewright.dsl.overlay.hooks import originals
from rulewright.dsl.overlay.measure import Measure
from rulewright.dsl.overlay.summing import summed
from rulewright.dsl.overlay.things import EXPRESSIONS, Thing, Things, Wrap
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below


@cache
def inner_fields(kind: Any) -> tuple[str, ...]:
    """The attributes of a kind of node in which there can be things."""
    skip = {"span", "refs", "docs", "name", "title"}
    return tuple(f.name for f in attrs.fields(kind) if f.name not in skip) if attrs.has(kind) else ()


class Weaving:
    """Puts a tree together, thing by thing."""

    def __init__(self, things: Things, report: Report) -> None:
        self.things = things
        self.report = report
        self.measure = Measure()

    def file(self, file: ast.File, added: list[Thing]) -> ast.File:
        decls: list[Any] = []
        for decl in file.decls:
            thing = self.things.by_node.get(id(decl))
            decls += [decl] if thing is None else self.thing(thing)
        for thing in added:
            decls += self.thing(thing)
        flat: list[Any] = []
        for decl in decls:  # beside a phase of the top level stand phases
            flat += decl.body.stmts if isinstance(decl, ast.Inserted) else [decl]
        return attrs.evolve(file, decls=tuple(flat))

    def thing(self, thing: Thing) -> list[Any]:
        """The nodes that stand where the thing stood."""
        if thing.ended is not None:
            return []
        node = self.with_parts(self.inside(summed(named(thing), thing)), thing)
        whole = [node]
        if thing.has_body or isinstance(thing.node, ast.Phase):
            body = self.bodied(node.body, thing)
            node = attrs.evolve(node, body=body)
            whole = [node]
        else:
            if thing.at_the_end:
                whole = [attrs.evolve(node, body=added_to(node.body, self.part(tuple(thing.at_the_end))))]
            for wrap in thing.wraps:
                whole = self.wrapped(tuple(whole), wrap, thing)
                self.refuse_too_large(ast.Body(tuple(whole), span=wrap.span), wrap.span, thing)
        return [*self.part(tuple(thing.before)), *whole, *self.part(tuple(thing.after))]

    def bodied(self, body: ast.Body, thing: Thing) -> ast.Body:
        """A body with what was added to it, wrapped, and with what comes at its start and end."""
        if thing.at_the_end:
            body = added_to(body, self.part(tuple(thing.at_the_end)))
        for wrap in thing.wraps:
            body = attrs.evolve(body, stmts=tuple(self.wrapped(body.stmts, wrap, thing)))
            self.refuse_too_large(body, wrap.span, thing)
        if thing.first or thing.last:
            stmts = (*self.part(tuple(thing.first)), *body.stmts, *self.part(tuple(thing.last)))
            body = attrs.evolve(body, stmts=stmts)
        return body

    def wrapped(self, stmts: tuple[Any, ...], wrap: Wrap, thing: Thing) -> list[Any]:
        """The wrap, with the statements in the place of its `original`."""
        inner = ast.Inserted(ast.Body(stmts, span=wrap.body.span), span=wrap.span)
        number = len(list(originals(wrap.body)))
        body = put_in(self.inside(wrap.body), inner)
        if wrap.cond is not None and number == 1 and isinstance(wrap.body.stmts[-1], ast.Original):
            first = attrs.evolve(body, stmts=body.stmts[:-1])  # it comes last either way: it need not stand here twice
            return [ast.IfStmt(wrap.cond, first, None, span=wrap.span), *stmts]
        if number + (wrap.cond is not None) > 1 and self.measure.of(inner).phases:
            self.report.add("RW1025", wrap.span, name=thing.path or str(thing.span))
            return list(stmts)
        if wrap.cond is None:
            return [ast.Inserted(body, span=wrap.span)]
        other = ast.Body((inner,), span=wrap.body.span)
        return [ast.IfStmt(wrap.cond, body, other, span=wrap.span)]

    def refuse_too_large(self, node: Any, span: Span, thing: Thing) -> None:
        if why := self.measure.too_large(node):
            self.report.stop("RW1029", span, name=thing.path or str(thing.span), why=why)

    def with_parts(self, node: Any, thing: Thing) -> Any:
        """The node with the rows, members, alternatives, requirements or behaviours that were added to it."""
        new: dict[str, Any] = {}
        for part in thing.parts:
            place = PLACES[type(part)]
            new[place] = (*new.get(place, getattr(node, place)), *self.part((part,)))
        if thing.counted:
            one = ast.Cell((ast.Int(1, span=node.header.span),), span=node.header.span)
            width = len(node.header.cells)
            rows = new.get("rows", node.rows)
            new["rows"] = tuple(
                attrs.evolve(row, cells=(*row.cells, one)) if len(row.cells) == width - 1 else row for row in rows
            )
        return attrs.evolve(node, **new) if new else node

    def inside(self, node: Any) -> Any:
        """The node, with everything inside it put together."""
        changed = {}
        kind: Any = type(node)
        for name in inner_fields(kind):
            old = getattr(node, name)
            new = self.part(old)
            if new is not old:
                changed[name] = new
        return attrs.evolve(node, **changed) if changed else node

    def part(self, value: Any) -> Any:
        if type(value) is tuple:
            new: list[Any] = []
            for item in value:
                thing = self.things.by_node.get(id(item))
                new += [self.part(item)] if thing is None else self.thing(thing)
            return value if len(new) == len(value) and all(map(is_same, new, value)) else tuple(new)
        if isinstance(value, (*EXPRESSIONS, Span)) or not attrs.has(type(value)):
            return value
        return self.inside(value)


PLACES: dict[type, str] = {
    ast.Row: "rows", ast.EnumMember: "members", ast.Alternative: "alternatives", ast.Needs: "needs",
    ast.Costs: "needs",
    ast.Behaviour: "behaviours", ast.While: "living",
}  # fmt: skip


def is_same(a: Any, b: Any) -> bool:
    return a is b


def named(thing: Thing) -> Any:
    """The thing's node under its name of now."""
    node = thing.node
    if thing.renamed is None:
        return node
    if isinstance(node, ast.Row):
        return attrs.evolve(node, key=attrs.evolve(node.key, text=thing.name))
    return attrs.evolve(node, name=attrs.evolve(node.name, text=thing.name))


def added_to(body: ast.Body, stmts: tuple[Any, ...]) -> ast.Body:
    return attrs.evolve(body, stmts=(*body.stmts, *stmts))


def put_in(node: Any, inner: ast.Inserted) -> Any:
    """The node with `inner` for every `original` in it."""
    if type(node) is tuple:
        new = tuple(inner if isinstance(n, ast.Original) else put_in(n, inner) for n in node)
        return node if all(map(is_same, new, node)) else new
    if isinstance(node, (*EXPRESSIONS, Span)) or not attrs.has(type(node)):
        return node
    changed = {}
    kind: Any = type(node)
    for name in inner_fields(kind):
        old = getattr(node, name)
        new_value = put_in(old, inner)
        if new_value is not old:
            changed[name] = new_value
    return attrs.evolve(node, **changed) if changed else node


def left_whole(file: ast.File, things: Things, report: Report) -> None:
    """What was taken from may not be left with nothing: choices without alternatives, enumerations without members."""
    for node in below(file):
        match node:
            case ast.ChooseOne(alternatives=()):
                empty(node, "alternative", things, report)
            case ast.Enum(members=()):
                empty(node, "member", things, report)


def empty(node: ast.ChooseOne | ast.Enum, what: str, things: Things, report: Report) -> None:
    """Report it at the line that took the last."""
    for thing in (t for found in things.by_name.values() for t in found):
        owner = thing.parent
        if owner is None or thing.ended is None or owner.span.source is not node.span.source:
            continue
        if owner.node.span == node.span:
            labels = [Label(node.span, "nothing is left of this")]
            report.add("RW1018", thing.ended.span, name=thing.path, what=what, labels=labels)
            return
