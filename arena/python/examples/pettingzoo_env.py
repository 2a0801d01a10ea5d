"""A game of Agon as an AEC environment of PettingZoo: `python pettingzoo_env.py nim` runs PettingZoo's own API test on it.

An observation is the position's text as bytes, with the mask of the legal actions; action i is the ith legal move.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import agon

_TEXT = 512


class AgonEnv(AECEnv):  # type: ignore[misc]
    """Any game of Agon. Chance draws by itself."""

    metadata = {"name": "agon_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, term: str, max_moves: int = 512, render_mode: str | None = None) -> None:
        super().__init__()
        self.about = agon.game(term)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self.about.seats + 1)]
        self.max_moves = max_moves
        one = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (_TEXT,), np.uint8),
                "action_mask": spaces.Box(0, 1, (max_moves,), np.int8),
            }
        )
        self.observation_spaces = {agent: one for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(max_moves) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.draws = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._stand_at(self.about.start)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self._stand_at(self.position.play(self.position.moves()[int(action)]))
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        text = self.position.text.encode()[:_TEXT]
        observation = np.zeros(_TEXT, np.uint8)
        observation[: len(text)] = np.frombuffer(text, np.uint8)
        mask = np.zeros(self.max_moves, np.int8)
        if agent == self.agent_selection and not self.position.is_over:
            mask[: len(self.position.moves())] = 1
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        return self.position.drawing() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _stand_at(self, position: agon.Position) -> None:
        while position.node == "chance":
            chances = position.chances()
            position = position.play(self.draws.choices(list(chances), list(chances.values()))[0])
        self.position = position
        if position.is_over:
            self.rewards = dict(zip(self.possible_agents, position.payoffs()))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[(position.seat or 1) - 1]


if __name__ == "__main__":
    from pettingzoo.test import api_test

    for term in sys.argv[1:] or ["connect-four"]:
        api_test(AgonEnv(term), num_cycles=200, verbose_progress=False)
        print(f"{term}: PettingZoo's API test holds")
