"""The difference of two rulesets: every change is told, in the words of the rules, and nothing that is the same."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from attrs import evolve

from rulewright.compiler.diagram.dot import to_dot
from rulewright.compiler.diagram.merged import diagram_of_both
from rulewright.tools.diff.change import Change, now_was
from rulewright.tools.diff.difference import Ruleset, difference, outlines
from rulewright.tools.problems import RulesError
from rulewright.tools.project import shipped
from tests.properties.random_programs import random_program
from tests.tools.toll import GAME, changed, ruleset


def told(*edits: tuple[str, str]) -> list[Change]:
    """What is told of the game with some of its text changed."""
    return difference(ruleset(GAME), ruleset(changed(*edits)))


# ------------------------------------------------------------------ sentences


@pytest.mark.parametrize(
    ("old", "new", "sentences"),
    [
        ('"Toll" for', '"The toll" for', ["The game is called “The toll”, was “Toll”"]),
        ("for 2 to 4 players", "for 2 to 3 players", ["It is now for 2 to 3 players, was 2 to 4"]),
        ("Pay the toll or wait.", "Pay or wait.", [
            "What the rules say of themselves is now “Pay or wait.”, was “Pay the toll or wait.”"]),
        ("3 to 9", "3 to 8", ["Option `goal` can now be 3 to 8, was 3 to 9"]),
        ("goal - 2", "goal - 3", ["`rich` is now “the player's coins are more than 2”, was 3"]),
        ("default 5", "default 6", [
            "Coins that win (option `goal`): now 6, was 5",
            "`rich` is now “the player's coins are more than 4”, was 3",
            "The player wins now as soon as a player's coins are at least 6, was 5"]),
        ("8      1", "9      1", ["Of `Card.Penny` there are now 9, was 8"]),
        ("4      3", "4      2", ["`Card.Crown.worth` is now 2, was 3"]),
        ('Angry "very angry"', "Angry", ["`Mood.Angry` is now called “Angry”, was “very angry”"]),
        ("Mood = Calm", "Mood = Angry", ["`mood` now starts with very angry, was Calm"]),
        ("coins per player: 0..30", "coins per player: 0..40", ["`coins` now holds 0 to 40, was 0 to 30"]),
        ("coins per player: 0..30", "coins per player: 0..30 seen by owner", [
            "`coins` is now seen by its owner, was by all"]),
        ("Card per player seen by owner", "Card per player seen by all", [
            "`hand` is now seen by all, was by its owner"]),
        ("discard of Card seen", "discard of Card holds at most 9 seen", [
            "`discard` now holds at most 9, was as many as there are"]),
        ("draw 2 from", "draw 3 from", [
            "In the set-up: now “for each player: draw 3 cards from the stock to the player's hand”, was 2"]),
        ("phase Round repeats", "phase Round", ["`Round` is now done “once”, was “repeats”"]),
        ("clockwise from keeper", "counterclockwise from keeper", [
            "`Turn` is now done “for each player, counterclockwise from the keeper”, was “clockwise”"]),
        ("step Draw: draw 1", "step Draw: draw 2", [
            "In `Draw`: now “draw 2 cards from the stock to the player's hand”, was “a card”"]),
        ('step Pay "Pay or wait"', 'step Pay "Pay or go"', [
            "The step `Pay` is now titled “Pay or go”, was “Pay or wait”"]),
        ('"What now?"', '"And now?"', ["In `Pay`: the question is now “And now?”, was “What”"]),
        ("p chooses one", "keeper chooses one", [
            "In `Pay`: “What now?” is now asked of “the keeper”, was “each player”"]),
        ('Wait "Wait": nothing', 'Wait "Wait": nothing\n        Beg "Beg": add 1 to p.coins', [
            "In `Pay`: an answer “Beg” to “What now?” was added"]),
        ('"your hand is empty"', '"you have no card"', [
            "In `Pay`: “Sell a card” is now possible “only if the player's hand is not empty (you have no card)”, "
            "was “your hand is empty”"]),
        ("          needs card: p.hand is not empty because \"your hand is empty\"\n", "", [
            "In `Pay`: “Sell a card” no longer needs: only if the player's hand is not empty (your hand is empty)"]),
        ("mood is Angry and", "mood is Calm and", [
            "In `Mood`: now “if mood is Calm and the keeper is not rich: mood becomes Calm”, was “very angry”"]),
        ("  step Hand: set keeper to next player after keeper\n", "", ["The step `Hand` was removed"]),
        ("  step Hand: set", '  step Peek: shuffle stock\n  step Hand: set', ["A step `Peek` was added after `Turn`"]),
        ("when stock becomes empty\n  move all discard to stock\n  shuffle stock\n\n", "", [
            "When the stock becomes empty: nothing happens any more"]),
        ("p wins because \"enough", "everyone draws because \"enough", [
            "As soon as a player's coins are at least 5: now “a draw (enough coins)”, was “the player wins”"]),
        ("<= 12", "<= 13", ["The check “too many cards” is now “the stock holds at most 13 cards”, was 12"]),
        ("score player p = p.coins", "score player p = count p.hand", [
            "`score` is now “the number of cards in the player's hand”, was “the player's coins”"]),
        ("add 1 to keeper.coins", "add 2 to keeper.coins", [
            "In `Card.Crown.use`: now “add 2 to the keeper's coins”, was 1"]),
    ],
)  # fmt: skip
def test_one_change_is_one_sentence(old: str, new: str, sentences: list[str]) -> None:
    assert [change.text for change in told((old, new))] == sentences


def test_what_is_renamed_is_told_once() -> None:
    text = re.sub(r"\bkeeper\b", "guard", GAME)
    assert [c.text for c in difference(ruleset(GAME), ruleset(text))] == [
        "`keeper` is now called `guard`",
        "`guard` is now called “the guard”, was “the keeper”",
    ]
    text = re.sub(r"\bstock\b", "supply", GAME).replace('"the supply"', '"the stock"')
    assert [c.text for c in difference(ruleset(GAME), ruleset(text))] == ["`stock` is now called `supply`"]


def test_what_has_moved_is_told_once() -> None:
    hand = "  step Hand: set keeper to next player after keeper\n"
    [change] = told((hand, ""), ("\nwhen stock", hand + "\nwhen stock"))
    assert (change.kind, change.text) == ("moved", "`Hand` now comes after `Mood`") or change.text == (
        "In `Round`: `Hand` now comes after `Mood`"
    )


def indented(text: str, first: str, last: str, above: str) -> str:
    """The lines from `first` to `last` put inside a line `above`."""
    lines = text.split("\n")
    start = next(i for i, line in enumerate(lines) if first in line)
    end = next(i for i, line in enumerate(lines) if last in line) + 1
    margin = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
    inside = [f"  {line}" for line in lines[start:end]]
    return "\n".join([*lines[:start], margin + above, *inside, *lines[end:]])


@pytest.mark.parametrize(
    ("above", "sentence"),
    [
        ("if mood is Calm", "In `Pay`: “each player: What now?” is {} done only if mood is Calm"),
        ("repeat 2 times", "In `Pay`: “each player: What now?” is {} done “twice”"),
    ],
)
def test_what_is_put_around_something_is_told_once(above: str, sentence: str) -> None:
    bare, around = ruleset(GAME), ruleset(indented(GAME, "p chooses one", 'Wait "Wait"', above))
    assert [c.text for c in difference(bare, around)] == [sentence.format("now")]
    assert [c.text for c in difference(around, bare)] == [sentence.format("no longer")]
    for sides in ((bare, around), (around, bare)):
        marks = {thing.mark for thing in diagram_of_both(*outlines(*sides), "both").nodes}
        assert "removed" not in marks and "added" not in marks


def test_what_is_added_is_told_with_its_lines() -> None:
    step = '  step Peek\n    keeper chooses player q where q is not keeper "At whom?"\n      show q.hand to keeper\n'
    [change] = told(("  step Hand", step + "  step Hand"))
    assert (change.kind, change.what, change.name) == ("added", "step", "Round.Peek")
    assert change.detail == (
        "the keeper chooses: At whom? (a player who is not the keeper)",
        "  show the chosen player's hand to the keeper",
    )
    assert change.new.line == 44


def test_a_row_that_is_gone_takes_what_it_did_with_it() -> None:
    changes = told(("  Crown  4      3\n    on use\n      add 1 to keeper.coins\n", ""), ("            do c.use\n", ""))
    assert [c.text for c in changes] == [
        "`Card.Crown` was removed",
        "In `Pay`: “use the chosen card” was removed",
        "The procedure `Card.use` was removed",
    ] or "`Card.Crown` was removed" in {c.text for c in changes}


def test_other_players_are_told() -> None:
    changes = difference(ruleset(GAME, 2), ruleset(GAME, 3))
    assert [c.text for c in changes] == [
        "3 players play here, was 2",
        "In `Hand`: now “the next player after the keeper becomes the keeper”, "
        "was “the keeper's opponent becomes the keeper”",
    ]


@pytest.mark.parametrize(
    ("now", "was", "said"),
    [
        ("draw 3 cards", "draw 2 cards", "“draw 3 cards”, was 2"),
        ("6", "5", "“6”, was 5"),
        ("the holder", "Renfield", "“the holder”, was “Renfield”"),
        ("a b", "a", "“a b”, was “a”"),
        ("", "a", "“”, was “a”"),
        ("a " * 60 + "x b c", "a " * 60 + "y b c", "“… a a a a a a x b c”, was “y”"),
    ],
)
def test_only_what_differs_is_said_again(now: str, was: str, said: str) -> None:
    assert now_was(now, was) == said


# ------------------------------------------------------------------ everything is told


def written(name: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text of a shipped game, and the files that it includes and that its tables are read from."""
    file = shipped()[name].file
    others = [f for f in sorted(file.parent.iterdir()) if f.suffix in (".csv", ".rules") and f != file]
    beside = tuple((f.name, f.read_text(encoding="utf-8")) for f in others)
    return file.read_text(encoding="utf-8"), beside


