"""What a scenario comes to: its beats as data, ready to be run on any engine. scenarios.py makes them."""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import field, frozen

from rulewright.dsl import ir
from rulewright.dsl.source import Span


def _span() -> Any:
    return field(eq=False, repr=False, kw_only=True)


@frozen
class Wanted:
    """An answer as written: an alternative's name or a text (`word`), or a value of class `cls` ("": a number)."""

    text: str
    word: str = ""
    value: ir.Expr | None = None
    cls: str = ""


@frozen
class Script:
    """The next outcomes of one source of chance (a zone, `d6`, a class)."""

    source: str
    values: tuple[Wanted, ...]
    span: Span = _span()


@frozen
class Pick:
    """A seat's next answers, one after the other. `Wanted("Pass", "Pass")` is passing."""

    who: ir.Expr
    answers: tuple[Wanted, ...]
    span: Span = _span()


@frozen
class Offers:
    """The seat is asked now and offered exactly these."""

    who: ir.Expr
    answers: tuple[Wanted, ...]
    span: Span = _span()


@frozen
class NotOffers:
    """The seat is asked now, and these are not among the options."""

    who: ir.Expr
    answers: tuple[Wanted, ...]
    span: Span = _span()


@frozen
class Asked:
    """The seat is asked this question now."""

    who: ir.Expr
    question: str
    span: Span = _span()


@frozen
class Refuses:
    """The seat is asked now and cannot give these answers, because the need of this name (or reason) fails."""

    who: ir.Expr
    answers: tuple[Wanted, ...]
    because: str
    span: Span = _span()


@frozen
class GoOn:
    """Go on until a question inside block `path` is asked (None: to the end). `freely`: answer at random on the way;
    otherwise only questions with a single answer may come up."""

    path: str | None
    freely: bool
    span: Span = _span()


@frozen
class Holds:
    cond: ir.Expr
    span: Span = _span()


@frozen
class Sees:
    """The seat sees (or does not see) a field cell or the faces in a zone; with a `kind`, a component of that kind
    there."""

    who: ir.Expr
    sees: bool
    place: ir.FieldRef | ir.ZoneRef
    kind: ir.Expr | None = None
    span: Span = _span()


@frozen
class Shown:
    """The seat was shown everything that lies in a zone now (or was not)."""

    who: ir.Expr
    shown: bool
    place: ir.ZoneRef
    span: Span = _span()


@frozen
class Hears:
    """The seat was told this value with this text (any text if it is empty), or was not."""

    who: ir.Expr
    hears: bool
    value: ir.Expr
    text: str
    span: Span = _span()


@frozen
class Told:
    """These words stand in a line of what the seat was told so far, or in none."""

    who: ir.Expr
    told: bool
    text: str
    span: Span = _span()


@frozen
class Ends:
    """The game is over, with these players (a set) as winners, losers, or in a draw."""

    who: ir.Expr
    outcome: str
    span: Span = _span()


@frozen
class SameView:
    """These seats cannot tell the twin from the first run (or, not `same`, can)."""

    who: tuple[ir.Expr, ...]
    same: bool
    span: Span = _span()


Beat: TypeAlias = (
    Script | Pick | Asked | Offers | NotOffers | Refuses | GoOn | Holds | Sees | Shown | Hears | Told | Ends
)


@frozen
class Plan:
    """A scenario ready to run. `twin` is the second run from the same start, for `same`. `passed`: places of what
    variants put before `start` that is not run."""

    name: str
    title: str
    players: int
    seats: tuple[str, ...]
    given: tuple[ir.Stmt, ...]
    start: str | None
    beats: tuple[Beat, ...]
    twin: tuple[Beat, ...] | None
    same: tuple[SameView, ...]
    refs: tuple[str, ...]
    passed: tuple[Span, ...] = ()
    span: Span = _span()
