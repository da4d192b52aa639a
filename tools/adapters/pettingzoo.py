"""A compiled game as a PettingZoo environment in which agents act one after the other (AEC).

Agents are `player_0`, `player_1` and so on, as PettingZoo likes it; `player_0` has seat 0. An observation is a dict:
`observation`, what the seat sees (observation.py), and `action_mask`, the numbers (actions.py) it may answer with, all
0 when it is not asked. Chance is drawn. Scores are the rewards, given once, at the end.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rulewright.runtime.decision import IllegalOption
from rulewright.runtime.log import line
from rulewright.runtime.schema import POINT
from rulewright.runtime.state import State
from rulewright.tools.adapters.actions import number_actions
from rulewright.tools.adapters.observation import observation_of
from rulewright.tools.game import LIMIT, Game

__all__ = ["RulesEnv", "env", "raw_env"]


def env(game: Game, *, seed: int | None = None, longest: int = LIMIT, render_mode: str | None = None) -> Any:
    """The environment, with PettingZoo's checks of the order of calls and of the range of actions around it.

    `seed` is what `reset` takes when it is given none. After `longest` decisions a game is truncated, without
    rewards. An action that is not on offer raises IllegalOption, with the requirements it does not meet.
    """
    made = raw_env(game, seed=seed, longest=longest, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def raw_env(game: Game, *, seed: int | None = None, longest: int = LIMIT, render_mode: str | None = None) -> RulesEnv:
    """The environment without those checks."""
    return RulesEnv(game, seed, longest, render_mode)


class RulesEnv(AECEnv):
    """One table of one game. `state_of_game` is the game in progress (after `reset`)."""

    def __init__(self, game: Game, seed: int | None, longest: int, render_mode: str | None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no render mode {render_mode!r}: it is None or 'ansi'")
        self.metadata = {"name": game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.game = game
        self.actions = number_actions(game.schema)
        self.layout = observation_of(game)
        self.longest = longest
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box = spaces.Box(0.0, 1.0, (self.layout.size,), np.float32)
        mask = spaces.Box(0, 1, (self.actions.size,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self._seeds = Random(seed)
        self.state_of_game: State | None = None
        self._decisions = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a `seed`, it and those after it are the same every time. Raises RuleFault."""
        if seed is not None:
            self._seeds = Random(seed)
        self.state_of_game = self.game.start(self._seeds.getrandbits(63))
        self._decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """The answer of the agent selected. Raises IllegalOption and RuleFault; the game is then as it was."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._playing()
        if action is None:
            raise ValueError(f"{agent} is asked and must answer")
        point, option = self.actions.answer(int(action))
        if point != state.cells[POINT]:
            raise IllegalOption(int(action), self.actions.name(int(action)), ())
        state.apply(option)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._decisions += 1
        self._go_on()

    def _go_on(self) -> None:
        """Select the agent that is asked, or end the game."""
        state = self._playing()
        if state.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {agent: float(state.outcome.scores[self._seats[agent]]) for agent in self.agents}
            self._accumulate_rewards()
            return
        if self._decisions >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[state.engine.actor(state.cells)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may answer."""
        state, seat = self._playing(), self._seats[agent]
        mask = np.zeros(self.actions.size, np.int8)
        if not state.over and self._decisions < self.longest and state.engine.actor(state.cells) == seat:
            mask[self.actions.numbers(state.cells[POINT], state.option_ids)] = 1
        return {"observation": self.layout.array(state.engine, state.cells, seat), "action_mask": mask}

    def render(self) -> str | None:
        """In mode "ansi": what the agent selected was told so far, a line each."""
        if self.render_mode is None:
            return None
        state = self._playing()
        told = state.told(self._seats[self.agent_selection])
        return "\n".join(line(state.wording, event) for event in told)

    def close(self) -> None:
        """Nothing is held open."""

    def _playing(self) -> State:
        if self.state_of_game is None:
            raise ValueError("reset comes first")
        return self.state_of_game
