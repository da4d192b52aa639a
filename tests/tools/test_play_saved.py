"""Games at the keyboard that are saved, taken up again, written down as scenarios; and files that are none of that."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from rulewright.runtime.replay import read_replay
from rulewright.tools.game import load
from rulewright.tools.project import shipped
from rulewright.tools.scenarios.written import Picked, free_name, needed, scenario_of
from tests.tools.command import Answer, rulewright, written

GAME = """game little "Little" for 2 players
option most from 1 to 5, default 3
option loud as yes/no, default no
cards Card
  kind  count  name
  Ace   3      "an Ace"
  King  3      "a King"
deck stock of Card seen by nobody
pile hand of Card per player seen by owner
field turns: 0..9
score player p = count p.hand
setup
  move all Card from box to stock
  shuffle stock
phase Turn repeats
  phase Go for each player p
    add 1 to turns
    p chooses one "What now, friend?"
      Take "Take a card"
        needs room: count p.hand < most because "your hand is full"
        draw 1 from stock to p.hand
      Wait "Take": nothing
    if loud: announce turns "turn"
    p may choose card c in p.hand "Put one back?": move c to stock
  if turns > 7: end game
"""


def play(*arguments: object, typed: str) -> Answer:
    return rulewright("play", *arguments, typed=typed)


def passes(file: Path, name: object) -> str:
    """The file's scenarios pass, each on both engines; gives its text."""
    answer = rulewright("test", name)
    assert answer.code == 0 and " 0 failed" in answer.out, answer.out
    return file.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------ saving and going on


def test_a_game_is_gone_on_with_where_it_was_left(tmp_path: Path) -> None:
    """Left after two answers and taken up, it shows what it would have shown, and bots play as they would have."""
    keys = ["1", "1", "1", "2", "1", "1"] + ["1"] * 30
    whole = play("nosferatu", "-n", 6, "--seat", 2, "--seed", 11, typed="\n".join(keys) + "\n").out
    file = tmp_path / "game"
    left = play("nosferatu", "-n", 6, "--seat", 2, "--seed", 11, "--save", file, typed="1\n1\nq\n")
    assert "You left the game." in left.out and f"--resume {file}" in left.out
    gone_on = play("--resume", file, typed="\n".join(keys[2:]) + "\n").out
    assert gone_on.splitlines()[-8:] == whole.splitlines()[-8:]
    again = play("--resume", file, typed="").out
    assert again.splitlines()[-2:] == whole.splitlines()[-2:], "a game that is over says so again"


def test_a_save_is_a_replay(tmp_path: Path) -> None:
    file = tmp_path / "game"
    play("pig", "--seat", 1, "--seed", 5, "--save", file, typed="1\n1\nq\n")
    assert "steps fit" in rulewright("replay", file, "--verify").out
    assert read_replay(file.read_text(encoding="utf-8")).seed == 5
    assert "# people: 1\n" in file.read_text(encoding="utf-8")


def test_everything_is_as_it_was(tmp_path: Path) -> None:
    """Going back, and what was told, reach past the place where it was saved."""
    file = tmp_path / "game"
    play("tic_tac_toe", "--seat", 1, "--seed", 3, "--save", file, typed="r1c1\nq\n")
    out = play("--resume", file, typed="l\nu\nq\n").out
    assert out.count("mark of r1c1 is now player 1") == 2 and "Taken back." in out
    first = read_replay(file.read_text(encoding="utf-8"))
    assert first.steps == (), "what was taken back is taken back in the save"


