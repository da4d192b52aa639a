"""The words of an answer into the stable ids that they can mean at a question, on offer or not.

An answer is the name of an alternative (`Kill`) or its words, the name or the title of a member (`Ben`, `Silver
Mirror`), a number, or, with several binders, one after the other (`r1c1, r1c2`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.runtime.schema import BinderInfo, BranchInfo, ClassInfo, PointInfo
from rulewright.runtime.wording import FACES, Wording

Key = Callable[[str], str]


def plain(text: str) -> str:
    """A text on one line, without quotes around it."""
    text = " ".join(text.split())
    return text[1:-1].strip() if len(text) > 1 and text[0] + text[-1] in ('""', "“”") else text


def ids_of(wording: Wording, point: PointInfo, text: str) -> list[int]:
    """The ids that a text means: written exactly so, or else whatever its capitals."""
    exact: Key = str
    for key in (exact, str.casefold):
        found = [i for branch in point.branches for i in _of_branch(wording, branch, key(plain(text)), key)]
        if found:
            return list(dict.fromkeys(found))
    return []


def _of_branch(wording: Wording, branch: BranchInfo, text: str, key: Key) -> Iterator[int]:
    if text and text in (key(branch.name), key(branch.label)):
        yield from range(branch.first, branch.first + branch.size)
        return
    if not branch.binders:
        return
    label = f"{key(branch.label)}: "
    if branch.label and text.startswith(label):
        text = text.removeprefix(label)
    yield from _tuples(wording, branch, text, key, 0, branch.first)


def _tuples(wording: Wording, branch: BranchInfo, text: str, key: Key, at: int, first: int) -> Iterator[int]:
    """The ids whose members, from the binder `at` on, are called so one after the other."""
    binder, rest = branch.binders[at], branch.binders[at + 1 :]
    radix = 1
    for later in rest:
        radix *= later.size
    for digit in range(binder.size):
        for name in map(key, names_of(wording, binder, binder.low + digit)):
            if not rest and text == name:
                yield first + digit
            elif rest and text.startswith(f"{name}, "):
                yield from _tuples(wording, branch, text[len(name) + 2 :], key, at + 1, first + digit * radix)


def names_of(wording: Wording, binder: BinderInfo, member: int) -> tuple[str, ...]:
    """What a member that a binder may take is called: its words, its title, its name."""
    words = wording.binder(binder, member)
    if not binder.zone:
        return (words, *(n for n in _names(wording, binder.type.cls, member) if n != words))
    zone = next(z for z in wording.schema.zones if z.name == binder.zone)
    kind, face = (member // 2, f" {FACES[member % 2]}") if zone.either else (member, "")
    names = _names(wording, zone.cls, kind)
    return tuple(dict.fromkeys((words, *names, *(f"{name}{face}" for name in names))))


def _names(wording: Wording, cls: str, member: int) -> tuple[str, ...]:
    info = next((c for c in wording.schema.classes if c.name == cls), None)
    if info is None or not 0 <= member < info.size:
        return ()
    return tuple(dict.fromkeys((wording.member(cls, member), info.members[member])))


def class_with(wording: Wording, text: str) -> ClassInfo | None:
    """The class that has a member of this name or title."""
    wanted = plain(text).casefold()
    for info in wording.schema.classes:
        if any(wanted == n.casefold() for m in range(info.size) for n in _names(wording, info.name, m)):
            return info
    return None


def beginning_with(wording: Wording, point: PointInfo, text: str) -> list[int]:
    """The ids of the only answer whose words begin so; none if several do."""
    wanted, found = plain(text).casefold(), set[str]()
    for branch in point.branches:
        for option in range(branch.first, branch.first + branch.size):
            words = wording.option(branch, option)
            if words.casefold().startswith(wanted):
                found.add(words)
                if len(found) > 1:
                    return []
    return ids_of(wording, point, found.pop()) if wanted and found else []
