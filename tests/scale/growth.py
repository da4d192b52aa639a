"""`python -m tests.scale.growth [GAME ...]`: what shipped games of several sizes cost: to check, to compile, to play.

Each figure is processor seconds of whole fresh processes, the least of three. A copy of the game's folder is checked
with an empty cache, again as it is, and with one line changed; then one game is played at random with an empty cache
and again. A decision is one answer at random, step by step, in microseconds.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

GAMES = ("tic_tac_toe", "nosferatu", "van_helsing", "masters_of_the_night")
ROUNDS = 3
RULES = Path(__file__).resolve().parents[2] / "rules"
HEADS = ("", "lines", "cold", "again", "edited", "play, cold", "again", "a decision")


def processor_seconds(cache: Path, *arguments: str) -> float:
    """Of one call of the command in a process of its own."""
    program = "from rulewright.tools.cli import main; main()"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(cache)}
    subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def folder_of(game: str) -> Path:
    return next(place for place in (RULES / game, RULES / "classics" / game) if place.is_dir())


def lines_in(folder: Path) -> int:
    """Of the game itself, in all its files, without scenarios and variants."""
    return sum(file.read_text("utf-8").count("\n") for file in folder.glob("*.rules"))


def one_round(game: str) -> Iterator[float]:
    with tempfile.TemporaryDirectory() as place:
        copy, cache = Path(place, game), Path(place, "cache")
        shutil.copytree(folder_of(game), copy)
        rules = copy / f"{game}.rules"
        yield processor_seconds(cache, "check", str(rules))
        yield processor_seconds(cache, "check", str(rules))
        edited = rules.read_text("utf-8").split("\n")
        edited.insert(len(edited) // 2, "# one line more")
        rules.write_text("\n".join(edited), "utf-8")
        yield processor_seconds(cache, "check", str(rules))
        shutil.rmtree(cache)
        yield processor_seconds(cache, "run", str(rules), "--games", "1")
        yield processor_seconds(cache, "run", str(rules), "--games", "1")
        yield decision(str(rules))


def decision(rules: str) -> float:
    """Microseconds of the processor for one answer at random, over about two seconds of games."""
    import rulewright

    game, chance = rulewright.load(rules), random.Random(1)
    answers, begin = 0, time.process_time()
    while time.process_time() < begin + 2:
        state = game.start(seed=chance.randrange(1 << 30))
        while not state.over:
            state.apply(chance.choice(state.decision.options))
            answers += 1
    return (time.process_time() - begin) / answers * 1e6


def main(games: list[str]) -> None:
    print("".join(f"{head:>12}" if head else f"{'':22}" for head in HEADS))
    for game in games:
        figures = [min(column) for column in zip(*(list(one_round(game)) for _ in range(ROUNDS)), strict=True)]
        *seconds, answer = figures
        shown = "".join(f"{figure:12.2f}" for figure in seconds)
        print(f"{game:22}{lines_in(folder_of(game)):12,}{shown}{answer:12.0f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
