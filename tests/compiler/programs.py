"""Small games written by hand as IR, one for each thing that a backend has to get right.

Every game here ends with certainty or can be cut off by a limit, so random play over them is a test.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl import ir
from rulewright.dsl.source import Source, Span
from tests.compiler.program_cards import PLAYER, L, card_game, handle, players_of
from tests.compiler.small import add, at, branch, c, compare, number, place, program, put, read, zone


def tic_tac_toe() -> ir.Program:
    """A grid, a table of lines with a watch over it, an ending when nothing is free."""
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    names = tuple(f"r{n // 3 + 1}c{n % 3 + 1}" for n in range(9))
    cell = ir.Class("Cell", "grid", names, names)
    rows = tuple(f"line {n}" for n in range(8))
    columns = tuple(ir.Column(k, ir.Name("Cell"), tuple(line[n] for line in lines)) for n, k in enumerate("abc"))
    line = ir.Class("Line", "table", rows, rows, columns)

    def mark(column: str) -> ir.Read:
        return read("mark", ir.ColumnOf("Line", column, L("l")))

    three = ir.Watch(
        "three",
        ir.Logic(
            "and",
            (compare(mark("a"), "is not", 2), compare(mark("a"), "is", mark("b")), compare(mark("b"), "is", mark("c"))),
        ),
        (ir.Result(0, players_of(mark("a")), ir.Arith("-", c(3), players_of(mark("a"))), "a row", span=at(9)),),
        True,
        frozenset({"mark"}),
        "l",
        ir.ClassDomain("Line"),
        span=at(8),
    )
    full = ir.Watch(
        "full",
        ir.Logic("not", (ir.Fold("some", "f", ir.ClassDomain("Cell"), compare(read("mark", L("f")), "is", 2)),)),
        (ir.Result(1, c(0), c(0), "the board is full", span=at(11)),),
        True,
        frozenset({"mark"}),
        span=at(10),
    )
    move = branch(
        "Mark",
        put("mark", L("p"), L("x"), range="safe", span=at(6)),
        binders=(ir.Binder("x", ir.ClassDomain("Cell"), 9),),
        where=compare(read("mark", L("x")), "is", 2),
    )
    turn = ir.Block(
        "Turn", "phase", (ir.Choose(1, L("p"), "Where?", (move,), path="Turn", span=at(5)),), span=at(4)
    )
    return program(
        ir.Loop((ir.Each("p", ir.ClassDomain("player"), None, (turn,), span=at(3)),), span=at(3)),
        name="tic_tac_toe",
        classes=(cell, line),
        fields=(number("mark", ir.Name("player", True), "Cell", initial=c(2)),),
        watches=(three, full),
        locals=tuple(
            ir.LocalVar(n, ir.Name(k)) for n, k in (("p", "player"), ("x", "Cell"), ("l", "Line"), ("f", "Cell"))
        ),
    )


def dice_race() -> ir.Program:
    """Dice, a custom die, a choice between two branches with a need, a clamped counter, a block left from two loops."""
    die = ir.Class("Die", "dice", ("Stop", "Go", "Jump"), ("Stop", "Go", "Jump"), (), (3, 2, 1))
    roll = (
        ir.Sample(2, "n", ir.Roll(6), span=at(11)),
        put("at", ir.Arith("+", read("at", L("p")), L("n")), L("p"), range="clamp", span=at(12)),
        ir.Sample(3, "face", ir.RollKind("Die"), span=at(13)),
        ir.If(compare(L("face"), "is", 0), (ir.Leave("Turn", span=at(14)),), span=at(14)),
        ir.If(compare(L("face"), "is", 2), (put("at", c(0), L("p"), range="safe"),), span=at(15)),
    )
    rest = (add("rests", 1, span=at(16)), ir.Leave("Turn", span=at(17)))
    ask = ir.Choose(
        1,
        L("p"),
        "Roll?",
        (
            branch("Roll", *roll, needs=(ir.Need("there", compare(read("at", L("p")), "<", 12), "already there"),)),
            branch("Rest", *rest, where=compare(read("rests"), "<", 30)),
        ),
        otherwise=(ir.Leave("Turn"),),
        path="Turn",
        span=at(10),
    )
    turns = ir.Each("k", ir.RangeDomain(c(1), c(3), 1, 3), None, (ir.Loop((ask,), until=compare(L("k"), ">", 1)),))
    turn = ir.Block("Turn", "phase", (add("turns", 1), turns), resets=("turns",), span=at(9))
    some = ir.Fold("some", "q", ir.ClassDomain("player"), compare(read("at", L("q")), ">=", 20))
    best = ir.Fold("highest", "r", ir.ClassDomain("player"), None, read("at", L("r")))
    leaders = ir.Fold("set", "s", ir.ClassDomain("player"), compare(read("at", L("s")), "is", best))
    ended = ir.Watch(
        "ended",
        some,
        (ir.Result(0, leaders, ir.Arith("-", c(3), leaders), "first past the post", span=at(21)),),
        True,
        frozenset({"at"}),
        span=at(20),
    )
    tired = ir.Result(1, c(0), c(0), "everybody rested")
    each = ir.Each("p", ir.ClassDomain("player"), None, (turn,), start=read("first"), after=True, step=-1, span=at(8))
    over = ir.If(compare(read("rests"), ">=", 30), (tired,))
    return program(
        ir.Loop((ir.Block("Round", "phase", (each, over)), put("first", ir.NextMember("player", read("first")))),),
        name="dice_race",
        classes=(die,),
        fields=(
            number("at", ir.Number(0, 20), "player"),
            number("rests", ir.Number(0, 99)),
            number("first", PLAYER),
            number("turns", ir.Number(0, 9), during="Turn", initial=c(2)),
        ),
        watches=(ended,),
        scores=read("at", L("it")),
        locals=(
            ir.LocalVar("p", PLAYER),
            ir.LocalVar("n", ir.Number(1, 6)),
            ir.LocalVar("face", ir.Name("Die")),
            ir.LocalVar("k", ir.Number(1, 3)),
            *(ir.LocalVar(n, PLAYER) for n in "qrs"),
        ),
    )


def faces() -> ir.Program:
    """Slots and zones that mix faces, turning, showing, an audience that grows, handles that change their code."""
    role = place("role", per="player", slot=True, face="either", capacity=1, seen=players_of(L("it")))
    table = place("table", face="either", seen=ir.Players((read("spy"),), (False,)))
    hand = place("hand", per="player", seen=players_of(L("it")))
    deal = (
        ir.Move(zone("box.Card"), zone("table"), count=c(3), kind=c(0), face=1),
        ir.Move(zone("box.Card"), zone("table"), face=0),
        ir.Each(
            "d",
            ir.ClassDomain("player"),
            None,
            (
                ir.Sample(4, "dealt", ir.AnyOf(ir.ZoneDomain(zone("table")), None)),
                ir.Move(zone("table"), zone("role", L("d")), handle="dealt", face=0),
            ),
        ),
    )
    ask = ir.Choose(
        1,
        L("p"),
        "What now?",
        (
            branch(
                "Turn",
                ir.Turn(zone("table"), 0, "t"),
                ir.Tell(players_of(L("p")), zone=zone("table"), handle="t"),
                put("spy", L("p"), widens=("table", "secret", "role")),
                binders=(ir.Binder("t", ir.ZoneDomain(zone("table")), 6),),
                where=compare(ir.FaceOf(L("t")), "is", 1),
            ),
            branch(
                "Take",
                ir.Move(zone("table"), zone("hand", L("p")), handle="u"),
                ir.If(compare(L("u"), "is", 1), (put("secret", c(1), L("p")),)),
                ir.Move(zone("hand", L("p")), zone("table"), handle="u", face=1),
                ir.Turn(zone("role", L("p")), 1),
                binders=(ir.Binder("u", ir.ZoneDomain(zone("table")), 6),),
                where=compare(ir.FaceOf(L("u")), "is", 0),
            ),
            branch(
                "Swap",
                ir.Move(zone("role", L("p")), zone("table")),
                ir.Sample(2, "v", ir.AnyOf(ir.ZoneDomain(zone("table")), compare(ir.FaceOf(L("v")), "is", 1))),
                ir.Move(zone("table"), zone("role", L("p")), handle="v"),
                ir.Tell(c(3), "the hidden ones", ir.Count(zone("table"), facing=0), ir.Number(0, 9)),
                where=compare(ir.Count(zone("table"), facing=1), ">", 0),
                needs=(
                    ir.Need("owns", compare(ir.SlotKind(zone("role", L("p"))), "is not", 3), "nothing to swap"),
                    ir.Need("early", compare(read("moves"), "<", 40), "too late"),
                ),
            ),
        ),
        otherwise=(ir.Turn(zone("table"), 1),),
    )
    late = ir.Result(0, c(0), c(3), "late")
    open_ = ir.Watch(
        "open",
        compare(ir.Count(zone("table"), facing=0), "is", 0),
        (ir.Turn(zone("table"), 0), ir.Move(zone("table"), zone("hand", 0), kind=c(2))),
        False,
        frozenset({"table"}),
    )
    body = (ask, add("moves", 1), ir.If(compare(read("moves"), ">=", 50), (late,)))
    return program(
        ir.Loop((ir.Each("p", ir.ClassDomain("player"), None, body),)),
        name="faces",
        zones=(role, table, hand),
        fields=(
            number("spy", PLAYER),
            number("moves", ir.Number(0, 60)),
            number("secret", per="player", seen=ir.Players((read("spy"), L("it")), (False, False))),
        ),
        setup=deal,
        watches=(open_,),
        locals=(
            *(handle(n, 6) for n in ("dealt", "t", "u", "v")),
            *(ir.LocalVar(n, PLAYER) for n in ("p", "d")),
        ),
    )


def hostile() -> ir.Program:
    """Names and texts that try to get out of the module they are written into."""
    evil = 'x"""\nimport os\nos.abort()\n#\'\\'
    source = Source("a\nraise SystemExit\n.rules", "x")
    span = Span(source, 0, 1)
    ask = ir.Choose(
        1,
        L(evil),
        evil,
        (ir.Branch(evil, evil, (), None, (), (put(evil, c(1), span=span),), span=span),),
        path=evil,
        span=span,
    )
    body: tuple[Any, ...] = (
        ir.SetLocal(evil, c(1)),
        ir.Block(evil, "phase", (ask, ir.Call(evil)), title=evil, span=span),
        ir.Check(compare(read(evil), "is", 1), evil, span=span),
        ir.Result(0, c(0), c(0), evil),
    )
    return program(
        *body,
        name=evil,
        title=evil,
        text_hash=evil,
        variants=(evil,),
        options=((evil, 1),),
        classes=(ir.Class(evil, "enum", (evil, "ok"), (evil, "ok"), title=evil),),
        fields=(number(evil, title=evil),),
        zones=(place(evil, title=evil),),
        procedures=(ir.Procedure(evil, (), (ir.Tell(c(3), evil),), title=evil),),
        locals=(ir.LocalVar(evil, PLAYER),),
    )


ALL = {p.__name__: p for p in (tic_tac_toe, dice_race, card_game, faces, hostile)}
