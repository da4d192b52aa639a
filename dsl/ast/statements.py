"""Statements and bodies."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from rulewright.dsl.ast.choices import ChooseOne, ChooseStmt, MayDo, OrdersEach, PayWith
from rulewright.dsl.ast.endings import EndGame, ResultOf, ResultRanked
from rulewright.dsl.ast.expressions import Audience, Binder, Expr, Order
from rulewright.dsl.ast.nodes import Ident, refs_field, span_field
from rulewright.dsl.source import Span


@frozen
class Let:
    name: Ident
    value: Expr | RollDie | DoCall
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class RollDie:
    """`roll d6` where a value is wanted."""

    die: Ident
    span: Span = span_field()


@frozen
class DoCall:
    """`do P(args)` where a value is wanted."""

    call: Expr
    span: Span = span_field()


@frozen
class Assign:
    """`set T to V shown to AUDIENCE`"""

    target: Expr
    value: Expr | RollDie | DoCall
    shown: tuple[Audience, ...] | None = None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Change:
    """`add N to T` (sign 1), `take N from T` (sign -1)"""

    sign: int
    amount: Expr
    target: Expr
    shown: tuple[Audience, ...] | None = None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


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
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class DrawStmt:
    """`draw N from Z to Z ARRIVAL`"""

    number: Expr
    source: Expr
    target: Expr
    arrival: Arrival
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


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
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Shuffle:
    zone: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class TurnFace:
    """`turn [all] X face up`"""

    form: str  # one, all
    what: Expr
    up: bool
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class TurnTo:
    """`turn d to Six`, `turn [N|all] SIDE in Z to SIDE`"""

    form: str  # one, number, all
    what: Expr
    number: Expr | None
    place: Expr | None
    side: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class RollDice:
    """`roll d`, `roll all Z`, `roll [N|all] SIDE in Z`; with a `target`, `roll N DICE to Z` out of the box"""

    form: str  # one, number, all
    what: Expr
    number: Expr | None
    place: Expr | None
    target: Expr | None = None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Show:
    thing: Expr
    audience: tuple[Audience, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Announce:
    value: Expr
    text: str
    audience: tuple[Audience, ...]  # empty: everybody
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Do:
    call: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Give:
    value: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class End:
    path: tuple[Ident, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Nothing:
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Original:
    """`original`: what stood there, inside an `instead of`."""

    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Inserted:
    """What a variant put here (no form of the grammar): what its lines bind stays in them."""

    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class IfStmt:
    cond: Expr
    then: Body
    otherwise: Body | None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class EachStmt:
    binder: Binder
    order: Order | None
    where: Expr | None
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class AtOnce:
    """`at once each player q ...`: the body is one choice of `q`."""

    binder: Binder
    where: Expr | None
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Together:
    """`together ...`: what is changed in the body counts as one change."""

    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class RepeatTimes:
    number: Expr
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class RepeatWhile:
    cond: Expr
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ChanceStmt:
    """`chance chooses KIND x where C`"""

    binder: Binder
    where: Expr | None
    body: Body
    otherwise: Body | None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


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
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Check:
    """`check C because "..."`, as a statement or at top level."""

    cond: Expr
    reason: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


Stmt: TypeAlias = (
    Let
    | Assign
    | Change
    | MoveStmt
    | DrawStmt
    | DrawCard
    | Shuffle
    | TurnFace
    | TurnTo
    | RollDice
    | Show
    | Announce
    | Do
    | Give
    | End
    | EndGame
    | Nothing
    | Original
    | Inserted
    | ResultOf
    | ResultRanked
    | IfStmt
    | EachStmt
    | AtOnce
    | Together
    | RepeatTimes
    | RepeatWhile
    | ChooseStmt
    | ChooseOne
    | MayDo
    | OrdersEach
    | PayWith
    | ChanceStmt
    | Phase
    | Check
)


@frozen
class Body:
    """An indented block or the statement after a colon; `docs` is rulebook prose."""

    stmts: tuple[Stmt, ...]
    docs: tuple[str, ...] = ()
    span: Span = span_field()
