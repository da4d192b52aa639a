"""The passes before emission: which order is stored, what stands after a write, how long locals live."""

from __future__ import annotations

from rulewright.compiler.layout import lay_out
from rulewright.compiler.passes.simplify import NO, YES, Simplifier
from rulewright.compiler.passes.walk import everything
from rulewright.compiler.passes.weave import AWAKE, SETTLE, SETTLING, weave
from rulewright.compiler.prepare import prepare
from rulewright.dsl import ir
from tests.compiler.programs import card_game, dice_race, faces, tic_tac_toe
from tests.compiler.small import add, ask, branch, c, compare, locals_, number, place, program, put, read, zone

L = ir.Local


def ordered(made: ir.Program) -> set[str]:
    """The zones that are stored in order."""
    return {z.name for z in lay_out(made).zones.values() if z.ordered}


def test_order_is_stored_only_where_it_can_be_seen() -> None:
    assert ordered(card_game()) == set()
    assert ordered(card_game(ordered_discard=True)) >= {"discard"}


def test_order_of_a_deck_by_what_is_done_to_it() -> None:
    def deck(*stmts: ir.Stmt) -> bool:
        draw = (ir.Sample(2, "h", ir.TopOf(zone("deck"))), ir.Move(zone("deck"), zone("box.Card"), handle="h"))
        made = program(
            *stmts,
            *draw,
            zones=(place("deck", ordered=True), place("pile", ordered=True), place("bag")),
            fields=(number("n"),),
            locals=locals_(h=ir.Number(0, 2), i=ir.Number(1, 3)),
        )
        return "deck" in ordered(made)

    fill = ir.Move(zone("box.Card"), zone("deck"))
    one = ir.Move(zone("box.Card"), zone("deck"), kind=c(1), count=c(1))
    assert not deck(fill), "what comes from a bag all at once is one packet"
    assert deck(fill, one), "one more on top makes two"
    assert not deck(fill, one, ir.Mix(zone("deck")))
    assert not deck(one, ir.If(compare(read("n"), "is", 0), (one, ir.Mix(zone("deck")))))
    assert deck(ir.If(compare(read("n"), "is", 0), (one,)), one)
    assert deck(ir.Each("i", ir.RangeDomain(c(1), c(3), 1, 3), None, (one,)))
    assert not deck(one, ir.Move(zone("box.Card"), zone("deck"), spot="in"))
    onto = ir.Move(zone("pile"), zone("deck"))
    assert not deck(ir.Move(zone("box.Card"), zone("pile")), onto), "the packets come along"
    maybe, mix = ir.If(compare(read("n"), "is", 1), (ir.Leave("B"),)), ir.Mix(zone("deck"))
    assert not deck(ir.Block("B", "phase", (one, maybe, one, mix)))
    early = ir.Block("B", "phase", (one, one, maybe, mix))
    assert deck(early), "left before it is shuffled"


def test_nothing_is_woven_into_the_setup() -> None:
    woven = weave(card_game())
    drawn = next(p for p in woven.procedures if p.name == "Draw")
    tests = [n for n in everything(drawn.body) if n == ir.Local("#setting up")]
    assert tests, "a procedure called from both asks where it is called from"
    assert woven.setup[0] == ir.SetLocal("#setting up", c(1))
    assert woven.setup[-1] == ir.Call(SETTLE), "at the end of set-up all watches are tested"
    assert {AWAKE, SETTLING} <= {v.name for v in woven.locals}
    plain = weave(dice_race())
    assert not [n for n in everything(plain.setup) if isinstance(n, ir.Move | ir.SetField)]


def test_a_watch_that_cannot_hold_at_the_start_is_not_tested_then() -> None:
    assert prepare(tic_tac_toe()).program.setup == ()


def test_a_handle_that_is_surely_there_needs_no_test() -> None:
    for made in (card_game(), faces()):
        prepared = prepare(made)
        bodies = (prepared.program.flow, tuple(p.body for p in prepared.program.procedures))
        moves = [n for n in everything(bodies) if isinstance(n, ir.Move) and n.handle is not None]
        assert moves and any(id(m) in prepared.there for m in moves)
    twice = branch(
        "Both",
        ir.Move(zone("bag"), zone("box.Card"), handle="a"),
        ir.Move(zone("bag"), zone("box.Card"), handle="b"),
        binders=tuple(ir.Binder(n, ir.ZoneDomain(zone("bag")), 3) for n in "ab"),
    )
    made = program(ask(1, twice), zones=(place("bag"),), locals=locals_(a=ir.Number(0, 2), b=ir.Number(0, 2)))
    prepared = prepare(made)
    first, second = (n for n in everything(prepared.program.flow) if isinstance(n, ir.Move))
    assert id(first) in prepared.there and id(second) not in prepared.there, "both may name the same card"


def test_locals_are_kept_only_across_stops() -> None:
    question = ask(1, branch("Yes", add("n"), binders=(ir.Binder("x", ir.ClassDomain("player"), 2),)))
    made = program(
        ir.SetLocal("before", c(1)),
        put("n", L("before")),
        ir.SetLocal("across", c(2)),
        question,
        put("n", L("across")),
        ir.Sample(2, "dice", ir.Roll(6)),
        ir.SetLocal("after", L("dice")),
        put("n", L("after")),
        fields=(number("n"),),
        locals=locals_(**dict.fromkeys(("before", "across", "dice", "after"), ir.Number(0, 9)), x=ir.Name("player")),
    )
    scopes = prepare(made).scopes
    assert scopes.stored(exposed=False) == {"across"}
    assert scopes.stored(exposed=True) == {"across", "dice"}, "exposed chance is a stop"


def test_calls_that_stop_need_a_mark_only_when_there_are_two() -> None:
    assert set(lay_out(card_game()).marks) >= {"Draw", "Discard", SETTLE}
    assert not lay_out(dice_race()).marks


def test_simplifying() -> None:
    made = tic_tac_toe()
    simplify = Simplifier(made).simplify
    assert simplify(ir.ColumnOf("Line", "b", L("l")), {"l": c(3)}) == c(3)
    assert simplify(ir.Logic("or", (L("x"), compare(c(1), "is", 1)))) == YES
    divides = compare(ir.Arith("/", c(1), L("x")), "is", 1)
    assert simplify(ir.Logic("and", (divides, NO))) != NO, "what may be a fault is not dropped"
    cases = ir.Cases(((L("a"), c(1)), (L("b"), c(2))), c(1))
    assert simplify(compare(cases, "is", 2)) == ir.Logic("and", (ir.Logic("not", (L("a"),)), L("b")))
    assert simplify(ir.Arith("/", c(1), c(0))) == ir.Arith("/", c(1), c(0))
