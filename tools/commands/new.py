"""`rulewright new`: a file to begin with, for a game or for a variant of one."""

from __future__ import annotations

import os
from pathlib import Path

import click

from rulewright.tools.arguments import Command, json_option, print_json

SUFFIX = ".rules"
FOLDER = "variants"


@click.group(short_help="Write a starting file for a game or a variant.")
def command() -> None:
    """Write a file to begin with: it checks clean, and its comments say how to go on."""


def output_options(function: Command) -> Command:
    """Where the file goes, and how the answer reads."""
    output = click.option("-o", "--output", metavar="FILE", help="Where to write it; `-` is standard output.")
    force = click.option("--force", is_flag=True, help="Write over a file that is there.")
    return output(force(json_option(function)))


@command.command("game", short_help="A small game of your own.")
@click.argument("typed", metavar="NAME")
@output_options
def game(typed: str, output: str | None, force: bool, as_json: bool) -> None:
    """Write a small game called NAME that can be played, with scenarios. Default file: NAME.rules.

    \b
    Examples:
      rulewright new game night_ferry
      rulewright new game "Night Ferry" -o games/ferry.rules
    """
    from rulewright.tools.project import shipped
    from rulewright.tools.templates.game import starting_game

    name, title = settled(typed)
    if name in shipped():
        raise click.UsageError(f"`{name}` is a game that comes with Rulewright. Choose another name.")
    target = output or f"{name}{SUFFIX}"
    text = starting_game(name, title, shown(target, name))
    if not stands(text):
        raise click.UsageError(f"A game cannot be called `{name}`: that is a word of the language, or of this game.")
    wrote(target, text, force)
    told(as_json, target, {"game": name}, f"{title}, a game for 2 to 4 players", f"check {target}")


@command.command("variant", short_help="House rules for a game.")
@click.argument("base", metavar="GAME")
@click.argument("typed", metavar="NAME")
@output_options
def variant(base: str, typed: str, output: str | None, force: bool, as_json: bool) -> None:
    """Write a variant of GAME called NAME: one change that is on, and each verb of the language once, switched off,
    with addresses of the game. Default file: NAME.rules; for a game at a path, in the folder `variants` beside it.

    \b
    Examples:
      rulewright new variant nosferatu longer_night
      rulewright new variant my/game.rules "Short game"
    """
    from rulewright.dsl import Report
    from rulewright.tools.problems import RulesError, refusal
    from rulewright.tools.progress import counting
    from rulewright.tools.project import Trouble, files_beside, is_table, shipped, tidy_name
    from rulewright.tools.table import read_rules, refuse
    from rulewright.tools.table_text import read_table
    from rulewright.tools.templates.examples import VERBS
    from rulewright.tools.templates.variant import can_be_called, starting_variant
    from rulewright.tools.variant_files import found_with_base

    name, title = settled(typed)
    if is_table(base):
        base = read_table(base).game_named()
    found = found_with_base(base)
    if isinstance(found, Trouble):
        raise refusal(found)
    report = Report()
    rules = read_rules(found.game, report)
    first = rules.game
    if first is None:
        report.add("RW0226", rules.file.span)
        raise RulesError(report)
    refuse(report)
    known = {v.name.text for v in rules.variants}
    known |= {v.name.text for text in files_beside(found.place, FOLDER) for v in read_rules(text, Report()).variants}
    if name in known:
        raise click.UsageError(f"{first.title or first.name.text} has a variant `{name}` already.")
    if not can_be_called(name, first.name.text):
        why = "that is the game's own name" if name == first.name.text else "that is a word of the language"
        raise click.UsageError(f"A variant of {first.name.text} cannot be called `{name}`: {why}.")
    is_shipped = tidy_name(found.place) in shipped()
    target = output or (f"{name}{SUFFIX}" if is_shipped else str(Path(found.place).parent / FOLDER / f"{name}{SUFFIX}"))
    may_write(target, force)
    with counting(f"trying what {first.title or first.name.text} stands", len(VERBS)) as step:
        named, file = first.name.text if is_shipped else found.place, shown(target, name)
        alone = is_shipped or leads_to(target, first.name.text, found.place)
        check = f"check {file}" if alone else f"check {named} --variant {file}"
        text = starting_variant(rules, name, title, named, file, check, lambda: step(1))
    if text is None:
        raise click.UsageError(f"Nothing was found that a first line of a variant could change in {first.name.text}.")
    wrote(target, text, force)
    about = {"game": first.name.text, "variant": name}
    told(as_json, target, about, f"{title}, a variant of {first.title or first.name.text}", check)


def settled(typed: str) -> tuple[str, str]:
    """The name and the title. Raises click.UsageError."""
    from rulewright.dsl.render import clean
    from rulewright.tools.templates.names import NotAName
    from rulewright.tools.templates.names import settled as named

    try:
        return named(typed)
    except NotAName as why:
        raise click.UsageError(f"`{clean(typed[:60])}` cannot be a name: {why}.") from None


def stands(text: str) -> bool:
    """Does the text check without a problem?"""
    from rulewright.dsl import Report, Source, check, read

    report = Report()
    check(read(Source("new.rules", text), report), report)
    return not report.problems


def shown(target: str, name: str) -> str:
    """How the file is called in its own comments: on one line, whatever its path is."""
    return target if target != "-" and target.isprintable() else f"{name}{SUFFIX}"


def may_write(target: str, force: bool) -> None:
    """Raises click.UsageError where there is a file already."""
    if target != "-" and not force and os.path.lexists(target):
        what = "a folder" if os.path.isdir(target) else "there already; --force writes over it"
        raise click.UsageError(f"{target} is {what}. Name another file with -o.")


def wrote(target: str, text: str, force: bool) -> None:
    from rulewright.tools.output import whole_file

    may_write(target, force)
    if target == "-":
        click.echo(text, nl=False)
    else:
        whole_file(target, text.encode("utf-8"))


def leads_to(target: str, name: str, place: str) -> bool:
    """Is the game at `place` the one that is found for a file of variants of `name` there?"""
    from rulewright.tools.variant_files import game_near

    near = game_near(Path(target), name)
    return near is not None and Path(near).resolve() == Path(place).resolve()


def told(as_json: bool, target: str, about: dict[str, str], words: str, check: str) -> None:
    if target == "-":
        return
    if as_json:
        print_json({"file": target, **about})
    else:
        click.echo(f"{target}: {words}")
        click.echo(f"`rulewright {check}` says whether it is all right.")
