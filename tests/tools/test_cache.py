"""The cache saves time and can do no harm: damaged, foreign or forbidden, everything works as if it were empty."""

from __future__ import annotations

import hashlib
import os
import pickle
from pathlib import Path

import pytest

from rulewright.tools import cache
from rulewright.tools.game import _game
from rulewright.tools.table import elaborate
from tests.tools.command import rulewright


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(place))
    return place


def afresh(*arguments: str) -> str:
    """The output of a command that finds nothing in memory."""
    _game.cache_clear()
    elaborate.cache_clear()
    cache._ready_parser.cache_clear()
    answer = rulewright(*arguments)
    assert answer.code == 0, answer.err
    return answer.out


RUN = ("run", "tic_tac_toe", "--games", "20", "--json")


def counted(out: str) -> str:
    return out[: out.index('"seconds"')]


def test_what_was_kept_is_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = afresh(*RUN)
    kept = sorted(p.name for p in folder.iterdir())
    assert {p.partition(".")[2] for p in kept} == {"code", "json", "tables", "tree"}

    def refuse(*arguments: object, **more: object) -> None:
        raise AssertionError("the front end was not needed")

    monkeypatch.setattr("rulewright.dsl.pipeline.read", refuse)
    assert counted(afresh(*RUN)) == counted(cold)
    assert sorted(p.name for p in folder.iterdir()) == kept


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\0" * 5000])
def test_damaged_entries_are_made_anew(folder: Path, damage: bytes) -> None:
    cold = afresh(*RUN)
    for entry in folder.iterdir():
        entry.write_bytes(damage)
    assert counted(afresh(*RUN)) == counted(cold)
    assert all(entry.read_bytes() != damage for entry in folder.iterdir())


def test_an_entry_that_is_whole_but_no_parser_is_made_anew(folder: Path) -> None:
    afresh("check", "pig")
    (tables,) = folder.glob("*.tables")
    for wrong in (b"no pickle", pickle.dumps({"data": 1})):
        for other in {*folder.iterdir()} - {tables}:
            other.unlink()
        tables.write_bytes(hashlib.sha256(wrong).digest() + wrong)
        assert "no problems" in afresh("check", "pig")
        assert wrong not in tables.read_bytes()


@pytest.mark.parametrize("wrong", [b"no pickle", pickle.dumps({"decls": 1}), pickle.dumps(None)])
def test_an_entry_that_is_whole_but_no_syntax_tree_is_made_anew(folder: Path, wrong: bytes) -> None:
    afresh("check", "pig")
    trees = [*folder.glob("*.tree")]
    for found in folder.glob("*.json"):
        found.unlink()
    for tree in trees:
        tree.write_bytes(hashlib.sha256(wrong).digest() + wrong)
    assert "no problems" in afresh("check", "pig")
    assert all(wrong not in tree.read_bytes() for tree in trees)


def test_what_check_found_is_shown_again_as_it_was(folder: Path, tmp_path: Path) -> None:
    game = tmp_path / "game.rules"
    text = "game g for 2 players\n\nphase Turn repeats\n    set hodler to 1\n"
    game.write_text(text)
    first, again = rulewright("check", str(game)), rulewright("check", str(game))
    assert "hodler" in first.out and (first.code, first.out) == (again.code, again.out)
    assert rulewright("check", str(game), "--json").out == rulewright("check", str(game), "--json").out
    game.write_text(text.replace("hodler", "holder_of_it"))
    assert "holder_of_it" in rulewright("check", str(game)).out


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "cache"))
    assert cache.folder() is None
    assert "three in a row" in afresh(*RUN)


def test_a_folder_that_others_can_write_is_not_trusted(folder: Path) -> None:
    afresh(*RUN)
    (code,) = folder.glob("*.code")
    os.chmod(code, 0o666)
    assert cache.read(code.name) is None
    os.chmod(folder, 0o777)
    assert cache.folder() is None
    assert "three in a row" in afresh(*RUN)


def test_the_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "rulewright"
    monkeypatch.setenv(cache.VARIABLE, "off")
    assert cache.folder() is None


def test_writing_is_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write("entry", b"old")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulewright.tools.cache.os.replace", full)
    cache.write("entry", b"new")
    assert cache.read("entry") == b"old" and [p.name for p in folder.iterdir()] == ["entry"]


def test_a_key_depends_on_every_part() -> None:
    keys = {cache.key(), cache.key(1), cache.key("1"), cache.key(1, 2), cache.key((1, 2)), cache.key("a", "b")}
    assert len(keys) == 6


def test_a_cached_parser_reports_what_a_fresh_one_does(folder: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("game g for 2 players\nphase P repeats repeats\n  set = 3\n (\nenum E: A, A\n")
    cold = rulewright("check", wrong)
    assert list(folder.glob("*.tables"))
    assert rulewright("check", wrong) == cold and cold.code == 1
