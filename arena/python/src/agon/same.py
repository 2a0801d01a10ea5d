"""Whether two games are one, whatever they call their moves and positions."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from . import _command, _ruled
from ._backend import knows, native
from ._errors import AgonError, Breakdown, RulesError
from ._host import Host, named
from .game import Game, game as found, is_own, term_of
from .rules import Rules

#: So many plies can be asked for, and so many positions.
_MOST_PLIES, _MOST_POSITIONS = (1 << 32) - 1, 1 << 31


@dataclass(frozen=True)
class WalkedGame:
    """A game as far as it was walked, and the fingerprint of its rules."""

    #: The term of the game.
    game: str
    #: How many different positions were walked; where something is hidden, at each ply by itself.
    positions: int
    #: The plies to which it was walked; None if to its end.
    depth: int | None
    #: 64 hexadecimal digits, a SHA-256: of all its rules, or of the first plies if it was not walked to its end. Of two games
    #: that are compared it is of as many plies as both were walked, `Sameness.depth`.
    fingerprint: str


@dataclass(frozen=True)
class Difference:
    """A play of each of two games, alike until its end, and what differs there."""

    #: Who acts, what the seats get, the moves, how likely chance draws what, what a seat cannot tell apart, or whether anything is
    #: hidden.
    kind: Literal["acting", "payoffs", "moves", "odds", "sight", "hidden"]
    #: What differs in words: of the first game as "there", of the second as "here".
    text: str
    #: The moves of each game that lead there, as that game writes them; of `same`, no shorter play shows a difference.
    plays: tuple[tuple[str, ...], tuple[str, ...]]
    #: The positions they lead to, as each game writes them.
    positions: tuple[str, str]

    def lines(self, games: Iterable[str]) -> list[str]:
        """Where two games of these names part, and how, on three lines."""
        shown = zip(games, self.plays, self.positions)
        return [*(f"{game}: {' '.join(play) or 'the start'} → {there}" for game, play, there in shown), self.text]


@dataclass(frozen=True)
class Sameness:
    """Whether two games are the same, as far as both were walked. It is true where they are: `assert agon.same(mine, "nim")`."""

    same: bool
    #: The plies to which both were walked; None if both were walked to their ends.
    depth: int | None
    #: Both, in the order in which they were given.
    games: tuple[WalkedGame, WalkedGame]
    #: The seats of the second game, counted from 1, that are those of the first, in their order; None unless they are others.
    seats: tuple[int, ...] | None
    #: What differs; None if they are the same.
    difference: Difference | None

    def __bool__(self) -> bool:
        return self.same

    def __str__(self) -> str:
        if self.difference is None:
            far = "" if self.depth is None else f" for {self.depth} plies"
            seats = "" if self.seats is None else f", with the seats {', '.join(map(str, self.seats))} of the second"
            return f"the same game{far}{seats}"
        return "\n".join(["not the same game", *self.difference.lines(game.game for game in self.games)])


def same(
    one: str | Game | Rules,
    other: str | Game | Rules,
    *,
    depth: int | None = None,
    limit: int | None = None,
    seats: bool = False,
    scale: bool = False,
) -> Sameness:
    """Says whether two games are one, as `agon same` does: whether their trees are, whatever they call their moves and positions
    and in which order they list them. Where they are not, a play shows it that is as short as any.

    A game is a term, a `Game`, or an object of the class `Rules`. No more than `depth` plies are walked, draws of chance one after
    the other being one, and no more than `limit` positions of each game: unless given 1,000,000, or what 512 MB hold. With `seats`
    the seats of the second may have other numbers; with `scale` payoffs are compared between the least and the greatest that each
    game declares. Ctrl-C ends it.

    Raises a RulesError if there is no such game, a Breakdown if the rules of one break down.
    """
    document = _asked([one, other], depth, limit, seats, scale)
    first, second = (WalkedGame(**walked) for walked in document["games"])
    difference = None
    if document["difference"] is not None:
        told = document["difference"]
        plays, positions = ((pair[0], pair[1]) for pair in (told["plays"], told["positions"]))
        difference = Difference(told["kind"], told["text"], (tuple(plays[0]), tuple(plays[1])), positions)
    order = None if document["seats"] is None else tuple(document["seats"])
    return Sameness(document["same"], document["depth"], (first, second), order, difference)


def fingerprint(
    game: str | Game | Rules, *, depth: int | None = None, limit: int | None = None, scale: bool = False
) -> WalkedGame:
    """The fingerprint of a game's rules, with how far it was walked: two games that were walked to their ends have the same one if
    and only if they are the same, and journals keep it. The arguments are those of `same`.

    >>> fingerprint("nim(heaps=1+2)").fingerprint == fingerprint("nim(heaps=2+1)").fingerprint
    True
    """
    return WalkedGame(**_asked([game], depth, limit, False, scale)["games"][0])


def _asked(
    games: list[str | Game | Rules], depth: int | None, limit: int | None, seats: bool, scale: bool
) -> dict[str, Any]:
    """The document of `agon same`."""
    for game in games:
        if not isinstance(game, (str, Game, Rules)):
            raise RulesError(f"a game is a term, a Game or an object of the class Rules, not {type(game).__name__}")
    check_numbers(depth, limit)
    if native is not None:
        terms = [game.term if isinstance(game, Game) else term_of(game) for game in games]
        if all(knows(term) for term in terms) or not _command.is_there():
            one, other = terms[0], terms[1] if 1 < len(terms) else None
            document: dict[str, Any] = json.loads(
                native.same(one, other, depth=depth, limit=limit, seats=seats, scale=scale)
            )
            return document
    return _commanded(games, [("--depth", depth), ("--limit", limit)], ["--seats"] * seats + ["--scale"] * scale)


def check_numbers(depth: int | None, limit: int | None) -> None:
    """Raises an AgonError if there cannot be so many plies or positions."""
    for name, number, most in (("depth", depth, _MOST_PLIES), ("limit", limit, _MOST_POSITIONS)):
        if number is not None and not 1 <= number <= most:
            raise AgonError(f"{name} {number}: accepted: 1 to {most}")


def _commanded(
    games: list[str | Game | Rules], numbers: list[tuple[str, int | None]], switches: list[str]
) -> dict[str, Any]:
    """What the command answers. Games of this process are programs to it, which ask here."""
    options = [word for name, number in numbers if number is not None for word in (name, str(number))]
    with Host() as host:
        # What the command is told, and of a game of this process its term here.
        told: list[tuple[str, str | None]] = []
        for game in games:
            rules = _own_rules(game)
            told.append((_commands(game), None) if rules is None else (host.game(rules), _ruled.own_term(rules)))
        arguments = ["same", "--json", *options, *switches, *(name for name, _ in told)]
        code, answer, complaint = _command.ended(arguments)
        # 3 says that they are not the same, 2 that there is no such game.
        if code not in (0, 3):
            if complaint.startswith("unknown game `program`"):
                raise AgonError("games of this process are compared by a command with the feature `engines`; this one is without it")
            kind = RulesError if code == 2 else Breakdown
            if host.raised is None:
                raise kind(host.readable(complaint))
            rules, error = host.raised
            raise kind(f"{named(rules.name)}: {_ruled.told(error)}") from error
        document: dict[str, Any] = json.loads(answer)
    for walked, (_, own) in zip(document["games"], told):
        walked["game"] = walked["game"] if own is None else own
    return document


def _commands(game: str | Game | Rules) -> str:
    """What a game that is not of this process is called by the command."""
    if isinstance(game, Game):
        return game.term
    # No question starts a program; the command does.
    return game if isinstance(game, str) and game.startswith("program(") else found(game).term


def _own_rules(game: str | Game | Rules) -> Rules | None:
    """The object that a game of this process is; None for other games."""
    if isinstance(game, Rules):
        return game
    term = game.term if isinstance(game, Game) else game
    return _ruled.rules_of(term) if isinstance(term, str) and is_own(term) else None
