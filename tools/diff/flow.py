"""What happens in two rulesets, side by side: paired outlines (compiler/outline/aligned.py) into changes in words."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from rulewright.compiler.outline.aligned import Aligner, Pair, Way, last
from rulewright.compiler.outline.outline import (
    Alternative,
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
from rulewright.compiler.words.text import capital
from rulewright.dsl.source import NOWHERE
from rulewright.tools.diff.change import Change, now_was
from rulewright.tools.diff.lines import called, choice_of, lines, needs_of, sentence


@frozen
class Spot:
    """Where in the flow: the path of the part, in words, and what comes just before in the same body."""

    path: str
    words: str
    before: str = ""

    def inside(self, name: str) -> Spot:
        path = f"{self.path}.{name}" if self.path else name
        return Spot(path, f"in `{name}`")

    @property
    def start(self) -> str:
        """To begin a sentence with."""
        return f"{capital(self.words)}: " if self.words else ""

    @property
    def new(self) -> str:
        """To begin a sentence with, about something new: what it comes after is said if that has a name."""
        named = self.before.startswith("`")
        return f"{capital(self.words)}{self.words and ','} after {self.before}: ".lstrip() if named else self.start

    @property
    def after(self) -> str:
        """Where something was put."""
        if self.before:
            return f" after {self.before}"
        return f" at the start of `{last(self.path)}`" if self.path and self.words.startswith("in ") else ""


@define
class Teller:
    """Collects changes; what was taken out at one place and stands at another has moved."""

    aligner: Aligner
    changes: list[Change] = field(factory=list)
    whole: dict[int, tuple[Item, Spot]] = field(factory=dict)  # by the number of a change, what was added or taken out

    def told(self) -> list[Change]:
        """Everything found, with what only moved told once."""
        keys = {n: (self.aligner.keys.of(item), type(item)) for n, (item, _) in self.whole.items()}
        gone = {n: k for n, k in keys.items() if self.changes[n].kind == "removed"}
        made: list[Change] = []
        moved: set[int] = set()
        for n, change in enumerate(self.changes):
            partner = next((m for m, k in gone.items() if keys.get(n) == k and m not in moved), None)
            if change.kind == "added" and partner is not None:
                moved |= {n, partner}
                self.changes[n] = self.move(n, partner)
        for n, change in enumerate(self.changes):
            if not (n in moved and change.kind == "removed"):
                made.append(self.changes[n])
        return made

    def move(self, n: int, partner: int) -> Change:
        item, spot = self.whole[n]
        old = self.changes[partner]
        name = named(item)
        where = f"{capital(spot.words)}: {name}" if spot.words else name
        text = f"{where} now comes{spot.after or ' first'}"
        return evolve(self.changes[n], kind="moved", text=text, detail=(), old=old.old, was="", now="")

    def add(self, kind: str, item: Item, spot: Spot, text: str, detail: tuple[str, ...] = ()) -> None:
        """Something that is only in one of the two."""
        self.whole[len(self.changes)] = (item, spot)
        name = item.path if isinstance(item, Part) else spot.path
        spans = {"new": item.span} if kind == "added" else {"old": item.span}
        self.changes.append(Change(kind, called(item), name, text, detail=detail, **spans))  # type: ignore[arg-type]

    def change(self, pair: Pair, spot: Spot, text: str, was: str = "", now: str = "", what: str = "") -> None:
        old, new = pair.old, pair.new
        assert old is not None and new is not None
        self.changes.append(Change("changed", what or called(new), spot.path, text, was, now, (), old.span, new.span))

    # ------------------------------------------------------------------------------------------------ lists

    def pairs(self, pairs: tuple[Pair, ...], spot: Spot) -> None:
        """One body."""
        before = ""
        for pair in pairs:
            here = evolve(spot, before=before)
            match pair.status:
                case "added":
                    self.added(pair.item, here)
                case "removed":
                    self.removed(pair.item, here)
                case "wrapped" | "unwrapped":
                    self.wrapped(pair, here)
                case "changed" | "inside":
                    self.changed(pair, here)
            if pair.status not in ("removed", "unwrapped"):
                item = pair.item
                before = named(item)

    def added(self, item: Item, spot: Spot) -> None:
        match item:
            case Part():
                text = f"A {item.kind} `{last(item.path)}` was added{spot.after}"
                self.add("added", item, spot, text, lines(item.body))
            case Round(body=(Part() as part,)):
                text = f"A {part.kind} `{last(part.path)}` was added{spot.after} ({item.label})"
                self.add("added", part, spot, text, lines(part.body))
            case Jump():
                self.add("added", item, spot, f"{spot.new}`{last(item.path)}` can now end early here")
            case Ending():
                self.add("added", item, spot, f"{spot.new}the game can now end: {sentence(item)}")
            case Ask():
                self.add("added", item, spot, f"{spot.new}{item.who} is now asked {asked(item)}", lines((item,))[1:])
            case Fork() | Round() | Use() | Plain() | Chance():
                self.add("added", item, spot, f"{spot.new}“{sentence(item)}” was added", lines((item,))[1:])

    def removed(self, item: Item, spot: Spot) -> None:
        match item:
            case Part():
                self.add("removed", item, spot, f"The {item.kind} `{last(item.path)}` was removed", lines(item.body))
            case Round(body=(Part() as part,)):
                self.add("removed", part, spot, f"The {part.kind} `{last(part.path)}` was removed", lines(part.body))
            case Jump():
                self.add("removed", item, spot, f"{spot.start}`{last(item.path)}` no longer ends early here")
            case Ending():
                self.add("removed", item, spot, f"{spot.start}the game no longer ends: {sentence(item)}")
            case Ask():
                text = f"{spot.start}{item.who} is no longer asked {asked(item)}"
                self.add("removed", item, spot, text, lines((item,))[1:])
            case Fork() | Round() | Use() | Plain() | Chance():
                self.add("removed", item, spot, f"{spot.start}“{sentence(item)}” was removed", lines((item,))[1:])

    def wrapped(self, pair: Pair, spot: Spot) -> None:
        """Something new around what was there, or gone from around it."""
        item, new = pair.item, pair.status == "wrapped"
        kept = next(way for way in pair.ways if way.old is not None and way.new is not None)
        both = [p.item for p in kept.pairs if p.old is not None and p.new is not None]
        inner = named(both[0]) + (f" (and {len(both) - 1} more)" if len(both) > 1 else "")
        others = tuple(p.item for way in pair.ways if way is not kept for p in way.pairs)
        now = "now" if new else "no longer"
        match item:
            case Fork():
                text = f"{spot.start}{inner} is {now} done only if {case(item, kept)}"
            case Round():
                text = f"{spot.start}{inner} is {now} done “{item.label}”"
            case _:
                done = "was put around" if new else "is gone from around"
                text = f"{spot.start}{named(item)} {done} {inner}"
        detail = ("otherwise:", *(f"  {line}" for line in lines(others))) if others else ()
        before, after = (NOWHERE, item.span) if new else (item.span, NOWHERE)
        self.changes.append(Change("changed", called(item), spot.path, text, "", "", detail, before, after))
        self.pairs(kept.pairs, spot)

    # ------------------------------------------------------------------------------------------------ one item in both

    def changed(self, pair: Pair, spot: Spot) -> None:
        old, new = pair.old, pair.new
        match old, new:
            case (Round(), _) | (_, Round()):
                self.round(pair, spot)
            case (Part(), Part()):
                self.part(pair, old, new, spot)
            case (Ask(), Ask()):
                self.ask(pair, old, new, spot)
            case (Fork(), Fork()):
                self.fork(pair, old, new, spot)
            case (Ending(), Ending()):
                self.cites(pair, old.refs, new.refs, spot)
                if (old.verdict, old.reason) != (new.verdict, new.reason):
                    self.rephrased(pair, spot, sentence(old), sentence(new))
            case (Use(), Use()):
                self.cites(pair, old.refs, new.refs, spot)
                if (old.procedure, old.title, old.given) != (new.procedure, new.title, new.given):
                    self.rephrased(pair, spot, sentence(old), sentence(new))
            case (Jump(), Jump()) if last(old.path) != last(new.path):
                text = f"{spot.start}what ends early here is now `{last(new.path)}`, was `{last(old.path)}`"
                self.change(pair, spot, text, last(old.path), last(new.path))
            case (Plain() | Chance(), Plain() | Chance()):
                self.rephrased(pair, spot, old.text, new.text)

    def rephrased(self, pair: Pair, spot: Spot, was: str, now: str) -> None:
        self.change(pair, spot, f"{spot.start}now {now_was(now, was)}", was, now)

    def part(self, pair: Pair, old: Part, new: Part, spot: Spot) -> None:
        inner = inside(new)
        name = f"`{last(new.path)}`"
        if last(old.path) != last(new.path):
            text = f"The {old.kind} `{last(old.path)}` is now called {name}"
            self.change(pair, inner, text, last(old.path), last(new.path))
        if old.title != new.title:
            text = f"The {new.kind} {name} is now titled “{new.title}”, was “{old.title}”"
            self.change(pair, inner, text, old.title, new.title)
        if old.kind != new.kind:
            self.change(pair, inner, f"{name} is now a {new.kind}, was a {old.kind}", old.kind, new.kind)
        self.cites(pair, old.refs, new.refs, inner)
        self.pairs(pair.ways[0].pairs if pair.ways else (), inner)

    def cites(self, pair: Pair, old: tuple[str, ...], new: tuple[str, ...], spot: Spot) -> None:
        if old != new:
            was, now = (" ".join(refs) or "no rule" for refs in (old, new))
            self.change(pair, spot, f"{spot.start}the rule cited is now {now}, was {was}", was, now)

    def round(self, pair: Pair, spot: Spot) -> None:
        old, new = pair.old, pair.new
        was = old.label if isinstance(old, Round) else "once"
        now = new.label if isinstance(new, Round) else "once"
        if was != now:
            body = new.body if isinstance(new, Round) else (new,)
            only = body[0] if len(body) == 1 else None
            if isinstance(only, Part):
                text = f"`{last(only.path)}` is now done {now_was(now, was)}"
                self.change(pair, inside(only), text, was, now, "repetition")
            else:
                self.change(pair, spot, f"{spot.start}something is now done {now_was(now, was)}", was, now)
        for way in pair.ways:
            self.pairs(way.pairs, spot)

    def fork(self, pair: Pair, old: Fork, new: Fork, spot: Spot) -> None:
        if old.subject != new.subject:
            text = f"{spot.start}what is tested is now {now_was(new.subject, old.subject)}"
            self.change(pair, spot, text, old.subject, new.subject)
        for way in pair.ways:
            words = f"where {case(new, way)}"
            if way.old is None and way.pairs:
                self.way(pair, spot, way, words, "added")
            elif way.new is None and way.pairs:
                self.way(pair, spot, way, words, "removed")
            else:
                self.pairs(way.pairs, spot)

    def way(self, pair: Pair, spot: Spot, way: Way, words: str, kind: str) -> None:
        """A case, or a way to answer, that only one has."""
        item = pair.item
        name = way.new if way.new is not None else way.old
        done = "was added" if kind == "added" else "was removed"
        body: Items = tuple(p.item for p in way.pairs)
        text = f"{spot.start}what is done {words} {done}"
        if isinstance(item, Ask):
            text = (
                f"{spot.start}an answer “{name}” to {asked(item)} {done}" if name else f"{spot.start}an answer {done}"
            )
        spans = {"new": item.span} if kind == "added" else {"old": item.span}
        what = "answer" if isinstance(item, Ask) else "case"
        was, now = ("", name or "") if kind == "added" else (name or "", "")
        detail = (*asked_for(item, name or ""), *lines(body))
        self.changes.append(Change(kind, what, spot.path, text, was, now, detail, **spans))  # type: ignore[arg-type]

    def ask(self, pair: Pair, old: Ask, new: Ask, spot: Spot) -> None:
        if old.question != new.question:
            text = f"{spot.start}the question is now {now_was(new.question, old.question)}"
            self.change(pair, spot, text, old.question, new.question)
        name = asked(new)
        if old.who != new.who:
            self.change(pair, spot, f"{spot.start}{name} is now asked of {now_was(new.who, old.who)}", old.who, new.who)
        if old.choices != new.choices:
            text = (
                f"{spot.start}{name} is now a choice of {now_was(new.choices or 'answers', old.choices or 'answers')}"
            )
            self.change(pair, spot, text, old.choices, new.choices)
        self.cites(pair, old.refs, new.refs, spot)
        before, after = ({a.label: a for a in ask.alternatives} for ask in (old, new))
        if (order := [n for n in after if n in before]) != [n for n in before if n in after]:
            text = f"{spot.start}the answers to {name} stand in another order: {', '.join(order)}"
            self.change(pair, spot, text, now=", ".join(order))
        for way in pair.ways:
            a, b = before.get(way.old or ""), after.get(way.new or "")
            if way.old is None or way.new is None:
                if a is None and b is None:  # what is done if nothing can be chosen
                    self.pairs(way.pairs, spot)
                else:
                    self.way(pair, spot, way, "", "added" if way.old is None else "removed")
                continue
            if a is not None and b is not None:
                self.answer(pair, spot, a, b)
            self.pairs(way.pairs, spot.inside(way.new) if way.new and b is not None else spot)

    def answer(self, pair: Pair, spot: Spot, old: Alternative, new: Alternative) -> None:
        """One way to answer: its words and what it asks for."""
        name = f"“{new.label}”" if new.label else asked(pair.item)
        if old.label != new.label:
            self.change(
                pair, spot, f"{spot.start}the answer “{old.label}” now reads “{new.label}”", old.label, new.label
            )
        if choice_of(old) != choice_of(new):
            text = f"{spot.start}{name} is now a choice of {now_was(choice_of(new), choice_of(old))}"
            self.change(pair, spot, text, choice_of(old), choice_of(new))
        before, after = needs_of(old), needs_of(new)
        gone, more = [n for n in before if n not in after], [n for n in after if n not in before]
        for need in [n for n in more if len(gone) == len(more) == 1 or any(shares(n, g) for g in gone)]:
            was = next(g for g in gone if len(gone) == 1 or shares(need, g))
            self.change(pair, spot, f"{spot.start}{name} is now possible {now_was(need, was)}", was, need)
            gone.remove(was)
            more.remove(need)
        for need in gone:
            self.change(pair, spot, f"{spot.start}{name} no longer needs: {need}", need, "")
        for need in more:
            self.change(pair, spot, f"{spot.start}{name} now needs: {need}", "", need)


def case(item: Fork, way: Way) -> str:
    """A case of a branch as a clause."""
    label = way.new if way.new is not None else way.old
    if item.by_condition:
        return item.subject if label == "yes" else item.opposite or f"not ({item.subject})"
    return f"{item.subject} is {label}" if label != "otherwise" else f"{item.subject} is something else"


def shares(need: str, other: str) -> bool:
    """Do two needs have the same condition or the same reason?"""
    parts, others = need.rstrip(")").split(" (", 1), other.rstrip(")").split(" (", 1)
    return parts[0] == others[0] or (len(parts) == len(others) == 2 and parts[1] == others[1])


def inside(part: Part) -> Spot:
    """In a part. What a row does is named whole."""
    return Spot(part.path, f"in `{part.path if part.kind == 'procedure' else last(part.path)}`")


def named(item: Item) -> str:
    """What an item is called in a sentence: its name, if it has one, else what it says."""
    match item:
        case Part() | Round(body=(Part(),)):
            part = item if isinstance(item, Part) else item.body[0]
            assert isinstance(part, Part)
            return f"`{last(part.path)}`"
        case Round(body=(first, *more)):
            return f"“{sentence(item)}: {sentence(first)}{' …' if more else ''}”"
    return f"“{sentence(item)}”"


def asked_for(item: Item, label: str) -> tuple[str, ...]:
    """What a way to answer asks for: out of what is chosen, and its needs."""
    answer = next((a for a in item.alternatives if a.label == label), None) if isinstance(item, Ask) else None
    if answer is None:
        return ()
    choice = choice_of(answer)
    return (*([choice] if choice else []), *needs_of(answer))


def asked(item: Item) -> str:
    """What a question is called in a sentence."""
    assert isinstance(item, Ask)
    return f"“{item.question}”" if item.question else item.choices or "to choose"


def told(aligner: Aligner, old: Items, new: Items, spot: Spot) -> Iterator[Change]:
    """The changes of one body."""
    teller = Teller(aligner)
    teller.pairs(aligner.align(old, new), spot)
    yield from teller.told()
