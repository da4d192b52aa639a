"""The shape of the source tree: which way imports go, how long files are, what they are called."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("runtime", "dsl", "compiler", "tools")
MAY_IMPORT = {
    "runtime": {"runtime"},
    "dsl": {"dsl", "runtime"},
    "compiler": {"compiler", "dsl", "runtime"},
    "tools": {"tools", "compiler", "dsl", "runtime", "rules"},
    "rulewright": {"tools", "compiler", "dsl", "runtime"},
}
THIRD_PARTY = {
    "runtime": {"attrs"},
    "dsl": {"attrs", "lark"},
    "compiler": {"attrs", "graphviz"},
    "tools": {"attrs", "click", "rich", "lark", "graphviz"},
    "rulewright": set[str](),
}
FOR_ADAPTERS = {"numpy", "gymnasium", "pettingzoo", "pyspiel", "open_spiel"}  # the extra `rl`, in tools/adapters alone
FOR_REPORTS = {"duckdb", "matplotlib", "numpy", "scipy"}  # the extra `report`, in tools/compare alone
ADAPTED = {"gymnasium", "numpy", "pettingzoo", "pyspiel"}  # the extra rl, for tools/adapters/ alone
IMPURE = {"random", "time", "datetime", "os", "pathlib", "socket", "subprocess", "tempfile", "sys", "io", "secrets"}
LONGEST = 400
LONGER = {"dsl/ir.py"}  # one vocabulary, looked up rather than read
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "base", "core"}
MODULES = [(top, path) for top in (*PACKAGES, "rulewright") for path in sorted((ROOT / top).rglob("*.py"))
           if top != "rulewright" or path.parent == ROOT / "rulewright"]  # fmt: skip
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def name_of(path: object) -> str:
    return path.relative_to(ROOT).as_posix() if isinstance(path, Path) else str(path)


def imported(path: Path) -> Iterator[str]:
    """The full names of what a module imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: relative import"
            assert node.module is not None
            if node.module == "rulewright":
                yield from (f"rulewright.{alias.name}" for alias in node.names)
            else:
                yield node.module


@pytest.mark.parametrize(("top", "path"), MODULES, ids=name_of)
def test_imports_go_one_way(top: str, path: Path) -> None:
    for name in imported(path):
        first, _, rest = name.partition(".")
        if first == "rulewright":
            package = rest.partition(".")[0]
            if package in ("", "load", "__version__") and top in ("tools", "rulewright"):
                continue  # the package itself
            assert package in MAY_IMPORT[top], f"{name_of(path)} imports {name}"
        else:
            known = first in sys.stdlib_module_names or first in THIRD_PARTY[top]
            known = known or (path.parent == ROOT / "tools" / "adapters" and first in ADAPTED)
            known = known or (name_of(path) == "tools/bench/open_spiel.py" and first == "pyspiel")
            known = known or (first in FOR_ADAPTERS and name_of(path).startswith("tools/adapters/"))
            known = known or (first in FOR_REPORTS and name_of(path).startswith("tools/compare/"))
            assert known, f"{name_of(path)} imports {name}"


@pytest.mark.parametrize(("top", "path"), [m for m in MODULES if m[0] in ("dsl", "compiler")], ids=name_of)
def test_the_front_end_and_the_compiler_are_pure(top: str, path: Path) -> None:
    touched = {name.partition(".")[0] for name in imported(path)} & IMPURE
    assert not touched, f"{name_of(path)} imports {touched}"


@pytest.mark.parametrize("path", [*(path for _, path in MODULES), *TESTS], ids=name_of)
def test_files_are_short_and_say_what_they_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    assert lines <= LONGEST or name_of(path) in LONGER, f"{name_of(path)} has {lines} lines"
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), f"{name_of(path)} begins without a word on what it does"
        if "def " in text or "class " in text:
            assert "from __future__ import annotations" in text


@pytest.mark.parametrize("path", [*(path for _, path in MODULES), *TESTS], ids=name_of)
def test_names_say_something(path: Path) -> None:
    parts = {*path.relative_to(ROOT).with_suffix("").parts}
    words = {word for part in parts for word in part.split("_")}
    assert not words & EMPTY_NAMES, name_of(path)


def test_the_root_package_links_to_the_others() -> None:
    for top in (*PACKAGES, "rules"):
        link = ROOT / "rulewright" / top
        assert link.resolve() == ROOT / top, f"rulewright/{top} leads elsewhere"


def test_ci_runs_what_people_run() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    commands = [line for line in script.split("\n") if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["make test"]
