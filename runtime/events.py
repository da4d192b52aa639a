"""Events: the only way information leaves a state.

An event is a tuple of whole numbers and tuples, made alike by every engine. Its first element is its sort, its second
the mask of the seats it is told to in full; what the other seats get is said below. Zones and fields are given by
their position in the schema (`z`, `f`), their index `i` is 0 where there is none.

    ("set", mask, f, i, value)                 a field cell was written; others: nothing
    ("move", mask, z, i, z2, i2, elements)     components went from one zone to another: `elements` is a tuple of
                                               (code in the target zone, how many), rising; others: only how many
    ("turn", mask, z, i, elements)             components turned: (new code, how many); others: only how many
    ("mix", mask, z, i)                        a zone was shuffled; mask is everybody
    ("show", mask, z, i, elements)             content shown: (code, how many); others: nothing
    ("announce", mask, text, type, value)      `text`, `type`: positions in schema.texts and .types; others: nothing
    ("roll", mask, point, value)               a die fell; mask is everybody
    ("result", mask, result)                   the game ended by results[result]; mask is everybody

A move of nothing, a turn that changes nothing and a show of an empty zone make no event. A chance choice that is not a
die (`chance chooses`, a draw) makes none either: what it leads to does. A move of components that were or arrive face
up together with others makes two events: first the others, then the open ones, which everybody sees. Newcomers to the
audience of a field are told by a `set`, to that of a zone by a `show`, meant for them alone. An announcement without
a value has type -1 and value 0.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Event: TypeAlias = tuple[Any, ...]
