"""A program into the pages of its site: everything that has a picture of its own, with the names of the files."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import field, frozen

from rulewright.compiler.diagram.addresses import Place, places
from rulewright.compiler.diagram.diagram import Diagram
from rulewright.compiler.diagram.draw import drawn_to_depth
from rulewright.compiler.diagram.focus import calling, drawn_alone
from rulewright.compiler.outline.build import Builder
from rulewright.compiler.outline.outline import Outline
from rulewright.dsl import ir

INDEX = "index.html"
BOARD = "board.html"
ODD = re.compile(r"[^A-Za-z0-9_.-]")


@frozen
class Page:
    """One thing with a picture. `above`: pages that it is a part of, the widest first; `users`: pages of what uses it;
    `kind`: of a card, what it is a card of."""

    place: Place
    file: str
    diagram: Diagram
    above: tuple[Place, ...] = ()
    users: tuple[Place, ...] = ()
    kind: str = ""


@frozen
class Site:
    """All pages, in the order of the rules; `files`: of every address the file of its page."""

    title: str
    whole: Diagram
    pages: tuple[Page, ...]
    files: Mapping[str, str] = field(repr=False)

    def of(self, *sorts: str) -> list[Page]:
        return [page for page in self.pages if page.place.sort in sorts]


def site_of(program: ir.Program, title: str) -> Site:
    """The pages of one checked program."""
    outline = Builder(program).outline()
    shown = {p.path: p for p in places(outline) if has_page(p)}
    rows = {p.path for p in shown.values() if p.sort == "card"}
    files = file_names([path for path in shown if path.rpartition(".")[0] not in rows])
    files |= {path: files[path.rpartition(".")[0]] for path in shown if path not in files}
    kinds = {c.name: c.title or c.name for c in program.classes}
    made = tuple(
        Page(
            place,
            files[path],
            drawn_alone(outline, path),
            tuple(shown[p] for p in beginnings(path) if p in shown),
            users_of(outline, place, shown),
            kinds.get(path.split(".")[0], "") if place.sort == "card" else "",
        )
        for path, place in shown.items()
        if path.rpartition(".")[0] not in rows
    )
    return Site(title, drawn_to_depth(outline, 1), made, files)


def has_page(place: Place) -> bool:
    """What a kind of card does whoever it is ("use") says only which of them does it: the cards have the pages."""
    return not (place.sort == "procedure" and place.path.count(".") == 1 and place.title[:1].islower())


def beginnings(path: str) -> list[str]:
    """Turn.Stake.Kill: Turn, Turn.Stake."""
    names = path.split(".")
    return [".".join(names[:n]) for n in range(1, len(names))]


def users_of(outline: Outline, place: Place, shown: Mapping[str, Place]) -> tuple[Place, ...]:
    if place.sort != "procedure":
        return ()
    return tuple(shown[path] for path in dict.fromkeys(p for _, p in calling(outline, place.path)) if path in shown)


def file_names(paths: list[str]) -> dict[str, str]:
    """A file for each address: names that any file system takes, and that differ in more than capitals."""
    found: dict[str, str] = {}
    taken = {INDEX, BOARD}
    for path in paths:
        plain = ODD.sub("-", path)
        name, number = f"{plain}.html", 1
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}.html"
        taken.add(name.lower())
        found[path] = name
    return found
