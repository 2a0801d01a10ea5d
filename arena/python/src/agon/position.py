"""Positions as values."""

from __future__ import annotations

import functools
import json
from abc import ABCMeta
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _rules
from ._backend import knows, native

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class Advice:
    """What a player of the arena would play, and what it thinks of that, where it says so."""

    move: str
    #: What the position is worth to the seat to act, in payoffs.
    value: float | None
    depth: int | None
    #: How many positions it looked at.
    nodes: int
    #: The moves it expects, its own first.
    line: tuple[str, ...]
    #: What it found of each move; of some a bound only, as `bounds` says.
    values: dict[str, float]
    #: What the value of each move is: "exact", "lower" or "upper" (it is at least, or at most, that), or "sample" (a mean).
    bounds: dict[str, str]


def advice_of(document: str) -> Advice:
    """The advice that `agon analyse --json` writes."""
    answer = json.loads(document)
    values = {known["move"]: known["value"] for known in answer["moves"]}
    bounds = {known["move"]: known["bound"] for known in answer["moves"]}
    line = tuple(answer["pv"])
    return Advice(answer["move"], answer["value"], answer["depth"], answer["nodes"], line, values, bounds)


@dataclass(frozen=True)
class Solution:
    """What a position is worth if everybody plays the best. Where something is hidden: what every seat gets by the strategies that
    were learned, which go by what each seat sees."""

    #: To every seat, in order.
    values: list[float]
    #: The best move, the first of equals; None where no seat acts, and where something is hidden: there moves are drawn.
    move: str | None
    #: Plies to the end, if the winner hurries and the loser delays; None where nobody gains, with chance, and where something
    #: is hidden.
    distance: int | None
    #: How many positions are in reach; where something is hidden, each as often as it is reached.
    positions: int
    #: Where something is hidden: what the seats could gain together if each alone turned to its best response. It is near zero
    #: where two play for payoffs of constant sum, and need not be elsewhere.
    nash_conv: float | None = None
    #: Where something is hidden: for every seat, in order, by its view how likely each move is.
    strategy: list[dict[str, dict[str, float]]] | None = field(default=None, repr=False)


def solution_of(
    values: list[float],
    move: str | None,
    distance: int | None,
    positions: int,
    nash_conv: float | None,
    strategy: list[list[tuple[str, list[tuple[str, float]]]]] | None,
) -> Solution:
    """The solution that the extension has found."""
    seats = None if strategy is None else [{view: dict(moves) for view, moves in seat} for seat in strategy]
    return Solution(values, move, distance, positions, nash_conv, seats)


class SearchTree:
    """What a player searched at a position: drawn in notebooks, in lines where it is printed."""

    def __init__(
        self, position: Position, player: str, nodes: int | None = None, seed: int = 0, depth: int | None = None
    ) -> None:
        self.position, self.player = position, player
        self._asked = (player, nodes, seed, depth)
        #: The drawing.
        self.svg: str = position._drawn_tree(*self._asked, False)

    @functools.cached_property
    def text(self) -> str:
        """The tree in lines, with every reason in words."""
        return self.position._drawn_tree(*self._asked, True)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text


