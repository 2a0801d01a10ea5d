"""Random plays of one game, and plays of another that are like them, for `compare`.

Moves have other names there, so which move is which is found by what follows: at each ply those are tried that lead to a
position where the same seat acts, with as many moves of which as many lead to the same. A play that no play of the other
game is like shows a difference, as every one was tried; where the tries run out, nothing is known.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from ._paired import difference_of
from ._watched import Seen, Watched
from .same import Difference

#: So many positions of the other game are given up for one play.
MOST_TRIES = 400

#: A move and the draws after it, and where they lead. The first of a play is the draws before any move.
Step = tuple[tuple[str, ...], str]
#: What is seen at a position, and one move further on.
Ahead = tuple[Seen, "Counter[Seen]"]


class Follower:
    """Finds plays of the second game that are like plays of the first."""

    def __init__(self, one: Watched, other: Watched) -> None:
        self.one, self.other = one, other
        #: What moves of the first game were called in the second, the last time.
        self._called: dict[str, str] = {}

    def follow(self, draw: random.Random) -> tuple[Difference | None, bool]:
        """Where the second game parts from a random play; and whether that is sure, as nothing was left untried."""
        play = self._drawn(draw)
        ours = [_ahead(self.one, position) for _, position in play]
        tries, furthest, parting = 0, -1, None
        # The steps that are like those of the play, and what is still to be tried in the place of each, and of the next.
        taken: list[tuple[str, ...]] = []
        rest = [self._steps(play, 0, self.other.start)]
        while rest:
            depth = len(taken)
            step = next(rest[-1], None)
            if step is None:
                rest.pop()
                del taken[-1:]
                continue
            moves, position = step
            theirs = _ahead(self.other, position)
            if theirs == ours[depth]:
                taken.append(moves)
                if len(taken) == len(play):
                    self._learn(play, taken)
                    return None, True
                rest.append(self._steps(play, depth + 1, position))
                continue
            if furthest < depth:
                furthest, parting = depth, self._parting(play, [*taken, moves], position, (ours[depth], theirs))
            tries += 1
            if MOST_TRIES < tries:
                return parting, False
        return parting, True

    def _drawn(self, draw: random.Random) -> list[Step]:
        """A play of the first game with every move equally likely, from the start to its end."""
        one, play, moves, position = self.one, list[Step](), list[str](), self.one.start
        for _ in range(one.max_plies + 1):
            kind = one.seen(position)[0]
            if kind != "chance":
                play.append((tuple(moves), position))
                moves = []
            if kind == "over":
                break
            outcomes = one.outcomes(position)
            moves.append(draw.choices(list(outcomes), list(outcomes.values()))[0])
            position = one.play(position, moves[-1])
        return play

    def _steps(self, play: list[Step], depth: int, position: str) -> Iterator[Step]:
        """What may be that step of the play in the second game: the likeliest first."""
        step = play[depth][0]
        liked = [self._called.get(move, move) for move in step]
        if depth == 0:
            yield from self._undrawn(position, liked)
            return
        index = list(self.one.outcomes(play[depth - 1][1])).index(step[0])
        for move in _liked_first(list(self.other.outcomes(position)), liked[0], index):
            for drawn, after in self._undrawn(self.other.play(position, move), liked[1:]):
                yield (move, *drawn), after

    def _undrawn(self, position: str, liked: list[str]) -> Iterator[Step]:
        """The positions after all draws in a row, with what was drawn: first what is called as in `liked`."""
        if self.other.seen(position) != ("chance",):
            yield (), position
            return
        for move in _liked_first(list(self.other.outcomes(position)), liked[0] if liked else "", 0):
            for drawn, after in self._undrawn(self.other.play(position, move), liked[1:]):
                yield (move, *drawn), after

    def _learn(self, play: list[Step], taken: list[tuple[str, ...]]) -> None:
        for (moves, _), theirs in zip(play, taken):
            if len(moves) == len(theirs):
                self._called.update(zip(moves, theirs))

    def _parting(self, play: list[Step], taken: list[tuple[str, ...]], position: str, ahead: tuple[Ahead, Ahead]) -> Difference:
        """What differs after a part of the play and the moves that were taken for it."""
        ours = tuple(move for moves, _ in play[: len(taken)] for move in moves)
        theirs = tuple(move for moves in taken for move in moves)
        (here, next_here), (there, next_there) = ahead
        at = play[len(taken) - 1][1]
        if here != there:
            return difference_of((ours, theirs), (at, position), (here, there))
        # They are alike; a move leads on to what no move of the other leads to.
        move, after, seen = _lone(self.one, at, next_here - next_there)
        move_there, after_there, seen_there = _lone(self.other, position, next_there - next_here)
        return difference_of(((*ours, move), (*theirs, move_there)), (after, after_there), (seen, seen_there))


def _ahead(game: Watched, position: str) -> Ahead:
    here = game.seen(position)
    moves = game.outcomes(position) if here[0] == "decision" else ()
    return here, Counter(game.seen(game.play(position, move)) for move in moves)


def _lone(game: Watched, position: str, more: Counter[Seen]) -> tuple[str, str, Seen]:
    """A move that leads to what the other game leads to less often, and where it leads. There is one, as both have as many moves."""
    afters = ((move, game.play(position, move)) for move in game.outcomes(position))
    return next((move, after, game.seen(after)) for move, after in afters if game.seen(after) in more)


def _liked_first(moves: list[str], liked: str, index: int) -> list[str]:
    """The moves: first the one that is called so, or else the one with the same place in the order of its game."""
    first = liked if liked in moves else moves[min(index, len(moves) - 1)]
    return [first, *(move for move in moves if move != first)]


__all__ = ["MOST_TRIES", "Follower"]
