"""The extension. Positions are described in `position.py`, whose class this one is to Python."""

from collections.abc import Callable
from typing import Any, Literal, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

from ._ruled import Answers
from .player import Player
from .position import Advice, SearchTree, Solution

__all__ = [
    "Batch",
    "Episodes",
    "Position",
    "__version__",
    "about",
    "break_down",
    "check_laws",
    "faults",
    "games",
    "judged",
    "knows_game",
    "knows_player",
    "learn",
    "planted",
    "players",
    "rules_term",
    "run_tournament",
    "same",
]

__version__: str

def about(term: str) -> str: ...
def break_down() -> None: ...
def check_laws(term: str) -> None: ...
def faults() -> list[tuple[str, str, Literal["rules", "promise"]]]: ...
def games() -> dict[str, str]: ...
def judged(term: str, fault: str) -> tuple[bool, str | None]: ...
def knows_game(term: str) -> bool: ...
def knows_player(term: str) -> bool: ...
def learn(
    game: str,
    *,
    games: int | None = None,
    minutes: float | None = None,
    model: str = "tables",
    hidden: int | None = None,
    residual: bool = False,
    depth: int = 1,
    keep: str = "last",
    seed: int = 1,
    jobs: int | None = None,
) -> bytes: ...
def planted(fault: str | None = None) -> None: ...
def players() -> dict[str, str]: ...
def rules_term(name: str, address: str, server: Answers, again: str | None = None) -> str: ...
def run_tournament(
    games: list[str],
    players: list[tuple[str, str | Player]],
    *,
    openings: int,
    seed: int,
    secret: str | None = None,
    random_plies: int | None = None,
    nodes: int | None = None,
    move_time: int | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> str: ...

def same(
    one: str,
    other: str | None,
    *,
    depth: int | None = None,
    limit: int | None = None,
    seats: bool = False,
    scale: bool = False,
) -> str: ...

@final
class Position:
    def __new__(cls, game: str, text: str | None = None) -> Self: ...
    @property
    def game(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def node(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    def moves(self) -> list[str]: ...
    def actions(self) -> list[int]: ...
    def action(self, move: str) -> int: ...
    def chances(self) -> dict[str, float]: ...
    def successors(self) -> list[Position]: ...
    def play(self, move: str | int) -> Position: ...
    def payoffs(self) -> list[float]: ...
    def payoff(self, seat: int) -> float: ...
    def estimates(self, heuristic: str | None = None) -> list[float]: ...
    def features(self) -> list[list[float]]: ...
    def view(self, seat: int) -> str: ...
    def public_view(self) -> str: ...
    def redeal(self, seat: int, seed: int = 0) -> Position: ...
    def observation(self, seat: int | None = None) -> bytes: ...
    def playout(self, seed: int = 0) -> Position: ...
    def playouts(self, number: int, seed: int = 0) -> NDArray[np.float32]: ...
    def ask(self, player: str, *, nodes: int | None = None, seed: int = 0) -> Advice: ...
    def search_tree(
        self, player: str, *, nodes: int | None = None, seed: int = 0, depth: int | None = None
    ) -> SearchTree: ...
    def _drawn_tree(self, player: str, nodes: int | None, seed: int, depth: int | None, as_text: bool) -> str: ...
    def solve(self, limit: int | None = None) -> Solution: ...
    def drawing(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Batch:
    """Many games of one kind, which go on together, chance drawing by itself.

    The arrays are always the same ones, and the next step writes them anew: copy what is to be kept.
    """

    def __new__(cls, game: str, games: int, *, seed: int = 0, width: int | None = None) -> Self: ...
    @property
    def game(self) -> str:
        """The term of the game."""
    @property
    def actions(self) -> int:
        """The bound of the numbers of moves."""
    @property
    def observations(self) -> NDArray[np.uint8]:
        """What the seat to move sees: a row for each game, as `Position.observation`; a text is followed by zeros."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions are legal: a row for each game."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What every seat got by the last step: a row for each game, zeros unless it ended."""
    @property
    def dones(self) -> NDArray[np.bool_]:
        """Which games ended by the last step; what is seen there is the beginning of the next."""
    @property
    def seats(self) -> NDArray[np.uint8]:
        """Who is to move, counted from 1."""
    def save(self) -> bytes:
        """The batch as bytes, from which `restored` makes it again."""
    @staticmethod
    def restored(state: bytes) -> Batch:
        """The batch that was saved: the same actions give the same arrays."""
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, memo: object) -> Batch: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> Position: ...
    def reset(self, seed: int | None = None) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Begins all games: the observations and the masks. With a seed all draws of chance begin anew too."""
    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_]]:
        """Plays an action in every game: observations, masks, rewards and dones. Where one is not legal, an error says which,
        and nothing has been played."""
    def draw(self) -> NDArray[np.int64]:
        """A legal action for every game, at random."""

@final
class Episodes:
    """Many episodes of one seat of a game."""

    def __new__(
        cls, game: str, number: int, *, seat: int, opponent: str, autoreset: str, width: int
    ) -> Self: ...
    def __len__(self) -> int: ...
    def position(self, number: int) -> Position:
        """Where an episode stands."""
    def reset(
        self, chosen: list[bool], generators: list[tuple[int, int] | None]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Begins the episodes that are chosen, with the generator that is given where there is one: observations of all, and
        masks of those that begin."""
    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.int8],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_] | None,
        tuple[NDArray[np.uint8], NDArray[np.int8]] | None,
    ]:
        """Plays an action in every episode: observations, masks, rewards, which ended, which by an illegal action, and the last
        observations and masks of those that began anew in the same step."""
