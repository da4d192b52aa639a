"""Playing in the terminal: what is typed, what is shown, and to whom."""

from __future__ import annotations

from pathlib import Path

from tests.tools.command import BREAKS, rulewright, written


def play(*arguments: object, typed: str) -> str:
    answer = rulewright("play", *arguments, typed=typed)
    assert answer.code == 0, answer.err
    return answer.out


def test_a_whole_game_at_one_screen() -> None:
    out = play("tic_tac_toe", typed="\n".join(["", "r1c1", "", "r2c1", "", "r1c2", "", "5", "", "r1c3"]) + "\n")
    assert out.endswith("\nplayer 1 wins: three in a row.\n")
    assert out.count("Pass the screen to player 2.") == 2


def test_against_bots_and_again_with_the_same_seed() -> None:
    typed = "1\n" * 40
    first = play("nosferatu", "--players", 6, "--seat", 2, "--seed", 11, typed=typed)
    assert "Pass the screen" not in first and "player 2 (you)" in first
    assert first.rstrip().endswith(("You win.", "You lose."))
    assert play("nosferatu", "--players", 6, "--seat", 2, "--seed", 11, typed=typed) == first


def test_a_seat_is_shown_only_what_it_may_see() -> None:
    """Hunters at the screen: nobody else's cards are named, in views or in the log."""
    out = play("nosferatu", "--players", 6, "--seat", 1, "--seed", 3, typed="1\nl\n1\nq\n")
    table = next(part for part in out.split("\n\n") if "player 1 (you)" in part).split("\n")
    header, rows = table[0], {line[:8]: line for line in table[1:]}
    reserve = header.index("reserve")
    assert rows["player 1"][reserve:].strip(" -")[:1] not in ("", "?")
    for seat in (2, 3, 4, 6):
        assert rows[f"player {seat}"][reserve:].strip() in ("? (2)", "? (4)")
    private = [line for line in out.split("\n") if "from library to reserve of player " in line]
    assert any(not line.rstrip().endswith("player 1") for line in private)
    for line in private:
        named = any(line.strip().startswith(card) for card in ("Rumour", "Component", "Bite", "Night", "2 "))
        assert not named or line.rstrip().endswith("player 1"), line


def test_every_key() -> None:
    out = play("pig", "--seat", 1, "--seed", 1, typed="?\n\nv\nl\nnonsense\n99\n0\nu\nq\n")
    assert "take back the last answer" in out and "There is nothing to take back." in out
    assert out.count("player 1: Roll or hold?") == 3
    assert out.count("Type a number from 1 to 2") == 3
    assert out.endswith("You left the game.\n")


def test_taking_back_what_was_revealed_needs_a_second_word() -> None:
    typed = "1\nu\nn\nu\ny\nq\n"
    out = play("pig", "--seed", 5, "--seat", 1, typed=typed)
    assert out.count("Something was revealed since") == 2 and out.count("Taken back.") == 1
    board = play("tic_tac_toe", "--seat", 1, "--seat", 2, typed="\nr1c1\nr1c1\nq\n")
    assert "Pass the screen to player 2." in board


def test_taking_back_an_open_move_needs_none() -> None:
    out = play("tic_tac_toe", "--seat", 1, "--seed", 3, typed="1\nu\nq\n")
    assert "Something was revealed" not in out and "Taken back." in out
    last = out[out.index("Taken back.") :]
    assert "player 1: Where?" in last and "  9  r3c3" in last


def test_the_end_of_the_input_is_leaving() -> None:
    assert play("pig", "--seat", 1, typed="").endswith("You left the game.\n")


def test_a_new_question_of_the_same_words_is_shown_anew() -> None:
    out = play("pig", "--seat", 1, "--seat", 2, "--seed", 5, typed="\n1\n1\nq\n")
    assert out.count("d6 rolls") >= 1


def test_a_choice_that_breaks_the_rules_can_be_made_again(tmp_path: Path) -> None:
    path = written(tmp_path, BREAKS)
    out = play(path, "--seat", 1, typed="1\n1\n1\n2\n")
    assert f"The rules break here ({path}:9)" in out
    assert out.rstrip().endswith("You win.")