def test_saving_elsewhere_leaves_the_first_save_alone(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play("pig", "--seat", 1, "--seed", 5, "--save", one, typed="1\nq\n")
    before = one.read_bytes()
    play("--resume", one, "--save", two, typed="1\nq\n")
    assert one.read_bytes() == before != two.read_bytes()


def test_a_game_of_ones_own_and_its_options(tmp_path: Path) -> None:
    path, file = written(tmp_path, GAME, "little.rules"), tmp_path / "game"
    play(path, "--seat", 1, "--seed", 1, "--option", "loud=yes", "--save", file, typed="1\nq\n")
    refused = play("--resume", file, typed="q\n")
    assert refused.code == 2 and "no shipped game" in refused.err and "play RULES --resume" in refused.err
    assert "player 1: Put one back?" in play(path, "--resume", file, typed="q\n").out
    other = play(path, "--resume", file, "--option", "loud=no", typed="q\n")
    assert other.code == 2 and "options differs" in other.err


def test_what_cannot_be_taken_up(tmp_path: Path) -> None:
    path, file = written(tmp_path, GAME, "little.rules"), tmp_path / "game"
    play(path, "--seat", 1, "--seed", 1, "--save", file, typed="1\n1\nq\n")
    text = file.read_text(encoding="utf-8")
    path.write_text(GAME.replace("turns > 7", "turns > 8"), encoding="utf-8")
    assert "the text of the rules differs" in play(path, "--resume", file, typed="q\n").err
    path.write_text(GAME, encoding="utf-8")
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("   1 "))
    cases = {
        "cut off": "\n".join(lines[: first + 1]),
        "nothing": "",
        "not text": "\x00\x01",
        "another seed": text.replace("seed: 1\n", "seed: 2\n"),
        "an answer that is none": text.replace("option 0", "option 99", 1),
        "a step less": "\n".join([*lines[:-2], lines[-1]]) + "\n",
        "no such seat": text.replace("# people: 1", "# people: 7"),
        "another game": text.replace("game: little", "game: pig"),
    }
    for name, wrong in cases.items():
        file.write_text(wrong, encoding="utf-8")
        answer = play(path, "--resume", file, typed="q\n")
        if name == "a step less":
            assert answer.code in (0, 2)  # it may end at a question, or in the middle of something
            continue
        assert answer.code == 2 and answer.err, (name, answer.out)
    for other in (tmp_path / "missing", tmp_path, path):
        assert play(path, "--resume", other, typed="q\n").code == 2
    assert play("pig", "--resume", file, "--seed", 4, typed="q\n").code == 2


def test_no_other_game_is_overwritten(tmp_path: Path) -> None:
    file = written(tmp_path, "something else", "game")
    answer = play("pig", "--seat", 1, "--save", file, typed="q\n")
    assert answer.code == 2 and "is there already" in answer.err
    assert file.read_text(encoding="utf-8") == "something else"
    assert play("pig", "--save", tmp_path, typed="q\n").code == 2


