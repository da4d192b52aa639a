"""Two rulesets as they are asked for: loaded for the same number of players, with what they say of themselves."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl.diagnostics import Report
from rulewright.tools.contender import Contender
from rulewright.tools.diff.difference import Ruleset
from rulewright.tools.game import Game
from rulewright.tools.table import read_rules, with_its_variants


def both(old: Contender, new: Contender) -> tuple[Game, Game]:
    """Both games. One that does not say how many play takes the other's number; if neither does, it is the least number
    that both are for. Raises RulesError."""
    players = new.players if old.players is None else old.players
    games = at(old, players), at(new, new.players or players)
    most = max(game.players for game in games)
    if players is None and any(game.players < most for game in games):
        return at(old, most), at(new, most)
    return games


def at(contender: Contender, players: int | None) -> Game:
    return evolve(contender, players=contender.players or players).load()


def ruleset(game: Game) -> Ruleset:
    """What there is to compare of a game."""
    report = Report()
    rules = read_rules(game.text, report)
    if game.setting.variants:
        rules = with_its_variants(rules, game.setting.variants, game.setting.files, report)
    first = rules.game
    assert first is not None, "a game that was loaded has a game line"
    return Ruleset(game.program, rules.options(game.players), first.least, first.most, first.docs)
