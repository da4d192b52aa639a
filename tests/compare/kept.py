"""What is safe in a store, seen from outside."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def blocks_in(path: Path) -> int:
    """Blocks that are safe in a store, while somebody else writes it."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            return int(database.execute("select count(*) from blocks").fetchone()[0])
    except sqlite3.Error:
        return 0
