"""The text of emitted modules: nothing of a rules file gets out of strings and comments, and hot code is lean."""

from __future__ import annotations

import ast
import linecache
import re
import traceback

import pytest

from rulewright.compiler.load import load_module
from rulewright.compiler.passes.walk import everything
from rulewright.compiler.python.emit import emit
from rulewright.dsl import ir
from rulewright.dsl.source import NOWHERE
from rulewright.runtime.engine import RuleFault
from tests.compiler.programs import ALL, card_game, hostile, tic_tac_toe
from tests.compiler.small import ask, at, branch, c, compare, locals_, number, program, put, read


def body_of(text: str, name: str) -> str:
    """The text of one function."""
    node = next(n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name == name)
    found = ast.get_source_segment(text, node)
    assert found is not None
    return found


@pytest.mark.parametrize("events", [True, False])
def test_hostile_names_stay_data(events: bool) -> None:
    text = emit(hostile(), events=events)
    tree = ast.parse(text)
    imported = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert not [n for n in ast.walk(tree) if isinstance(n, ast.Import)]
    ours = {m for m in imported if m and m.startswith("rulewright.runtime.")}
    assert imported - ours <= {"__future__", "collections.abc", "typing"}
    words = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | {
        n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)
    }
    assert not words & {"os", "abort", "SystemExit"}
    strings = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    assert hostile().title in strings, "the title is there, as it is"
    assert load_module(text, "hostile").schema.title == hostile().title


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("events", [True, False])
def test_every_rule_is_named(name: str, events: bool) -> None:
    made = ALL[name]()
    text = emit(made, events=events)
    assert text == emit(ALL[name](), events=events), "the same rules give the same text"
    assert text.startswith('"""') and f"players    {made.players}" in text
    places = {str(choose.span) for choose in _chooses(made) if choose.span != NOWHERE}
    if name != "hostile":
        assert all(f"# {where}\n" in text for where in places)


def _chooses(made: ir.Program) -> list[ir.Choose]:
    roots = (made.flow, tuple(p.body for p in made.procedures), tuple(w.body for w in made.watches))
    return [n for n in everything(roots) if isinstance(n, ir.Choose)]


def test_only_touched_lines_are_tested() -> None:
    text = emit(tic_tac_toe(), events=False)
    apply = body_of(text, "apply_1")
    rows = re.search(r"for (\w+), (\w+) in (\w+)\[v\d+_x\]:", apply)
    assert rows is not None, apply
    table = getattr(load_module(text, "ttt"), rows[3])
    assert [len(t) for t in table[:9]] == [3, 2, 3, 2, 4, 2, 3, 2, 3], "lines through each cell"
    assert sorted(table[4]) == [(5, 13), (6, 12), (7, 11), (8, 10)], "the two other cells, as places in the state"
    play = body_of(text, "play")
    assert ".pop(int(random()" in play and "append" not in play, "what is left on offer is kept"


def test_a_move_of_a_drawn_card_is_two_lines() -> None:
    text = emit(card_game(), events=False)
    lines = [line.strip() for line in text.splitlines() if not line.strip().startswith("#")]
    draw = next(n for n, line in enumerate(lines) if "= weighted(cells, " in line)
    card = lines[draw].split(" = ")[0]
    moved = next(n for n in range(draw, len(lines)) if re.fullmatch(rf"cells\[\d+ \+ {card}\] -= 1", lines[n]))
    assert re.fullmatch(rf"cells\[\d+ \+ .* \+ {card}\] \+= 1", lines[moved + 1])


def test_what_follows_a_question_stands_once() -> None:
    """Also where the answers part: in `play` the branches end, and what they come together in stands behind them."""
    first = ask(1, branch("One", put("n", 1)), branch("Two", put("n", 2)), branch("Three", put("n", 3)))
    last = ir.If(compare(read("n"), "is", 2), (ir.Result(0, c(1), c(2), "two"),))
    made = program(first, last, ask(2, branch("Go on")), ir.Result(1, c(0), c(0), "end"), fields=(number("n"),))
    play = body_of(emit(made, events=False), "play")
    assert play.count("cells[0] = 2") == play.count("== 2:") == play.count("over(cells, 1,") == 1
    assert "step" not in play


def test_no_generators_or_lookups_of_attributes_in_hot_code() -> None:
    for name in ("tic_tac_toe", "dice_race", "card_game"):
        tree = ast.parse(emit(ALL[name](), events=False))
        for function in (n for n in tree.body if isinstance(n, ast.FunctionDef)):
            if function.name.startswith(("apply_", "block_", "options_")):
                inside = list(ast.walk(function))
                assert not [n for n in inside if isinstance(n, ast.GeneratorExp | ast.Dict)]
                assert {n.attr for n in inside if isinstance(n, ast.Attribute)} <= {"append", "count", "bit_length"}


@pytest.mark.parametrize("events", [True, False])
def test_a_loop_without_an_end_names_its_rule(events: bool) -> None:
    def endless(*inside: ir.Stmt) -> ir.Program:
        loop = ir.Loop((*inside, put("n", ir.Arith("-", c(1), read("n")), range="safe")), span=at(7))
        return program(loop, ir.Result(0, c(0), c(0), "end"), fields=(number("n"),), locals=locals_(k=ir.Truth()))

    maybe = ask(1, branch("Never", where=compare(read("n"), ">", 5)))
    for made in (endless(), endless(maybe)):
        module = load_module(emit(made, events=events), "endless")
        cells = module.new(1)
        with pytest.raises(RuleFault, match=r"small.rules:7: this goes round more than 100,000 times"):
            module.begin(cells, []) if events else module.begin(cells)


def test_a_traceback_shows_the_emitted_line() -> None:
    module = load_module("def broken():\n    return 1 // 0  # here\n", "broken")
    assert "here" in linecache.getline(module.__file__ or "", 2)
    with pytest.raises(ZeroDivisionError) as caught:
        module.broken()
    assert "return 1 // 0  # here" in "".join(traceback.format_exception(caught.value))


def test_a_long_flow_does_not_go_deep() -> None:
    asks = [ask(n + 1, branch("Up", put("n", n % 9)), branch("Down", put("n", 0))) for n in range(1000)]
    made = program(*asks, ir.Result(0, c(1), c(2), "end"), fields=(number("n"),))
    module = load_module(emit(made, events=False), "long")
    cells = module.new(1)
    assert module.play(cells, lambda: 0.5, 5000) == 1000 and cells[0] == 0
