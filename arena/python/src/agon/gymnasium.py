"""Games as environments of Gymnasium: `agon.gymnasium.AgonEnv("connect-four", opponent="greedy")`, for one seat of them.

The others are played by a player of the arena. Actions and observations are those of `agon.pettingzoo`; which actions are
legal is in `info["action_mask"]`, and `action_masks()` says it again, as MaskablePPO asks.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._errors import AgonError
from ._spaces import Desk, settled
from .game import game


class AgonEnv(gymnasium.Env[NDArray[np.uint8], int]):
    """One seat of a game, counted from 1. Chance draws by itself.

    A seat that chooses an illegal action loses the game, as at the arena: the reward is the least payoff, and `info` has
    `illegal`. `opponent` is a term of the arena; `random` is each legal move equally likely.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, term: str, seat: int = 1, opponent: str = "random", render_mode: str | None = None, max_bytes: int = 1024
    ) -> None:
        self.about = game(term)
        if not 1 <= seat <= self.about.seats:
            raise AgonError(f"{self.about.term} has no seat {seat}; accepted: 1 to {self.about.seats}")
        self.desk = Desk(self.about, max_bytes)
        self.seat, self.opponent, self.render_mode = seat, opponent, render_mode
        self.observation_space = self.desk.observations
        self.action_space: Any = spaces.Discrete(self.about.actions)
        #: Whether the episode is: the game is, or was ended by an illegal action. So it is before the first `reset`.
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self.about.start
        self._go_on()
        self._is_over = self.position.is_over
        return self.desk.observe(self.position, self.seat), self._info()

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if self._is_over:
            raise AgonError("the game is over: call reset")
        if int(action) not in self.position.actions():
            self._is_over = True
            observation = self.desk.observe(self.position, self.seat)
            return observation, self.about.min_payoff, True, False, {**self._info(), "illegal": True}
        self.position = self.position.play(int(action))
        self._go_on()
        self._is_over = is_over = self.position.is_over
        reward = self.position.payoff(self.seat) if is_over else 0.0
        return self.desk.observe(self.position, self.seat), reward, is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        return self.desk.mask(self.position).astype(np.bool_)

    def render(self) -> str | None:
        return self.desk.render(self.position, self.render_mode)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.desk.mask(self.position)}

    def _go_on(self) -> None:
        """Until it is the seat's turn, or the game is over."""
        while True:
            self.position = position = settled(self.position, self.np_random)
            if position.is_over or position.seat == self.seat:
                return
            if self.opponent == "random":
                actions = position.actions()
                self.position = position.play(actions[int(self.np_random.integers(len(actions)))])
            else:
                seed = int(self.np_random.integers(1 << 63))
                self.position = position.play(position.ask(self.opponent, seed=seed).move)
