"""`explain` shows every page with words where a message says something of one file."""

from __future__ import annotations

import re

import pytest

from rulewright.dsl.catalogue import codes, page
from rulewright.tools.commands.explain import in_words
from tests.tools.command import rulewright


@pytest.mark.parametrize("code", codes())
def test_no_hole_is_left(code: str) -> None:
    message = in_words(page(code).message)
    assert not re.search(r"[{}]", message)
    assert sum(word.isupper() for word in re.findall(r"[A-Z_]{2,}", message)) >= len(page(code).holes)


def test_the_page_and_the_list() -> None:
    said = "this depends on `PLACE`, which whoever chooses does not see"
    assert f"Error: {said}\n" in rulewright("explain", "RW0703").out
    assert said in rulewright("explain", "--list").out
    assert "{place}" in rulewright("explain", "RW0703", "--json").data["message"]  # for programs the holes have names
