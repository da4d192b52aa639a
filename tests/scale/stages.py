"""The way from a text to running modules in stages, each of which can be timed or counted by itself."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, ModuleType
from typing import Any

from attrs import define, field

from rulewright.compiler.layout import lay_out
from rulewright.compiler.prepare import prepare
from rulewright.compiler.python.emit import emit
from rulewright.dsl import ir
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.elaborate import program as elaboration
from rulewright.dsl.elaborate.program import Elaborated
from rulewright.dsl.pipeline import Rules, read
from rulewright.dsl.source import Source

PLAYERS = 2
FLAVOURS = {"full": True, "quiet": False}
TINY = "game tiny for 2 players\nphase Play: everyone draws\n"


def warm() -> None:
    """Make what is made once in a process: the parser's tables and lexers, and modules that load late."""
    for step in Making(TINY).stages().values():
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
            steps[f"emit, {flavour}"] = lambda flavour=flavour: self.emit(flavour)
            steps[f"Python's compile, {flavour}"] = lambda flavour=flavour: self.compile(flavour)
            steps[f"load, {flavour}"] = lambda flavour=flavour: self.load(flavour)
        return steps

    def parse(self) -> None:
        self.rules = read(Source("generated.rules", self.text), self.report)

    def elaborate(self) -> None:
        """Without the checks over the whole, which are a stage of their own."""
        checks, elaboration.CHECKS = elaboration.CHECKS, ()
        try:
            made = self.rules.program(PLAYERS, {}, self.report)
        finally:
            elaboration.CHECKS = checks
        assert made is not None
        self.made = made

    def check(self) -> None:
        for check in elaboration.CHECKS:
            check(self.rules.file, self.program, self.made.symbols)

    def emit(self, flavour: str) -> None:
        self.texts[flavour] = emit(self.program, events=FLAVOURS[flavour])

    def compile(self, flavour: str) -> None:
        self.codes[flavour] = compile(self.texts[flavour], f"<{flavour}>", "exec", dont_inherit=True)

    def load(self, flavour: str) -> None:
        self.modules[flavour] = ModuleType(flavour)
        exec(self.codes[flavour], self.modules[flavour].__dict__)
