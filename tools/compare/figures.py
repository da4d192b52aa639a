"""What a comparison tells of games: the figures, and how each is read off the rows that games are kept as.

A row is whole numbers: the ending (0 without a result, -1 if the game is unfinished), the seats that won and that lost
(masks), the decisions, then the cells and scores that the sheet names, then (in counted games) counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.integer[Any]]
Sort: TypeAlias = Literal["seat wins", "role wins", "ended", "nobody wins", "unfinished", "sum"]
Place: TypeAlias = tuple[str, int]  # a field or a zone of slots, and which of its cells

ENDED, WON, LOST, DECISIONS = range(4)
FIRST_PLACE = 4
NO_RESULT, UNFINISHED = 0, -1

WINS, ENDINGS, LENGTH, SCORES = "wins", "endings", "length", "scores"
PHASES, EFFECTS, REACTIONS, CHOICES, CARDS, MOVES = "phases", "effects", "reactions", "choices", "cards", "moves"
TITLES = {
    WINS: "Who wins",
    ENDINGS: "How games end",
    LENGTH: "How long games are",
    SCORES: "Scores",
    PHASES: "How often phases and steps begin",
    EFFECTS: "How often procedures and effects run",
    REACTIONS: "How often reactions come about",
    CHOICES: "How often choices are made",
    CARDS: "How often components are chosen",
    MOVES: "How often components move",
}
MAIN = frozenset({WINS, ENDINGS, LENGTH, SCORES})  # the sections that are judged together, apart from all others
MANY = frozenset({CARDS, MOVES})  # with a figure for each component: too many to be shown unasked


@frozen
class Figure:
    """One thing to compare. `key` is the same in every ruleset that has it. `share`: yes or no in each game, else a
    number. `of`: what `sort` needs: a seat; results; columns; or for a role its first column, how many, and codes."""

    section: str
    key: str
    label: str
    share: bool
    sort: Sort
    of: tuple[int, ...] = ()

    @property
    def name(self) -> tuple[str, str]:
        """What tells it from all others of its ruleset."""
        return self.section, self.key


@frozen
class Sheet:
    """What is kept of each game of one ruleset. `places` are read off every game, `counts` off counted ones; `scores`:
    for how many seats scores are kept. `figures` come from every game, `counted` from counted ones."""

    places: tuple[Place, ...]
    scores: int
    counts: tuple[Place, ...]
    figures: tuple[Figure, ...]
    counted: tuple[Figure, ...]

    @property
    def width(self) -> int:
        """Columns of a row without counts."""
        return FIRST_PLACE + len(self.places) + self.scores


def sheet_from(data: Any) -> Sheet:
    """A sheet that was kept as JSON, by its attributes in order."""
    places, scores, counts, figures, counted = data
    return Sheet(
        tuple((name, index) for name, index in places),
        scores,
        tuple((name, index) for name, index in counts),
        tuple(_figure_from(attributes) for attributes in figures),
        tuple(_figure_from(attributes) for attributes in counted),
    )


def _figure_from(data: Any) -> Figure:
    section, key, label, share, sort, of = data
    return Figure(section, key, label, share, sort, tuple(of))


def measured(figures: tuple[Figure, ...], rows: Rows) -> NDArray[np.int64]:
    """Each game's value of each figure: a row a game, a column a figure."""
    found = np.empty((len(rows), len(figures)), np.int64)
    for column, figure in enumerate(figures):
        found[:, column] = _MEASURES[figure.sort](figure, rows)
    return found


def _seat_wins(figure: Figure, rows: Rows) -> Any:
    return rows[:, WON].astype(np.int64) >> figure.of[0] & 1


def _role_wins(figure: Figure, rows: Rows) -> Any:
    """Does somebody who has the role win?"""
    first, many, *codes = figure.of
    has = np.isin(rows[:, first : first + many], codes)
    wins = rows[:, WON, None].astype(np.int64) >> np.arange(many) & 1
    return (has & (wins == 1)).any(axis=1)


def _ended(figure: Figure, rows: Rows) -> Any:
    return np.isin(rows[:, ENDED], figure.of)


def _nobody_wins(figure: Figure, rows: Rows) -> Any:
    return (rows[:, ENDED] != UNFINISHED) & (rows[:, WON] == 0)


def _unfinished(figure: Figure, rows: Rows) -> Any:
    return rows[:, ENDED] == UNFINISHED


def _sum(figure: Figure, rows: Rows) -> Any:
    return rows[:, list(figure.of)].sum(axis=1, dtype=np.int64)


_MEASURES: dict[Sort, Callable[[Figure, Rows], Any]] = {
    "seat wins": _seat_wins,
    "role wins": _role_wins,
    "ended": _ended,
    "nobody wins": _nobody_wins,
    "unfinished": _unfinished,
    "sum": _sum,
}
