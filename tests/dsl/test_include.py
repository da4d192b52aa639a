"""Games in several files: what stands where, what is refused, and who notices that an included file has changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright
from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.print_ir import print_program
from rulewright.runtime import save
from rulewright.tools.cli import main
from rulewright.tools.project import LARGEST_FILE, Text, read_file, shipped
from rulewright.tools.table import text_hash

HEAD = 'game tiny "Tiny" for 2 to 3 players                                            [T-1]\n'
ACCOUNTS = "accounts for                                                                       [T-1..T-3]\n"
COINS = "field coins: 0..9 = 5\n"
ROUNDS = """phase Round repeats
  phase Turn for each player p
    p chooses one "Take how many?"                                              [T-2]
      One "One": take 1 from coins
      Two "Two"                                                                 [T-3]
        needs two: coins >= 2 because "one is left"
        take 2 from coins
    if coins is 0: p loses
"""
GAME = HEAD + ACCOUNTS + COINS + 'include "rounds.rules"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tiny.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "rounds.rules").write_text(ROUNDS, encoding="utf-8")
    return tmp_path


def found(text: str, **beside: str) -> list[tuple[str, str, int]]:
    """Code, file and line of each problem; `rounds="..."` is the file `rounds.rules`."""
    report = Report()
    files = tuple((f"{name}.rules", inside) for name, inside in beside.items())
    check(read(Source("my/tiny.rules", text, files), report), report)
    return [(d.code, d.span.source.name, d.span.line) for d in report]


def said(*arguments: object) -> str:
    result = CliRunner().invoke(main, [str(a) for a in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


def test_it_is_the_game_in_one_file() -> None:
    apart, whole = Report(), Report()
    parts = read(Source("tiny.rules", GAME, (("rounds.rules", ROUNDS),)), apart).program(2, {}, apart)
    one = read(Source("tiny.rules", HEAD + ACCOUNTS + COINS + ROUNDS), whole).program(2, {}, whole)
    assert parts is not None and one is not None and not apart.problems and not whole.problems
    assert print_program(parts.program) == print_program(one.program)


def test_the_order_of_the_files_is_that_of_the_lines() -> None:
    first, second = "option few from 1 to 5, default 3\n", "option many from few to 9, default few\n"
    rest = "phase P: seat(1) wins\ncheck many >= few\n"
    lines = 'include "first.rules"\ninclude "second.rules"\n'
    assert found(HEAD + lines + rest, first=first, second=second) == []
    other = "\n".join(reversed(lines.split("\n"))).lstrip() + "\n"
    wrong = found(HEAD + other + rest, first=first, second=second)
    assert ("RW0203", "my/second.rules", 1) in wrong or ("RW0201", "my/second.rules", 1) in wrong


def test_a_problem_is_shown_in_its_file() -> None:
    assert found(GAME, rounds=ROUNDS.replace("take 1 from coins", "take 1 from coin")) == [
        ("RW0201", "my/rounds.rules", 4)
    ]
    assert found(GAME, rounds=ROUNDS + "phase Oops repeats (\n")[0] == ("RW0101", "my/rounds.rules", 9)
    assert found(GAME.replace("field coins", "field coin"), rounds=ROUNDS)[0][1] == "my/rounds.rules"
    twice = found(GAME, rounds=f"{ROUNDS}{COINS}")
    assert [code for code, _, _ in twice] == ["RW0209"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('include "../rounds.rules"', "RW0257"),
        ('include "/etc/passwd"', "RW0257"),
        ('include "sub/rounds.rules"', "RW0257"),
        ('include "rounds.csv"', "RW0257"),
        ('include ".rules"', "RW0257"),
        ('include "other.rules"', "RW0258"),
        ('include "tiny.rules"', "RW0259"),
        ('include "rounds.rules"', "RW0259"),
    ],
)
def test_a_name_that_will_not_do(line: str, code: str) -> None:
    assert found(f"{GAME}{line}\n", rounds=ROUNDS) == [(code, "my/tiny.rules", 5)]


@pytest.mark.parametrize(
    "line",
    [
        'include "more.rules"',
        "game other for 2 players",
        "scenario s of tiny for 2 players\n  expect coins is 5",
        "position q of tiny for 2 players\n  given: set coins to 3",
        "variant v of tiny\n  set coins to 3",
    ],
)
def test_only_declarations_are_included(line: str) -> None:
    wrong = found(GAME, rounds=f"{ROUNDS}{line}\n", more=COINS)
    assert wrong == [("RW0260", "my/rounds.rules", 9)]


def test_only_a_game_includes() -> None:
    text = 'include "rounds.rules"\nscenario s of tiny for 2 players\n  expect coins is 5\n'
    assert found(text, rounds=ROUNDS)[0] == ("RW0261", "my/tiny.rules", 1)


@pytest.mark.parametrize("inside", ["", "phase \x00\n", "\u202efield a: 0..3\n", "field", '"', "("])
def test_odd_bytes_are_reported_where_they_are(inside: str) -> None:
    assert "my/rounds.rules" in {file for _, file, _ in found(GAME, rounds=inside)}


def test_all_files_together_have_the_limits_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.dsl.included.LARGEST_TEXT", len(GAME) + len(ROUNDS) - 1)
    assert ("RW0108", "my/tiny.rules", 4) in found(GAME, rounds=ROUNDS)
    monkeypatch.undo()
    monkeypatch.setattr("rulewright.dsl.included.MOST_WORDS", 60)
    assert ("RW0116", "my/tiny.rules", 4) in found(GAME, rounds=ROUNDS)


# ------------------------------------------------------------------ files


def test_rows_of_an_included_table_stand_in_a_file(folder: Path) -> None:
    (folder / "rounds.rules").write_text(f'table Room from "rooms.csv"\n{ROUNDS}', encoding="utf-8")
    (folder / "rooms.csv").write_text("room,steep\nHall,no\nAttic,yes\n", encoding="utf-8")
    game = rulewright.load(str(folder / "tiny.rules"))
    assert next(c for c in game.program.classes if c.name == "Room").members == ("Hall", "Attic")


def test_what_is_no_file_of_the_folder_is_not_read(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "rounds.rules"
    elsewhere.write_text(ROUNDS, encoding="utf-8")
    part = folder / "rounds.rules"
    part.unlink()
    part.symlink_to(elsewhere)
    assert "RW0258" in said("check", folder / "tiny.rules", "--short")
    part.unlink()
    part.mkdir()
    assert "RW0258" in said("check", folder / "tiny.rules", "--short")
    part.rmdir()
    part.write_bytes(b"\xff\xfe phase")
    assert "RW0258" in said("check", folder / "tiny.rules", "--short")
    part.write_bytes(b"#" * (LARGEST_FILE + 1))
    text = read_file(folder / "tiny.rules")
    assert isinstance(text, Text) and text.beside == ()


def test_a_change_of_an_included_file_is_noticed(folder: Path) -> None:
    place = str(folder / "tiny.rules")
    before = rulewright.load(place)
    text = read_file(folder / "tiny.rules")
    kept = before.start().save_json()
    (folder / "rounds.rules").write_text(ROUNDS.replace("take 2 from", "take 1 from"), encoding="utf-8")
    after, again = rulewright.load(place), read_file(folder / "tiny.rules")
    assert isinstance(text, Text) and isinstance(again, Text)
    assert text_hash(text) != text_hash(again)
    assert before.schema.text_hash != after.schema.text_hash
    assert save.from_json(before.schema, kept)
    with pytest.raises(save.SaveError):
        save.from_json(after.schema, kept)
    old, new = before.start(), after.start()
    old.apply(1)
    new.apply(1)
    assert old.cells != new.cells


def test_an_included_file_leads_to_its_game(folder: Path) -> None:
    part = folder / "rounds.rules"
    assert said("check", part) == "rounds.rules, a part of Tiny (2 to 3 players): no problems\n"
    assert said("list", part) == said("list", folder / "tiny.rules")
    part.write_text(ROUNDS.replace("coins >= 2", "coin >= 2"), encoding="utf-8")
    assert f"{part}:6:" in said("check", part, "--short")
    (folder / "tiny.rules").unlink()
    assert "RW0226" in said("check", part, "--short")


def test_it_is_laid_out_by_itself(folder: Path) -> None:
    part = folder / "rounds.rules"
    part.write_text(ROUNDS.replace("repeats", "  repeats"), encoding="utf-8")
    (folder / "tiny.rules").write_text(GAME.replace('include "', 'include   "'), encoding="utf-8")
    said("fmt", part, folder / "tiny.rules")
    assert part.read_text(encoding="utf-8").startswith("phase Round repeats\n")
    assert '\ninclude "rounds.rules"\n' in (folder / "tiny.rules").read_text(encoding="utf-8")


def test_rules_are_cited_with_their_file(folder: Path) -> None:
    told = said("test", folder / "tiny.rules", "--rules")
    assert "T-1        in no scenario   line 1; in no scenario" in told
    assert f"T-3        in no scenario   {folder / 'rounds.rules'}:5; in no scenario" in told


def test_variants_change_what_is_included(folder: Path) -> None:
    (folder / "variants").mkdir()
    line = 'variant dear of tiny\n  remove Two.two\n  set [T-3] to "Take two"\n'
    (folder / "variants" / "dear.rules").write_text(line, encoding="utf-8")
    assert said("check", folder / "tiny.rules").endswith("Tiny (2 to 3 players, 1 variant): no problems\n")
    told = said("diff", folder / "tiny.rules", "--variant", "dear")
    assert "Two" in told
    new = said("new", "variant", folder / "tiny.rules", "mine", "-o", "-")
    assert "set Round to" in new
    (folder / "variants" / "dear.rules").write_text("variant dear of tiny\n  remove coins\n", encoding="utf-8")
    assert f"{folder / 'rounds.rules'}:4:" in said("check", folder / "tiny.rules", "--short")


def test_why_names_the_line_of_the_included_file(folder: Path) -> None:
    state = rulewright.load(str(folder / "tiny.rules")).start()
    for option in (1, 1):
        state.apply(option)
    refused = state.why_not("Two")
    assert (refused.name, refused.where) == ("two", f"{folder / 'rounds.rules'}:6")
    judge = rulewright.load(str(folder / "tiny.rules")).source_of(refused.where)
    assert judge is not None and judge.text == ROUNDS


def test_a_compiled_game_needs_no_files(folder: Path) -> None:
    said("build", folder / "tiny.rules", "-o", folder / "built.py")
    (folder / "rounds.rules").unlink()
    code = "import built; print(built.schema.name)"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == "tiny\n"


def test_parts_of_shipped_games_are_no_games() -> None:
    for name, game in shipped().items():
        assert "\ngame " in "\n" + game.file.read_text(encoding="utf-8"), name
