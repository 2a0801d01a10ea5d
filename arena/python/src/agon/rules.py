"""A game in Python: the rules as a class, and the program that answers Agon's questions about them.

This file needs only Python's standard library: copy it beside a game of yours.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any, Dict, List, Optional, Sequence, TextIO, Tuple, Union


class Over:
    """The game is over, with these payoffs."""

    def __init__(self, payoffs: Union[float, Sequence[float]], seat: int = 0) -> None:
        self.payoffs, self.seat = payoffs, seat

    def of_all(self, seats: int) -> List[float]:
        """The payoff of every seat."""
        if not isinstance(self.payoffs, (int, float)):
            return [float(payoff) for payoff in self.payoffs]
        own = float(self.payoffs)
        if self.seat == 0:
            return [own] * seats
        other = -own / (seats - 1) if 1 < seats else 0.0
        return [own if seat == self.seat else other for seat in range(1, seats + 1)]


def over(payoffs: Union[float, Sequence[float]], seat: int = 0) -> Over:
    """The game is over. `over(0)`: every seat gets 0. `over(1, seat=2)`: seat 2 gets 1, and the others share −1
    equally. `over([1, -1])`: one payoff for each seat."""
    return Over(payoffs, seat)


#: What `turn` returns where chance draws.
CHANCE = 0

Turn = Union[int, Over]
Outcomes = Union[Sequence[str], Sequence[Tuple[str, int]]]


class Rules:
    """The rules of a game. A position is a text of one line with all that decides what may happen next."""

    #: The name of the game, and a description of one line.
    name: str = "mine"
    summary: str = "a game of my own"
    #: The rules as players are told them, on one or several lines: whole, for who has never heard of the game.
    rules: str = ""
    #: The first position.
    start: str = ""
    #: The number of seats, and the most moves a game can have, draws of chance included.
    seats: int = 2
    max_plies: int = 1000
    #: The sum of all payoffs: a number, or None if it varies.
    sum: Optional[float] = 0
    #: The least and the greatest payoff.
    min_payoff: float = -1
    max_payoff: float = 1
    #: Whether chance draws in some positions.
    chance: bool = False
    #: Whether something is hidden from a seat: then write `view`, and perhaps `public_view` and `redeal`.
    hidden: bool = False

    def turn(self, position: str) -> Turn:
        """The seat to move, counted from 1; CHANCE; or `over(…)` with the payoffs."""
        raise NotImplementedError

    def moves(self, position: str) -> Outcomes:
        """The legal moves, as texts, always in the same order. Where chance draws: its outcomes, each a text or a
        pair of a text and its weight. Never called when the game is over."""
        raise NotImplementedError

    def play(self, position: str, move: str) -> str:
        """The position after a move, or after an outcome of chance."""
        raise NotImplementedError

    def check(self, text: str) -> None:
        """Raises an exception if `text`, which somebody typed, is no position of this game."""

    def view(self, position: str, seat: int) -> str:
        """All that `seat` has seen since the game began, on one line, its own moves included. The seat cannot tell
        positions with equal views apart. Called only if `hidden` is True."""
        return position

    def public_view(self, position: str) -> str:
        """All that everybody has seen since the game began, spectators included."""
        return ""

    def redeal(self, position: str, seat: int, draw: random.Random) -> Optional[str]:
        """A random position with the same view for `seat`, drawn with its probability if chance draws by weight and
        the other seats move at random. It must depend on that view and on `draw` alone. None: Agon walks all plays of
        the game once and draws from the positions they lead to, which takes too long for large games."""
        return None


class _Server:
    """Answers questions about positions. Remembers turns, since each is needed twice: when a move leads to the
    position, and when play goes on from it."""

    MOST = 100_000
    #: The most positions walked for redeals; one that several plays reach counts each time.
    MOST_WALKED = 500_000

    def __init__(self, game: Rules) -> None:
        self.game = game
        self.turns: Dict[str, Dict[str, Any]] = {}
        #: For each seat, by view: the positions with that view, and the probability of each.
        self.deals: List[Dict[str, Dict[str, float]]] = []

    def about(self) -> Dict[str, Any]:
        game = self.game
        sum_word = "general" if game.sum is None or game.seats == 1 else "constant" if game.sum else "zero"
        about = {"type": "game", "game": game.name, "name": game.name, "summary": game.summary, "seats": game.seats}
        about.update(chance=game.chance, sum=sum_word, min_payoff=game.min_payoff, max_payoff=game.max_payoff)
        about.update(max_plies=game.max_plies, start=game.start)
        if sum_word == "constant":
            about["total"] = game.sum
        if game.hidden:
            about["hidden"] = True
        if game.rules:
            about["rules"] = game.rules
        return about

    def turn(self, position: str) -> Dict[str, Any]:
        known = self.turns.get(position)
        if known is None:
            turn = self.game.turn(position)
            if isinstance(turn, Over):
                known = {"node": "terminal", "payoffs": turn.of_all(self.game.seats)}
            elif turn == CHANCE:
                known = {"node": "chance"}
            else:
                known = {"node": "decision", "seat": turn}
            if self.MOST <= len(self.turns):
                self.turns.clear()
            self.turns[position] = known
        return known

    def outcomes(self, position: str) -> List[Tuple[str, int]]:
        """The moves with weights; a move that a seat chooses has weight 1."""
        return [(move, 1) if isinstance(move, str) else (move[0], move[1]) for move in self.game.moves(position)]

    def answer(self, position: str, ask: Dict[str, Any]) -> Dict[str, Any]:
        game = self.game
        if position not in self.turns:
            try:
                game.check(position)
                self.turn(position)
            except Exception as error:
                return {"error": f"{type(error).__name__}: {error}"}
        answer = {"position": position, **self.turn(position)}
        want = ask["want"]
        if "views" in want:
            answer["views"] = [game.view(position, seat) for seat in range(1, game.seats + 1)]
            answer["public_view"] = game.public_view(position)
        if "redeals" in want:
            redeals = [self.redeal(position, ask["seat"], int(seed)) for seed in ask["seeds"]]
            answer["redeals"] = [{"position": redeal, **self.turn(redeal)} for redeal in redeals]
        if "moves" not in want:
            return answer
        if answer["node"] == "terminal":
            return {**answer, "moves": [], "successors": []}
        pairs = self.outcomes(position)
        answer["moves"] = [move for move, _ in pairs]
        if answer["node"] == "chance":
            answer["weights"] = [weight for _, weight in pairs]
        if "successors" in want:
            answer["successors"] = [self.after(position, move) for move, _ in pairs]
        return answer

    def after(self, position: str, move: str, want: Sequence[str] = ()) -> Dict[str, Any]:
        """Where a move leads, and what is wanted about that position."""
        after = self.game.play(position, move)
        turn = self.turn(after)
        return self.answer(after, {"want": want}) if want else {"position": after, **turn}

    def redeal(self, position: str, seat: int, seed: int) -> str:
        draw = random.Random(seed)
        drawn = self.game.redeal(position, seat, draw)
        if drawn is not None:
            return drawn
        if not self.deals:
            self.deals = self.walked()
        alike = self.deals[seat - 1][self.game.view(position, seat)]
        return draw.choices(list(alike), list(alike.values()))[0]

    def walked(self) -> List[Dict[str, Dict[str, float]]]:
        """The positions of all plays, by view, with their probabilities. A seat's own moves count as certain, since it
        has seen them."""
        game, walked = self.game, 0
        seats = range(1, game.seats + 1)
        deals: List[Dict[str, Dict[str, float]]] = [{} for _ in seats]
        rest = [(game.start, [1.0] * game.seats)]
        while rest:
            position, shares = rest.pop()
            walked += 1
            if self.MOST_WALKED < walked:
                raise ValueError(f"too many plays to walk, more than {self.MOST_WALKED} positions: write `redeal`")
            for seat in seats:
                alike = deals[seat - 1].setdefault(game.view(position, seat), {})
                alike[position] = alike.get(position, 0.0) + shares[seat - 1]
            turn = self.turn(position)
            if turn["node"] == "terminal":
                continue
            pairs = self.outcomes(position)
            total = sum(weight for _, weight in pairs)
            for move, weight in pairs:
                own = turn.get("seat")
                after = [share if own == seat else share * weight / total for seat, share in zip(seats, shares)]
                rest.append((game.play(position, move), after))
        return deals


def serve_game(game: Rules, lines: Optional[TextIO] = None, out: Optional[TextIO] = None) -> None:
    """Answers Agon's questions about a game until Agon ends: the main loop of a program that the game
    `program("python3 mine.py")` names."""
    real_out = out or sys.stdout
    if out is None:
        # Text that the game prints must not be taken for an answer.
        sys.stdout = sys.stderr
    server = _Server(game)

    def say(message: Dict[str, Any]) -> None:
        real_out.write(json.dumps(message, separators=(",", ":")) + "\n")
        real_out.flush()

    try:
        say({"type": "hello", "protocol": 1, "serves": "game", "name": game.name})
        say(server.about())
        for line in lines or sys.stdin:
            message = json.loads(line)
            if message["type"] == "ask":
                answers = [server.answer(position, message) for position in message["positions"]]
                say({"type": "answers", "id": message["id"], "answers": answers})
            elif message["type"] == "quit":
                return
    except (BrokenPipeError, KeyboardInterrupt):
        # Agon has gone.
        pass
    finally:
        if out is None:
            sys.stdout = real_out
