"""`while` blocks: each line of them, how they add up, for each place; on both engines."""

from __future__ import annotations

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report
from rulewright.runtime.state import start
from tests.dsl.sky import HEAD, begun, catch_after, choose, gold, last, offered, rules_of

# ------------------------------------------------------------------------------------------------ numbers


def test_a_value_is_set_while_the_card_lies_there() -> None:
    state = begun("while Storm in sky\n  set catch to 4\n")
    assert catch_after(state) == 2
    assert catch_after(state, "Storm") == 4
    assert catch_after(state, "Storm") == 2


def test_the_last_set_of_the_file_counts_then_everything_adds_up_then_the_range_bounds() -> None:
    blocks = """while Sun in sky
  add 1 to catch
  take 9 from catch if Rain in sky
while Storm in sky
  set catch to 1
while Rain in sky
  set catch to 0
  add 4 to catch
"""
    state = begun(blocks)
    assert catch_after(state, "Sun") == 3
    assert catch_after(state, "Storm") == 2
    assert catch_after(state, "Rain") == 0  # 0 + 1 - 9 + 4
    assert catch_after(state, "Sun") == 4
    assert catch_after(state, "Rain") == 1


def test_a_sum_is_never_above_the_declared_range() -> None:
    assert catch_after(begun("while Storm in sky\n  add 9 to catch\n"), "Storm") == 4


def test_a_value_with_parameters_and_cases() -> None:
    state = begun("while Storm in sky\n  add 3 to luck if who is seat(2)\n  set luck(q) to 5 if q is seat(1)\n")
    choose(state, "Storm", "Fish")
    assert last(state, "luck") == 5
    choose(state, "Sail", "Fish")
    assert last(state, "luck") == 5
    choose(state, "Fish")
    assert last(state, "luck") == 5


def test_costs_add_up_and_are_never_below_nothing() -> None:
    blocks = """while Storm in sky
  add 3 to Turn.Sail.cost
while Sun in sky
  take 9 from Turn.Sail.gold if p is seat(2)
"""
    state = begun(blocks)
    choose(state, "Storm", "Sail")
    assert gold(state) == (10, 5)
    choose(state, "Sail")
    assert gold(state) == (5, 5)
    choose(state, "Sun", "Sail", "Sail")
    assert gold(state) == (0, 5)
    assert "Sail" not in offered(begun("while Storm not in sky\n  add 9 to Turn.Sail.cost\n"))


def test_a_cost_can_be_set() -> None:
    state = begun("while Storm in sky\n  set Turn.Sail.cost to 7\n")
    choose(state, "Storm", "Sail")
    assert gold(state) == (10, 3)


def test_the_score() -> None:
    blocks = "score player p = 1\nwhile Storm in sky\n  add 5 to score if p is seat(2)\n  set score to 3\n"
    made = rules_of(HEAD + blocks).program(2, {}, Report())
    assert made is not None and made.program.scores is not None


# ------------------------------------------------------------------------------------------------ what can be chosen


def test_what_is_forbidden() -> None:
    blocks = 'while Storm in sky\n  forbid Turn.Fish if p is seat(2) because "no"\n  forbid Lift because "too heavy"\n'
    state = begun(blocks)
    choose(state, "Storm")
    assert {"Fish", "Lift"}.isdisjoint(offered(state))
    choose(state, "Sail")
    assert "Fish" in offered(state)
    assert "Lift" not in offered(state)


def test_the_one_choice_of_a_procedure_is_forbidden() -> None:
    blocks = """procedure Gift(player p)
  p may "Give?": add 1 to p.gold
while Storm in sky
  forbid Gift because "nobody gives"
"""
    made = rules_of(HEAD.replace("do Lifting", "do Gift(p)") + blocks).program(2, {}, Report())
    assert made is not None


def test_alternatives_that_come_and_go() -> None:
    blocks = """while Storm in sky
  add to Turn
    Dance "Dance"
      needs rich: p.gold > 2 because "too poor"
      costs 1 from p.gold
      add 1 to count_
"""
    state = begun(blocks)
    assert "Dance" not in offered(state)
    choose(state, "Storm")
    assert "Dance" in offered(state)
    choose(state, "Dance")
    assert gold(state) == (10, 9)


