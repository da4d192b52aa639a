"""A compiled game as a game of OpenSpiel: `load(game)`, or `register` and then `pyspiel.load_game(name)`.

Chance is explicit. Actions are numbered as in actions.py, outcomes of chance by their ids. The information state is
all that a seat was told and answered, the observation tensor what it sees (observation.py). Choices made at once are
one node of simultaneous moves if that is wanted, else asked one after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from rulewright.tools.adapters.tree import Tree, keep
from rulewright.tools.game import LIMIT, Game

__all__ = ["RulesGame", "RulesObserver", "RulesState", "load", "register"]


def load(
    game: Game, name: str = "", *, zero_sum: bool = False, longest: int = LIMIT, simultaneous: bool = False
) -> RulesGame:
    """The game as OpenSpiel has it, registered as `name`, or as `rulewright_` and its name. Raises as `register`."""
    name = name or f"rulewright_{game.name}"
    register(name, game, zero_sum=zero_sum, longest=longest, simultaneous=simultaneous)
    loaded: RulesGame = pyspiel.load_game(name)
    return loaded


def register(
    name: str, game: Game, *, zero_sum: bool = False, longest: int = LIMIT, simultaneous: bool = False
) -> None:
    """Make `pyspiel.load_game(name)` give this game in this process; doing it again changes nothing.

    `zero_sum` promises that scores always add up to 0, which many algorithms ask for and no text says (a game that
    breaks the promise raises ValueError at its end). After `longest` decisions a game is over, and nobody scores.
    `simultaneous`: all that choose at once do so at one node, of OpenSpiel's simultaneous moves. Raises ValueError if
    the name is taken, the bounds of scores are not known, or nothing is chosen at once in a `simultaneous` game.
    """
    if simultaneous and all(point.keeper < 0 for point in game.schema.points):
        raise ValueError(f"nothing is chosen at once in {game.name}")
    known = name in pyspiel.registered_names()
    tree = Tree(name, game, zero_sum, longest, simultaneous)
    kept = keep(tree, taken=known)
    if not known:
        # OpenSpiel drops what it is given after Python has ended. A class outlives that, being part of a cycle; the
        # end of a function or a partial would crash the process.
        pyspiel.register_game(game_type(kept), type(name, (RulesGame,), {"tree": kept}))


def game_type(tree: Tree) -> Any:
    """What OpenSpiel wants to know of any game."""
    types = pyspiel.GameType
    return types(
        short_name=tree.name,
        long_name=f"{tree.game.title or tree.game.name} (Rulewright)",
        dynamics=types.Dynamics.SIMULTANEOUS if tree.simultaneous else types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if tree.chances else types.ChanceMode.DETERMINISTIC,
        information=types.Information.PERFECT_INFORMATION if tree.open else types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if tree.zero_sum else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=tree.game.players,
        min_num_players=tree.game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


def game_info(tree: Tree) -> Any:
    """The numbers of the game."""
    lowest, highest = tree.stakes
    sums = {"utility_sum": 0.0} if tree.zero_sum else {}
    return pyspiel.GameInfo(
        num_distinct_actions=tree.actions.size,
        max_chance_outcomes=tree.chances,
        num_players=tree.game.players,
        min_utility=float(lowest),
        max_utility=float(highest),
        max_game_length=tree.longest,
        **sums,
    )


class RulesGame(pyspiel.Game):
    """One ruleset. `tree` is what it is made from, with the numbering and the layout of observations; each registered
    name has a class of its own that has it."""

    tree: Tree

    def __init__(self, params: Any = None) -> None:
        super().__init__(game_type(self.tree), game_info(self.tree), params or {})

    def new_initial_state(self) -> RulesState:
        return RulesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulesObserver:
        """What a seat sees, or with perfect recall what it knows. Raises ValueError for any other kind."""
        return RulesObserver(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """A number for those that must have one: there is no bound that could be read from the rules."""
        return self.tree.longest if self.tree.chances else 0


class RulesState(pyspiel.State):
    """A position. `position` is ours (tree.py); OpenSpiel copies and pickles it with the state."""

    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self.position = game.tree.root()

    def current_player(self) -> int:
        position = self.position
        if position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if position.chance:
            return int(pyspiel.PlayerId.CHANCE)
        return position.seat if len(position.asked) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions() if self.position.chance else self.position.offered(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.odds()

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.position.apply_all(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.name(player, action)

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        return self.position.scores()

    def __str__(self) -> str:
        return str(self.position)


class RulesObserver:
    """What OpenSpiel asks for observations; `tensor` is None where they are texts only."""

    def __init__(self, tree: Tree, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, but there are {params}")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("an observation here is all that one seat sees, public and private")
        self.tree = tree
        self.recalls: bool = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self.recalls:
            self.tensor = np.zeros(tree.layout.size, np.float32)
            self.dict = {name: self.tensor[first : first + many] for name, first, many in tree.layout.sections}

    def set_from(self, state: RulesState, player: int) -> None:
        """Put what `player` sees into `tensor`."""
        if self.recalls:
            raise ValueError("what a seat knows is a text of any length, and no tensor")
        self.tensor.fill(0)
        self.tree.layout.fill(self.tree.game.engine, state.position.seen_by(player), player, self.tensor)

    def string_from(self, state: RulesState, player: int) -> str:
        """What `player` sees, entry by entry, or all that it knows."""
        if self.recalls:
            return state.position.known(player)
        seen = self.tree.layout.array(self.tree.game.engine, state.position.seen_by(player), player)
        return "\n".join(
            name if value == 1 else f"{name}: {value:.6g}"
            for name, value in zip(self.tree.layout.names, seen, strict=True)
            if value
        )
