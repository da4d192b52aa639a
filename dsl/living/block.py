"""A block as its lines need it: when it is on, and for which x; and what all lines work with."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import define, field, frozen

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.living.renaming import bound_in, fresh, renamed
from rulewright.dsl.overlay.addresses import Seen
from rulewright.dsl.overlay.changing import Changing
from rulewright.dsl.overlay.ledger import Ledger
from rulewright.dsl.overlay.order import Line
from rulewright.dsl.overlay.things import Thing, Things
from rulewright.dsl.overlay.trail import Trail
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.walk import below

GAME = ast.Variant(ast.Ident("", span=NOWHERE), "", ast.Ident("", span=NOWHERE), None, (), whole=NOWHERE, span=NOWHERE)


@define(eq=False)
class Living:
    """The things of a game, and what blocks did to its numbers. `changing` lends what variants do with."""

    things: Things
    seen: Seen
    report: Report
    changing: Changing
    added: list[Thing]
    sets: dict[int, list[Any]] = field(factory=dict)  # by thing: (line, its case), in the order of the file
    sums: dict[int, list[Any]] = field(factory=dict)  # by thing: what is added, as expressions
    numbers: list[Thing] = field(factory=list)  # those that are set or added to
    bound: dict[int, set[str]] = field(factory=dict)  # by declaration: the names bound in it

    @property
    def groups(self) -> set[str]:
        return {t.name for t in self.things.top if isinstance(t.node, ast.Group)}

    def taken_at(self, thing: Thing) -> set[str]:
        """The names that are bound somewhere in the declaration a thing is in."""
        top = list(thing.around())[-1]
        if id(top) not in self.bound:
            self.bound[id(top)] = bound_in(top.node)
        return self.bound[id(top)]

    @classmethod
    def over(cls, things: Things, report: Report) -> Living:
        """Nothing done yet."""
        seen = Seen(things, "", frozenset())
        ledger = Ledger(Line((), {}), report)
        added: list[Thing] = []
        changing = Changing(GAME, things, seen, ledger, Trail(()), report, added)
        return cls(things, seen, report, changing, added)


@frozen
class Block:
    """`cond` and `binder` as written; `title`: what people call the row it stands under."""

    node: ast.While
    title: str

    @classmethod
    def of(cls, node: ast.While, file: ast.File) -> Block:
        return cls(node, "" if node.row is None else title_of(node, file))

    @property
    def name(self) -> str:
        """What the block is called where it forbids something: after its row."""
        return "forbidden" if self.node.row is None else self.node.row.text

    @property
    def x(self) -> str:
        """The name that the binder binds, or ""."""
        return "" if self.node.binder is None else self.node.binder.name.text

    def names_x(self, *parts: Any) -> bool:
        """Do these parts of a line speak of x?"""
        return any(isinstance(n, ast.Name) and n.name == self.x for p in parts if p is not None for n in below(p))

    def on(self, cond: ast.Expr | None, span: Span) -> ast.Expr:
        """The condition of the block (of x), and that of a line."""
        return self.node.cond if cond is None else ast.Both(self.node.cond, cond, span=span)

    def some(self, cond: ast.Expr | None, span: Span) -> ast.Expr:
        """That the block is on, for any x; and a line's condition for the same x."""
        if self.node.binder is None:
            return self.on(cond, span)
        return ast.Quantified(True, self.node.binder, self.on(cond, span), span=span)

    def first(self, cond: ast.Expr | None, span: Span) -> ast.Expr:
        """The first x that the block is on for, and for which a line's condition holds."""
        assert self.node.binder is not None
        return ast.FirstOf(self.node.binder, self.on(cond, span), span=span)

    def for_first(self, part: Any, cond: ast.Expr | None, span: Span) -> Any:
        """A part of a line in which x, if it is named, is the first one."""
        if not self.names_x(part):
            return part
        if not isinstance(part, ast.Body):
            return renamed(part, {self.x: self.first(cond, span)})
        let = ast.Let(ast.Ident(self.x, span=span), self.first(cond, span), span=span)
        return attrs.evolve(part, stmts=(let, *part.stmts))

    def apart_from(self, taken: set[str]) -> Block:
        """The same block, with another name for x if it is taken where a line goes."""
        if self.x not in taken or self.node.binder is None:
            return self
        new = fresh(self.x, taken)
        binder = attrs.evolve(self.node.binder, name=attrs.evolve(self.node.binder.name, text=new))
        cond = renamed(self.node.cond, {self.x: new})
        return attrs.evolve(self, node=attrs.evolve(self.node, binder=binder, cond=cond))


def title_of(node: ast.While, file: ast.File) -> str:
    """The title of the row a block stands under: its first text."""
    assert node.row is not None
    rows = (row for d in file.decls if isinstance(d, ast.ClassDecl) for row in d.rows)
    row = next((r for r in rows if any(b is node for b in r.living)), None)
    atoms = [] if row is None else [a for cell in row.cells for a in cell.atoms]
    return next((a.text for a in atoms if isinstance(a, ast.CellText)), node.row.text)
