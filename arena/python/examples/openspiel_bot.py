"""A bot of OpenSpiel as a player of Agon: its MCTS, by its own rules of Connect Four or tic-tac-toe, at our table.

`process("python3 openspiel_bot.py 100")` is a player; both sides' rules must agree on every move of every game.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import agon

# How OpenSpiel numbers what we write, and which games of ours it knows.
_NAMES = {"connect-four": "connect_four", "tic-tac-toe": "tic_tac_toe"}


def _action(game: str, move: str) -> int:
    column = ord(move[0]) - ord("a")
    return column if game == "connect-four" else 3 * (3 - int(move[1])) + column


class Bot(agon.Player):
    """Follows the game, so that OpenSpiel's state goes along with it."""

    name = "OpenSpiel's MCTS"
    random = True
    follows = True

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations
        self.state: Any = None
        self.bot: Any = None
        self.game = ""

    def begin(self, game: agon.Game, seat: int) -> None:
        if game.term not in _NAMES:
            raise ValueError(f"OpenSpiel is asked here for {', '.join(_NAMES)} only")
        self.game = game.term
        there = pyspiel.load_game(_NAMES[game.term])
        self.state = there.new_initial_state()
        draws = np.random.RandomState(seat)
        evaluator = mcts.RandomRolloutEvaluator(1, draws)
        self.bot = mcts.MCTSBot(there, 1.4, self.simulations, evaluator, random_state=draws)

    def played(self, move: str, position: agon.Position) -> None:
        self.state.apply_action(_action(self.game, move))
        assert self.state.is_terminal() == position.is_over, position

    def choose(self, position: agon.Position, turn: agon.Turn) -> str:
        moves = {_action(self.game, move): move for move in position.moves()}
        assert sorted(moves) == self.state.legal_actions(), position
        return moves[self.bot.step(self.state)]


if __name__ == "__main__":
    agon.serve(Bot(int(sys.argv[1]) if sys.argv[1:] else 100))
