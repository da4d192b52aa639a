"""`set V to E`, `add N to V`, `take N from V`: values and costs that are others while a block is on.

All sets come first, the last of the file before the others; then everything that is added; then the range that the
value declares (a cost is never below 0).
"""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.living.block import Block, Living
from rulewright.dsl.living.renaming import renamed
from rulewright.dsl.overlay.addresses import Target
from rulewright.dsl.overlay.summing import never_below_0
from rulewright.dsl.overlay.things import Thing
from rulewright.dsl.source import Span

NUMBERS = ast.ValueDecl | ast.Costs | ast.Score | ast.Heuristic
ELSEWHERE: dict[type, str] = {
    ast.FieldDecl: "a field keeps what it is set to: change it where the card comes and goes, or make it a value",
    ast.Option: "an option is the same for a whole game: `value NAME = ...` can be another one",
    ast.Row: "cells never change: `value NAME(...) = ...` can be another one",
    ast.ClassDecl: "cells never change: `value NAME(...) = ...` can be another one",
}


def set_number(living: Living, block: Block, line: ast.LiveSet) -> None:
    """A value, a cost or the score is something else."""
    meant = number_meant(living, block, line, line.value)
    if meant is None:
        return
    thing, block, (value, cond) = meant
    value = block.for_first(value, cond, line.span)
    case = ast.Case(value, block.some(cond, line.span), refs=line.refs, span=line.span)
    note(living, thing, living.sets, case)


def change(living: Living, block: Block, line: ast.ChangeBy) -> None:
    """So much more, or less, for each x the block is on for."""
    meant = number_meant(living, block, line, line.amount)
    if meant is None:
        return
    thing, block, (amount, cond) = meant
    on = block.on(cond, line.span)
    if block.node.binder is None:
        nothing = ast.Int(0, span=line.span)
        more: ast.Expr = ast.Chosen(((amount, on), (nothing, None)), span=line.span)
    else:
        more = ast.Aggregate("total", amount, block.node.binder, on, span=line.span)
    note(living, thing, living.sums, ("+" if line.sign > 0 else "-", more, line.span))


def number_meant(
    living: Living, block: Block, line: ast.LiveSet | ast.ChangeBy, value: ast.Expr
) -> tuple[Thing, Block, tuple[Any, ...]] | None:
    """What a line changes; the block, and the value and the condition of the line, with names that fit there. None
    (reported) if that is not to be changed."""
    thing = number_of(living, line.address)
    if thing is None:
        return None
    found = at_home(living, block, thing, line.args, line.span, (value, line.cond))
    return None if found is None else (thing, *found)


def note(living: Living, thing: Thing, where: dict[int, list[Any]], what: Any) -> None:
    where.setdefault(id(thing), []).append(what)
    if thing not in living.numbers:
        living.numbers.append(thing)


def number_of(living: Living, address: ast.Address) -> Thing | None:
    """The value, cost or score that an address means; None (reported) if it is something else."""
    target = cell_of_field(living, address) or living.seen.find(address, living.report)
    if target is None:
        return None
    if target.part or not isinstance(target.thing.node, NUMBERS):
        what = target.thing.sort if not target.part else "a question" if target.part == "question" else "a cell"
        kind = type(target.thing.node)
        living.report.add("RW0262", address.span, name=str(address), what=what, help=ELSEWHERE.get(kind, ""))
        return None
    return target.thing


def cell_of_field(living: Living, address: ast.Address) -> Target | None:
    """The field in `p.gold`, which is no address: to say that it cannot be set."""
    if len(address.parts) < 2 or living.seen.named(address.parts):
        return None
    found = [t for t in living.seen.named(address.parts[-1:]) if isinstance(t.node, ast.FieldDecl)]
    return Target(found[0]) if found and not living.seen.named(address.parts[:-1]) else None


