"""A student's minimax: it knows no rules of any game, and plays all of those without chance for two."""

import agon


class Minimax(agon.Player):
    """Looks `depth` plies ahead, and then takes the game's usual heuristic, if it has one."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.guesses = True

    def begin(self, game: agon.Game, seat: int) -> None:
        self.guesses = bool(game.heuristics)

    def value(self, position: agon.Position, me: int, depth: int) -> float:
        if position.is_over:
            return position.payoff(me)
        if depth == 0:
            return position.estimates()[me - 1] if self.guesses else 0
        best = max if position.seat == me else min
        return best(self.value(after, me, depth - 1) for after in position.successors())

    def choose(self, position: agon.Position, turn: agon.Turn) -> str:
        return max(position.moves(), key=lambda m: self.value(position.play(m), turn.seat, self.depth - 1))


if __name__ == "__main__":
    agon.serve(Minimax(depth=2))
