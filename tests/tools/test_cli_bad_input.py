"""What people get wrong: every mistake is a message with a code or a usage error, never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.tools import project
from tests.tools.command import BREAKS, rulewright, written

VERBS = (["check"], ["run"], ["play"], ["graph"], ["build", "-o", "-"], ["list"], ["test"])


@pytest.mark.parametrize("verb", VERBS, ids=lambda v: str(v[0]))
def test_every_verb_refuses_what_is_no_game(verb: list[str], tmp_path: Path) -> None:
    missing = rulewright(*verb, tmp_path / "missing.rules")
    assert missing.code == 2 and "RW0001" in missing.out + missing.err
    unknown = rulewright(*verb, "nosfratu")
    assert unknown.code == 2 and "did you mean `nosferatu`?" in unknown.out + unknown.err
    empty = rulewright(*verb, written(tmp_path, "", "empty.rules"))
    assert empty.code == 1 and "RW0110" in empty.out + empty.err
    no_game = rulewright(*verb, written(tmp_path, "enum Side: Good, Evil\n", "no_game.rules"))
    assert no_game.code == 1 and "RW0226" in no_game.out + no_game.err


@pytest.mark.parametrize(
    ("data", "code", "exit_code"),
    [
        (b"game\0", "RW0004", 2),
        (b"\xff\xfeg\x00a\x00", "RW0004", 2),
        (b"#" * 5_000_000, "RW0005", 2),
        (b"  \n\n", "RW0110", 1),
        (b"game g for 2 players\nphase P\n\t  nothing\n", "RW0106", 1),
    ],
    ids=["binary", "utf-16", "too large", "blank", "tabs and spaces"],
)
def test_files_that_are_no_rules(tmp_path: Path, data: bytes, code: str, exit_code: int) -> None:
    path = tmp_path / "bad.rules"
    path.write_bytes(data)
    answer = rulewright("check", path, "--json")
    assert (answer.code, [d["code"] for d in answer.data]) == (exit_code, [code])


def test_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "windows.rules"
    path.write_bytes(b"\xef\xbb\xbf" + BREAKS.replace("\n", "\r\n").encode())
    assert rulewright("check", path).code == 0


def test_a_folder_and_a_neighbour_are_guessed(tmp_path: Path) -> None:
    path = written(tmp_path, BREAKS)
    folder = rulewright("check", tmp_path)
    assert folder.code == 2 and "RW0002" in folder.out and f"did you mean `{path}`?" in folder.out
    assert f"did you mean `{path}`?" in rulewright("check", tmp_path / "gmae.rules").out
    assert f"did you mean `{path}`?" in rulewright("check", tmp_path / "game").out
    written(tmp_path, BREAKS, "other.rules")
    assert "did you mean" not in rulewright("check", tmp_path).out


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, BREAKS)

    opened = project.Path.open

    def refuse(self: Path, *arguments: Any, **more: Any) -> Any:
        if str(self) == str(path):
            raise PermissionError(13, "Permission denied")
        return opened(self, *arguments, **more)

    monkeypatch.setattr(project.Path, "open", refuse)
    answer = rulewright("check", path, "--short")
    assert answer.code == 2 and "RW0003" in answer.out and "Permission denied" in answer.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--players", 9], "RW0804"),
        (["--players", 0], "RW0804"),
        (["--option", "gaol=50"], "RW0802"),
        (["--option", "goal=high"], "RW0803"),
        (["--option", "goal=9"], "RW0803"),
        (["--variant", "longer"], "RW0805"),
    ],
)
def test_a_table_that_cannot_be_set_up(arguments: list[object], code: str) -> None:
    for verb in ("run", "play", "graph"):
        answer = rulewright(verb, "pig", *arguments)
        assert answer.code == 2 and code in answer.err
    answer = rulewright("run", "pig", *arguments, "--json")
    assert answer.code == 2 and [p["code"] for p in answer.data["problems"]] == [code]


def test_rules_that_refuse_a_combination() -> None:
    arguments = ["--players", 5, "--option", "bites_each=1", "--option", "bites_to_win=8"]
    answer = rulewright("run", "nosferatu", *arguments)
    assert answer.code == 2 and "RW0801" in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--option", "goal"],
        ["--option", "=5"],
        ["--option", "goal=20", "--option", "goal=30"],
        ["--jobs", 0],
        ["--games", 0],
        ["--games", "many"],
        ["--limit", 0],
        ["--bot", "clever"],
    ],
)
def test_usage_errors_of_run(arguments: list[object]) -> None:
    answer = rulewright("run", "pig", *arguments)
    assert answer.code == 2 and answer.err.startswith("Usage: rulewright run") and not answer.out


def test_seats_that_there_are_not() -> None:
    assert "the seats are 1 to 2" in rulewright("play", "pig", "--seat", 3).err


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    folder = rulewright("build", "pig", "-o", tmp_path)
    assert folder.code == 2 and "it is a folder" in folder.err
    file = written(tmp_path, BREAKS)
    below = rulewright("build", "pig", "-o", file / "pig.py")
    assert below.code == 2 and "Cannot write" in below.err
    assert file.read_text() == BREAKS
    assert [p.name for p in tmp_path.iterdir()] == ["game.rules"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = written(tmp_path, "what was there", "pig.py")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulewright.tools.output.os.replace", full)
    answer = rulewright("build", "pig", "-o", target)
    assert answer.code == 2 and "no space left on device" in answer.err
    assert target.read_text() == "what was there" and len(list(tmp_path.iterdir())) == 1
