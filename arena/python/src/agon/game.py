"""Games."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

from . import _rules
from .position import Position


@dataclass(frozen=True)
class Game:
    """A game with its options, and the facts that hold in all of its positions."""

    term: str
    name: str
    summary: str
    seats: int
    chance: bool
    sum: Literal["zero", "constant", "general"]
    min_payoff: float
    max_payoff: float
    max_plies: int
    heuristics: tuple[str, ...]
    features: tuple[str, ...]
    start_text: str

    @property
    def start(self) -> Position:
        """Where it begins."""
        return Position(self.term, self.start_text)

    def position(self, text: str) -> Position:
        """The position that `text` writes."""
        answer = _rules.ask(self.term, [text], ["position"])[0]
        if "error" in answer:
            raise _rules.RulesError(answer["error"])
        return Position(self.term, answer["position"], answer)


@functools.lru_cache(maxsize=256)
def game(term: str) -> Game:
    """The game that a term names: `connect-four`, `nim(heaps=3+4+5)`."""
    return of_message(_rules.about(term))


def of_message(message: _rules.Answer) -> Game:
    """The game that a message of the arena describes."""
    return Game(
        term=message["game"],
        name=message["name"],
        summary=message["summary"],
        seats=message["seats"],
        chance=message["chance"],
        sum=message["sum"],
        min_payoff=message["min_payoff"],
        max_payoff=message["max_payoff"],
        max_plies=message["max_plies"],
        heuristics=tuple(message["heuristics"]),
        features=tuple(message["features"]),
        start_text=message["start"],
    )
