"""Any changes to anything: whatever a variant says, it ends in a report or in a game that runs."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.catalogue import message, page
from rulewright.dsl.render import as_dict, render, short
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.state import start
from tests.dsl.varied import GAME, Laid, laid

ADDRESSES = (
    "goal", "Mood", "Mood.Calm", "Angry", "Ore", "Ore.Iron", "Silver", "Cursed.forge", "Silver.count", "Iron.name",
    "Wage.1.coins", "Wage", "swords", "anger", "turns", "angry_ones", "mine", "heap", "held", "best", "share",
    "score",
    "setup", "Round", "Round.Go", "Draw", "Work", "Work.question", "Work.Forge", "Forge.ore", "Sell", "Round.Count",
    "Night", "Forge", "smith", "[S-1]", "[S-3]", "[S-5]", "[S-6]", "[S-7]", "[S-8]", "[S-9]", "[S-10]", "nowhere",
    "Rest", "Gold", "fame", "[X-1]",
)  # fmt: skip
VALUES = ("3", "yes", "none", "Angry", "players + 1", "best", '"a text"', "seat(1)", "Calm + Angry", "nonsense")
LINES = (
    "announce best", "nothing", "add 1 to turns", "do Forge(p)", "end Round.Go", "original", "let n = 2",
    "step Rest: announce 1", "everyone draws", "p may \"Shout\": announce p", "set anger to Angry  [X-1]",
    "move all heap to mine",
)  # fmt: skip
ADDED = (
    'Gold 3 "Gold" 4 Calm', "Rest: nothing", "Sad", 'needs calm: anger is Calm because "calm"',
    "on forge(player p): nothing",
    "on shine: announce 1", "announce turns", 'Tin (1 + 1) "Tin" 0 Angry',
)  # fmt: skip
DECLARATIONS = (
    "field fame: 0..9", "option goal from 1 to 9, default 2", "phase Dusk: announce 1",
    "procedure Forge(player p): nothing",
    "enum Mood: Calm, Angry, Sad", "value best = 3", "score player p = turns", "setup: set turns to 1",
    "group few = player p",
    "slot held of Ore per player seen by all", "step Draw: draw 1 from mine to heap",
    "as soon as turns is 20: end game",
    "cards Ore\n    kind count worth mood\n    Iron 4 1 Calm\n    Silver 3 2 Angry\n    Cursed 1 0 Calm",
    "check turns < 59",
)  # fmt: skip
address, line = st.sampled_from(ADDRESSES), st.sampled_from(LINES)


def block(lines: list[str]) -> str:
    return "".join(f"\n    {text}" for text in lines)


blocks = st.lists(line, min_size=1, max_size=3).map(block)
changes = st.one_of(
    st.builds("set {} to {}".format, address, st.sampled_from(VALUES)),
    st.builds("set {} seen by {}".format, address, st.sampled_from(("all", "nobody", "owner", "seat(2)"))),
    st.lists(address, min_size=1, max_size=3).map(lambda names: "remove " + ", ".join(names)),
    st.sampled_from(DECLARATIONS),
    st.sampled_from(DECLARATIONS[:-2]).map("replace {}".format),
    st.builds("replace step {}{}".format, st.sampled_from(("Draw", "Round.Count", "Work", "Rest")), blocks),
    st.builds("replace {} \"new\"{}".format, st.sampled_from(("Work.Sell", "Work.Forge", "Rest")), blocks),
    st.builds("replace needs Forge.ore: {} because \"x\"".format, st.sampled_from(("turns > 3", "best", "no"))),
    st.just('replace in Ore\n    Iron 1 "Rust" 0 Angry\n    Gold 1 "Gold" 9 Calm'),
    st.builds("add to {}{}".format, address, st.lists(st.sampled_from(ADDED), min_size=1, max_size=3).map(block)),
    st.builds("{} {}{}".format, st.sampled_from(("before", "after")), address, blocks),
    st.builds("instead of {}{}{}".format, address, st.sampled_from(("", " if turns > 3", " if nonsense")), blocks),
    st.builds("rename {} to {}".format, address, st.sampled_from(("fame", "turns", "Rest", "p", "worth", "Other"))),
)  # fmt: skip
heads = st.sampled_from(("", "", "\n  requires a", " for 2 to 3 players", '\n  excludes a because "x"'))
SOME = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def said(found: Laid) -> None:
    """Everything that is promised of a report."""
    for d in found.problems:
        assert dict(d.facts).keys() == page(d.code).holes
        assert message(d) and render(d) and short(d) and as_dict(d)
        assert 0 <= d.span.start <= d.span.end <= len(d.span.source.text) + 1


@SOME
@given(st.lists(changes, min_size=1, max_size=5), st.lists(changes, min_size=1, max_size=5), heads)
def test_whatever_two_variants_say(first: list[str], second: list[str], head: str) -> None:
    texts = [
        "variant a of smith\n" + "".join(f"  {text}\n" for text in first),
        f"variant b of smith{head}\n" + "".join(f"  {text}\n" for text in second),
    ]
    found = laid(*texts)
    said(found)
    again = laid(*texts, on=("b", "a"))
    assert (again.problems, again.rules.file, again.program) == (found.problems, found.rules.file, found.program)


@SOME
@given(st.lists(changes, min_size=1, max_size=2))
def test_what_is_not_refused_runs(lines: list[str]) -> None:
    found = laid("variant a of smith\n" + "".join(f"  {text}\n" for text in lines))
    said(found)
    assume(not found.wrong)
    assert found.program is not None
    engine = load_module(emit(found.program, events=True), "smith")
    try:
        state = start(engine, 1)
        while not state.over and len(state.steps) < 60:
            state.apply(state.option_ids[len(state.steps) % len(state.option_ids)])
    except RuleFault as fault:
        assert fault.where.startswith(("smith.rules:", "0.rules:"))


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(changes, min_size=1, max_size=3))
def test_checking_ends_in_a_report(lines: list[str]) -> None:
    report = Report()
    rules = read(Source("smith.rules", GAME), report)
    text = "variant a of smith\n" + "".join(f"  {text}\n" for text in lines)
    check(rules, report, [read(Source("0.rules", text), report)])
    assert all(render(d) for d in report)