# ------------------------------------------------------------------------------------------------ what is done


def test_before_after_and_instead() -> None:
    blocks = """while Storm in sky
  before Turn.Lift: announce 1 "first"
  after Lifting if p_is_rich: announce 2 "last"
  instead of Lifting if not p_is_rich
    original
    original
while Sun in sky
  instead of Lifting: add 5 to seat(2).gold
value p_is_rich = seat(1).gold > 10
"""
    state = begun(blocks)
    choose(state, "Lift")
    assert gold(state) == (11, 10)
    choose(state, "Storm", "Lift")
    assert gold(state) == (12, 10)
    assert last(state, "last") == 2
    choose(state, "Sun", "Lift")
    assert gold(state) == (12, 15)  # the last of the file is outside


def test_reactions_are_there_only_while_the_block_is_on() -> None:
    blocks = """while Storm in sky
  as soon as player q where q.gold >= 12
    move Storm from sky to gone
    add 5 to q.gold
while Sun in gone
  when sky becomes empty: set seat(2).dry to yes
"""
    state = begun(blocks)
    choose(state, "Lift", "Lift", "Lift")
    assert gold(state) == (13, 10)
    choose(state, "Storm")
    assert gold(state) == (18, 10)
    choose(state, "Rain", "Rain")
    assert not any(state.view(0).fields["dry"].values())
    choose(state, "Sun", "Sun")
    assert state.view(0).fields["dry"]["seat2"]


# ------------------------------------------------------------------------------------------------ for each


EACH = """while player p where Storm in p.roof
  add 1 to luck(p)
  add 1 to catch
  forbid Turn.Fish if p.dry because "dry"
  after Turn.Sail: take 1 from p.gold
setup
  move all Storm from box to seat(2).roof
"""


def test_x_is_called_otherwise_where_its_name_is_taken() -> None:
    text = HEAD.replace("Storm \"Storm\": do swap(Storm)", 'Storm "Storm": nothing').replace(
        'do swap(Storm)', 'nothing')  # fmt: skip
    rules = rules_of(text + EACH)
    made = rules.program(2, {}, Report())
    assert made is not None
    state = start(load_module(emit(made.program, events=True), "full"), seed=1)
    choose(state, "Fish")
    assert (last(state, "catch"), last(state, "luck")) == (3, 1)
    choose(state, "Fish", "Sail")
    assert last(state, "luck") == 3
    assert gold(state) == (8, 9)


def test_x_is_the_first_where_one_is_wanted() -> None:
    blocks = """while Event e where e in sky and e.weight > 1
  set anything to e.weight
  instead of Lifting: add e.weight to seat(1).gold
  add to Turn
    Heavy "Heavy"
      needs heavy: e.weight > 2 because "too light"
      add e.weight to seat(2).gold
  as soon as player q where q.gold is 9 + e.weight: add e.weight to q.gold
  after Turn.Fish: announce anything + e.weight "seen"
"""
    state = begun(blocks)
    choose(state, "Storm", "Sun")
    assert "Heavy" not in offered(state)
    choose(state, "Rain", "Heavy")
    assert gold(state) == (10, 13)
    choose(state, "Fish")
    assert last(state, "seen") == 5
    choose(state, "Lift")
    assert gold(state) == (15, 13)  # the first is the Sun: 2, then 12 is 9 + 3, and 3 more


def test_blocks_over_numbers_sets_and_groups() -> None:
    blocks = """group rich = player p where p.gold > 9
while number n from 1 to 3 where n <= count Event in sky
  add n to catch
while rich p where p.dry
  add 1 to luck(p)
while player p in rich where p.dry
  take 1 from luck(p)
  before Turn.Fish: announce p "who"
"""
    rules_of(HEAD.replace("count_ >= 30", "count_ >= 5") + blocks.replace("count Event in sky", "count sky"))
