"""Draws an outline: walks it in order, puts down nodes, and joins the loose ends of one item to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, evolve, field

from rulewright.compiler.diagram.canvas import LONGEST_TITLE, Canvas, Exit, way_out
from rulewright.compiler.diagram.diagram import Cluster, Diagram, Edge, Node, Row
from rulewright.compiler.diagram.heat import added, ending_counts, endings_in, leaves_in, past, reached, times
from rulewright.compiler.diagram.rows import deciders, is_menu, limits, menu_rows, rows_of, summary
from rulewright.compiler.diagram.shapes import all_plain, headed, hint, one_node, wraps
from rulewright.compiler.outline.outline import (
    Ask,
    Chance,
    Ending,
    Facts,
    Fork,
    Inquiry,
    Item,
    Items,
    Jump,
    Outline,
    Part,
    Plain,
    Reaction,
    Round,
    Use,
)
from rulewright.compiler.words.text import capital, cut

MOST_NODES = 400  # beyond that nothing more is opened
MOST_LINES = 8
AFTER_LAST = "after the last"


@define
class Sketch(Canvas):
    """A drawing in progress. `opens` says whether the part at a path, so many levels down inside these other parts, is
    drawn with its inside."""

    opens: Callable[[str, int, tuple[str, ...]], bool] = field(kw_only=True)
    inquiry: Inquiry = field(factory=Inquiry)
    pending: dict[str, list[Exit]] = field(factory=dict)
    endings: dict[tuple[str, str], str] = field(factory=dict)
    ended: Mapping[tuple[str, str], int] = field(factory=dict, kw_only=True)  # how often a run did, by verdict, reason

    def items(self, items: Items, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        at = 0
        while at < len(items) and entries:
            run = at
            while run < len(items) and isinstance(items[run], Plain):
                run += 1
            if run > at:
                entries = self.actions(items[at:run], entries, where)
                at = run
                continue
            entries = self.item(items[at], entries, where, level)
            at += 1
        return entries

    def item(self, item: Item, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        match item:
            case Chance():
                node = self.node("chance", item.text, where, span=item.span, times=times(item))
                return self.place(node, entries, past(item))
            case Ask():
                return self.ask(item, entries, where, level)
            case Fork():
                return self.test(item, entries, where, level)
            case Round():
                return self.round(item, entries, where, level)
            case Part() | Use():
                return self.part(item, "", entries, where, level)
            case Jump():
                self.leave(item, entries)
            case Ending():
                self.join(entries, self.ending(item))
        return []

    def leave(self, jump: Jump, entries: list[Exit]) -> None:
        text = f"ends “{cut(jump.title, 24)}”"
        for e in entries:
            label = f"{e.label}: {text}" if e.label else text
            self.pending.setdefault(jump.path, []).append(Exit(e.source, label, "early", e.tooltip, e.times))

    def ending(self, item: Ending) -> str:
        """The node of an ending, one for all that end so."""
        key = (item.verdict, item.reason)
        if key not in self.endings:
            rows = (Row(item.reason),) if item.reason else ()
            node = self.node("ending", item.verdict, None, rows, item.refs, item.span, times=self.ended.get(key))
            node = evolve(node, id=f"ending/{len(self.endings) + 1}")
            self.nodes.append(node)
            self.endings[key] = node.id
        return self.endings[key]

    def actions(self, run: Items, entries: list[Exit], where: str | None) -> list[Exit]:
        lines = [i.text for i in run if isinstance(i, Plain)]
        rows = tuple(rows_of(run[:MOST_LINES], most := reached(run)))
        if len(lines) > MOST_LINES:
            rows = (*rows[:-1], Row("…", style="quiet"))
        whole = "\n".join(capital(t) for t in lines[MOST_LINES - 1 :]) if len(lines) > MOST_LINES else ""
        node = self.node("action", "", where, rows, (), run[0].span, whole, most)
        return self.place(node, entries, past(run[-1]))

    def ask(self, item: Ask, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        if is_menu(item):
            return self.menu(item, entries, where)
        only = item.alternatives[0] if len(item.alternatives) == 1 else None
        folded = only is not None and not only.label and len(only.body) <= 3 and all_plain(only.body)
        rows = [Row(item.question or item.choices or "Choose", "", 0, "strong"), *limits(item)]
        if folded and only is not None:
            rows += rows_of(only.body, item.answered)
        told = [f"one of: {item.choices}"] if item.choices else []
        told += [a.needs for a in item.alternatives if a.needs and len(item.alternatives) == 1]
        node = self.node("ask", item.who, where, tuple(rows), item.refs, item.span, "\n".join(told), item.answered)
        self.place(node, entries)
        exits: list[Exit] = []
        for a in item.alternatives:
            way = way_out(node.id, a.label, a.needs, None if a.passed is None else a.passed.times)
            on = past(a.body[-1]) if a.body and item.missing else item.answered if item.missing else past(item)
            exits += [Exit(node.id, times=on)] if folded else self.items(a.body, [way], where, level)
        if item.missing:
            nothing = None if item.nothing is None else item.nothing.times
            exits += self.items(item.missing, [Exit(node.id, item.without, times=nothing)], where, level)
        return exits

    def menu(self, item: Ask, entries: list[Exit], where: str | None) -> list[Exit]:
        """A choice of many ways that lead far: one box that lists them, each with the decisions that follow."""
        rows = (Row(item.question or "Choose", "", 0, "strong"), *menu_rows(item, self.inquiry, self.path))
        node = self.node("ask", item.who, where, rows, item.refs, item.span, times=item.answered)
        self.place(node, entries)
        whole = Part(self.path, "", "step", (item,), span=item.span, passed=item.passed)
        return self.consequences(whole, self.inquiry.of(whole.body), node.id)

    def test(self, item: Fork, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        node = self.node("test", f"{item.subject}?", where, span=item.span, times=times(item))
        self.place(node, entries)
        exits: list[Exit] = []
        for number, (label, body) in enumerate(item.cases):
            way = item.way(number)
            exits += self.items(body, [way_out(node.id, label, "", None if way is None else way.times)], where, level)
        return exits

    # ------------------------------------------------------------------------------------------------ parts

    def part(
        self, part: Part | Use, often: str, entries: list[Exit], where: str | None, level: int, *, ends: bool = True
    ) -> list[Exit]:
        """A phase, step or procedure: a frame with its inside, or a card. If its round `ends` here, all ways out of the
        frame are led together."""
        outer, around = self.path, self.around
        self.path = part.path
        opened = len(self.nodes) < MOST_NODES and self.opens(part.path, level + 1, around)
        bare = not part.body or isinstance(part.body[0], Jump | Ending)
        if (opened and not bare) or (part.body and one_node(part.body)):
            self.around = (*around, part.path)
            inner = level if wraps(part.body) else level + 1
            title = f"{part.title} ({part.given})" if isinstance(part, Use) and part.given else part.title
            kind = "procedure" if isinstance(part, Use) else part.kind
            told = hint(part.span, part.refs)
            short = cut(capital(title), LONGEST_TITLE)
            frame = Cluster(self.name("frame"), short, often, part.refs, told, kind, where, times=times(part))
            frame = evolve(frame, path=part.path)
            exits = [*self.framed(frame, part.body, entries, inner), *self.pending.pop(part.path, [])]
            exits = self.gathered(exits, frame.id) if ends else exits
        else:
            exits = [*self.card(part, often, entries, where), *self.pending.pop(part.path, [])]
        self.path, self.around = outer, around
        return exits

    def framed(self, frame: Cluster, body: Items, entries: list[Exit], level: int) -> list[Exit]:
        """A body in a frame; the frame of a single box becomes the heading of the box."""
        node_mark, cluster_mark = len(self.nodes), len(self.clusters)
        self.clusters.append(frame)
        self.homes[frame.id] = frozenset((*self.around, self.path))
        exits = self.items(body, entries, frame.id, level)
        new = [i for i in range(node_mark, len(self.nodes)) if self.nodes[i].cluster == frame.id]
        if not new and len(self.clusters) == cluster_mark + 1:  # nothing to frame
            self.clusters.pop()
        if len(new) == 1 and len(self.clusters) == cluster_mark + 1:
            only = self.nodes[new[0]]
            if only.kind in ("action", "ask", "chance") or (not frame.title and only.kind == "card"):
                self.clusters.pop()
                self.nodes[new[0]] = headed(only, frame)
        return exits

    def card(self, part: Part | Use, often: str, entries: list[Exit], where: str | None) -> list[Exit]:
        facts = self.inquiry.of_part(part)
        rows = summary(part.body, self.inquiry, part.path)
        title = f"{part.title} ({part.given})" if isinstance(part, Use) and part.given else part.title
        if isinstance(part, Use):
            side = deciders(part, self.inquiry)
            rows = (Row("", side),) if side and not rows else rows
        node = self.node("card", title, where, rows, part.refs, part.span, times=times(part))
        self.place(evolve(node, heading=cut(capital(often), LONGEST_TITLE), path=part.path), entries)
        return self.consequences(part, facts, node.id)

    def consequences(self, part: Part | Use, facts: Facts, source: str) -> list[Exit]:
        """The ways out of a closed part."""
        shared = part.passed is not None and part.passed.shared
        for ending in facts.endings:
            self.join([Exit(source, times=endings_in(part.body, ending, shared=shared))], self.ending(ending))
        for jump in facts.leaves:
            self.leave(jump, [Exit(source, times=leaves_in(part.body, jump, shared=shared))])
        return [Exit(source, times=past(part))] if facts.goes_on else []

    # ------------------------------------------------------------------------------------------------ repeats

    def round(self, item: Round, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        if item.kind == "while":
            return self.while_(item, entries, where, level)
        mark = len(self.nodes)
        only = item.body[0] if len(item.body) == 1 else None
        if isinstance(only, Part | Use):
            exits = self.part(only, item.label, entries, where, level, ends=False)
        else:
            often = cut(item.label, LONGEST_TITLE)
            told = hint(item.span, ())
            frame = Cluster(self.name("round"), "", often, (), told, "round", where, times=times(item))
            exits = self.framed(frame, item.body, entries, level)
        head = next((n for n in self.nodes[mark:] if n.kind != "ending"), None)
        if head is None or not exits:
            return exits
        if item.kind == "each":
            return self.next_one(item, exits, head, where)
        if all(e.label == AFTER_LAST and Edge(e.source, head.id, "", "again") in self.edges for e in exits):
            known = self.edges.index(Edge(exits[0].source, head.id, "", "again"))
            self.edges[known] = evolve(self.edges[known], times=added((self.edges[known].times, item.again)))
            return exits if item.kind == "until" else []  # the repetition inside leads back there already
        return self.back(item, exits, head, where)

    def next_one(self, item: Round, exits: list[Exit], head: Node, where: str | None) -> list[Exit]:
        """After one member the next; a repetition in a single box says so in its heading."""
        if head.cluster == where and all(e.source == head.id for e in exits):
            return [evolve(e, times=past(item)) for e in exits] if len(exits) == 1 else exits
        word = evolve(self.node("again", item.following, self.outermost(head.cluster, where)), title=item.following)
        self.place(word, exits)
        self.edges.append(Edge(word.id, head.id, "", "again", times=item.again))
        done = added(e.times for e in exits)
        last = None if done is None or item.again is None else done - item.again
        return [Exit(word.id, AFTER_LAST, times=last)]

    def back(self, item: Round, exits: list[Exit], head: Node, where: str | None) -> list[Exit]:
        """Lead loose ends back to `head`, past a word that says so; if the round ends, several go on from there."""
        label, ends = "again" if item.kind == "while" else item.label, item.kind == "until"
        again = added(e.times for e in exits) if item.kind == "while" else item.again
        if {e.source for e in exits} == {head.id}:
            self.join([evolve(exits[0], times=again)], head.id, "again", label)
            return [evolve(e, times=past(item) if len(exits) == 1 else e.times) for e in exits] if ends else []
        word = evolve(self.node("again", label, self.outermost(head.cluster, where)), title=label)
        self.add(word)
        if len(exits) == 1:
            self.join([evolve(exits[0], times=again)], word.id, "turn")
        else:
            self.join(exits, word.id)
        self.edges.append(Edge(word.id, head.id, "", "again", times=again))
        if not ends:
            return []
        return [evolve(exits[0], times=past(item))] if len(exits) == 1 else [Exit(word.id, times=past(item))]

    def while_(self, item: Round, entries: list[Exit], where: str | None, level: int) -> list[Exit]:
        condition = item.label.removeprefix("while ")
        tested = added((None if item.rounds is None else item.rounds.times, past(item)))
        node = self.node("test", f"{condition}?", where, span=item.span, times=tested)
        self.place(node, entries)
        yes = None if item.rounds is None else item.rounds.times
        exits = self.items(item.body, [Exit(node.id, "yes", times=yes)], where, level)
        if exits:
            self.back(item, exits, node, where)
        return [Exit(node.id, "no", times=past(item))]

    # ------------------------------------------------------------------------------------------------ whole games

    def reactions(self, reactions: tuple[Reaction, ...], *, at_end: bool) -> None:
        """What may happen at any time, as a list at the side, or below everything; its endings are joined to it."""
        if not reactions:
            return
        rows: list[Row] = []
        for r in reactions:
            rows.append(Row(r.text, "", 0, "quiet", r.refs, times=None if r.passed is None else r.passed.times))
            rows += [evolve(row, indent=row.indent + 1) for row in summary(r.body, self.inquiry, "", plain=True)]
        node = self.node("notes", "At any time", None, tuple(rows), (), reactions[0].span)
        last = next((n.id for n in reversed(self.nodes) if n.kind != "ending"), None)
        self.nodes.append(node)
        if at_end and last is not None:
            self.edges.append(Edge(last, node.id, "", "below"))
        for r in reactions:
            for ending in self.inquiry.of(r.body).endings:
                often = endings_in(r.body, ending)
                self.edges.append(Edge(node.id, self.ending(ending), "", "note", times=often))


def drawn_to_depth(outline: Outline, depth: int) -> Diagram:
    """A whole game, open to a depth."""
    sketch = Sketch(opens=lambda path, level, around: level <= depth, ended=ended(outline))
    draw_game(sketch, outline, opened=depth >= 2)
    return sketch.done(outline.title)


def setup_of(outline: Outline) -> Part:
    """The set-up as a part."""
    first, last = outline.setup[0], outline.setup[-1]
    passed = None if first.passed is None else evolve(first.passed, past=past(last))
    return Part("setup", "Set-up", "phase", outline.setup, span=first.span, passed=passed)


def ended(outline: Outline) -> dict[tuple[str, str], int]:
    """How often a run ended in which way."""
    return ending_counts([outline.setup, outline.flow, *(r.body for r in outline.reactions)])


def draw_game(sketch: Sketch, outline: Outline, *, opened: bool) -> None:
    sketch.path = "setup"
    if outline.setup:
        start = setup_of(outline)
        if opened:
            frame = Cluster("setup/frame", start.title, "", (), hint(start.span, ()), "phase", times=times(start))
            entries = sketch.framed(frame, start.body, [Exit("")], 1)
            sketch.edges = [e for e in sketch.edges if e.source]
        else:
            entries = sketch.card(start, "", [], None)
    else:
        began = times(outline.flow[0]) if outline.flow else None
        entries = sketch.place(evolve(sketch.node("start", "Start", None), id="start"), [], began)
    sketch.path = ""
    entries = sketch.items(outline.flow, entries, None, 0)
    if entries:
        end = sketch.node("end", "The game ends", None, times=added(e.times for e in entries))
        sketch.place(evolve(end, id="end"), entries)
    sketch.reactions(outline.reactions, at_end=opened)
