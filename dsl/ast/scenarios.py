"""Scenarios and positions: the beats of a script."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from rulewright.dsl.ast.expressions import Expr
from rulewright.dsl.ast.nodes import Ident, refs_field, span_field
from rulewright.dsl.ast.statements import Body
from rulewright.dsl.source import Span


@frozen
class Seats:
    names: tuple[Ident, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class WithOption:
    name: Ident
    value: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Given:
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class StartAt:
    path: tuple[Ident, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Text:
    """A quoted answer."""

    text: str
    span: Span = span_field()


Answer: TypeAlias = Expr | Text


@frozen
class ChanceGives:
    source: Expr
    values: tuple[Answer, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Picks:
    who: Expr
    answers: tuple[Answer, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Passes:
    who: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Offered:
    who: Expr
    answers: tuple[Answer, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class NotOffered:
    """`P is not offered X`: asked now, and these are not among the options, whatever the reason."""

    who: Expr
    answers: tuple[Answer, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class AskedNow:
    """`P is asked "question"`."""

    who: Expr
    question: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Refused:
    who: Expr
    answers: tuple[Answer, ...]
    because: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class PlayTo:
    """`path` None: to the end of the game."""

    freely: bool
    path: tuple[Ident, ...] | None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Twin:
    beats: tuple[Beat, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Expect:
    cond: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ExpectSees:
    """`expect P sees Z`; with an `item`, that in it."""

    who: Expr
    sees: bool
    place: Expr
    item: Expr | None = None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ExpectHears:
    who: Expr
    hears: bool
    value: Expr
    text: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ExpectResult:
    who: Expr
    outcome: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ExpectShown:
    """`expect P was shown Z`: all of what lies there now."""

    who: Expr
    shown: bool
    place: Expr
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ExpectTold:
    """`expect P was told "words"`: they stand in a line of what P was told so far."""

    who: Expr
    told: bool
    text: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ExpectSame:
    """`expect same view for P, Q`, or `different`."""

    who: tuple[Answer, ...]
    same: bool
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


Beat: TypeAlias = (
    Seats
    | WithOption
    | Given
    | StartAt
    | ChanceGives
    | Picks
    | Passes
    | AskedNow
    | Offered
    | NotOffered
    | Refused
    | PlayTo
    | Twin
    | Expect
    | ExpectSees
    | ExpectHears
    | ExpectResult
    | ExpectShown
    | ExpectTold
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
    variants: tuple[Ident, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()
