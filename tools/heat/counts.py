"""A file of counts: how often everything in the rules happened in a run. `rulewright run --counts` writes one.

It is JSON: the ruleset and the run it belongs to; `counts` and `in_games`, by counter (how often in all, and in how
many games at all); and `tallies`, which kinds were moved from where to where, turned or chosen, and how often. The
counters are those of compiler/passes/counters.py, in order; they mean something only together with the same rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from attrs import frozen

from rulewright.runtime.save import refusal, rules_of

if TYPE_CHECKING:
    from rulewright.compiler.outline.passed import Ledger
    from rulewright.compiler.passes.counters import Counted, Tally
    from rulewright.runtime.schema import Schema
    from rulewright.tools.game import Game
    from rulewright.tools.simulate import Plan, Run

TITLE = "rulewright counts 1"
LARGEST = 50_000_000  # bytes of a file
MOST_DIGITS = 400  # of a count
PLAY = {"random": "random play", "first": "always the first option"}


class CountsError(ValueError):
    """The file holds no counts, or those of other rules. The message says which."""


@frozen
class Counts:
    """`rules` is what `save.rules_of` says of the ruleset, `tallies` are by tally and kind."""

    rules: Mapping[str, Any]
    games: int
    unfinished: int
    decisions: int
    seed: int
    bot: str
    counts: tuple[int, ...]
    in_games: tuple[int, ...]
    tallies: tuple[tuple[int, ...], ...]

    @property
    def words(self) -> str:
        """How the games were played."""
        return f"{PLAY.get(self.bot, f'played by {self.bot}')}, seed {self.seed}"


def counts_of(game: Game, plan: Plan, run: Run) -> Counts:
    """What a run made with `Plan.counts` counted; all zero if it came to no whole game."""
    from rulewright.compiler.passes.counters import counting

    counted = counting(game.program)
    sizes = [counted.size, *(_size(counted, t) for t in counted.tallies)]
    tally = run.tally
    cells = tally.counts or [0] * sum(sizes)
    in_games = tally.in_games or [0] * counted.size
    ends = [*accumulate(sizes, initial=0)]
    parts = [tuple(cells[a:b]) for a, b in pairwise(ends)]
    return Counts(
        rules_of(run.schema), tally.games, tally.unfinished, tally.decisions, plan.seed, plan.bot,
        parts[0], tuple(in_games[: counted.size]), tuple(parts[1:]),
    )  # fmt: skip


def _size(counted: Counted, tally: Tally) -> int:
    return next(c.size for c in counted.source.classes if c.name == tally.cls)


# ------------------------------------------------------------------------------------------------ files


def to_json(counts: Counts, game: Game) -> str:
    """The text of a file of counts. Kinds that were never counted are left out."""
    from rulewright.compiler.passes.counters import counting

    counted = counting(game.program)
    members = {c.name: c.members for c in counted.source.classes}
    tallies = [
        {**facts(t), "kinds": {name: n for name, n in zip(members[t.cls], found, strict=True) if n}}
        for t, found in zip(counted.tallies, counts.tallies, strict=True)
    ]
    head = {
        "file": TITLE,
        "rules": dict(counts.rules),
        "games": counts.games,
        "unfinished": counts.unfinished,
        "decisions": counts.decisions,
        "seed": counts.seed,
        "bot": counts.bot,
    }
    body = {"counts": list(counts.counts), "in_games": list(counts.in_games), "tallies": tallies}
    return json.dumps({**head, **body}, ensure_ascii=False, separators=(",", ":")) + "\n"


def facts(tally: Tally) -> dict[str, Any]:
    """What a tally is about, for a file."""
    if tally.sort == "chosen":
        return {"what": tally.sort, "point": tally.point, "branch": tally.branch, "class": tally.cls}
    where = {"zone": tally.source} if tally.sort == "turned" else {"from": tally.source, "to": tally.target}
    return {"what": tally.sort, **where, "class": tally.cls, **({"setup": True} if tally.setup else {})}


def load_counts(file: str) -> dict[str, Any]:
    """The data in a file of counts, checked as far as it can be without its rules. Raises CountsError."""
    path = Path(file)
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise CountsError(f"it is too large: counts have at most {LARGEST:,} bytes")
        data = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise CountsError(f"it cannot be read: {(error.strerror or str(error)).lower()}") from None
    except (ValueError, RecursionError):
        raise CountsError(f"{NOT_COUNTS}: it is not JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("file"), str):
        raise CountsError(NOT_COUNTS)
    if data["file"] != TITLE:
        raise CountsError(f"this Rulewright reads “{TITLE}”, not “{data['file'][:60]}”")
    rules = data.get("rules")
    if not isinstance(rules, dict) or not _is_ruleset(rules):
        raise CountsError("the counts are damaged: they do not say which rules they belong to")
    whole = all(_is_count(data.get(key)) for key in ("games", "unfinished", "decisions"))
    if not whole or type(data.get("seed")) is not int or not isinstance(data.get("bot"), str):
        raise CountsError("the counts are damaged: they do not say which games they are about")
    return data


NOT_COUNTS = "these are no counts of a run (`rulewright run GAME --counts FILE` makes some)"


def _is_ruleset(rules: dict[str, Any]) -> bool:
    options, variants = rules.get("options"), rules.get("variants")
    return (
        isinstance(rules.get("name"), str)
        and type(rules.get("players")) is int
        and isinstance(options, dict)
        and all(type(value) is int for value in options.values())
        and isinstance(variants, list)
        and all(isinstance(name, str) for name in variants)
    )


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < 10**MOST_DIGITS


# ------------------------------------------------------------------------------------------------ with their rules


def fitted(data: dict[str, Any], counted: Counted, schema: Schema) -> Counts:
    """The counts, if they are of these rules. Raises CountsError."""
    why = refusal(schema, data["rules"])
    if why:
        raise CountsError(f"these are counts of other rules: {why}")
    counts, in_games, tallies = data.get("counts"), data.get("in_games"), data.get("tallies")
    for numbers in (counts, in_games):
        if not isinstance(numbers, list) or len(numbers) != counted.size or not all(map(_is_count, numbers)):
            raise CountsError("the counts are damaged: there is not one for each place in the rules")
    if not isinstance(tallies, list) or len(tallies) != len(counted.tallies):
        raise CountsError("the counts are damaged: not everything that was moved or chosen is in them")
    assert isinstance(counts, list) and isinstance(in_games, list)
    members = {c.name: c.members for c in counted.source.classes}
    found = tuple(_kinds(entry, t, members[t.cls]) for entry, t in zip(tallies, counted.tallies, strict=True))
    return Counts(
        data["rules"], data["games"], data["unfinished"], data["decisions"], data["seed"], data["bot"],
        tuple(counts), tuple(in_games), found,
    )  # fmt: skip


def _kinds(entry: object, tally: Tally, members: tuple[str, ...]) -> tuple[int, ...]:
    kinds = entry.get("kinds") if isinstance(entry, dict) else None
    if not isinstance(kinds, dict) or not all(name in members and _is_count(n) for name, n in kinds.items()):
        raise CountsError("the counts are damaged: a tally names what there is not")
    if {**entry, "kinds": None} != {**facts(tally), "kinds": None}:  # type: ignore[dict-item]
        raise CountsError("the counts are damaged: the tallies are in another order")
    return tuple(kinds.get(name, 0) for name in members)


def ledger_of(counts: Counts, counted: Counted) -> Ledger:
    """The counts as outlines look them up."""
    from rulewright.compiler.outline.passed import Ledger

    return Ledger(counted, counts.games, counts.counts, counts.in_games)
