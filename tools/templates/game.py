"""The file that a new game begins as: a small game that can be played, with scenarios, and comments on its parts."""

from __future__ import annotations

GAME = """\
# {title}: a small game to begin with. Change it line by line, and see what became of it with
#   rulewright check {file}
#   rulewright play {file}
#   rulewright test {file}
#   rulewright graph {file} -o {name}.svg
game {name} "{title}" for 2 to 4 players
  "Draw a card, sell a card. Whoever has enough coins first wins."

# What a table may set before play.
option goal from 5 to 40, default 12 "Coins that win"

# ------------------------------------------------------------------ components
cards Card "the cards"
  kind    count  worth
  Farmer  10     1
  Trader  6      3
  Baron   2      5

# ------------------------------------------------------------------ where things are, and who sees them
deck stock "the stock" of Card seen by nobody
pile discard "the discard pile" of Card seen by all
pile hand of Card per player seen by owner

field coins per player: 0..99

# ------------------------------------------------------------------ set-up
setup
  move all Card from box to stock
  shuffle stock
  each player p: draw 2 from stock to p.hand

# ------------------------------------------------------------------ the turn
phase Round repeats
  phase Turn for each player p
    p chooses one "Draw a card, or sell one?"
      Draw "Draw a card": draw 1 from stock to p.hand
      Sell "Sell a card"
        needs card: p.hand is not empty because "your hand is empty"
        p chooses card c in p.hand "Which card do you sell?"
          move c to discard
          add c.worth to p.coins
        otherwise: nothing

# ------------------------------------------------------------------ whenever
when stock becomes empty
  move all discard to stock
  shuffle stock

as soon as player p where p.coins >= goal: p wins because "enough coins"
score player p = p.coins

# ------------------------------------------------------------------ scenarios: what must come of it
scenario first_sale "A sold card brings its worth" of {name} for 2 players
  seats Ada, Ben
  chance stock gives Farmer, Baron, Farmer, Farmer  # two cards for each
  Ada is offered Draw, Sell
  Ada picks Sell, Baron
  expect Ada.coins is 5
  expect Baron in discard
  expect Ben does not see Ada.hand
  Ben is offered Draw, Sell

scenario nothing_to_sell "Without a card there is nothing to sell" of {name} for 2 players
  seats Ada, Ben
  start at Round
  Ada is refused Sell because card

scenario goal_wins "Who reaches the goal wins at once" of {name} for 2 players
  option goal = 5
  seats Ada, Ben
  chance stock gives Farmer, Baron, Farmer, Farmer
  Ada picks Sell, Baron
  expect Ada wins
"""


def starting_game(name: str, title: str, file: str) -> str:
    """The text of a new game. It checks clean, and its scenarios pass."""
    return GAME.format(name=name, title=title, file=file)
