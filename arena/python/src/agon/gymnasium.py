"""Games as environments of Gymnasium: `agon.gymnasium.AgonEnv("connect-four", opponent="greedy")`, for one seat of them, and
`AgonVectorEnv("connect-four", 64)`, many of these together.

The others are played by a player of the arena. Actions and observations are those of `agon.pettingzoo`; which actions are
legal is in `info["action_mask"]`, and `action_masks()` says it again, as MaskablePPO asks.

Who imports this has Gymnasium know all games: `gymnasium.make("agon/connect-four-v0")`, and
`gymnasium.make("agon/game-v0", game="hex(size=5)")` for one with options; `gymnasium.make_vec` likewise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import register, registry
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ._backend import native
from ._errors import AgonError
from ._spaces import Desk, settled
from .game import Game, game as find_game


def _with_seat(game: str, seat: int) -> Game:
    about = find_game(game)
    if not 1 <= seat <= about.seats:
        raise AgonError(f"{about.term} has no seat {seat}; accepted: 1 to {about.seats}")
    return about


class AgonEnv(gymnasium.Env[NDArray[np.uint8], int]):
    """One seat of a game, counted from 1. Chance draws by itself.

    A seat that chooses an illegal action loses the game, as at the arena: the reward is the least payoff, and `info` has
    `illegal`. `opponent` is a term of the arena; `random` is each legal move equally likely.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, game: str, seat: int = 1, opponent: str = "random", render_mode: str | None = None, max_bytes: int = 1024
    ) -> None:
        self.about = _with_seat(game, seat)
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


class AgonVectorEnv(VectorEnv[NDArray[np.uint8], ArrayLike, NDArray[Any]]):
    """Many environments of one seat of a game, which step together: what `SyncVectorEnv` makes of so many `AgonEnv`, array for
    array, by one call of the extension.

    The arrays of a step are its own, and nobody writes into them later. A step that raises an error has played nothing.
    `max_bytes` is the room for views.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int = 1,
        opponent: str = "random",
        render_mode: str | None = None,
        max_bytes: int = 1024,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.about = about = _with_seat(game, seat)
        if num_envs < 1:
            raise AgonError(f"num_envs={num_envs}; accepted: 1 or more")
        self.desk = Desk(about, max_bytes)
        self.num_envs, self.seat, self.opponent, self.render_mode = num_envs, seat, opponent, render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        assert native is not None
        # It refuses what there is no room for, before the spaces ask for room.
        self._episodes = native.Episodes(
            about.term,
            num_envs,
            seat=seat,
            opponent=opponent if 1 < about.seats else "random",
            autoreset=self.autoreset_mode.value,
            width=self.desk.width,
        )
        self.single_observation_space = self.desk.observations
        self.single_action_space: Any = spaces.Discrete(about.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        #: Which have drawn: the others need a generator.
        self._is_seeded = [False] * num_envs

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all, or those of `options["reset_mask"]`. Of one seed environment `n` has `seed + n`."""
        number = self.num_envs
        seeds = seed if isinstance(seed, Sequence) else [None if seed is None else seed + n for n in range(number)]
        if len(seeds) != number:
            raise ValueError(f"{len(seeds)} seeds for {number} environments")
        chosen = np.ones(number, np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = options["reset_mask"]
            if not isinstance(chosen, np.ndarray) or chosen.dtype != np.bool_:
                raise TypeError(f"options['reset_mask'] is {chosen!r}; accepted: an array of np.bool_")
            if chosen.shape != (number,) or not chosen.any():
                raise ValueError(f"options['reset_mask'] is {chosen}; accepted: {number} of them, one or more True")
        generators: list[tuple[int, int] | None] = [None] * number
        for n in np.flatnonzero(chosen).tolist():
            if seeds[n] is not None or not self._is_seeded[n]:
                state = seeding.np_random(seeds[n])[0].bit_generator.state["state"]
                generators[n] = state["state"], state["inc"]
        observations, masks = self._episodes.reset(chosen.tolist(), generators)
        self._is_seeded = [is_seeded or bool(begins) for is_seeded, begins in zip(self._is_seeded, chosen)]
        return observations, {"action_mask": masks, "_action_mask": chosen.copy()}

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Steps all: what is seen, rewards, terminations, truncations, of which there are none, and what `info` says."""
        number = self.num_envs
        observations, masks, rewards, ended, illegal, last = self._episodes.step(actions)
        infos: dict[str, Any] = {}
        told: dict[str, Any] = {} if illegal is None else {"illegal": illegal, "_illegal": illegal.copy()}
        if last is not None:
            last_seen = np.full(number, None, object)
            for n in np.flatnonzero(ended):
                last_seen[n] = last[0][n]
            infos = {"final_obs": last_seen, "_final_obs": ended.copy()}
            infos |= {"final_info": {"action_mask": last[1], "_action_mask": ended.copy(), **told}, "_final_info": ended.copy()}
        else:
            infos = told
        infos["action_mask"], infos["_action_mask"] = masks, np.ones(number, np.bool_)
        return observations, rewards, ended, np.zeros(number, np.bool_), infos

    def render(self) -> tuple[Any, ...]:
        positions = (self._episodes.position(n) for n in range(self.num_envs))
        return tuple(self.desk.render(position, self.render_mode) for position in positions)


def _register() -> None:
    """Has Gymnasium know every game by its name, and `agon/game-v0` for those with options."""
    known = {} if native is None else {f"agon/{name}-v0": {"game": name} for name in native.games()}
    for name, options in {**known, "agon/game-v0": {}}.items():
        if name not in registry:
            one, many = "agon.gymnasium:AgonEnv", "agon.gymnasium:AgonVectorEnv"
            register(name, entry_point=one, vector_entry_point=many, kwargs=options)


_register()
