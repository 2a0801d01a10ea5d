"""Two games side by side, where it is said which move of one is which of the other, for `compare`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from ._errors import AgonError
from ._watched import DECIMALS, Seen, Watched
from .same import Difference

Plays = tuple[tuple[str, ...], tuple[str, ...]]


class Place(NamedTuple):
    """A position of each game, the moves of each that lead there, and how many plies these are."""

    positions: tuple[str, str]
    plays: Plays
    ply: int


class Parted(Exception):
    """The games part, and here is how."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.text)
        self.difference = difference


class Paired:
    """Walks both games at once."""

    def __init__(self, one: Watched, other: Watched, moves: Callable[[str, str], str]) -> None:
        self.one, self.other, self._moves = one, other, moves
        self._hidden = one.hidden or other.hidden
        #: By game, seat, ply and view: what the other game shows the seat there, and where that was.
        self._views: dict[tuple[int, int, int, str], tuple[str, Place]] = {}
        self._start = Place((one.start, other.start), ((), ()), 0)
        #: How many were walked.
        self.positions = 0

    def walk(self, depth: int | None, limit: int) -> tuple[int | None, Difference | None]:
        """Walks as many plies as there are positions for: all, and None, or so many; and what differs there."""
        # Where something is hidden, a position is another one at another ply.
        met: set[tuple[int, tuple[str, str]]] = set()
        layer, ply = [self._start], 0
        while layer:
            after: list[Place] = []
            for place in layer:
                known = (ply if self._hidden else 0, place.positions)
                if known in met:
                    continue
                if limit <= len(met):
                    return max(0, ply - 1), None
                met.add(known)
                self.positions = len(met)
                try:
                    steps = self._after(place)
                except Parted as parted:
                    return ply, parted.difference
                for step, _ in steps:
                    (layer if step.ply == ply else after).append(step)
            if after and ply == depth:
                return ply, None
            layer, ply = after, ply + 1
        return None, None

    def follow(self, draw: random.Random) -> tuple[Difference | None, bool]:
        """What differs along a random play, which is sure."""
        place = self._start
        try:
            while (steps := self._after(place)) and place.ply <= self.one.max_plies:
                places, chances = zip(*steps)
                place = draw.choices(places, chances)[0]
        except Parted as parted:
            return parted.difference, True
        return None, True

    def _after(self, place: Place) -> list[tuple[Place, float]]:
        """Where the moves lead from here, each with its probability where chance draws. Whatever differs is raised."""
        (here, there), plays, ply = place

        def part(kind: str, text: str) -> Parted:
            return Parted(Difference(kind, text, plays, place.positions))  # type: ignore[arg-type]

        seen = self.one.seen(here), self.other.seen(there)
        if seen[0] != seen[1]:
            raise Parted(difference_of(plays, place.positions, seen))
        kind = seen[0][0]
        if self._hidden and kind != "chance":
            self._look(place)
        if kind == "over":
            return []
        ours, theirs = self.one.outcomes(here), self.other.outcomes(there)
        if len(ours) != len(theirs):
            raise part("moves", "there {}, here {}".format(*(_counted(len(of), "outcome") for of in (ours, theirs))))
        called: dict[str, str] = {}
        after = []
        for move, chance in ours.items():
            name = self._moves(here, move)
            if name not in theirs:
                known = ", ".join(list(theirs)[:8]) + (", …" if 8 < len(theirs) else "")
                raise part("moves", f"`{move}` there is said to be `{name}`, which is no move here; here are {known}")
            if name in called:
                raise AgonError(f"moves: `{called[name]}` and `{move}` are both said to be `{name}` at `{here}`; two moves have two names")
            if 10**-DECIMALS < abs(chance - theirs[name]):
                raise part("odds", f"chance draws `{move}` there with probability {chance:.6g}, here with {theirs[name]:.6g}")
            called[name] = move
            positions = self.one.play(here, move), self.other.play(there, name)
            # Draws in a row are one ply.
            is_row = kind == "chance" and self.one.seen(positions[0]) == ("chance",)
            after.append((Place(positions, ((*plays[0], move), (*plays[1], name)), ply + (not is_row)), chance))
        return after

    def _look(self, place: Place) -> None:
        """Two places are one to a seat in one game if and only if they are in the other."""
        here, there = place.positions
        for number, (seat, seat_there) in enumerate(zip(self.one.order, self.other.order), 1):
            views = self.one.view(here, seat), self.other.view(there, seat_there)
            for game in (0, 1):
                theirs, before = self._views.setdefault((game, number, place.ply, views[game]), (views[1 - game], place))
                if theirs != views[1 - game]:
                    blind, sees = ("there", "here") if game == 0 else ("here", "there")
                    text = f"{sees} seat {number} tells it from the position after `{' '.join(before.plays[0])}`, {blind} it cannot"
                    raise Parted(Difference("sight", text, place.plays, place.positions))


def difference_of(plays: Plays, positions: tuple[str, str], seen: tuple[Seen, Seen]) -> Difference:
    """What is seen of two positions, as a difference."""
    there, here = seen
    if there[0] == here[0] == "over":
        figures = (", ".join(f"{payoff:g}" for payoff in of[1:]) for of in seen)
        return Difference("payoffs", "the game is over: there the seats get {}, here {}".format(*figures), plays, positions)
    if there[0] == here[0] == "decision" and there[1] == here[1]:
        return Difference("moves", "there {}, here {}".format(*(_counted(of[2], "move") for of in seen)), plays, positions)
    words = {"over": "the game is over", "chance": "chance to draw"}
    acting = (words.get(of[0]) or f"seat {of[1]} to move" for of in seen)
    return Difference("acting", "there {}, here {}".format(*acting), plays, positions)


def _counted(number: int, what: str) -> str:
    return f"{number} {what if number == 1 else what + 's'}"


__all__ = ["Paired", "difference_of"]
