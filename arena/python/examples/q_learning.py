"""Learns tic-tac-toe by playing against itself, in a table (Watkins 1989), and sits at the arena's table with what it learned:
`python q_learning.py` learns and counts what it loses; a few seconds.

Works for any small game of two where what one wins the other loses, with a board: `python q_learning.py "connect-four(4, 4)"`.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

import agon


class Table(agon.Player):
    """What every action is worth to the seat on turn, by what that seat sees."""

    def __init__(self, term: str) -> None:
        self.term, self.actions = term, agon.game(term).actions
        self.values = defaultdict[bytes, NDArray[np.float32]](lambda: np.zeros(self.actions, np.float32))

    def learn(self, steps: int, games: int = 256, rate: float = 0.3, seed: int = 1) -> None:
        batch, draws = agon.batch(self.term, games, seed=seed), np.random.default_rng(seed)
        observations, masks = batch.reset()
        seen = [row.tobytes() for row in observations]
        for step in range(steps):
            # As often as not in the beginning, and less and less, something else is tried.
            tries = draws.random(games) < 0.6 * (1 - step / steps) + 0.05
            worth = np.stack([self.values[key] for key in seen]) + draws.random((games, self.actions)) * 1e-3
            worth[tries] = draws.random((int(tries.sum()), self.actions))
            worth[~masks] = -np.inf
            chosen, seats = worth.argmax(1), batch.seats.copy() - 1
            observations, masks, rewards, dones = batch.step(chosen)
            after = [row.tobytes() for row in observations]
            for n in range(games):
                if dones[n]:
                    target = rewards[n, seats[n]]
                else:
                    best = self.values[after[n]][masks[n]].max()
                    target = best if batch.seats[n] - 1 == seats[n] else -best
                row = self.values[seen[n]]
                row[chosen[n]] += rate * (target - row[chosen[n]])
            seen = after

    def choose(self, position: agon.Position, turn: agon.Turn) -> str:
        return position.moves()[self.best(position)]

    def best(self, position: agon.Position) -> int:
        """The place of the best move."""
        worth = self.values[position.observation()][position.actions()]
        return int(worth.argmax())

    def results(self, seat: int) -> dict[float, int]:
        """How often it gets what, against every way in which the other may play."""
        counts: dict[float, int] = defaultdict(int)
        rest = [agon.game(self.term).start]
        while rest:
            position = rest.pop()
            if position.is_over:
                counts[position.payoff(seat)] += 1
            elif position.seat == seat:
                rest.append(position.successors()[self.best(position)])
            else:
                rest.extend(position.successors())
        return dict(counts)


if __name__ == "__main__":
    table = Table(sys.argv[1] if 1 < len(sys.argv) else "tic-tac-toe")
    table.learn(steps=1500)
    print(f"{len(table.values)} positions seen")
    for seat in (1, 2):
        print(f"seat {seat}, against every way to play: {table.results(seat)}")
