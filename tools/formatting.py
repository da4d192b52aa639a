"""Files of rules in their canonical layout: finding those that are meant, and writing them anew.

A file that cannot be read is left alone, and one is written over only if the new text holds the same rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.format import formatted
from rulewright.dsl.source import Source
from rulewright.tools import cache
from rulewright.tools.output import whole_file
from rulewright.tools.problems import as_data, tell
from rulewright.tools.project import LARGEST_FILE, SUFFIX, Text, Trouble, find_game, read_file, shipped, tidy_name

TYPED = "(standard input)"


@frozen
class Layout:
    """A text as it was and as it should be; `changed` is about bytes. After problems both texts are the same, and empty
    if there was nothing to be had."""

    name: str
    before: str
    after: str
    changed: bool
    report: Report

    def diff(self) -> str:
        """What changes, as a unified diff."""
        before, after = self.before.splitlines(keepends=True), self.after.splitlines(keepends=True)
        return "".join(whole_lines(unified_diff(before, after, self.name, self.name)))

    def as_data(self, with_text: bool, with_diff: bool) -> dict[str, Any]:
        """For `--json`."""
        more = {"text": self.after} if with_text else {}
        if with_diff:
            more["diff"] = self.diff()
        return {"file": self.name, "changed": self.changed, **more, "problems": as_data(self.report)}


def whole_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a diff, where the last of a text may have no end."""
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def files_of(names: Iterable[str]) -> list[str]:
    """The paths that names on a command line mean, each once: a file, every file of rules below a folder, or all those
    of a shipped game. Raises click.UsageError for a folder that has none or cannot be looked into."""
    found: dict[Path, str] = {}
    for name in names:
        game = shipped().get(tidy_name(name))
        folder = Path(str(game.folder)) if game is not None else Path(name)
        if game is None and not folder.is_dir():
            found.setdefault(folder.resolve(), name)
            continue
        try:
            inside = sorted(rules_below(folder))
        except OSError as error:
            raise click.UsageError(f"Cannot look into {name}: {(error.strerror or str(error)).lower()}.") from None
        if not inside:
            raise click.UsageError(f"There is no {SUFFIX} file in {name}.")
        for path in inside:
            found.setdefault(path.resolve(), str(path))
    return list(found.values())


def rules_below(folder: Path) -> Iterator[Path]:
    """The files of rules in a folder and in those inside it; links and what is hidden are left out."""
    for path in folder.iterdir():
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            yield from rules_below(path)
        elif path.name.endswith(SUFFIX) and path.is_file():
            yield path


def layouts_of(names: Iterable[str]) -> Iterator[Layout]:
    """How the files that these names mean should read, one after the other. What cannot be found or read has problems;
    click.UsageError comes before the first."""
    for name in files_of(names):
        path = Path(name)
        found = read_file(path) if path.exists() or name.endswith(SUFFIX) else find_game(name)
        yield layout(name, found, path.read_bytes() if isinstance(found, Text) else b"")


def layouts_of_input() -> Iterator[Layout]:
    """How the text from standard input should read."""
    data = sys.stdin.buffer.read(LARGEST_FILE + 1)
    try:
        text: Text | Trouble = Text(TYPED, data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n"))
    except UnicodeDecodeError:
        text = Trouble("RW0004", {"path": TYPED})
    yield layout(TYPED, text, data)


def layout(name: str, found: Text | Trouble, data: bytes) -> Layout:
    """How a text should read that comes from these bytes."""
    report = Report()
    if isinstance(found, Trouble):
        tell(report, found)
        return Layout(name, "", "", False, report)
    cache.ready_parser()
    done = formatted(Source(name, found.text), report)
    if done is None:
        return Layout(name, found.text, found.text, False, report)
    if done.text != found.text and not done.holds():
        raise RuntimeError(f"{name} would not be the same in its new layout; nothing was written")
    return Layout(name, found.text, done.text, done.text.encode("utf-8") != data, report)


def write(there: Layout) -> None:
    """Put a file's new text in its place, whole; a link stays one. Raises click.UsageError if that cannot be."""
    whole_file(str(Path(there.name).resolve()), there.after.encode("utf-8"))
