"""Players in Python for Agon, and its games as values.

>>> import agon
>>> start = agon.game("tic-tac-toe").start
>>> start.play("b2").moves()[:3]
['a1', 'b1', 'c1']
"""

from ._command import AgonError
from ._rules import RulesError
from .game import Game, game
from .player import Player, Resign, Turn, serve
from .position import Advice, Position, expand
from .tournament import Pair, Standing, Tournament, run_tournament

__all__ = [
    "Advice",
    "AgonError",
    "Game",
    "Pair",
    "Player",
    "Position",
    "Resign",
    "RulesError",
    "Standing",
    "Tournament",
    "Turn",
    "expand",
    "game",
    "run_tournament",
    "serve",
]
