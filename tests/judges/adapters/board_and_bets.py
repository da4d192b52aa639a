"""OpenSpiel's words for tic-tac-toe, Kuhn poker, Leduc poker, pig and liar's dice."""

from __future__ import annotations

from functools import partial

from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word

RANKS = {"Jack": 0, "Queen": 1, "King": 2}


# ------------------------------------------------------------------ tic-tac-toe: the cell


def cell(_: Asked, option: Option) -> Word:
    return option.label


def cell_of(_: Theirs, action: int) -> Word:
    return f"r{action // 3 + 1}c{action % 3 + 1}"


# ------------------------------------------------------------------ poker: the card dealt, or what is done


def kuhn(asked: Asked, option: Option) -> Word:
    if asked.chance:
        return RANKS[option.label]
    return {"Pass": "Pass", "Fold": "Pass", "Bet": "Bet", "Call": "Bet"}[option.branch]


def kuhn_of(theirs: Theirs, action: int) -> Word:
    return action if theirs.is_chance_node() else theirs.action_to_string(theirs.current_player(), action)


def leduc(asked: Asked, option: Option) -> Word:
    """Six cards: rank and suit. Theirs are numbered rank by rank, two suits each."""
    if asked.chance:
        rank, _, suit = option.label.split()
        return 2 * RANKS[rank] + ("Spades", "Hearts").index(suit)
    return option.branch


# ------------------------------------------------------------------ dice: the side, or what is done


def pig(asked: Asked, option: Option) -> Word:
    return int(option.label) if asked.chance else {"Roll": "roll", "Hold": "stop"}[option.branch]


def pig_of(theirs: Theirs, action: int) -> Word:
    return action + 1 if theirs.is_chance_node() else theirs.action_to_string(theirs.current_player(), action)


def liar(asked: Asked, option: Option) -> Word:
    if asked.chance:
        return int(option.label)
    return "Liar" if option.branch == "Pass" else option.label


def liar_of(theirs: Theirs, action: int, sides: int) -> Word:
    """A bid is numbered by the dice first and the side second; one more number calls the other a liar."""
    if theirs.is_chance_node():
        return action + 1
    return "Liar" if action == 2 * sides else f"{action // sides + 1}, {action % sides + 1}"


# The third parameter of their pig ends a game after so many moves, which ours never does.
TABLES = [
    Judged("tic_tac_toe", 2, {}, "tic_tac_toe", cell, cell_of),
    Judged("kuhn_poker", 2, {}, "kuhn_poker", kuhn, kuhn_of),
    Judged("leduc_poker", 2, {}, "leduc_poker", leduc, kuhn_of),
    *(
        Judged("pig", 2, {"goal": goal}, f"pig(winscore={goal},horizon=1000000)", pig, pig_of)
        for goal in (20, 100)
    ),
    *(
        Judged("liars_dice", 2, {"sides": n}, f"liars_dice(dice_sides={n})", liar, partial(liar_of, sides=n))
        for n in range(2, 7)
    ),
]
