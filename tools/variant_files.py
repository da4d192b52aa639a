"""Finding variants: names and paths as people give them, to the texts that hold them.

    longer-night                a variant in the game's own file, or in the folder `variants` beside it
    mods/longer.rules           the one variant in that file
    mods/longer.rules:brutal    one of several

A path of a variant file also does for a game: then its base is found, and the variant is on. The front end is not
needed for that: a line that begins with `variant` says what it is called and of what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeAlias

from rulewright.tools.project import (
    GAME,
    INCLUDED_IN,
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
REQUIRES = re.compile(r"^[ \t]+requires[ \t]+(\w+)", re.M)
GAME_NAME = re.compile(r"^game[ \t]+(\w+)", re.M)


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
    given: dict[Path, Text] = {}
    names: list[str] = []
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
        given.setdefault(path.resolve(), text)  # several of one file: the file is read once
        names.append(inside[part or (tidy_name(path.stem) if len(inside) > 1 else next(iter(inside)))])
    texts = [*given.values()]
    layers = around(base.place, [Path(text.name) for text in texts])
    files, known = needed(dict.fromkeys(names), game, texts, layers)
    return Ruleset(game, tuple(dict.fromkeys(known)), tuple(files))


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


def files_in(folder: Path) -> list[Text]:
    """The readable texts with variants in a folder."""
    files = sorted(f for f in folder.glob(f"*{SUFFIX}") if f.is_file()) if folder.is_dir() else []
    texts = (read_file(f) for f in files)
    return [t for t in texts if isinstance(t, Text) and HEADER.search(t.text)]


def folders_near(path: Path) -> tuple[Path, ...]:
    """Where what a file builds on may lie: beside it, or beside what it lies in, each time also in `variants`."""
    inner = path.parent
    outer = inner.parent if inner.name not in ("", "..") else inner / ".."
    return inner, inner / FOLDER, outer, outer / FOLDER


def around(place: str, paths: Iterable[Path]) -> Iterator[list[Text]]:
    """The texts with variants around files of variants and the game at `place`, nearest first. Each list is read only
    when it is asked for."""
    near = [sorted(set(folders)) for folders in zip(*map(folders_near, paths), strict=True)]
    for number, folders in enumerate(near or [[]]):
        yield [text for folder in folders for text in files_in(folder)]
        if number == 0:
            yield files_beside(place, FOLDER)


def of_game(texts: Iterable[Text], game: str, known: set[str]) -> list[Text]:
    """Those texts of which some variant builds on the game, through others if need be; `known` are some that do."""
    left, found, names = [*texts], list[Text](), {game, *known}
    while fitting := [t for t in left if any(m[2] in names for m in HEADER.finditer(t.text))]:
        found += fitting
        left = [t for t in left if t not in fitting]
        names |= {name for t in fitting for name in declared(t).values()}
    return found


def needed(
    names: Iterable[str], game: Text, given: list[Text], layers: Iterable[list[Text]]
) -> tuple[list[Text], list[str]]:
    """The files given, and those around that hold what is asked for or what such a file builds on; all of them if
    something is not to be found. And `names` as they are written where they are declared.

    A file counts only if it is of this game, and holds nothing that a nearer one has already.
    """
    asked, game_name = [*names], name_of(game)
    texts = [game, *given]
    layer = iter(layers)
    while True:
        where = {tidy: text for text in reversed(texts) for tidy in declared(text)}
        used, missing = reached(asked, where, game_name, given)
        if not missing or (more := next(layer, None)) is None:
            break
        nearer = {name for text in texts for name in declared(text)}
        fitting = of_game(more, game_name, {name for text in texts for name in declared(text).values()})
        texts += [text for text in fitting if not nearer & declared(text).keys()]
    spelled = {tidy: name for text in reversed(texts) for tidy, name in declared(text).items()}
    kept = [text for text in texts[1 + len(given) :] if missing or used & declared(text).keys()]
    return [*given, *kept], [spelled.get(tidy_name(name), name) for name in asked]


def reached(asked: list[str], where: dict[str, Text], game: str, given: list[Text]) -> tuple[set[str], list[str]]:
    """The names (tidy) that are asked for, and those that what they stand in builds on; and those not found."""
    waiting = [*map(tidy_name, asked), *(name for text in given for name in declared(text))]
    seen: set[str] = set()
    missing: list[str] = []
    while waiting:
        name = waiting.pop()
        if name in seen or name == tidy_name(game):
            continue
        seen.add(name)
        text = where.get(name)
        if text is None:
            missing.append(name)
            continue
        more = [match[2] for match in HEADER.finditer(text.text)] + REQUIRES.findall(text.text)
        waiting += [*map(tidy_name, more), *declared(text)]
    return seen, missing


def name_of(game: Text) -> str:
    found = GAME_NAME.search(game.text)
    return found[1] if found is not None else ""


# ------------------------------------------------------------------------------------------------ the base of a file


class Base(NamedTuple):
    """A game: the name or path it is found at, and its text. What was given for it: `own`, the file of variants, or
    `part`, the name of a file that the game includes."""

    place: str
    game: Text
    own: Text | None = None
    part: str = ""


def found_with_base(name: str) -> Base | Trouble:
    """The game that a name or path means; of a file of variants, the game they are of; of an included file, the game
    that includes it."""
    path, part = split(name)
    found = read_file(path) if part and path is not None else find_game(name)
    if isinstance(found, Trouble):
        return found
    if GAME.search(found.text):
        return Base(name, found)
    if not HEADER.search(found.text):
        whole = including(Path(name))
        return Base(name, found) if whole is None else Base(whole.name, whole, part=Path(name).name)
    place = base_of(Path(name) if path is None else path, found, part)
    game = find_game(place) if isinstance(place, str) else place
    return game if isinstance(game, Trouble) else Base(str(place), game, found)


def including(path: Path) -> Text | None:
    """The game in the same folder that includes the file at a path."""
    texts = (read_file(f) for f in sorted(path.parent.glob(f"*{SUFFIX}")) if f.is_file() and f.name != path.name)
    games = (t for t in texts if isinstance(t, Text) and GAME.search(t.text))
    return next((t for t in games if path.name in INCLUDED_IN.findall(t.text)), None)


def files_of(base: Base) -> list[Text]:
    """The other files of variants that count when a game, or a file of variants, is looked at as a whole: of a game
    those in its folder `variants`, of a file those that its variants build on."""
    if base.own is None:
        return files_beside(base.place, FOLDER)
    layers = around(base.place, [Path(base.own.name)])
    files, _ = needed(declared(base.own).values(), base.game, [base.own], layers)
    return files[1:]


def base_of(path: Path, text: Text, part: str) -> str | Trouble:
    """The game that the variants of a file are of: a path near it or near what it builds on, or a shipped name."""
    own = declared(text)
    name = own.get(part or tidy_name(path.stem)) or next(iter(own.values()))
    seen: set[str] = set()
    here: Text | None = text
    while here is not None and name not in seen:
        seen.add(name)
        path = Path(here.name)
        name = next(match[2] for match in HEADER.finditer(here.text) if match[1] == name)
        if (place := game_near(path, name)) is not None:
            return place
        if tidy_name(name) in shipped():
            return tidy_name(name)
        beside = chain([here], (t for folder in folders_near(path) for t in files_in(folder)))
        here = next((t for t in beside if name in declared(t).values()), None)
    for game in shipped():
        if any(tidy_name(name) in declared(t) for t in files_beside(game, FOLDER)):
            return game
    return Trouble("RW0006", {"name": name, "known": ", ".join(shipped())}, f"`{text.name}` is a variant of it")


def game_near(path: Path, name: str) -> str | None:
    """The path of a game's file beside a file of variants, or beside what that lies in: the file called like the game,
    or else the only one that holds a game of this name."""
    inner, _, outer, _ = folders_near(path)
    for folder in (inner, outer):
        near = folder / f"{name}{SUFFIX}"
        found = read_file(near) if near.is_file() else None
        if isinstance(found, Text) and GAME.search(found.text):
            return str(near)
        files = sorted(f for f in folder.glob(f"*{SUFFIX}") if f.is_file()) if folder.is_dir() else []
        texts = (read_file(f) for f in files)
        games = [t.name for t in texts if isinstance(t, Text) and name_of(t) == name]
        if len(games) == 1 and tidy_name(name) not in shipped():
            return games[0]
    return None
