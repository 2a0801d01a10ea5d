"""Positions as values: a game, and a text. What there is to know about one is asked once, and kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _command, _rules

_EXPANSION = ["moves", "successors"]


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
    #: What it found of each move; of some a bound only.
    values: dict[str, float]


class Position:
    """A position of a game. Equal positions are equal values, and can be keys of a dictionary."""

    __slots__ = ("game", "text", "_known", "_after", "_estimates")

    def __init__(self, game: str, text: str, known: dict[str, Any] | None = None) -> None:
        #: The term of the game.
        self.game = game
        #: The position as the game writes it.
        self.text = text
        self._known: dict[str, Any] = known if known is not None and "node" in known else {}
        self._after: dict[str, Position] | None = None
        self._estimates: dict[str | None, list[float]] = {}

    @property
    def node(self) -> str:
        """`decision`, `chance` or `terminal`."""
        node: str = self._of("node")
        return node

    @property
    def seat(self) -> int | None:
        """Whose move it is, counted from 1; None where nobody has one."""
        self._of("node")
        return self._known.get("seat")

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.node == "terminal"

    def moves(self) -> list[str]:
        """The legal moves in the game's order, or what chance may draw."""
        return list(self._children())

    def chances(self) -> dict[str, float]:
        """What chance may draw, with the probability of each; nothing where somebody chooses."""
        moves = self.moves()
        weights: list[int] = self._known.get("weights", [])
        return {move: weight / sum(weights) for move, weight in zip(moves, weights)}

    def successors(self) -> list[Position]:
        """Where the moves lead, in the same order."""
        return list(self._children().values())

    def play(self, move: str) -> Position:
        """The position after `move`. Other spellings of it, as on score sheets, are read too."""
        found = self._children().get(move)
        if found is not None:
            return found
        answer = _rules.ask(self.game, [{"position": self.text, "moves": [move]}], [])[0]
        if "error" in answer:
            raise _rules.RulesError(answer["error"])
        return Position(self.game, answer["position"], answer)

    def payoffs(self) -> list[float]:
        """What every seat got, in order, once the game is over."""
        if not self.is_over:
            raise _rules.RulesError(f"nobody got anything yet: `{self.text}` is not the end of a game")
        payoffs: list[float] = self._known["payoffs"]
        return payoffs

    def payoff(self, seat: int) -> float:
        """What `seat`, counted from 1, got."""
        return self.payoffs()[seat - 1]

    def estimates(self, heuristic: str | None = None) -> list[float]:
        """The guess of a heuristic at the payoff of every seat; the game's usual one if none is named."""
        if heuristic not in self._estimates:
            answer = _answer(self, _rules.ask(self.game, [self.text], ["estimates"], heuristic)[0])
            self._estimates[heuristic] = answer["estimates"]
        return self._estimates[heuristic]

    def features(self) -> list[list[float]]:
        """For every seat the values of the game's features."""
        answer = _answer(self, _rules.ask(self.game, [self.text], ["features"])[0])
        features: list[list[float]] = answer["features"]
        return features

    def ask(self, player: str, *, nodes: int | None = None, seed: int = 0) -> Advice:
        """What a player of the arena would play here, and what it thinks: `position.ask("alpha-beta(depth=6)")`. It may
        look at so many positions, and draws from `seed`."""
        arguments = ["analyse", self.game, "--position", self.text, "--player", player, "--seed", str(seed), "--json"]
        if nodes is not None:
            arguments += ["--nodes", str(nodes)]
        answer = json.loads(_command.run(arguments))
        values = {known["move"]: known["value"] for known in answer["moves"]}
        line = tuple(answer["pv"])
        return Advice(answer["move"], answer["value"], answer["depth"], answer["nodes"], line, values)

    def drawing(self) -> str:
        """The board in letters."""
        drawing: str = _answer(self, _rules.ask(self.game, [self.text], ["drawing"])[0])["drawing"]
        return drawing

    def _repr_svg_(self) -> str:
        return _command.run(["show", self.game, "--position", self.text, "--to", "svg"])

    def _children(self) -> dict[str, Position]:
        if self._after is None:
            self._keep(_rules.ask(self.game, [self.text], _EXPANSION)[0])
        assert self._after is not None
        return self._after

    def _keep(self, answer: dict[str, Any]) -> None:
        """Keeps the answer to a question for moves and successors."""
        answer = _answer(self, answer)
        after = {m: Position(self.game, s["position"], s) for m, s in zip(answer["moves"], answer.pop("successors"))}
        self._known, self._after = answer, after

    def _of(self, key: str) -> Any:
        if not self._known:
            self._children()
        return self._known[key]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.text == other.text and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game, self.text))

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]:
        return Position, (self.game, self.text)


def _answer(position: Position, answer: dict[str, Any]) -> dict[str, Any]:
    if "error" in answer:
        raise _rules.RulesError(f"{position.game}: {answer['error']}")
    return answer


def expand(positions: Iterable[Position], estimates: bool = False, heuristic: str | None = None) -> list[Position]:
    """Asks about many positions of one game at once: a search that goes level by level is many times as fast. The
    moves and successors of each, and the estimates of the successors if they are wished, are known from then on."""
    all_of_them = list(positions)
    missing = [position for position in all_of_them if estimates or position._after is None]
    if missing:
        game = missing[0].game
        if any(position.game != game for position in missing):
            raise ValueError("positions of several games cannot be asked about at once")
        want = [*_EXPANSION, "estimates"] if estimates else _EXPANSION
        for position, answer in zip(missing, _rules.ask(game, [p.text for p in missing], want, heuristic)):
            successors = answer.get("successors", [])
            position._keep(answer)
            if estimates:
                for child, known in zip(position.successors(), successors):
                    child._estimates[heuristic] = known["estimates"]
    return all_of_them
