"""The game that a file belongs to (counts of a run, a saved game), opened as a command line asks for it.

Such a file says which ruleset it was made with (`save.rules_of`); what a command line does not say is taken from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulewright.runtime.wording import listed
from rulewright.tools.arguments import TABLE, opened

if TYPE_CHECKING:
    from rulewright.tools.game import Game


@frozen
class Kept:
    """A file and the ruleset in it. `holds` says what the file is, as in "c.json `has counts of` pig"; `advice` is the
    command line that names its rules."""

    file: str
    rules: Mapping[str, Any]
    holds: str
    advice: str

    def opened(
        self,
        name: str | None,
        players: int | None,
        options: dict[str, str],
        variants: tuple[str, ...],
        as_json: bool = False,
    ) -> Game:
        """The game `name`, or the shipped one that the file names; players, options and variants are those of the file
        where none are given, but for a table file, which has its own. Ends the command with a message if it is another
        game."""
        from rulewright.tools.project import is_table, shipped

        mine = str(self.rules["name"])
        if name and is_table(name):
            click.get_current_context().meta.setdefault(TABLE, name)
        if not name:
            name = mine
            if name not in shipped():
                why = f"{self.file} {self.holds} {name}, which is no shipped game. Name its rules: `{self.advice}`."
                raise click.UsageError(why)
        if TABLE not in click.get_current_context().meta:
            given, variants = variants, variants or tuple(self.rules["variants"])
            about = known(name, variants)
            if not about and not given:
                self._say_where(name, variants)
            if about:
                self._same(about["name"])
            players = self.rules["players"] if players is None else players
            options = {**settings(about, self.rules["options"]), **options}
        game = opened(name, players, options, variants, as_json)
        self._same(game.name)
        return game

    def _say_where(self, name: str, variants: tuple[str, ...]) -> None:
        """Variants that the game does not have were given by the paths of their files: so they are asked for again."""
        about = known(name, ())
        found = {variant["name"] for variant in about.get("variants", ())}
        lost = [variant for variant in variants if variant not in found]
        if about and lost:
            which = listed(f"`{variant}`" for variant in lost)
            files = " ".join(f"--variant {variant if variant in found else f'{variant}.rules'}" for variant in variants)
            raise click.UsageError(
                f"{self.file} {self.holds} {self.rules['name']} with {which}, given by the path of its file."
                f" Give that again: add `{files}`."
            )

    def _same(self, game: str) -> None:
        if game != self.rules["name"]:
            raise click.UsageError(f"{self.file} {self.holds} {self.rules['name']}, not of {game}.")


def known(name: str, variants: tuple[str, ...]) -> dict[str, Any]:
    """The description of a game with its variants, if its text can be read as it stands."""
    from rulewright.tools.problems import RulesError
    from rulewright.tools.project import Trouble
    from rulewright.tools.shelf import described

    try:
        about = described(name, variants)
    except RulesError:
        return {}
    return {} if isinstance(about, Trouble) else about


def settings(about: Mapping[str, Any], options: Mapping[str, int]) -> dict[str, str]:
    """Options of a game as they are given on a command line."""
    from rulewright.tools.replaying import setting

    kinds = {option["name"]: option["values"] for option in about.get("options", ())}
    return {option: setting(value, kinds[option]) for option, value in options.items() if option in kinds}