class Position(metaclass=ABCMeta):
    """A position of a game: `Position("nim", "3+4+5 1")`, or without a text where the game begins.

    Positions are values. Nothing changes one; equal positions are equal and can be keys of a dictionary; copies and pickles
    are equal to the original.

    >>> start = Position("nim(heaps=1+2)")
    >>> start.moves()
    ['a1', 'b1', 'b2']
    >>> start.play("b2") == Position("nim(heaps=1+2)", "1+0 2")
    True
    """

    __slots__ = ()

    def __new__(cls, game: str, text: str | None = None, known: dict[str, Any] | None = None) -> Self:
        if cls is not Position:
            return object.__new__(cls)
        # Where we sit at the arena's table, a game may be one that only the arena there knows.
        if knows(game) or (native is not None and not _rules.is_seated()):
            assert native is not None
            return native.Position(game, text)  # type: ignore[no-any-return]
        from ._text import TextPosition

        return object.__new__(TextPosition)  # type: ignore[return-value]

    @property
    def game(self) -> str:
        """The term of the game."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The position as the game writes it, on one line."""
        raise NotImplementedError

    @property
    def node(self) -> str:
        """`decision`, `chance` or `terminal`."""
        raise NotImplementedError

    @property
    def seat(self) -> int | None:
        """Whose move it is, counted from 1; None where nobody has one."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        raise NotImplementedError

    def moves(self) -> list[str]:
        """The legal moves in the game's order, or what chance may draw."""
        raise NotImplementedError

    def actions(self) -> list[int]:
        """The numbers of the legal moves, in the order of `moves`: each is below `Game.actions`, and means the same move in
        every position. Where chance draws, the places of what it may draw."""
        raise NotImplementedError

    def action(self, move: str) -> int:
        """The number of a legal move."""
        raise NotImplementedError

    def chances(self) -> dict[str, float]:
        """What chance may draw, with the probability of each; nothing where somebody chooses."""
        raise NotImplementedError

    def successors(self) -> list[Position]:
        """Where the moves lead, in the same order."""
        raise NotImplementedError

    def play(self, move: str | int) -> Position:
        """The position after a move, given as a text or by its number. Other spellings, as on score sheets, are read too."""
        raise NotImplementedError

    def payoffs(self) -> list[float]:
        """What every seat got, in order, once the game is over."""
        raise NotImplementedError

    def payoff(self, seat: int) -> float:
        """What `seat`, counted from 1, got."""
        raise NotImplementedError

    def estimates(self, heuristic: str | None = None) -> list[float]:
        """The guess of a heuristic at the payoff of every seat; the game's usual one if none is named."""
        raise NotImplementedError

    def features(self) -> list[list[float]]:
        """For every seat the values of the game's features."""
        raise NotImplementedError

    def view(self, seat: int) -> str:
        """All that `seat`, counted from 1, has seen since the game began: equal views are one to it. Of a game that hides
        nothing the position."""
        raise NotImplementedError

    def public_view(self) -> str:
        """What everybody has seen, those too who sit at no seat."""
        raise NotImplementedError

    def redeal(self, seat: int, seed: int = 0) -> Position:
        """A position that `seat` cannot tell from this one, drawn as likely as it is if the others move at random."""
        raise NotImplementedError

    def observation(self, seat: int | None = None) -> bytes:
        """What `seat` sees, the one on turn if none is named: a byte for each place, as `Game.observation` says; in games
        without places, and where something is hidden, its view as a text."""
        raise NotImplementedError

    def playout(self, seed: int = 0) -> Position:
        """The end of a game that goes on from here at random, each legal move equally likely."""
        raise NotImplementedError

    def playouts(self, number: int, seed: int = 0) -> Any:
        """The payoffs of every seat in `number` games that go on from here at random: an array of numpy with a row for each game. All
        cores play."""
        raise NotImplementedError

    def ask(self, player: str, *, nodes: int | None = None, seed: int = 0) -> Advice:
        """What a player of the arena would play here, and what it thinks: `position.ask("alpha-beta(depth=6)")`. It may
        look at `nodes` positions, and draws from `seed`. Where something is hidden it is asked about a redeal."""
        raise NotImplementedError

    def search_tree(
        self, player: str, *, nodes: int | None = None, seed: int = 0, depth: int | None = None
    ) -> SearchTree:
        """What a player searches here, as a tree that draws itself in notebooks: values, windows, cuts and why. It is drawn `depth`
        plies deep at most; huge trees are folded."""
        raise NotImplementedError

    def _drawn_tree(self, player: str, nodes: int | None, seed: int, depth: int | None, as_text: bool) -> str:
        raise NotImplementedError

    def solve(self, limit: int | None = None) -> Solution:
        """What the position is worth if everybody plays the best, of a game for one seat, or for two with a constant sum. Where
        something is hidden, what every seat gets by strategies that go by views, as `agon solve --method cfr` learns them.
        `limit` is how many positions may be in reach: 2,000,000 unless given, of the plays of a game that hides something
        1,000,000."""
        raise NotImplementedError

    def drawing(self) -> str:
        """The board in letters."""
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        """The board as a drawing, which notebooks show."""
        raise NotImplementedError


if native is not None:
    Position.register(native.Position)


@dataclass(frozen=True)
class View:
    """What a player is given in the place of a position where the game hides something: what its seat sees."""

    #: The term of the game.
    game: str
    #: All that the seat has seen since the game began: equal views are one to it.
    text: str
    #: Whose it is, counted from 1; it is its turn.
    seat: int
    _moves: tuple[str, ...]
    #: Positions that the seat cannot tell from the true one, as many as the player asked for. None of them is more
    #: likely to be it than another.
    redeals: tuple[Position, ...] = ()

    def moves(self) -> list[str]:
        """The legal moves in the game's order."""
        return list(self._moves)

    def __str__(self) -> str:
        return self.text


def expand(positions: Iterable[Position], estimates: bool = False, heuristic: str | None = None) -> list[Position]:
    """Asks about many positions of one game at once: without the extension, a search that goes level by level is many times
    as fast. The moves and successors of each, and the estimates of the successors if they are wished, are known from then
    on."""
    all_of_them = list(positions)
    from ._text import TextPosition, expand as expand_texts

    expand_texts((position for position in all_of_them if isinstance(position, TextPosition)), estimates, heuristic)
    return all_of_them
