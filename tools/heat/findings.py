"""What a counted run says about the rules: what never came up, what hardly did, which cards nothing happened to."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import frozen

from rulewright.compiler.outline.build import Builder
from rulewright.compiler.outline.passed import Ledger
from rulewright.compiler.outline.places import Place, never, places
from rulewright.compiler.passes.counters import Counted, Tally
from rulewright.dsl import ir
from rulewright.dsl.walk import below
from rulewright.tools.heat.counts import Counts
from rulewright.tools.heat.shut_out import shut_out

SELDOM = 100  # games, in one of which or less something comes up that hardly does

Use: TypeAlias = Literal["used", "set up only", "never left the box"]


@frozen
class Kind:
    """A kind of component: how often it was moved, turned or chosen in play, and how often the set-up moved it."""

    cls: str
    name: str
    title: str
    in_play: int
    set_up: int

    @property
    def use(self) -> Use:
        return "used" if self.in_play else "set up only" if self.set_up else "never left the box"


@frozen
class Choice:
    """A question with things to choose from: how often each was chosen, by its title."""

    question: str
    place: str
    chosen: dict[str, int]

    @property
    def never(self) -> list[str]:
        return [title for title, times in self.chosen.items() if not times]


@frozen
class Findings:
    """`places` is everything in the rules that a run can come to, in their order."""

    games: int
    places: list[Place]
    kinds: list[Kind]
    choices: list[Choice]

    @property
    def never(self) -> list[Place]:
        """What never came up, without what is inside of that."""
        return never(self.places)

    @property
    def seldom(self) -> list[Place]:
        """What came up in less than one game of a hundred, as far as that is known."""
        return [p for p in self.places if p.times and p.games is not None and p.games * SELDOM < self.games]

    @property
    def idle(self) -> list[Kind]:
        return [k for k in self.kinds if k.use != "used"]


def findings(counts: Counts, counted: Counted, ledger: Ledger) -> Findings:
    """What the counts of a run say."""
    listing = places(Builder(counted.source, ledger).outline())
    return Findings(counts.games, listing, kinds(counted, counts.tallies), choices(counted, counts.tallies))


def kinds(counted: Counted, tallies: tuple[tuple[int, ...], ...]) -> list[Kind]:
    """Every kind of component of which there is one in the box."""
    found: list[Kind] = []
    for cls in counted.source.classes:
        if cls.sort not in ("cards", "tokens"):
            continue
        own = [(t, numbers) for t, numbers in zip(counted.tallies, tallies, strict=True) if t.cls == cls.name]
        for number, name in enumerate(cls.members):
            if cls.copies and not cls.copies[number]:
                continue
            set_up = sum(numbers[number] for t, numbers in own if t.setup)
            in_play = sum(numbers[number] for t, numbers in own if not t.setup)
            found.append(Kind(cls.title or cls.name, name, cls.titles[number], in_play, set_up))
    return found


def choices(counted: Counted, tallies: tuple[tuple[int, ...], ...]) -> list[Choice]:
    """Every question at which something of a class is chosen."""
    source = counted.source
    bodies = (source.setup, source.flow, source.procedures, source.whens, source.watches)
    asks = {n.id: n for body in bodies for part in body for n in below(part) if isinstance(n, ir.Choose)}
    classes = {c.name: c for c in source.classes}
    found: list[Choice] = []
    for tally, numbers in zip(counted.tallies, tallies, strict=True):
        if tally.sort == "chosen" and any(numbers):
            ask = asks[tally.point]
            there = arrived(counted, tallies, ask, tally)
            members = zip(classes[tally.cls].titles, numbers, there, strict=True)
            found.append(Choice(ask.prompt or ask.path, str(ask.span), {t: n for t, n, ever in members if n or ever}))
    return found


def arrived(counted: Counted, tallies: tuple[tuple[int, ...], ...], ask: ir.Choose, tally: Tally) -> list[bool]:
    """Which members could have been chosen: those that ever came to where they are chosen from, or all if that is no
    place; without those that a condition over tables alone keeps out."""
    ways = [branch for branch in ask.branches if branch.name == tally.branch]
    domains = [b.domain for branch in ways for b in branch.binders]
    zones = {d.zone.zone for d in domains if isinstance(d, ir.ZoneDomain)}
    cls = next(c for c in counted.source.classes if c.name == tally.cls)
    out = set.intersection(*(shut_out(counted.source, branch, cls) for branch in ways))
    open_to = [member not in out for member in range(cls.size)]
    if len(zones) != 1:
        return open_to
    came = [numbers for t, numbers in zip(counted.tallies, tallies, strict=True)
            if t.sort == "moved" and t.target in zones and t.cls == tally.cls]  # fmt: skip
    return [may and any(numbers[kind] for numbers in came) for kind, may in enumerate(open_to)]


def as_data(found: Findings) -> dict[str, Any]:
    """The findings for a program."""
    return {
        "games": found.games,
        "places": [
            {
                "kind": p.kind,
                "text": p.text,
                "path": p.path,
                "file": p.span.source.name,
                "line": p.span.line,
                "times": p.times,
                "games": p.games,
                "inside": p.inside,
            }
            for p in found.places
        ],
        "never": [found.places.index(p) for p in found.never],
        "kinds": [
            {"class": k.cls, "kind": k.name, "title": k.title, "in_play": k.in_play, "set_up": k.set_up, "use": k.use}
            for k in found.kinds
        ],
        "choices": [{"question": c.question, "place": c.place, "chosen": c.chosen} for c in found.choices],
    }
