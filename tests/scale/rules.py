"""Statements and conditions of a town, drawn at random from what the language has and from what other towns declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from attrs import define, field

from tests.scale.country import Country, Town


def indented(lines: Iterable[str], depth: int) -> Iterator[str]:
    return (f"{'  ' * depth}{line}" for line in lines)


@define
class Pen:
    """Writes bodies for one town. `names` makes names for what a body binds, each only once."""

    country: Country
    town: Town
    names: int = field(default=0)

    @property
    def random(self) -> Random:
        return self.country.random

    def name(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    # ------------------------------------------------------------------------------------------ conditions

    def open_condition(self) -> str:
        """A condition that everybody can see, about any town, or about this one."""
        t = self.random.choice((self.town, self.country.any_town()))
        w, x, n = t.word, self.name("x"), self.random.randrange(1, 7)
        return self.random.choice((
            f"{w}_mood is {self.random.choice(t.trades)}",
            f"({w}_host is not none)",
            f"count {w}_waste > {n}",
            f"({self.random.choice(t.kinds)} in {w}_waste)",
            f"{w}_waste is not empty",
            f"count (player {x} where {x}.{w}_purse > {n}) > 1",
            f"(some player {x} where {x}.{w}_purse < {n})",
            f"count {t.name}Rich < 2",
            f"highest({x}.{w}_purse over player {x}) > {n}",
            "sky is not Icy",
        ))  # fmt: skip

    def condition(self, who: str) -> str:
        """A condition about a player, of what that player sees."""
        t = self.random.choice((self.town, self.country.any_town()))
        w, n = t.word, self.random.randrange(1, 7)
        own = self.random.choice((
            f"{who}.{w}_purse >= {n}",
            f"{w}_wealth({who}) > {n * 2}",
            f"{w}_ease({who}) + {who}.fame > {n * 3}",
            f"{who} in {t.name}Rich",
            f"count {who}.{w}_hand > {n - 1}",
            f"{self.random.choice(t.kinds)} in {who}.{w}_hand",
            f"{who}.{w}_secret is {n}",
            f"{who}.{w}_shown is {self.random.choice(t.kinds)}",
            f"{who} is {w}_next",
        ))  # fmt: skip
        if self.random.random() < 0.4:
            return f"{own} {self.random.choice(('and', 'or'))} {self.open_condition()}"
        return own

    # ------------------------------------------------------------------------------------------ statements

    def simple(self, who: str, amount: str = "2") -> str:
        """One line that does something to a player."""
        t = self.random.choice((self.town, self.country.any_town()))
        w, x, n = t.word, self.name("x"), self.random.randrange(1, 4)
        return self.random.choice((
            f"add {amount} to {who}.{w}_purse",
            f"take {n} from {who}.{w}_purse",
            f"add {n} to {who}.fame",
            f"draw {n} from {w}_stock to {who}.{w}_hand",
            f"move {n} {self.random.choice(t.kinds)} from {who}.{w}_hand to {w}_waste",
            f"move all {self.random.choice(t.kinds)} from {w}_waste to {w}_stock at the bottom",
            f"set {w}_mood to {self.random.choice(t.trades)}",
            f"set {w}_host to {who}",
            f"set {w}_guard to {who}",
            f"add 1 to {self.random.choice(t.kinds)}.{w}_price",
            f"take 1 from {self.random.choice(t.kinds)}.{w}_price",
            f"turn all {w}_row face {self.random.choice(('up', 'down'))}",
            f"move {self.random.choice(t.kinds)} from {who}.{w}_hand to {w}_row face up",
            f"announce {who}.{w}_purse \"In the purse\"",
            f"announce count {w}_waste > {n} \"Much is wasted\" to {who}",
            f"show {who}.{w}_hand to {w}_next",
            f"set favourite to {who}",
            f"set {who}.heard to (player {x} where {x}.{w}_purse > {n})",
            f"set {who}.{w}_secret to {n}",
        ))  # fmt: skip

    def call(self, who: str) -> list[str]:
        """Something that a town this one is tied to does for a player."""
        if not self.town.ties:
            return [self.simple(who)]
        u = self.random.choice(self.town.ties)
        match self.random.randrange(3):
            case 0:
                return [f"do {u.word}_feast({who})"]
            case 1:
                return [f"do {u.word}_trade({who}, {self.random.randrange(1, 6)})"]
        offer = self.name("offer")
        return [f"let {offer} = do {u.word}_offer({who})", f"add {offer} to {who}.{self.town.word}_purse"]

    def behaviour(self) -> list[str]:
        """What a kind of card does for player `p` with number `n`."""
        lines = [f"add n to p.{self.town.word}_purse"]
        match self.random.randrange(4):
            case 0:
                lines += self.call("p")
            case 1:
                lines += [f"if {self.condition('p')}: {self.simple('p', 'n')}", f"otherwise: {self.simple('p')}"]
            case 2:
                lines.append(self.simple("p"))
        return lines

    def trade(self) -> list[str]:
        """The body of a procedure with player `q` and number `n`."""
        w, card = self.town.word, self.name("c")
        return [
            f"if {self.condition('q')}",
            f"  {self.simple('q', 'n')}",
            *indented(self.call("q"), 1),
            f"otherwise if n > {self.random.randrange(1, 5)}: {self.simple('q', 'n')}",
            f"draw card {card} from {w}_stock to {w}_waste shown to q",
            f"  if {card}.worth > {self.random.randrange(1, 6)}: add {card}.worth to q.{w}_purse",
            f"otherwise: {self.simple('q')}",
        ]

    def feast(self) -> list[str]:
        """The body of a procedure with player `q`."""
        w, other, guest = self.town.word, self.country.any_town(), self.name("g")
        lines = [
            f"let k = count q.{w}_hand + {self.random.randrange(3)}",
            f"repeat k times: add 1 to q.{other.word}_purse",
            f"each player {guest} clockwise after q where {self.condition(guest)}",
            f"  {self.simple(guest)}",
        ]
        if self.random.random() < 0.5:
            lines += self.call("q")
        else:
            lucky = self.name("l")
            lines.append(f"chance chooses player {lucky}: add 2 to {lucky}.{w}_purse")
        return lines

    # ------------------------------------------------------------------------------------------ questions

    def deal(self) -> list[str]:
        """What player `p` is asked in the market."""
        w, t = self.town.word, self.town
        lines = [
            f'p chooses one "What now, in {t.name}?"',
            '  Trade "Trade"',
            f'    needs money: p.{w}_purse >= {self.random.randrange(1, 4)} because "it costs money"',
            f"    do {w}_trade(p, {self.random.randrange(1, 7)})",
            f"    let gift = do {w}_offer(p)",
            f"    add gift to p.{w}_purse",
            f'  Feast "Give a feast": do {w}_feast(p)',
            '  Show "Show something"',
            f'    needs room: p.{w}_shown is none because "there is something already"',
            f'    p chooses card d in p.{w}_hand "Which?"',
            f"      move d to p.{w}_shown face {self.random.choice(('up', 'down'))}",
            "    otherwise: nothing",
            '  Wait "Wait"',
            f'    needs nerve: p.{w}_secret < 8 because "you have waited long enough"',
            f"    add 1 to p.{w}_secret",
            f"    {self.simple('p')}",
        ]
        if t.has_tokens:
            lines += [
                f"draw token k from {w}_bag to p.{w}_till",
                f"  if k is {t.coins[0]}: {self.simple('p')}",
                f"otherwise: move all p.{w}_till to {w}_bag",
            ]
        return lines

    def gathering(self) -> list[str]:
        """What is asked of everybody, or done for everybody, after the market."""
        w, t = self.town.word, self.town
        match t.number % 4:
            case 0:
                return [
                    "at once each player q",
                    f'  q chooses number n from 0 to 3 "What do you put in for {t.name}?"',
                    f"    add n to q.{w}_purse",
                    "    if n > 2: take 1 from q.fame",
                ]
            case 1:
                return [
                    f"repeat while {w}_row is not empty and {t.kinds[0]} in {w}_row",
                    f"  move all {t.kinds[0]} from {w}_row to {w}_waste",
                    f"let luck = roll d{self.random.randrange(3, 9)}",
                    f"if luck is 1: {self.simple('first')}",
                ]
            case 3:
                return [
                    f"phase Haggle repeats until {w}_rounds >= 2",
                    f"  add 1 to {w}_rounds",
                    f'  {w}_next chooses number n from 1 to 3 "How hard do you haggle?": do {w}_trade(first, n)',
                ]
        return [
            f"each player q where q.{w}_shown is not none",
            f"  turn q.{w}_shown face up",
            f"  move all q.{w}_shown to {w}_waste",
            f'  q may "Tell of {t.name}": do {w}_feast(q)',
            f"  otherwise: {self.simple('q')}",
        ]
