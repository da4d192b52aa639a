"""One town of a generated game as lines of rules: its tables, its places, its values, its phase, its reactions."""

from __future__ import annotations

from collections.abc import Iterator

from tests.scale.country import Country, Town
from tests.scale.rules import Pen, indented


def town_lines(country: Country, t: Town) -> Iterator[str]:
    """Everything a town adds to the file, a comment first."""
    pen = Pen(country, t)
    yield f"# {'-' * 66} {t.name}"
    yield f'enum {t.name}Trade: {t.trades[0]}, {t.trades[1]} "{t.trades[1]} and such", {t.trades[2]}'
    parts = (wares, other_tables, fields, zones, values, setup, procedures, phase, reactions)
    for part in parts:
        yield from part(pen, t)
        yield ""


def wares(pen: Pen, t: Town) -> Iterator[str]:
    """The cards; the column `kin` names cards of any other town."""
    random = pen.random
    kin = pen.country.any_town()
    yield f'cards {t.name}Ware "Wares of {t.name}"'
    yield f"  {'kind':<16}{'count':<14}{'name':<26}worth  {'trade':<16}{'kin':<16}loud"
    for n, kind in enumerate(t.kinds):
        count = "(1 + players)" if n == 0 else str(random.randrange(2, 5))
        related = "-" if n % 3 == 1 else random.choice(kin.kinds)
        title = f'"{kind} of {t.name}"'
        worth, trade, loud = random.randrange(1, 7), random.choice(t.trades), random.choice(("yes", "no"))
        yield f"  {kind:<16}{count:<14}{title:<26}{worth:<7}{trade:<16}{related:<16}{loud}"
        if n < 3:
            yield "    on use(player p, 0..4 n)"
            yield from indented(pen.behaviour(), 3)


def other_tables(pen: Pen, t: Town) -> Iterator[str]:
    if t.has_tokens:
        yield f"tokens {t.name}Coin"
        yield "  kind  count"
        yield from (f"  {coin}  {pen.random.randrange(3, 8)}" for coin in t.coins)
    if t.has_board:
        yield f"grid {t.name}Square 4 by 4"
        yield f"lines {t.name}Row of 4 {t.name}Square"
        yield f"field {t.word}_mark per {t.name}Square: player or none"


def fields(pen: Pen, t: Town) -> Iterator[str]:
    w = t.word
    yield f'field {w}_purse "the purse in {t.name}" per player: 0..60 clamped = {pen.random.randrange(2, 6)}'
    yield f"field {w}_mood: {t.name}Trade = {t.trades[0]}"
    yield f"field {w}_host: player or none"
    yield f"field {w}_guard: player = seat(1)"
    yield f"field {w}_secret per player: 0..9 clamped seen by owner"
    yield f"field {w}_price per {t.name}Ware k: 0..9 clamped = k.worth"
    yield f"field {w}_haste: 0..9 clamped during {t.name}.Market"
    if t.number % 4 == 3:
        yield f"field {w}_rounds: 0..9 clamped during {t.name}"


def zones(pen: Pen, t: Town) -> Iterator[str]:
    w = t.word
    yield f"deck {w}_stock of {t.name}Ware seen by nobody"
    yield f"pile {w}_hand of {t.name}Ware per player seen by owner"
    yield f"pile {w}_waste of {t.name}Ware seen by all"
    yield f"pile {w}_row of {t.name}Ware face either seen by {w}_guard"
    yield f"slot {w}_shown of {t.name}Ware per player face either seen by owner"
    if t.has_tokens:
        yield f"pile {w}_bag of {t.name}Coin seen by nobody"
        yield f"pile {w}_till of {t.name}Coin per player seen by all"


def values(pen: Pen, t: Town) -> Iterator[str]:
    w = t.word
    ties = "".join(f" + {u.word}_ease(p) / 2" for u in t.ties[:2])
    yield f"value {w}_ease(player p) = p.{w}_purse / 3{ties}"
    yield f"value {w}_wealth(player p) = total(c.worth over card c in p.{w}_hand) + {w}_ease(p)"
    yield f"value {w}_wants({t.name}Ware k): yes/no"
    yield f"  k.{w}_price > 1   if k.trade is {w}_mood"
    yield f"  k.kin is not none if k.loud and {pen.open_condition()}"
    yield "  yes               otherwise"
    yield f"value {w}_next: player"
    yield f"  {w}_guard  if {w}_mood is {t.trades[1]}"
    yield "  first      otherwise"
    yield f'group {t.name}Rich "the rich of {t.name}" = player p where p.{w}_purse >= {pen.random.randrange(5, 9)}'


