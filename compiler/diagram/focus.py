"""One thing with an address alone: everything inside it, and stubs for where it is entered from and goes to."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from rulewright.compiler.diagram.addresses import bodies, places
from rulewright.compiler.diagram.canvas import Exit
from rulewright.compiler.diagram.diagram import Cluster, Diagram, Edge, EdgeKind, Node, Row
from rulewright.compiler.diagram.draw import Sketch, draw_game, ended, setup_of
from rulewright.compiler.diagram.heat import times
from rulewright.compiler.outline.outline import Ask, Items, Outline, Part, Use, bodies_of, inside
from rulewright.compiler.words.text import capital


def drawn_alone(outline: Outline, path: str) -> Diagram:
    """The part at a known path, alone."""
    if path == "setup":
        return drawn_setup(outline)
    titles = {p.path: p.title for p in phases(outline.flow)}
    if path in titles:
        return drawn_in_flow(outline, path, titles[path])
    place = next(p for p in places(outline) if p.path == path)
    if place.sort == "action":
        return drawn_action(outline, path)
    inner = [p.path for p in places(outline) if p.path.startswith(f"{path}.")] if place.sort == "card" else [path]
    return drawn_apart(outline, inner, place.title)


def phases(items: Items) -> list[Part]:
    """The parts that stand in the flow itself, not in what it calls."""
    found: list[Part] = []
    for part in nearest_parts(items):
        if isinstance(part, Part):
            found += [part, *phases(part.body)]
    return found


def drawn_setup(outline: Outline) -> Diagram:
    sketch = Sketch(opens=lambda path, level, around: True, ended=ended(outline))
    sketch.path = "setup"
    frame = Cluster("setup/frame", "Set-up", times=times(setup_of(outline)))
    exits = sketch.framed(frame, outline.setup, [Exit("")], 1)
    sketch.edges = [e for e in sketch.edges if e.source]
    first = next((i.title for i in inside([outline.flow]) if isinstance(i, Part)), "the game")
    sketch.place(Node("stub/after", "stub", first), exits)
    return sketch.done(f"{outline.title}: Set-up")


def drawn_in_flow(outline: Outline, path: str, title: str) -> Diagram:
    """Draw the game with only this part open, and keep the part and its neighbours."""

    def opens(at: str, level: int, around: tuple[str, ...]) -> bool:
        return at == path or path in around or path.startswith(f"{at}.")

    sketch = Sketch(opens=opens, ended=ended(outline))
    draw_game(sketch, outline, opened=False)
    inner = {name for name, homes in sketch.homes.items() if path in homes}
    return cropped(sketch.done(f"{outline.title}: {title}"), inner)


def cropped(whole: Diagram, inner: set[str]) -> Diagram:
    """Some frames and boxes of a diagram, with their neighbours as stubs."""
    nodes = {n.id: n for n in whole.nodes}
    kept = {n.id for n in whole.nodes if n.id in inner}
    kept |= meeting(whole, kept)
    edges: list[Edge] = []
    around: dict[str, Node] = {}
    for e in past_words(whole, kept):
        if e.kind in ("note", "below") or (e.source not in kept and e.target not in kept):
            continue
        for end in (e.source, e.target):
            if end not in kept:
                around[end] = stub(nodes[end])
        if e.source not in kept and e.target not in kept:
            continue
        label = e.label.removeprefix("yes · ").removeprefix("no · ") if e.source not in kept else e.label
        label = "" if e.source not in kept and label in ("yes", "no") else label
        whole_turn = e.source in kept and e.target in kept
        edges.append(e if whole_turn else evolve(e, label=label, kind="early" if e.kind == "early" else "flow"))
    outside = {c.id for c in whole.clusters} - inner
    clusters = [c for c in whole.clusters if c.id in inner]
    frames = tuple(evolve(c, cluster=None if c.cluster in outside else c.cluster) for c in clusters)
    boxes = [evolve(n, cluster=None if n.cluster in outside else n.cluster) for n in whole.nodes if n.id in kept]
    outer = [around[n.id] for n in whole.nodes if n.id in around]
    return Diagram(whole.title, (*boxes, *outer), tuple(dict.fromkeys(edges)), frames)


def meeting(whole: Diagram, kept: set[str]) -> set[str]:
    """Words and points outside to which several arrows lead: they stay, so that the arrows go on as one."""
    places = {n.id for n in whole.nodes if n.kind in ("again", "join") and n.id not in kept}
    met = Counter(e.target for e in whole.edges if e.source in kept and e.target in places)
    return {place for place, many in met.items() if many > 1}


def past_words(whole: Diagram, kept: set[str]) -> list[Edge]:
    """The edges, those through a word outside ("repeats") joined to what lies behind it."""
    words = {n.id: n for n in whole.nodes if n.kind in ("again", "join") and n.id not in kept}
    edges: list[Edge] = []
    for e in whole.edges:
        if e.source not in words:
            edges += beyond(e, whole, words, frozenset())
    return edges


def beyond(e: Edge, whole: Diagram, words: dict[str, Node], seen: frozenset[str]) -> list[Edge]:
    """An edge, led on past the words it meets; each adds what it says."""
    if e.target not in words or e.target in seen:
        return [e] if e.target not in words else []
    ways: list[Edge] = []
    for way in whole.edges:
        if way.source == e.target:
            says = words[e.target].title if way.kind == "again" else way.label
            kind: EdgeKind = "early" if e.kind == "early" else "again" if way.kind == "again" else "flow"
            # how many of these go which way is known if they all come this way, or all go the same way
            ways_in = sum(other.target == e.target for other in whole.edges)
            ways_out = sum(other.source == e.target for other in whole.edges)
            often = way.times if ways_in == 1 else e.times if ways_out == 1 else None
            onward = evolve(e, target=way.target, kind=kind, label=joined(e.label, says), times=often)
            ways += beyond(onward, whole, words, seen | {e.target})
    return ways


def joined(*labels: str) -> str:
    return " · ".join(t for t in labels if t)


def stub(node: Node) -> Node:
    """A neighbour: an ending stays what it is, of everything else the name is left."""
    if node.kind == "ending":
        return evolve(node, cluster=None)
    headed = node.kind in ("action", "ask", "chance") and node.heading
    title = capital(node.heading.split(" — ", 1)[0]) if headed else node.title
    if not title and node.rows:
        title = node.rows[0].text
    return evolve(node, kind="stub", title=title, heading="", rows=(), refs=(), cluster=None)


def drawn_apart(outline: Outline, inner: list[str], title: str) -> Diagram:
    """Procedures, or parts inside some (what a card does): each as the first call of it tells it, between who calls it
    and back."""
    sketch = Sketch(opens=lambda at, level, around: True, ended=ended(outline))
    for number, path in enumerate(inner, 1):
        part = first_of(outline, path)
        callers = list(dict.fromkeys(calling(outline, path)))
        entries: list[Exit] = []
        for name, caller in callers or [("wherever it is called", "")]:
            id = f"stub/from{number}/{len(entries) + 1}"
            entries += sketch.place(Node(id, "stub", capital(name), path=caller), [])
        exits = sketch.part(part, "", entries, None, 0)
        for left in tuple(sketch.pending.values()):
            exits += left
        sketch.pending.clear()
        if exits:
            sketch.place(Node(f"stub/after{number}", "stub", "Back to where it was used"), exits)
    return sketch.done(f"{outline.title}: {title}")


def drawn_action(outline: Outline, path: str) -> Diagram:
    """One way to answer a question: what it asks for, and what follows."""
    asked, way = next(
        (i, a) for i in inside(bodies(outline)) if isinstance(i, Ask) for a in i.alternatives if a.path == path
    )
    sketch = Sketch(opens=lambda at, level, around: level < 2, ended=ended(outline))
    sketch.path = path
    entry = Node("stub/from", "stub", capital(asked.question or "a choice"))
    rows = [Row(text, style="quiet") for text in way.conditions]
    node = sketch.node("ask", asked.who, None, (Row(way.label, style="strong"), *rows), (), way.span, way.needs)
    often = None if way.passed is None else way.passed.times
    chosen = evolve(node, times=often)
    exits = sketch.place(chosen, sketch.place(entry, []), often)
    exits = sketch.items(way.body, exits, None, 0)
    for left in tuple(sketch.pending.values()):
        exits += left
    if exits:
        sketch.place(Node("stub/after", "stub", "On after the choice"), exits)
    return sketch.done(f"{outline.title}: {way.label}")


def first_of(outline: Outline, path: str) -> Part | Use:
    every = [i for i in inside(bodies(outline)) if isinstance(i, Part | Use)]
    named = [i for i in every if i.path == path]
    return next((i for i in named if i.body), named[0])


def calling(outline: Outline, path: str) -> list[tuple[str, str]]:
    """The titles and addresses of the parts that use a procedure (or hold this part of one)."""
    found: list[tuple[str, str]] = []
    seen: set[int] = set()

    def walk(items: Items, title: str, at: str) -> None:
        for item in nearest_parts(items):
            if item.path == path:
                found.append((title, at))
            elif id(item.body) not in seen:
                seen.add(id(item.body))
                walk(item.body, item.title, item.path)

    walk(outline.setup, "Set-up", "setup")
    walk(outline.flow, "the game", "")
    for r in outline.reactions:
        walk(r.body, r.text, "")
    return found


def nearest_parts(items: Items) -> list[Part | Use]:
    """The nearest parts below these items, not those inside other parts."""
    found: list[Part | Use] = []
    for item in items:
        if isinstance(item, Part | Use):
            found.append(item)
        else:
            for body in bodies_of(item):
                found += nearest_parts(body)
    return found
