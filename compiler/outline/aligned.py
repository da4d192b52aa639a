"""Two outlines laid side by side: which item of one is which of the other, and what has no counterpart.

`align` pairs the items of two lists in order, so that as much as possible stays what it was: first what is equal, then
what has the same name, question or condition, then what is said nearly alike. It goes into the bodies of what it pairs.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Any, Literal, TypeAlias

import attrs
from attrs import define, field, frozen

from rulewright.compiler.outline.outline import (
    Ask,
    Chance,
    Ending,
    Fork,
    Item,
    Items,
    Jump,
    Part,
    Plain,
    Round,
    Use,
)

Status: TypeAlias = Literal["same", "added", "removed", "changed", "inside", "wrapped", "unwrapped"]
LEAST = 0.5  # two texts this much alike may be one text, changed
DEEPEST = 3  # wrappings inside wrappings
MOST_COMPARED = 40_000  # pairs of items looked at in two lists; longer lists are paired only where they are equal


@frozen(eq=False)
class Way:
    """One body of an item: of an alternative, a case (by its label), or the only one. A label is None where there is no
    such way in that outline."""

    old: str | None
    new: str | None
    pairs: tuple[Pair, ...]


@frozen(eq=False)
class Pair:
    """An item in both outlines; None where it is missing. "inside": it is the same but for something in its bodies.
    "wrapped": it is new, and around what was there (see wrapping.py); "unwrapped": it is gone from around that."""

    old: Item | None
    new: Item | None
    status: Status
    ways: tuple[Way, ...] = ()

    @property
    def item(self) -> Item:
        """The new one, if there is one."""
        found = self.new if self.new is not None else self.old
        assert found is not None, "a pair holds something"
        return found


@define
class Keys:
    """Everything in outlines as numbers: the same number means the same in all that is said. Items are shared within an
    outline, so each is looked at once."""

    _numbers: dict[Hashable, int] = field(factory=dict)
    _known: dict[int, tuple[object, int]] = field(factory=dict)  # by id; kept, so that the id stays its own

    def of(self, thing: Any) -> int:
        known = self._known.get(id(thing))
        if known is not None and known[0] is thing:
            return known[1]
        if isinstance(thing, tuple):
            said: Hashable = tuple(self.of(part) for part in thing)
        elif attrs.has(type(thing)):
            kind: Any = type(thing)
            said = (kind.__name__, *(self.of(getattr(thing, name)) for name in compared(kind)))
        else:
            said = (type(thing).__name__, thing)
        number = self._numbers.setdefault(said, len(self._numbers))
        self._known[id(thing)] = (thing, number)
        return number


@cache
def compared(kind: Any) -> tuple[str, ...]:
    """The attributes that belong to what a kind of item says."""
    return tuple(a.name for a in attrs.fields(kind) if a.eq)


@define
class Aligner:
    """Pairs lists of items. `calls` goes into the bodies of procedures where they are called."""

    calls: bool = False
    keys: Keys = field(factory=Keys)
    depth: int = 0  # of wrappings looked for inside wrappings

    def align(self, old: Items, new: Items) -> tuple[Pair, ...]:
        if self.keys.of(old) == self.keys.of(new):
            return tuple(Pair(a, b, "same") for a, b in zip(old, new, strict=True))
        start = 0
        while start < min(len(old), len(new)) and self.equal(old[start], new[start]):
            start += 1
        end = 0
        while end < min(len(old), len(new)) - start and self.equal(old[-1 - end], new[-1 - end]):
            end += 1
        made = [Pair(a, b, "same") for a, b in zip(old[:start], new[:start], strict=True)]
        middle = self.middle(old[start : len(old) - end], new[start : len(new) - end])
        made += middle if self.depth > DEEPEST else self.rewrapped(middle)
        made += [Pair(a, b, "same") for a, b in zip(old[len(old) - end :], new[len(new) - end :], strict=True)]
        return tuple(made)

    def rewrapped(self, pairs: list[Pair]) -> list[Pair]:
        from rulewright.compiler.outline.wrapping import wrapped

        self.depth += 1
        found = wrapped(pairs, self.align)
        self.depth -= 1
        return found

    def equal(self, old: Item, new: Item) -> bool:
        return self.keys.of(old) == self.keys.of(new)

    def middle(self, old: Items, new: Items) -> list[Pair]:
        """The cheapest way to pair two lists, in order."""
        likeness = self.alike if len(old) * len(new) <= MOST_COMPARED else self.only_equal
        best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
        scores: dict[tuple[int, int], float] = {}
        for i in range(len(old) - 1, -1, -1):
            for j in range(len(new) - 1, -1, -1):
                score = scores[i, j] = likeness(old[i], new[j])
                paired = best[i + 1][j + 1] + score if score else 0.0
                best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
        made: list[Pair] = []
        i = j = 0
        while i < len(old) or j < len(new):
            inside = i < len(old) and j < len(new)
            if inside and scores[i, j] and best[i][j] == best[i + 1][j + 1] + scores[i, j]:
                made.append(self.pair(old[i], new[j]))
                i, j = i + 1, j + 1
            elif i < len(old) and (j == len(new) or best[i][j] == best[i + 1][j]):
                made.append(Pair(old[i], None, "removed"))
                i += 1
            else:
                made.append(Pair(None, new[j], "added"))
                j += 1
        return made

    # ------------------------------------------------------------------------------------------------ one pair

    def pair(self, old: Item, new: Item) -> Pair:
        """Two items that belong together, with their bodies."""
        if self.equal(old, new):
            return Pair(old, new, "same")
        if isinstance(new, Round) and not isinstance(old, Round):
            return Pair(old, new, "changed", (Way("", "", self.align((old,), new.body)),))
        if isinstance(old, Round) and not isinstance(new, Round):
            return Pair(old, new, "changed", (Way("", "", self.align(old.body, (new,))),))
        ways = self.ways(old, new)
        same_ways = all(w.old is not None and w.new is not None for w in ways)
        same_head = self.keys.of(head(old)) == self.keys.of(head(new))
        return Pair(old, new, "inside" if same_head and same_ways else "changed", ways)

    def ways(self, old: Item, new: Item) -> tuple[Way, ...]:
        """The bodies of two items of one kind."""
        before, after = bodies(old, calls=self.calls), bodies(new, calls=self.calls)
        partners = self.partners(before, after)
        made: list[Way] = []
        waiting = list(range(len(before)))
        for j, (label, body) in enumerate(after):
            i = partners.get(j)
            if i is None:
                made.append(Way(None, label, tuple(Pair(None, item, "added") for item in body)))
                continue
            while waiting and waiting[0] < i:  # what is gone stands where it stood
                if waiting[0] not in partners.values():
                    made.append(self.gone(before[waiting[0]]))
                waiting.pop(0)
            waiting = [w for w in waiting if w != i]
            made.append(Way(before[i][0], label, self.align(before[i][1], body)))
        made += [self.gone(before[i]) for i in waiting if i not in partners.values()]
        return tuple(made)

    @staticmethod
    def gone(way: tuple[str, Items]) -> Way:
        return Way(way[0], None, tuple(Pair(item, None, "removed") for item in way[1]))

    def partners(self, before: Sequence[tuple[str, Items]], after: Sequence[tuple[str, Items]]) -> dict[int, int]:
        """Which way was which: by label, then by an equal body; a way that stands alone in both is one."""
        found: dict[int, int] = {}
        for test in (lambda i, j: before[i][0] == after[j][0], self._same_body(before, after)):
            for j in range(len(after)):
                fitting = [i for i in range(len(before)) if i not in found.values() and test(i, j)]
                if j not in found and fitting:
                    found[j] = fitting[0]
        if len(before) == len(after) == 1:
            found[0] = 0
        return found

    def _same_body(self, before: Sequence[tuple[str, Items]], after: Sequence[tuple[str, Items]]) -> Any:
        return lambda i, j: bool(after[j][1]) and self.keys.of(before[i][1]) == self.keys.of(after[j][1])

    # ------------------------------------------------------------------------------------------------ likeness

    def only_equal(self, old: Item, new: Item) -> float:
        return 1.0 if self.equal(old, new) else 0.0

    def alike(self, old: Item, new: Item) -> float:
        """How much two items are alike, from 0 (they have nothing to do with each other) to 1."""
        if self.equal(old, new):
            return 1.0
        if type(old) is type(new) and (self.holds(new, old) or self.holds(old, new)):
            return 0.0  # one was put around the other, see wrapping.py
        if isinstance(old, Round) != isinstance(new, Round):
            body, other = (old.body, new) if isinstance(old, Round) else (getattr(new, "body", ()), old)
            return 0.8 * max((self.alike(item, other) for item in body if isinstance(item, Part)), default=0.0)
        match old, new:
            case (Plain(text=was), Plain(text=now)) | (Chance(text=was), Chance(text=now)):
                return 0.9 * likeness(was, now)
            case (Part(), Part()):
                if last(old.path) == last(new.path):
                    return 0.95
                return 0.9 if old.title == new.title or self.same_bodies(old, new) else 0.0
            case (Use(), Use()):
                return 0.9 if old.procedure == new.procedure else 0.8 if self.same_bodies(old, new) else 0.0
            case (Ask(), Ask()):
                if (old.question and old.question == new.question) or self.same_bodies(old, new):
                    return 0.9
                return 0.8 * max(self.shared_labels(old, new), likeness(old.question, new.question))
            case (Fork(subject=was), Fork(subject=now)) | (Round(label=was), Round(label=now)):
                return 0.9 if was == now or self.same_bodies(old, new) else 0.8 * likeness(was, now)
            case (Ending(), Ending()):
                return 0.9 if old.reason == new.reason else 0.7 if old.verdict == new.verdict else 0.0
            case (Jump(), Jump()):
                return 0.9 if last(old.path) == last(new.path) else 0.4
        return 0.0

    def same_bodies(self, old: Item, new: Item) -> bool:
        """Is what follows equal, and something?"""
        before, after = ([body for _, body in bodies(item, calls=True)] for item in (old, new))
        return any(before) and self.keys.of(tuple(before)) == self.keys.of(tuple(after))

    def holds(self, outer: Item, inner: Item) -> bool:
        """Does one stand in a body of the other, as it is?"""
        within = isinstance(inner, Fork | Round | Ask)
        return within and any(self.equal(item, inner) for _, body in bodies(outer) for item in body)

    @staticmethod
    def shared_labels(old: Ask, new: Ask) -> float:
        """The share of the labels of alternatives that both have."""
        before, after = ({a.label for a in ask.alternatives if a.label} for ask in (old, new))
        return 2 * len(before & after) / (len(before) + len(after)) if before and after else 0.0


def bodies(item: Item, *, calls: bool = False) -> list[tuple[str, Items]]:
    """The bodies of an item with their labels; what is done if nothing can be chosen comes last."""
    match item:
        case Ask():
            missing = [(item.without, item.missing)] if item.missing else []
            return [*((a.label, a.body) for a in item.alternatives), *missing]
        case Fork():
            return list(item.cases)
        case Round() | Part():
            return [("", item.body)]
        case Use() if calls:
            return [("", item.body)]
    return []


def head(item: Item) -> tuple[Any, ...]:
    """What an item says apart from its bodies. Of a path only the last name: what is around it is said elsewhere."""
    match item:
        case Ask():
            ways = tuple((a.label, a.needs, a.conditions) for a in item.alternatives)
            return (item.who, item.question, item.choices, ways, item.refs)
        case Fork():
            return (item.subject, tuple(label for label, _ in item.cases))
        case Round():
            return (item.label, item.kind)
        case Part():
            return (last(item.path), item.title, item.kind, item.refs)
        case Use():
            return (item.procedure, item.title, item.given, item.refs)
        case Jump():
            return (last(item.path),)
        case Ending():
            return (item.verdict, item.reason, item.refs)
        case Plain() | Chance():
            return (item.text,)


def last(path: str) -> str:
    return path.rsplit(".", 1)[-1]


@cache
def likeness(old: str, new: str) -> float:
    """How much two texts are alike, word by word; 0 if that is less than half."""
    if not old or not new:
        return 0.0
    ratio = SequenceMatcher(None, old.split(), new.split(), autojunk=False).ratio()
    return ratio if ratio >= LEAST else 0.0
