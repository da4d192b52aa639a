"""Statements that end the game."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.ast.expressions import Binder, Expr
from rulewright.dsl.ast.nodes import refs_field, span_field
from rulewright.dsl.source import Span


@frozen
class EndGame:
    """`end game`: whoever has the highest score wins."""

    reason: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ResultOf:
    """`Hunters win`; who is None: `everyone draws`"""

    who: Expr | None
    outcome: str  # win, lose, draw
    reason: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


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
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()
