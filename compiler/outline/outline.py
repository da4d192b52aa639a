"""A program as an outline in words: what the phase diagram is drawn from.

The outline keeps the shape of the flow (phases, choices, branches, repeats, early ends, endings) and says everything
else in plain words. build.py makes it; here is what it is made of, and what can be asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from rulewright.compiler.outline.passed import Passed
from rulewright.dsl.source import NOWHERE, Span


def _span() -> Span:
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


def _passed() -> Any:
    """How often a run came here, if the outline was made with the counts of one."""
    return field(default=None, eq=False, repr=False, kw_only=True)


@frozen
class Plain:
    """Something that is done, in words."""

    text: str
    span: Span = _span()
    passed: Passed | None = _passed()


@frozen
class Chance:
    """Chance decides something that matters."""

    text: str
    span: Span = _span()
    passed: Passed | None = _passed()


@frozen
class Alternative:
    """One way to answer; `label` is empty for the only way. `conditions` say in short when it may not be taken, `needs`
    says at length all that it asks for. `path`: its address, if the rules name it."""

    label: str
    needs: str
    body: Items
    conditions: tuple[str, ...] = ()
    path: str = field(default="", eq=False, kw_only=True)
    span: Span = _span()
    passed: Passed | None = _passed()


@frozen
class Ask:
    """A decision: who, the question, out of what (in words), and what follows; `missing` is done if nothing can be
    chosen, which `without` says in words."""

    who: str
    question: str
    choices: str
    alternatives: tuple[Alternative, ...]
    missing: Items
    refs: tuple[str, ...] = ()
    without: str = "if nothing can be chosen"
    span: Span = _span()
    passed: Passed | None = _passed()
    nothing: Passed | None = _passed()  # how often `missing` was done

    @property
    def answered(self) -> int | None:
        """How often it was answered in a run."""
        ways = [a.passed for a in self.alternatives]
        return None if None in ways else sum(w.times for w in ways if w is not None)


@frozen
class Fork:
    """A branch: by a condition (cases "yes" and "no"; `opposite` says when it does not hold) or by what something is
    (the last case may be "otherwise"). Every case is there, if need be with nothing in it."""

    subject: str
    cases: tuple[tuple[str, Items], ...]
    span: Span = _span()
    passed: Passed | None = _passed()
    ways: tuple[Passed | None, ...] = field(default=(), eq=False, repr=False, kw_only=True)  # by case
    spans: tuple[Span, ...] = field(default=(), eq=False, repr=False, kw_only=True)  # by case, if they have their own
    opposite: str = field(default="", eq=False, repr=False, kw_only=True)

    def place(self, number: int) -> Span:
        """Where a case is written."""
        return self.spans[number] if self.spans else self.span

    def way(self, number: int) -> Passed | None:
        """How often a run took a case."""
        return self.ways[number] if self.ways else None

    @property
    def by_condition(self) -> bool:
        return all(label in ("yes", "no") for label, _ in self.cases)


@frozen
class Round:
    """A repetition: `label` says how often ("for each player, clockwise from the holder", "while ...", "repeats"),
    `following` what comes next in it ("next player")."""

    label: str
    kind: Literal["each", "while", "until", "forever"]
    body: Items
    following: str = "again"
    span: Span = _span()
    passed: Passed | None = _passed()
    rounds: Passed | None = _passed()
    begun: int | None = _passed()  # how often a run began it and found anything to be done

    @property
    def again(self) -> int | None:
        """How often a run went from one round to the next."""
        return None if self.rounds is None or self.begun is None else self.rounds.times - self.begun


@frozen
class Part:
    """A phase, step or named behaviour."""

    path: str
    title: str
    kind: Literal["phase", "step", "procedure"]
    body: Items
    refs: tuple[str, ...] = ()
    span: Span = _span()
    passed: Passed | None = _passed()


@frozen
class Use:
    """A procedure where it is called, told in the words of this call."""

    procedure: str
    title: str
    given: str
    body: Items
    refs: tuple[str, ...] = ()
    span: Span = _span()
    passed: Passed | None = _passed()

    @property
    def path(self) -> str:
        return self.procedure


@frozen
class Jump:
    """An early end of the block at `path`."""

    path: str
    title: str
    span: Span = _span()
    passed: Passed | None = _passed()


@frozen
class Ending:
    """The end of the game: who wins or loses and why."""

    verdict: str
    reason: str
    refs: tuple[str, ...] = ()
    span: Span = _span()
    passed: Passed | None = _passed()


@frozen
class Reaction:
    """Something that happens whenever a condition comes true."""

    text: str
    body: Items
    refs: tuple[str, ...] = ()
    span: Span = _span()
    passed: Passed | None = _passed()


Item: TypeAlias = Plain | Chance | Ask | Fork | Round | Part | Use | Jump | Ending
Items: TypeAlias = tuple[Item, ...]


@frozen
class Outline:
    """A whole game. `unused` are procedures that nothing in the flow calls (reactions do, or nobody)."""

    title: str
    setup: Items
    flow: Items
    reactions: tuple[Reaction, ...]
    procedures: tuple[Use, ...]


@frozen
class Facts:
    """What a piece of the outline can do: end the game how, leave what, ask whom; and is its end ever reached?"""

    endings: tuple[Ending, ...] = ()
    leaves: tuple[Jump, ...] = ()
    askers: tuple[str, ...] = ()
    chance: bool = False
    goes_on: bool = True
    conditions: bool = False  # is there a choice that may not always be made?


@frozen
class Inquiry:
    """Facts of outlines, each computed once (procedures share their outlines)."""

    _known: dict[int, tuple[Items, Facts]] = field(factory=dict, repr=False, eq=False)

    def of(self, items: Items) -> Facts:
        known = self._known.get(id(items))
        if known is None:
            known = self._known[id(items)] = (items, self._sequence(items))
        return known[1]

    def of_part(self, part: Part | Use) -> Facts:
        """Facts of a part seen from outside: leaving it is going on after it."""
        inside = self.of(part.body)
        left = any(j.path == part.path for j in inside.leaves)
        leaves = tuple(j for j in inside.leaves if j.path != part.path)
        return evolve(inside, leaves=leaves, goes_on=inside.goes_on or left)

    def _sequence(self, items: Items) -> Facts:
        total = Facts()
        for item in items:
            total = both(total, self._item(item), goes_on=True)
            if not total.goes_on:
                break
        return total

    def _item(self, item: Item) -> Facts:
        match item:
            case Plain():
                return Facts()
            case Chance():
                return Facts(chance=True)
            case Jump():
                return Facts(leaves=(item,), goes_on=False)
            case Ending():
                return Facts(endings=(item,), goes_on=False)
            case Part() | Use():
                return self.of_part(item)
            case Round():
                inside = self.of(item.body)
                return evolve(inside, goes_on=item.kind != "forever")
            case Ask():
                limited = any(a.conditions for a in item.alternatives)
                total = Facts(askers=(item.who,), goes_on=False, conditions=limited)
                ways = [a.body for a in item.alternatives] + ([item.missing] if item.missing else [])
            case Fork():
                total = Facts(goes_on=False)
                ways = [body for _, body in item.cases]
        for way in ways:
            total = both(total, self.of(way), goes_on=False)
        return total


def both(a: Facts, b: Facts, *, goes_on: bool) -> Facts:
    """Facts of two pieces: one after the other (`goes_on`), or one or the other."""
    return Facts(
        a.endings + tuple(e for e in b.endings if e not in a.endings),
        a.leaves + tuple(j for j in b.leaves if j not in a.leaves),
        a.askers + tuple(w for w in b.askers if w not in a.askers),
        a.chance or b.chance,
        a.goes_on and b.goes_on if goes_on else a.goes_on or b.goes_on,
        a.conditions or b.conditions,
    )


def inside(bodies: Iterable[Items]) -> Iterator[Item]:
    """All items in these bodies, each shared body once, in order."""
    seen: set[int] = set()

    def walk(items: Items) -> Iterator[Item]:
        if id(items) in seen and items:
            return
        seen.add(id(items))
        for item in items:
            yield item
            for body in bodies_of(item):
                yield from walk(body)

    for items in bodies:
        yield from walk(items)


def bodies_of(item: Item) -> tuple[Items, ...]:
    """The items directly inside an item, one body for each way."""
    match item:
        case Ask():
            return (*(a.body for a in item.alternatives), item.missing)
        case Fork():
            return tuple(body for _, body in item.cases)
        case Round() | Part() | Use():
            return (item.body,)
    return ()
