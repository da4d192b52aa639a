"""What asks a player: choices, what they need and cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.dsl.ast.expressions import Binder, Expr
from rulewright.dsl.ast.nodes import Ident, refs_field, span_field
from rulewright.dsl.source import Span

if TYPE_CHECKING:
    from rulewright.dsl.ast.statements import Body


@frozen
class Needs:
    """`needs mortal: C because "..."`"""

    name: Ident
    cond: Expr
    reason: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Components:
    """What a cost is paid with: a `kind`, or those that are `chosen` (`card c`, without its domain) where a condition
    holds; and where it goes `to` (None: the box)."""

    kind: Expr | None
    chosen: Binder | None
    where: Expr | None
    to: Expr | None
    question: str = ""
    about: tuple[Expr, ...] = ()  # what the braces in the question stand for
    span: Span = span_field()


@frozen
class Costs:
    """`costs 2 from p.coins because "..."`: a requirement, called after the field, and what is taken. With
    `components` it is paid from a place, and called after their kind, or after the place."""

    name: Ident
    amount: Expr
    target: Expr
    reason: str
    components: Components | None = None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class PayWith:
    """What a cost in components that are chosen becomes, in the body of what is paid for."""

    actor: Expr
    cost: Costs
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ChooseStmt:
    """`P chooses BINDERS where C "question"` with what follows; `may`: passing is an option too."""

    actor: Expr
    may: bool
    binders: tuple[Binder, ...]
    where: Expr | None
    question: str
    needs: tuple[Needs | Costs, ...]
    body: Body
    otherwise: Body | None
    passing: str = ""  # what passing is called
    about: tuple[Expr, ...] = ()  # what the braces in the question stand for
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class OrdersEach:
    """`P orders each BINDER where C "question"`: the player says which of those left comes next."""

    actor: Expr
    binder: Binder
    where: Expr | None
    question: str
    body: Body
    about: tuple[Expr, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Alternative:
    name: Ident
    label: str
    needs: tuple[Needs | Costs, ...]
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ChooseOne:
    """`P chooses one "question"`, one alternative a line."""

    actor: Expr
    may: bool
    question: str
    alternatives: tuple[Alternative, ...]
    otherwise: Body | None
    passing: str = ""
    about: tuple[Expr, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class MayDo:
    """`P may "Do it": ...`: yes or no."""

    actor: Expr
    label: str
    needs: tuple[Needs | Costs, ...]
    body: Body
    otherwise: Body | None
    passing: str = ""
    about: tuple[Expr, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()