@pytest.mark.parametrize("name", shipped())
def test_a_game_is_no_different_from_itself(name: str) -> None:
    text, beside = written(name)
    one = ruleset(text, beside=beside)
    assert difference(one, one) == []
    other = ruleset(f"# a comment\n\n{text}", beside=beside)
    assert one.program != other.program  # the text's hash
    assert difference(one, other) == []
    diagram = diagram_of_both(*outlines(one, other), "twice")
    assert not any(thing.mark for thing in (*diagram.nodes, *diagram.edges, *diagram.clusters))


SWAPS = [
    ("face up", "face down"), ("clockwise", "counterclockwise"), ("seen by owner", "seen by all"), (" is not ", " is "),
    ("seen by nobody", "seen by all"), (" >= ", " > "), (" > ", " >= "), ("deck ", "pile "), ("wins", "loses"),
    ("chooses", "may choose"), ("highest", "lowest"), (" + ", " - "), (" and ", " or "), (" repeats", ""),
    ("step ", "phase "),
]  # fmt: skip


def mutations(text: str, seed: int) -> Iterator[str]:
    """Small changes of a text, in any order: a line left out, two exchanged, another number, word or title."""
    lines = text.split("\n")
    made = []
    for i, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        made.append((i, i + 1, []))
        made += [(i, i + 2, [lines[i + 1], line])] if i + 1 < len(lines) else []
        for m in re.finditer(r"(?<![\w.\-\[])\d+(?![\w\-\]])", line):
            made.append((i, i + 1, [f"{line[: m.start()]}{int(m[0]) + 1}{line[m.end() :]}"]))
        for m in re.finditer(r'"([^"]+)"', line):
            made.append((i, i + 1, [f"{line[: m.end(1)]} indeed{line[m.end(1) :]}"]))
        made += [(i, i + 1, [line.replace(a, b, 1)]) for a, b in SWAPS if a in line]
    random.Random(seed).shuffle(made)
    for start, end, new in made:
        yield "\n".join([*lines[:start], *new, *lines[end:]])


