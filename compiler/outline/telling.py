"""How things are called at one place of the flow: every local there by its phrase, and every player by who is asked."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir


@frozen
class Telling:
    """How things are called where we are; `askers` says how a player whose turn comes is called when asked."""

    words: Words
    askers: Mapping[str, str] = field(factory=dict)

    def bind(self, local: str, phrase: str, noun: str = "") -> Telling:
        """A local gets a phrase; if that is taken already, its noun and its letter ("player q")."""
        if phrase in self.words.names.values():
            phrase = f"{noun or phrase.rsplit(' ', 1)[-1]} {local.split('.', 1)[0]}"
        return evolve(self, words=self.words.calling(local, phrase))

    def asking(self, local: str, phrase: str) -> Telling:
        return evolve(self, askers={**self.askers, local: phrase})

    def who(self, actor: ir.Expr) -> str:
        """Who decides."""
        if isinstance(actor, ir.Local) and actor.name in self.askers:
            return self.askers[actor.name]
        return self.words.noun(actor, ir.Name("player"))
