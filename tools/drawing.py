"""DOT text to a picture, by whichever Graphviz there is.

Looked for in this order: the program named by $RULEWRIGHT_DOT, `graphviz-pure` beside this Python, `graphviz-pure` and
`dot` on the path; for PDF only `dot`. DOT text itself can always be written without any of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig

import click

FORMATS = ("svg", "png", "pdf")
PURE = "graphviz-pure"  # writes no PDF
SECONDS = 60
VARIABLE = "RULEWRIGHT_DOT"


class NoGraphviz(Exception):
    """There is no program here that draws DOT; `asked` is what $RULEWRIGHT_DOT names, if that is not there."""

    def __init__(self, asked: str = "") -> None:
        reason = f"${VARIABLE} names {asked!r}, which is no program" if asked else "no Graphviz program was found"
        super().__init__(f"{reason}; install `graphviz-pure` with pip, or Graphviz, or write DOT text instead")
        self.asked = asked


class NoPdf(NoGraphviz):
    """There is no Graphviz here that writes PDF."""

    def __init__(self) -> None:
        Exception.__init__(
            self,
            "PDF needs Graphviz itself, and its `dot` was not found; install it, or write SVG, which prints as well",
        )
        self.asked = ""


class DrawingFailed(Exception):
    """The drawing program did not draw; the text is what it said."""


def program(format: str = "svg") -> str:
    """The path of a program that draws this format. Raises `NoGraphviz`."""
    asked = os.environ.get(VARIABLE, "")
    if asked:
        found = shutil.which(asked)
        if found is None:
            raise NoGraphviz(asked)
        return found
    if format == "pdf":
        found = shutil.which("dot")
        if found is None:
            raise NoPdf
        return found
    beside = shutil.which(PURE, path=sysconfig.get_path("scripts"))
    found = beside or shutil.which(PURE) or shutil.which("dot")
    if found is None:
        raise NoGraphviz
    return found


def render(dot: str, format: str) -> bytes:
    """The picture of a DOT text as "svg", "png" or "pdf". Raises `NoGraphviz` or `DrawingFailed`."""
    if format not in FORMATS:
        raise ValueError(f"not a format to draw: {format}")
    command = [program(format), f"-T{format}"]
    try:
        done = subprocess.run(command, input=dot.encode("utf-8"), capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise DrawingFailed(f"drawing took more than {SECONDS} seconds") from None
    except OSError as error:
        raise DrawingFailed(str(error)) from error
    if done.returncode or not done.stdout:
        raise DrawingFailed(done.stderr.decode("utf-8", "replace").strip() or "nothing was drawn")
    return done.stdout


def drawn(dot: str, format: str) -> bytes:
    """DOT text as it is, or as a picture. Raises click.UsageError if nothing here can draw it."""
    if format == "dot":
        return dot.encode("utf-8")
    try:
        return render(dot, format)
    except (NoGraphviz, DrawingFailed) as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
