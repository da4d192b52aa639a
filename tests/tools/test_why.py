"""`why`: every kind of reason why an answer is not on offer, from Python, at the keyboard and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.runtime.state import State, load_bytes, start
from rulewright.runtime.why import WhyNot
from rulewright.tools.why.question import Questions
from tests.tools.command import rulewright as run
from tests.tools.command import written

MARKET = """\
game market "Market" for 2 players
option most from 1 to 5, default 2 "Cards one may hold"
option fair as yes/no, default yes
cards Card
  kind    count  name
  Red     3      "Red"
  Blue    3      "Blue"
  Secret  1      "a Secret"
deck stock of Card seen by nobody
pile row of Card face either seen by nobody
pile hand of Card per player seen by owner
field gold per player: 0..9 = 2
field nerve per player: 1..3 = 2 seen by owner
group rich = player p where p.gold > 5
setup
  move 3 Red from box to stock
  move Secret from box to stock
  move 3 Blue from box to stock
  shuffle stock
  each player p: draw 1 from stock to p.hand
  draw 2 from stock to row
  draw 1 from stock to row face up
phase Turn repeats
  phase Go for each player p
    let n = p.nerve
    p chooses one "What now?"
      Take "Take one"
        needs room: count p.hand < most because "your hand is full"
        p chooses card c in row where c is face up "Which?"
          move c to p.hand
        otherwise: nothing
      Pay "Pay"
        needs fair: fair because "nobody pays here"
        needs coins: p.gold >= 3 and p.gold < 9 because "that costs three"
        take 3 from p.gold
      Ask "Ask for gold"
        p chooses rich q where q is not p "Whom?": add 1 to p.gold
        otherwise: nothing
      Bid "Bid"
        p chooses number k from 1 to p.gold + 1 "How much?": nothing
        otherwise: nothing
      Guess "Guess"
        p chooses number k from 1 to 3 where k >= n "How high?": set p.nerve to k
        otherwise: nothing
      Give "Give some"
        p chooses player q, number k from 1 to 3 where q is not p and k < p.gold "Whom, and how much?"
          take k from p.gold
          add k to q.gold
        otherwise: nothing
      Poor "Be poor": set p.gold to 0
    if p.gold is 9: p wins
