"""Replay files: written, read, run again, and refused where they do not fit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright
from rulewright.runtime.replay import Replay, ReplayError, in_words, read_replay, replay_of
from rulewright.tools.recording import recorded
from rulewright.tools.simulate import Plan, game_seed, simulate
from tests.tools.command import BREAKS, written
from tests.tools.command import rulewright as command


def played(name: str, seed: int = 3, **options: int) -> Replay:
    state = rulewright.load(name, options=options).start(seed, names=("Ada", "Bo: the 2nd, “B”"))
    while not state.over:
        state.apply(state.option_ids[-1 if len(state.steps) % 3 else 0])
    return replay_of(state)


def kept(folder: Path, replay: Replay, *changes: tuple[str, str]) -> Path:
    """The replay's file, with texts replaced (once each; each must be there)."""
    text = replay.text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return written(folder, text, "game.replay")


@pytest.mark.parametrize(("name", "options"), [("pig", {"goal": 20}), ("kuhn_poker", {}), ("tic_tac_toe", {})])
def test_text_says_all_that_json_says(name: str, options: dict[str, int]) -> None:
    replay = played(name, **options)
    again = read_replay(replay.text())
    assert again == replay and again.words == replay.words and again.end == replay.end
    from_json = read_replay(replay.to_json())
    assert from_json == replay and not from_json.words
    assert in_words(from_json, rulewright.load(name, options=options).engine).text() == replay.text()


def test_people_can_read_it() -> None:
    replay = played("kuhn_poker")
    lines = replay.text().split("\n")
    assert lines[:2] == ["rulewright replay 1", "game: kuhn_poker"]
    assert 'seats: ["Ada", "Bo: the 2nd, “B”"]' in lines
    steps = [re.sub(r" +", " ", line).strip() for line in lines[11:]]
    assert re.fullmatch(r"1 chance 1 outcome \d stock: (Jack|Queen|King)", steps[0])
    assert steps[2].startswith("3 point 2 option ") and "Ada, Betting.Turn: " in steps[2]
    assert steps[-2].startswith("end result 1 won ") and "the pot is won (scores " in steps[-2]


def test_an_unfinished_game() -> None:
    state = rulewright.load("tic_tac_toe").start()
    state.apply(4)
    replay = read_replay(replay_of(state).text())
    assert replay.result is None and replay.end == "unfinished" and len(replay.steps) == 1


def test_it_fits(tmp_path: Path) -> None:
    replay = played("pig", goal=20)
    path = kept(tmp_path, replay)
    answer = command("replay", path, "--verify")
    assert answer.code == 0 and f"{len(replay.steps)} of {len(replay.steps)} steps fit. {replay.end}" in answer.out
    assert command("replay", path, "--json").data["fits"] is True
    path.write_text(replay.to_json(), encoding="utf-8")
    assert command("replay", path, "--verify").code == 0


def test_a_seat_is_shown_what_it_saw(tmp_path: Path) -> None:
    replay = played("kuhn_poker")
    path = kept(tmp_path, replay)
    cards = [words.removeprefix("stock: ") for words in replay.words[:2]]
    everything = command("replay", path).out
    assert f"{cards[0]} goes from stock to held of Ada" in everything
    assert f"{cards[1]} goes from stock to held of Bo" in everything
    assert f"The end: {replay.end}." in everything
    second = command("replay", path, "--seat", 2).out
    assert "a card goes from stock to held of Ada" in second and f"{cards[1]} goes" in second
    assert cards[0] not in second.replace("Jack, Queen and King go from the box", "")
    assert "Ada, Betting" not in second and "Bo: the 2nd, “B”, Answer" in second
    early = command("replay", path, "--seat", 1, "--until", 2).out
    assert "Betting" not in early
    assert re.search(rf"\nAda \(you\) +1 +0 +{cards[0]}\nBo: the 2nd, “B” +1 +0 +\?\n", early)
    assert command("replay", path, "--seat", 3).code == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([("point 1 option 0", "point 1 option 9")], "step 1 does not: 9 is not on offer: Roll or hold?"),
        ([("outcome", "outcome 9")], "is not on offer: d6"),
        ([("d6: ", "d6: 1")], "it was “d6: 1"),
        ([("Throw: Roll", "Throw: Throw it")], "step 1 does not: it was “Ada, Round.Turn.Throw: Throw it”"),
        ([("won 1 lost 2", "won 2 lost 1")], "the end does not: the game ends here (the goal is reached)"),
        ([("(scores 1, -1)", "(scores 2, -2)")], "the end does not"),
        ([("rules: ", "rules: 0")], "the rules changed since (the text of the rules differs"),
    ],
)
def test_the_first_step_that_does_not_fit(tmp_path: Path, changes: list[tuple[str, str]], words: str) -> None:
    replay = read_replay(played("pig", 1, goal=20).text().replace("won 2 lost 1", "won 1 lost 2"))
    state = rulewright.load("pig", options={"goal": 20}).start(5, names=("Ada", "Bo"))
    while not state.over:  # seat 1 rolls on, seat 2 always holds
        state.apply(0 if state.decision is not None and state.decision.player == 0 and len(state.option_ids) > 1 else 1)
    replay = replay_of(state)
    answer = command("replay", kept(tmp_path, replay, *changes), "--verify")
    assert answer.code == 1 and words in answer.err and not answer.out
    data = command("replay", tmp_path / "game.replay", "--json")
    assert data.code == 1 and data.data["fits"] is False and (data.data["why"] or data.data["changed"])


