"""Declarations and the file."""

from __future__ import annotations

from typing import TypeAlias

from attrs import evolve, frozen

from rulewright.dsl.ast.expressions import Audience, Binder, Expr, Int, Param, TypeExpr, YesNo
from rulewright.dsl.ast.living import While
from rulewright.dsl.ast.nodes import Ident, refs_field, span_field
from rulewright.dsl.ast.scenarios import Scenario
from rulewright.dsl.ast.statements import Body, Check, Phase
from rulewright.dsl.ast.variants import Variant
from rulewright.dsl.source import Span


@frozen
class Game:
    name: Ident
    title: str
    least: int
    most: int
    docs: tuple[str, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Include:
    """`include "events.rules"`: declarations that stand in a file beside this one, until they are read from there."""

    file: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Accounts:
    """The numbered rules the file answers for, in its references (ranges expanded)."""

    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Omits:
    """Rules of the sheet that are not implemented, with the reason."""

    reason: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Reconstructs:
    """Rules of the sheet that are a reconstruction, with the reason; they are cited like any other."""

    reason: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Option:
    name: Ident
    type: TypeExpr
    default: Expr
    title: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class EnumMember:
    name: Ident
    title: str


@frozen
class Enum:
    name: Ident
    members: tuple[EnumMember, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class CellName:
    name: Ident


@frozen
class CellText:
    text: str


@frozen
class CellBlank:
    """`-`: none."""


@frozen
class Cell:
    """One cell; several atoms joined with `+` are a set. An `expr` cell was written in brackets."""

    atoms: tuple[CellName | CellText | CellBlank | YesNo | Int | CellExpr, ...]
    span: Span = span_field()


@frozen
class CellExpr:
    expr: Expr


@frozen
class Behaviour:
    """`on use(player p)` under a row."""

    name: Ident
    params: tuple[Param, ...]
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Row:
    key: Ident
    cells: tuple[Cell, ...]
    behaviours: tuple[Behaviour, ...]
    living: tuple[While, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


def joined(row: Row) -> Row:
    """A line of links as a row: called `cave_hut` after its ends, which are its first two cells."""
    first = Int(int(row.key.text), span=row.key.span) if row.key.text.isdecimal() else CellName(row.key)
    second = row.cells[0].atoms[0] if row.cells else CellBlank()
    name = second.name.text if isinstance(second, CellName) else str(getattr(second, "value", ""))
    key = Ident(f"{row.key.text}_{name}", span=row.key.span)
    return evolve(row, key=key, cells=(Cell((first,), span=row.key.span), *row.cells))


def joined_header(row: Row) -> Row:
    """The first line of links, of which all words name columns."""
    header = joined(row)
    return evolve(header, key=evolve(header.key, text=""))


@frozen
class RowsFrom:
    """`from "areas.csv"`: the rows stand in a file beside this one."""

    file: str
    span: Span = span_field()


@frozen
class ClassDecl:
    """A table: `header` is its first line, the names of the columns. `links` (word) join rows of the table `between`:
    their first two columns are the ends, and their rows are called after both. `rows_from`: where the rows are, until
    they are read from there."""

    word: str
    name: Ident
    title: str
    header: Row
    rows: tuple[Row, ...]
    between: Ident | None = None
    rows_from: RowsFrom | None = None
    docs: tuple[str, ...] = ()
    stock: Expr | None = None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Factor:
    """`Suit suit`: a class, and what its member is called in a product."""

    cls: Ident
    name: Ident
    span: Span = span_field()


@frozen
class Made:
    """`points = rank.points`, or a text with names in braces: a column of a product."""

    name: Ident
    value: Expr | str
    span: Span = span_field()


@frozen
class Product:
    """`cards Card for each Rank rank, Suit suit`: a table with a row for each combination."""

    word: str
    name: Ident
    title: str
    factors: tuple[Factor, ...]
    columns: tuple[Made, ...]
    docs: tuple[str, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Looks:
    """`seat(1) looks south`: which way a player's pieces face."""

    player: Expr
    direction: Ident
    span: Span = span_field()


@frozen
class Grid:
    """`grid Cell 3 by 3`, or of hexagons."""

    name: Ident
    rows: Expr
    columns: Expr
    hexagons: bool
    looks: tuple[Looks, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Lines:
    """`lines Line of 4 Cell`: a table of every straight line of so many cells."""

    name: Ident
    length: Expr
    grid: Ident
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Group:
    name: Ident
    title: str
    binder: Binder
    where: Expr | None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class FieldDecl:
    name: Ident
    title: str
    per: Ident | None
    per_name: Ident | None
    type: TypeExpr
    initial: Expr | None
    clamped: bool
    during: tuple[Ident, ...] | None
    seen: tuple[Audience, ...] | None
    repeated: Span | None = None  # a part that was said before
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ZoneDecl:
    word: str
    name: Ident
    title: str
    cls: Ident
    per: Ident | None
    per_name: Ident | None
    either: bool
    holds: Expr | None
    seen: tuple[Audience, ...] | None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Case:
    value: Expr
    cond: Expr | None  # None: otherwise
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ValueDecl:
    name: Ident
    params: tuple[Param, ...]
    type: TypeExpr | None
    cases: tuple[Case, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Score:
    name: Ident
    value: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Heuristic:
    """What a position is worth to a player, for bots."""

    name: Ident
    value: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ProcedureDecl:
    name: Ident
    title: str
    params: tuple[Param, ...]
    gives: TypeExpr | None
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Setup:
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class WhenDecl:
    zone: Expr
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class SoonDecl:
    cond: Expr
    binder: Binder | None
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


Decl: TypeAlias = (
    Game
    | Include
    | Accounts
    | Omits
    | Reconstructs
    | Check
    | Option
    | Enum
    | ClassDecl
    | Product
    | Grid
    | Lines
    | Group
    | FieldDecl
    | ZoneDecl
    | ValueDecl
    | Score
    | Heuristic
    | ProcedureDecl
    | Phase
    | Setup
    | WhenDecl
    | SoonDecl
    | While
    | Scenario
    | Variant
)


@frozen
class File:
    decls: tuple[Decl, ...]
    span: Span = span_field()
