"""The board of a game as a picture, for `rulewright graph --board`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.tools.problems import refusal
from rulewright.tools.project import Trouble

if TYPE_CHECKING:
    from rulewright.dsl import ir

NONE = "none"  # `--by none`: no frames


def board_picture(program: ir.Program, by: str | None, form: str) -> bytes:
    """The maps and grids of a program as "dot", or drawn. `by`: the column that groups places, "none", or None for what
    the links say. Raises RulesError if there is nothing to draw or no such column, click.UsageError if nothing here can
    draw."""
    from rulewright.compiler.board.board import NoBoard, NoColumn, board_of
    from rulewright.compiler.board.dot import to_dot
    from rulewright.tools.drawing import drawn

    if form == "mermaid":
        raise click.UsageError("A board is not drawn in Mermaid, which places everything itself; write SVG or DOT.")
    try:
        board = board_of(program, "" if by == NONE else by)
    except NoBoard:
        advice = "without --board the phases are drawn"
        raise refusal(Trouble("RW0819", {"game": program.title or program.name}, advice)) from None
    except NoColumn as error:
        advice = f"did you mean `{error.near}`?" if error.near else ""
        known = ", ".join(f"`{name}`" for name in error.known) or "nothing"
        game = program.title or program.name
        raise refusal(Trouble("RW0820", {"name": error.name, "game": game, "known": known}, advice)) from None
    return drawn(to_dot(board), form)
