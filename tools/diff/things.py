"""What two rulesets declare, side by side: fields, places, values.

Each function takes the two sides and gives the changes in the order of the new rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from attrs import frozen

from rulewright.compiler.words.conditions import Words
from rulewright.compiler.words.moves import audience
from rulewright.compiler.words.text import spaced
from rulewright.dsl import ir
from rulewright.dsl.made_up import made_up
from rulewright.tools.diff.change import Change, now_was

Thing = TypeVar("Thing")


@frozen
class Side:
    """One of the two programs, with its words."""

    program: ir.Program
    words: Words

    @classmethod
    def of(cls, program: ir.Program) -> Side:
        return cls(program, Words.of(program))

    def type(self, kind: ir.Type) -> str:
        """A type in words: "0 to 9", "a Side or none"."""
        match kind:
            case ir.Truth():
                return "yes or no"
            case ir.Number():
                return f"{kind.low} to {kind.high}"
            case ir.Name():
                return f"a {self.words.member_noun(kind.cls)}{' or none' if kind.optional else ''}"
            case ir.SetType():
                return f"a set of {self.words.member_noun(kind.cls)}s"

    def indexed(self, per: str | None) -> Words:
        """Words in which the index of a field or place has a name."""
        named = "its owner" if per == "player" else f"its {spaced(per or '')}"
        return self.words.calling("it", named)

    def seen(self, thing: ir.Field | ir.Zone) -> str:
        """Who sees it."""
        return audience(self.indexed(thing.per), thing.seen)

    def parameters(self, names: tuple[str, ...]) -> str:
        """What values and procedures go by."""
        kinds = (self.words.locals.get(name) for name in names)
        return ", ".join("a number" if kind is None else self.type(kind) for kind in kinds) or "nothing"

    def value(self, value: ir.Value) -> str:
        """What a value is, in words."""
        words = self.words
        for name in value.params:
            kind = words.locals.get(name)
            noun = words.member_noun(kind.cls) if isinstance(kind, ir.Name) else spaced(name.split(".")[0])
            words = words.calling(name, f"the {noun}")
        return words.clause(value.body) if isinstance(value.type, ir.Truth) else words.noun(value.body, value.type)


def matched(old: Iterable[Thing], new: Iterable[Thing]) -> Iterator[tuple[Thing | None, Thing | None]]:
    """Things of one name in both, and those that only one has: in the order of the new, with the old ones last."""
    before = {name_of(thing): thing for thing in old}
    for thing in new:
        yield before.pop(name_of(thing), None), thing
    for gone in before.values():
        yield gone, None


def name_of(thing: Any) -> str:
    return str(thing.name)


def differing(
    what: str, a: Any, b: Any, told: Sequence[tuple[str, Callable[[Any, Side], str]]], sides: tuple[Side, Side]
) -> Iterator[Change]:
    """Of one thing in both, what reads differently. `told` holds sentences with `{name}` and `{now}`, `{was}` or
    `{change}`, and what gives them."""
    for sentence, say in told:
        was, now = say(a, sides[0]), say(b, sides[1])
        if was != now:
            text = sentence.format(name=f"`{b.name}`", now=now, was=was, change=now_was(now, was))
            yield Change("changed", what, b.name, text, was, now, old=a.span, new=b.span)


# ---------------------------------------------------------------------------------------------------- fields, places


def fields(sides: tuple[Side, Side]) -> Iterator[Change]:
    told: Sequence[tuple[str, Callable[[Any, Side], str]]] = (
        ("{name} is now one {now}, was one {was}", lambda f, side: per(f)),
        ("{name} now holds {now}, was {was}", lambda f, side: side.type(f.type)),
        ("{name} now starts with {now}, was {was}", lambda f, side: side.indexed(f.per).noun(f.initial, f.type)),
        ("{name} is now seen by {now}, was by {was}", lambda f, side: side.seen(f)),
        ("{name} now {now}, it {was} before", lambda f, side: bounded(f)),
        ("{name} now lasts {now}, was {was}", lambda f, side: lasting(f)),
        ("{name} is now called “{now}”, was “{was}”", lambda f, side: f.title or spaced(f.name)),
    )  # fmt: skip
    before, after = ([f for f in side.program.fields if not made_up(f.name)] for side in sides)
    for a, b in matched(before, after):
        if a is not None and b is not None:
            yield from differing("field", a, b, told, sides)
        elif b is not None:
            start = sides[1].indexed(b.per).noun(b.initial, b.type)
            usual = b.initial == ir.Const(0) and isinstance(b.type, ir.Number | ir.Truth)
            starts = "" if usual else f", {start} at first"
            lasts = "" if b.during is None else f", {lasting(b)}"
            stops = f", {bounded(b)}" if b.clamps else ""
            about = f"{sides[1].type(b.type)}{each(b)}{starts}{lasts}{stops}, seen by {sides[1].seen(b)}"
            yield Change("added", "field", b.name, f"A field `{b.name}` was added: {about}", new=b.span)
        elif a is not None:
            yield Change("removed", "field", a.name, f"The field `{a.name}` was removed", old=a.span)


def per(thing: ir.Field | ir.Zone) -> str:
    return "for the table" if thing.per is None else f"for each {spaced(thing.per)}"


def bounded(thing: ir.Field) -> str:
    return "stops at its bounds" if thing.clamps else "may not go past its bounds"


def each(thing: ir.Field | ir.Zone) -> str:
    return "" if thing.per is None else f", one {per(thing)}"


def lasting(thing: ir.Field) -> str:
    return "for the whole game" if thing.during is None else f"during {thing.during}"


def zones(sides: tuple[Side, Side]) -> Iterator[Change]:
    told: Sequence[tuple[str, Callable[[Any, Side], str]]] = (
        ("{name} is now a {now}, was a {was}", lambda z, side: word(z)),
        ("{name} is now one {now}, was one {was}", lambda z, side: per(z)),
        ("{name} is now for {now}, was for {was}", lambda z, side: f"`{z.cls}`"),
        ("{name} now holds {now}, was {was}", holding),
        ("{name} is now seen by {now}, was by {was}", lambda z, side: side.seen(z)),
        ("{name} now holds {now}, was {was}", lambda z, side: f"components {facing(z)}"),
        ("{name} is now called “{now}”, was “{was}”", lambda z, side: z.title or spaced(z.name)),
    )  # fmt: skip
    box = "box."
    before, after = ([z for z in side.program.zones if not z.name.startswith(box)] for side in sides)
    for a, b in matched(before, after):
        if a is not None and b is not None:
            yield from differing("place", a, b, told, sides)
        elif b is not None:
            about = f"of `{b.cls}`{each(b)}, seen by {sides[1].seen(b)}"
            yield Change("added", "place", b.name, f"A {word(b)} `{b.name}` was added: {about}", new=b.span)
        elif a is not None:
            yield Change("removed", "place", a.name, f"The {word(a)} `{a.name}` was removed", old=a.span)


def word(zone: ir.Zone) -> str:
    return "slot" if zone.slot else "deck" if zone.ordered else "pile"


def facing(zone: ir.Zone) -> str:
    return "face up and face down" if zone.face == "either" else "all alike"


def holding(zone: ir.Zone, side: Side) -> str:
    """How much fits in: a place that fits all there is has no limit."""
    everything = sum(side.words.classes[zone.cls].copies)
    return "as many as there are" if zone.capacity >= everything else f"at most {zone.capacity}"


# ---------------------------------------------------------------------------------------------------- values


def values(sides: tuple[Side, Side]) -> Iterator[Change]:
    told: Sequence[tuple[str, Callable[[Any, Side], str]]] = (
        ("{name} now goes by {now}, was by {was}", lambda v, side: side.parameters(v.params)),
        ("{name} is now {change}", lambda v, side: side.value(v)),
        ("{name} now gives {now}, was {was}", lambda v, side: kind_of(v, side)),
        ("{name} is now called “{now}”, was “{was}”", lambda v, side: v.title or spaced(v.name)),
    )
    for a, b in matched(sides[0].program.values, sides[1].program.values):
        if a is not None and b is not None:
            yield from differing("value", a, b, told, sides)
        elif b is not None:
            yield Change("added", "value", b.name, f"`{b.name}` was added: {sides[1].value(b)}", new=b.span)
        elif a is not None:
            yield Change("removed", "value", a.name, f"`{a.name}` was removed", old=a.span)
    scores = [None if side.program.scores is None else
              side.words.calling("it", "the player").noun(side.program.scores) for side in sides]  # fmt: skip
    if scores[0] != scores[1]:
        was, now = (score or "1 for a win, 0 for a draw, −1 for a loss" for score in scores)
        yield Change("changed", "score", "score", f"A player's score is now {now_was(now, was)}", was, now)


def kind_of(value: ir.Value, side: Side) -> str:
    """Numbers all alike: their bounds follow from what the value is."""
    return "a number" if isinstance(value.type, ir.Number) else side.type(value.type)
