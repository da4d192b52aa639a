"""What is kept between runs: parser tables, syntax trees, compiled modules, what `check` found. Only a saving of time.

The folder is `$RULEWRIGHT_CACHE` if set (`off`: no cache), else `rulewright` under `$XDG_CACHE_HOME` or `~/.cache`. It
is used only if it belongs to this user and nobody else can write there: tables and trees are pickles, modules are code.
Files appear whole (written beside, then renamed); a folder that cannot be written, or a file that cannot be read, is
the same as an empty cache. Keys take in everything that an entry depends on, so nothing ever has to be thrown out.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

VARIABLE = "RULEWRIGHT_CACHE"
SEAL = hashlib.sha256().digest_size  # each entry begins with the hash of the rest


def folder() -> Path | None:
    """The cache folder, made if need be; None where there can be none."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted == "off":
        return None
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        path = Path(wanted) if wanted else base / "rulewright"
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path if _ours(path) else None
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None


def _ours(path: Path) -> bool:
    """Does this belong to the user, and can nobody else write it?"""
    if not hasattr(os, "getuid"):
        return True
    about = path.stat()
    return about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def key(*parts: object) -> str:
    """One name for everything an entry depends on."""
    return hashlib.sha256(repr((fingerprint(), *parts)).encode()).hexdigest()[:40]


@cache
def fingerprint() -> str:
    """Changes with Rulewright's own code and with Python's version, so that no entry outlives what made it."""
    import rulewright

    root = Path(rulewright.__file__).parent
    marks: list[object] = [sys.version, rulewright.__version__]
    for package in ("dsl", "compiler", "runtime", "tools"):
        marks += sorted(_marks(os.path.join(root, package)))
    return hashlib.sha256(repr(marks).encode()).hexdigest()


def _marks(folder: str) -> list[tuple[str, int, int]]:
    found = []
    for entry in os.scandir(folder):
        if entry.is_dir():
            found += _marks(entry.path) if entry.name != "__pycache__" else []
        elif entry.name.endswith((".py", ".lark")):
            about = entry.stat()
            found.append((entry.path, about.st_mtime_ns, about.st_size))
    return found


def read(name: str) -> bytes | None:
    """An entry, or None if there is none (or it is damaged, or somebody else's)."""
    place = folder()
    if place is None:
        return None
    try:
        path = place / name
        kept = path.read_bytes() if _ours(path) else b""
    except OSError:
        return None
    data = kept[SEAL:]
    return data if kept[:SEAL] == hashlib.sha256(data).digest() else None


def write(name: str, data: bytes) -> None:
    """Keep an entry if that can be done; whoever reads it meanwhile sees the old one or the new one."""
    place = folder()
    if place is None:
        return
    try:
        handle, beside = tempfile.mkstemp(dir=place, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            os.replace(beside, place / name)
        except BaseException:
            os.unlink(beside)
            raise
    except OSError:
        return


def read_json(name: str) -> Any:
    """An entry that `write_json` kept, or None."""
    data = read(name)
    try:
        return None if data is None else json.loads(data)
    except ValueError:
        return None


def write_json(name: str, value: object) -> None:
    write(name, json.dumps(value).encode())


def ready_parser() -> None:
    """Let the front end have its parser tables from the cache, when it needs them, or make them and keep them; once for
    each cache."""
    _ready_parser(folder(), f"{key('tables')}.tables")


@cache
def _ready_parser(_folder: Path | None, name: str) -> None:
    from rulewright.dsl.parse import use_parser

    use_parser(lambda: _kept_parser(name))


def _kept_parser(name: str) -> Lark | None:
    from rulewright.dsl.parse import parser

    kept = _tables(read(name))
    if kept is not None:
        return kept
    made = io.BytesIO()
    try:
        parser().save(made)
    except (TypeError, AttributeError, pickle.PicklingError):
        return None
    write(name, made.getvalue())
    return None


def _tables(data: bytes | None) -> Lark | None:
    from lark import Lark

    if data is None:
        return None
    try:
        return Lark.load(io.BytesIO(data))
    except Exception:  # a damaged pickle can raise anything
        return None
