"""The benchmark: OpenSpiel must play the games that we play, and what is measured must be reported.

That the hand-written games are the same, too, is tested in test_handwritten.py.
"""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from rulewright.tools.bench import open_spiel
from rulewright.tools.bench.__main__ import main
from rulewright.tools.bench.decisions import asked
from rulewright.tools.bench.games import COMPILED, CONTESTS, OPEN_SPIEL, Contest, loaded
from rulewright.tools.bench.race import race
from tests.tools.standard_errors import assert_same_mean

# -------------------------------------------------------------------- OpenSpiel against compiled


def name_of(contest: Contest) -> str:
    return "-".join([contest.game, *contest.table.replace(",", "").split()])


JUDGED = [contest for contest in CONTESTS if contest.open_spiel]
needs_open_spiel = pytest.mark.skipif(not open_spiel.installed(), reason="OpenSpiel has no wheel for this platform")


@needs_open_spiel
@pytest.mark.parametrize("contest", JUDGED, ids=name_of)
def test_open_spiel_is_asked_about_a_table_of_the_judges(contest: Contest) -> None:
    from tests.judges.tables import TABLES

    in_turn = f"turn_based_simultaneous_game(game={contest.open_spiel})"
    tables = [table for table in TABLES if table.theirs in (contest.open_spiel, in_turn)]
    assert [(table.name, table.players) for table in tables] == [(contest.game, contest.players)]
    assert tables[0].options.items() <= loaded(contest).options.items()


@needs_open_spiel
@pytest.mark.parametrize("contest", JUDGED, ids=name_of)
def test_open_spiel_and_compiled_ask_as_much(contest: Contest) -> None:
    samples = asked(contest, games=150)
    theirs, ours = samples[OPEN_SPIEL], samples[COMPILED]
    assert_same_mean(theirs.choices, ours.choices)
    if contest.game == "goofspiel":  # the last card of each hand: ours is asked, theirs is not
        assert {d + 2 for d in theirs.decisions} == set(ours.decisions)
    else:
        assert_same_mean(theirs.decisions, ours.decisions)


# -------------------------------------------------------------------- the race


def test_race_gives_each_contender_its_rounds() -> None:
    played: list[tuple[str, int]] = []

    def series(name: str, cost: int) -> object:
        def play(seed: int, games: int) -> None:
            played.append((name, games))
            for _ in range(games):
                sum(range(cost))

        return play

    paces = race({"light": series("light", 1_000), "heavy": series("heavy", 10_000)}, rounds=3, seconds=0.02)  # type: ignore[dict-item]
    assert [name for name, _ in played[-6:]] == ["light", "heavy"] * 3
    assert 3 < paces["light"].median / paces["heavy"].median < 30


QUICK = ("--rounds", "2", "--seconds", "0.02")


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.tools.bench.race.WARM_UP_SECONDS", 0.02)
    monkeypatch.setattr("rulewright.tools.bench.copying.COPIES", 200)


@pytest.mark.usefixtures("hurried")
def test_command_reports_every_measurement() -> None:
    games = [word for game in ("tic_tac_toe", "nosferatu", "goofspiel") for word in ("--game", game)]
    done = CliRunner().invoke(main, [*QUICK, "--starts", "1", "--json", *games])
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    measured = [(each["game"], each["options"]) for each in report["races"]]
    assert measured == [
        ("tic_tac_toe", {}),
        ("nosferatu", {}),
        ("goofspiel", {"cards": 4}),
        ("goofspiel", {"cards": 13}),
    ]
    for each in report["races"]:
        pace = each["games_per_cpu_second"]
        assert min(pace.values()) > 0
        assert ("handwritten" in pace) == (each["game"] != "goofspiel")
        assert ("open_spiel" in pace) == (each["game"] != "nosferatu" and report["open_spiel"])
        others = pace.keys() - {"compiled", "stepwise"}
        assert each["ratios"].keys() == {f"{ours}/{theirs}" for ours in ("compiled", "stepwise") for theirs in others}
        for name, ratio in each["ratios"].items():
            ours, theirs = name.split("/")
            assert ratio == pytest.approx(pace[ours] / pace[theirs])
        assert {len(rounds) for rounds in each["rounds"].values()} == {2}
        assert each["decisions_per_game"].keys() == {*others, "compiled"}
    assert report["races"][-1]["decisions_per_game"]["compiled"] == {"decisions": 26, "forced": 2}
    assert 0 < report["load_seconds"]["warm"] < report["load_seconds"]["cold"]
    assert 0 < report["load_seconds"]["warm_cpu"] < report["load_seconds"]["cold_cpu"]
    assert report["list_seconds"] > 0 and report["list_cpu_seconds"] > 0
    for copy in report["copies"]:
        assert copy["cells"] > 10 and 0 < copy["cells_microseconds"] < copy["state_microseconds"]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("here", [True, False])
def test_command_without_open_spiel_says_so(here: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not here:
        monkeypatch.setattr(open_spiel, "pyspiel", None)
    elif not open_spiel.installed():
        pytest.skip("OpenSpiel has no wheel for this platform")
    done = CliRunner().invoke(main, [*QUICK, "--starts", "0", "--game", "tic_tac_toe"])
    assert done.exit_code == 0, done.output
    assert ("to OpenSpiel" in done.output) == here
    assert ("OpenSpiel is not installed" in done.output) != here
    assert "to by hand" in done.output and "Waiting" not in done.output
