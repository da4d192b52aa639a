"""Folds (is there one, how many, the sum, the highest ...) and computed values as Python.

A fold that asks one thing of every cell of a field becomes a test of a slice; a small one is written out member by
member; any other becomes a helper function with a plain loop, which is faster than a generator and can be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.effects import mentioned
from rulewright.compiler.passes.simplify import NO, YES
from rulewright.compiler.passes.walk import everything, size_of
from rulewright.compiler.python.expr import cond, piece_of, value, zone_address
from rulewright.compiler.python.masks import mask_fold
from rulewright.compiler.python.narrow import narrow
from rulewright.compiler.python.text import BIT_OR, COMPARE, Lines, Piece
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir

UNROLLED = 90  # a fold is written out if that makes no more than this many nodes
MEMBERS = 8  # ... and no more than this many members


def fold_piece(unit: Unit, names: Names, fold: ir.Fold) -> Piece:
    """A fold as an expression."""
    masked = mask_fold(unit, names, fold)
    if masked is not None:
        return masked
    scanned = _scan(unit, names, fold)
    if scanned is not None:
        return scanned
    if id(fold) not in unit.unrolled:
        written = _unrolled(unit, fold)
        unit.unrolled[id(fold)] = (fold, None if written is None else unit.simplifier.simplify(written))
    unrolled = unit.unrolled[id(fold)][1]
    if unrolled is not None:
        return piece_of(unit, names, unrolled)
    free = free_locals(unit, names, fold)
    plain = Names()
    key = ("fold", fold, tuple(free))
    helper = unit.helper(key, "fold", lambda name: _function(unit, name, fold, free, plain))
    args = "".join(f", {unit.local(local, names)}" for local in free)
    return Piece(f"{helper}(cells{args})")


def value_function(unit: Unit, called: ir.Value) -> str:
    """The name of the function that computes a value."""

    def write(name: str) -> Lines:
        lines = Lines()
        params = "".join(f", {unit.variable(p)}: int" for p in called.params)
        lines.at_rule(called.span)
        lines.open(f"def {name}(cells: list[int]{params}) -> int:")
        names = Names({p: unit.variable(p) for p in called.params})
        lines.add(f"return {value(unit, names, called.body)}")
        return lines

    return unit.helper(("value", called.name), "value", write)


def free_locals(unit: Unit, names: Names, node: object) -> list[str]:
    """The locals of the place around a node that a helper function for it has to be handed."""
    bound = {n.local for n in everything(node) if isinstance(n, ir.Fold | ir.Reach)}
    return sorted(local for local in mentioned(node) - bound if local in names.known or local not in unit.stored)


# ------------------------------------------------------------------------------------------------ slices


def _scan(unit: Unit, names: Names, fold: ir.Fold) -> Piece | None:
    """A fold over the cells of one field, as a test of a slice."""
    if not isinstance(fold.domain, ir.ClassDomain) or unit.classes[fold.domain.cls].size < 4:
        return None
    this = ir.Local(fold.local)

    def cells_of(expr: ir.Expr | None) -> str | None:
        match expr:
            case ir.Read(place=ir.FieldRef(field=name, index=index)) if index == this:
                info = unit.layout.fields[name]
                if info.per == getattr(fold.domain, "cls", None):
                    return f"cells[{info.offset} : {info.offset + info.cells}]"
        return None

    size = unit.classes[fold.domain.cls].size
    match fold:
        case ir.Fold(op="some" | "count", guard=ir.Compare(op="is" | "is not" as op, left=left, right=right)):
            held = cells_of(left)
            if held is None or fold.local in mentioned(right):
                return None
            wanted = value(unit, names, right, BIT_OR)
            if fold.op == "some":
                if op == "is":
                    return Piece(f"{wanted} in {held}", COMPARE, is_bool=True)
                return Piece(f"{held}.count({wanted}) != {size}", COMPARE, is_bool=True)
            if op == "is":
                return Piece(f"{held}.count({wanted})")
        case ir.Fold(op="some", guard=guard) if (held := cells_of(guard)) is not None:
            return Piece(f"any({held})", is_bool=True)
        case ir.Fold(op="some", guard=ir.Logic(op="not", parts=(part,))) if (held := cells_of(part)) is not None:
            return Piece(f"not all({held})", COMPARE - 1, is_bool=True)
        case ir.Fold(op="total" | "highest" | "lowest", guard=None) if (held := cells_of(fold.body)) is not None:
            return Piece(f"{ {'total': 'sum', 'highest': 'max', 'lowest': 'min'}[fold.op] }({held})")
    return None


# ------------------------------------------------------------------------------------------------ written out


def _unrolled(unit: Unit, fold: ir.Fold) -> ir.Expr | None:
    """A fold over few members as one expression without a loop."""
    members = _members(unit, fold.domain)
    if members is None or len(members) > MEMBERS:
        return None
    if len(members) * sum(size_of(e) for e in (fold.guard, fold.body) if e is not None) > UNROLLED:
        return None
    parts: list[tuple[ir.Expr, ir.Expr]] = []  # (guard, what the member counts for)
    many = isinstance(fold.domain, ir.ZoneDomain)
    for member in members:
        known = {fold.local: ir.Const(member)}
        guard = YES if fold.guard is None else unit.simplifier.simplify(fold.guard, known)
        body = YES if fold.body is None else unit.simplifier.simplify(fold.body, known)
        if fold.op == "set":
            body = ir.Const(1 << member)
        if many:
            there = _there(unit, fold.domain, member)
            if fold.op in ("count", "total"):
                body = there if body == YES else ir.Arith("*", body, there)
            else:
                guard = ir.Logic("and", (ir.Compare(">", there, NO), guard))
        guard = unit.simplifier.simplify(guard)
        if guard != NO:
            parts.append((guard, body))
    return _combined(fold, parts)


def _combined(fold: ir.Fold, parts: Sequence[tuple[ir.Expr, ir.Expr]]) -> ir.Expr | None:
    if not parts:
        return NO
    if fold.op == "some":
        return ir.Logic("or", tuple(guard for guard, _ in parts))
    if fold.op == "set":
        shares = tuple(body if guard == YES else ir.Cases(((guard, body),), NO) for guard, body in parts)
        return ir.Players(shares, (True,) * len(shares))
    if fold.op in ("count", "total"):
        total: ir.Expr | None = None
        for guard, body in parts:
            share = body if guard == YES else guard if body == YES else ir.Cases(((guard, body),), NO)
            total = share if total is None else ir.Arith("+", total, share)
        return total
    if any(guard != YES for guard, _ in parts):
        return None
    best = parts[0][1]
    for _, body in parts[1:]:
        best = ir.Arith("max" if fold.op == "highest" else "min", best, body)
    return best


def _members(unit: Unit, domain: ir.Domain) -> range | None:
    match domain:
        case ir.ClassDomain():
            return range(unit.classes[domain.cls].size)
        case ir.RangeDomain(low=ir.Const(value=low), high=ir.Const(value=high)):
            return range(low, high + 1)
        case ir.ZoneDomain():
            info = unit.layout.zones[domain.zone.zone]
            return None if info.ordered or info.masked else range(info.codes)
    return None


def _there(unit: Unit, domain: ir.Domain, code: int) -> ir.Expr:
    assert isinstance(domain, ir.ZoneDomain)
    if not unit.layout.zones[domain.zone.zone].either:
        return ir.Count(domain.zone, ir.Const(code))
    return ir.Count(domain.zone, ir.Const(code >> 1), 1 if code & 1 else 0)


# ------------------------------------------------------------------------------------------------ helper functions


def _function(unit: Unit, name: str, fold: ir.Fold, free: list[str], names: Names) -> Lines:
    lines = Lines()
    params = "".join(f", {unit.variable(local)}: int" for local in free)
    names = Names({local: unit.variable(local) for local in free})
    lines.at_rule(fold.span)
    lines.open(f"def {name}(cells: list[int]{params}) -> int:")
    uses = tuple(e for e in (fold.body,) if e is not None)
    whole = fold.op == "set"
    going, guard = narrow(unit, names, fold.local, fold.domain, fold.guard, uses, fold.span, whole=whole)
    one = going.many or "1"
    each = isinstance(fold.domain, ir.ZoneDomain) and unit.layout.zones[fold.domain.zone.zone].ordered
    if each and isinstance(fold.domain, ir.ZoneDomain) and fold.op in ("count", "total"):
        at = zone_address(unit, names, fold.domain.zone, fold.span)  # it is walked by its distinct codes
        one = f"{unit.need('how_many', 'packets')}(cells, {at.plus(0)}, {going.names.known[fold.local]})"
    if fold.op in ("count", "total", "set"):
        lines.add("result = 0")
    elif fold.op in ("highest", "lowest"):
        lines.add("found: list[int] = []")
    lines.open(f"for {going.target} in {going.source}:")
    for test in going.tests:
        lines.open(f"if {test}:")
    if guard is not None:
        lines.open(f"if {cond(unit, going.names, guard)}:")
    if fold.op == "some":
        lines.add("return 1")
    elif fold.op == "count":
        lines.add(f"result += {one}")
    elif fold.op == "set":
        lines.add(f"result |= 1 << {going.names.known[fold.local]}")
    else:
        assert fold.body is not None, "this fold needs a body"
        body = value(unit, going.names, fold.body)
        if fold.op == "total":
            lines.add(f"result += {body}" if one == "1" else f"result += {one} * ({body})")
        else:
            lines.add(f"found.append({body})")
    lines.depth = 1
    if fold.op == "some":
        lines.add("return 0")
    elif fold.op in ("count", "total", "set"):
        lines.add("return result")
    else:
        lines.add(f"return {'max' if fold.op == 'highest' else 'min'}(found, default=0)")
    return lines
