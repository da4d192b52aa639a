"""Random expressions and domains over the fields and zones that random programs have."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define, field

from rulewright.dsl import ir
from tests.compiler.small import (
    DECK,
    HANDS,
    NOBODY,
    OWNER,
    PILE,
    at,
    c,
    compare,
    number,
    place,
    read,
    zone,
)

WIDE = ir.Number(-99, 999)
OPEN = ir.Cases(((read("flag"), c(3)),), c(1))
FIELDS = (
    number("n"),
    number("m"),
    number("flag", ir.Truth()),
    number("signed", ir.Number(-3, 3)),
    number("secret", seen=OPEN),
    number("k", per="player", seen=OWNER),
    number("who", ir.Name("player", True), initial=c(2)),
    number("group", ir.SetType("Card")),
    number("inner", during="P", initial=c(2)),
)
ZONES = (
    DECK,
    PILE,
    HANDS,
    place("table", face="either", seen=OPEN),
    place("stack", face="either", ordered=True, seen=NOBODY),
    place("slot", slot=True, capacity=1, seen=OPEN),
)
PLAIN = ("n", "m", "signed", "secret", "inner")
EITHER = ("table", "stack")
WIDENS = ("secret", "table", "slot")


@define
class Expressions:
    """Makes expressions. `locals` are the numbers in scope."""

    random: Random
    made: list[ir.LocalVar] = field(factory=list)
    locals: list[str] = field(factory=list)
    sure: bool = False  # in a condition: nothing that can be a fault (when a guard is looked at is an engine's affair)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def pick(self, options: Any) -> Any:
        return options[self.random.randrange(len(options))]

    def local(self, type: ir.Type = WIDE) -> str:
        name = f"x{len(self.made)}"
        self.made.append(ir.LocalVar(name, type))
        return name

    # ------------------------------------------------------------------------------------------ expressions

    def number(self, depth: int = 2) -> ir.Expr:
        leaves: list[Callable[[], ir.Expr]] = [
            lambda: c(self.random.randrange(-1, 4)),
            lambda: read(self.pick(PLAIN)),
            lambda: read("k", self.player()),
            lambda: ir.Count(self.zone()),
            lambda: ir.Count(self.zone(), self.kind()),
            lambda: ir.Count(zone(self.pick(EITHER)), facing=self.pick((0, 1))),
        ]
        if self.locals:
            leaves += [lambda: ir.Local(self.pick(self.locals))] * 3
        if depth == 0 or self.chance(50):
            expr: ir.Expr = self.pick(leaves)()
            return expr
        operator = self.pick(("+", "-", "*", "/", "min", "max", "cases", "fold", "apply"))
        if operator == "cases":
            return ir.Cases(((self.condition(1), self.number(1)),), self.number(1))
        if operator == "fold":
            return self.fold(self.pick(("count", "total", "highest", "lowest")))
        if operator == "apply":
            return ir.Apply("twice", (self.number(1),))
        safe = operator == "/" and (self.sure or not self.chance(3))
        right = c(self.pick((-2, 2, 3))) if safe else self.number(depth - 1)
        return ir.Arith(operator, self.number(depth - 1), right, span=self.span())

    def fold(self, operator: Any) -> ir.Fold:
        name = self.local()
        domain = self.domain()
        self.locals.append(name)
        guard = self.condition(1) if self.chance(60) else None
        body = self.number(1) if operator in ("total", "highest", "lowest") else None
        self.locals.remove(name)
        return ir.Fold(operator, name, domain, guard, body)

    def small(self) -> ir.Expr:
        """A number that fits a local, whatever happens."""
        return ir.Arith("max", c(-9), ir.Arith("min", c(9), self.number(1)))

    def condition(self, depth: int = 2) -> ir.Expr:
        outer, self.sure = self.sure, True
        made = self._condition(depth)
        self.sure = outer
        return made

    def _condition(self, depth: int) -> ir.Expr:
        if depth and self.chance(30):
            operator = self.pick(("and", "or", "not"))
            return ir.Logic(operator, tuple(self.condition(depth - 1) for _ in range(1 if operator == "not" else 2)))
        if self.chance(20):
            return ir.Member(self.kind(), read("group"))
        if self.chance(20):
            return compare(ir.SlotKind(zone("slot")), self.pick(("is", "is not")), self.random.randrange(4))
        if depth and self.chance(20):
            return self.fold("some")
        return compare(self.number(1), self.pick(("is", "is not", "<", "<=", ">", ">=")), self.number(1))

    def player(self) -> ir.Expr:
        if self.chance(20):
            return ir.NextMember("player", self.player())
        if self.chance(2) and not self.sure:
            return read("who")  # may be none: a fault where a player is needed
        return c(self.random.randrange(2))

    def kind(self) -> ir.Expr:
        return c(self.random.randrange(3))

    def seats(self) -> ir.Expr:
        if self.chance(30):
            return ir.Players((read("who"), c(1)), (False, True))
        return c(self.random.randrange(4))

    def zone(self) -> ir.ZoneRef:
        name = self.pick(("box.Card", "deck", "pile", "hand", "table", "stack", "slot"))
        return zone(name, c(self.random.randrange(2)) if name == "hand" else None)

    def domain(self) -> ir.Domain:
        return self.pick(  # type: ignore[no-any-return]
            (
                lambda: ir.ClassDomain("Card"),
                lambda: ir.ClassDomain("player"),
                lambda: ir.SetDomain("Card", read("group")),
                lambda: ir.RangeDomain(c(self.random.randrange(2)), ir.Arith("min", read("n"), c(3)), 0, 4),
                lambda: ir.ZoneDomain(self.zone()),
            )
        )()

    def span(self) -> Any:
        return at(self.random.randrange(1, 99))
