"""The rulesets of a comparison: what was written on the command line in, games ready to play out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulewright.tools.compare.playing import Side
from rulewright.tools.compare.sheets import sheet_of
from rulewright.tools.contender import contender

if TYPE_CHECKING:
    from rulewright.runtime.bots import BotName
    from rulewright.tools.compare.figures import Sheet
    from rulewright.tools.game import Game

MOST = len(ascii_uppercase)
FIRST_SEED = 1  # where nothing else is said


@frozen(eq=False)
class Ruleset:
    """One of those that are compared. `letter` stands for it in tables; `identity` is what its games depend on."""

    letter: str
    label: str
    game: Game
    side: Side
    identity: dict[str, Any]


def rulesets(
    texts: Sequence[str],
    seed: int | None = None,
    *,
    independent: bool = False,
    bots: Callable[[int], tuple[BotName, ...]] = lambda players: (),
) -> tuple[Ruleset, ...]:
    """The rulesets named by `texts` (see contender.py). They get the same seeds, except where a table file names its
    own and `seed` is None; with `independent` each gets its own. `bots`: those that sit there and look at the game.

    Raises RulesError if one cannot be had, and click.UsageError if they cannot be compared.
    """
    if len(texts) < 2:
        raise click.UsageError("Name two rulesets at least, like `rulewright compare pig pig,goal=50`.")
    if len(texts) > MOST:
        raise click.UsageError(f"At most {MOST} rulesets can be compared at once.")
    found: list[Ruleset] = []
    for letter, text in zip(ascii_uppercase, texts, strict=False):
        wanted = contender(text)
        game = wanted.load()
        base = seed if seed is not None else FIRST_SEED if wanted.seed is None else wanted.seed
        looking = bots(game.players)
        made = _ruleset(letter, wanted.label or text, game, base + len(found) * independent, looking)
        twin = next((r for r in found if r.identity == made.identity), None)
        if twin is not None:
            raise click.UsageError(
                f"{twin.letter} ({twin.label}) and {letter} ({made.label}) are the same ruleset: with the same seeds"
                " every game would be the same. --independent gives each its own seeds."
            )
        found.append(made)
    return tuple(found)


def _ruleset(letter: str, label: str, game: Game, seed: int, bots: tuple[BotName, ...]) -> Ruleset:
    sheet = sheet_of(game)
    name, looked_at = f"{game.name}_{game.players}", (b"", b"")
    if bots:
        looked_at = game.code(events=True), game.code(events=False)
    side = Side(name, game.counting(), game.counting(everything=True), sheet, seed, bots, looked_at)
    identity = {
        "rules": game.schema.text_hash,
        "players": game.players,
        "options": dict(game.options),
        "variants": list(game.table.variants),
        "seed": seed,
        "kept": _fingerprint(sheet),
    }
    return Ruleset(letter, label, game, side, identity)


def _fingerprint(sheet: Sheet) -> str:
    """Changes with the meaning of a row's columns."""
    return hashlib.sha256(repr((sheet.places, sheet.scores, sheet.counts)).encode()).hexdigest()[:16]
