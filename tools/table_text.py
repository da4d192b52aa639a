"""A table file's text into what it says, with a diagnostic at the line of each key that says what it cannot.

game = "nosferatu"          # a shipped game, or a path from this file's folder
seats = ["Ada", "Ben", "Cid", "Dee", "Eve", "Fay"]
variants = ["longer_night"]
seed = 7

[options]
bites_each = 1
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import nearest
from rulewright.tools.problems import RulesError, refusal
from rulewright.tools.project import SUFFIX, TABLE_SUFFIX, Text, Trouble, read_file, shipped, tidy_name

KEYS = ("game", "players", "seats", "variants", "options", "seed")
LONGEST_NAME = 40  # letters of a seat's name
KEY = re.compile(r"""\s*(?P<key>[\w.-]+|"[^"\n]*"|'[^'\n]*')\s*=""")
SECTION = re.compile(r"\s*\[\s*(?P<name>[\w.-]+)\s*\]")
INLINE = re.compile(r"""[{,]\s*["']?(?P<key>[\w-]+)["']?\s*=""")


@frozen
class TableFile:
    """What a table file says, checked for its form. `game` is a shipped game's name or a path that can be opened from
    here; option values are as they would be typed."""

    source: Source
    game: str | None = None
    players: int | None = None
    seats: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    options: Mapping[str, str] = field(factory=dict)
    seed: int | None = None

    @property
    def many(self) -> int | None:
        """How many play, as far as the file says: as many as it names seats, if it gives no number."""
        return self.players if self.players is not None else len(self.seats) or None

    def place(self, key: str) -> Span:
        """Where a key stands."""
        return place_of(self.source, key)

    def game_named(self) -> str:
        """The game. Raises RulesError if the file names none."""
        if self.game is None:
            raise refused(Diagnostic("RW0816", self.place(""), (("path", self.source.name),)))
        return self.game


def refused(problem: Diagnostic) -> RulesError:
    """The error for one problem."""
    return RulesError(Report([problem]))


def read_table(path: str) -> TableFile:
    """Read a table file. Raises RulesError with everything that is wrong with its form."""
    found = read_file(Path(path))
    if isinstance(found, Trouble):
        raise refusal(found._replace(help=_neighbour(Path(path)) or found.help) if found.code == "RW0001" else found)
    source = Source(*found)
    reader = _Reader(source, _parsed(found, source), Path(path).parent, Report())
    table = reader.table()
    if reader.report.problems:
        raise RulesError(reader.report)
    return table


def _neighbour(path: Path) -> str:
    beside = {p.name: str(p) for p in path.parent.glob(f"*{TABLE_SUFFIX}")} if path.parent.is_dir() else {}
    near = nearest(path.name, beside)
    return f"did you mean `{beside[near]}`?" if near else ""


def _parsed(found: Text, source: Source) -> dict[str, Any]:
    """The keys and their values. Raises RulesError."""
    try:
        return tomllib.loads(found.text)
    except RecursionError:
        why, place = "it is nested too deep", 0
    except ValueError as error:
        said = str(error)
        why = re.sub(r" \(at [^()]*\)$", "", said)
        why = why[:1].lower() + why[1:]
        at = re.search(r"\(at line (\d+), column (\d+)\)$", said)
        place = source.line_starts[int(at[1]) - 1] + int(at[2]) - 1 if at else 0
        if "(at end of document)" in said:
            place = len(source.text.rstrip())
    advice = 'a text stands in quotes, like "nosferatu"' if why == "invalid value" else ""
    raise refused(Diagnostic("RW0813", Span(source, place, place + 1), (("why", why),), help=advice))


