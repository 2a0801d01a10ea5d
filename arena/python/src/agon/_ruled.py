"""Games of this process: how the extension asks objects of the class `Rules`."""

from __future__ import annotations

import json
import threading
import traceback
from pathlib import Path
from typing import Any

from ._backend import native, needs_native
from ._content import content
from ._errors import RulesError
from ._host import quoted
from .player import choosing
from .rules import Rules, _Server

_OWN = Path(__file__).parent


class Answers:
    """Answers questions about the positions of a game."""

    def __init__(self, rules: Rules) -> None:
        self._server = _Server(rules)

    def about(self) -> str:
        """What the game is, as a line of the protocol."""
        return json.dumps(self._server.about())

    def answers(
        self, positions: list[str], want: tuple[bool, bool, bool, bool], seat: int | None, seeds: list[str]
    ) -> list[dict[str, Any]]:
        """What is known about each position: the moves, where they lead, views, redeals, as far as they are wanted."""
        ask = {"want": _wanted(want), "seat": seat, "seeds": seeds}
        with choosing(threading.get_ident()):
            return [self._server.answer(position, ask) for position in positions]

    def after(self, pairs: list[tuple[str, str]], want: tuple[bool, bool, bool, bool]) -> list[dict[str, Any]]:
        """The same about the position after each move from a position."""
        wanted = _wanted(want)
        with choosing(threading.get_ident()):
            return [self._server.after(position, move, wanted) for position, move in pairs]


def _wanted(want: tuple[bool, bool, bool, bool]) -> list[str]:
    return [what for what, is_wanted in zip(("moves", "successors", "views", "redeals"), want) if is_wanted]


def told(error: BaseException) -> str:
    """An exception in words, with the line that raised it."""
    words = traceback.format_exception_only(type(error), error)[-1].strip()
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if Path(frame.filename).parent != _OWN] or frames
    return f"{words} ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else words


def term_of(rules: Rules) -> str:
    """The term by which the arena of this process finds a game of this process. It goes by what the rules say: whoever writes the
    same again has the same game, and its tournaments have the same fingerprints."""
    if native is None:
        needs_native("playing a game of this process")
    if not isinstance(rules, Rules):
        raise RulesError(f"a game is a term or an object of the class Rules, not {type(rules).__name__}")
    found = _objects.get(id(rules))
    if found is not None:
        return found[1]
    address, exact = _address(rules)
    # The newest of equal objects answers: what they ask beyond their text, such as a file, may have changed.
    term: str = native.rules_term(rules.name, address, Answers(rules), _terms.get(exact) if exact is not None else None)
    if exact is not None:
        _terms[exact] = term
    _objects[id(rules)] = (rules, term)
    return term


def own_term(rules: Rules) -> str:
    """The term of a game of this process, also where the extension is not here to find it by."""
    return term_of(rules) if native is not None else f"python(object={quoted(_address(rules)[0])})"


def rules_of(term: str) -> Rules | None:
    """The object that a term of this process names; None if there is none."""
    return next((rules for rules, known in reversed(_objects.values()) if known == term), None)


def forget(*rules: Rules) -> None:
    """Keeps these objects here no longer: nobody plays them again."""
    for each in rules:
        _objects.pop(id(each), None)


#: The objects that are games, by identity, which they keep as long as they are here; and their terms.
_objects: dict[int, tuple[Rules, str]] = {}
#: The terms of games, by their name and what exactly they are.
_terms: dict[tuple[str, str], str] = {}


def _address(rules: Rules) -> tuple[str, tuple[str, str] | None]:
    """What a game is called here: its name, with a hash of what it says. Where it holds something that cannot be told, such as an
    open file, it is its name alone, which says nothing beyond this process."""
    try:
        text, exact = content(rules), content(rules, exactly=True)
    except Exception:
        # Whatever its attributes raise when they are looked at.
        return rules.name, None
    return f"{rules.name} {text[:16]}", (rules.name, exact)
