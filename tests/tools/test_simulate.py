"""Headless runs: the same result however the work is cut up, and an end that loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import rulewright
from rulewright.tools.simulate import Plan, Run, Tally, game_seed, play_games, simulate
from tests.tools.command import BREAKS, written


def ran(name: str, games: int, jobs: int, seed: int = 1) -> Run:
    return simulate(rulewright.load(name), Plan(games, seed, 10_000), jobs, lambda more: None)


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    alone = ran("tic_tac_toe", 230, 1)
    assert ran("tic_tac_toe", 230, 2).tally == alone.tally
    assert ran("tic_tac_toe", 230, 3).tally == alone.tally
    assert alone.tally.games == 230 and sum(alone.tally.endings.values()) == 230
    assert ran("tic_tac_toe", 230, 1, seed=2).tally != alone.tally


def test_games_add_up() -> None:
    module = rulewright.load("pig").quiet
    plan = Plan(10, 4, 10_000)
    parts = Tally()
    for first, many in ((0, 3), (3, 1), (4, 6)):
        parts.add(play_games(module, plan, first, many))
    assert parts == play_games(module, plan, 0, 10)


def test_neighbouring_games_have_different_seeds() -> None:
    seeds = {game_seed(seed, game) for seed in range(50) for game in range(200)}
    assert len(seeds) == 50 * 200


def test_the_first_game_that_breaks_is_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    path = str(written(tmp_path, BREAKS))
    alone, together = ran(path, 400, 1).tally, ran(path, 400, 2).tally
    assert alone.broken is not None and alone == together
    assert alone.games == alone.broken.game, "every game before it was played"


def test_progress_counts_every_game() -> None:
    done: list[int] = []
    simulate(rulewright.load("pig"), Plan(57, 1, 10_000), 1, done.append)
    assert sum(done) == 57 and len(done) > 5


def test_an_interruption_gives_what_there_is_so_far() -> None:
    done: list[int] = []

    def impatient(more: int) -> None:
        done.append(more)
        if len(done) == 4:
            raise KeyboardInterrupt

    for jobs in (1, 2):
        done.clear()
        run = simulate(rulewright.load("tic_tac_toe"), Plan(2000, 1, 10_000), jobs, impatient)
        assert run.stopped and 0 < run.tally.games == sum(done) < 2000


def test_ctrl_c_is_heard_by_no_process_but_the_first() -> None:
    command = [
        sys.executable,
        "-m",
        "rulewright.tools.cli",
        "run",
        "tic_tac_toe",
        "--games",
        "100000000",
        "--jobs",
        "2",
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        time.sleep(5)
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert err.strip().startswith("Interrupted") and len(err.strip().split("\n")) == 1, err
