"""A game in Python: its rules as a class, and how it answers Agon's questions about them.

This file needs nothing but Python's own library: it may stand beside a game of yours as it is.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any, Dict, List, Optional, Sequence, TextIO, Tuple, Union


class Over:
    """The game is over, with what everybody got."""

    def __init__(self, payoffs: Union[float, Sequence[float]], seat: int = 0) -> None:
        self.payoffs, self.seat = payoffs, seat

    def of_all(self, seats: int) -> List[float]:
        """What every seat got."""
        if not isinstance(self.payoffs, (int, float)):
            return [float(payoff) for payoff in self.payoffs]
        own = float(self.payoffs)
        if self.seat == 0:
            return [own] * seats
        other = -own / (seats - 1) if 1 < seats else 0.0
        return [own if seat == self.seat else other for seat in range(1, seats + 1)]


def over(payoffs: Union[float, Sequence[float]], seat: int = 0) -> Over:
    """The game is over: `over(0)`, everybody got that; `over(1, seat=2)`, seat 2 got it and the others lost it;
    `over([1, -1])`, one number for each seat."""
    return Over(payoffs, seat)


#: What `turn` says where chance draws.
CHANCE = 0

Turn = Union[int, Over]
Outcomes = Union[Sequence[str], Sequence[Tuple[str, int]]]


class Rules:
    """The rules of a game. A position is a text, of one line, that holds all that decides what may happen next."""

    #: What people call it, and what it is, in a line.
    name: str = "mine"
    summary: str = "a game of my own"
    #: Where it begins.
    start: str = ""
    #: How many seats there are, and how many moves a game has at most, outcomes of chance counted.
    seats: int = 2
    max_plies: int = 1000
    #: What the payoffs of all seats add up to: a number, or None where that depends.
    sum: Optional[float] = 0
    #: The least and the greatest payoff.
    min_payoff: float = -1
    max_payoff: float = 1
    #: Whether chance draws in some positions.
    chance: bool = False
    #: Whether something is hidden from some seat: then write `view`, and perhaps `public_view` and `redeal`.
    hidden: bool = False

    def turn(self, position: str) -> Turn:
        """The seat that is to move, counted from 1; CHANCE; or what everybody got, by `over`."""
        raise NotImplementedError

    def moves(self, position: str) -> Outcomes:
        """The moves there, as texts, always in the same order. Where chance draws, texts, or pairs of a text and its
        weight. Not asked where the game is over."""
        raise NotImplementedError

    def play(self, position: str, move: str) -> str:
        """The position after a move, or an outcome."""
        raise NotImplementedError

    def check(self, text: str) -> None:
        """Raises an exception where `text`, which somebody typed, is no position of this game."""

    def view(self, position: str, seat: int) -> str:
        """All that `seat` has seen since the game began, in a line: what it was shown, and what it chose. Positions with
        one view are one to it. Asked where something is hidden."""
        return position

    def public_view(self, position: str) -> str:
        """What everybody has seen since the game began, who sits at no seat too."""
        return ""

    def redeal(self, position: str, seat: int, draw: random.Random) -> Optional[str]:
        """A position that `seat` cannot tell from this one, as likely as it is if chance drew by weight and all others
        moved at random. It follows from the view of `seat` and from `draw` alone. None: all plays of the game are
        walked once, and it is drawn from what they lead to, which takes too long for large games."""
        return None


class _Server:
    """Answers questions about positions. Turns are remembered: each is asked for where a move leads there, and again
    where it goes on."""

    MOST = 100_000
    #: Positions of all plays, each as often as it is reached, that are walked for redeals.
    MOST_WALKED = 500_000

    def __init__(self, game: Rules) -> None:
        self.game = game
        self.turns: Dict[str, Dict[str, Any]] = {}
        #: For every seat, by its view: the positions that have it, and how likely each is.
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
        """What may be played there, with weights, which are 1 where a seat chooses."""
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
        if answer["node"] == "chance":
            answer["weights"] = [weight for _, weight in pairs]
        successors = []
        for move, _ in pairs:
            after = game.play(position, move)
            successors.append({"position": after, **self.turn(after)})
        answer.update(moves=[move for move, _ in pairs], successors=successors)
        return answer

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
        """All plays, as likely as they are to each seat: what it chose itself it has seen."""
        game, walked = self.game, 0
        seats = range(1, game.seats + 1)
        deals: List[Dict[str, Dict[str, float]]] = [{} for _ in seats]
        rest = [(game.start, [1.0] * game.seats)]
        while rest:
            position, shares = rest.pop()
            walked += 1
            if self.MOST_WALKED < walked:
                raise ValueError(f"more than {self.MOST_WALKED} plays are too many to be walked: write `redeal`")
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
    """Answers Agon's questions about a game until they end: what a program does that the game
    `program("python3 mine.py")` names."""
    real_out = out or sys.stdout
    if out is None:
        # What a game prints must not be taken for an answer.
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
