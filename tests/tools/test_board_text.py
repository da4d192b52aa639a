"""Where things are on a map, as a seat is told it, and that the text is made of what the seat sees alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.runtime.state import State
from rulewright.tools.board_text import Look, look_of
from rulewright.tools.game import Game
from rulewright.tools.project import Text
from rulewright.tools.table import Setting, settle
from rulewright.tools.view_text import view_lines
from tests.compiler.board_games import MANOR
from tests.games.test_secrets import played, resampled
from tests.tools.command import rulewright as command
from tests.tools.command import written


@cache
def manor() -> Game:
    text, setting = Text("manor.rules", MANOR), Setting(2, (), (), ())
    return Game(text, setting, settle(text, setting))


def told(look: Look, state: State, seat: int) -> str:
    return "\n".join(look(state.wording, state.view(seat)))


def after(*options: str) -> State:
    """The manor after these answers."""
    state = manor().start(seed=1)
    for option in options:
        assert state.decision is not None
        state.apply(next(o.id for o in state.decision.options if option in o.label))
    return state


def test_the_ghost_sees_itself_and_the_guest_does_not() -> None:
    state, look = after("Landing - The Attic"), look_of(manor())
    assert told(look, state, 0).split("Rooms:\n")[1] == (
        "  Floor 0\n"
        "    The Hall     hidden: ? (2)\n"
        "    The Kitchen  lying: Coin\n"
        "    The Cellar   hidden: ? (2)\n"
        "  Floor 1\n"
        "    The Landing  player 1\n"
        "  From The Landing: Open to The Hall (steps 2); A door to The Attic (steps 1)"
    )
    guest = told(look, state, 1).split("Rooms:\n")[1]
    assert "player 1" not in guest and "The Landing  " not in guest
    assert "  From The Hall: Open to The Kitchen (steps 1), The Landing (steps 2)" in guest


def test_what_has_changed_is_told_of_places_and_links() -> None:
    state, look = (
        after("Attic - The Cellar", "Hall - The Landing", "Kitchen - The Cellar", "Landing - The Attic"),
        look_of(manor()),
    )
    ghost, guest = (told(look, state, seat).split("Rooms:\n")[1] for seat in (0, 1))
    assert "The Attic  player 2 (figure); lit" in ghost
    assert "The Kitchen  player 1; dust 2; lying: Coin" in ghost
    assert "From The Kitchen: Open to The Hall (steps 1); Locked to The Cellar (steps 3, not shut)" in ghost
    assert "The Kitchen - The Cellar: not shut" in guest
    assert "The Landing" not in guest.split("From")[0], "it is as it began, and nobody is known to be there"


def test_no_table_of_every_place_any_more() -> None:
    state = after()
    assert any(line.startswith("The Attic") for line in view_lines(state.wording, state.view(1)))
    assert not any(line.startswith("The Attic") for line in look_of(manor())(state.wording, state.view(1)))


def castle() -> Game:
    return rulewright.load("van_helsing", players=3)


@cache
def made(make: Callable[[], Game]) -> tuple[Game, Look]:
    game = make()
    return game, look_of(game)


@pytest.mark.parametrize(("make", "most"), [(manor, 14), (castle, 150)])
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), share=st.floats(0, 1))
def test_the_text_does_not_depend_on_what_a_seat_cannot_see(
    make: Callable[[], Game], most: int, seed: int, share: float
) -> None:
    game, look = made(make)
    state = played(game.engine, seed, round(share * most))
    for seat in range(game.players):
        assert told(look, resampled(state, seat, Random(seed)), seat) == told(look, state, seat)


def test_resampling_does_change_what_the_others_are_told() -> None:
    """The property above would hold for a resampler that does nothing, and for a text that says nothing."""
    state, look = played(manor().engine, 3, 6), look_of(manor())
    assert {told(look, resampled(state, 1, Random(n)), 0) for n in range(9)} != {told(look, state, 0)}


WALK = """game walk "Walk" for 1 players
table Area
  area  name
  1     "Gate"
  2     "Yard"
  3     "Keep"
links Way between Area
  a  b
  1  2
  2  3
table Piece
  piece  name
  Horse  "a horse"
  Cart   "a cart"
field at: Area = Area(1)
field of_piece "place of" per Piece: Area = Area(1)
field master per Piece: player or none
field mark: Area = Area(1) during Round
field led per Area: yes/no
field goal per Piece: Area during Other
setup
  set Cart.of_piece to Area(3)
phase Round repeats
  seat(1) chooses Way w at at "Which way?"
    set at to w.beyond(at)
    set at.led to yes
    set Horse.master to seat(1)
  otherwise: everyone draws
  if at is Cart.of_piece and Horse.of_piece is at and Horse.master is none and mark.led: everyone draws
phase Other
  set Horse.goal to Cart.goal
  everyone draws
"""


def test_a_lone_player_and_pieces_of_a_seat(tmp_path: Path) -> None:
    """A field that no class indexes is where the player stands, unless there are pieces of its own."""
    game = rulewright.load(written(tmp_path, WALK))
    state, look = game.start(seed=1), look_of(game)
    first = told(look, state, 0).split("Area:\n")[1]
    assert first == "  1 Gate  at; mark; a horse\n  3 Keep  a cart\n  From 1 Gate: to 2 Yard", "goal counts elsewhere"
    state.apply(state.option_ids[0])
    assert told(look, state, 0).split("Area:\n")[1] == (
        "  1 Gate  mark; a horse\n  2 Yard  at; led\n  3 Keep  a cart\n  From 1 Gate: to 2 Yard"
    )


def test_play_shows_it(tmp_path: Path) -> None:
    answer = command("play", written(tmp_path, MANOR), "--seat", 2, "--seed", 4, typed="q\n")
    assert answer.code == 0 and "Rooms:\n  Floor 0\n    The Hall     player 2; hidden: ? (2)\n" in answer.out


@pytest.mark.parametrize("name", ["othello", "pig"])
def test_games_without_maps_are_shown_as_ever(name: str) -> None:
    assert look_of(rulewright.load(name)) is view_lines
