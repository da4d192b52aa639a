"""Links between places, and tables that are read from files: what they mean, on both engines, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.catalogue import message
from rulewright.runtime.state import start
from rulewright.tools.project import Text, find_game
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

PLACES = 6
GAME = """game castle for 1 players
table Area
  id  dark
{areas}
links Way between Area
  a  b  shut
{ways}
field at: Area = Area(0)
field steps: 0..{size}
field near: set of Area
field wide: set of Area
field doors: 0..99
field via: Way or none
value open_ways(Area a) = (Way w at a where not w.shut)
phase Walk
  set steps to distance(Area({goal}), (Area x reached from at over (Way w at x where not w.shut) where not x.dark))
  set near to (Area x reached from at over open_ways(x) within 2)
  set wide to at.neighbours
  set doors to count (Way w at at where w.shut)
  set via to Way(at, Area({goal}))
  if some Way w at at where w.beyond(at).dark: add 1 to doors
  seat(1) chooses one "Go?"
    Yes "Yes": everyone draws
"""
PLACE = st.integers(0, PLACES - 1)
EDGES = st.sets(st.tuples(PLACE, PLACE).filter(lambda e: e[0] < e[1]), min_size=1)


def walked(ways: dict[tuple[int, int], bool], dark: set[int] | frozenset[int], most: int) -> dict[int, int]:
    """By place: in how many steps it is reached from the first one."""
    found = {0: 0}
    for steps in range(1, most + 1):
        for here in [p for p, s in found.items() if s == steps - 1]:
            for (a, b), shut in ways.items():
                other = b if here == a else a if here == b else here
                if not shut and other not in dark:
                    found.setdefault(other, steps)
    return found


@settings(max_examples=40, deadline=None)
@given(EDGES, st.randoms(use_true_random=False), st.sets(PLACE), st.integers(1, PLACES - 1))
def test_a_map_is_what_it_says(edges: set[tuple[int, int]], random: Random, dark: set[int], goal: int) -> None:
    ways = {edge: random.random() < 0.4 for edge in sorted(edges)}
    text = GAME.format(
        areas="\n".join(f"  {n}   {'yes' if n in dark else 'no'}" for n in range(PLACES)),
        ways="\n".join(f"  {b}  {a}  {'yes' if shut else 'no'}" for (a, b), shut in ways.items()),
        goal=goal, size=PLACES,
    )  # fmt: skip
    report = Report()
    rules = read(Source("castle.rules", text), report)
    check(rules, report)
    assert {d.code for d in report.problems} <= {"RW0229", "RW0251"}, "places may lie apart"
    made = rules.program(1, {}, Report())
    assert made is not None
    reference, engine = interpreter(made.program), load_module(emit(made.program, events=True), "full")
    assert play_in_step(reference, engine, 1, random, 20).over
    seen = start(engine, seed=1).view(0).fields
    assert seen["steps"] == walked(ways, dark - {0}, PLACES).get(goal, PLACES)
    assert seen["near"] == names(walked(ways, frozenset(), 2))
    around = {b if a == 0 else a for a, b in ways if 0 in (a, b)}
    assert seen["wide"] == names(around)
    assert seen["doors"] == sum(shut for edge, shut in ways.items() if 0 in edge) + bool(around & dark)
    assert seen["via"] == (f"{goal}_0" if (0, goal) in ways else None)


def names(places: Iterable[int]) -> list[str]:
    return [str(place) for place in sorted(places)]


# ------------------------------------------------------------------ tables in files

CASTLE = """game castle for 1 players
enum Kind: Open, Door
table Area from "areas.csv"
links Way between Area from "ways.csv"
field at: Area = Cellar
phase Walk repeats until at.dark and at is not Cellar
  seat(1) chooses Way w at at where w.kind is Open "Which way?": set at to w.beyond(at)
  otherwise: seat(1) loses
