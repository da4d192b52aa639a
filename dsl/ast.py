"""The syntax tree: one frozen node for each form of the grammar, every node with its span.

Nothing is resolved here: names are `Ident`s, and whether `p.hand` is a zone or a column is for `elaborate` to say.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import field, frozen

from rulewright.dsl.source import Span


def _span() -> Any:
    return field(eq=False, repr=False, kw_only=True)


def _refs() -> Any:
    return field(default=(), kw_only=True)


@frozen
class Ident:
    """A name as written."""

    text: str
    span: Span = _span()


# ------------------------------------------------------------------------------------------------ expressions


@frozen
class Int:
    value: int
    span: Span = _span()


@frozen
class YesNo:
    value: bool
    span: Span = _span()


@frozen
class NoneWord:
    span: Span = _span()


@frozen
class Name:
    name: str
    span: Span = _span()


@frozen
class Dot:
    """`of.name`"""

    of: Expr
    name: Ident
    span: Span = _span()


@frozen
class CallExpr:
    """`of(args)`"""

    of: Expr
    args: tuple[Expr, ...]
    span: Span = _span()


@frozen
class Not:
    part: Expr
    span: Span = _span()


@frozen
class AndOr:
    op: str  # "and" or "or"
    left: Expr
    right: Expr
    span: Span = _span()


@frozen
class Comparison:
    op: str  # is, is not, <, <=, >, >=
    left: Expr
    right: Expr
    span: Span = _span()


@frozen
class IsEmpty:
    of: Expr
    negated: bool
    span: Span = _span()


@frozen
class IsFacing:
    of: Expr
    up: bool
    span: Span = _span()


@frozen
class In:
    item: Expr
    of: Expr
    negated: bool
    span: Span = _span()


@frozen
class Arithmetic:
    op: str  # + - * /
    left: Expr
    right: Expr
    span: Span = _span()


@frozen
class Minus:
    part: Expr
    span: Span = _span()


@frozen
class Quantified:
    """`some KIND x [domain] [where C]`, or `no ...`."""

    some: bool
    binder: Binder
    where: Expr | None
    span: Span = _span()


@frozen
class SetOf:
    """`(KIND x where C)`"""

    binder: Binder
    where: Expr | None
    span: Span = _span()


@frozen
class CountOf:
    """`count Z`, `count K in Z`, `count (KIND x where C)`"""

    of: Expr
    inside: Expr | None
    span: Span = _span()


@frozen
class Aggregate:
    """`total(E over KIND x where C)`, highest, lowest"""

    op: str
    body: Expr
    binder: Binder
    where: Expr | None
    span: Span = _span()


@frozen
class NextAfter:
    """`next player after p`"""

    cls: Ident
    of: Expr
    span: Span = _span()


Expr: TypeAlias = (
    Int
    | YesNo
    | NoneWord
    | Name
    | Dot
    | CallExpr
    | Not
    | AndOr
    | Comparison
    | IsEmpty
    | IsFacing
    | In
    | Arithmetic
    | Minus
    | Quantified
    | SetOf
    | CountOf
    | Aggregate
    | NextAfter
)


@frozen
class DomainIn:
    """`in E`: a zone or a set."""

    of: Expr


@frozen
class DomainRange:
    low: Expr
    high: Expr


@frozen
class Binder:
    """`KIND name [in E | from A to B]`"""

    kind: Ident
    name: Ident
    domain: DomainIn | DomainRange | None = None
    span: Span = _span()


# ------------------------------------------------------------------------------------------------ types, audiences


@frozen
class TypeName:
    """`Card`, `Card or none`, `set of Card`"""

    name: Ident
    form: str = "plain"  # plain, optional, set
    span: Span = _span()


@frozen
class TypeTruth:
    span: Span = _span()


@frozen
class TypeRange:
    low: Expr
    high: Expr
    span: Span = _span()


TypeExpr: TypeAlias = TypeName | TypeTruth | TypeRange


@frozen
class Audience:
    """One part of `seen by`: `all`, `nobody`, `owner`, or an expression (a player or a group)."""

    word: str  # all, nobody, owner, or "" for an expression
    expr: Expr | None = None
    span: Span = _span()


@frozen
class Param:
    type: TypeExpr
    name: Ident


# ------------------------------------------------------------------------------------------------ statements


@frozen
class Let:
    name: Ident
    value: Expr | RollDie | DoCall
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class RollDie:
    """`roll d6` where a value is wanted."""

    die: Ident
    span: Span = _span()


@frozen
class DoCall:
    """`do P(args)` where a value is wanted."""

    call: Expr
    span: Span = _span()


@frozen
class Assign:
    """`set T to V`"""

    target: Expr
    value: Expr | RollDie | DoCall
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Change:
    """`add N to T` (sign 1), `take N from T` (sign -1)"""

    sign: int
    amount: Expr
    target: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Arrival:
    """How components arrive: `face up`, `on top`, `at the bottom`, `shuffled in`, `shown to ...`."""

    face: bool | None = None
    spot: str | None = None  # top, bottom, in
    shown: tuple[Audience, ...] | None = None


@frozen
class MoveStmt:
    """`move [N|all] WHAT [from Z] to Z ARRIVAL`"""

    form: str  # one, number, all
    what: Expr
    number: Expr | None
    source: Expr | None
    target: Expr
    arrival: Arrival
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class DrawStmt:
    """`draw N from Z to Z ARRIVAL`"""

    number: Expr
    source: Expr
    target: Expr
    arrival: Arrival
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class DrawCard:
    """`draw card c from Z to Z ARRIVAL` with a body and an otherwise."""

    kind: Ident
    name: Ident
    source: Expr
    target: Expr
    arrival: Arrival
    body: Body
    otherwise: Body | None
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Shuffle:
    zone: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class TurnFace:
    """`turn [all] X face up`"""

    form: str  # one, all
    what: Expr
    up: bool
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Show:
    thing: Expr
    audience: tuple[Audience, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Announce:
    value: Expr
    text: str
    audience: tuple[Audience, ...]  # empty: everybody
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Do:
    call: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Give:
    value: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class End:
    path: tuple[Ident, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class EndGame:
    """`end game`: whoever has the highest score wins."""

    reason: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Nothing:
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ResultOf:
    """`Hunters win`; who is None: `everyone draws`"""

    who: Expr | None
    outcome: str  # win, lose, draw
    reason: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Rank:
    highest: bool
    by: Expr


@frozen
class ResultRanked:
    """`the player p with the highest p.points then the lowest p.coins wins`"""

    binder: Binder
    where: Expr | None
    ranks: tuple[Rank, ...]
    outcome: str
    reason: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class IfStmt:
    cond: Expr
    then: Body
    otherwise: Body | None
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Order:
    """`clockwise from E`, `counterclockwise after E`"""

    clockwise: bool
    after: bool
    start: Expr


@frozen
class EachStmt:
    binder: Binder
    order: Order | None
    where: Expr | None
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class RepeatTimes:
    number: Expr
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class RepeatWhile:
    cond: Expr
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Needs:
    """`needs mortal: C because "..."`"""

    name: Ident
    cond: Expr
    reason: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ChooseStmt:
    """`P chooses BINDERS where C "question"` with what follows; `may`: passing is an option too."""

    actor: Expr
    may: bool
    binders: tuple[Binder, ...]
    where: Expr | None
    question: str
    needs: tuple[Needs, ...]
    body: Body
    otherwise: Body | None
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Alternative:
    name: Ident
    label: str
    needs: tuple[Needs, ...]
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ChooseOne:
    """`P chooses one "question"`, one alternative a line."""

    actor: Expr
    may: bool
    question: str
    alternatives: tuple[Alternative, ...]
    otherwise: Body | None
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class MayDo:
    """`P may "Do it": ...`: yes or no."""

    actor: Expr
    label: str
    needs: tuple[Needs, ...]
    body: Body
    otherwise: Body | None
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ChanceStmt:
    """`chance chooses KIND x where C`"""

    binder: Binder
    where: Expr | None
    body: Body
    otherwise: Body | None
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Repeats:
    until: Expr | None


@frozen
class ForEach:
    binder: Binder
    order: Order | None
    where: Expr | None


@frozen
class Phase:
    """`phase NAME "title" [repeats|for each ...]`, or a `step`."""

    word: str
    name: Ident
    title: str
    rounds: Repeats | ForEach | None
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Check:
    """`check C because "..."`, as a statement or at top level."""

    cond: Expr
    reason: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


Stmt: TypeAlias = (
    Let
    | Assign
    | Change
    | MoveStmt
    | DrawStmt
    | DrawCard
    | Shuffle
    | TurnFace
    | Show
    | Announce
    | Do
    | Give
    | End
    | EndGame
    | Nothing
    | ResultOf
    | ResultRanked
    | IfStmt
    | EachStmt
    | RepeatTimes
    | RepeatWhile
    | ChooseStmt
    | ChooseOne
    | MayDo
    | ChanceStmt
    | Phase
    | Check
)


@frozen
class Body:
    """An indented block or the statement after a colon; `docs` is rulebook prose."""

    stmts: tuple[Stmt, ...]
    docs: tuple[str, ...] = ()
    span: Span = _span()


# ------------------------------------------------------------------------------------------------ declarations


@frozen
class Game:
    name: Ident
    title: str
    least: int
    most: int
    docs: tuple[str, ...] = ()
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Accounts:
    """The numbered rules the file answers for, in its references (ranges expanded)."""

    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Omits:
    """Rules of the sheet that are not implemented, with the reason."""

    reason: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Option:
    name: Ident
    type: TypeExpr
    default: Expr
    title: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class EnumMember:
    name: Ident
    title: str


@frozen
class Enum:
    name: Ident
    members: tuple[EnumMember, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


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
    span: Span = _span()


@frozen
class CellExpr:
    expr: Expr


@frozen
class Behaviour:
    """`on use(player p)` under a row."""

    name: Ident
    params: tuple[Param, ...]
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Row:
    key: Ident
    cells: tuple[Cell, ...]
    behaviours: tuple[Behaviour, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ClassDecl:
    """A table: `header` is its first line, the names of the columns."""

    word: str
    name: Ident
    title: str
    header: Row
    rows: tuple[Row, ...]
    docs: tuple[str, ...] = ()
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Grid:
    name: Ident
    rows: int
    columns: int
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Group:
    name: Ident
    title: str
    binder: Binder
    where: Expr | None
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


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
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


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
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Case:
    value: Expr
    cond: Expr | None  # None: otherwise
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ValueDecl:
    name: Ident
    params: tuple[Param, ...]
    type: TypeExpr | None
    cases: tuple[Case, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Score:
    name: Ident
    value: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ProcedureDecl:
    name: Ident
    title: str
    params: tuple[Param, ...]
    gives: TypeExpr | None
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Setup:
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class WhenDecl:
    zone: Expr
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class SoonDecl:
    cond: Expr
    binder: Binder | None
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


# ------------------------------------------------------------------------------------------------ scenarios


@frozen
class Seats:
    names: tuple[Ident, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class WithOption:
    name: Ident
    value: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Given:
    body: Body
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class StartAt:
    path: tuple[Ident, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Text:
    """A quoted answer."""

    text: str
    span: Span = _span()


Answer: TypeAlias = Expr | Text


@frozen
class ChanceGives:
    source: Expr
    values: tuple[Answer, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Picks:
    who: Expr
    answers: tuple[Answer, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Passes:
    who: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Offered:
    who: Expr
    answers: tuple[Answer, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Refused:
    who: Expr
    answers: tuple[Answer, ...]
    because: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class PlayTo:
    """`path` None: to the end of the game."""

    freely: bool
    path: tuple[Ident, ...] | None
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Twin:
    beats: tuple[Beat, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class Expect:
    cond: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ExpectSees:
    who: Expr
    sees: bool
    place: Expr
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ExpectHears:
    who: Expr
    value: Expr
    text: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ExpectResult:
    who: Expr
    outcome: str
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


@frozen
class ExpectSame:
    who: tuple[Answer, ...]
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


Beat: TypeAlias = (
    Seats
    | WithOption
    | Given
    | StartAt
    | ChanceGives
    | Picks
    | Passes
    | Offered
    | Refused
    | PlayTo
    | Twin
    | Expect
    | ExpectSees
    | ExpectHears
    | ExpectResult
    | ExpectSame
)


@frozen
class Scenario:
    """A scenario or (`shared`) a position; its table is a game and a player count, or the position it starts from."""

    name: Ident
    title: str
    shared: bool
    game: Ident | None
    players: int
    base: Ident | None
    beats: tuple[Beat, ...]
    docs: tuple[str, ...] = ()
    refs: tuple[str, ...] = _refs()
    span: Span = _span()


Decl: TypeAlias = (
    Game
    | Accounts
    | Omits
    | Check
    | Option
    | Enum
    | ClassDecl
    | Grid
    | Group
    | FieldDecl
    | ZoneDecl
    | ValueDecl
    | Score
    | ProcedureDecl
    | Phase
    | Setup
    | WhenDecl
    | SoonDecl
    | Scenario
)


@frozen
class File:
    decls: tuple[Decl, ...]
    span: Span = _span()
