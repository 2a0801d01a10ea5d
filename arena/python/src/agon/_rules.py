"""Questions about positions, and who answers them: a process of `agon rules`, or the arena at whose table we sit."""

from __future__ import annotations

import atexit
import itertools
import json
import subprocess
import threading
from typing import Any, Protocol

from ._command import AgonError, command

Answer = dict[str, Any]


class RulesError(AgonError):
    """A game, a position or a move that there is not."""


class Asker(Protocol):
    """Whoever answers questions."""

    def ask(self, message: Answer) -> Answer: ...


class RulesProcess:
    """A process of `agon rules`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [command(), "rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        atexit.register(self.close)
        hello = self._read()
        if hello.get("protocol") != 1:
            raise AgonError(f"this package speaks protocol 1, not {hello.get('protocol')}")

    def ask(self, message: Answer) -> Answer:
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
            return self._read()

    def close(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process.wait()

    def _read(self) -> Answer:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise AgonError(f"`agon rules` has ended, with exit code {self._process.wait()}")
        message: Answer = json.loads(line)
        return message


_numbers = itertools.count(1)
_own: RulesProcess | None = None
_own_lock = threading.Lock()
# Who answers in this thread, if not a process of our own: the arena at whose table its player sits.
_local = threading.local()


def use(asker: Asker | None) -> None:
    """Has `asker` answer the questions of this thread."""
    _local.asker = asker


def _asker() -> Asker:
    global _own
    asker: Asker | None = getattr(_local, "asker", None)
    if asker is not None:
        return asker
    with _own_lock:
        if _own is None:
            _own = RulesProcess()
        return _own


def _answered(message: Answer) -> Answer:
    answer = _asker().ask({"id": next(_numbers), **message})
    if answer["type"] == "error":
        raise RulesError(answer["message"])
    return answer


def about(term: str) -> Answer:
    """The facts about a game."""
    return _answered({"type": "about", "game": term})


# As many positions as surely find room in a line, there and back.
_BATCH = 500


def ask(term: str, positions: list[Any], want: list[str], heuristic: str | None = None) -> list[Answer]:
    """What is known about positions, in order. Long lists are asked in parts."""
    answers: list[Answer] = []
    size = _BATCH
    while len(answers) < len(positions):
        message: Answer = {"type": "ask", "game": term, "positions": positions[len(answers) :][:size], "want": want}
        if heuristic is not None:
            message["heuristic"] = heuristic
        try:
            answers += _answered(message)["answers"]
        except RulesError as error:
            if size == 1 or "ask about fewer" not in str(error):
                raise
            size = max(1, size // 8)
    return answers