def test_a_game_goes_on_that_cannot_be_saved_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game"

    def full(*paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    out = play("pig", "--seat", 1, "--seed", 5, "--save", file, typed="1\n1\nq\n").out
    assert out.count("The game is not saved") == 1 and "no space left" in out and "You left the game." in out
    assert not file.exists()


KILLED = """\
import os, signal, sys
from rulewright.tools.cli import main
whole, times = os.replace, [0]
def dies(*paths):
    times[0] += 1
    if times[0] == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    whole(*paths)
os.replace = dies
main(sys.argv[1:])
"""


@pytest.mark.skipif(os.name == "nt", reason="nothing to kill with")
def test_a_game_that_is_killed_while_it_is_saved_can_be_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game"
    line = [sys.executable, "-c", KILLED, "play", "pig", "--seat", "1", "--seed", "5", "--save", str(file)]
    environment = {**os.environ, "RULEWRIGHT_CACHE": "off"}
    done = subprocess.run(line, input=b"1\n" * 20, capture_output=True, env=environment, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert "steps fit" in rulewright("replay", file, "--verify").out
    assert play("--resume", file, typed="q\n").code == 0


# ------------------------------------------------------------------------------------------------ as a scenario


def test_a_played_game_becomes_a_scenario(tmp_path: Path) -> None:
    path = written(tmp_path, GAME, "little.rules")
    (tmp_path / "scenarios").mkdir()
    file = tmp_path / "scenarios" / "played.rules"
    typed = "\n1\n2\n\n2\n\n1\n2\nq\n"
    said = play(path, "--seed", 3, "--option", "most=1", "--save-scenario", file, typed=typed)
    assert said.code == 0 and f"{file}: scenario played" in said.out
    text = passes(file, path)
    assert "option most = 1" in text and "option loud" not in text, "only what is not usual"
    assert "chance stock gives" in text and "P1 picks Take" in text and "P2 picks Wait" in text
    assert 'is asked "What now, friend?"' in text and "is offered" not in text, "Take is what two answers are called"
    assert passes(file, file) == text, "the file alone will do: its game is above it"


def test_a_second_one_is_added(tmp_path: Path) -> None:
    file = tmp_path / "played.rules"
    for seed in (1, 2):
        play("pig", "--seat", 1, "--seed", seed, "--save-scenario", file, typed="1\n2\nq\n")
    text = passes(file, file)
    assert text.count("\nscenario played_2 ") == 1 and text.startswith("scenario played ")


@pytest.mark.parametrize("name", sorted(shipped()))
def test_any_game_can_be_written_down(name: str) -> None:
    """Whatever was played: the text passes on both engines and leads to the same position (or it is not given)."""
    game = load(name)
    for seed, many in ((1, 3), (2, 14)):
        state, random = game.start(seed), Random(seed)
        for _ in range(many):
            if state.over:
                break
            state.apply(random.choice(state.option_ids))
        text = scenario_of(game, state, "it")
        assert text.startswith('scenario it "A game played to') and f"of {name} for {game.players} players" in text


def test_a_whole_game_of_a_variant_with_names_and_options(tmp_path: Path) -> None:
    game = load("nosferatu", 6, ["longer_night"], {"bites_each": 1 + 1})
    state, random = game.start(4, names=("Ada Lovelace", "expect", "Ben", "P1", "Hunter", "é")), Random(4)
    while not state.over:
        state.apply(random.choice(state.option_ids))
    text = scenario_of(game, state, "it")
    assert "of nosferatu with longer_night for 6 players" in text
    assert " wins" in text
    file = written(tmp_path, text, "it.rules")
    passes(file, file)


def test_what_was_taken_back_is_not_in_it(tmp_path: Path) -> None:
    file = tmp_path / "played.rules"
    play("tic_tac_toe", "--save-scenario", file, typed="\nr1c1\n\nu\n\nr2c2\n\nq\n")
    text = passes(file, file)
    assert "r2c2" in text and "P1 picks r1c1" not in text


def test_only_what_is_needed() -> None:
    """Questions with a single answer are answered by themselves, unless their player is who answers next."""
    told = [
        Picked(0, "a", forced=True),
        Picked(1, "b", forced=True),
        Picked(0, "c", forced=False),
        Picked(1, "d", forced=True),
        Picked(0, "e", forced=True),
    ]
    assert [p.text for p in needed(told) if isinstance(p, Picked)] == ["a", "c", "e"]


def test_where_no_scenario_can_go(tmp_path: Path) -> None:
    path = written(tmp_path, GAME, "little.rules")
    broken = written(tmp_path, "scenario x of\n", "broken.rules")
    for file, words in [
        (tmp_path / "played.txt", "ends in .rules"),
        (path, "no file of scenarios"),
        (broken, "no file of scenarios"),
        (tmp_path, "cannot be read"),
    ]:
        before = file.read_bytes() if file.is_file() else b""
        answer = play("pig", "--seat", 1, "--save-scenario", file, typed="q\n")
        assert answer.code == 2 and words in answer.err, answer.err
        assert not before or file.read_bytes() == before


def test_a_game_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    """Answers in the same words: which of them was given cannot be written down, and nothing is."""
    twins = """game twins "Twins" for 2 players
enum Stone: First "a stone", Second "a stone"
field left: Stone = First
phase Play
  seat(1) chooses Stone a, Stone b "Which two?": set left to b
  if left is First: seat(1) wins
  otherwise: seat(2) wins
"""
    path, file = written(tmp_path, twins, "twins.rules"), tmp_path / "played.rules"
    answer = play(path, "--seed", 1, "--seat", 1, "--save-scenario", file, typed="2\n")
    assert answer.code == 1 and "cannot be told from another answer to “Which two?”" in answer.err
    assert not file.exists()
    assert play(path, "--seed", 1, "--seat", 1, "--save-scenario", file, typed="1\n").code == 0
    passes(file, file)


@pytest.mark.parametrize(
    ("stem", "existing", "name"),
    [
        ("played", "", "played"),
        ("played", "scenario played of pig for 2 players\nposition played_2 of pig for 2 players\n", "played_3"),
        ("Two words!", "", "two_words"),
        ("7th", "", "game_7th"),
        ("...", "", "game"),
    ],
)
def test_names_of_scenarios(stem: str, existing: str, name: str) -> None:
    assert free_name(stem, existing) == name


def test_breaking_rules_end_a_saved_game_as_ever(tmp_path: Path) -> None:
    from tests.tools.command import BREAKS

    path, file = written(tmp_path, BREAKS), tmp_path / "game"
    out = play(path, "--seat", 1, "--save", file, typed="1\n1\n1\nq\n").out
    assert "The rules break here" in out and "You left the game." in out
    assert "steps fit" in rulewright("replay", file, path, "--verify").out
