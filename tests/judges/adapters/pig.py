"""Pig in the words of both: the side rolled, "roll" or "stop". Their limit on moves, which ours lacks, is raised."""

from __future__ import annotations

from tests.judges.lockstep import Asked, Chance, Judged, Option, Theirs, Word

DONE = {"Roll": "roll", "Hold": "stop"}


def ours_said(option: Option, asked: Asked) -> Word:
    return int(option.label) if isinstance(asked, Chance) else DONE[option.branch]


def theirs_said(state: Theirs, action: int) -> Word:
    return action + 1 if state.is_chance_node() else state.action_to_string(action)


def table(goal: int) -> Judged:
    return Judged("pig", 2, {"goal": goal}, f"pig(winscore={goal},horizon=1000000)", ours_said, theirs_said)


TABLES = [table(20), table(100)]
