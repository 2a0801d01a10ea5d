"""Questions about positions, and who answers them: a process of `agon protocol --rules`, or the arena at whose table we sit."""

from __future__ import annotations

import atexit
import itertools
import json
import os
import subprocess
import threading
from typing import Any, Protocol

from ._command import command
from ._errors import AgonError, RulesError

Answer = dict[str, Any]


class Asker(Protocol):
    """The process that answers questions."""

    def ask(self, message: Answer) -> Answer: ...


class RulesProcess:
    """A process of `agon protocol --rules`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # Ctrl-C goes to the whole group: the answering process is in one of its own, and ends with us or when we say so.
        self._process = subprocess.Popen(
            [command(), "protocol", "--rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._questions, self._answers = self._process.stdin, self._process.stdout
        self.is_open = True
        atexit.register(self.close)
        hello = self._read()
        if hello.get("protocol") != 1:
            raise AgonError(f"this package speaks protocol 1, not {hello.get('protocol')}")

    def ask(self, message: Answer) -> Answer:
        with self._lock:
            try:
                self._questions.write(json.dumps(message, separators=(",", ":")) + "\n")
                self._questions.flush()
                answer = self._read()
                if answer.get("id") != message["id"]:
                    raise AgonError(f"question {message['id']} was given the answer to {answer.get('id')}")
            except BaseException:
                # An interrupted caller may have left half a line behind: this process is not asked again.
                self.close()
                raise
            return answer

    def close(self) -> None:
        self.is_open = False
        atexit.unregister(self.close)
        self._process.kill()
        self._process.communicate()

    def forget(self) -> None:
        """Lets go of the pipes, which are those of the process that we are a fork of."""
        self.is_open = False
        atexit.unregister(self.close)
        with open(os.devnull, "r+b") as nothing:
            for stream in (self._questions, self._answers):
                os.dup2(nothing.fileno(), stream.fileno())

    def _read(self) -> Answer:
        line = self._answers.readline()
        if not line:
            raise AgonError(f"`agon protocol --rules` has ended, with exit code {self._process.wait()}")
        message: Answer = json.loads(line)
        return message


_numbers = itertools.count(1)
_own: RulesProcess | None = None
_own_lock = threading.Lock()
# Those of the processes that we are a fork of; nobody here may wait for them.
_inherited: list[RulesProcess] = []
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
        if _own is None or not _own.is_open:
            _own = RulesProcess()
        return _own


def _after_fork() -> None:
    """A forked process asks one of its own. Another thread may have held the lock, and is not here."""
    global _own, _own_lock
    _own_lock = threading.Lock()
    if _own is not None:
        _own.forget()
        _inherited.append(_own)
        _own = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _answered(message: Answer) -> Answer:
    answer = _asker().ask({"id": next(_numbers), **message})
    if answer["type"] == "error":
        raise RulesError(answer["message"])
    return answer


def is_seated() -> bool:
    """Whether this thread sits at the arena's table, which answers its questions."""
    return getattr(_local, "asker", None) is not None


def about(term: str) -> Answer:
    """The facts about a game."""
    return _answered({"type": "about", "game": term})


def redeal(term: str, position: str, seat: int, seed: int) -> Answer:
    """What is known about a position, a redeal of it among it."""
    wanted = {"want": ["redeals"], "seat": seat, "seeds": [str(seed)]}
    answer: Answer = _answered({"type": "ask", "game": term, "positions": [position], **wanted})["answers"][0]
    return answer


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
