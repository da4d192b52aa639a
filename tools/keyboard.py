"""The terminal as the place where a person plays."""

from __future__ import annotations

from typing import TextIO

import click
from attrs import frozen

from rulewright.tools.play_session import Leave
from rulewright.tools.terminal import in_colour

STYLES = {"title": {"bold": True}, "quiet": {"dim": True}, "warning": {"fg": "yellow"}}


@frozen
class Keyboard:
    """Lines in, lines out. The end of the input, or Ctrl-C, is leaving."""

    source: TextIO
    target: TextIO

    def say(self, text: str = "", style: str = "") -> None:
        styled = click.style(text, **STYLES[style]) if style and in_colour(self.target) else text  # type: ignore[arg-type]
        click.echo(styled, file=self.target)

    def ask(self, prompt: str) -> str:
        click.echo(prompt, file=self.target, nl=False)
        self.target.flush()
        try:
            answer = self.source.readline()
        except KeyboardInterrupt:
            raise Leave from None
        except UnicodeDecodeError:
            return ""
        if not answer:
            raise Leave
        if not self.source.isatty():
            click.echo(answer.rstrip("\n"), file=self.target)  # a script's answers belong in the record
        return answer

    def clear(self) -> None:
        if self.target.isatty():
            click.clear()
