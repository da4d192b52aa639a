"""What is different between the rulesets of a comparison, in the sentences of `rulewright diff`."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rulewright.tools.compare.contest import Result
from rulewright.tools.diff.difference import difference
from rulewright.tools.diff.rulesets import ruleset

MOST_OPEN = 12  # sentences that stand there without being asked for


def changes(result: Result, other: int) -> list[str]:
    """How a ruleset differs from the first one, a sentence for each change; none between two different games."""
    first, second = result.rulesets[0].game, result.rulesets[other].game
    if first.name != second.name:
        return []
    return [change.text for change in difference(ruleset(first), ruleset(second))]


def changes_as_html(result: Result) -> Iterator[str]:
    """A list for each ruleset but the first."""
    for other, r in enumerate(result.rulesets):
        told = changes(result, other) if other else []
        if not told:
            continue
        items = "".join(f"<li>{escape(text)}</li>" for text in told)
        is_open = " open" if len(told) <= MOST_OPEN else ""
        number = f"{len(told)} change{'' if len(told) == 1 else 's'}"
        yield f"<details{is_open}><summary>How {r.letter} differs from A ({number})</summary>"
        yield f'<ul class="said">{items}</ul></details>'
