"""Drawing DOT with whichever program there is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulewright.tools.drawing import VARIABLE, DrawingFailed, NoGraphviz, program, render

DOT = "digraph { a -> b }"


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def test_svg_and_png() -> None:
    assert b"<svg" in render(DOT, "svg")
    assert render(DOT, "png").startswith(b"\x89PNG")


def test_only_these_formats() -> None:
    with pytest.raises(ValueError, match="jpg"):
        render(DOT, "jpg")


def test_broken_dot_says_why() -> None:
    with pytest.raises(DrawingFailed, match="syntax error"):
        render("digraph { a -> ", "svg")


def test_the_variable_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, sys.executable)
    assert Path(program()) == Path(sys.executable)


def test_the_variable_must_name_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "no-such-program-at-all")
    with pytest.raises(NoGraphviz, match="no-such-program-at-all"):
        render(DOT, "svg")


def test_pdf_is_drawn_by_graphviz_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.tools.drawing.shutil.which", lambda name, **kwargs: None if name == "dot" else name)
    with pytest.raises(NoGraphviz, match="PDF needs Graphviz itself"):
        render(DOT, "pdf")
    monkeypatch.setattr("rulewright.tools.drawing.shutil.which", lambda name, **kwargs: f"/bin/{name}")
    assert program("pdf") == "/bin/dot" and program("svg") == "/bin/graphviz-pure"


def test_no_program_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.tools.drawing.shutil.which", lambda *args, **kwargs: None)
    with pytest.raises(NoGraphviz, match="graphviz-pure"):
        render(DOT, "svg")