def test_changed_rules_are_told_and_tried(tmp_path: Path) -> None:
    text = 'game g for 2 players\nphase P\n  seat(1) chooses one "Well?"\n    Yes: seat(1) wins\n    No: nothing\n'
    rules = written(tmp_path, text)
    command("run", rules, "--games", 1, "--record", tmp_path / "g.replay", "--bot", "first")
    assert "which is no shipped game" in command("replay", tmp_path / "g.replay").err
    assert command("replay", tmp_path / "g.replay", rules, "--verify").code == 0
    rules.write_text("# a word more\n" + text)
    same = command("replay", tmp_path / "g.replay", rules, "--verify")
    assert same.code == 1 and "the rules changed since" in same.err and "1 of 1 steps fit" in same.err
    rules.write_text(text.replace("Yes", "Perhaps"))
    other = command("replay", tmp_path / "g.replay", rules, "--verify")
    assert other.code == 1 and "0 of 1 steps fit; step 1 does not: it was “player 1, P: Yes”" in other.err
    rules.write_text(text.replace("Yes: seat(1) wins", "Yes: seat(2) wins"))
    result = command("replay", tmp_path / "g.replay", rules)
    assert result.code == 1 and "1 of 1 steps fit; the end does not" in result.err


def test_options_in_words_come_back(tmp_path: Path) -> None:
    text = """\
game o for 2 players
enum Side: Left, Right
option open as yes/no, default no
option side as Side, default Left
option many from 1 to 9, default 2
phase P
  seat(1) chooses one
    Yes
      if open and side is Right and many is 7: seat(1) wins
    No: nothing
"""
    rules = written(tmp_path, text)
    given = ["--option", "open=yes", "--option", "side=Right", "--option", "many=7"]
    assert command("run", rules, *given, "--games", 1, "--record", tmp_path / "o.replay").code == 0
    assert command("replay", tmp_path / "o.replay", rules, "--verify").code == 0


@pytest.mark.parametrize("bot", ["random", "first"])
def test_the_recorded_game_is_the_one_that_was_run(bot: str) -> None:
    for name in ("pig", "kuhn_poker", "nosferatu"):
        game = rulewright.load(name)
        plan = Plan(1, 8, 2_000, bot)
        (ending,) = simulate(game, plan, 1, lambda more: None).tally.endings or [None]
        replay = recorded(game, plan)
        assert replay.seed == game_seed(8, 0)
        assert replay.result == (None if ending is None else (ending[0] + 1, *ending[1:]))


def test_a_game_that_broke_is_recorded_up_to_there(tmp_path: Path) -> None:
    rules = written(tmp_path, BREAKS)
    answer = command("run", rules, "--games", 200, "--option", "steps=1", "--record", tmp_path / "broken.replay")
    assert answer.code == 1 and "the rules broke" in answer.err
    replay = read_replay((tmp_path / "broken.replay").read_text())
    assert replay.result is None and [s.choice for s in replay.steps] == [0, 0, 0]


GOOD = """\
rulewright replay 1
game: tic_tac_toe
rules: 0
rulewright: 0.1.0
language: 0.1
players: 2
options:
variants:
seed: 1
seats: []

   1  point 1 option 4
end  unfinished
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("rulewright replay 1", "rulewright replay 2", "this Rulewright reads “rulewright replay 1”"),
        ("rulewright replay 1", "a letter", "line 1: it does not begin with"),
        ("end  unfinished\n", "", "the end is missing"),
        ("   1  point", "   2  point", "line 12: step 1 should be here, not step 2"),
        ("option 4", "option four", "line 12: “1 point 1 option four” is neither a step nor the end"),
        ("seed: 1\n", "", "the header has no `seed`"),
        ("seed: 1", "seed: one", "line 9: “one” is no number"),
        ("players: 2", "players: " + "9" * 5000, "is no number that can stand here"),
        ("seats: []", "seats: {}", "line 10: the seats should look like"),
        ("seats: []", "seats: " + "[" * 100_000, "line 10: the seats should look like"),
        ("options:", "options: goal", "should look like goal=10"),
        ("seed: 1\n", "seed: 1\nseed: 2\n", "line 10: `seed` is given twice"),
        ("unfinished\n", "unfinished\n   2  point 1 option 0\n", "line 14: the game ended in line 13"),
        ("tic_tac_toe", "../secret", "it names no game"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert read_replay(GOOD).steps
    answer = command("replay", written(tmp_path, GOOD.replace(old, new), "bad.replay"))
    assert answer.code == 2 and words in " ".join(answer.err.split())


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", "{", '{"rules": 3, "seed": 0, "names": [], "steps": [], "result": null}']
)
def test_no_replay_at_all(tmp_path: Path, text: str) -> None:
    with pytest.raises(ReplayError):
        read_replay(text)
    assert command("replay", written(tmp_path, text, "bad.replay")).code == 2


def test_files_that_cannot_be_had(tmp_path: Path) -> None:
    assert "no such file" in command("replay", tmp_path / "none").err
    assert "is a directory" in command("replay", tmp_path).err
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "not text in UTF-8" in command("replay", tmp_path / "bytes").err
    path = kept(tmp_path, played("pig", goal=20))
    assert "is a game of pig, not of kuhn_poker" in command("replay", path, "kuhn_poker").err
    wrong = command("replay", kept(tmp_path, played("pig", goal=20), ("goal=20", "gaol=20")))
    assert wrong.code == 2 and "RW0802" in wrong.err
    json = '{"rules": {"name": "pig"}, "seed": 0, "names": [], "steps": [], "result": null}'
    assert "players, options or variants" in command("replay", written(tmp_path, json, "a.replay")).err
