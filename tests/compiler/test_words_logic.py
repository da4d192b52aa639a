"""Conditions in words mean what they say: "not", "and" and "or" are read back and compared with the condition."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from attrs import evolve

from rulewright.compiler.outline.build import Builder
from rulewright.compiler.outline.outline import Fork, inside
from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir
from tests.tools.toll import ruleset

FLAGS = ("red", "green", "blue")
RULES = """\
game flags for 2 players
field red: yes/no
field green: yes/no
field blue: yes/no
field coins per player: 0..9
phase Play
  seat(1) chooses one "?"
    A "a": nothing
    B "b": nothing
"""


@pytest.fixture(scope="module")
def words() -> Words:
    program = ruleset(RULES).program
    return Words.of(evolve(program, locals=(*program.locals, ir.LocalVar("p", ir.Name("player")))))


def flag(name: str) -> ir.Expr:
    return ir.Read(ir.FieldRef(name))


def logic(op: str, *parts: ir.Expr) -> ir.Expr:
    return ir.Logic(op, parts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (logic("not", logic("and", flag("red"), flag("green"))), "not red or not green"),
        (logic("not", logic("or", flag("red"), flag("green"))), "not red and not green"),
        (logic("or", flag("blue"), logic("not", logic("or", flag("red"), flag("green")))),
         "blue or (not red and not green)"),
        (logic("and", flag("blue"), logic("not", logic("and", flag("red"), flag("green")))),
         "blue and (not red or not green)"),
        (logic("not", logic("and", flag("blue"), logic("or", flag("red"), flag("green")))),
         "not blue or (not red and not green)"),
        (logic("and", ir.Const(1), logic("not", flag("red"))), "not red"),
        (logic("not", logic("and", ir.Const(1), logic("not", flag("red")))), "red"),
        (logic("or", ir.Const(1), flag("red")), "always"),
        (logic("not", logic("or", flag("red"), ir.Const(0))), "not red"),
        (logic("and", flag("red"), ir.Const(0)), "never"),
    ],
)  # fmt: skip
def test_not_of_and_and_or(words: Words, condition: ir.Expr, text: str) -> None:
    assert words.clause(condition) == text


def test_what_is_asked_of_somebody_is_held_together(words: Words) -> None:
    coins = ir.Read(ir.FieldRef("coins", ir.Local("p")))
    rich = logic("or", ir.Compare(">", coins, ir.Const(8)), ir.Compare("<", coins, ir.Const(2)))
    some = ir.Fold("some", "p", ir.ClassDomain("player"), rich)
    said = "some player's coins are more than 8 or their coins are less than 2"
    assert words.clause(some) == said
    assert words.clause(logic("or", some, flag("red"))) == f"({said}) or red"
    guard = logic("and", rich, ir.Compare("is not", coins, ir.Const(9)))
    assert words.conditions(guard, "p") == (
        "(whose coins are more than 8 or their coins are less than 2) and whose coins are not 9"
    )


def made(rng: random.Random, depth: int) -> ir.Expr:
    if depth == 0 or rng.random() < 0.2:
        return ir.Const(rng.randrange(2)) if rng.random() < 0.1 else flag(rng.choice(FLAGS))
    op = rng.choice(("and", "or", "not", "is no"))
    if op == "not":
        return logic("not", made(rng, depth - 1))
    if op == "is no":  # compared with a constant
        return ir.Compare(rng.choice(("is", "is not")), made(rng, depth - 1), ir.Const(rng.randrange(2)))  # type: ignore[arg-type]
    return logic(op, *(made(rng, depth - 1) for _ in range(rng.randint(1, 3))))


def holds(e: ir.Expr, now: dict[str, bool]) -> bool:
    match e:
        case ir.Const():
            return bool(e.value)
        case ir.Read():
            return now[e.place.field]
        case ir.Compare(right=ir.Const(value)):
            return (holds(e.left, now) == bool(value)) == (e.op == "is")
        case ir.Logic(op="not"):
            return not holds(e.parts[0], now)
        case ir.Logic():
            return (all if e.op == "and" else any)(holds(p, now) for p in e.parts)
    raise AssertionError(e)


def read_back(text: str, now: dict[str, bool]) -> bool:
    """What a clause says. Fails where "and" and "or" stand beside each other, which people read as they please."""
    tokens = re.findall(r"[()]|\w+", text)

    def clause() -> bool:
        parts, op = [part()], ""
        while tokens and tokens[0] in ("and", "or"):
            word = tokens.pop(0)
            assert op in ("", word), f"`{text}` can be read in two ways"
            op = word
            parts.append(part())
        return any(parts) if op == "or" else all(parts)

    def part() -> bool:
        word = tokens.pop(0)
        if word == "not":
            return not part()
        if word == "(":
            inner = clause()
            assert tokens.pop(0) == ")"
            return inner
        return {"always": True, "never": False}.get(word) if word in ("always", "never") else now[word]  # type: ignore[return-value]

    said = clause()
    assert not tokens, text
    return said


@pytest.mark.parametrize("seed", range(20))
def test_words_mean_the_condition(words: Words, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        condition = made(rng, 4)
        for values in product((False, True), repeat=len(FLAGS)):
            now = dict(zip(FLAGS, values, strict=True))
            assert read_back(words.clause(condition), now) == holds(condition, now), words.clause(condition)
            assert read_back(words.denial(condition), now) != holds(condition, now), words.denial(condition)


def test_a_branch_knows_its_opposite() -> None:
    text = RULES + "  if red and not green\n    add 1 to seat(1).coins\n    seat(2) wins\n"
    outline = Builder(ruleset(text).program).outline()
    [fork] = [item for item in inside([outline.flow]) if isinstance(item, Fork)]
    assert (fork.subject, fork.opposite) == ("red and not green", "not red or green")
