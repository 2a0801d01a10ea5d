"""A game of Agon as a game of OpenSpiel, by any name: `python openspiel_game.py connect-four` runs OpenSpiel's own random
simulation test on it, with states that are written and read back. An action means the same move in every state."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pyspiel

import agon


def register(term: str, max_outcomes: int = 4096) -> str:
    """Makes OpenSpiel know the game of Agon that `term` names; returns the name it has there. Chance may draw one of so many
    outcomes at a time."""
    about = agon.game(term)
    name = "agon_" + "".join(c if c.isalnum() else "_" for c in term)
    sums = {"zero": "ZERO_SUM", "constant": "CONSTANT_SUM", "general": "GENERAL_SUM"}
    modes = pyspiel.GameType.ChanceMode
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=f"Agon: {term}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if about.chance else modes.DETERMINISTIC,
        information=getattr(pyspiel.GameType.Information, "IMPERFECT_INFORMATION" if about.hidden else "PERFECT_INFORMATION"),
        utility=getattr(pyspiel.GameType.Utility, sums[about.sum]),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=about.seats,
        min_num_players=about.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    class AgonGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            info = pyspiel.GameInfo(
                num_distinct_actions=about.actions,
                max_chance_outcomes=max_outcomes if about.chance else 0,
                num_players=about.seats,
                min_utility=about.min_payoff,
                max_utility=about.max_payoff,
                utility_sum=0.0 if about.sum == "zero" else None,
                max_game_length=about.max_plies,
            )
            super().__init__(game_type, info, params or {})

        def new_initial_state(self) -> AgonState:
            return AgonState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer()

    class AgonState(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.position = about.start

        def current_player(self) -> int:
            kind = self.position.node
            if kind == "terminal":
                return int(pyspiel.PlayerId.TERMINAL)
            return int(pyspiel.PlayerId.CHANCE) if kind == "chance" else (self.position.seat or 0) - 1

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(self.position.actions())

        def chance_outcomes(self) -> list[tuple[int, float]]:
            chances = list(enumerate(self.position.chances().values()))
            if max_outcomes < len(chances):
                raise ValueError(f"chance draws one of {len(chances)}: register(term, max_outcomes={len(chances)})")
            return chances

        def _apply_action(self, action: int) -> None:
            self.position = self.position.play(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.position.moves()[self.position.actions().index(action)]

        def is_terminal(self) -> bool:
            return self.position.is_over

        def returns(self) -> list[float]:
            return self.position.payoffs() if self.position.is_over else [0.0] * about.seats

        def __str__(self) -> str:
            return self.position.text

    class Observer:
        def __init__(self) -> None:
            self.tensor = np.zeros(0, np.float32)
            self.dict: dict[str, Any] = {}

        def set_from(self, state: AgonState, player: int) -> None:
            pass

        def string_from(self, state: AgonState, player: int) -> str:
            # A view is all that the seat has seen: an information state, and an observation too.
            return state.position.view(player + 1) if about.hidden else str(state)

    pyspiel.register_game(game_type, AgonGame)
    return name


if __name__ == "__main__":
    for term in sys.argv[1:] or ["connect-four(width=5,height=4)"]:
        game = pyspiel.load_game(register(term))
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
        print(f"{term}: OpenSpiel's random simulation test holds")
