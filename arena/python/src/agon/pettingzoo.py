"""Games as environments of PettingZoo, one agent for each seat: `agon.pettingzoo.AgonEnv("connect-four")`, where agents act one
after the other, and `AgonParallelEnv("goofspiel")`, where all that choose at the same time act in one step.

An action means the same move in every position, and the mask has all that is legal. An observation is what the agent's seat sees:
a byte for each place of the board, or, in games without places and where something is hidden, its view as a text, padded
with zeros.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from ._errors import AgonError
from ._spaces import Desk, settled
from .game import game
from .position import Position


class _Seats:
    """What both kinds share: an agent for each seat, and the spaces."""

    def sit(self, term: str, render_mode: str | None, max_bytes: int) -> None:
        self.about = game(term)
        self.desk = Desk(self.about, max_bytes)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self.about.seats + 1)]
        self.observation_spaces = {
            agent: spaces.Dict({"observation": self.desk.observations, "action_mask": self.desk.masks})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.about.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def seen(self, position: Position, seat: int) -> dict[str, Any]:
        """What a seat is shown: an action is legal only where it is its turn."""
        if position.seat == seat:
            mask = self.desk.mask(position)
        else:
            mask = np.zeros(self.about.actions, np.int8)
        return {"observation": self.desk.observe(position, seat), "action_mask": mask}

    def begin(self, seed: int | None) -> Position:
        """Where a game begins, and a new source of draws if there is a seed."""
        if seed is not None or not hasattr(self, "draws"):
            self.draws = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        return self.about.start

    def close(self) -> None:
        pass


class AgonEnv(_Seats, AECEnv):  # type: ignore[misc]
    """A game as an AEC environment. Chance draws by itself; an illegal action raises an error.

    `max_bytes` is the room for views.
    """

    metadata = {"name": "agon_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, term: str, render_mode: str | None = None, max_bytes: int = 1024) -> None:
        super().__init__()
        self.sit(term, render_mode, max_bytes)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        start = self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.stand_at(start)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        after = self.position.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.stand_at(after)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        return self.seen(self.position, self.possible_agents.index(agent) + 1)

    def render(self) -> str | None:
        return self.desk.render(self.position, self.render_mode)

    def stand_at(self, position: Position) -> None:
        """Goes on from a position: for exercises, and for tests."""
        self.position = settled(position, self.draws)
        if self.position.is_over:
            self.rewards = dict(zip(self.possible_agents, self.position.payoffs()))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[(self.position.seat or 1) - 1]


class AgonParallelEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """A game as a parallel environment: agents that choose at the same time, none of which sees what the others choose, act in
    one step. A seat without a choice has a mask of zeros, and its action is ignored.

    Chance draws by itself; an illegal action raises an error. `max_bytes` is the room for views.
    """

    metadata = {"name": "agon_parallel_v1", "render_modes": ["ansi"]}

    def __init__(self, term: str, render_mode: str | None = None, max_bytes: int = 1024) -> None:
        self.sit(term, render_mode, max_bytes)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.stand_at(self.begin(seed))
        return self._shown(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents, position = self.agents, self.position
        for shown in self.round:
            seat = shown.seat or 1
            if position.seat != seat or position.observation(seat) != shown.observation(seat):
                raise AgonError(f"{self.about.term}: seat {seat} sees what was chosen before, so they don't choose at once")
            position = position.play(int(actions[agents[seat - 1]]))
        self.stand_at(position)
        is_over = self.position.is_over
        gains = self.position.payoffs() if is_over else [0.0] * len(agents)
        answer = self._shown(), dict(zip(agents, gains)), dict.fromkeys(agents, is_over), dict.fromkeys(agents, False)
        if is_over:
            self.agents = []
        return (*answer, {agent: {} for agent in agents})

    def render(self) -> str | None:
        return self.desk.render(self.position, self.render_mode)

    def stand_at(self, position: Position) -> None:
        """Goes on from a position: for exercises, and for tests."""
        self.position = settled(position, self.draws)
        #: Positions as those see them who choose now, in the order of their seats.
        self.round = [] if self.position.is_over else self._choosing()

    def _choosing(self) -> list[Position]:
        round = [self.position]
        # Whatever the others choose: nobody who chooses at the same time can tell.
        while self.about.hidden:
            after = [round[-1].play(action) for action in round[-1].actions()]
            one = after[0]
            if one.node != "decision" or any(one.seat == shown.seat for shown in round):
                break
            seat = one.seat or 1
            if any(other.seat != seat or other.observation(seat) != one.observation(seat) for other in after[1:]):
                break
            round.append(one)
        return round

    def _shown(self) -> dict[str, Any]:
        choosing = {shown.seat: shown for shown in self.round}
        seats = enumerate(self.agents, start=1)
        return {agent: self.seen(choosing.get(seat, self.position), seat) for seat, agent in seats}
