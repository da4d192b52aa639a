"""`rulewright explain`: what a code means, why it is a problem, a wrong and a right example."""

from __future__ import annotations

import re

import click

from rulewright.tools.arguments import json_option, print_json

HOLES = {"cls": "CLASS", "per": "CLASS", "got": "SOMETHING", "what": "SOMETHING", "found": "SOMETHING ELSE"}


@click.command(short_help="Tell the whole story of an error or a warning.")
@click.argument("code", metavar="[CODE]", required=False)
@click.option("--list", "every", is_flag=True, help="List every code with its message.")
@json_option
def command(code: str | None, every: bool, as_json: bool) -> None:
    """Explain CODE, a number like RW0201 or a name like unknown-name.

    \b
    Examples:
      rulewright explain RW0201
      rulewright explain --list
    """
    from attrs import asdict, evolve

    from rulewright.dsl.catalogue import codes, page

    if every or code is None:
        pages = [page(known) for known in codes()]
        if as_json:
            print_json([asdict(p) for p in pages])
        elif every:
            for p in pages:
                click.echo(f"{p.code}  {p.severity:<7}  {in_words(p.message)}")
        else:
            raise click.UsageError("Which code? `rulewright explain --list` shows them all.")
        return
    found = page(known_code(code))
    if as_json:
        print_json(asdict(found))
    else:
        click.echo(evolve(found, message=in_words(found.message)).as_text(), nl=False)


def in_words(message: str) -> str:
    """A message with words for what it says of one file: "`PLACE`, which whoever chooses does not see"."""
    return re.sub(r"\{(\w+)\}", lambda hole: HOLES.get(hole[1], hole[1].upper()), message)


def known_code(asked: str) -> str:
    """The code for what was typed: `RW0201`, `rw201`, `201` or a page's name. Raises click.UsageError."""
    from rulewright.dsl.catalogue import codes, page
    from rulewright.dsl.suggest import nearest

    number = re.fullmatch(r"(?:RW)?(\d{1,4})", asked.strip(), re.I)
    if number is not None and f"RW{number[1]:0>4}" in codes():
        return f"RW{number[1]:0>4}"
    names = {page(code).name: code for code in codes()}
    name = asked.strip().lower().replace(" ", "-").replace("_", "-")
    if name in names:
        return names[name]
    near = nearest(f"RW{number[1]:0>4}", codes()) if number is not None else nearest(name, names)
    advice = f"Did you mean `{near}`?" if near else "`rulewright explain --list` shows them all."
    raise click.UsageError(f"There is no problem called `{asked}`. {advice}")