"""


@pytest.fixture
def market(tmp_path: Path) -> State:
    game = rulewright.load(str(written(tmp_path, MARKET, "market.rules")))
    return game.start(chance={"stock": ["Blue", "a Secret", "Red", "Red", "Blue"]}, names=("Ada", "Ben"))


def line_of(words: str) -> str:
    """Where the first line with these words is."""
    return f"market.rules:{next(n for n, line in enumerate(MARKET.split(chr(10)), 1) if words in line)}"


def told(state: State, answer: int | str, player: int | None = None) -> WhyNot:
    found = state.why_not(answer, player)
    assert found.lines[0] == found.text and str(found) == "\n".join(found.lines)
    assert found.data()["allowed"] is found.allowed is (found.kind == "allowed")
    return found


def take(state: State, label: str) -> None:
    assert state.decision is not None
    state.apply(next(o for o in state.decision.options if o.label == label))


def test_a_requirement(market: State) -> None:
    found = told(market, "Pay")
    assert (found.kind, found.name, found.reason) == ("requirement", "coins", "that costs three")
    assert found.condition == "p.gold >= 3 and p.gold < 9"
    assert found.words == "Ada's gold is at least 3 and Ada's gold is less than 9"
    assert found.where.endswith(line_of("needs coins"))
    assert found.values[:3] == ("p.gold >= 3 and p.gold < 9: no", "  p.gold >= 3: no", "    p.gold: 2")
    assert found.text == f"“Pay” is not possible: that costs three (coins, {found.where})"
    assert market.why_not(found.option or 0) == found, "by its id, too"


def test_the_value_of_an_option_of_the_table(market: State) -> None:
    for answer in ("Take one", "Blue face up", "Be poor"):  # Ada, Ada, Ben
        take(market, answer)
    found = told(market, "Take")
    assert (found.name, found.values) == (
        "room", ("count p.hand < most: no", "  count p.hand: 2", "    p: Ada", "  most: 2", found.values[-1])
    )  # fmt: skip
    assert found.values[-1].startswith("hand of Ada: ")


def test_a_yes_or_no_option_of_the_table(tmp_path: Path) -> None:
    game = rulewright.load(str(written(tmp_path, MARKET, "market.rules")), options={"fair": "no"})
    found = told(game.start(), "Pay")
    assert found.name == "fair" and found.values == ("fair: no",)


def test_conditions_and_candidates(market: State) -> None:
    group = told(market, "Ask, Ben")
    assert (group.kind, group.words, group.option) == ("condition", "Ben is rich", None)
    assert group.text.startswith("after “Ask for gold”: “Ben” does not qualify: Ben is not rich (")
    assert "p.gold > 5: no" in group.values and "  p.gold: 2" in group.values
    number = told(market, "Bid, 4")
    assert (number.kind, number.condition) == ("candidate", "k from 1 to p.gold + 1")
    assert "p.gold + 1: 3" in number.values
    assert told(market, "Bid, 3").allowed
    place = told(market, "Take, Red face up")
    assert (place.kind, place.condition) == ("candidate", "c in row")
    assert place.values == ("row: Blue face up and 2 cards face down",)
    assert told(market, "Take, Blue").allowed


def test_a_pair_is_told_its_first_condition(market: State) -> None:
    assert told(market, "Give, Ben, 1").allowed
    assert told(market, "Give, Ada, 3").condition == "q is not p"
    assert told(market, "Give, Ben, 3").condition == "k < p.gold"
    assert told(market, "give some, ben, 3").condition == "k < p.gold", "whatever its capitals"


def test_what_is_no_answer(market: State) -> None:
    assert told(market, "Steal").text.endswith("nothing that could be answered to “What now?” is called so")
    assert told(market, "Bid, Blue").text.endswith("that is one of Card, and what is asked for is a number")
    assert told(market, "Take, Ben").text.endswith("that is one of player, and what is asked for is a Card")
    assert told(market, 99).text == "there is no option 99 here: the ids of this question are 0 to 6"
    assert {told(market, a).kind for a in ("", '""', ", ", "Steal, Red", -1, "9" * 5000)} == {"no such answer"}


def test_who_may_ask(market: State) -> None:
    assert told(market, "Pay", 0).kind == "requirement"
    other = told(market, "Pay", 1)
    assert other.kind == "not asked" and other.text.endswith("Ada is asked now, not Ben") and not other.values
    with pytest.raises(ValueError, match="the seats are 0 to 1"):
        market.why_not("Pay", 2)


def test_it_changes_nothing_and_copies_know_it(market: State) -> None:
    before, told_before = market.clone(), list(market.events)
    assert before.why_not("Pay") == market.why_not("Pay")
    assert market == before and market.events == told_before and market.option_ids == before.option_ids


def test_what_a_seat_does_not_see_is_not_told(market: State, tmp_path: Path) -> None:
    """What lies face down in a place it does not see. (What only others see can be in no condition: see
    tests/dsl/test_secrecy.py.)"""
    here, not_here = told(market, "Take, Red face down"), told(market, "Take, Secret face down")
    assert here.kind == not_here.kind == "condition" and here.values == not_here.values
    question = Questions(rulewright.load(str(tmp_path / "market.rules")).reference()).at(market.cells)
    inside = question.inside(question.point.branches[0].first)
    assert inside is not None
    stages = [next(inside.refusals(option)).stage for option in (0, 4)]  # Red and Secret, face down
    assert stages == ["condition", "candidate"], "whoever knows every secret is told the difference"
    assert told(market, "Guess, 1").text.endswith("what is asked after it shows only when it is taken")
    take(market, "Guess")
    guess = told(market, "1")
    assert guess.condition == "k >= n" and guess.values[0] == "k: 1"


def test_over_chance_and_states_without_rules(market: State, tmp_path: Path) -> None:
    pig = rulewright.load("pig")
    exposed = pig.start(chance="exposed")
    exposed.apply(exposed.option_ids[0])
    assert exposed.chance is not None and told(exposed, "Roll").kind == "chance"
    game = rulewright.load(str(written(tmp_path, MARKET.replace("set p.gold to 0", "p wins"), "market.rules")))
    state = game.start()
    state.apply(state.option_ids[-1])
    assert told(state, "Pay").kind == "over"
    bare = start(pig.engine, 1)
    with pytest.raises(ValueError, match="ask Game"):
        bare.why_not("Roll")
    assert pig.why_not(bare, "Roll").allowed
    saved = load_bytes(pig.engine, bare.save_bytes())
    assert pig.why_not(saved, "Roll").allowed
    with pytest.raises(ValueError, match="other rules"):
        game.why_not(bare, "Roll")


def test_everybody_who_chooses_at_once_may_ask() -> None:
    state = rulewright.load("goofspiel", options={"cards": 4}).start()
    first, second = told(state, "Ten", 0), told(state, "Ten", 1)
    assert first.kind == second.kind == "condition" and first.text == second.text
    state.apply(state.option_ids[0])
    assert told(state, "Ten", 0).kind == "not asked", "it has chosen"
    assert told(state, "Ten", 1).text == second.text


def test_the_line_of_a_variant() -> None:
    game = rulewright.load("nosferatu", players=7, variants=["fanatic"])
    state = game.start(seed=1)
    while True:
        decision = state.decision
        assert decision is not None
        size = sum(b.size for p in state.schema.points if p.id == decision.point for b in p.branches)
        found = [w for w in map(state.why_not, range(size)) if w.condition == "f.role is Hunter"]
        if found:
            break
        state.apply(decision.options[0])
    assert (found[0].kind, found[0].where) == ("condition", "fanatic.rules:7")


# ------------------------------------------------------------------------------------------------ people


def play(path: object, *typed: str) -> str:
    answer = run("play", path, "--seat", 1, "--seed", 1, typed="".join(f"{line}\n" for line in (*typed, "q")))
    assert answer.code == 0, answer.err
    return answer.out


def test_at_the_keyboard(tmp_path: Path) -> None:
    path = written(tmp_path, MARKET, "market.rules")
    typed = ("?", "why Pay", "why not pay?", "Pay", "why Give, player 1, 1", "why", "why nonsense", "why 1", "why 6")
    out = play(path, *typed)
    assert "why ANSWER" in out
    assert out.count("“Pay” is not possible: that costs three (coins, ") == 3
    assert out.count("    p.gold >= 3: no") == 2, "one line for a wrong answer, all of it for why"
    assert "(why Pay tells more)" in out
    assert "after “Give some”: “player 1, 1” does not qualify: player 1 is player 1" in out
    assert "Say what you would like to answer: why ANSWER." in out
    assert "“nonsense” is no answer here" in out and out.count("“Take one” is on offer.") == 1


def test_an_answer_by_another_of_its_names_and_the_whole_of_one(tmp_path: Path) -> None:
    """`r1c1` is an answer, though `r1c10` begins so; `Clubs2` is the 2 of Clubs."""
    out = run("play", "hex", "--seat", 1, typed="r1c1\nwhy r1c1\nq\n").out
    assert "“r1c1” does not qualify: r1c1's stone is not none" in out
    state = rulewright.load("crazy_eights").start(seed=1)
    card = state.decision.options[0].label  # type: ignore[union-attr]
    rank, suit = card.split(" of ")
    shown = run("play", "crazy_eights", "--seed", 1, typed=f"\n{suit}{rank.lower()}\nq\n").out
    assert f"{card} goes from hand of {state.wording.seat(state.decision.player)}" in shown  # type: ignore[union-attr]
    assert told(state, f"{suit}{rank}").answer == card


def test_the_command(tmp_path: Path) -> None:
    path, save = written(tmp_path, MARKET, "market.rules"), tmp_path / "evening.game"
    assert run("play", path, "--seat", 1, "--seed", 1, "--save", save, typed="q\n").code == 0
    words = run("why", save, "Pay", path)
    assert words.code == 0 and words.out.startswith("player 1: What now?\n“Pay” is not possible: that costs three")
    data = run("why", save, "Pay", path, "--json").data
    assert (data["allowed"], data["kind"], data["name"], data["seat"]) == (False, "requirement", "coins", 1)
    assert data["values"][1] == "  p.gold >= 3: no"
    assert run("why", save, "Pay").code == 2, "no shipped game"
    assert run("why", tmp_path / "none.game", "Pay").code == 2