@pytest.mark.parametrize("name", ["toll", *shipped()])
def test_every_small_change_is_told(name: str) -> None:
    """Where two programs differ in anything but places and the text's hash, the difference is not empty; and there is
    never a difference where they do not."""
    text, beside = (GAME, ()) if name == "toll" else written(name)
    base = ruleset(text, beside=beside)
    tried, told_of, enough = 0, 0, 24 if name == "toll" else 3
    for mutated in mutations(text, 7):
        try:
            other = ruleset(mutated, beside=beside)
        except RulesError:
            continue
        same = evolve(base.program, text_hash="") == evolve(other.program, text_hash="")
        changes = difference(base, other)
        if not same:
            assert changes, mutated
            tried += 1
            told_of += not any("words do not show" in c.text for c in changes)
        diagram_of_both(*outlines(base, other), "both")
        if tried == enough:
            break
    assert tried == enough
    assert told_of >= 0.9 * enough - 1  # almost always in words


@pytest.mark.parametrize("seed", range(10))
def test_any_two_programs_differ_and_none_from_itself(seed: int) -> None:
    one, other = (Ruleset(random_program(random.Random(s))) for s in (seed, seed + 1))
    assert difference(one, one) == []
    assert difference(one, other) and difference(other, one)
    drawn = diagram_of_both(*outlines(one, other), "both")
    assert to_dot(drawn) == to_dot(diagram_of_both(*outlines(one, other), "both"))
