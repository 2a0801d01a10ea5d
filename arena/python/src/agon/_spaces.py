"""What both adapters share: observations and masks of one position, in arrays of numpy and spaces of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._backend import native, needs_native
from ._errors import AgonError
from .game import Game
from .position import Position


class Desk:
    """How positions of a game are shown to those who learn it."""

    def __init__(self, game: Game, max_bytes: int) -> None:
        if native is None:
            needs_native("an environment")
        if game.actions == 0:
            raise AgonError(f"the moves of {game.term} have no numbers, so it is no environment")
        self.game = game
        self.width, below = game.observation or (max_bytes, 256)
        self.observations = spaces.Box(0, below - 1, (self.width,), np.uint8)
        self.masks = spaces.Box(0, 1, (game.actions,), np.int8)

    def observe(self, position: Position, seat: int) -> NDArray[np.uint8]:
        """What a seat sees. A text that has no room is an error: what was learned without the rest would be wrong."""
        seen = position.observation(seat)
        if self.width < len(seen):
            raise AgonError(f"what is seen has {len(seen)} bytes, and there is room for {self.width}: max_bytes={len(seen)}")
        observation = np.zeros(self.width, np.uint8)
        observation[: len(seen)] = np.frombuffer(seen, np.uint8)
        return observation

    def mask(self, position: Position) -> NDArray[np.int8]:
        """Which actions are legal."""
        mask = np.zeros(self.game.actions, np.int8)
        if not position.is_over:
            mask[position.actions()] = 1
        return mask

    def render(self, position: Position, mode: str | None) -> str | None:
        """The board in letters; where something is hidden, what everybody sees."""
        if mode != "ansi":
            return None
        return position.public_view() if self.game.hidden else position.drawing()


def settled(position: Position, draws: Any) -> Position:
    """Where somebody is to choose, or the game is over: chance draws until then, from a generator of numpy."""
    while position.node == "chance":
        chances = position.chances()
        position = position.play(int(draws.choice(len(chances), p=list(chances.values()))))
    return position
