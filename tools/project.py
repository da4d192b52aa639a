"""Finding games: a shipped game's name, or a path, to the text of its rules.

What cannot be found or read is a `Trouble` (RW0001 to RW0006), never an exception. Line ends become `\\n` and a
byte-order mark goes; nothing else about a text is changed. Nothing here needs the front end, so that a game whose
compiled form is kept starts without it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple, TypeAlias

LARGEST_FILE = 4_000_000  # bytes; the parser has a limit of its own, in characters
SUFFIX = ".rules"
TABLE_SUFFIX = ".toml"
BESIDE_A_GAME = ("scenarios", "variants")  # folders whose files are no games
GAME = re.compile(r"^game\b", re.M)
# plain names: neither a table nor a game can reach into other folders
ROWS_IN = re.compile(r'\bfrom[ \t]+"(\w[\w-]*\.csv)"')
INCLUDED_IN = re.compile(r'^include[ \t]+"(\w[\w-]*\.rules)"', re.M)


class Text(NamedTuple):
    """A file's text; `name` is what messages call it. `beside`: names and texts of files that it includes and that its
    tables are read from."""

    name: str
    text: str
    beside: tuple[tuple[str, str], ...] = ()


class Trouble(NamedTuple):
    """Why there is no text: a code of the catalogue, the facts of its message, and a line of advice."""

    code: str
    facts: dict[str, object]
    help: str = ""


Found: TypeAlias = Text | Trouble


class Shipped(NamedTuple):
    """A game that comes with Rulewright, and the folder it lies in."""

    file: Traversable
    folder: Traversable


def shipped() -> dict[str, Shipped]:
    """The games that come with Rulewright, by name: each `NAME.rules` under `rules/` that is no part of another."""
    return dict(sorted(_games_in(resources.files("rulewright.rules"))))


def _games_in(folder: Traversable) -> Iterator[tuple[str, Shipped]]:
    files = []
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name not in BESIDE_A_GAME and not entry.name.startswith((".", "_")):
                yield from _games_in(entry)
        elif is_rules(entry.name):
            files.append(entry)
    for file in files:
        if len(files) == 1 or GAME.search(file.read_text(encoding="utf-8")):
            yield file.name.removesuffix(SUFFIX), Shipped(file, folder)


def files_beside(game: str, kind: str) -> list[Text]:
    """The readable texts in the folder `kind` (`scenarios` or `variants`) beside a shipped game, or a game's file."""
    known = shipped().get(tidy_name(game))
    folder: Traversable = known.folder / kind if known is not None else Path(game).parent / kind
    if not folder.is_dir():
        return []
    files = sorted((f for f in folder.iterdir() if is_rules(f.name)), key=lambda f: f.name)
    texts = (_text(f.name if known is not None else str(f), f.read_bytes(), folder) for f in files)
    return [text for text in texts if isinstance(text, Text)]


def is_rules(name: str) -> bool:
    """Is this a file of rules by its name? Hidden ones are what a program left behind."""
    return name.endswith(SUFFIX) and not name.startswith(".")


def tidy_name(name: str) -> str:
    """A shipped game's name as people may type it: `Tic-Tac-Toe` is `tic_tac_toe`."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def is_table(name: str) -> bool:
    """Does a name on a command line mean a table file (see table_file.py)?"""
    return name.strip().lower().endswith(TABLE_SUFFIX)


def find_game(name: str) -> Found:
    """The text of a shipped game, or of the file at a path.

    A shipped name wins over a file of that name without `.rules`: write `./NAME` for the file.
    """
    games = shipped()
    game = games.get(tidy_name(name))
    if game is not None:
        return _text(game.file.name, game.file.read_bytes(), game.folder)
    if _looks_like_path(name):
        return read_file(Path(name))
    return Trouble("RW0006", {"name": name, "known": ", ".join(games)}, _did_you_mean(tidy_name(name), games))


def _looks_like_path(name: str) -> bool:
    if name.endswith(SUFFIX) or "/" in name or os.sep in name:
        return True
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):
        return False


def read_file(path: Path) -> Found:
    """The text of the file at a path."""
    try:
        if path.is_dir():
            return Trouble("RW0002", {"path": path}, _inside(path))
        if not path.exists():
            return Trouble("RW0001", {"path": path}, _neighbour(path))
        if not path.is_file():
            return Trouble("RW0003", {"path": path, "why": "it is not a regular file"})
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        return Trouble("RW0003", {"path": path, "why": getattr(error, "strerror", None) or str(error)})
    if len(data) > LARGEST_FILE:
        return Trouble("RW0005", {"path": path, "most": LARGEST_FILE})
    return _text(str(path), data, path.parent)


def _text(name: str, data: bytes, folder: Traversable) -> Found:
    """UTF-8 with Unix line ends, and the files in the same folder that it includes and that its tables, or those of
    what it includes, are read from."""
    found = _decoded(name, data)
    if isinstance(found, Trouble):
        return found
    included = _beside(INCLUDED_IN.findall(found) if GAME.search(found) else [], folder)
    rows = _beside((wanted for text in (found, *included.values()) for wanted in ROWS_IN.findall(text)), folder)
    return Text(name, found, (*included.items(), *rows.items()))


def _beside(names: Iterable[str], folder: Traversable) -> dict[str, str]:
    """The texts of those files that are there, and not more than one file may hold in all."""
    found: dict[str, str] = {}
    left = LARGEST_FILE
    for name in dict.fromkeys(names):
        text = _text_of(folder / name)
        if text is not None and len(text) <= left:
            found[name] = text
            left -= len(text)
    return found


def _text_of(file: Traversable) -> str | None:
    """The text of a file beside another; None if there is none such, or if it is a link, a pipe or the like."""
    try:
        if (isinstance(file, Path) and file.is_symlink()) or not file.is_file():
            return None
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError:
        return None
    found = _decoded(file.name, data) if len(data) <= LARGEST_FILE else None
    return found if isinstance(found, str) else None


def _decoded(name: str, data: bytes) -> str | Trouble:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Trouble("RW0004", {"path": name})
    if "\0" in text:
        return Trouble("RW0004", {"path": name})
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _inside(folder: Path) -> str:
    """A folder was named: is there one game in it, or one of the folder's name?"""
    files = [f for f in sorted(folder.glob(f"*{SUFFIX}")) if f.is_file()]
    of_its_name = [f for f in files if f.stem == folder.resolve().name]
    fitting = of_its_name or files
    return f"did you mean `{fitting[0]}`?" if len(fitting) == 1 else ""


def _neighbour(path: Path) -> str:
    """A file is missing: is there one of nearly the same name beside it?"""
    with_suffix = path.with_name(path.name + SUFFIX)
    if with_suffix.is_file():
        return f"did you mean `{with_suffix}`?"
    beside = {p.name: str(p) for p in path.parent.glob(f"*{SUFFIX}")} if path.parent.is_dir() else {}
    return _did_you_mean(path.name, beside, beside)


def _did_you_mean(name: str, known: Iterable[str], shown: dict[str, str] | None = None) -> str:
    from rulewright.dsl.suggest import nearest

    near = nearest(name, known)
    return f"did you mean `{(shown or {}).get(near, near)}`?" if near else ""
