"""Games kept in a file while a comparison runs, so that one that was killed goes on where it was.

The file is an SQLite database: a block of games is in it whole or not at all, and once only, whatever happens. Blocks
belong to the ruleset that they were played with, so one file serves any number of comparisons.
"""

from __future__ import annotations

import io
import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click
import numpy as np
from attrs import frozen

from rulewright.tools.compare.figures import Rows

MARK = 0x52574350  # SQLite's application id: "RWCP"
NAME = "games.rwdb"  # the file in a folder
PATIENCE = 60  # seconds to wait while another comparison writes
TABLES = """
create table if not exists rulesets (id integer primary key, identity text not null unique);
create table if not exists blocks (
  ruleset integer not null references rulesets (id), number integer not null, counted integer not null,
  rows blob not null, primary key (ruleset, number)
) without rowid;
"""


@frozen
class Store:
    """An open file."""

    name: str
    database: sqlite3.Connection

    def ruleset(self, identity: Mapping[str, object]) -> int:
        """The number that a ruleset has in this file."""
        text = json.dumps(identity, sort_keys=True, ensure_ascii=False)
        with self.database:
            self.database.execute("insert or ignore into rulesets (identity) values (?)", (text,))
        found = self.database.execute("select id from rulesets where identity = ?", (text,)).fetchone()
        return int(found[0])

    def kept(self, ruleset: int) -> dict[int, bool]:
        """The numbers of the blocks there are, and whether they were counted."""
        rows = self.database.execute("select number, counted from blocks where ruleset = ?", (ruleset,))
        return {number: bool(counted) for number, counted in rows}

    def read(self, ruleset: int, number: int, games: int) -> Rows:
        """A block of so many games. Raises click.UsageError if the file is damaged."""
        query = "select rows from blocks where ruleset = ? and number = ?"
        data = self.database.execute(query, (ruleset, number)).fetchone()
        try:
            rows: Rows = np.load(io.BytesIO(zlib.decompress(data[0])), allow_pickle=False)
            whole = rows.ndim == 2 and len(rows) == games and np.issubdtype(rows.dtype, np.integer)
        except (zlib.error, ValueError, TypeError, EOFError):
            whole = False
        if not whole:
            raise click.UsageError(f"{self.name} is damaged.")
        return rows

    def write(self, ruleset: int, number: int, rows: Rows, *, counted: bool) -> None:
        """Keep a block; one that is there already gives way only to one that was counted."""
        data = io.BytesIO()
        np.save(data, rows, allow_pickle=False)
        with self.database:
            self.database.execute(
                "insert into blocks values (?, ?, ?, ?) on conflict do update set counted = excluded.counted,"
                " rows = excluded.rows where excluded.counted > blocks.counted",
                (ruleset, number, counted, zlib.compress(data.getvalue(), 1)),
            )


@contextmanager
def opened(name: str) -> Iterator[Store]:
    """The store in a file, or in a folder; made if need be. Raises click.UsageError if that cannot be."""
    path = Path(name)
    if path.is_dir() or name.endswith(("/", "\\")):
        path /= NAME
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path, timeout=PATIENCE)
    except (OSError, sqlite3.Error) as error:
        raise click.UsageError(f"Cannot keep games in {name}: {_why(error)}.") from None
    try:
        try:
            _begin(database, name)
        except sqlite3.Error as error:
            raise click.UsageError(f"Cannot keep games in {name}: {_why(error)}.") from None
        try:
            yield Store(name, database)
        except sqlite3.Error as error:
            raise click.UsageError(f"Cannot keep games in {name}: {_why(error)}. What was kept is safe.") from None
    finally:
        database.close()


def _begin(database: sqlite3.Connection, name: str) -> None:
    """Make sure that this is a store."""
    (mark,) = database.execute("pragma application_id").fetchone()
    (tables,) = database.execute("select count(*) from sqlite_master").fetchone()
    if mark != MARK and (mark or tables):
        raise click.UsageError(f"{name} is a database of something else.")
    database.execute("pragma journal_mode = wal")  # a killed process leaves nothing half-written
    database.execute("pragma synchronous = normal")
    database.execute(f"pragma application_id = {MARK}")
    database.executescript(TABLES)


def _why(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]
