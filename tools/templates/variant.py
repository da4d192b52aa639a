"""The file that a new variant begins as: one small change that is on, and every verb of the language once, switched
off, each with an address of the game at hand and each tried on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeAlias

from attrs import frozen

from rulewright.dsl import Report, Source, read
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.pipeline import Rules, with_variants
from rulewright.tools.table import refuse
from rulewright.tools.templates.examples import VERBS, Anatomy, Lines, retitled

Known: TypeAlias = frozenset[tuple[str, str, int]]  # problems, by code and place
MOST_TRIES = 12  # of candidates of one verb
TRIED = "tried_by_rulewright"
HEAD = """\
# {title}: house rules for {game}. Change them, and see what became of it with
#   rulewright {check}
#   rulewright diff {named} --variant {file}
#   rulewright play {named} --variant {file}
# What is behind a # is switched off: take the # away to try it. Every line was tried on {game} by itself.
variant {name} "{title}" of {base}
  "Say here what is different, in a sentence or two."

  # `set` changes what a thing is called.
{active}
"""
TAIL = """
  # A variant may build on another one, or refuse to be played with it.
  # requires another_variant
  # excludes another_variant because "they pull in opposite ways"
"""


@frozen
class Example:
    """A change that a game stands, with a word on it."""

    words: str
    lines: tuple[str, ...]


def starting_variant(
    rules: Rules, name: str, title: str, named: str, file: str, check: str, step: Callable[[], None] = lambda: None
) -> str | None:
    """The text of a new variant of a game; None if nothing that was tried can be changed in it. Raises RulesError if
    the game has errors of its own; its warnings are no obstacle.

    `named` is how the game is named on a command line, `file` how the variant's file will be, `check` the command that
    checks it. `step` is called when one
    verb more has been tried.
    """
    assert rules.game is not None
    game = Anatomy.of(rules)
    own = problems_of(rules)
    anything = chain(retitled(game), *(candidates(game) for _, candidates in VERBS))
    active = first_that_fits(anything, rules, own, name)
    if active is None:
        return None
    parts = [
        HEAD.format(
            title=title, game=rules.game.title or rules.game.name.text, file=file, check=check, named=named, name=name,
            base=rules.game.name.text, active="\n".join(f"  {line}" for line in active),
        )
    ]  # fmt: skip
    for example in examples(game, own, step):
        words = [f"  # {example.words}"] if example.words else []
        parts.append("\n".join([*words, *(f"  #   {line}" for line in example.lines), ""]))
    return "\n".join(parts).rstrip("\n") + "\n" + TAIL


def can_be_called(name: str, base: str) -> bool:
    """Is this a name that a variant of a game can have, and no word of the language?"""
    report = Report()
    read(Source("tried.rules", f"variant {name} of {base}\n  set a to 1\n"), report)
    return not report.problems and name != base


def problems_of(rules: Rules) -> Known:
    """What is found in a game as it is, with the fewest players and with the most. Raises RulesError if it has errors:
    nothing can be tried on such a game."""
    assert rules.game is not None
    report = Report()
    for players in {rules.game.least, rules.game.most}:
        rules.program(players, {}, report)
    refuse(report)
    return frozenset(map(place_of, report.problems))


def place_of(d: Diagnostic) -> tuple[str, str, int]:
    return d.code, d.span.source.name, d.span.start


def examples(game: Anatomy, own: Known, step: Callable[[], None]) -> Iterator[Example]:
    """For each verb the first of its candidates that the game stands."""
    for words, candidates in VERBS:
        found = first_that_fits(candidates(game), game.rules, own)
        step()
        if found is not None:
            yield Example(words, found)


def first_that_fits(candidates: Iterator[Lines], rules: Rules, own: Known, name: str = TRIED) -> tuple[str, ...] | None:
    for tried, lines in enumerate(candidates):
        if tried >= MOST_TRIES:
            return None
        if fits(lines, rules, own, name):
            return tuple(lines)
    return None


def fits(lines: Lines, rules: Rules, own: Known, name: str) -> bool:
    """Has the game with this one change no problem but its `own`, with the fewest players and with the most?"""
    assert rules.game is not None
    report = Report()
    text = "\n".join([f"variant {name} of {rules.game.name.text}", *(f"  {line}" for line in lines), ""])
    variant = read(Source("tried.rules", text), report)
    if report.problems:
        return False
    changed = with_variants(rules, [variant], [name], report)
    if report.problems or changed.game is None:
        return False
    for players in {changed.game.least, changed.game.most}:
        changed.program(players, {}, report)
    return all(place_of(d) in own for d in report.problems)
