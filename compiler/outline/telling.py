"""How things are called at one place of the flow: every local there by its phrase, and every player by who is asked."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from rulewright.compiler.effects import mentioned
from rulewright.compiler.words.conditions import Words
from rulewright.compiler.words.text import bare, spaced
from rulewright.dsl import ir


@frozen
class Telling:
    """How things are called where we are; `askers` says how a player whose turn comes is called when asked."""

    words: Words
    askers: Mapping[str, str] = field(factory=dict)

    def bind(self, local: str, phrase: str, within: object = None) -> Telling:
        """A local gets a phrase. If another local that is mentioned `within` (None: any other) has it already, the new
        one is "the other" of that phrase."""
        names = self.words.names
        rivals = {n for n, p in names.items() if p == phrase and n != local}
        if within is not None:
            rivals &= mentioned(within)
        if rivals:
            bare_phrase, taken = bare(phrase), set(names.values())
            others = [f"the {word} {bare_phrase}" for word in ("other", "third", "fourth", "fifth")]
            phrase = next((o for o in others if o not in taken), f"{bare_phrase} {spaced(local)}")
        return evolve(self, words=self.words.calling(local, phrase))

    def parameter(self, local: str, given: str) -> Telling:
        """A parameter is called what is given for it; two may be given the same."""
        return evolve(self, words=self.words.calling(local, given))

    def asking(self, local: str, phrase: str) -> Telling:
        return evolve(self, askers={**self.askers, local: phrase})

    def who(self, actor: ir.Expr) -> str:
        """Who decides."""
        if isinstance(actor, ir.Local) and actor.name in self.askers:
            return self.askers[actor.name]
        return self.words.noun(actor, ir.Name("player"))
