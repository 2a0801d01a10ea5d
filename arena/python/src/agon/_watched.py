"""A game as `compare` looks at it."""

from __future__ import annotations

import threading
from typing import Any

from .game import Game
from .openspiel import weights_of
from .rules import CHANCE, Outcomes, Over, Rules, Turn, over

#: Payoffs and probabilities are compared to so many decimals.
DECIMALS = 7
#: What both have: facts that hold in all positions.
_FACTS = ("name", "seats", "max_plies", "min_payoff", "max_payoff", "chance", "hidden")

#: What is seen of a position alone: that chance draws, who acts and how many moves there are, or the payoffs.
Seen = tuple[Any, ...]


class TermRules(Rules):
    """A game that a term names, as an object."""

    def __init__(self, game: Game) -> None:
        self.game, self.start, self.sum = game, game.start_text, 0 if game.sum == "zero" else None
        for fact in _FACTS:
            setattr(self, fact, getattr(game, fact))

    def turn(self, position: str) -> Turn:
        here = self.game.position(position)
        return over(here.payoffs()) if here.is_over else here.seat or CHANCE

    def moves(self, position: str) -> Outcomes:
        here = self.game.position(position)
        if here.node != "chance":
            return here.moves()
        chances = here.chances()
        weights = weights_of(dict(enumerate(chances.values())))
        return [(move, weights[number]) for number, move in enumerate(chances)]

    def play(self, position: str, move: str) -> str:
        return self.game.position(position).play(move).text

    def view(self, position: str, seat: int) -> str:
        return self.game.position(position).view(seat)


class Watched(Rules):
    """The first or the second game, by `number`, and what was seen in it. At its end a seat sees what it got, as nobody decides
    anything then, and the rest only with `ends`."""

    def __init__(self, game: Game | Rules, number: int, ends: bool, order: tuple[int, ...] | None = None) -> None:
        self.game = TermRules(game) if isinstance(game, Game) else game
        #: What it is called.
        self.title = game.term if isinstance(game, Game) else game.name
        self.start, self.sum, self._number, self._ends = self.game.start, self.game.sum, number, ends
        for fact in _FACTS:
            setattr(self, fact, getattr(self.game, fact))
        #: Its seats in the order of the first game, counted from 1.
        self.order = order or tuple(range(1, self.seats + 1))
        #: The information sets that were met of seats that decide: the seat and what it sees.
        self.infosets: set[tuple[int, str]] = set()

    def _agon_content(self) -> list[object]:
        # Nothing of it is kept, and no two have the same at one time.
        return [self._number, threading.get_ident()]

    def turn(self, position: str) -> Turn:
        turn = self.game.turn(position)
        # A mean over deals, in floating point, may be a little more or less than it is.
        return over([round(payoff, DECIMALS + 2) for payoff in turn.of_all(self.seats)]) if isinstance(turn, Over) else turn

    def moves(self, position: str) -> Outcomes:
        return self.game.moves(position)

    def play(self, position: str, move: str) -> str:
        return self.game.play(position, move)

    def view(self, position: str, seat: int) -> str:
        turn = self.turn(position)
        if isinstance(turn, Over) and not self._ends:
            return f"over: {turn.of_all(self.seats)[seat - 1]:g}"
        view = self.game.view(position, seat)
        if turn == seat:
            self.infosets.add((seat, view))
        return view

    def outcomes(self, position: str) -> dict[str, float]:
        """The moves, each with its probability where chance draws."""
        weights = dict((move, 1) if isinstance(move, str) else move for move in self.moves(position))
        total = sum(weights.values()) if self.turn(position) == CHANCE else 1
        return {move: weight / total for move, weight in weights.items()}

    def seen(self, position: str) -> Seen:
        turn = self.turn(position)
        if isinstance(turn, Over):
            paid = turn.of_all(self.seats)
            return ("over", *(round(paid[seat - 1], DECIMALS) + 0.0 for seat in self.order))
        if turn == CHANCE:
            # Draws in a row are one draw, in whatever order a game makes them.
            return ("chance",)
        return ("decision", self.order.index(turn) + 1, len(self.moves(position)))


__all__ = ["DECIMALS", "Seen", "TermRules", "Watched"]
