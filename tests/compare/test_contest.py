"""Holding a comparison: the same result however the work is cut up, killed, gone on with, or read back from a store."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np
import pytest

from rulewright.runtime.playout import tracked_playout
from rulewright.tools.compare import contest as contests
from rulewright.tools.compare.contest import Contest, Result, held
from rulewright.tools.compare.differences import Difference, Line, first_difference, lines
from rulewright.tools.compare.playing import BLOCK
from rulewright.tools.compare.rulesets import Ruleset, rulesets
from rulewright.tools.compare.store import Store, opened
from rulewright.tools.compare.wording import verdict
from rulewright.tools.simulate import game_seed
from tests.compare.kept import blocks_in
from tests.tools.command import BREAKS, written

QUICK = ("pig,goal=10", "pig,goal=13")  # games of a few decisions


def ran(
    texts: tuple[str, ...] = QUICK,
    games: int = 600,
    jobs: int = 1,
    store: Store | None = None,
    seed: int | None = None,
    independent: bool = False,
    **more: Any,
) -> Result:
    return held(rulesets(texts, seed, independent=independent), Contest(games, **more), jobs, store, lambda more: None)


def told(result: Result) -> list[tuple[Any, ...]]:
    """Everything that a result says about games."""
    return [(line.figure.name, line.games, line.values, line.differences) for line in lines(result.sums, result.joint)]


def line_of(result: Result, section: str, key: str) -> Line:
    return next(line for line in lines(result.sums, result.joint) if line.figure.name == (section, key))


def against(line: Line, other: int = 1) -> Difference:
    found = line.differences[other]
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------------ what comes out


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    alone = ran(games=900)
    assert told(alone) == told(ran(games=900, jobs=2)) == told(ran(games=900, jobs=3))
    assert alone.games == 900 and alone.sums[0].games == 900 and sum(alone.sums[1].lengths.values()) == 900
    assert told(alone) != told(ran(games=900, seed=2))


def test_a_part_of_the_games_is_the_beginning_of_all() -> None:
    """The last block may be cut short; the games in it are the same."""
    sums = ran(games=250).sums[0]
    more = ran(games=250, counted=0).sums[0]
    assert list(sums.totals[: len(sums.sheet.figures)]) == list(more.totals[: len(sums.sheet.figures)])
    assert sums.counted == 250 and more.counted == 0


def test_only_the_first_games_are_counted() -> None:
    result = ran(games=5 * BLOCK, counted=BLOCK + 1)
    assert line_of(result, "length", "decisions").games == 5 * BLOCK
    assert line_of(result, "phases", "Round.Turn").games == 2 * BLOCK, "whole blocks"


def test_counting_changes_no_game() -> None:
    counted, plain = ran(("nosferatu", "crazy_eights")), ran(("nosferatu", "crazy_eights"), counted=0)
    for a, b in zip(counted.sums, plain.sums, strict=True):
        many = len(a.sheet.figures)
        assert list(a.totals[:many]) == list(b.totals[:many]) and a.lengths == b.lengths


def test_a_known_difference_is_found() -> None:
    result = ran(("pig,goal=100", "pig,goal=50"), games=400)
    found = against(line_of(result, "length", "decisions"))
    assert found.claimed and found.estimate.high < -50, "half the goal takes about 60 decisions less"
    assert found.games_saved is not None and found.games_saved > 1.2, "both roll the same dice for a while"


def test_with_other_seeds_a_ruleset_does_not_differ_from_itself() -> None:
    """One comparison in twenty may claim something; of these five none does."""
    for seed in range(0, 50, 10):
        result = ran(("pig,goal=20", "pig,goal=20"), games=600, seed=seed, independent=True)
        assert not result.joint
        for line in lines(result.sums, result.joint):
            assert not against(line).claimed, line


def test_rulesets_that_play_alike_are_said_to_be_alike(tmp_path: Path) -> None:
    """A comment more: the same games, under another name."""
    text = written(tmp_path, "# mine\n" + TURNS, "mine.rules")
    other = written(tmp_path, TURNS, "yours.rules")
    for line in lines(*_sums(ran((str(text), str(other))))):
        found = against(line)
        assert found.alike and not found.claimed and not found.suspected


def test_a_variant_plays_like_the_option_it_sets(tmp_path: Path) -> None:
    text = 'variant short "A short game" of pig\n  set goal to 20\n'
    variant = written(tmp_path, text, "short.rules")
    result = ran(("pig,goal=20", f"pig+{variant}"))
    found = lines(*_sums(result))
    assert all(against(line).alike for line in found)
    assert "600 pairs of games came out alike in every figure" in " ".join(verdict(result, found, 1))
    assert result.rulesets[1].identity["variants"] == ["short"]
    assert not against(line_of(ran(("pig", f"pig+{variant}"), games=200), "length", "decisions")).alike


def test_a_table_file_may_name_a_seed(tmp_path: Path) -> None:
    table = written(tmp_path, 'game = "pig"\nseed = 5\n\n[options]\ngoal = 20\n', "evening.toml")
    result = ran(("pig", str(table)), games=400)
    assert [r.side.seed for r in result.rulesets] == [1, 5] and not result.joint
    assert against(line_of(result, "length", "decisions")).estimate.method == "Welch's t"
    assert ran(("pig", str(table)), games=400, seed=9).joint, "what is asked for counts"


def _sums(result: Result) -> tuple[Any, Any]:
    return result.sums, result.joint


TURNS = """\
game turns "Turns" for 2 players
option most from 1 to 9, default 4
field turns: 0..9
phase Round repeats
  phase Turn for each player p
    p chooses one "Go on?"
      On: add 1 to turns
      Off: p wins because "enough"
