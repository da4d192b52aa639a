"""What a seat sees and is told: nothing but what its audience allows."""

from __future__ import annotations

from rulewright.dsl import ir
from rulewright.runtime.log import project
from rulewright.runtime.state import State, start
from rulewright.runtime.view import ZoneView
from tests.compiler.small import (
    BITE,
    DAWN,
    NIGHT,
    NOBODY,
    OWNER,
    ask,
    branch,
    c,
    draw,
    go,
    interpreter,
    number,
    place,
    put,
    say,
    some,
    with_deck,
    zone,
)


def table() -> ir.Program:
    """A deck, hands, a table of mixed faces; one question to player 2; then telling of every sort."""
    setup = (
        some(NIGHT, 2, "deck"),
        some(DAWN, 1, "deck"),
        ir.Mix(zone("deck")),
        ir.Move(zone("box.Card"), zone("table"), kind=c(NIGHT)),
        ir.Move(zone("box.Card"), zone("table"), kind=c(DAWN), face=1),
        ir.Move(zone("box.Card"), zone("hand", 1), kind=c(BITE)),
        put("secret", 5, c(0)),
    )
    flow = (
        ask(1, branch("Show", ir.Tell(c(1), zone=zone("hand", 1))), branch("Hide"), actor=c(1)),
        *draw(2),
        put("secret", 6, c(0)),
        put("who", 2),
        ir.Turn(zone("table"), 0),
        ir.Turn(zone("table"), 1),
        ir.Sample(4, "top", ir.Roll(6)),
        say("The count is:", c(4)),
        say("Beware"),
        go(3),
        ir.Result(0, c(1), c(2), "it is done"),
    )
    return with_deck(
        *flow,
        setup=setup,
        zones=(place("table", face="either", seen=NOBODY),),
        fields=(number("secret", per="player", seen=OWNER), number("who", ir.Name("player", True), title="the leader")),
    )


def at_the_question() -> State:
    return start(interpreter(table()), 1, chance={"deck": ["Dawn"], "d6": [4]}, names=("Ada", "Bo"))


def test_views_hold_what_the_seat_sees() -> None:
    state = at_the_question()
    ada, bo = state.view(0), state.view(1)
    assert ada.fields["secret"] == {"player 1": 5} and bo.fields["secret"] == {"player 2": 0}
    assert ada.zones["deck"] == bo.zones["deck"] == ZoneView(3)
    assert ada.zones["hand"] == {"player 1": ZoneView(0, {}), "player 2": ZoneView(1)}
    assert bo.zones["hand"] == {"player 1": ZoneView(0), "player 2": ZoneView(1, {"Bite": 1})}
    assert ada.zones["table"] == ZoneView(2, {"Dawn up": 1}), "face up is seen by all, face down by nobody"
    assert ada.zones["pile"] == ZoneView(0, {})
    assert ada.decision is None, "whom it is asked of is nobody else's business"
    assert bo.decision is not None and [o.label for o in bo.decision.options] == ["Show", "Hide"]


def test_what_a_seat_does_not_see_does_not_change_its_view() -> None:
    one, two = at_the_question(), at_the_question()
    engine = interpreter(table())
    swap = (
        ir.Move(zone("hand", 1), zone("deck")),
        ir.Move(zone("deck"), zone("hand", 1), kind=c(NIGHT), count=c(1)),
        put("secret", 3, c(1)),
    )
    engine.run_statements(two.cells, swap)
    assert one != two
    assert one.view(0) == two.view(0)
    assert one.view(1) != two.view(1)


def test_logs_in_words() -> None:
    state = at_the_question()
    before = [len(state.log(p)) for p in range(2)]
    state.apply(0)
    state.apply(0)
    ada, bo = (state.log(p)[before[p] :] for p in range(2))
    assert ada == [
        "shown in hand of Bo: Bite",
        "Dawn goes from deck to hand of Ada",
        "secret of Ada is now 6",
        "the leader is now none",
        "a card is turned in table",
        "turned in table: Night face up and Dawn face up",
        "d6 rolls 4",
        "The count is: 4",
        "Beware",
        "the game is over: it is done",
    ]
    assert bo[0] == "a card goes from deck to hand of Ada"
    assert bo[1:] == ada[3:], "shown to Ada alone, and her secret: not a word of them"


def test_set_up_moves_are_told_by_number() -> None:
    log = at_the_question().log(0)
    assert "2 cards go from box.Card to deck" in log
    assert "deck is shuffled" in log
    assert "Dawn face up goes from box.Card to table" in log
    assert "a card goes from box.Card to hand of Bo" in log


def test_projection_drops_masks_and_contents() -> None:
    move = ("move", 0b10, 1, 0, 2, 1, ((0, 2), (3, 1)))
    assert project(move, 1) == ("move", 1, 0, 2, 1, ((0, 2), (3, 1)))
    assert project(move, 0) == ("move", 1, 0, 2, 1, 3)
    assert project(("turn", 0b10, 1, 0, ((0, 2),)), 0) == ("turn", 1, 0, 2)
    for hidden in (("set", 0b10, 0, 0, 4), ("show", 0b10, 1, 0, ((0, 1),)), ("announce", 0b10, 0, 0, 1)):
        assert project(hidden, 0) is None


def test_sets_and_names_are_printed() -> None:
    gone = number("gone", ir.SetType("player"))
    state = start(interpreter(with_deck(put("gone", 0b11), put("gone", 0), go(1), setup=(), fields=(gone,))))
    assert state.log(0) == ["gone is now player 1 and player 2", "gone is now nothing"]
    assert state.view(1).fields == {"gone": []}


def test_order_is_seen_with_the_zone() -> None:
    setup = (some(NIGHT, 2, "pile"), some(BITE, 1, "pile"), some(DAWN, 1, "pile"))
    state = start(interpreter(with_deck(*draw(2, "pile"), *draw(3, "pile"), go(1), setup=setup)))
    assert state.view(0).zones["pile"] == ZoneView(2, {"Night": 2}, ({"Night": 2},))
