"""Liar's dice with one die each against its published figures: trees, information sets, random play exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rulewright
from tests.games.game_tree import Tree


@pytest.mark.parametrize(
    ("sides", "chance", "decisions", "ends", "infosets", "value"),
    [
        (2, 3, 64, 60, 32, Fraction(1, 8)),
        (3, 4, 576, 567, 192, Fraction(1, 54)),  # 0.0185185
        (4, 5, 4096, 4080, 1024, Fraction(-1, 64)),  # -0.015625
    ],
)
def test_the_tree_and_random_play(
    sides: int, chance: int, decisions: int, ends: int, infosets: int, value: Fraction
) -> None:
    tree = Tree()
    found = tree.walk(rulewright.load("liars_dice", options={"sides": sides}).start(chance="exposed"))
    assert (tree.chance, tree.decisions, tree.ends) == (chance, decisions, ends)
    assert len(tree.infosets) == infosets
    assert found == value
