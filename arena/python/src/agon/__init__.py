"""Players in Python for Agon, and its games as values.

>>> import agon
>>> start = agon.game("tic-tac-toe").start
>>> start.play("b2").moves()[:3]
['a1', 'b1', 'c1']
"""

from pathlib import Path as _Path

from ._beside import tell as _tell
from ._errors import AgonError, Breakdown, RulesError
from .batch import batch
from .compare import Checked, Comparison, compare
from .game import Game, check_laws, game, games, players
from .learning import Model, learn
from .mutants import Mutant, mutants
from .openspiel import from_openspiel
from .player import Player, Resign, Turn, serve
from .position import Advice, Position, SearchTree, Solution, View, expand
from .rules import CHANCE, Over, Rules, over, serve_game
from .same import Difference, Sameness, WalkedGame, fingerprint, same
from .tournament import Fault, Pair, Rating, Standing, Tournament, run_tournament

_tell(_Path(__file__).parent.parent)

__all__ = [
    "Advice",
    "CHANCE",
    "AgonError",
    "Breakdown",
    "Checked",
    "Comparison",
    "Difference",
    "Fault",
    "Game",
    "Model",
    "Mutant",
    "Over",
    "Pair",
    "Player",
    "Position",
    "Rating",
    "Resign",
    "Rules",
    "RulesError",
    "Sameness",
    "SearchTree",
    "Solution",
    "Standing",
    "Tournament",
    "Turn",
    "View",
    "WalkedGame",
    "batch",
    "check_laws",
    "compare",
    "expand",
    "fingerprint",
    "from_openspiel",
    "game",
    "games",
    "learn",
    "mutants",
    "over",
    "players",
    "run_tournament",
    "same",
    "serve",
    "serve_game",
]
