"""The way from a text to running modules in stages, each of which can be timed or counted by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import CodeType, ModuleType
from typing import Any
from unittest.mock import patch

from attrs import define, field

from rulewright.compiler.layout import lay_out
from rulewright.compiler.prepare import prepare
from rulewright.compiler.python.emit import emit
from rulewright.dsl import ir
from rulewright.dsl.checks import CHECKS
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.elaborate.program import Elaborated
from rulewright.dsl.pipeline import Rules, read
from rulewright.dsl.source import Source

PLAYERS = 2
FLAVOURS = {"full": True, "quiet": False}


def warm(text: str) -> None:
    """Compile a text, so that what is made once in a process is there: parser, lexers, modules that load late."""
    for step in Making(text).stages().values():
        step()


@define
class Making:
    """One text on its way to both flavours of the Python module, for one table."""

    text: str
    report: Report = field(factory=Report)
    rules: Rules = field(init=False)
    made: Elaborated = field(init=False)
    texts: dict[str, str] = field(factory=dict)
    codes: dict[str, CodeType] = field(factory=dict)
    modules: dict[str, ModuleType] = field(factory=dict)

    @property
    def program(self) -> ir.Program:
        return self.made.program

    def stages(self) -> dict[str, Callable[[], Any]]:
        """The stages by name, in the order in which they must be run."""
        steps: dict[str, Callable[[], Any]] = {
            "parse": self.parse,
            "elaborate": self.elaborate,
            "checks": self.check,
            "passes": lambda: prepare(self.program),
            "layout": lambda: lay_out(self.program),
        }
        for flavour in FLAVOURS:
            steps[f"emit, {flavour}"] = partial(self.emit, flavour)
            steps[f"Python's compile, {flavour}"] = partial(self.compile, flavour)
            steps[f"load, {flavour}"] = partial(self.load, flavour)
        return steps

    def parse(self) -> None:
        self.rules = read(Source("generated.rules", self.text), self.report)

    def elaborate(self) -> None:
        """Without the checks over the whole, which are a stage of their own."""
        with patch("rulewright.dsl.elaborate.program.CHECKS", ()):
            made = self.rules.program(PLAYERS, {}, self.report)
        assert made is not None
        self.made = made

    def check(self) -> None:
        for check in CHECKS:
            check(self.rules.file, self.program, self.made.symbols)

    def emit(self, flavour: str) -> None:
        self.texts[flavour] = emit(self.program, events=FLAVOURS[flavour])

    def compile(self, flavour: str) -> None:
        self.codes[flavour] = compile(self.texts[flavour], f"<{flavour}>", "exec", dont_inherit=True)

    def load(self, flavour: str) -> None:
        self.modules[flavour] = ModuleType(flavour)
        exec(self.codes[flavour], self.modules[flavour].__dict__)
