"""A small game that the tests of differences change, and texts as rulesets."""

from __future__ import annotations

from rulewright.dsl import Report, Source, read
from rulewright.dsl.catalogue import errors
from rulewright.tools.diff.difference import Ruleset
from rulewright.tools.problems import RulesError

GAME = """\
game toll "Toll" for 2 to 4 players
  "Pay the toll or wait."

option goal from 3 to 9, default 5 "Coins that win"

enum Mood: Calm, Angry "very angry"

cards Card "the cards"
  kind   count  worth
  Penny  8      1
  Crown  4      3
    on use
      add 1 to keeper.coins

field keeper "the keeper": player
field mood: Mood = Calm
field coins per player: 0..30

deck stock "the stock" of Card seen by nobody
pile hand of Card per player seen by owner
pile discard of Card seen by all

value rich(player p) = p.coins > goal - 2

setup
  move all Card from box to stock
  shuffle stock
  set keeper to seat(1)
  each player p: draw 2 from stock to p.hand

phase Round repeats
  phase Turn "A turn" for each player p clockwise from keeper
    step Draw: draw 1 from stock to p.hand
    step Pay "Pay or wait"
      p chooses one "What now?"
        Sell "Sell a card"
          needs card: p.hand is not empty because "your hand is empty"
          p chooses card c in p.hand "Which one?"
            move c to discard
            add c.worth to p.coins
            do c.use
          otherwise: nothing
        Wait "Wait": nothing
  step Hand: set keeper to next player after keeper
  step Mood
    if mood is Angry and not rich(keeper): set mood to Calm
    otherwise: set mood to Angry

when stock becomes empty
  move all discard to stock
  shuffle stock

as soon as player p where p.coins >= goal: p wins because "enough coins"
check count stock <= 12 because "too many cards"
score player p = p.coins
"""


def ruleset(text: str, players: int | None = None, beside: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    """A text as a ruleset, with the files its tables are read from. Raises RulesError if it has errors."""
    report = Report()
    rules = read(Source("game.rules", text, beside), report)
    made = None if rules.game is None else rules.program(players or rules.game.least, {}, report)
    if errors(report) or made is None or rules.game is None:
        raise RulesError(report)
    options = rules.options(made.program.players) if "option " in text else ()
    return Ruleset(made.program, options, rules.game.least, rules.game.most, rules.game.docs)


def changed(*edits: tuple[str, str]) -> str:
    text = GAME
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
