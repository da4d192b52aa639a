"""Liar's dice in the words of both: the side rolled in secret, a bid as dice and side, or "Liar"."""

from __future__ import annotations

from tests.judges.lockstep import Asked, Chance, Judged, Option, Theirs, Word


def ours_said(option: Option, asked: Asked) -> Word:
    if isinstance(asked, Chance):
        return int(option.label)
    return "Liar" if option.branch == "Pass" else option.label.replace(", ", "-")


def theirs_said(state: Theirs, action: int) -> Word:
    return action + 1 if state.is_chance_node() else state.action_to_string(action)


def table(sides: int) -> Judged:
    return Judged("liars_dice", 2, {"sides": sides}, f"liars_dice(dice_sides={sides})", ours_said, theirs_said)


TABLES = [table(sides) for sides in range(2, 7)]