"""
AREAS = 'area,name,dark\nCellar,"The Cellar, below",yes\nHall,Hall,no\n\nTower,The Tower,yes\n'
WAYS = "a,b,kind\nCellar,Hall,Open\nHall,Tower,Door\n"


def folder(at: Path, **files: str) -> Path:
    for name, text in {"castle.rules": CASTLE, "areas.csv": AREAS, "ways.csv": WAYS, **files}.items():
        (at / name).write_text(text, encoding="utf-8")
    return at / "castle.rules"


def test_rows_stand_in_files(tmp_path: Path) -> None:
    game = rulewright.load(folder(tmp_path))
    areas, ways = (next(c for c in game.schema.classes if c.name == name) for name in ("Area", "Way"))
    assert areas.titles == ("The Cellar, below", "Hall", "The Tower")
    assert ways.members == ("Cellar_Hall", "Hall_Tower")
    assert ways.titles == ("The Cellar, below - Hall", "Hall - The Tower")


def test_a_changed_file_is_another_ruleset(tmp_path: Path) -> None:
    path = folder(tmp_path)
    before = rulewright.load(path)
    folder(tmp_path, **{"ways.csv": WAYS.replace("Door", "Open")})
    after = rulewright.load(path)
    assert before.schema.text_hash != after.schema.text_hash
    assert [o.label for o in after.start(seed=1).decision.options] == ["The Cellar, below - Hall"]


def test_problems_stand_in_the_file(tmp_path: Path) -> None:
    wrong = "a,b,kind\nCellar,Hall,Open\nHall,Towr,Door\nHall,Cellar,Door\nTower,Tower,Ajar\n"
    with pytest.raises(rulewright.RulesError) as caught:
        rulewright.load(folder(tmp_path, **{"ways.csv": wrong}))
    assert [(d.code, d.span.source.name, d.span.line) for d in caught.value.report] == [
        ("RW0248", "ways.csv", 3),
        ("RW0201", "ways.csv", 5),
    ]
    wrong = wrong.replace("Towr", "Tower").replace("Ajar", "Door")
    with pytest.raises(rulewright.RulesError) as caught:
        rulewright.load(folder(tmp_path, **{"ways.csv": wrong}))
    assert [(d.code, d.span.line) for d in caught.value.report] == [("RW0249", 4), ("RW0250", 5)]


@pytest.mark.parametrize("name", ["../areas.csv", "/etc/passwd", "areas.txt", "sub/areas.csv", "areas.csv.csv"])
def test_a_table_cannot_reach_elsewhere(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "areas.csv").write_text(AREAS, encoding="utf-8")
    path = folder(inner, **{"castle.rules": CASTLE.replace("areas.csv", name)})
    text = find_game(str(path))
    assert isinstance(text, Text) and [n for n, _ in text.beside] == ["ways.csv"]
    with pytest.raises(rulewright.RulesError) as caught:
        rulewright.load(path)
    assert {d.code for d in caught.value.report} <= {"RW0243", "RW0244"}


def test_a_link_to_a_file_is_not_followed(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    path = folder(inner)
    (inner / "areas.csv").rename(tmp_path / "areas.csv")
    (inner / "areas.csv").symlink_to(tmp_path / "areas.csv")
    with pytest.raises(rulewright.RulesError) as caught:
        rulewright.load(path)
    assert [d.code for d in caught.value.report] == ["RW0244"]


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from('ab1,"+-\n \tyesno\u00e9\x00'), max_size=60))
def test_no_file_of_rows_is_too_strange(rows: str) -> None:
    report = Report()
    check(read(Source("castle.rules", CASTLE, (("areas.csv", rows), ("ways.csv", WAYS))), report), report)
    for problem in report:
        assert message(problem) and problem.span.source.name


def test_a_link_between_known_places_is_there(tmp_path: Path) -> None:
    field = "field shut per Way w: yes/no = w.kind is Door\n"
    test = "phase Over\n  if Way(Hall, Tower).shut: everyone draws\n"
    assert rulewright.load(folder(tmp_path, **{"castle.rules": CASTLE + field + test}))
    with pytest.raises(rulewright.RulesError, match="RW0308"):
        rulewright.load(folder(tmp_path, **{"castle.rules": CASTLE + field + test.replace("Hall", "Cellar")}))


# ------------------------------------------------------------------ in variants


def test_a_variant_changes_the_map(tmp_path: Path) -> None:
    variants = """