@frozen
class _Reader:
    """Values looked at one by one; what they cannot be goes to the report."""

    source: Source
    data: dict[str, Any]
    folder: Path
    report: Report

    def table(self) -> TableFile:
        for key in self.data:
            if key not in KEYS:
                near = nearest(key, KEYS)
                advice = f"did you mean `{near}`?" if near else "options of the game stand below a line `[options]`"
                self.report.add("RW0814", place_of(self.source, key), name=key, known=", ".join(KEYS), help=advice)
        return TableFile(
            self.source,
            self.game(),
            self.number("players", "a whole number from 1", 1),
            self.seats(),
            tuple(self.path(name) for name in self.texts("variants", "a list of names of variants")),
            self.options(),
            self.number("seed", "a whole number from 0", 0),
        )

    def game(self) -> str | None:
        name = self.data.get("game")
        if name is None or (isinstance(name, str) and name.strip()):
            return None if name is None else self.path(name)
        self.wrong("game", "the name of a game, or a path", name)
        return None

    def seats(self) -> tuple[str, ...]:
        names = tuple(name.strip() for name in self.texts("seats", "a list of names"))
        for name in names:
            if len(name) > LONGEST_NAME or not name.isprintable():
                self.wrong("seats", f"a list of names that can be printed, with at most {LONGEST_NAME} letters", name)
            if names.count(name) > 1:
                self.report.add("RW0818", place_of(self.source, "seats"), name=name)
        return names

    def texts(self, key: str, wanted: str) -> tuple[str, ...]:
        """A list of texts that say something."""
        found = self.data.get(key, [])
        if not isinstance(found, list):
            self.wrong(key, wanted, found)
            return ()
        for text in found:
            if not isinstance(text, str) or not text.strip():
                self.wrong(key, wanted, text)
        return tuple(text for text in found if isinstance(text, str) and text.strip())

    def number(self, key: str, wanted: str, least: int) -> int | None:
        found = self.data.get(key)
        if type(found) is int and found >= least:
            return found
        if found is not None:
            self.wrong(key, wanted, found)
        return None

    def options(self) -> dict[str, str]:
        """Settings as they would be typed."""
        given = self.data.get("options", {})
        if not isinstance(given, dict):
            self.wrong("options", "a table of settings, below a line `[options]`", given)
            return {}
        found: dict[str, str] = {}
        for key, value in given.items():
            match value:
                case bool():
                    found[key.replace("-", "_")] = "yes" if value else "no"
                case int():
                    found[key.replace("-", "_")] = str(value)
                case str() if value.strip():
                    found[key.replace("-", "_")] = value.strip()
                case _:
                    self.wrong(f"options.{key}", "a whole number, a name, true or false", value)
        return found

    def path(self, name: str) -> str:
        """A path is meant from the folder of the table file."""
        is_path = SUFFIX in name or "/" in name or os.sep in name
        return str(self.folder / name) if is_path and tidy_name(name) not in shipped() else name

    def wrong(self, key: str, wanted: str, found: Any) -> None:
        self.report.add("RW0815", place_of(self.source, key), name=key, wanted=wanted, given=said(found))


def said(value: Any) -> str:
    """A value in words."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text `{value[:LONGEST_NAME]}`" if value.strip() else "an empty text"
        case list():
            return "a list"
        case dict():
            return "a table"
    return f"`{str(value)[:LONGEST_NAME]}`"


def place_of(source: Source, key: str) -> Span:
    """Where a key (`players`, `options.goal`) stands; else where its table does, else the file as a whole."""
    places = key_places(source)
    return places.get(key) or places.get(key.partition(".")[0]) or Span(source, 0, 0)


def key_places(source: Source) -> dict[str, Span]:
    """Where each key stands, the first time."""
    found: dict[str, Span] = {}
    section = ""
    for number, start in enumerate(source.line_starts, 1):
        line = source.line(number)
        if heading := SECTION.match(line):
            section = f"{heading['name']}."
            found.setdefault(heading["name"], Span(source, start + heading.start("name"), start + heading.end("name")))
        elif key := KEY.match(line):
            name = section + re.sub(r"[\"'\s]", "", key["key"])
            found.setdefault(name, Span(source, start + key.start("key"), start + key.end("key")))
            for inner in INLINE.finditer(line, key.end()):
                place = Span(source, start + inner.start("key"), start + inner.end("key"))
                found.setdefault(f"{name}.{inner['key']}", place)
    return found
