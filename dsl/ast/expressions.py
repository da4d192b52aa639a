"""Expressions, the binder, types and audiences."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from rulewright.dsl.ast.nodes import Ident, span_field
from rulewright.dsl.source import Span


@frozen
class Int:
    value: int
    span: Span = span_field()


@frozen
class YesNo:
    value: bool
    span: Span = span_field()


@frozen
class NoneWord:
    span: Span = span_field()


@frozen
class Name:
    name: str
    span: Span = span_field()


@frozen
class Dot:
    """`of.name`"""

    of: Expr
    name: Ident
    span: Span = span_field()


@frozen
class CallExpr:
    """`of(args)`"""

    of: Expr
    args: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class Not:
    part: Expr
    span: Span = span_field()


@frozen
class AndOr:
    op: str  # "and" or "or"
    left: Expr
    right: Expr
    span: Span = span_field()


@frozen
class Comparison:
    op: str  # is, is not, <, <=, >, >=
    left: Expr
    right: Expr
    span: Span = span_field()


@frozen
class IsEmpty:
    of: Expr
    negated: bool
    span: Span = span_field()


@frozen
class IsFacing:
    of: Expr
    up: bool
    span: Span = span_field()


@frozen
class In:
    item: Expr
    of: Expr
    negated: bool
    span: Span = span_field()


@frozen
class Arithmetic:
    op: str  # + - * /
    left: Expr
    right: Expr
    span: Span = span_field()


@frozen
class Minus:
    part: Expr
    span: Span = span_field()


@frozen
class Quantified:
    """`some KIND x [domain] [where C]`, or `no ...`."""

    some: bool
    binder: Binder
    where: Expr | None
    span: Span = span_field()


@frozen
class SetOf:
    """`(KIND x where C)`"""

    binder: Binder
    where: Expr | None
    span: Span = span_field()


@frozen
class CountOf:
    """`count Z`, `count K in Z`, `count (KIND x where C)`"""

    of: Expr
    inside: Expr | None
    span: Span = span_field()


@frozen
class Aggregate:
    """`total(E over KIND x where C)`, highest, lowest"""

    op: str
    body: Expr
    binder: Binder
    where: Expr | None
    span: Span = span_field()


@frozen
class Reached:
    """`(KIND x reached from START [over STEPS] [within N] where C)`"""

    kind: Ident
    name: Ident
    start: Expr
    over: Expr | None
    within: Expr | None
    where: Expr | None
    span: Span = span_field()


@frozen
class NextAfter:
    """`next player after p` (step 1), `previous player before p` (step -1)"""

    cls: Ident
    of: Expr
    step: int = 1
    span: Span = span_field()


@frozen
class Both:
    """Both hold; made of two conditions that stand in different places, so brackets do not matter."""

    left: Expr
    right: Expr
    span: Span = span_field()


@frozen
class FirstOf:
    """The first member that a binder and a condition leave, in the order of its table; there is one where it stands."""

    binder: Binder
    where: Expr
    span: Span = span_field()


@frozen
class Chosen:
    """The first value whose condition holds; the last has none. Made where a number with cases is part of a sum."""

    cases: tuple[tuple[Expr, Expr | None], ...]  # (value, condition)
    span: Span = span_field()


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
    | Reached
    | NextAfter
    | Both
    | FirstOf
    | Chosen
)


@frozen
class DomainIn:
    """`in E`: a zone or a set."""

    of: Expr


@frozen
class DomainAt:
    """`Way w at a`: the links that have an end there."""

    place: Expr


@frozen
class DomainRange:
    low: Expr
    high: Expr


@frozen
class Binder:
    """`KIND name [in E | from A to B]`"""

    kind: Ident
    name: Ident
    domain: DomainIn | DomainRange | DomainAt | None = None
    span: Span = span_field()


@frozen
class Order:
    """`clockwise from E`, `counterclockwise after E`"""

    clockwise: bool
    after: bool
    start: Expr


@frozen
class TypeName:
    """`Card`, `Card or none`, `set of Card`"""

    name: Ident
    form: str = "plain"  # plain, optional, set
    span: Span = span_field()


@frozen
class TypeTruth:
    span: Span = span_field()


@frozen
class TypeRange:
    low: Expr
    high: Expr
    span: Span = span_field()


TypeExpr: TypeAlias = TypeName | TypeTruth | TypeRange


@frozen
class Audience:
    """One part of `seen by`: `all`, `nobody`, `owner`, or an expression (a player or a group)."""

    word: str  # all, nobody, owner, or "" for an expression
    expr: Expr | None = None
    span: Span = span_field()


@frozen
class Param:
    type: TypeExpr
    name: Ident
