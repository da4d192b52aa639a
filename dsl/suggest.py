"""The nearest name, if one is near enough to be worth suggesting."""

from __future__ import annotations

from collections.abc import Iterable

MOST_EDITS = 4
LONGEST = 40  # letters of a name worth a suggestion
MOST_TRIED = 100  # names compared letter by letter


def distance(a: str, b: str, most: int) -> int:
    """Edits (insert, delete, replace, swap neighbours) from `a` to `b`; `most + 1` if more than `most`."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def nearest(name: str, names: Iterable[str]) -> str:
    """The name nearest to `name`, at most a third of its length away (one edit at least), else "".

    A difference of case alone always is near.
    """
    most = min(max(1, len(name) // 3), MOST_EDITS)
    best, best_distance = "", most + 1
    word = name.lower()
    letters = set(word)
    tried = 0
    for other in sorted(set(names)):
        if other == name:
            continue
        if other.lower() == word:
            return other
        if not 3 <= len(name) <= LONGEST or abs(len(other) - len(name)) > most:
            continue
        if len(letters.symmetric_difference(other.lower())) > 2 * most or tried > MOST_TRIED:
            continue
        tried += 1
        d = distance(word, other.lower(), most)
        if d < best_distance:
            best, best_distance = other, d
    return best
