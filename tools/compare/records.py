"""A comparison as data: one record for each figure and ruleset, as CSV, JSON or Parquet.

CSV and JSON come out of the standard library, Parquet out of DuckDB.
"""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from rulewright.tools.compare.contest import Result
from rulewright.tools.compare.differences import Line
from rulewright.tools.compare.wording import claim, stopping, verdict

COLUMNS: dict[str, type] = {
    "section": str,
    "figure": str,
    "key": str,
    "unit": str,
    "ruleset": str,
    "label": str,
    "games": int,
    "value": float,
    "low": float,
    "high": float,
    "method": str,
    "against": str,
    "difference": float,
    "difference_low": float,
    "difference_high": float,
    "difference_method": str,
    "p": float,
    "p_adjusted": float,
    "claim": str,
    "correlation": float,
    "games_saved": float,
    "pairs_that_differ": int,
}
SQL = {str: "varchar", int: "bigint", float: "double"}


def records(result: Result, lines: Sequence[Line]) -> list[dict[str, Any]]:
    """One for each figure and each ruleset that has it. What there is not is None."""
    made = []
    for line in lines:
        for ruleset, value, found in zip(result.rulesets, line.values, line.differences, strict=True):
            if value is None:
                continue
            record: dict[str, Any] = dict.fromkeys(COLUMNS)
            record |= {
                "section": line.figure.section,
                "figure": line.figure.label,
                "key": line.figure.key,
                "unit": "share of games" if line.figure.share else "per game",
                "ruleset": ruleset.letter,
                "label": ruleset.label,
                "games": line.games,
                "value": value.value,
                "low": _finite(value.low),
                "high": _finite(value.high),
                "method": value.method,
            }
            if found is not None:
                record |= {
                    "against": result.rulesets[0].letter,
                    "difference": found.estimate.value,
                    "difference_low": _finite(found.estimate.low),
                    "difference_high": _finite(found.estimate.high),
                    "difference_method": found.estimate.method,
                    "p": found.estimate.p,
                    "p_adjusted": found.adjusted,
                    "claim": claim(found),
                    "correlation": found.correlation,
                    "games_saved": found.games_saved,
                    "pairs_that_differ": found.differ,
                }
            made.append(record)
    return made


def as_data(result: Result, lines: Sequence[Line]) -> dict[str, Any]:
    """Everything there is to say, for programs."""
    contest = result.contest
    return {
        "rulesets": [
            {
                "letter": r.letter,
                "label": r.label,
                "game": r.game.name,
                "players": r.game.players,
                "options": dict(r.game.options),
                "variants": list(r.game.table.variants),
                "rules": r.game.schema.text_hash,
                "seed": r.side.seed,
            }
            for r in result.rulesets
        ],
        "asked": contest.games,
        "games": result.games,
        "counted": result.sums[0].counted,
        "kept": result.kept,
        "bot": contest.bot,
        "limit": contest.limit,
        "precision": contest.precision,
        "reached": result.reached,
        "stopped": result.stopped,
        "broken": None
        if result.broken is None
        else {
            "ruleset": result.rulesets[result.broken[0]].letter,
            "game": result.broken[1].game,
            "why": result.broken[1].why,
            "where": result.broken[1].where,
        },
        "seconds": result.seconds,
        "jobs": result.jobs,
        "verdict": {
            r.letter: [*verdict(result, lines, n), *filter(None, [stopping(result)])]
            for n, r in enumerate(result.rulesets)
            if n and lines
        },
        "figures": records(result, lines),
    }


def as_json(result: Result, lines: Sequence[Line]) -> bytes:
    return (json.dumps(as_data(result, lines), indent=2, ensure_ascii=False) + "\n").encode("utf-8")


def as_csv(result: Result, lines: Sequence[Line]) -> bytes:
    """With a line of headings."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(records(result, lines))
    return text.getvalue().encode("utf-8")


def as_parquet(result: Result, lines: Sequence[Line]) -> bytes:
    import duckdb

    columns = ", ".join(f'"{name}" {SQL[kind]}' for name, kind in COLUMNS.items())
    rows = [list(record.values()) for record in records(result, lines)]
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as database:
        path = Path(folder) / "figures.parquet"
        database.execute(f"create table figures ({columns})")
        if rows:
            database.executemany(f"insert into figures values ({', '.join('?' * len(COLUMNS))})", rows)
        database.execute(f"copy figures to '{str(path).replace(chr(39), chr(39) * 2)}' (format parquet)")
        return path.read_bytes()


def _finite(x: float) -> float | None:
    return x if isfinite(x) else None