def at_home(
    living: Living, block: Block, thing: Thing, args: tuple[ast.Ident, ...] | None, span: Span, parts: tuple[Any, ...]
) -> tuple[Block, tuple[Any, ...]] | None:
    """The block and the parts of a line with names that fit where they go: the parameters called as they are there, and
    x called like nothing there. `V(x)` with x of the block: the block is about that parameter alone."""
    taken = living.taken_at(thing)
    if args is None:
        old = block
        block = block.apart_from(taken)
        return block, renamed(parts, {} if block is old else {old.x: block.x})
    params = thing.node.params if isinstance(thing.node, ast.ValueDecl) else ()
    if len(args) != len(params) or len({a.text for a in args}) != len(args):
        living.report.add("RW0266", span, name=thing.path, number=len(params))
        return None
    names = {a.text: p.name.text for a, p in zip(args, params, strict=True)}
    if block.x in names:
        binder, param = block.node.binder, params[[a.text for a in args].index(block.x)]
        if binder is not None and not alike(binder, param, living.groups):
            living.report.add("RW0267", span, name=block.x, kind=binder.kind.text, value=thing.path)
            return None
        return about_it(block, names[block.x], taken | set(names.values()), living.groups, span), renamed(parts, names)
    own = block.apart_from(taken)
    return own, renamed(parts, {**names, **({} if own is block else {block.x: own.x})})


def alike(binder: ast.Binder, param: ast.Param, groups: set[str]) -> bool:
    """Can x be what the parameter is? Of groups the types will tell."""
    kind = param.type.name.text if isinstance(param.type, ast.TypeName) else "number"
    return binder.kind.text == kind or bool(groups & {binder.kind.text, kind})


def about_it(block: Block, param: str, taken: set[str], groups: set[str], span: Span) -> Block:
    """The block without its binder: on or off for one parameter."""
    binder = block.node.binder
    assert binder is not None
    me = ast.Name(param, span=span)
    if binder.domain is None and binder.kind.text not in groups:
        cond: ast.Expr = renamed(block.node.cond, {block.x: param})
    else:
        other = block.apart_from(taken | {block.x})
        same = ast.Comparison("is", ast.Name(other.x, span=span), me, span=span)
        assert other.node.binder is not None
        cond = ast.Quantified(True, other.node.binder, ast.Both(same, other.node.cond, span=span), span=span)
    return attrs.evolve(block, node=attrs.evolve(block.node, binder=None, cond=cond))


# ------------------------------------------------------------------------------------------------ settled


def settle(living: Living) -> None:
    """Every number as it is with all blocks."""
    for thing in living.numbers:
        node = thing.node
        sets = tuple(reversed(living.sets.get(id(thing), ())))
        sums = living.sums.get(id(thing), [])
        if isinstance(node, ast.ValueDecl):
            thing.node = attrs.evolve(node, cases=cases_of(node, sets, sums))
        elif isinstance(node, ast.Costs):
            amount = total(node.amount, sets, sums)
            thing.node = attrs.evolve(node, amount=never_below_0(amount, node.span) if sums else amount)
        else:
            thing.node = attrs.evolve(node, value=total(node.value, sets, sums))


def cases_of(node: ast.ValueDecl, sets: tuple[ast.Case, ...], sums: list[Any]) -> tuple[ast.Case, ...]:
    """The cases of a value: those of the blocks first. With sums it is one formula."""
    cases = (*sets, *node.cases)
    if not sums:
        return cases
    pairs = tuple((case.value, case.cond) for case in cases)
    whole = plus(cases[0].value if len(cases) == 1 else ast.Chosen(pairs, span=node.span), sums)
    if isinstance(node.type, ast.TypeRange):
        low, high = node.type.low, node.type.high
        whole = bounded("max", low, bounded("min", high, whole, node.span), node.span)
    return (ast.Case(whole, None, span=node.span),)


def total(value: ast.Expr, sets: tuple[ast.Case, ...], sums: list[Any]) -> ast.Expr:
    """What a cost or the score comes to."""
    pairs = tuple((case.value, case.cond) for case in sets)
    return plus(ast.Chosen((*pairs, (value, None)), span=value.span) if sets else value, sums)


def plus(value: ast.Expr, sums: list[Any]) -> ast.Expr:
    for sign, more, span in sums:
        value = ast.Arithmetic(sign, value, more, span=span)
    return value


def bounded(word: str, bound: ast.Expr, value: ast.Expr, span: Span) -> ast.Expr:
    return ast.CallExpr(ast.Name(word, span=span), (bound, value), span=span)
