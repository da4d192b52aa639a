"""Leduc poker against its published figures: the size of its tree, its information sets, random play exactly."""

from __future__ import annotations

from fractions import Fraction

import rulewright
from tests.games.game_tree import Tree


def test_the_tree_and_random_play() -> None:
    tree = Tree()
    value = tree.walk(rulewright.load("leduc_poker").start(chance="exposed"))
    assert (tree.chance, tree.decisions, tree.ends) == (157, 3780, 5520)
    assert len(tree.infosets) == 936
    assert value == Fraction(-5, 64)  # -0.078125
