"""GNU Backgammon as a player of Agon: what it thinks of each turn's result, at our table.

`process("python3 gnubg_player.py 1", random=false)` is a player: 1 is how many plies it looks ahead. It speaks no
protocol that programs are seated by, but runs Python itself: this file is started by Python, has gnubg run it again,
and there asks its evaluation. The turns are ours, so both sides' rules needn't agree about how they are written.
"""

from __future__ import annotations

import os
import shutil
import sys

import agon

try:
    import gnubg  # type: ignore[import-not-found]
except ImportError:
    gnubg = None

Board = tuple[tuple[int, ...], tuple[int, ...]]


def board(text: str) -> Board:
    """The men of the seat that does not roll, and of the one that does, on points 1 to 24 and on the bar."""
    sides = []
    men, others, seat = text.split(" ")[:3]
    for side in (men, others):
        places = dict(part.split(":") for part in side.split(",")) if side != "-" else {}
        sides.append(tuple(int(places.get(point, 0)) for point in [*map(str, range(1, 25)), "bar"]))
    return (sides[1], sides[0]) if seat == "X" else (sides[0], sides[1])


class Gnubg(agon.Player):
    name = "GNU Backgammon"

    def __init__(self, plies: int) -> None:
        # No cube, and no match: games one by one.
        self.cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
        self.context = gnubg.evalcontext(0, plies, 1, 0, 0.0)
        self.gammons = True

    def begin(self, game: agon.Game, seat: int) -> None:
        if not game.term.startswith("backgammon"):
            raise ValueError("GNU Backgammon plays backgammon only")
        self.gammons = "gammons=false" not in game.term

    def value(self, after: agon.Position, me: int) -> float:
        if after.is_over:
            return after.payoff(me)
        wins, *_, equity = gnubg.evaluate(board(after.text), self.cube, self.context)
        return -float(equity if self.gammons else 2 * wins - 1)

    def choose(self, position: agon.Position, turn: agon.Turn) -> str:
        values = [self.value(after, turn.seat) for after in position.successors()]
        turn.think(value=max(values), nodes=len(values))
        return position.moves()[values.index(max(values))]


if __name__ == "__main__":
    if gnubg is None:
        # It prints a greeting, which must not be taken for a message.
        os.environ["GNUBG_PLIES"] = sys.argv[1] if sys.argv[1:] else "0"
        os.dup2(1, 3)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        program = shutil.which("gnubg") or "/usr/games/gnubg"
        os.execv(program, [program, "-t", "-q", "-r", "-p", os.path.abspath(__file__)])
    with os.fdopen(3, "w") as out:
        agon.serve(Gnubg(int(os.environ["GNUBG_PLIES"])), sys.stdin, out)
    os._exit(0)