def setup(pen: Pen, t: Town) -> Iterator[str]:
    w = t.word
    yield "setup"
    yield f"  move all {t.name}Ware from box to {w}_stock"
    yield f"  shuffle {w}_stock"
    yield f"  draw 2 from {w}_stock to {w}_row face up"
    yield f"  each player p: draw 2 from {w}_stock to p.{w}_hand"
    if t.has_tokens:
        yield f"  move all {t.name}Coin from box to {w}_bag"


def procedures(pen: Pen, t: Town) -> Iterator[str]:
    w = t.word
    yield f'procedure {w}_trade "Trade in {t.name}" (player q, 0..6 n)'
    yield from indented(pen.trade(), 1)
    yield f"procedure {w}_feast(player q)"
    yield from indented(pen.feast(), 1)
    yield f"procedure {w}_offer(player q) gives 0..6"
    yield f'  q may choose number n from 1 to 4 "What do you offer in {t.name}?"'
    yield f"    if {pen.condition('q')}: give n + 1"
    yield "    give n"
    yield f"  give {pen.random.randrange(3)}"
    if t.number % 4 == 2:
        yield f"procedure {w}_leave"
        yield f"  if {w}_haste > 4 and {pen.open_condition()}: end {t.name}.Market"


def phase(pen: Pen, t: Town) -> Iterator[str]:
    w, random = t.word, pen.random
    yield f'phase {t.name} "A visit to {t.name}"                          [C-{random.randrange(2, 8)}]'
    yield f"  set sky to {random.choice(('Fair', 'Wet', 'Icy'))}"
    yield f"  phase Market for each player p clockwise from {w}_next"
    yield f"    step Buy: draw 2 from {w}_stock to p.{w}_hand"
    yield f"    if {w}_wealth(p) < 8 and p not in {t.name}Rich: draw 1 from {w}_stock to p.{w}_hand"
    yield "    step Sell"
    yield f'      p chooses card c in p.{w}_hand where {w}_wants(c) "What do you sell?"'
    yield f'        needs price: c.{w}_price < {random.randrange(7, 10)} because "it is too dear"'
    yield f"        do c.use(p, {random.randrange(1, 5)})"
    yield f"        move c to {w}_waste"
    yield f"        add 1 to {w}_haste"
    yield f"      otherwise: add 1 to p.{w}_purse"
    yield "    step Deal"
    yield from indented(pen.deal(), 3)
    yield f"    do {w}_leave" if t.number % 4 == 2 else f"    if {w}_haste > 5: end Market"
    yield from indented(pen.gathering(), 1)
    if t.has_board:
        yield f"  phase Board for each player p counterclockwise from {w}_next"
        yield f'    p chooses {t.name}Square s where s.{w}_mark is none "Where do you sit?"'
        yield f"      set s.{w}_mark to p"
        yield f"      if some {t.name}Square x in s.neighbours where x.{w}_mark is p: add 1 to p.fame"
        yield "    otherwise: nothing"
    yield "  step Leaving"
    yield f"    if {w}_host is not none: add 1 to {w}_host.fame"
    yield f"    set {w}_host to none"


def reactions(pen: Pen, t: Town) -> Iterator[str]:
    w, other = t.word, pen.country.any_town()
    yield f"when {w}_stock becomes empty"
    yield f"  move all {w}_waste to {w}_stock"
    yield f"  shuffle {w}_stock"
    yield f"as soon as player p where p.{w}_purse >= 30"
    yield f"  take 20 from p.{w}_purse"
    yield "  add 2 to p.fame"
    yield f"  set {w}_host to p"
    if t.number % 3 == 0:
        yield f'as soon as player p where p.{w}_purse >= 28 and p.{other.word}_purse >= 28: p wins because "two towns"'
    if t.has_board:
        marks = [f"r.cell{n}.{w}_mark" for n in range(1, 5)]
        alike = " and ".join(f"{marks[0]} is {mark}" for mark in marks[1:])
        yield f"as soon as {t.name}Row r where {marks[0]} is not none and {alike}"
        yield f'  {marks[0]} wins because "all in a row"'
    yield f'check count {w}_row <= {len(t.kinds) * 5} because "too many wares in {t.name}"'
