"""Positions by asking the command `agon`: a game and a text. What there is to know about one is asked once, and kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from . import _command, _rules
from ._backend import needs_native
from ._errors import RulesError
from .position import Advice, Position, SearchTree, Solution, advice_of

_EXPANSION = ["moves", "successors"]


class TextPosition(Position):
    """A position that is asked about."""

    __slots__ = ("_game", "_text", "_known", "_after", "_estimates", "_views")

    def __init__(self, game: str, text: str | None = None, known: dict[str, Any] | None = None) -> None:
        self._game = game
        self._text: str = _rules.about(game)["start"] if text is None else text
        self._known: dict[str, Any] = known if known is not None and "node" in known else {}
        self._after: dict[str, TextPosition] | None = None
        self._estimates: dict[str | None, list[float]] = {}
        self._views: tuple[list[str], str] | None = None

    @property
    def game(self) -> str:
        return self._game

    @property
    def text(self) -> str:
        return self._text

    @property
    def node(self) -> str:
        node: str = self._of("node")
        return node

    @property
    def seat(self) -> int | None:
        self._of("node")
        return self._known.get("seat")

    @property
    def is_over(self) -> bool:
        return self.node == "terminal"

    def moves(self) -> list[str]:
        return list(self._children())

    def actions(self) -> list[int]:
        needs_native("numbering moves")

    def action(self, move: str) -> int:
        needs_native("numbering moves")

    def chances(self) -> dict[str, float]:
        moves = self.moves()
        weights: list[int] = self._known.get("weights", [])
        return {move: weight / sum(weights) for move, weight in zip(moves, weights)}

    def successors(self) -> list[Position]:
        return list(self._children().values())

    def play(self, move: str | int) -> Position:
        if not isinstance(move, str):
            needs_native("playing by numbers")
        found = self._children().get(move)
        if found is not None:
            return found
        answer = _rules.ask(self.game, [{"position": self.text, "moves": [move]}], [])[0]
        if "error" in answer:
            raise RulesError(answer["error"])
        return TextPosition(self.game, answer["position"], answer)

    def payoffs(self) -> list[float]:
        if not self.is_over:
            raise RulesError(f"nobody got anything yet: `{self.text}` is not the end of a game")
        payoffs: list[float] = self._known["payoffs"]
        return payoffs

    def payoff(self, seat: int) -> float:
        payoffs = self.payoffs()
        self._check_seat(seat, len(payoffs))
        return payoffs[seat - 1]

    def estimates(self, heuristic: str | None = None) -> list[float]:
        if heuristic not in self._estimates:
            answer = _answer(self, _rules.ask(self.game, [self.text], ["estimates"], heuristic)[0])
            self._estimates[heuristic] = answer["estimates"]
        return self._estimates[heuristic]

    def features(self) -> list[list[float]]:
        answer = _answer(self, _rules.ask(self.game, [self.text], ["features"])[0])
        features: list[list[float]] = answer["features"]
        return features

    def view(self, seat: int) -> str:
        views = self._seen()[0]
        self._check_seat(seat, len(views))
        return views[seat - 1]

    def public_view(self) -> str:
        return self._seen()[1]

    def redeal(self, seat: int, seed: int = 0) -> Position:
        self._check_seat(seat, _rules.about(self.game)["seats"])
        redeal = _answer(self, _rules.redeal(self.game, self.text, seat, seed))["redeals"][0]
        return TextPosition(self.game, redeal["position"], redeal)

    def observation(self, seat: int | None = None) -> bytes:
        needs_native("observing")

    def playout(self, seed: int = 0) -> Position:
        needs_native("playing at random")

    def playouts(self, number: int, seed: int = 0) -> Any:
        needs_native("playing at random")

    def ask(self, player: str, *, nodes: int | None = None, seed: int = 0) -> Advice:
        arguments = ["analyse", self.game, "--position", self.text, "--player", player, "--seed", str(seed), "--json"]
        if nodes is not None:
            arguments += ["--nodes", str(nodes)]
        document = _command.run(arguments)
        if "draws" in json.loads(document):
            raise RulesError(f"{self.game}: chance moves next in `{self.text}`, and no seat is to act; ask after one of its moves")
        return advice_of(document)

    def solve(self, limit: int | None = None) -> Solution:
        if limit is None:
            limit = 2_000_000 if self._is_open() else 1_000_000
        # For strategies the command walks all positions, or where something is hidden all plays.
        arguments = ["solve", self.game, "--position", self.text, "--strategy", "--json", "--limit", str(limit)]
        answer = json.loads(_command.run(arguments))
        if "values" not in answer:
            return Solution(answer["value"], answer["move"], answer["distance"], answer["positions"])
        strategy: list[dict[str, dict[str, float]]] = [{} for _ in answer["values"]]
        for told in answer["strategy"]:
            moves = {likely["move"]: likely["probability"] for likely in told["moves"]}
            strategy[told["seat"] - 1][told["view"]] = moves
        return Solution(answer["values"], None, None, answer["positions"], answer["nash_conv"], strategy)

    def search_tree(
        self, player: str, *, nodes: int | None = None, seed: int = 0, depth: int | None = None
    ) -> SearchTree:
        return SearchTree(self, player, nodes, seed, depth)

    def _drawn_tree(self, player: str, nodes: int | None, seed: int, depth: int | None, as_text: bool) -> str:
        arguments = ["tree", self.game, "--position", self.text, "--player", player, "--seed", str(seed)]
        for option, value in {"--nodes": nodes, "--depth": depth}.items():
            arguments += [] if value is None else [option, str(value)]
        return _command.run([*arguments, "--to", "text" if as_text else "svg"])

    def drawing(self) -> str:
        drawing: str = _answer(self, _rules.ask(self.game, [self.text], ["drawing"])[0])["drawing"]
        return drawing

    def _repr_svg_(self) -> str:
        return _command.run(["show", self.game, "--position", self.text, "--to", "svg"])

    def _is_open(self) -> bool:
        """Whether nothing is hidden, as far as is known: of a program nobody says so."""
        try:
            return not _rules.about(self.game).get("hidden", False)
        except RulesError:
            return False

    def _check_seat(self, seat: int, most: int) -> None:
        if not 1 <= seat <= most:
            raise RulesError(f"{self.game} has no seat {seat}; accepted: 1 to {most}")

    def _seen(self) -> tuple[list[str], str]:
        if self._views is None:
            answer = _answer(self, _rules.ask(self.game, [self.text], ["views"])[0])
            self._views = (answer["views"], answer["public_view"])
        return self._views

    def _children(self) -> dict[str, TextPosition]:
        if self._after is None:
            self._keep(_rules.ask(self.game, [self.text], _EXPANSION)[0])
        assert self._after is not None
        return self._after

    def _keep(self, answer: dict[str, Any]) -> None:
        """Keeps the answer to a question for moves and successors."""
        answer = _answer(self, answer)
        successors = answer.pop("successors")
        after = {m: TextPosition(self.game, s["position"], s) for m, s in zip(answer["moves"], successors)}
        self._known, self._after = answer, after

    def _of(self, key: str) -> Any:
        if not self._known:
            self._children()
        return self._known[key]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TextPosition):
            return NotImplemented
        return self.text == other.text and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game, self.text))

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __copy__(self) -> TextPosition:
        return self

    def __deepcopy__(self, memo: object) -> TextPosition:
        return self

    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]:
        return Position, (self.game, self.text)


def _answer(position: TextPosition, answer: dict[str, Any]) -> dict[str, Any]:
    if "error" in answer:
        raise RulesError(f"{position.game}: {answer['error']}")
    return answer


def expand(positions: Iterable[TextPosition], estimates: bool, heuristic: str | None) -> None:
    """Asks about many positions of one game at once."""
    missing = [position for position in positions if estimates or position._after is None]
    if missing:
        game = missing[0].game
        if any(position.game != game for position in missing):
            raise ValueError("positions of several games cannot be asked about at once")
        want = [*_EXPANSION, "estimates"] if estimates else _EXPANSION
        for position, answer in zip(missing, _rules.ask(game, [p.text for p in missing], want, heuristic)):
            successors = answer.get("successors", [])
            position._keep(answer)
            if estimates:
                for child, known in zip(position._children().values(), successors):
                    child._estimates[heuristic] = known["estimates"]
