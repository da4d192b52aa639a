"""How many components are where: `Count` as Python, by how the zone is stored."""

from __future__ import annotations

from rulewright.compiler.python.expr import Address, may_be_none, value, zone_address
from rulewright.compiler.python.text import AND, ATOM, BIT_AND, COMPARE, OR, PRODUCT, SUM, TERNARY, Piece
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir
from rulewright.runtime.schema import ZoneInfo

FEW = 3  # so many cells are added up one by one, more by `sum`
TRIED = 8  # so many cells are tried one by one for one that is not 0, more by `any`


def count_piece(unit: Unit, names: Names, expr: ir.Count) -> Piece:
    """The number counted."""
    info = unit.layout.zones[expr.zone.zone]
    at = zone_address(unit, names, expr.zone, expr.span)
    if info.slot:
        return _slot(unit, names, expr, info, at)
    if info.masked:
        return _masked(unit, names, expr, info, at)
    if expr.kind is None:
        return _whole(unit, expr, info, at)
    if isinstance(expr.kind, ir.Const):
        if not 0 <= expr.kind.value < unit.classes[info.cls].size:
            return Piece("0")
        return _sum([_one(unit, info, at, str(code)) for code in codes_of(info, expr.kind.value, expr.facing)])
    kind = value(unit, names, expr.kind, PRODUCT)
    if info.either:
        faces = (0, 1) if expr.facing is None else (expr.facing,)
        piece = _sum([_one(unit, info, at, f"2 * {_tight(kind)}" + (f" + {f}" if f else "")) for f in faces])
    else:
        piece = _one(unit, info, at, kind)
    if may_be_none(unit, expr.kind):
        guard = f"{value(unit, names, expr.kind, COMPARE + 1)} < {unit.classes[info.cls].size}"
        return Piece(f"{piece.at(OR)} if {guard} else 0", TERNARY)
    return piece


def some_piece(unit: Unit, names: Names, expr: ir.Count) -> Piece:
    """Is there any? Something that is true if so."""
    info = unit.layout.zones[expr.zone.zone]
    if expr.kind is None and not info.slot and not info.ordered:
        at = zone_address(unit, names, expr.zone, expr.span)
        if info.masked:
            return Piece(_facing(info, at, expr.facing), BIT_AND, is_bool=True)
        wanted = codes_of(info, None, expr.facing)
        if len(wanted) <= TRIED:
            return Piece(" or ".join(at.cell(code) for code in wanted), OR if len(wanted) > 1 else ATOM, is_bool=True)
        return Piece(f"any({_slice(info, at, expr.facing)})", is_bool=True)
    return count_piece(unit, names, expr)


def codes_of(info: ZoneInfo, kind: int | None, facing: int | None) -> tuple[int, ...]:
    """The element codes of a zone that are of a kind (any if None) and lie facing so (any if None)."""
    return tuple(
        code
        for code in range(info.codes)
        if (kind is None or (code >> 1 if info.either else code) == kind)
        and (facing is None or not info.either or code & 1 == facing)
    )


def _tight(text: str) -> str:
    return text if text.isidentifier() or (text.endswith("]") and text.startswith("cells[")) else f"({text})"


def _slice(info: ZoneInfo, at: Address, facing: int | None) -> str:
    if facing is None or not info.either:
        return at.slice(info.codes)
    return at.slice(info.codes, 2, facing)


def _whole(unit: Unit, expr: ir.Count, info: ZoneInfo, at: Address) -> Piece:
    if info.ordered:
        if expr.facing is None:
            return Piece(at.cell())
        return Piece(f"{unit.need('how_many_facing', 'packets')}(cells, {at.plus(0)}, {expr.facing})")
    wanted = codes_of(info, None, expr.facing)
    if len(wanted) <= FEW:
        return _sum([Piece(at.cell(code)) for code in wanted])
    return Piece(f"sum({_slice(info, at, expr.facing)})")


def _facing(info: ZoneInfo, at: Address, facing: int | None) -> str:
    """The components of a zone that is stored as a set which lie facing so."""
    if facing is None or not info.either:
        return at.cell()
    return f"{at.cell()} & {hex(sum(1 << code for code in codes_of(info, None, facing)))}"


def _masked(unit: Unit, names: Names, expr: ir.Count, info: ZoneInfo, at: Address) -> Piece:
    if expr.kind is None:
        held = _facing(info, at, expr.facing)
        return Piece(f"{held}.bit_count()" if held == at.cell() else f"({held}).bit_count()")
    kind = value(unit, names, expr.kind, PRODUCT)  # none is past all bits
    if not info.either:
        return Piece(f"{at.cell()} >> {kind} & 1", BIT_AND)
    if expr.facing is None:
        return Piece(f"{at.cell()} >> 2 * {_tight(kind)} & 3 != 0", COMPARE, is_bool=True)
    more = " + 1" if expr.facing else ""
    return Piece(f"{at.cell()} >> 2 * {_tight(kind)}{more} & 1", BIT_AND)


def _one(unit: Unit, info: ZoneInfo, at: Address, code: str) -> Piece:
    """How many have one code, given as text."""
    if info.ordered:
        return Piece(f"{unit.need('how_many', 'packets')}(cells, {at.plus(0)}, {code})")
    if code.isdigit():
        return Piece(at.cell(int(code)))
    return Piece(f"cells[{at.plus(0)} + {code}]")


def _sum(pieces: list[Piece]) -> Piece:
    if len(pieces) == 1:
        return pieces[0]
    return Piece(" + ".join(p.at(SUM) for p in pieces), SUM)


def _slot(unit: Unit, names: Names, expr: ir.Count, info: ZoneInfo, at: Address) -> Piece:
    cell = at.cell()
    facing = expr.facing if info.either else None
    if expr.kind is None:
        if facing is None:
            return Piece(f"{cell} != {info.codes}", COMPARE, is_bool=True)
        if facing == 1:
            return Piece(f"{cell} & 1", BIT_AND)
        return Piece(f"{info.codes} != {cell} & ~1 == {cell}", COMPARE, is_bool=True)
    kind = value(unit, names, expr.kind, SUM + 1)
    inside = f" < {unit.classes[info.cls].size}" if may_be_none(unit, expr.kind) else ""
    if not info.either:
        return Piece(f"{cell} == {kind}{inside}", COMPARE, is_bool=True)
    if facing is None:
        return Piece(f"{cell} >> 1 == {kind}{inside}", COMPARE, is_bool=True)
    if inside:
        return Piece(f"{cell} >> 1 == {kind}{inside} and {cell} & 1 == {facing}", AND, is_bool=True)
    if isinstance(expr.kind, ir.Const):
        return Piece(f"{cell} == {2 * expr.kind.value + facing}", COMPARE, is_bool=True)
    return Piece(f"{cell} == 2 * {_tight(kind)} + {facing}", COMPARE, is_bool=True)
