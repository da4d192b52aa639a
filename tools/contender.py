"""Rulesets as they are named on a command line: `NAME_OR_PATH[+variant]*[,option=value]*[@players]`, or a table file.

    nosferatu
    nosferatu+longer_night,bites_each=1@7
    evening.toml+longer_night

`contender` takes such a text apart; `Contender.load` gives the game it means. What stands behind a table file (see
table_file.py) changes or adds to what the file says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from rulewright.tools.problems import RulesError
from rulewright.tools.project import is_table

if TYPE_CHECKING:
    from rulewright.tools.game import Game

WANTED = {"+": "a variant", ",": "an option, like `goal=50`", "@": "the number of players"}
PART = re.compile(r"([+,@])([^+,@]*)")


@frozen
class Contender:
    """One ruleset to be compared. `game` is a shipped game's name or a path; option values are as typed; `label` is
    what the ruleset is called in tables and headings."""

    game: str
    players: int | None = None
    variants: tuple[str, ...] = ()
    options: Mapping[str, str] = field(factory=dict)
    seed: int | None = None
    label: str = ""

    def load(self) -> Game:
        """The game that is meant, ready to play. Raises RulesError."""
        from rulewright.tools.game import load

        return load(self.game, self.players, self.variants, self.options)


def contender(text: str) -> Contender:
    """What a text names. Raises RulesError if it cannot be read; whether there is such a game, `load` finds out."""
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.source import Source, Span

    report = Report()
    source = Source("(command line)", text)
    end = _end_of_game(text)
    name = text[:end].strip()
    if not name:
        report.add("RW0811", Span(source, 0, len(text)), name=text)
        raise RulesError(report)
    found = evolve(_begun(name), label=text.strip())
    said: set[str] = set()
    for match in PART.finditer(text, end):
        sign, part = match[1], match[2].strip()
        span = Span(source, match.start(), match.start() + len(match[0].rstrip()))
        more = _with_part(found, sign, part)
        if more is None:
            advice = f"a variant is added with `+`: `+{part}`" if sign == "," and part.isidentifier() else ""
            report.add("RW0810", span, sign=sign, wanted=WANTED[sign], name=part, help=advice)
            continue
        about = "@" if sign == "@" else _option_name(part) if sign == "," else f"+{part}"
        if about in said:
            report.add("RW0812", span, name=about)
        said.add(about)
        found = more
    if report.problems:
        raise RulesError(report)
    return found


def _begun(name: str) -> Contender:
    """The game alone, or everything that a table file says."""
    if not is_table(name):
        return Contender(name)
    from rulewright.tools.table_text import read_table

    table = read_table(name)
    return Contender(table.game_named(), table.many, table.variants, dict(table.options), table.seed)


def _end_of_game(text: str) -> int:
    """Where the game's name ends: at the first sign, unless that is part of the name of a file that is there."""
    cuts = [match.start() for match in re.finditer(r"[+,@]", text)]
    for cut in [len(text), *reversed(cuts)]:
        try:
            if cuts and cut > cuts[0] and Path(text[:cut].strip()).is_file():
                return cut
        except (OSError, ValueError):
            continue
    return cuts[0] if cuts else len(text)


def _with_part(found: Contender, sign: str, part: str) -> Contender | None:
    """One more part taken in; None if it cannot be what its sign asks for. What a table file says may be said anew."""
    if sign == "+" and part:
        return found if part in found.variants else evolve(found, variants=(*found.variants, part))
    if sign == "@" and re.fullmatch(r"[0-9]{1,4}", part):
        return evolve(found, players=int(part))
    if sign == ",":
        name, value = _option_name(part), part.partition("=")[2].strip()
        if name and value:
            return evolve(found, options={**found.options, name: value})
    return None


def _option_name(part: str) -> str:
    return part.partition("=")[0].strip().replace("-", "_")
