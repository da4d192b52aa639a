"""How kinds, marks and shades look: told apart by dashes and letters too, so that colours are never needed."""

from __future__ import annotations

from attrs import frozen


@frozen
class Look:
    """How a kind of link is drawn: Graphviz's style, a colour, a width. `double`: two lines side by side."""

    colour: str
    style: str = "solid"
    width: str = "1.2"
    double: bool = False

    def attributes(self) -> dict[str, str]:
        colour = f"{self.colour}:#FFFFFF:{self.colour}" if self.double else self.colour
        return {"color": colour, "style": self.style, "penwidth": self.width}


NO_KIND = Look("#5A5A5A")
KINDS = (  # in the order of the names of the kinds; the colours are Okabe and Ito's, some darker
    Look("#2B2B2B"),
    Look("#0072B2", width="2.6"),
    Look("#B84A00", width="1.6", double=True),
    Look("#007A5A", "dotted", "2"),
    Look("#A0467F", "dashed", "1.8"),
    Look("#5A5A5A", "dashed", "0.8"),
    Look("#8A6A00", "dotted", "1"),
    Look("#1F3F63", "dashed", "2.8"),
)
CHIPS = ("#33587F", "#8A4B00", "#5B3A7D", "#2F5D3A", "#6B6B6B")
SHADES = ("#FFFFFF", "#DDEBDA", "#F6E9CF", "#DCE7F3")


def look(kind: int) -> Look:
    """The look of a kind of links; more kinds than looks begin again."""
    return NO_KIND if kind < 0 else KINDS[kind % len(KINDS)]


def chip(mark: int) -> str:
    """The colour of a mark."""
    return CHIPS[mark % len(CHIPS)]


def letters(marks: tuple[str, ...]) -> tuple[str, ...]:
    """One letter for each mark: of its name, the first that no mark before it has."""
    found: list[str] = []
    for number, mark in enumerate(marks):
        own = [c.upper() for c in mark if c.isalnum() and c.upper() not in found]
        found.append(own[0] if own else str(number + 1))
    return tuple(found)
