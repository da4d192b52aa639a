"""Two outlines as one: everything that is in either, with a mark on what only one has or what is not the same in both.

What was taken out stands where it stood. A line that reads otherwise now is there twice, as it was and as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from rulewright.compiler.outline.aligned import Aligner, Pair, Way, last
from rulewright.compiler.outline.marks import Mark, signed
from rulewright.compiler.outline.outline import (
    Ask,
    Ending,
    Fork,
    Item,
    Items,
    Jump,
    Outline,
    Part,
    Plain,
    Reaction,
    Round,
    Use,
    inside,
)

GONE: Mark = "removed"
NEW: Mark = "added"


@define
class Merged:
    """One outline of two. `marks` go by the id of an item or reaction (each is there once); `was` says what a changed
    item said before, in words; `open` are the paths of parts with something marked inside."""

    outline: Outline
    marks: dict[int, Mark] = field(factory=dict)
    was: dict[int, tuple[str, ...]] = field(factory=dict)
    open: set[str] = field(factory=set)
    endings: dict[tuple[str, str], Mark] = field(factory=dict)
    ended: dict[tuple[str, str], tuple[str, ...]] = field(factory=dict)  # how that was before


def merge(old: Outline, new: Outline) -> Merged:
    """Everything of two outlines, whose names and titles were made alike."""
    aligner = Aligner(calls=True)
    made = Merged(new)
    merger = _Merger(made)
    setup = merger.items(aligner.align(old.setup, new.setup))
    flow = merger.items(aligner.align(old.flow, new.flow))
    reactions = tuple(merger.reactions(old.reactions, new.reactions, aligner))
    made.outline = Outline(new.title, setup, flow, reactions, new.procedures)
    merger.look_into((Part("setup", "", "phase", setup), *flow))
    before, after = ({(e.verdict, e.reason) for e in endings(outline)} for outline in (old, new))
    made.endings = {**dict.fromkeys(before - after, GONE), **dict.fromkeys(after - before, NEW), **made.endings}
    return made


def endings(outline: Outline) -> Iterator[Ending]:
    bodies = [outline.setup, outline.flow, *(r.body for r in outline.reactions)]
    return (item for item in inside(bodies) if isinstance(item, Ending))


@define
class _Merger:
    made: Merged

    def items(self, pairs: Sequence[Pair]) -> Items:
        """One body."""
        found: list[Item] = []
        for pair in pairs:
            old, new = pair.old, pair.new
            if pair.status == "wrapped":
                made = self.with_bodies(pair, pair.item)
                self.mark(made, "changed", ["new, around what was there"])
                found.append(made)
            elif pair.status == "unwrapped":
                kept = next((w for w in pair.ways if w.old is not None and w.new is not None), None)
                found += self.unwrapped(pair.item, self.items(kept.pairs) if kept is not None else ())
            elif pair.status == "same" or old is None or new is None:
                found.append(self.alone(pair.item, pair.status))
            elif isinstance(old, Plain) and isinstance(new, Plain):
                found += [self.alone(old, "removed"), self.alone(new, "added")]
            else:
                found.append(self.both(pair, old, new))
        return tuple(found)

    def unwrapped(self, outer: Item, inner: Items) -> Items:
        """What stood inside something that is gone: the first of it says so."""
        if not inner:
            return ()
        first = evolve(inner[0])
        said = outer.subject if isinstance(outer, Fork) else getattr(outer, "label", "") or getattr(outer, "title", "")
        told = self.made.was.get(id(inner[0]), ())
        self.mark(first, self.made.marks.get(id(inner[0]), "") or "changed", [f"was inside: {said}", *told])
        return (first, *inner[1:])

    def alone(self, item: Item, status: str) -> Item:
        """An item that only one has, or that is the same in both."""
        if status not in ("added", "removed"):
            return item
        marked = evolve(item)
        self.mark(marked, "added" if status == "added" else "removed")
        return marked

    def mark(self, thing: object, mark: Mark, was: Sequence[str] = ()) -> None:
        self.made.marks[id(thing)] = mark
        self.made.was[id(thing)] = tuple(was)

    def both(self, pair: Pair, old: Item, new: Item) -> Item:
        """An item in both, with what is in either of its bodies."""
        if isinstance(old, Round) != isinstance(new, Round):
            return self.repeated(pair, old, new)
        made = self.with_bodies(pair, new)
        told = list(was(old, new))
        if told:
            self.mark(made, "changed", told)
        if isinstance(new, Ending) and told:
            self.made.endings[new.verdict, new.reason] = "changed"
            self.made.ended[new.verdict, new.reason] = tuple(told)
        return made

    def repeated(self, pair: Pair, old: Item, new: Item) -> Item:
        """Something that is done once in one of the two, and over and over in the other."""
        body = self.items(pair.ways[0].pairs)
        if isinstance(new, Round):
            made: Item = evolve(new, body=body)
            self.mark(made, "changed", ["was: once"])
            return made
        only = next((item for item in body if type(item) is type(new)), new)
        made = evolve(only)
        self.mark(made, "changed", [f"was: {old.label}" if isinstance(old, Round) else "was: once"])
        return made

    def with_bodies(self, pair: Pair, new: Item) -> Item:
        match new:
            case Part() | Round() | Use():
                return evolve(new, body=self.way(pair.ways[0]) if pair.ways else new.body)
            case Fork():
                return evolve(new, cases=tuple((self.label(w), self.way(w)) for w in pair.ways), ways=())
            case Ask():
                return self.ask(pair, new)
        return evolve(new)

    def way(self, way: Way) -> Items:
        return self.items(way.pairs)

    @staticmethod
    def label(way: Way) -> str:
        """The label of a way, with a sign if only one has it."""
        if way.new is None:
            return signed("removed", way.old or "")
        return way.new if way.old is not None else signed("added", way.new)

    def ask(self, pair: Pair, new: Ask) -> Ask:
        """All ways to answer, and what is done if there is none."""
        old = pair.old
        assert isinstance(old, Ask)
        before, after = ({a.label: a for a in ask.alternatives} for ask in (old, new))
        ways, missing = [], new.missing
        for way in pair.ways:
            answer = after.get(way.new) if way.new is not None else before.get(way.old or "")
            if answer is None:
                missing = self.way(way)
            else:
                label = self.label(way) if answer.label else ""
                ways.append(evolve(answer, label=label, body=self.way(way)))
        return evolve(new, alternatives=tuple(ways), missing=missing)

    def reactions(self, old: Sequence[Reaction], new: Sequence[Reaction], aligner: Aligner) -> Iterator[Reaction]:
        """Paired like repetitions. One whose condition is another now is there twice."""
        before, after = (tuple(Round(r.text, "while", r.body, span=r.span) for r in side) for side in (old, new))
        known = {id(item): r for item, r in zip((*before, *after), (*old, *new), strict=True)}
        for pair in aligner.align(before, after):
            a, b = (None if item is None else known[id(item)] for item in (pair.old, pair.new))
            if a is not None and (b is None or a.text != b.text):
                gone = evolve(a, body=() if b is not None else a.body)
                self.mark(gone, "removed")
                yield gone
            if b is not None:
                body = self.items(pair.ways[0].pairs) if pair.ways else b.body
                made = evolve(b, body=body)
                if a is None or a.text != b.text:
                    self.mark(made, "added", () if a is None else (a.text,))
                yield made

    def look_into(self, items: Items) -> bool:
        """Is something marked in here? Notes the parts that have to be open to show it."""
        found = False
        for item in items:
            mark = self.made.marks.get(id(item), "")
            within = [self.look_into(body) for body in bodies_of(item)] if mark != "removed" else []
            if isinstance(item, Part | Use) and (any(within) or mark == "added"):
                self.made.open.add(item.path)
            signs = item.alternatives if isinstance(item, Ask) else ()
            found = found or bool(mark) or any(within) or any(a.label[:2] in ("+ ", "− ") for a in signs)
        return found


def bodies_of(item: Item) -> tuple[Items, ...]:
    match item:
        case Ask():
            return (*(a.body for a in item.alternatives), item.missing)
        case Fork():
            return tuple(body for _, body in item.cases)
        case Round() | Part() | Use():
            return (item.body,)
    return ()


def was(old: Item, new: Item) -> Iterator[str]:
    """What an item said before and does not say now, apart from its bodies."""
    match old, new:
        case Ask(), Ask():
            if old.question != new.question:
                yield f"was: {old.question or old.choices}"
            elif old.choices != new.choices:
                yield f"a choice of: {new.choices}"
                yield f"was: {old.choices}"
            if old.who != new.who:
                yield f"was asked: {old.who}"
            before, after = ({a.label: a for a in ask.alternatives} for ask in (old, new))
            for label in before.keys() & after.keys():
                if (before[label].needs, before[label].conditions) != (after[label].needs, after[label].conditions):
                    yield f"{label} was: {before[label].needs or 'always possible'}".strip()
        case Fork(), Fork():
            if old.subject != new.subject:
                yield f"was: {old.subject}"
        case Round(), Round():
            if old.label != new.label:
                yield f"was: {old.label}"
        case Part(), Part():
            if old.title != new.title or old.kind != new.kind:
                yield f"was: {old.title}"
        case Use(), Use():
            if (old.title, old.given) != (new.title, new.given):
                yield f"was: {old.title} ({old.given})"
        case Ending(), Ending():
            if (old.verdict, old.reason) != (new.verdict, new.reason):
                yield f"was: {old.verdict}{f' ({old.reason})' if old.reason else ''}"
        case Jump(), Jump():
            if last(old.path) != last(new.path):
                yield f"was: ends “{old.title}”"
        case _:
            if type(old) is type(new) and getattr(old, "text", "") != getattr(new, "text", ""):
                yield f"was: {getattr(old, 'text', '')}"
