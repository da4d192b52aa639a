"""Small matters of English: articles, possessives, plurals, lists, and cutting what is too long."""

from __future__ import annotations

from collections.abc import Iterable

HOLE = "\0"  # stands in a phrase for the member that a guard is about
ARTICLES = ("the ", "a ", "an ")


def spaced(name: str) -> str:
    return name.replace("_", " ")


def bare(title: str) -> str:
    """A title without its article."""
    for a in ARTICLES:
        if title.lower().startswith(a):
            return title[len(a) :]
    return title


def possessive(phrase: str) -> str:
    return f"{phrase}'" if phrase.endswith("s") and phrase != HOLE else f"{phrase}'s"


def plural(noun: str) -> str:
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun if noun.endswith("s") else f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def is_many(phrase: str) -> bool:
    """Does it take a plural verb?"""
    phrase = phrase.split(" of ", 1)[0]
    return phrase.endswith("s") and not phrase.endswith(("ss", "us"))


def holds(place: str) -> str:
    return "hold" if is_many(place) else "holds"


def agreeing(subject: str, verb: str) -> str:
    """A verb phrase that begins with "is", for its subject."""
    return f"are{verb[2:]}" if is_many(subject) and verb.startswith("is") else verb


def member_in(clause: str, first: str, *, person: bool) -> str:
    """A clause about `HOLE`, naming it once: "a line's mark is not none and its other mark ..."."""
    start, found, rest = clause.partition(HOLE)
    return start + first + named_again(rest, person=person) if found else clause


def named_again(clause: str, *, person: bool) -> str:
    """A clause that goes on about `HOLE`, after it has been named: "its mark", "they are the host"."""
    whose, it = ("their", "they") if person else ("its", "it")
    said = clause.replace(f"{HOLE}'s", whose)
    said = said.replace(f"{HOLE} is ", "they are ") if person else said
    return said.replace(HOLE, it)


def listed(words: Iterable[str], last: str = "and") -> str:
    """ "a, b and c"."""
    parts = list(words)
    return parts[0] if len(parts) == 1 else f" {last} ".join((", ".join(parts[:-1]), parts[-1])) if parts else ""


def cut(text: str, most: int) -> str:
    """Not more than `most` characters, cut at a word, with an ellipsis."""
    if len(text) <= most:
        return text
    short = text[: most - 1]
    space = short.rfind(" ")
    return f"{short[:space] if space > most // 2 else short}…"


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]
