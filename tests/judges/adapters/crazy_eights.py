"""Crazy eights in the words of both: the dealer, a card dealt or played, drawing, passing, or a suit.

They count what is left in a hand in a way of their own (penalties.py): that is what is compared at the end.
"""

from __future__ import annotations

from tests.judges.adapters.cards import short
from tests.judges.adapters.penalties import paid
from tests.judges.lockstep import Asked, Chance, Judged, Option, Theirs, Word


def ours_said(option: Option, asked: Asked) -> Word:
    if isinstance(asked, Chance):
        return short(option.label) if asked.source == "stock" else int(option.label.split()[-1])
    if option.branch == "Pass":
        return "Draw" if asked.prompt.endswith("draw one?") else "Pass"
    return short(option.label) if " of " in option.label else f"suit {option.label[0]}"


def theirs_said(state: Theirs, action: int) -> Word:
    text: str = state.action_to_string(action)
    if text in ("Draw", "Pass"):
        return text
    if text.endswith("dealer"):
        return int(text.split()[2]) + 1
    return text[-6:] if "suit" in text else text[-1] + text[-2]


def table(players: int, draws: int = 5, plays: int = 100) -> Judged:
    options = {"most_draws": draws, "most_plays": plays}
    theirs = f"crazy_eights(players={players},max_draw_cards={draws},max_turns={plays})"
    return Judged("crazy_eights", players, options, theirs, ours_said, theirs_said, paid)


TABLES = [*(table(players) for players in range(2, 8)), table(3, draws=2), table(5, plays=10)]
