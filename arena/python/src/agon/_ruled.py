"""Games of this process: how the extension asks objects of the class `Rules`."""

from __future__ import annotations

import json
import threading
import traceback
from pathlib import Path
from typing import Any

from ._backend import native, needs_native
from ._errors import RulesError
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
        self, positions: list[str], want: tuple[bool, bool, bool], seat: int | None, seeds: list[str]
    ) -> list[dict[str, Any]]:
        """What is known about each position: where the moves lead, views, redeals, as far as they are wanted."""
        wanted = [what for what, is_wanted in zip(("moves", "views", "redeals"), want) if is_wanted]
        ask = {"want": wanted, "seat": seat, "seeds": seeds}
        with choosing(threading.get_ident()):
            return [self._server.answer(position, ask) for position in positions]


def told(error: BaseException) -> str:
    """An exception in words, with the line that raised it."""
    words = traceback.format_exception_only(type(error), error)[-1].strip()
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if Path(frame.filename).parent != _OWN] or frames
    return f"{words} ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else words


def term_of(rules: Rules) -> str:
    """The term by which the arena of this process finds a game of this process."""
    if native is None:
        needs_native("playing a game of this process")
    if not isinstance(rules, Rules):
        raise RulesError(f"a game is a term or an object of the class Rules, not {type(rules).__name__}")
    term: str = native.rules_term(rules, rules.name, Answers(rules))
    return term
