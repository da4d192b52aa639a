"""Any lines in any blocks: they end in a report, or in a game that both engines play alike; with variants, too."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from tests.compiler.small import interpreter
from tests.dsl.test_variant_fuzz import ADDRESSES, LINES, block, changes, said
from tests.dsl.varied import GAME, laid
from tests.properties.agreement import play_in_step

CONDITIONS = (
    "anger is Angry", "turns > 3", "mine is empty", "best", "yes", "nonsense", "best > 2", "Cursed in heap",
    "player p where Cursed in p.held", "player q where q.swords > 1", "Ore o where o in heap", "angry_ones a where yes",
    "card c in heap where c is Iron", "number n from 1 to 3 where n < turns",
)  # fmt: skip
IFS = ("", "", " if turns > 1", " if p.swords > 1", " if p is q", " if o is Silver", " if anger is Calm")
NUMBERS = ("1", "2", "p.swords", "turns", "o.worth", "n", "best", "Calm")
TARGETS = (
    "best", "share", "share(q)", "share(p)", "share(z)", "score", "Work.Forge.cost", "Work.Sell.cost", "Sell.swords",
    "goal", "swords",
)  # fmt: skip
ALTERNATIVES = ('Rest "Rest": nothing', "Wait: add 1 to turns", "Show: announce q", "announce turns")
target, when, number = st.sampled_from(TARGETS), st.sampled_from(IFS), st.sampled_from(NUMBERS)
address = st.one_of(st.sampled_from(ADDRESSES), st.sampled_from(("Work.Sell", "Forge", "Work", "Draw", "Sell")))
bodies = st.lists(st.sampled_from((*LINES, "announce q", "announce n")), min_size=1, max_size=2).map(block)
lines = st.one_of(
    st.builds("set {} to {}{}".format, target, number, when),
    st.builds("add {} to {}{}".format, number, target, when),
    st.builds("take {} from {}{}".format, number, target, when),
    st.builds('forbid {}{} because "no"'.format, address, when),
    st.builds("{} {}{}{}".format, st.sampled_from(("before", "after", "instead of")), address, when, bodies),
    st.builds("add to {}{}".format, address, st.sampled_from(ALTERNATIVES).map(lambda line: block([line]))),
    st.builds("as soon as {}{}".format, st.sampled_from(("turns is 9", "player q where q.swords is 3")), bodies),
    st.builds("when {} becomes empty{}".format, st.sampled_from(("mine", "heap", "p.held")), bodies),
)
blocks = st.builds(
    lambda cond, within: f"while {cond}\n" + "".join(f"  {line}\n" for line in within),
    st.sampled_from(CONDITIONS),
    st.lists(lines, min_size=1, max_size=3),
)
SELL = '        Sell "Sell it"\n'
SMITH = GAME.replace(SELL, f'        Pass "Do nothing": nothing\n{SELL}          costs 0 from p.swords\n')
SOME = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


@SOME
@given(st.lists(blocks, min_size=1, max_size=4))
def test_whatever_blocks_say(found: list[str]) -> None:
    made = laid(game=SMITH + "".join(found))
    said(made)
    assume(not made.wrong)
    assert made.program is not None
    engine = load_module(emit(made.program, events=True), "full")
    play_in_step(interpreter(made.program), engine, 1, Random(1), 60)


@SOME
@given(st.lists(blocks, min_size=1, max_size=2), st.lists(changes, min_size=1, max_size=3))
def test_blocks_under_variants(found: list[str], changed: list[str]) -> None:
    said(laid("variant a of smith\n" + "".join(f"  {text}\n" for text in changed), game=SMITH + "".join(found)))
