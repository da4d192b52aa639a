"""The command line as tests use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrs import frozen
from click.testing import CliRunner

from rulewright.tools.cli import main

BREAKS = """\
game breaks "Breaks" for 2 to 3 players

option steps from 1 to 4, default 2

field height: 0..20

phase Climb repeats
  seat(1) chooses one "Higher?"
    Higher "Higher": set height to height * 3 + steps
    Stop "Stop": seat(1) wins because "enough"

as soon as height is 20: everyone draws because "the top"
"""


@frozen
class Answer:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


def rulewright(*arguments: object, typed: str = "") -> Answer:
    """Run a command; any failure that is not a message fails the test."""
    result = CliRunner().invoke(main, [str(a) for a in arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    assert result.exit_code != 3, result.stderr
    return Answer(result.exit_code, result.stdout, result.stderr)


def written(folder: Path, text: str, name: str = "game.rules") -> Path:
    """A file of rules."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
