"""Every stage of small inputs, as text in golden files: problems, IR, compiled module, diagram.

`pytest --bless` rewrites them; the diff is the review.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.compiler.diagram.diagram import diagram_of
from rulewright.compiler.diagram.dot import to_dot
from rulewright.compiler.diagram.mermaid import to_mermaid
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, ir, read
from rulewright.dsl import check as check_rules
from rulewright.dsl.print_ir import print_program
from rulewright.dsl.render import render

ROOT = Path(__file__).resolve().parents[1]
STAGES = Path(__file__).parent / "golden" / "stages"
GAMES = {
    "coin": STAGES / "coin.rules",
    "weather": STAGES / "weather.rules",
    "errands": STAGES / "errands.rules",
    "stroll": STAGES / "stroll.rules",
    "tic_tac_toe": ROOT / "rules/classics/tic_tac_toe/tic_tac_toe.rules",
    "kuhn_poker": ROOT / "rules/classics/kuhn_poker/kuhn_poker.rules",
    "pig": ROOT / "rules/classics/pig/pig.rules",
}
PARTS: dict[str, Callable[[ir.Program], str]] = {
    "ir.txt": print_program,
    "full.py.txt": lambda p: emit(p, events=True),
    "quiet.py.txt": lambda p: emit(p, events=False),
    "gv": lambda p: to_dot(diagram_of(p)),
    "mmd": lambda p: to_mermaid(diagram_of(p)),
}
Golden = Callable[[str, str], None]


def program(path: Path) -> ir.Program:
    report = Report()
    rules = read(Source(path.name, path.read_text(encoding="utf-8")), report)
    check_rules(rules, report)
    assert not report.problems
    assert rules.game is not None
    made = rules.program(rules.game.least, {}, report)
    assert made is not None
    return made.program


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", GAMES)
def test_stage(name: str, part: str, golden: Golden) -> None:
    golden(f"stages/{name}.{part}", PARTS[part](program(GAMES[name])))


def test_problems(golden: Golden) -> None:
    report = Report()
    path = STAGES / "broken.rules"
    rules = read(Source(path.name, path.read_text(encoding="utf-8")), report)
    check_rules(rules, report)
    golden("stages/broken.problems.txt", "\n\n".join(render(d) for d in report) + "\n")
