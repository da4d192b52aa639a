"""Finding variants: names and paths as people give them, to the texts that hold them.

    longer-night                a variant in the game's own file, or in the folder `variants` beside it
    mods/longer.rules           the one variant in that file
    mods/longer.rules:brutal    one of several

A path of a variant file also does for a game: then its base is found, and the variant is on. The front end is not
needed for that: a line that begins with `variant` says what it is called and of what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeAlias

from rulewright.tools.project import (
    SUFFIX,
    Text,
    Trouble,
    files_beside,
    find_game,
    read_file,
    shipped,
    tidy_name,
)

FOLDER = "variants"
HEADER = re.compile(r'^variant[ \t]+(\w+)(?:[ \t]*"[^"\n]*")?[ \t]+of[ \t]+(\w+)', re.M)
NAMES = re.compile(r"^[ \t]+(?:requires|excludes)[ \t]+(\w+)", re.M)
GAME = re.compile(r"^game\b", re.M)


class Ruleset(NamedTuple):
    """A game's text, the variants asked for, and the texts they and what they build on stand in, beside the game's."""

    game: Text
    variants: tuple[str, ...] = ()
    files: tuple[Text, ...] = ()


Wanted: TypeAlias = Ruleset | Trouble


def find_ruleset(name: str, variants: Iterable[str] = ()) -> Wanted:
    """What a name (or path) of a game and names (or paths) of variants ask for.

    A variant that is not found stays in the list as it was given: only what reads the rules can say what there is.
    """
    base = found_with_base(name)
    if isinstance(base, Trouble):
        return base
    game = base.game
    asked = [*variants] if base.own is None else [name, *variants]
    if not asked:
        return Ruleset(game)
    given: list[Text] = []
    names: list[str] = []
    beside = [*files_beside(base.place, FOLDER)]
    for wanted in asked:
        path, part = split(wanted)
        if path is None:
            names.append(wanted)
            continue
        text = read_file(path)
        inside = declared(text) if isinstance(text, Text) else {}
        if not isinstance(text, Text) or (part and part not in inside):
            names.append(wanted)
            continue
        if not part and len(inside) != 1 and tidy_name(path.stem) not in inside:
            listed = ", ".join(inside.values()) or "none"
            return Trouble("RW1030", {"path": path, "names": listed}, advice_for(wanted, inside))
        given.append(text)
        beside += [t for t in files_in(path.parent) if t.name != text.name]
        names.append(inside[part or (tidy_name(path.stem) if len(inside) > 1 else next(iter(inside)))])
    beside = without(beside, given)
    names = [known_as(n, [game, *given, *beside]) for n in dict.fromkeys(names)]
    return Ruleset(game, tuple(dict.fromkeys(names)), tuple(needed(names, game, given, beside)))


def advice_for(path: str, inside: dict[str, str]) -> str:
    return f"write `{path}:{next(iter(inside.values()))}`" if inside else "a variant begins `variant NAME of GAME`"


def split(wanted: str) -> tuple[Path | None, str]:
    """The path in what was given, if it is one, and the variant named after it."""
    path, colon, part = wanted.rpartition(":")
    if colon and path.endswith(SUFFIX):
        return Path(path), tidy_name(part)
    return (Path(wanted), "") if wanted.endswith(SUFFIX) or "/" in wanted else (None, "")


def declared(text: Text) -> dict[str, str]:
    """The variants in a text: tidy name to name."""
    return {tidy_name(match[1]): match[1] for match in HEADER.finditer(text.text)}


def known_as(name: str, texts: Iterable[Text]) -> str:
    """The name of the variant that is meant, as it is written."""
    tidy = tidy_name(name)
    return next((found[tidy] for text in texts if tidy in (found := declared(text))), name)


def files_in(folder: Path) -> list[Text]:
    """The readable texts with variants in a folder."""
    files = sorted(f for f in folder.glob(f"*{SUFFIX}") if f.is_file()) if folder.is_dir() else []
    texts = (read_file(f) for f in files)
    return [t for t in texts if isinstance(t, Text) and HEADER.search(t.text)]


def without(beside: list[Text], given: list[Text]) -> list[Text]:
    """The files beside a game that hold nothing of a name that was given by its path."""
    taken = {name for text in given for name in declared(text)}
    found = [t for t in beside if not taken & declared(t).keys()]
    return list({declared_key(t): t for t in found}.values())


def declared_key(text: Text) -> tuple[str, ...]:
    return tuple(declared(text))


def needed(names: Iterable[str], game: Text, given: list[Text], beside: list[Text]) -> list[Text]:
    """The files given, and those beside that hold what is asked for or what such a file names; all of them if something
    is not to be found."""
    where = {name: text for text in (*beside, *given, game) for name in declared(text).values()}
    waiting = [*names]
    if any(name not in where for name in waiting):
        return [*given, *beside]
    used = {text.name for text in given}
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        text = where.get(name)
        if name in seen or text is None:
            continue
        seen.add(name)
        used.add(text.name)
        waiting += [match[2] for match in HEADER.finditer(text.text)] + NAMES.findall(text.text)
        waiting += declared(text).values()
    return [*given, *(text for text in beside if text.name in used)]


# ------------------------------------------------------------------------------------------------ the base of a file


class Base(NamedTuple):
    """A game: the name or path it is found at, and its text. `own`: the file of variants that was given for it."""

    place: str
    game: Text
    own: Text | None = None


def found_with_base(name: str) -> Base | Trouble:
    """The game that a name or path means; of a file of variants, the game they are of."""
    path, part = split(name)
    found = read_file(path) if part and path is not None else find_game(name)
    if isinstance(found, Trouble):
        return found
    if GAME.search(found.text) or not HEADER.search(found.text):
        return Base(name, found)
    place = base_of(Path(name) if path is None else path, found, part)
    game = find_game(place) if isinstance(place, str) else place
    return game if isinstance(game, Trouble) else Base(str(place), game, found)


def base_of(path: Path, text: Text, part: str) -> str | Trouble:
    """The game that the variants of a file are of: a path near the file, or a shipped name."""
    bases = {m[1]: m[2] for t in (*files_in(path.parent), text) for m in HEADER.finditer(t.text)}
    own = declared(text)
    name = own.get(part or tidy_name(path.stem)) or next(iter(own.values()))
    seen: set[str] = set()
    while name in bases and name not in seen:
        seen.add(name)
        name = bases[name]
    outer = path.parent.parent if path.parent.name not in ("", "..") else path.parent / ".."
    for folder in (path.parent, outer):
        near = folder / f"{name}{SUFFIX}"
        if near.is_file() and near.resolve() != path.resolve():
            return str(near)
    if tidy_name(name) in shipped():
        return tidy_name(name)
    return Trouble("RW0006", {"name": name, "known": ", ".join(shipped())}, f"`{text.name}` is a variant of it")
