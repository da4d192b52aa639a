"""Names of what the language makes for itself: tables and columns that follow from links, and fields that hold what is
chosen at once. They hold a space or begin with a bracket, so nobody can write them."""

from __future__ import annotations

AT, NEIGHBOURS, JOINING, FROM = " at", " neighbours", " joining", " from "


def made_up(name: str) -> bool:
    """Is it such a name?"""
    return " " in name or name.startswith("(")


def links_at(links: str) -> str:
    """The column of a place with the links that have an end there."""
    return f"{links}{AT}"


def neighbours_by(links: str) -> str:
    """The column of a place with those at the other ends of these links."""
    return f"{links}{NEIGHBOURS}"


def joining(links: str) -> str:
    """The table of the links between any two places; its row is a * size + b, its column `link`."""
    return f"{links}{JOINING}"


def numbered(table: str, low: int, high: int) -> str:
    """The table of the rows that have the numbers from `low` to `high`; its column is `row`."""
    return f"{table}{FROM}{low} to {high}"
