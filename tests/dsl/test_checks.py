"""The checks over a whole game: what they must find, and what they must leave alone."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

import pytest

from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.render import render

HEAD = "game tiny for 2 to 3 players\n"
CARDS = "cards Card\n  kind   count\n  Plain  12\n  Crown  1\n"


def found(text: str, *, head: str = HEAD) -> list[tuple[str, int]]:
    """Codes and lines; the first line of `text` is line 2."""
    report = Report()
    check(read(Source("tiny.rules", head + text), report), report)
    return [(d.code, d.span.line) for d in report]


def codes(text: str) -> list[str]:
    return [code for code, _ in found(text)]


def games(folder: Traversable) -> list[tuple[Traversable, Traversable]]:
    """Every file of rules, with the folder it is in."""
    inside: list[tuple[Traversable, Traversable]] = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            inside += games(entry)
        elif entry.name.endswith(".rules"):
            inside.append((folder, entry))
    return inside


@pytest.mark.parametrize(("folder", "file"), games(resources.files("rulewright.rules")), ids=lambda f: f.name)
def test_shipped_rules_are_clean(folder: Traversable, file: Traversable) -> None:
    report = Report()
    beside = tuple(
        (e.name, e.read_text(encoding="utf-8")) for e in folder.iterdir() if e.name.endswith((".csv", ".rules"))
    )
    text = file.read_text(encoding="utf-8")
    if any(f'\ninclude "{file.name}"' in other for _, other in beside):
        return  # checked with the game that it is a part of
    check(read(Source(file.name, text, beside), report), report)
    assert [render(d) for d in report] == []


def test_checks_wait_until_there_are_no_errors() -> None:
    """What is missing because of an error is not reported as missing."""
    assert codes("field a: 0..3\nprocedure Never: nothing\nphase Play repeats\n  set a to b\n") == ["RW0201"]


# ------------------------------------------------------------------ rounds


@pytest.mark.parametrize(
    "body",
    [
        "  seat(1) chooses player p where p.out 'Who?': p wins\n  otherwise: nothing\n",
        "  if a is 1\n    seat(1) chooses player p 'Who?': p wins\n",
        "  if a is 1\n    seat(1) chooses player p 'Who?': p wins\n  otherwise if a is 2: seat(2) wins\n",
        "  announce a\n",
        "  do Nothing\n",
        "  do Ask(seat(1))\n",
        "  repeat a times: add 1 to a\n",
        "  each number n from 1 to a: set a to n\n",
        "  if a > 2: end Round\n  add 1 to a\n",
        "  let n = a\n  announce n\n",
        "  repeat while a > 1: take 1 from a\n",
        "  phase Inner\n    if a > 1: end Inner\n    if a > 0: everyone draws\n",
        "  phase Inner\n    if a > 1: end Round\n    everyone draws\n",
    ],
)
def test_a_round_in_which_nothing_happens(body: str) -> None:
    text = (
        "field a: 0..9 = 1\nfield out per player: yes/no\n"
        "procedure Nothing: announce a\n"
        "procedure Ask(player p)\n  if p.out\n    p chooses player q 'Who?': q wins\n"
        "phase First\n  set seat(1).out to yes\n  do Nothing\n  do Ask(seat(1))\n  set a to 2\n"
        "phase Round repeats\n"
    )
    line = text.count("\n") + 1
    problems = found((text + body).replace("'", '"'))
    assert ("RW0613", line) in problems or ("RW0624", line) in problems


@pytest.mark.parametrize(
    "body",
    [
        "  seat(1) chooses player p 'Who?': announce p\n",
        "  seat(1) may 'Win?': seat(1) wins\n",
        "  seat(1) may choose player p where p.out: p wins\n",
        "  seat(1) chooses player p where p.out 'Who?': p wins\n  otherwise: everyone draws\n",
        "  seat(1) chooses player p where p.out 'Who?': p wins\n  otherwise: add 1 to a\n",
        "  if a is 1\n    seat(1) chooses player p 'Who?': p wins\n  otherwise: set a to 1\n",
        "  each player p\n    p chooses player q 'Who?': q wins\n",
        "  each player p where p.out\n    p chooses player q 'Who?': q wins\n",
        "  let n = roll d6\n  if n is 6: everyone draws\n",
        "  do Ask(seat(1))\n",
        "  repeat 3 times: add 1 to a\n",
        "  let n = 9\n  repeat while n > 0: take 1 from n\n  add 1 to a\n",
        "  phase Inner\n    if a > 1: end Inner\n    add 1 to a\n  add 1 to a\n",
        "  phase Inner repeats\n    if a > 1: everyone draws\n    add 1 to a\n",
        "  phase Inner repeats until a > 3: add 1 to a\n",
        "  if players > 2: add 1 to a\n  otherwise: everyone draws\n",
    ],
)
def test_a_round_in_which_something_happens(body: str) -> None:
    text = (
        "field a: 0..9 = 1\nfield out per player: yes/no\n"
        "procedure Ask(player p)\n  p chooses player q 'Who?': q wins\n"
        "phase First\n  set seat(1).out to yes\n  do Ask(seat(1))\n  if seat(1).out and a is 1: set a to 2\n"
        "phase Round repeats\n"
    )
    assert codes((text + body).replace("'", '"')) == []


def test_a_counter_is_progress() -> None:
    assert codes("phase Play\n  let n = 5\n  repeat while n > 0: take 1 from n\n  everyone draws\n") == []


def test_silence_that_only_an_option_makes_is_found_at_its_corner() -> None:
    report = Report()
    text = "option wild as yes/no, default yes\nphase Play repeats\n  if wild\n    seat(1) chooses player p: p wins\n"
    check(read(Source("tiny.rules", HEAD + text), report), report)
    [problem] = report
    assert problem.code == "RW0613" and problem.help == "this happens with 2 players where `wild` is no"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  repeat while a > 1: announce a\n", "RW0613"),
        ("  repeat while a > 1: add 1 to e\n", "RW0622"),
        ("  repeat while a > 1\n    seat(1) chooses player p 'Who?': announce p\n", "RW0622"),
        ("  phase Inner repeats until a > 1: add 1 to e\n", "RW0622"),
        ("  repeat while a > 1: take 1 from a\n", ""),
        ("  repeat while a > 1: do Less\n", ""),
        ("  repeat while a > 1: move Plain from stock to spent\n", ""),  # sets off the `when`, which changes a
        ("  repeat while a > 1: set b to 3\n", ""),  # sets off the watch, which changes a
        ("  repeat while a > 1\n    if b > 3: end Play\n    add 1 to b\n", ""),
        ("  repeat while a > 1\n    if b > 3: everyone draws\n    add 1 to b\n", ""),
        ("  repeat while a > 1: set c to 1\n", ""),  # sets off a watch that ends the game
    ],
)
def test_conditions_of_loops(text: str, expected: str) -> None:
    rest = (
        f"{CARDS}pile stock of Card seen by all\npile spent of Card seen by all\n"
        "field a: 0..9 = 3\nfield b: 0..9\nfield c: 0..9\nfield e: 0..9\n"
        "setup\n  move 3 Plain from box to stock\n  move Crown from box to spent\n"
        "procedure Less: take 1 from a\n"
        "when stock becomes empty: set a to 0\n"
        "as soon as b is 3\n  set b to 0\n  do Less\n"
        "as soon as c is 1: everyone draws\n"
        "phase Play\n  set b to e\n  set c to 0\n"
    )
    assert codes((rest + text + "  everyone draws\n").replace("'", '"')) == [expected] * bool(expected)


def test_what_follows_an_endless_phase() -> None:
    text = "phase Round repeats\n  seat(1) chooses player p: p wins\nphase After\n  everyone draws\n"
    assert found(text) == [("RW0614", 4)]
    assert found(text.replace("repeats", "repeats until players > 2")) != found(text)
    inside = 'phase Outer\n  phase Round repeats\n    seat(1) may "Stop?": end Outer\n  everyone draws\n'
    assert codes(inside) == ["RW0614"]


def test_a_game_nobody_can_win() -> None:
    endless = "phase Round repeats\n  let n = roll d6\n  announce n\n"
    assert found(endless) == [("RW0617", 1)]
    assert codes(endless.replace("  announce n", "  if n is 3: everyone draws")) == []
    assert codes(endless.replace("repeats", "")) == []


# ------------------------------------------------------------------ ends and calls


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("procedure Stop: end A\nphase A: do Stop\nphase B: do Stop\n", [2]),
        ("procedure Stop: end A\nphase A\n  phase B: do Stop\n", []),
        ("procedure Stop: end A\nprocedure Go: do Stop\nphase A: do Go\nphase B: do Go\n", [2]),
        ("procedure Stop: end A\nprocedure Go\n  do Stop\nphase A: do Go\n", []),
        ("procedure Stop: end A\nsetup: do Stop\nphase A: do Stop\n", [2]),
        ("procedure Stop\n  if players is 2: end Stop\n  announce players\nphase A: do Stop\n", []),
        ("field x: 0..9\nas soon as x > 3: end A\nphase A: add 1 to x\n", []),
        ("field x: 0..9\nas soon as x > 3: end A\nphase A: add 1 to x\nphase B: add 1 to x\n", [3]),
        ("field x: 0..9\nprocedure P: add 1 to x\nas soon as x > 3: end A\nphase A: do P\nphase B: do P\n", [4]),
        ("table T\n  kind\n  One\n    on use: end A\nphase A: do One.use\nphase B: do One.use\n", [5]),
    ],
)
def test_ends_from_outside(text: str, lines: list[int]) -> None:
    assert [line for code, line in found(text + "phase Last: everyone draws\n") if code == "RW0615"] == lines


def test_a_when_ends_only_what_surely_goes_on() -> None:
    text = CARDS + (
        "pile stock of Card seen by all\npile spent of Card seen by all\n"
        "setup\n  move all Card from box to stock\n"
        "when stock becomes empty: end A\n"
        "phase A\n  move all stock to spent\n  everyone draws\nphase B: {}\n"
    )
    assert codes(text.format("nothing")) == []
    assert codes(text.format("move all spent to stock")) == []
    assert codes(text.format("move all stock to spent")) == ["RW0615"]


@pytest.mark.parametrize(
    "text",
    [
        "procedure A: do A\n",
        "procedure A: do B\nprocedure B: do A\n",
        "procedure A\n  if players is 2: do B\nprocedure B: do C\nprocedure C: do A\n",
        "table T\n  kind\n  One\n    on use: do A\nprocedure A: do One.use\n",
    ],
)
def test_procedures_that_do_themselves(text: str) -> None:
    assert codes(text + "phase Play\n  do A\n  everyone draws\n") == ["RW0616"]


def test_procedures_may_share_procedures() -> None:
    text = "procedure A: do C\nprocedure B: do C\nprocedure C: announce players\n"
    assert codes(text + "phase Play\n  do A\n  do B\n  everyone draws\n") == []


# ------------------------------------------------------------------ the beginning


def test_a_game_without_phases() -> None:
    assert codes("field a: 0..3\nsetup: set a to 1\ncheck a is 1\n") == ["RW0618"]


@pytest.mark.parametrize(
    ("field", "setup", "expected"),
    [
        ("field x: player", "", ["RW0507"]),
        ("field x: player = seat(1)", "", []),
        ("field x: player or none", "", []),
        ("field x: player during Play", "", []),
        ("field x: player", "setup: set x to seat(2)\n", []),
        ("field x: player", "setup: do Give\nprocedure Give: set x to seat(2)\n", []),
        ("field x: player", "setup\n  chance chooses player p: set x to p\n", []),
        ("field x: player", "setup\n  if players is 2: set x to seat(2)\n", []),
        ("field x: 0..3", "", []),
        ("field x: yes/no", "", []),
        ("field x: set of player", "", []),
    ],
)
def test_fields_that_must_hold_somebody(field: str, setup: str, expected: list[str]) -> None:
    use = "if count x is 0: nothing" if "set of" in field else "announce x"
    assert codes(f"{field}\n{setup}phase Play\n  {use}\n  everyone draws\n") == expected


# ------------------------------------------------------------------ what is never used

USED = [
    ("enum Side: Light, Dark\n", "announce Light", "enum"),
    ("grid Cell 2 by 2\n", "announce r1c1", "grid"),
    ("table Room\n  room\n  Hall\n", "announce Hall", "table"),
    ("group Others = player p where p is not seat(1)\n", "if count Others is 2: nothing", "group"),
    ("field a: 0..3\n", "announce a", "field"),
    ("value a = 3\n", "announce a", "value"),
    ("procedure A: announce players\n", "do A", "procedure"),
    ("option a from 1 to 3, default 2\n", "announce a", "option"),
    ("dice Die\n  side\n  Skull\n  Heart\n", "let d = roll Die\n  announce d", "dice"),
]


@pytest.mark.parametrize(("text", "use", "what"), USED)
def test_unused_declarations(text: str, use: str, what: str) -> None:
    report = Report()
    check(read(Source("tiny.rules", HEAD + text + "phase Play: everyone draws\n"), report), report)
    [problem] = report
    assert problem.code == "RW0228" and dict(problem.facts)["what"] == what and problem.span.line == 2
    assert codes(text + f"phase Play\n  {use}\n  everyone draws\n") == []


def test_unused_names_may_be_marked() -> None:
    assert codes("value _later = 3\nphase Play\n  let _n = 3\n  everyone draws\n") == []


def test_unused_places() -> None:
    text = f"{CARDS}pile stock of Card seen by all\npile spent of Card seen by all\n"
    assert found(text + "setup: move all Card from box to stock\nphase Play: everyone draws\n") == [("RW0228", 7)]


def test_unused_parts_of_a_table() -> None:
    text = "table Room\n  room  size  doors\n  Hall  3     2\n    on enter: announce players\n"
    assert found(text + "phase Play\n  announce Hall.size\n  everyone draws\n") == [("RW0228", 3), ("RW0228", 5)]
    assert codes(text + "phase Play\n  announce Hall.size + Hall.doors\n  do Hall.enter\n  everyone draws\n") == []


@pytest.mark.parametrize(
    ("lines", "clean"),
    [
        ("phase Play\n  set a to 1\n  everyone draws\n", False),
        ("phase Play\n  add 1 to a\n  everyone draws\n", False),
        ("phase Play\n  set a to a + 1\n  everyone draws\n", False),
        ("phase Play\n  set a to 1\n  announce a\n  everyone draws\n", True),
        ("field b: 0..3\nphase Play\n  set a to 1\n  set b to a\n  announce b\n  everyone draws\n", True),
        ("score player p = a\nphase Play\n  set a to 1\n  end game\n", True),
        ("check a < 3\nphase Play\n  set a to 1\n  everyone draws\n", True),
        ("as soon as a > 3: everyone draws\nphase Play\n  set a to 1\n", True),
        ("value twice = a * 2\nphase Play\n  set a to 1\n  announce twice\n  everyone draws\n", True),
        (
            "field hidden: 0..3 seen by Some\ngroup Some = player p where a is 1\n"
            "phase Play\n  set a to 1\n  announce hidden to all\n  everyone draws\n",
            True,
        ),
    ],
)
def test_fields_that_nobody_reads(lines: str, clean: bool) -> None:
    assert codes("field a: 0..9\n" + lines) == ([] if clean else ["RW0229"])


@pytest.mark.parametrize(
    ("setup", "lines"),
    [
        ("", [2]),
        ("setup: move 3 Plain from box to stock\n", [5]),
        ("setup: move all Card from box to stock\n", []),
        ("setup\n  move 3 Plain from box to stock\n  move Crown from box to stock\n", []),
        ("setup: do Deal(Crown)\nprocedure Deal(Card c): move c from box to stock\n", []),
    ],
)
def test_components_that_stay_in_the_box(setup: str, lines: list[int]) -> None:
    text = f"{CARDS}pile stock of Card seen by all\n{setup}phase Play\n  if stock is empty: everyone draws\n"
    assert [line for code, line in found(text) if code == "RW0230"] == lines


# ------------------------------------------------------------------ watches and conditions


@pytest.mark.parametrize(
    ("watch", "clean"),
    [
        ("as soon as a > 3: announce a\n", False),
        ("as soon as a > 3: set b to 1\n", False),
        ("as soon as player p where p.c > 3: set b to 1\n", False),
        ("as soon as a > 3: set a to 0\n", True),
        ("as soon as a > 3: everyone draws\n", True),
        ("as soon as a > 3: do Reset\n", True),
        ("as soon as a > 3: end Play\n", True),
        ("as soon as a > 3\n  seat(1) chooses player p 'Who?': set a to 1\n", True),
        ("as soon as player p where p.c > 3: set p.c to 0\n", True),
        ("as soon as a > 3: set d to 1\nas soon as d is 1: do Reset\n", True),
    ],
)
def test_watches_come_to_rest(watch: str, clean: bool) -> None:
    text = (
        "field a: 0..9\nfield b: 0..9\nfield c per player: 0..9\nfield d: 0..9\n"
        "procedure Reset\n  set a to 0\n  set d to 0\n"
        "phase Play\n  add 1 to a\n  set seat(1).c to 3\n  set d to 0\n"
        "  if b > seat(1).c and d is 0: everyone draws\n  do Reset\n"
    )
    assert ("RW0619" not in codes((text + watch).replace("'", '"'))) == clean


@pytest.mark.parametrize(
    ("test", "clean"),
    [
        ("1 > 2", False),
        ("Light is Dark", False),
        ("not Light is Light", False),
        ("yes", False),
        ("a > 1 and 2 > 1", False),
        ("1 + 1 is 2", False),
        ("a > 1", True),
        ("players > 2", True),
        ("rounds > 2", True),
        ("wild", True),
        ("side is Light", True),
        ("Hall.size > 2", True),
        ("Room(players).size > 2", True),
        ("twice > 2", True),
    ],
)
def test_conditions_that_are_settled(test: str, clean: bool) -> None:
    text = (
        "enum Mood: Light, Dark\nfield side: Mood = Light\nfield a: 0..9\nvalue twice = 2 * 3\n"
        "option rounds from 1 to 9, default 3\noption wild as yes/no, default no\n"
        "table Room\n  seats  size\n  2      3\n  3      4\n"
        "table Hallway\n  kind   size\n  Hall   3\n"
        "phase Play\n  add 1 to a\n"
        "  if side is Dark and a > twice and rounds > 1 and wild and Hall.size is Room(players).size: nothing\n"
        f"  if {test}: announce players\n  everyone draws\n"
    )
    assert codes(text) == ([] if clean else ["RW0620"])


def test_a_bound_name_is_no_member() -> None:
    text = "enum Mood: Light, Dark\nphase Play\n  each Mood m\n    if m is Dark: announce m\n"
    assert codes(text + "  let n = roll d6\n  if n > 3: announce Light\n  everyone draws\n") == []
