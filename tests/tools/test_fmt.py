"""`rulewright fmt`: what it writes, what it only says, and what it never touches."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from rulewright.tools import formatting
from rulewright.tools.project import shipped
from tests.documents import ROOT, blocks
from tests.tools.command import rulewright, written

UNTIDY = 'game  g "G" for 2 players\n\n\nphase P\n    everyone   draws # so\n'
TIDY = 'game g "G" for 2 players\n\nphase P\n  everyone draws  # so\n'
BROKEN = "game g for 2 players\nphase P\n    everyone drws\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_written_once(here: Path) -> None:
    path = written(here, UNTIDY)
    path.chmod(0o640)
    first = rulewright("fmt", "game.rules")
    assert (first.code, first.out) == (0, "laid out: game.rules\n1 laid out\n")
    assert path.read_text(encoding="utf-8") == TIDY
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    times = path.stat().st_mtime_ns
    second = rulewright("fmt", "game.rules")
    assert (second.code, second.out) == (0, "1 as it should be\n")
    assert path.stat().st_mtime_ns == times and list(here.iterdir()) == [path]


def test_check_writes_nothing_and_fails(here: Path) -> None:
    path = written(here, UNTIDY)
    written(here, TIDY, "tidy.rules")
    said = rulewright("fmt", "--check", ".")
    assert (said.code, said.out) == (1, "would change: game.rules\n1 would change, 1 as it should be\n")
    assert path.read_text(encoding="utf-8") == UNTIDY
    assert rulewright("fmt", "--check", "tidy.rules").code == 0


def test_diff_writes_nothing(here: Path) -> None:
    path = written(here, UNTIDY)
    said = rulewright("fmt", "--diff", path)
    assert said.code == 0 and "-game  g" in said.out and "+game g" in said.out
    assert path.read_text(encoding="utf-8") == UNTIDY
    assert rulewright("fmt", "--diff", "--check", path).code == 1
    path.write_text(TIDY.rstrip("\n"), encoding="utf-8")
    assert "\\ No newline at end of file" in rulewright("fmt", "--diff", path).out


@pytest.mark.parametrize(
    "data", [TIDY.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + TIDY.encode()], ids=["CRLF", "mark"]
)
def test_line_ends_and_marks_are_layout(here: Path, data: bytes) -> None:
    path = here / "game.rules"
    path.write_bytes(data)
    assert rulewright("fmt", "--check", path).code == 1
    assert rulewright("fmt", path).code == 0
    assert path.read_bytes() == TIDY.encode()


def test_a_file_with_mistakes_is_left_alone_and_the_others_are_not(here: Path) -> None:
    broken = written(here, BROKEN, "a.rules")
    other = written(here, UNTIDY, "b.rules")
    said = rulewright("fmt", here)
    assert said.code == 1 and "RW0101" in said.err and "a.rules:3:14" in said.err
    assert broken.read_text(encoding="utf-8") == BROKEN
    assert other.read_text(encoding="utf-8") == TIDY
    checked = rulewright("check", broken, "--json").data
    found = rulewright("fmt", broken, "--json")
    assert found.code == 1 and found.data[0]["problems"] == [p for p in checked if p["code"].startswith("RW01")]


def test_standard_input(here: Path) -> None:
    assert rulewright("fmt", "-", typed=UNTIDY).out == TIDY
    assert list(here.iterdir()) == []
    wrong = rulewright("fmt", "-", typed=BROKEN)
    assert (wrong.code, wrong.out) == (1, "") and "(standard input):3:14" in wrong.err
    checked = rulewright("fmt", "-", "--check", typed=UNTIDY)
    assert checked.code == 1 and UNTIDY not in checked.out
    data = rulewright("fmt", "-", "--json", typed=UNTIDY).data
    assert data == [{"file": "(standard input)", "changed": True, "text": TIDY, "problems": []}]


def test_json(here: Path) -> None:
    path = written(here, UNTIDY)
    [told] = rulewright("fmt", "game.rules", "--json", "--diff").data
    assert told["changed"] and told["diff"].startswith("--- game.rules\n") and path.read_text() == UNTIDY
    assert rulewright("fmt", "game.rules", "--json").data == [{"file": "game.rules", "changed": True, "problems": []}]
    assert rulewright("fmt", "game.rules", "--json").data == [{"file": "game.rules", "changed": False, "problems": []}]


def test_folders(here: Path) -> None:
    for folder in ("deep/er", ".hidden", "empty"):
        (here / folder).mkdir(parents=True)
    for name in ("deep/er/a.rules", "deep/b.rules", ".hidden/c.rules", "deep/d.txt"):
        written(here, UNTIDY, name)
    (here / "deep" / "link.rules").symlink_to(here / ".hidden" / "c.rules")
    said = rulewright("fmt", "deep", "deep/b.rules", "--json").data
    assert [f["file"] for f in said] == ["deep/b.rules", "deep/er/a.rules"]
    assert (here / ".hidden/c.rules").read_text() == UNTIDY
    empty = rulewright("fmt", "empty", "deep")
    assert empty.code == 2 and "There is no .rules file in empty" in empty.err


def test_a_link_that_is_named_stays_a_link(here: Path) -> None:
    path = written(here, UNTIDY)
    link = here / "link.rules"
    link.symlink_to(path)
    assert rulewright("fmt", link).code == 0
    assert link.is_symlink() and path.read_text(encoding="utf-8") == TIDY


@pytest.mark.parametrize(
    ("names", "said"),
    [((), "What is to be laid out?"), (("-", "a.rules"), "alone"), (("lost.rules",), "RW0001"), (("pgi",), "RW0006")],
)
def test_misuse(here: Path, names: tuple[str, ...], said: str) -> None:
    answer = rulewright("fmt", *names)
    assert answer.code == 2 and said in answer.err


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be written")
def test_a_folder_that_cannot_be_written(here: Path) -> None:
    path = written(here, UNTIDY)
    here.chmod(0o500)
    try:
        said = rulewright("fmt", path)
    finally:
        here.chmod(0o700)
    assert said.code == 2 and "Cannot write" in said.err and path.read_text(encoding="utf-8") == UNTIDY


def test_nothing_is_written_that_does_not_hold_the_same(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(here, UNTIDY)
    monkeypatch.setattr("rulewright.dsl.format.sheet", lambda lines: 'game g "H" for 2 players\n')
    with pytest.raises(RuntimeError, match="nothing was written"):
        list(formatting.layouts_of([str(path)]))
    assert path.read_text(encoding="utf-8") == UNTIDY


@pytest.mark.parametrize("game", shipped())
def test_shipped_files_are_laid_out(game: str) -> None:
    said = rulewright("fmt", "--check", game)
    assert said.code == 0, said.out


def test_new_files_are_laid_out(here: Path) -> None:
    rulewright("new", "game", "ferry")
    rulewright("new", "variant", "pig", "house", "-o", "house.rules")
    assert rulewright("fmt", "--check", ".").out == "2 as it should be\n"


def test_the_page_shows_what_becomes_of_its_example() -> None:
    page = (ROOT / "docs" / "formatting.md").read_text(encoding="utf-8")
    before, after = (block.text for block in blocks(page) if block.language == "rules")
    assert rulewright("fmt", "-", typed=before).out.rstrip("\n") == after.rstrip("\n")
