"""Games."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from typing import Literal

from . import _command, _rules
from ._backend import knows, native, needs_native
from ._errors import RulesError
from .position import Position
from .rules import Rules


@dataclass(frozen=True)
class Game:
    """A game with its options, and the facts that hold in all of its positions."""

    term: str
    name: str
    summary: str
    seats: int
    chance: bool
    sum: Literal["zero", "constant", "general"]
    min_payoff: float
    max_payoff: float
    max_plies: int
    heuristics: tuple[str, ...]
    features: tuple[str, ...]
    start_text: str
    #: Whether something is hidden from some seat: cards, or what was chosen at the same time.
    hidden: bool = False
    #: The bound of the numbers of moves; 0 where they have none, or it is not known.
    actions: int = 0
    #: How many bytes an observation has, and below which number each is; None where it is a text, or it is not known.
    observation: tuple[int, int] | None = None

    @property
    def start(self) -> Position:
        """Where it begins."""
        return Position(self.term, self.start_text)

    def position(self, text: str) -> Position:
        """The position that `text` writes."""
        if knows(self.term):
            return Position(self.term, text)
        from ._text import TextPosition

        answer = _rules.ask(self.term, [text], ["position"])[0]
        if "error" in answer:
            raise RulesError(answer["error"])
        return TextPosition(self.term, answer["position"], answer)


def game(term: str | Rules) -> Game:
    """The game that a term names: `connect-four`, `nim(heaps=3+4+5)`, `gdl(sheet="mine.kif")`; or one of this process, an
    object of the class `Rules`. That is kept, with what it answered, until the process ends."""
    term = term_of(term)
    # A file may say something else the next time.
    names_file = any(sign in term for sign in "./\\")
    return _found(term) if names_file else _remembered(term)


#: How the terms of games of this process begin.
_OWN = "python("


def is_own(term: str) -> bool:
    """Whether a term names a game of this process."""
    return term.startswith(_OWN)


def term_of(game: str | Rules) -> str:
    """The term of a game; a game of this process has one here."""
    if isinstance(game, str):
        return game
    from . import _ruled

    return _ruled.term_of(game)


def check_laws(game: str | Rules) -> None:
    """Checks that a game keeps what every game promises, as `agon laws` does: along random plays, and at all positions near the
    start. Raises an AgonError that says what is broken, and after which moves."""
    if native is None:
        needs_native("checking laws")
    native.check_laws(term_of(game))


def _found(term: str) -> Game:
    if native is not None and (knows(term) or not _rules.is_seated()):
        return of_message(json.loads(native.about(term)))
    return of_message(_rules.about(term))


_remembered = functools.lru_cache(maxsize=256)(_found)


def forget() -> None:
    """Forgets all games: they are found anew."""
    _remembered.cache_clear()


def games() -> dict[str, str]:
    """Every game there is, by name, with what it is, in a line.

    >>> games()["chess"]
    'mate the other king'
    """
    return _listed("games")


def players() -> dict[str, str]:
    """Every player there is, by name, with what it is, in a line: who can be asked here, and play in tournaments.

    >>> "alpha-beta" in players()
    True
    """
    return _listed("players")


def _listed(what: str) -> dict[str, str]:
    if native is not None:
        found: dict[str, str] = getattr(native, what)()
        return found
    return {known["name"]: known["summary"] for known in json.loads(_command.run([what, "--json"]))}


def of_message(message: _rules.Answer) -> Game:
    """The game that a message of the arena describes."""
    places = message.get("observation")
    return Game(
        term=message["game"],
        name=message["name"],
        summary=message["summary"],
        seats=message["seats"],
        chance=message["chance"],
        sum=message["sum"],
        min_payoff=message["min_payoff"],
        max_payoff=message["max_payoff"],
        max_plies=message["max_plies"],
        heuristics=tuple(message["heuristics"]),
        features=tuple(message["features"]),
        start_text=message["start"],
        hidden=message.get("hidden", False),
        actions=message.get("actions", 0),
        observation=None if places is None else (places[0], places[1]),
    )
