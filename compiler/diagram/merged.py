"""One diagram of two rulesets: what was added, taken out and changed, in colours and with signs (see marks.py).

It is drawn like any diagram (draw.py), from an outline of both (compiler/outline/merged.py). Parts in which something
is different are open, the others are closed. What was taken out stands where it stood, and the flow goes past it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from attrs import define, evolve, field

from rulewright.compiler.diagram.canvas import LONGEST_LINE, Exit
from rulewright.compiler.diagram.diagram import Diagram, Edge, Node, Row
from rulewright.compiler.diagram.draw import Sketch, draw_game
from rulewright.compiler.outline.marks import Mark, signed
from rulewright.compiler.outline.merged import Merged, merge
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
    Use,
    inside,
)
from rulewright.compiler.words.text import capital, cut

Thing = TypeVar("Thing")
NONE: Iterator[Any] = iter(())
FEW = 3  # lines that are the same in both, between those that are not


def diagram_of_both(old: Outline, new: Outline, title: str, *, depth: int = 1) -> Diagram:
    """Both outlines in one diagram. `depth`: how many levels of phases are open though nothing in them is different."""
    merged = merge(old, new)
    sketch = MergedSketch(opens=lambda path, level, around: path in merged.open or level <= depth, merged=merged)
    draw_game(sketch, merged.outline, opened="setup" in merged.open)
    return evolve(sketch.done(title), marked=True)


@define
class MergedSketch(Sketch):
    """A drawing that marks what it puts down."""

    merged: Merged = field(kw_only=True)

    def mark_of(self, thing: object) -> Mark:
        return self.merged.marks.get(id(thing), "")

    # ------------------------------------------------------------------------------------------------ items

    def item(self, item: Item, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        if isinstance(item, Part | Use):  # marked where they are drawn
            return super().item(item, entries, where, level)
        if isinstance(item, Jump | Ending) and (mark := self.mark_of(item)):
            entered = [evolve(e, label=signed(mark, e.label).strip()) for e in entries]
            exits = super().item(item, entered, where, level)
            return entries if mark == "removed" else exits
        return self.under(item, entries, lambda to: super(MergedSketch, self).item(item, to, where, level))

    def part(
        self, part: Part | Use, often: str, entries: list[Exit], where: str | None, level: int, *, ends: bool = True
    ) -> list[Exit]:
        def draw(to: list[Exit]) -> list[Exit]:
            return super(MergedSketch, self).part(part, often, to, where, level, ends=ends)

        return self.under(part, entries, draw)

    def under(self, item: Item, entries: list[Exit], draw: Callable[[list[Exit]], list[Exit]]) -> list[Exit]:
        """Draw an item and mark what was put down for it."""
        mark, first, frames = self.mark_of(item), len(self.nodes), len(self.clusters)
        if mark == "removed":
            return self.past(entries, draw, first, frames)
        exits = draw(entries)
        if isinstance(item, Ask):
            self.mark_rows(first, item)
        if mark == "changed":
            self.changed(item, first, frames)
        elif mark:
            self.mark_all(mark, first, frames)
        return exits

    def past(
        self, entries: list[Exit], draw: Callable[[list[Exit]], list[Exit]], first: int, frames: int
    ) -> list[Exit]:
        """Draw what was taken out, beside the way that the flow takes now. What was taken out in a row is one way."""
        gone = {n.id for n in self.nodes if n.mark == "removed"}
        beside = [e for e in entries if e.source in gone or e.label.startswith(signed("removed", ""))]
        exits = draw(beside or entries)
        self.mark_all("removed", first, frames)
        return [*(e for e in entries if e not in beside), *exits]

    def mark_all(self, mark: Mark, first: int, frames: int) -> None:
        """Mark everything that was put down since."""
        for n in range(first, len(self.nodes)):
            if self.nodes[n].kind != "ending":
                self.nodes[n] = evolve(self.nodes[n], mark=self.nodes[n].mark or mark)
        for c in range(frames, len(self.clusters)):
            self.clusters[c] = evolve(self.clusters[c], mark=self.clusters[c].mark or mark)

    def changed(self, item: Item, first: int, frames: int) -> None:
        """Mark the frame, or the box, of an item that reads otherwise now, and say what it was."""
        was = self.merged.was.get(id(item), ())
        if not isinstance(item, Ask | Fork) and frames < len(self.clusters):
            frame = self.clusters[frames]
            subtitle = " — ".join(t for t in (frame.subtitle, *was) if t)
            self.clusters[frames] = evolve(frame, mark="changed", subtitle=subtitle)
        elif first < len(self.nodes):
            node = self.nodes[first]
            if node.kind == "test":
                self.nodes[first] = evolve(node, mark="changed", title=" ".join((node.title, *(f"({t})" for t in was))))
            else:
                rows = tuple(Row(cut(text, LONGEST_LINE), style="quiet", mark="changed") for text in was)
                self.nodes[first] = evolve(node, mark="changed", rows=(*node.rows, *rows))

    def mark_rows(self, first: int, ask: Ask) -> None:
        """Lines of what is done after an answer may stand in the box of the question."""
        marks = [(shown(i), self.mark_of(i)) for a in ask.alternatives for i in a.body if isinstance(i, Plain)]
        if any(mark for _, mark in marks) and first < len(self.nodes):
            node = self.nodes[first]
            mine = by_text(marks)  # the same words may stand there twice: in order
            rows = tuple(evolve(row, mark=row.mark or next(mine.get(row.text, NONE), "")) for row in node.rows)
            self.nodes[first] = evolve(node, rows=rows, mark=node.mark or ("changed" if rows != node.rows else ""))

    def actions(self, run: Items, entries: list[Exit], where: str | None) -> list[Exit]:
        """Lines in a box: each with its own mark, or the box with that of all."""
        marks = [self.mark_of(i) for i in run]
        if not any(marks):
            return super().actions(run, entries, where)
        alike = len(set(marks)) == 1
        if alike and marks[0] == "removed":
            return self.past(
                entries,
                lambda to: super(MergedSketch, self).actions(run, to, where),
                len(self.nodes),
                len(self.clusters),
            )
        rows = [Row(shown(i), mark="" if alike else mark) for i, mark in zip(run, marks, strict=True)]
        node = evolve(self.node("action", "", where, (), (), run[0].span), rows=tuple(shortened(rows)))
        return self.place(evolve(node, mark=marks[0] if alike else "changed"), entries)

    def ending(self, item: Ending) -> str:
        key = (item.verdict, item.reason)
        new, name = key not in self.endings, super().ending(item)
        mark = self.merged.endings.get(key, "")
        if new and mark:
            rows = tuple(Row(text, style="quiet", mark="changed") for text in self.merged.ended.get(key, ()))
            self.nodes[-1] = evolve(self.nodes[-1], mark=mark, rows=(*self.nodes[-1].rows, *rows))
        return name

    # ------------------------------------------------------------------------------------------------ the rest

    def reactions(self, reactions: tuple[Reaction, ...], *, at_end: bool) -> None:
        """As ever, with marks: a condition that reads otherwise now stands there twice, and what it does once."""
        super().reactions(reactions, at_end=at_end)
        known = by_text([(cut(capital(r.text), LONGEST_LINE), r) for r in reactions])
        at = next((i for i, n in enumerate(self.nodes) if n.kind == "notes"), 0)
        rows: list[Row] = []
        mark: Mark = ""
        for row in self.nodes[at].rows if reactions else ():
            reaction = next(known.get(row.text, NONE), None) if row.indent == 0 else None
            if reaction is not None:
                mark = self.mark_of(reaction)
                rows.append(evolve(row, mark=mark))
                if self.merged.was.get(id(reaction)) or not mark:
                    mark = "changed" if any(self.mark_of(item) for item in inside([reaction.body])) else ""
            else:
                rows.append(evolve(row, mark=mark))
        if reactions:
            self.nodes[at] = evolve(self.nodes[at], rows=tuple(rows))

    def done(self, title: str) -> Diagram:
        """The finished diagram; arrows have the mark of what they lead to, or come from."""
        nodes = {n.id: n for n in self.nodes}
        self.edges = [evolve(e, mark=mark_of_edge(e, nodes)) for e in self.edges]
        return super().done(title)


def mark_of_edge(edge: Edge, nodes: dict[str, Node]) -> Mark:
    marks = {nodes[end].mark for end in (edge.source, edge.target) if end in nodes and edge.kind != "note"}
    if "removed" in marks or edge.label.startswith("− "):
        return "removed"
    return "added" if "added" in marks or edge.label.startswith("+ ") else ""


def by_text(things: Iterable[tuple[str, Thing]]) -> dict[str, Iterator[Thing]]:
    """Things by their words; those with the same words one after the other."""
    found: dict[str, list[Thing]] = {}
    for text, thing in things:
        found.setdefault(text, []).append(thing)
    return {text: iter(same) for text, same in found.items()}


def shown(item: Item) -> str:
    """A line as it stands in a box."""
    return cut(capital(item.text), LONGEST_LINE) if isinstance(item, Plain) else ""


def shortened(rows: list[Row]) -> list[Row]:
    """Long stretches of lines that are the same in both are left out."""
    kept = {i for i, row in enumerate(rows) if row.mark}
    near = {j for i in kept for j in range(i - FEW, i + FEW + 1)} if kept else set(range(len(rows)))
    made: list[Row] = []
    for i, row in enumerate(rows):
        if i in near:
            made.append(row)
        elif not made or made[-1].text != "…":
            made.append(Row("…", style="quiet"))
    return made
