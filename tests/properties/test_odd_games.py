"""Odd but legal games that once told the engines apart, or might: reactions inside procedures inside reactions, leaving
outer phases from within, long bodies after chance, options of every type. The engines agree on all of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulewright
from tests.properties.agreement import play_in_step

ODD = sorted((Path(__file__).parent / "odd").glob("*.rules"))


@pytest.mark.parametrize("path", ODD, ids=lambda p: p.stem)
def test_both_engines_agree(path: Path) -> None:
    game = rulewright.load(str(path))
    reference = game.reference()
    for seed in range(12):
        play_in_step(reference, game.engine, seed, Random(seed), 300)