as soon as turns is most: everyone draws because "the end"
"""


def chooser(seed: int) -> Callable[[list[int], list[int]], int]:
    """Answers as headless games are answered."""
    random = Random(seed).random
    return lambda cells, ids: ids[int(random() * len(ids))]


def test_the_same_seed_gives_the_same_dice_and_the_same_answers() -> None:
    """Two rulesets go the same way until one asks for something that the other does not."""
    first, second = rulesets(["pig", "pig,goal=50"])
    longer = 0
    for number in range(40):
        trails = []
        for ruleset in (first, second):
            seed = game_seed(ruleset.side.seed, number)
            trails.append(tracked_playout(ruleset.game.quiet, seed, chooser(seed))[1])
        same = next((n for n, (a, b) in enumerate(zip(*trails, strict=False)) if a != b), len(trails[1]))
        assert same >= 10, "nobody has 50 points after ten decisions"
        longer += same > 30
    assert longer > 20, "most games go together for a long time"


def test_precision_is_reached_at_the_same_game_for_any_number_of_processes() -> None:
    alone, together = ran(games=100_000, precision=0.025), ran(games=100_000, precision=0.025, jobs=2)
    assert alone.reached and alone.games == together.games and told(alone) == told(together)
    assert alone.games % contests.LOOK == 0 and alone.games < 100_000
    assert alone.half_width is not None and alone.half_width <= 0.025
    assert first_difference(alone.sums, alone.joint) == alone.half_width
    short = ran(games=1500, precision=0.0001)
    assert short.games == 1500 and short.wide and not short.reached


def test_three_rulesets_are_compared_with_the_first() -> None:
    result = ran(("pig,goal=10", "pig,goal=12", "pig,goal=30"), games=400)
    line = line_of(result, "length", "decisions")
    assert line.differences[0] is None and against(line, 2).estimate.value > against(line, 1).estimate.value > 0
    pair = ran(("pig,goal=10", "pig,goal=30"), games=400)
    assert against(line, 2).estimate == against(line_of(pair, "length", "decisions")).estimate


def test_games_with_nothing_in_common_but_seats() -> None:
    result = ran(("nosferatu@6", "kuhn_poker"), games=300)
    found = {line.figure.name: line for line in lines(result.sums, result.joint)}
    assert against(found["wins", "seat 1"]).estimate.value != 0
    assert found["wins", "team Evil"].values[1] is None and found["wins", "team Evil"].differences == (None, None)


def test_a_game_whose_rules_break_ends_the_comparison(tmp_path: Path) -> None:
    path = str(written(tmp_path, BREAKS))
    alone, together = ran((f"{path},steps=1", path)), ran((f"{path},steps=1", path), jobs=2)
    assert alone.broken is not None and alone.broken == together.broken and told(alone) == told(together)
    assert alone.games % BLOCK == 0 and alone.games <= alone.broken[1].game


def test_an_interruption_leaves_whole_blocks() -> None:
    done: list[int] = []

    def impatient(more: int) -> None:
        done.append(more)
        if len(done) == 3:
            raise KeyboardInterrupt

    for jobs in (1, 2):
        done.clear()
        result = held(rulesets(QUICK), Contest(10_000), jobs, None, impatient)
        assert result.stopped and result.games == 3 * BLOCK and sum(done) == 6 * BLOCK
        assert told(result) == told(ran(games=3 * BLOCK))


# ------------------------------------------------------------------------------------------------ the store


def test_kept_games_are_not_played_again_and_count_once(tmp_path: Path) -> None:
    path = str(tmp_path / "games")
    wanted = told(ran(games=900))
    with opened(path) as store:
        half = ran(games=500, store=store)
        assert half.kept == 0 and half.played == 1000
        whole = ran(games=900, store=store, jobs=2)
        assert whole.kept == 1000 + 2 * 100 and whole.played == 600, "the third block was kept whole"
        again = ran(games=900, store=store)
        assert again.played == 0 and told(again) == told(whole) == wanted
    assert blocks_in(Path(path)) == 2 * 5


def test_other_comparisons_use_kept_games_too(tmp_path: Path) -> None:
    with opened(str(tmp_path)) as store:
        ran(("pig,goal=10", "pig,goal=13"), games=400, store=store)
        found = ran(("pig,goal=13", "pig,goal=14"), games=400, store=store)
        assert found.kept == 400 and told(found) == told(ran(("pig,goal=13", "pig,goal=14"), games=400))
        assert ran(("pig,goal=10", "pig,goal=13"), games=400, store=store, seed=5).kept == 0
        assert ran(("pig,goal=10", "pig,goal=13"), games=400, store=store, limit=7).kept == 0
    assert [p.name for p in tmp_path.iterdir()] == ["games.rwdb"]


def test_games_kept_without_counts_are_played_again_where_counts_are_wanted(tmp_path: Path) -> None:
    with opened(str(tmp_path / "store")) as store:
        ran(games=400, store=store, counted=0)
        counted = ran(games=400, store=store, counted=200)
        assert counted.kept == 400 and counted.played == 400
        assert told(counted) == told(ran(games=400, counted=200))
        plain = ran(games=400, store=store, counted=0)
        assert plain.played == 0 and told(plain) == told(ran(games=400, counted=0))


def test_a_comparison_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "store"
    command = [sys.executable, "-m", "rulewright.tools.cli", "compare", *QUICK, "--games", "10000000", "--jobs", "2"]
    with subprocess.Popen([*command, "--store", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        deadline = time.monotonic() + 120
        while blocks_in(path) < 7 and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        assert run.poll() is None, run.stderr.read() if run.stderr else ""
        os.kill(run.pid, signal.SIGKILL)
        run.wait(60)
    kept = blocks_in(path)
    assert kept >= 7
    games = (kept // 2 + 3) * BLOCK
    with opened(str(path)) as store:
        found = ran(games=games, store=store, jobs=2)
    assert found.kept == kept * BLOCK and found.played == 2 * games - found.kept
    assert told(found) == told(ran(games=games))


def test_games_of_another_rulewright_are_not_mixed_in(tmp_path: Path) -> None:
    with opened(str(tmp_path / "store")) as store:
        rules = rulesets(QUICK)
        held(rules, Contest(200), 1, store, lambda more: None)
        (ruleset,) = store.database.execute("select ruleset from blocks order by ruleset limit 1").fetchone()
        rows = store.read(ruleset, 0, BLOCK).copy()
        rows[0, 3] += 1
        with store.database:
            store.database.execute("delete from blocks where ruleset = ?", (ruleset,))
        store.write(ruleset, 0, rows, counted=True)
        with pytest.raises(click.UsageError, match="begin a new store"):
            held(rules, Contest(200), 1, store, lambda more: None)


@pytest.mark.parametrize("damage", [b"", b"no rows", b"x" * 200])
def test_a_damaged_store_is_said_to_be_damaged(tmp_path: Path, damage: bytes) -> None:
    with opened(str(tmp_path / "store")) as store:
        ran(games=200, store=store)
        with store.database:
            store.database.execute("update blocks set rows = ?", (damage,))
        with pytest.raises(click.UsageError, match="damaged"):
            ran(games=200, store=store)


def test_what_is_no_store_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("my notes, long enough to be looked at\n" * 9, encoding="utf-8")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as database:
        database.execute("create table mine (a)")
    before = text.read_bytes(), other.read_bytes()
    for path in (text, other, tmp_path / "notes.txt" / "store"):
        with pytest.raises(click.UsageError), opened(str(path)):
            pass
    assert (text.read_bytes(), other.read_bytes()) == before


def test_two_comparisons_can_share_a_store(tmp_path: Path) -> None:
    """Whoever writes a block second finds it there."""
    path = str(tmp_path / "store")
    with opened(path) as one, opened(path) as other:
        number = one.ruleset({"a": 1})
        assert other.ruleset({"a": 1}) == number
        rows = np.zeros((BLOCK, 4), np.int8)
        one.write(number, 0, rows, counted=False)
        other.write(number, 0, rows + 1, counted=False)
        assert (one.read(number, 0, BLOCK) == rows).all() and one.kept(number) == {0: False}


def test_rulesets_must_be_told_apart() -> None:
    def letters(*texts: str, **more: bool) -> str:
        found: tuple[Ruleset, ...] = rulesets(texts, **more)
        return "".join(r.letter for r in found)

    assert letters("pig", "pig,goal=50") == "AB" and letters("pig", "pig", independent=True) == "AB"
    for same in (("pig", "pig"), ("pig", "pig,goal=100"), ("pig,goal=50", "pig", "pig,goal=50")):
        with pytest.raises(click.UsageError, match="the same ruleset"):
            letters(*same)
    with pytest.raises(click.UsageError, match="two"):
        letters("pig")
