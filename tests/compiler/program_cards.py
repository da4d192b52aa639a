"""A card game written by hand as IR, and the short words that it shares with the games in programs.py."""

from __future__ import annotations

from rulewright.dsl import ir
from tests.compiler.small import add, at, branch, c, compare, number, place, program, put, read, zone

L = ir.Local


def players_of(expr: ir.Expr) -> ir.Players:
    return ir.Players((expr,), (False,))


def handle(name: str, kinds: int = 3) -> ir.LocalVar:
    return ir.LocalVar(name, ir.Number(0, kinds - 1))


PLAYER = ir.Name("player")


def card_game(ordered_discard: bool = False) -> ir.Program:
    """A deck that is shuffled back when it runs out, hands, calls that stop, a watch with a question, a mark to return
    by. With `ordered_discard` cards are drawn from an unshuffled pile too, so that its order matters."""
    draw = ir.Procedure(
        "Draw",
        ("who",),
        (
            ir.If(
                compare(ir.Count(zone("deck")), ">", 0),
                (
                    ir.Sample(5, "top", ir.TopOf(zone("deck")), span=at(31)),
                    ir.Move(zone("deck"), zone("hand", L("who")), handle="top", span=at(32)),
                ),
            ),
        ),
        span=at(30),
    )
    discard = ir.Procedure(
        "Discard",
        ("by",),
        (
            ir.Choose(
                2,
                L("by"),
                "Which?",
                (
                    branch(
                        "Card",
                        ir.Move(zone("hand", L("by")), zone("discard"), handle="card", shown=c(3), span=at(36)),
                        put("Discard.result_field", ir.Arith("+", ir.KindOf(L("card"), False), c(1))),
                        ir.SetLocal("Discard.result", ir.KindOf(L("card"), False)),
                        binders=(ir.Binder("card", ir.ZoneDomain(zone("hand", L("by"))), 3),),
                    ),
                ),
                otherwise=(ir.SetLocal("Discard.result", c(0)), ir.Leave("Discard")),
                span=at(35),
            ),
            ir.Call("Draw", (L("by"),), span=at(37)),
        ),
        ir.Number(0, 9),
        span=at(34),
    )
    extra: tuple[ir.Stmt, ...] = ()
    if ordered_discard:
        extra = (
            ir.If(
                compare(ir.Count(zone("discard")), ">", 1),
                (
                    ir.Sample(6, "again", ir.TopOf(zone("discard"))),
                    ir.Move(zone("discard"), zone("deck"), handle="again", spot="bottom"),
                    ir.Move(zone("discard"), zone("deck"), count=c(2), kind=c(0), spot="top"),
                    ir.Move(zone("deck"), zone("discard"), kind=c(1), spot="in"),
                ),
            ),
        )
    turn = ir.Block(
        "Turn",
        "phase",
        (
            ir.Call("Draw", (L("p"),), span=at(41)),
            ir.Call("Discard", (L("p"),), "got", span=at(42)),
            ir.If(compare(L("got"), "is", 2), (ir.Call("Discard", (ir.NextMember("player", L("p")),)),), span=at(43)),
            *extra,
        ),
        span=at(40),
    )
    empty = ir.When(
        "reshuffle",
        "deck",
        (
            add("rounds", 1),
            ir.Move(zone("discard"), zone("deck"), span=at(51)),
            ir.Mix(zone("deck")),
            ir.If(compare(read("rounds"), ">", 4), (ir.Leave("Game"),)),
        ),
        span=at(50),
    )
    greedy = ir.Watch(
        "greedy",
        compare(ir.Count(zone("hand", L("g"))), ">", 2),
        (
            ir.Choose(
                3,
                L("g"),
                "Too many: give one away",
                (
                    branch(
                        "Give",
                        ir.Move(zone("hand", L("g")), zone("hand", L("to")), handle="gift"),
                        add("gifts", 1),
                        binders=(
                            ir.Binder("gift", ir.ZoneDomain(zone("hand", L("g"))), 3),
                            ir.Binder("to", ir.ClassDomain("player"), 2),
                        ),
                        where=compare(L("to"), "is not", L("g")),
                    ),
                    branch("Keep", add("gifts", 1)),
                ),
            ),
        ),
        False,
        frozenset({"hand"}),
        "g",
        ir.ClassDomain("player"),
        span=at(60),
    )
    generous = ir.Watch(
        "generous",
        compare(read("gifts"), ">", 6),
        (put("gifts", c(0)), ir.Tell(c(3), "so many gifts")),
        False,
        frozenset({"gifts"}),
        span=at(70),
    )
    start = (
        ir.Move(zone("box.Card"), zone("deck")),
        ir.Mix(zone("deck")),
        ir.Each("q", ir.ClassDomain("player"), None, (ir.Call("Draw", (L("q"),)),)),
    )
    game = ir.Block(
        "Game", "phase", (ir.Loop((ir.Each("p", ir.ClassDomain("player"), None, (turn,)),), span=at(39)),), span=at(38)
    )
    end = ir.Result(0, c(1), c(2), "the deck is worn out")
    deck_card = ir.LocalVar("top", ir.Number(0, 2))
    return program(
        game,
        end,
        name="card_game",
        box=place("box.Card", seen=c(0)),
        zones=(
            place("deck", ordered=True, seen=c(0)),
            place("discard", ordered=True),
            place("hand", per="player", seen=players_of(L("it"))),
        ),
        fields=(
            number("rounds", ir.Number(0, 9)),
            number("gifts", ir.Number(0, 9)),
            number("Discard.result_field", ir.Number(0, 9)),
        ),
        procedures=(draw, discard),
        setup=start,
        whens=(empty,),
        watches=(greedy, generous),
        locals=(
            deck_card,
            handle("card"),
            handle("gift"),
            handle("again"),
            ir.LocalVar("got", ir.Number(0, 9)),
            ir.LocalVar("Discard.result", ir.Number(0, 9)),
            *(ir.LocalVar(n, PLAYER) for n in ("who", "by", "p", "q", "g", "to")),
        ),
    )
