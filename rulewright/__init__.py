"""Rulewright: a declarative language for tabletop games and the compiler behind it.

    game = rulewright.load("nosferatu", players=6)
    state = game.start(seed=7)
    while not state.over:
        state.apply(state.decision.options[0])
    print(state.outcome, state.view(player=2), state.log(player=2))

`load` is the way in (`load_table`, with a table file); see `Game` and `State` for what comes of it. Names are imported
when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.runtime.engine import RuleFault as RuleFault
    from rulewright.runtime.state import State as State
    from rulewright.tools.game import Game as Game
    from rulewright.tools.game import load as load
    from rulewright.tools.problems import RulesError as RulesError
    from rulewright.tools.table_file import load_table as load_table

__version__ = "0.1.0"

_WHERE = {
    "Game": "rulewright.tools.game",
    "RuleFault": "rulewright.runtime.engine",
    "RulesError": "rulewright.tools.problems",
    "State": "rulewright.runtime.state",
    "load": "rulewright.tools.game",
    "load_table": "rulewright.tools.table_file",
}
__all__ = ["Game", "RuleFault", "RulesError", "State", "__version__", "load", "load_table"]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
