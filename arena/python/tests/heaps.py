"""Games in Python for the tests; as a program, `python3 heaps.py CLASS` answers for one."""

from __future__ import annotations

import sys
import threading

from agon.rules import CHANCE, Outcomes, Over, Rules, Turn, over, serve_game


class Heap(Rules):
    """A heap, from which one to three are taken in turn; the seat that takes the last wins."""

    name = "heap"
    rules = "There is one heap. A seat takes one, two or three of it. Who takes the last wins."
    start = "12 1"
    max_plies = 12

    def turn(self, position: str) -> Turn:
        left, seat = map(int, position.split())
        return over(1, seat=3 - seat) if left == 0 else seat

    def moves(self, position: str) -> Outcomes:
        return [str(number) for number in (1, 2, 3) if number <= int(position.split()[0])]

    def play(self, position: str, move: str) -> str:
        left, seat = map(int, position.split())
        return f"{left - int(move)} {3 - seat}"

    def check(self, text: str) -> None:
        left, seat = map(int, text.split())
        if not (0 <= left <= 12 and seat in (1, 2) and text == f"{left} {seat}"):
            raise ValueError("how many are left, up to 12, and whose turn it is")


class Card(Rules):
    """Each seat is dealt a card of three that it alone sees until seat 1 has bet or not, and the higher card wins."""

    name = "card"
    start = "--"
    max_plies = 3
    min_payoff, max_payoff = -2, 2
    chance = True
    hidden = True

    def turn(self, position: str) -> Turn:
        if "-" in position:
            return CHANCE
        if len(position) == 2:
            return 1
        stake = 2 if position[2] == "b" else 1
        return over(stake, seat=1 if position[1] < position[0] else 2)

    def moves(self, position: str) -> Outcomes:
        if "-" in position:
            return [(card, 2 if card == "1" else 1) for card in "123" if card not in position]
        return ["bet", "pass"]

    def play(self, position: str, move: str) -> str:
        return position.replace("-", move, 1) if "-" in position else position + move[0]

    def check(self, text: str) -> None:
        cards, rest = text[:2].replace("-", ""), text[2:]
        is_one = len(text) in (2, 3) and set(cards) <= set("123") and len(set(cards)) == len(cards)
        if not is_one or text[0] == "-" != text[1] or (rest and ("-" in text or rest not in "bp")):
            raise ValueError("two cards, - where there is none yet, and b or p")

    def view(self, position: str, seat: int) -> str:
        if len(position) == 3:
            return position
        hidden = "?" if position[2 - seat] != "-" else "-"
        cards = [hidden, hidden]
        cards[seat - 1] = position[seat - 1]
        return "".join(cards) + position[2:]

    def public_view(self, position: str) -> str:
        if len(position) == 3:
            return position
        return "".join("-" if card == "-" else "?" for card in position[:2]) + position[2:]


class Stumbling(Heap):
    """A heap whose rules do not know what to do with seven."""

    name = "stumbling"

    def moves(self, position: str) -> Outcomes:
        if position.startswith("7 "):
            raise ValueError("seven is too many")
        return super().moves(position)


class Endless(Heap):
    """A heap whose rules, asked about the heap of nine, think for ever until they are let go."""

    name = "endless"

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.is_slow = True

    def moves(self, position: str) -> Outcomes:
        while self.is_slow and position.startswith("9 "):
            self.asked.set()
        return super().moves(position)


class Greedy(Heap):
    """A heap whose payoffs are more than it declares."""

    name = "greedy heap"

    def turn(self, position: str) -> Turn:
        turn = super().turn(position)
        return over([5, -5]) if isinstance(turn, Over) else turn


if __name__ == "__main__":
    serve_game(globals()[sys.argv[1]]())
