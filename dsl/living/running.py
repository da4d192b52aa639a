"""`before A`, `after A`, `instead of A`, `as soon as`, `when`: what is done only while a block is on."""

from __future__ import annotations

import attrs

from rulewright.dsl import ast
from rulewright.dsl.living.block import Block, Living
from rulewright.dsl.living.renaming import renamed
from rulewright.dsl.overlay import hooks
from rulewright.dsl.source import Span


def around(living: Living, block: Block, line: ast.Around) -> None:
    """Just before or after it; for each x the block is on for."""
    home, (body, cond) = where_it_goes(living, block, line.address, (line.body, line.cond))
    if home.node.binder is None or not block.names_x(line.body, line.cond):
        changed = attrs.evolve(line, body=body, cond=home.some(cond, line.span))
    else:
        each = for_each(home, cond, body, line.span)
        changed = attrs.evolve(line, body=ast.Body((each,), span=body.span), cond=None)
    hooks.around(living.changing, changed)


def for_each(block: Block, cond: ast.Expr | None, body: ast.Body, span: Span) -> ast.Stmt:
    assert block.node.binder is not None
    return ast.EachStmt(block.node.binder, None, block.on(cond, span), body, span=span)


def where_it_goes(
    living: Living, block: Block, address: ast.Address, parts: tuple[ast.Body, ast.Expr | None]
) -> tuple[Block, tuple[ast.Body, ast.Expr | None]]:
    """The block and its parts with a name for x that is not taken there."""
    things = living.seen.named(address.parts) if address.parts else living.things.by_ref.get(address.ref, [])
    taken = living.taken_at(things[0]) if things else set[str]()
    home = block.apart_from(taken)
    made: tuple[ast.Body, ast.Expr | None] = renamed(parts, {} if home is block else {block.x: home.x})
    return home, made


def instead(living: Living, block: Block, line: ast.Instead) -> None:
    """Something else; the last of the file is outermost."""
    home, (body, cond) = where_it_goes(living, block, line.address, (line.body, line.cond))
    body = home.for_first(body, cond, line.span)
    hooks.instead(living.changing, attrs.evolve(line, body=body, cond=home.some(cond, line.span)))


def as_soon_as(living: Living, block: Block, line: ast.SoonDecl) -> None:
    """A reaction of its own, that reacts only while the block is on."""
    if line.binder is None:
        made = attrs.evolve(line, cond=block.on(line.cond, line.span), binder=block.node.binder)
    elif block.node.binder is None or not block.names_x(line.cond, line.body):
        made = attrs.evolve(line, cond=ast.Both(block.some(None, line.span), line.cond, span=line.span))
    else:
        body = block.for_first(line.body, line.cond, line.span)
        made = attrs.evolve(line, cond=block.some(line.cond, line.span), body=body)
    bring(living, made)


def when_empty(living: Living, block: Block, line: ast.WhenDecl) -> None:
    """The same for a place that becomes empty."""
    if block.node.binder is not None and block.names_x(line.body):
        stmt = for_each(block, None, line.body, line.span)
    else:
        stmt = ast.IfStmt(block.some(None, line.span), line.body, None, span=line.span)
    bring(living, attrs.evolve(line, body=ast.Body((stmt,), span=line.body.span)))


def bring(living: Living, decl: ast.SoonDecl | ast.WhenDecl) -> None:
    """A new declaration at the end of the game."""
    thing = living.changing.take_in(decl, None)
    if thing is not None:
        living.added.append(thing)
