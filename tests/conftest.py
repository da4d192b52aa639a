"""Golden files: `golden(path, text)` compares with a stored file; `pytest --bless` (or `make bless`) rewrites it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite the golden files with what comes out now")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare `text` with tests/golden/`path`, or write it there under --bless."""

    def compare(path: str, text: str) -> None:
        file = GOLDEN / path
        if request.config.getoption("--bless"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            return
        assert file.exists(), f"no golden file {path}: run pytest --bless, then read the diff"
        assert file.read_text(encoding="utf-8") == text

    return compare
