"""Chance under orders: a game whose dice and draws are dictated, for scenarios and replays.

A script is called with every chance point and answers with the id of the outcome, or None to let the generator draw.
`queued` makes one from queues of outcomes by source, as a scenario writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from rulewright.runtime.decision import Chance

Script: TypeAlias = Callable[[Chance], int | None]


class ScriptError(ValueError):
    """The script asks for an outcome that cannot come up; the message names the source and what can."""


def queued(queues: Mapping[str, Iterable[int | str]]) -> Script:
    """One queue for each source (`PointInfo.source`): outcome ids, or labels. A source whose queue is used up, or that
    has none, is drawn by the generator."""
    waiting = {source: list(queue) for source, queue in queues.items()}

    def answer(chance: Chance) -> int | None:
        queue = waiting.get(chance.source)
        if not queue:
            return None
        wanted = queue.pop(0)
        return wanted if isinstance(wanted, int) else _by_label(chance, wanted)

    return answer


def scripted_outcome(script: Script, chance: Chance) -> int | None:
    """The script's answer, checked: raises ScriptError if it is none of the outcomes."""
    outcome = script(chance)
    if outcome is None or any(outcome == o.id for o in chance.outcomes):
        return outcome
    raise _impossible(chance, str(outcome))


def _by_label(chance: Chance, label: str) -> int:
    for outcome in chance.outcomes:
        if outcome.label.casefold() == label.casefold():
            return outcome.id
    raise _impossible(chance, label)


def _impossible(chance: Chance, wanted: str) -> ScriptError:
    possible = ", ".join(o.label for o in chance.outcomes)
    return ScriptError(f"{chance.source} cannot give {wanted} here; possible: {possible}")
