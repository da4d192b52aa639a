"""Expressions of the IR as Python expressions over `cells`, with offsets, columns and constants worked in.

`value` gives the text of a whole number, `cond` the text of a condition (where any truth value of Python will do).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulewright.compiler.python.text import (
    AND,
    ATOM,
    BIT_AND,
    BIT_OR,
    COMPARE,
    NOT,
    OR,
    PRODUCT,
    SHIFT,
    SUM,
    TERNARY,
    Piece,
)
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir


@frozen
class Address:
    """A place in the cells: a number, plus (unless empty) the text of the rest, which binds like a product."""

    base: int
    rest: str = ""

    def plus(self, more: int) -> str:
        """The text of the place `more` cells on."""
        if not self.rest:
            return str(self.base + more)
        total = self.base + more
        return f"{total} + {self.rest}" if total else self.rest

    def cell(self, more: int = 0) -> str:
        return f"cells[{self.plus(more)}]"

    def slice(self, size: int, step: int = 1, first: int = 0) -> str:
        tail = f":{step}" if step != 1 else ""
        return f"cells[{self.plus(first)} : {self.plus(size)}{tail}]"


def value(unit: Unit, names: Names, expr: ir.Expr, level: int = TERNARY) -> str:
    """The whole number that an expression comes to, where something binding as tightly as `level` is wanted."""
    piece = piece_of(unit, names, expr)
    if piece.is_bool:
        piece = Piece(f"1 if {piece.at(OR)} else 0", TERNARY)
    return piece.at(level)


def cond(unit: Unit, names: Names, expr: ir.Expr, level: int = TERNARY) -> str:
    """The text of a condition."""
    match expr:
        case ir.Compare(op="is not" | ">", left=ir.Count() as left, right=ir.Const(value=0)):
            return _some(unit, names, left).at(level)
        case ir.Compare(op="is", left=ir.Count() as left, right=ir.Const(value=0)):
            return Piece(f"not {_some(unit, names, left).at(NOT)}", NOT).at(level)
        case ir.Compare(op="is not" | ">", left=left, right=ir.Const(value=0)) if never_negative(unit, left):
            return piece_of(unit, names, left).at(level)
        case ir.Compare(op="is", left=left, right=ir.Const(value=0)) if never_negative(unit, left):
            return Piece(f"not {piece_of(unit, names, left).at(NOT)}", NOT).at(level)
    return piece_of(unit, names, expr).at(level)


def _some(unit: Unit, names: Names, expr: ir.Count) -> Piece:
    from rulewright.compiler.python.count import some_piece

    return some_piece(unit, names, expr)


def never_negative(unit: Unit, expr: ir.Expr) -> bool:
    """Is this surely 0 or more? (No otherwise means: not known.)"""
    match expr:
        case ir.Const():
            return expr.value >= 0
        case ir.Count():
            return True
        case ir.Read():
            kind = unit.fields[expr.place.field].type
            return not isinstance(kind, ir.Number) or kind.low >= 0
        case ir.Local():
            known = unit.types.get(expr.name)
            return known is not None and (not isinstance(known, ir.Number) or known.low >= 0)
    return False


def piece_of(unit: Unit, names: Names, expr: ir.Expr) -> Piece:
    return _WRITE[type(expr)](unit, names, expr)


# ------------------------------------------------------------------------------------------------ places


def may_be_none(unit: Unit, expr: ir.Expr) -> bool:
    """May this be the none of an optional class?"""
    match expr:
        case ir.Const() | ir.NextMember() | ir.KindOf():
            return False
        case ir.Local():
            kind: Any = unit.types.get(expr.name)
        case ir.Read():
            kind = unit.fields[expr.place.field].type
        case ir.ColumnOf():
            kind = unit.simplifier.columns[expr.cls, expr.column].type
        case ir.Apply():
            kind = unit.values[expr.name].type
        case ir.Cases():
            return any(may_be_none(unit, v) for _, v in expr.cases) or may_be_none(unit, expr.default)
        case ir.SlotKind():
            return True
        case _:
            return False
    return isinstance(kind, ir.Name) and kind.optional


def index_piece(unit: Unit, names: Names, index: ir.Expr, size: int, place: str, span: object) -> Piece:
    """The text of an index, checked if it may be none."""
    if (isinstance(index, ir.Const) and not 0 <= index.value < size) or may_be_none(unit, index):
        check = unit.need("indexed", "checked")
        text = f"{check}({value(unit, names, index)}, {size}, {place!r}, {unit.where(span)})"
        return Piece(text)
    text = value(unit, names, index, PRODUCT)
    return Piece(text, PRODUCT)


def field_cell(unit: Unit, names: Names, place: ir.FieldRef, span: object) -> str:
    """The cell of a field, as text that can be read and written."""
    info = unit.layout.fields[place.field]
    index = place.index
    if info.per is None or index is None:
        return f"cells[{info.offset}]"
    size = info.cells
    if isinstance(index, ir.Const) and 0 <= index.value < size:
        return f"cells[{info.offset + index.value}]"
    if isinstance(index, ir.ColumnOf):
        if isinstance(index.row, ir.Local):
            known = names.known.get(f"{index.row.name}.{index.column}@{place.field}")
            if known is not None:
                return f"cells[{known}]"
        column = unit.simplifier.columns[index.cls, index.column]
        if max(column.values, default=0) < size and not may_be_none(unit, index.row):
            table = unit.table(tuple(info.offset + v for v in column.values), f"{place.field} of {index.column}")
            return f"cells[{table}[{value(unit, names, index.row)}]]"
    if isinstance(index, ir.Local):
        known = names.known.get(f"{index.name}@{place.field}")
        if known is not None:
            return f"cells[{known}]"
    text = index_piece(unit, names, index, size, place.field, span).at(SUM)
    return f"cells[{info.offset} + {text}]"


def zone_address(unit: Unit, names: Names, ref: ir.ZoneRef, span: object) -> Address:
    """Where a zone begins."""
    info = unit.layout.zones[ref.zone]
    if info.per is None or ref.index is None:
        return Address(info.offset)
    if isinstance(ref.index, ir.Const) and 0 <= ref.index.value < info.cells:
        return Address(info.offset + info.stride * ref.index.value)
    piece = index_piece(unit, names, ref.index, info.cells, ref.zone, span)
    if info.stride == 1:
        return Address(info.offset, piece.at(PRODUCT))
    simple = piece.binds == ATOM or piece.text.isidentifier()
    return Address(info.offset, f"{info.stride} * {piece.text if simple else f'({piece.text})'}")


# ------------------------------------------------------------------------------------------------ nodes


def _const(unit: Unit, names: Names, expr: ir.Const) -> Piece:
    return Piece(str(expr.value), ATOM if expr.value >= 0 else SUM)


def _local(unit: Unit, names: Names, expr: ir.Local) -> Piece:
    return Piece(unit.local(expr.name, names))


def _read(unit: Unit, names: Names, expr: ir.Read) -> Piece:
    if isinstance(expr.place.index, ir.Local):
        known = names.known.get(f"{expr.place.index.name}!{expr.place.field}")
        if known is not None:
            return Piece(known)
    return Piece(field_cell(unit, names, expr.place, expr.span))


def _column(unit: Unit, names: Names, expr: ir.ColumnOf) -> Piece:
    if isinstance(expr.row, ir.Local):
        known = names.known.get(f"{expr.row.name}.{expr.column}")
        if known is not None:
            return Piece(known)
    column = unit.simplifier.columns[expr.cls, expr.column]
    values = column.values
    if may_be_none(unit, expr.row):
        values += (0,)
    if len(set(values)) == 1:
        return Piece(str(values[0]), ATOM if values[0] >= 0 else SUM)
    table = unit.table(values, f"{expr.cls} {expr.column}")
    return Piece(f"{table}[{value(unit, names, expr.row)}]")


def _count(unit: Unit, names: Names, expr: ir.Count) -> Piece:
    from rulewright.compiler.python.count import count_piece

    return count_piece(unit, names, expr)


def _slot_kind(unit: Unit, names: Names, expr: ir.SlotKind) -> Piece:
    info = unit.layout.zones[expr.zone.zone]
    cell = zone_address(unit, names, expr.zone, expr.span).cell()
    return Piece(f"{cell} >> 1", SHIFT) if info.either else Piece(cell)  # empty is `codes`, so none is the class size


def _kind_of(unit: Unit, names: Names, expr: ir.KindOf) -> Piece:
    if not expr.either:
        return piece_of(unit, names, expr.handle)
    return Piece(f"{value(unit, names, expr.handle, SHIFT)} >> 1", SHIFT)


def _face_of(unit: Unit, names: Names, expr: ir.FaceOf) -> Piece:
    return Piece(f"{value(unit, names, expr.handle, BIT_AND)} & 1", BIT_AND)


def _arith(unit: Unit, names: Names, expr: ir.Arith) -> Piece:
    if expr.op in ("min", "max"):
        return Piece(f"{expr.op}({value(unit, names, expr.left)}, {value(unit, names, expr.right)})")
    if expr.op == "/":
        if isinstance(expr.right, ir.Const) and expr.right.value:
            left = value(unit, names, expr.left, PRODUCT)
            return Piece(f"{left} // {value(unit, names, expr.right, ATOM)}", PRODUCT)
        parts = f"{value(unit, names, expr.left)}, {value(unit, names, expr.right)}"
        return Piece(f"{unit.need('quotient', 'checked')}({parts}, {unit.where(expr.span)})")
    binds = PRODUCT if expr.op == "*" else SUM
    return Piece(f"{value(unit, names, expr.left, binds)} {expr.op} {value(unit, names, expr.right, binds + 1)}", binds)


_OPERATORS = {"is": "==", "is not": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def _compare(unit: Unit, names: Names, expr: ir.Compare) -> Piece:
    left, right = value(unit, names, expr.left, BIT_OR), value(unit, names, expr.right, BIT_OR)
    return Piece(f"{left} {_OPERATORS[expr.op]} {right}", COMPARE, is_bool=True)


def _logic(unit: Unit, names: Names, expr: ir.Logic) -> Piece:
    if expr.op == "not":
        return Piece(f"not {cond(unit, names, expr.parts[0], NOT)}", NOT, is_bool=True)
    binds = AND if expr.op == "and" else OR
    parts = [cond(unit, names, p, binds + 1) for p in expr.parts]
    return Piece(f" {expr.op} ".join(parts), binds, is_bool=True)


def _cases(unit: Unit, names: Names, expr: ir.Cases) -> Piece:
    text = value(unit, names, expr.default, TERNARY)
    for condition, result in reversed(expr.cases):
        text = f"{value(unit, names, result, OR)} if {cond(unit, names, condition, OR)} else {text}"
    return Piece(text, TERNARY)


def _fold(unit: Unit, names: Names, expr: ir.Fold) -> Piece:
    from rulewright.compiler.python.fold import fold_piece

    return fold_piece(unit, names, expr)


def _players(unit: Unit, names: Names, expr: ir.Players) -> Piece:
    texts: list[str] = []
    may_exceed = False
    for part, is_set in zip(expr.parts, expr.sets, strict=True):
        if isinstance(part, ir.Const):
            texts.append(str(part.value if is_set else 1 << part.value & unit.everybody))
        elif is_set:
            texts.append(value(unit, names, part, BIT_OR))
        else:
            may_exceed = may_exceed or may_be_none(unit, part)
            texts.append(f"1 << {value(unit, names, part, SUM)}")
    if not texts:
        return Piece("0")
    if len(texts) == 1 and not may_exceed:
        binds = SHIFT if "<<" in texts[0] else ATOM if texts[0].isdigit() else BIT_OR
        return Piece(texts[0], binds)
    if may_exceed:
        return Piece(f"({' | '.join(texts)}) & {unit.everybody}", BIT_AND)
    return Piece(" | ".join(texts), BIT_OR)


def _member(unit: Unit, names: Names, expr: ir.Member) -> Piece:
    if isinstance(expr.item, ir.Const):
        return Piece(f"{value(unit, names, expr.set, BIT_AND)} & {1 << expr.item.value} != 0", COMPARE, is_bool=True)
    shifted = f"{value(unit, names, expr.set, SHIFT)} >> {value(unit, names, expr.item, SUM)}"
    return Piece(f"{shifted} & 1", BIT_AND)


def _apply(unit: Unit, names: Names, expr: ir.Apply) -> Piece:
    from rulewright.compiler.python.fold import value_function

    called = unit.values[expr.name]
    args = "".join(f", {value(unit, names, a)}" for a in expr.args)
    return Piece(f"{value_function(unit, called)}(cells{args})")


def _reach(unit: Unit, names: Names, expr: ir.Reach) -> Piece:
    from rulewright.compiler.python.reach import reach_piece

    return reach_piece(unit, names, expr)


def _distance(unit: Unit, names: Names, expr: ir.Distance) -> Piece:
    from rulewright.compiler.python.reach import reach_piece

    return reach_piece(unit, names, expr.reach, expr.to)


def _next(unit: Unit, names: Names, expr: ir.NextMember) -> Piece:
    size = unit.classes[expr.cls].size
    if size == 2 and expr.step % 2 == 1 and not may_be_none(unit, expr.of):
        return Piece(f"1 - {value(unit, names, expr.of, PRODUCT)}", SUM)
    step = expr.step % size
    of = value(unit, names, expr.of, SUM)
    return Piece(f"({of} + {step}) % {size}", PRODUCT)


_WRITE: dict[type, Callable[[Unit, Names, Any], Piece]] = {
    ir.Const: _const,
    ir.Local: _local,
    ir.Read: _read,
    ir.ColumnOf: _column,
    ir.Count: _count,
    ir.SlotKind: _slot_kind,
    ir.KindOf: _kind_of,
    ir.FaceOf: _face_of,
    ir.Arith: _arith,
    ir.Compare: _compare,
    ir.Logic: _logic,
    ir.Cases: _cases,
    ir.Fold: _fold,
    ir.Players: _players,
    ir.Member: _member,
    ir.Apply: _apply,
    ir.Reach: _reach,
    ir.Distance: _distance,
    ir.NextMember: _next,
}
