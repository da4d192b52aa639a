"""Starting files: what `rulewright new` writes checks clean, says nothing that the game does not stand, and is never
written over anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright as package
from rulewright.tools.project import shipped
from tests.tools.command import rulewright

VERBS = ("set", "before", "after", "add to", "instead of", "replace", "rename")
EXAMPLE = re.compile(r"(?:^  #   .*\n)+", re.M)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ------------------------------------------------------------------ games


@pytest.mark.parametrize("name", ["night_ferry", "Night Ferry", "x", "game", "card", "player", "scenario", "A-2 b"])
def test_a_new_game_is_clean_and_can_be_played(here: Path, name: str) -> None:
    made = rulewright("new", "game", name)
    assert made.code == 0, made.err
    [path] = here.iterdir()
    assert rulewright("check", path, "--json").data == []
    tested = rulewright("test", path, "--json")
    assert tested.code == 0 and len(tested.data["scenarios"]) == 6
    game = package.load(path, players=4)
    played = [game.playout(seed) for seed in range(20)]
    assert all(p.finished for p in played)
    assert {game.outcome(p).winners for p in played if p} > {(0,)}  # type: ignore[union-attr]


def test_a_name_becomes_a_title_and_a_file(here: Path) -> None:
    data = rulewright("new", "game", "Night Ferry", "--json").data
    assert data == {"file": "night_ferry.rules", "game": "night_ferry"}
    text = (here / "night_ferry.rules").read_text(encoding="utf-8")
    assert 'game night_ferry "Night ferry" for' in text


def test_a_game_to_standard_output(here: Path) -> None:
    made = rulewright("new", "game", "ferry", "-o", "-")
    assert made.out.startswith("# Ferry") and list(here.iterdir()) == []


# ------------------------------------------------------------------ variants


@pytest.mark.parametrize("game", shipped())
def test_a_new_variant_of_every_game_is_clean_and_changes_it(here: Path, game: str) -> None:
    made = rulewright("new", "variant", game, "House rules")
    assert made.code == 0, made.err
    path = here / "house_rules.rules"
    checked = rulewright("check", path, "--json")
    assert (checked.code, checked.data) == (0, [])
    changes = rulewright("diff", game, "--variant", path, "--json").data["changes"]
    assert [c["kind"] for c in changes if c["what"] != "game"] == ["changed"]
    text = path.read_text(encoding="utf-8")
    missing = [verb for verb in VERBS if not re.search(rf"^  (?:#   )?{verb} ", text, re.M)]
    assert missing == []


@pytest.mark.parametrize("game", ["kuhn_poker", "pig"])
def test_every_example_works_when_it_is_switched_on(here: Path, game: str) -> None:
    rulewright("new", "variant", game, "house")
    path = here / "house.rules"
    text = path.read_text(encoding="utf-8")
    examples = [m for m in EXAMPLE.finditer(text) if "another_variant" not in m[0]]
    assert len(examples) >= 10
    verbs = set()
    for example in examples:
        switched_on = example[0].replace("  #   ", "  ")
        verbs.add(switched_on.split()[0])
        path.write_text(text[: example.start()] + switched_on + text[example.end() :], encoding="utf-8")
        checked = rulewright("check", path, "--short")
        assert checked.code == 0 and "warning" not in checked.out, switched_on + checked.out
    assert verbs >= {"set", "option", "before", "after", "add", "instead", "replace", "remove", "rename"}


def test_a_variant_of_a_game_of_ones_own_goes_beside_it(here: Path) -> None:
    rulewright("new", "game", "ferry")
    made = rulewright("new", "variant", "ferry.rules", "quick")
    assert made.code == 0, made.err
    assert (here / "variants" / "quick.rules").is_file()
    assert package.load("ferry.rules", variants=["quick"]).table.variants == ("quick",)
    again = rulewright("new", "variant", "ferry.rules", "quick", "-o", "other.rules")
    assert again.code == 2 and "has a variant `quick` already" in again.err


def test_the_file_named_is_written(here: Path) -> None:
    data = rulewright("new", "variant", "pig", "quick", "-o", "deep/in/house.rules", "--json").data
    assert data == {"file": "deep/in/house.rules", "game": "pig", "variant": "quick"}
    assert rulewright("check", "deep/in/house.rules").code == 0


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "../x",
        "a/b",
        "1st",
        "-o2 x!",
        "x" * 41,
        "a\nb",
        'a"b',
        "\x1b[31mred",
        "été",
        "game.rules",
        "_",
        "C:\\x",
    ],
)
def test_names_that_could_do_harm_are_refused(here: Path, name: str) -> None:
    for arguments in (["game"], ["variant", "pig"]):
        refused = rulewright("new", *arguments, "--", name)
        assert refused.code == 2 and "cannot be a name" in refused.err and "\x1b" not in refused.err
    assert list(here.iterdir()) == []


def test_nothing_is_written_over(here: Path) -> None:
    for arguments in (["game", "ferry"], ["variant", "pig", "ferry"]):
        path = here / "ferry.rules"
        path.write_text("mine", encoding="utf-8")
        refused = rulewright("new", *arguments)
        assert refused.code == 2 and "there already" in refused.err
        assert path.read_text(encoding="utf-8") == "mine"
        assert rulewright("new", *arguments, "--force").code == 0
        assert path.read_text(encoding="utf-8") != "mine"


def test_a_link_that_leads_nowhere_is_there_too(here: Path) -> None:
    (here / "ferry.rules").symlink_to(here / "missing")
    assert rulewright("new", "game", "ferry").code == 2
    assert not (here / "missing").exists()


def test_a_folder_is_no_file(here: Path) -> None:
    (here / "ferry.rules").mkdir()
    for force in ([], ["--force"]):
        refused = rulewright("new", "game", "ferry", *force)
        assert refused.code == 2 and "folder" in refused.err


def test_a_game_that_is_there_already_or_not_at_all(here: Path) -> None:
    taken = rulewright("new", "game", "pig")
    assert taken.code == 2 and "comes with Rulewright" in taken.err
    unknown = rulewright("new", "variant", "pgi", "x")
    assert unknown.code == 2 and "did you mean `pig`?" in unknown.err
    (here / "broken.rules").write_text("game broken for 2 players\nphase P\n  sett x\n", encoding="utf-8")
    broken = rulewright("new", "variant", "broken.rules", "x")
    assert broken.code == 1 and "RW0101" in broken.err
    assert rulewright("new", "variant", "nosferatu", "Longer night").code == 2
