"""Short ways to write small programs by hand, for tests of the interpreter and the runtime."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.layout import lay_out
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.schema_of import schema_of
from rulewright.dsl import ir
from rulewright.dsl.source import Source, Span

NUMBER = ir.Number(0, 9)
NOBODY = ir.Const(0)
OWNER = ir.Players((ir.Local("it"),), (False,))
RULES = Source("small.rules", "\n".join(f"line {n}" for n in range(1, 100)))


def at(line: int) -> Span:
    """The span of a line of an imaginary file."""
    start = RULES.line_starts[line - 1]
    return Span(RULES, start, start + 4)


def c(value: int) -> ir.Const:
    return ir.Const(value)


def read(field: str, index: ir.Expr | None = None) -> ir.Read:
    return ir.Read(ir.FieldRef(field, index))


def zone(name: str, index: int | ir.Expr | None = None) -> ir.ZoneRef:
    return ir.ZoneRef(name, ir.Const(index) if isinstance(index, int) else index)


def put(field: str, value: ir.Expr | int, index: ir.Expr | None = None, **more: Any) -> ir.SetField:
    expr = ir.Const(value) if isinstance(value, int) else value
    return ir.SetField(ir.FieldRef(field, index), expr, more.pop("range", "check"), **more)


def add(field: str, many: int = 1, **more: Any) -> ir.SetField:
    return put(field, ir.Arith("+", read(field), c(many)), **more)


def compare(left: ir.Expr, op: Any, right: ir.Expr | int) -> ir.Compare:
    return ir.Compare(op, left, ir.Const(right) if isinstance(right, int) else right)


def say(text: str, value: ir.Expr | None = None, to: ir.Expr | None = None) -> ir.Tell:
    kind = None if value is None else ir.Number(0, 99)
    return ir.Tell(to or c(3), text, value, kind)


def ask(id: int, *branches: ir.Branch, actor: ir.Expr | None = None, **more: Any) -> ir.Choose:
    return ir.Choose(id, actor or c(0), "What now?", branches, **more)


def branch(label: str, *body: ir.Stmt, binders: tuple[ir.Binder, ...] = (), **more: Any) -> ir.Branch:
    return ir.Branch(label.lower(), label, binders, more.pop("where", None), more.pop("needs", ()), body, **more)


def go(id: int) -> ir.Choose:
    """A question with one answer, to stop at."""
    return ask(id, branch("Go on"))


def number(name: str, type: ir.Type = NUMBER, per: str | None = None, **more: Any) -> ir.Field:
    return ir.Field(name, type, per, more.pop("initial", c(0)), more.pop("seen", c(3)), **more)


def place(name: str, cls: str = "Card", **more: Any) -> ir.Zone:
    full = {"per": None, "ordered": False, "capacity": 6, "seen": c(3)}
    return ir.Zone(name, cls, **{**full, **more})


CARDS = ir.Class("Card", "cards", ("Night", "Dawn", "Bite"), ("Night", "Dawn", "Bite"), (), (3, 2, 1), "card")
BOX = place("box.Card", seen=NOBODY)


def program(*flow: ir.Stmt, **more: Any) -> ir.Program:
    """A two-player program with the class Card (three Night, two Dawn, one Bite) and its box."""
    seats = ir.Class("player", "player", ("player 1", "player 2"), ("player 1", "player 2"), title="player")
    parts: dict[str, Any] = {
        "name": "small",
        "title": "Small",
        "players": 2,
        "options": (),
        "variants": (),
        "text_hash": "0123",
        "classes": (seats, CARDS, *more.pop("classes", ())),
        "fields": more.pop("fields", ()),
        "zones": (more.pop("box", BOX), *more.pop("zones", ())),
        "values": (),
        "procedures": (),
        "locals": (),
        "setup": (),
        "flow": flow,
    }
    return ir.Program(**{**parts, **more})


def interpreter(made: ir.Program, **more: Any) -> Interpreter:
    return Interpreter(made, schema_of(made, lay_out(made)), **more)


def locals_(**types: ir.Type) -> tuple[ir.LocalVar, ...]:
    return tuple(ir.LocalVar(name, of) for name, of in types.items())


NIGHT, DAWN, BITE = range(3)
DECK = place("deck", ordered=True, seen=NOBODY)
PILE = place("pile", ordered=True)
HANDS = place("hand", per="player", seen=OWNER)


def some(kind: int, many: int, target: str, spot: Any = "top") -> ir.Move:
    """Cards from the box."""
    return ir.Move(zone("box.Card"), zone(target), kind=c(kind), count=c(many), spot=spot)


def draw(id: int, source: str = "deck", target: ir.ZoneRef | None = None, **more: Any) -> tuple[ir.Stmt, ...]:
    """Draw the top card (local `top`), to the first player's hand unless told otherwise."""
    taken = ir.Sample(id, "top", ir.TopOf(zone(source)))
    return (taken, ir.Move(zone(source), target or zone("hand", 0), handle="top", **more))


def with_deck(*flow: ir.Stmt, setup: tuple[ir.Stmt, ...], **more: Any) -> ir.Program:
    """A program with a deck, a pile (both ordered) and a hand for each player."""
    return program(
        *flow,
        zones=(DECK, PILE, HANDS, *more.pop("zones", ())),
        setup=setup,
        locals=locals_(top=NUMBER, **more.pop("locals", {})),
        **more,
    )


def begun(made: ir.Program, **more: Any) -> tuple[Interpreter, list[int], list[Any]]:
    """An interpreter, a game of it that waits at its first point, and the events so far."""
    engine = interpreter(made, **more)
    cells: list[int] = engine.new(1)
    log: list[Any] = []
    engine.begin(cells, log)
    return engine, cells, log


def said(log: list[Any]) -> list[int]:
    """The announced values, in order."""
    return [event[4] for event in log if event[0] == "announce"]
