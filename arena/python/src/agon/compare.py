"""Whether two implementations of a game are the same game: ours beside OpenSpiel's, or any two."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import _ruled
from ._backend import native, needs_native
from ._errors import AgonError, RulesError
from ._paired import Paired
from ._plays import MOST_TRIES, Follower
from ._watched import TermRules, Watched
from .game import Game, game as game_of
from .openspiel import MergedRules, merged_openspiel
from .rules import Rules
from .same import Difference, check_numbers, same

#: Unless another number is given, no more positions of each game are walked.
LIMIT = 20_000


@dataclass(frozen=True)
class Checked:
    """What was looked at."""

    #: How many different positions of the first game were walked; where something is hidden, at each ply by itself.
    positions: int
    #: The plies to which both were walked; None if to their ends.
    depth: int | None
    #: How many random plays were followed to their ends, beyond that.
    plays: int
    #: Of how many random plays it is not known whether the second game has one like it.
    unfollowed: int
    #: How many information sets of seats that decide were met in the first game; None where nothing is hidden.
    infosets: int | None


@dataclass(frozen=True)
class Comparison:
    """Whether two implementations are the same game, as far as they were looked at. It is true where no difference was found."""

    same: bool
    #: What the two games are called.
    games: tuple[str, str]
    checked: Checked
    #: The seats of the second game, counted from 1, that are those of the first, in their order; None unless they are others.
    seats: tuple[int, ...] | None
    #: Where they part, and how; None if they were not seen to.
    difference: Difference | None
    #: Where the first play parts that could not be followed: perhaps a difference, perhaps not all of its like were tried.
    doubt: Difference | None = None

    def __bool__(self) -> bool:
        return self.same

    def raise_for_difference(self) -> None:
        """Raises an AgonError that says where they part, if they do."""
        if self.difference is not None:
            raise AgonError(str(self))

    def __str__(self) -> str:
        if self.difference is not None:
            return "\n".join([f"{' and '.join(self.games)} are not the same game", *self.difference.lines(self.games)])
        checked = self.checked
        far = "walked to their ends" if checked.depth is None else f"walked for {_counted(checked.depth, 'ply', 'plies')}"
        parts = [f"{far}, {_counted(checked.positions, 'position', 'positions')}"]
        if checked.infosets is not None:
            parts.append(_counted(checked.infosets, "information set", "information sets"))
        if checked.plays:
            parts.append(f"{_counted(checked.plays, 'random play', 'random plays')} followed to the end")
        if self.seats is not None:
            parts.append(f"with the seats {', '.join(map(str, self.seats))} of the second")
        lines = [f"{' and '.join(self.games)}: no difference found", "; ".join(parts)]
        if self.doubt is not None:
            lines.append(
                f"{_counted(checked.unfollowed, 'random play', 'random plays')} not followed to the end: {MOST_TRIES} tries "
                "found no play like it. Say which move is which (moves=…) to decide this:"
            )
            lines += self.doubt.lines(self.games)
        return "\n".join(lines)


def compare(
    game: str | Game | Rules | type[Rules],
    other: str | Game | Rules | type[Rules] | None = None,
    *,
    openspiel: Any = None,
    moves: Callable[[str, str], str] | None = None,
    depth: int | None = None,
    limit: int | None = None,
    plays: int = 10,
    seed: int = 0,
    seats: bool = False,
    ends: bool = False,
) -> Comparison:
    """Checks that two implementations of a game are the same game, and says where they part: `other`, or `openspiel`, a game of
    OpenSpiel by its name with options, or as `pyspiel.load_game` gives it.

    All positions are compared for `depth` plies at most, draws of chance one after the other being one, with no more than `limit`
    positions of each game, unless given 20,000: who acts, the moves and where they lead, the odds of chance, the payoffs, and
    what each seat can tell apart. Then `plays` random plays, drawn from `seed`, are followed to their ends, unless all was walked.

    Moves may have any names, and which is which is found by what follows; or `moves(position, move)` says it, from the text of a
    position and a move of the first game, draws of chance included. Without it random plays do not compare odds and views, each
    is given up after so many tries, and `mutants` plants its faults in objects of the class `Rules`, too.

    With `seats` the seats of the second may have other numbers; with `ends` what seats see when the game is over counts too.

    Positions of OpenSpiel that it writes alike, where the same seat has the same actions, are taken for one as they are walked,
    unless something is hidden.

    Raises an ImportError where OpenSpiel is needed and missing, a RulesError if there is no such game, a Breakdown if the rules of
    one break down.
    """
    if native is None:
        needs_native("comparing implementations")
    if (other is None) == (openspiel is None):
        raise AgonError("compare: one second game: other=, a game of agon or of your own, or openspiel=, a game of OpenSpiel")
    if plays < 0:
        raise AgonError(f"plays {plays}: accepted: 0 or more")
    check_numbers(depth, limit)
    first, second = _of(game), _of(other) if other is not None else merged_openspiel(openspiel)
    one, two = Watched(first, 1, ends), Watched(second, 2, ends)
    names, limit = (one.title, openspiel if isinstance(openspiel, str) else two.title), limit or LIMIT
    if one.seats != two.seats:
        difference = Difference("acting", f"there {one.seats} seats, here {two.seats}", ((), ()), (one.start, two.start))
        return Comparison(False, names, Checked(0, 0, 0, 0, None), None, difference)
    follower: Paired | Follower
    if moves is None:
        try:
            walked = same(_told(one), _told(two), depth=depth, limit=limit, seats=seats)
        finally:
            _ruled.forget(one, two)
        positions, far, found, order = walked.games[0].positions, walked.depth, walked.difference, walked.seats
        follower = Follower(one, Watched(second, 2, ends, order))
    else:
        tried = []
        for seating in itertools.permutations(two.order) if seats else [two.order]:
            pair = Paired(Watched(first, 1, ends), Watched(second, 2, ends, seating), moves)
            tried.append((pair, *pair.walk(depth, limit)))
            if tried[-1][-1] is None:
                break
        pair, far, found = min(tried, key=lambda each: each[-1] is not None)
        follower, positions, order = pair, pair.positions, None if pair.other.order == two.order else pair.other.order
    followed, unfollowed, doubt = 0, 0, None
    if isinstance(second, MergedRules):
        second.merges = False
    for number in range(1, plays + 1) if found is None and far is not None else ():
        parting, is_sure = follower.follow(random.Random(f"{seed} {number}"))
        if parting is None:
            followed += 1
        elif is_sure:
            found = parting
            break
        else:
            unfollowed, doubt = unfollowed + 1, doubt or parting
    infosets = len(follower.one.infosets) if one.hidden or two.hidden else None
    checked = Checked(positions, far, followed, unfollowed, infosets)
    return Comparison(found is None, names, checked, order, found, None if found else doubt)


def _of(game: str | Game | Rules | type[Rules]) -> Game | Rules:
    if isinstance(game, str):
        return game_of(game)
    if isinstance(game, (Game, Rules)):
        return game
    if not isinstance(game, type) or not issubclass(game, Rules):
        raise RulesError(f"a game is a term, a Game, or a class of the class Rules or its object, not {type(game).__name__}")
    try:
        return game()
    except TypeError as error:
        raise RulesError(f"{game.__name__}: give an object of the class, as it cannot be made without arguments: {error}") from error


def _told(game: Watched) -> str | Rules:
    """A game as `same` is told it, which knows those of ours; but not where something is hidden, as it would look at the ends."""
    return game.title if isinstance(game.game, TermRules) and not game.hidden else game


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


__all__ = ["Checked", "Comparison", "compare"]
