"""Why an answer is, or is not, on offer, as data.

A state knows its cells, not the text of its rules: whoever has both (`Game`, see tools/why/judge.py) hands the state a
judge, and `State.why_not` asks it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import attrs
from attrs import frozen

if TYPE_CHECKING:
    from rulewright.runtime.decision import Option
    from rulewright.runtime.state import State

Kind: TypeAlias = Literal[
    "allowed", "requirement", "condition", "candidate", "no such answer", "not asked", "chance", "over"
]
Answer: TypeAlias = "int | str | Option"  # a stable id, or the words of an answer


@frozen
class WhyNot:
    """The first thing that keeps an answer off, as the seat that is asked may know it.

    `kind`: a named `requirement` (`needs`) or a `condition` (`where`, or that of a group) does not hold; the answer is
    no `candidate` (it is not in the place, set or range to choose from); there is `no such answer` to this question;
    somebody else is asked (`not asked`), or `chance` is, or the game is `over`. `name` and `reason` are those of a
    requirement, `condition` is what is written, `words` the same in plain words, `values` what the parts of it come to
    (`count Bite in p.bites: 2`, parts of parts indented), `where` its place (`file:line`). `text` says it all in a
    sentence. `option` is the id that was meant, if it is one of the question that is asked now.
    """

    kind: Kind
    answer: str
    text: str
    option: int | None = None
    name: str = ""
    reason: str = ""
    condition: str = ""
    words: str = ""
    values: tuple[str, ...] = ()
    where: str = ""

    @property
    def allowed(self) -> bool:
        return self.kind == "allowed"

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentence, then the values, indented."""
        return (self.text, *(f"  {value}" for value in self.values))

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {"allowed": self.allowed, **attrs.asdict(self)}


class Judge(Protocol):
    """Tells of an answer, to the seat `player` (None: the one that is asked)."""

    def __call__(self, state: State, answer: Answer, player: int | None = None) -> WhyNot: ...