variant short of castle
  add to Way
    Tower Cellar Open
variant shut of castle
  replace in Way
    Cellar Hall Door
variant gone of castle
  remove Way.Hall_Tower
  remove Area.Tower
variant real of castle
  replace table Area from "real.csv"
  replace links Way between Area from "real_ways.csv"
"""
    real = {"real.csv": "area,dark\nCellar,yes\nAttic,yes\n", "real_ways.csv": "a,b,kind\nCellar,Attic,Open\n"}
    path = folder(tmp_path, **{"castle.rules": CASTLE + variants}, **real)

    def ways(variant: str) -> list[str]:
        game = rulewright.load(path, variants=[variant])
        return [f"{o.label}" for o in game.start(seed=1).decision.options]

    assert ways("short") == ["The Cellar, below - Hall", "The Tower - The Cellar, below"]
    assert ways("real") == ["Cellar - Attic"]
    assert rulewright.load(path, variants=["shut"]).start(seed=1).outcome is not None
    assert ways("gone") == ["The Cellar, below - Hall"]


# ------------------------------------------------------------------ what files of rows are refused for

ODD = {
    "a number below zero": ("-5", []),
    "a fraction": ("1.5", ["RW0220"]),
    "a number with commas": ('"1,000"', ["RW0220"]),
    "a formula": ("=1+1", ["RW0220"]),
    "too large a number": ("99999999999", ["RW0220"]),
    "a control character": ("\x1b[2J", ["RW0109"]),
    "text that runs backwards": ("\u202e", ["RW0109"]),
    "a long line": ("x" * 140_000, ["RW0111"]),
}


@pytest.mark.parametrize("what", ODD)
def test_an_odd_cell_in_a_column_of_numbers(what: str) -> None:
    cell, codes = ODD[what]
    rows = f"area,name,dark,deep\nCellar,Cellar,yes,1\nHall,Hall,no,{cell}\nTower,Tower,yes,2\n"
    used = CASTLE.replace("at is not Cellar", "at.deep > 1")
    report = Report()
    check(read(Source("castle.rules", used, (("areas.csv", rows), ("ways.csv", WAYS))), report), report)
    assert sorted({d.code for d in report}) == codes


@pytest.mark.parametrize("word", ["none", "if", "yes", "where"])
def test_a_row_cannot_have_a_word_of_the_language_for_a_name(word: str) -> None:
    report = Report()
    rows = AREAS.replace("Tower,", f"{word},")
    check(read(Source("castle.rules", CASTLE, (("areas.csv", rows), ("ways.csv", WAYS))), report), report)
    assert "RW0112" in {d.code for d in report}


def test_a_search_whose_end_is_a_local_runs() -> None:
    text = CASTLE.replace(
        '"Which way?": set at to w.beyond(at)',
        '"Which way?"\n    let r = w.beyond(at)\n    set at to r\n'
        "    if distance(Tower, (Area y reached from r)) > 9: seat(1) wins",
    )
    report = Report()
    made = read(Source("castle.rules", text, (("areas.csv", AREAS), ("ways.csv", WAYS))), report).program(1, {}, report)
    assert made is not None
    engine = load_module(emit(made.program, events=True), "full")
    play_in_step(interpreter(made.program), engine, 1, Random(1), 20)


NUMBERED = """game lanes for 1 players
table Room
  room  floor
  3     0
  5     0
  8     1
links Way between Room
  from  to  toll
  3     5   1
  5     8   2
field at: Room = Room(3)
phase Walk repeats until at.floor is 1
  seat(1) may choose Way w at at "Which way?"
    if w is Way(5, 8) and w.toll is 2: seat(1) wins
    set at to w.beyond(at)
"""


@pytest.mark.parametrize(("ends", "codes"), [("5, 8", []), ("8, 5", []), ("5, 7", ["RW0307"]), ("at, 8", [])])
def test_places_that_are_numbers_join_by_them(ends: str, codes: list[str]) -> None:
    report = Report()
    check(read(Source("lanes.rules", NUMBERED.replace("w is Way(5, 8)", f"w is Way({ends})")), report), report)
    assert [d.code for d in report] == codes
