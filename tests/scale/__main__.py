"""`python -m tests.scale [SHORT LONG]`: how much longer a long rules file takes to check and compile than a short one.

Writes two games of about so many lines (2,000 and 20,000 unless told), checks and compiles each in fresh processes, and
prints processor seconds by stage, peak memory, and the ratios. Ends with 1 if the whole takes more than 12 times as
long for ten times the lines (or as much in proportion).
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

ALLOWED = 1.2  # times the ratio of the lines


def measured(what: str, lines: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.scale.measure", what, str(lines)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main(sizes: list[int]) -> int:
    short, long = ({what: measured(what, lines) for what in ("check", "compile")} for lines in sizes)
    lines = [found["check"]["lines"] for found in (short, long)]
    print(f"{'':28}{lines[0]:>9,}{lines[1]:>10,}  lines of rules")
    for what in ("check", "compile"):
        seconds = [found[what]["seconds"] for found in (short, long)]
        if what == "compile":
            for name in seconds[0]:
                row(f"  {name}", seconds[0][name], seconds[1][name])
        row(what, *(sum(s.values()) for s in seconds))
        row(f"{what}, peak memory in MB", *(found[what]["peak"] for found in (short, long)))
    totals = [sum(sum(found[what]["seconds"].values()) for what in found) for found in (short, long)]
    row("check and compile", *totals)
    tables = [found["check"]["tables"] for found in (short, long)]
    print(f"`check` elaborates a long text less often: {tables[0]} and {tables[1]} times")
    most = ALLOWED * lines[1] / lines[0]
    print(f"{totals[1] / totals[0]:.1f} times as long; {most:.1f} is the most that is allowed")
    return int(totals[1] / totals[0] > most)


def row(name: str, short: float, long: float) -> None:
    ratio = f"{long / short:9.1f}" if short >= 0.005 else f"{'':9}"
    print(f"{name:28}{short:9.2f}{long:10.2f}{ratio}")


if __name__ == "__main__":
    given = [int(size) for size in sys.argv[1:]]
    sys.exit(main(given if len(given) == 2 else [2_000, 20_000]))
