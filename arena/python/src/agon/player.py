"""Players in Python, and how they are seated: as a program that speaks the line protocol of Agon."""

from __future__ import annotations

import ctypes
import json
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, TextIO

from . import _rules
from .game import Game, of_message
from .position import Position, View


class Resign(Exception):
    """Raised by a player that gives the game up."""


@dataclass
class Turn:
    """What a player is given besides the position."""

    #: Its seat, counted from 1.
    seat: int
    #: How many moves were played before.
    ply: int = 0
    #: How many positions it may look at; None is no limit.
    nodes: int | None = None
    #: How many seconds it may think; None is no limit.
    time: float | None = None
    #: What to draw from: the same game, played again, draws the same.
    random: Random = field(default_factory=Random)
    #: What it thinks, for the record: value, depth, nodes, pv; and what the answer took.
    thoughts: dict[str, Any] = field(default_factory=dict)
    #: Its clock for the whole game, in seconds: what is left, of which this move is to take a part only, and what
    #: each move adds; None where there is none.
    clock: tuple[float, float] | None = None
    _begun: float = field(default_factory=monotonic)

    def left(self) -> float:
        """The seconds that are left: for this move, or where there is a clock for all to come."""
        return float("inf") if self.time is None else self.time - (monotonic() - self._begun)

    def think(
        self,
        value: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        pv: list[str] | None = None,
        usage: dict[str, float] | None = None,
    ) -> None:
        """Notes what it thinks: the value of the position for its seat, how deep it looked, at how many positions, and
        the line it expects; and as `usage` what the answer took, such as tokens, which is kept where it may try again."""
        told = {"value": value, "depth": depth, "nodes": nodes, "pv": pv, "usage": usage}
        self.thoughts = {key: thought for key, thought in told.items() if thought is not None}


class Player:
    """A player: write `choose`, and for what may be needed, the others."""

    #: What it is called; its class, unless it says otherwise.
    name: str = ""
    #: Whether it may choose otherwise next time: it draws from `turn.random`.
    random: bool = False
    #: Whether it is sent every move and the end of the game.
    follows: bool = False
    #: Whether it plays games that hide something from its seat: there it is given a `View` in the place of a position.
    hidden: bool = False
    #: How many redeals it wants with each view, 1000 at most.
    redeals: int = 0

    def choose(self, position: Any, turn: Turn) -> str:
        """One of `position.moves()`. The position is a `Position`; where the game hides something, a `View`."""
        raise NotImplementedError

    def begin(self, game: Game, seat: int) -> None:
        """A new game begins."""

    def illegal(self, move: str, why: str, left: int) -> None:
        """What it chose is no legal move, and why; it is asked again, and has so many tries left. Only told to who has
        `retries`."""

    def played(self, move: str, position: Position) -> None:
        """A move was played, by anybody, and led to this position. Only told to who follows."""

    def end(self, position: Position, payoffs: list[float]) -> None:
        """The game is over. Only told to who follows."""


class _Table:
    """The arena at the other end of two streams; it answers questions about rules too."""

    def __init__(self, lines: TextIO, out: TextIO) -> None:
        self._lines, self._out = lines, out
        # What came while an answer was waited for: its turn is later.
        self._waiting: deque[dict[str, Any]] = deque()

    def next(self) -> dict[str, Any] | None:
        return self._waiting.popleft() if self._waiting else self.read()

    def read(self) -> dict[str, Any] | None:
        line = self._lines.readline()
        message: dict[str, Any] | None = json.loads(line) if line else None
        return message

    def say(self, message: dict[str, Any]) -> None:
        self._out.write(json.dumps(message, separators=(",", ":")) + "\n")
        self._out.flush()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self.say(message)
        while True:
            answer = self.read()
            if answer is None:
                raise EOFError("the arena has gone")
            if answer.get("id") == message["id"] and answer["type"] in ("answers", "game", "error"):
                return answer
            self._waiting.append(answer)


def serve(player: Player, lines: TextIO | None = None, out: TextIO | None = None) -> None:
    """Plays at the arena's table until it says quit: what a program of yours does that `process("python3 mine.py")`
    names."""
    real_out = out or sys.stdout
    if out is None:
        # What a player prints must not be taken for a message.
        sys.stdout = sys.stderr
    table = _Table(lines or sys.stdin, real_out)
    _rules.use(table)
    try:
        _play(player, table)
    except (EOFError, BrokenPipeError):
        # The arena has gone while it was asked something.
        pass
    finally:
        _rules.use(None)
        if out is None:
            sys.stdout = real_out


# The threads in which players choose, or rules answer.
_choosing: set[int] = set()


@contextmanager
def choosing(thread: int) -> Iterator[None]:
    """Has Ctrl-C reach what goes on here, in this thread."""
    if thread in _choosing:
        # A player that looks ahead in a game of this process.
        yield
        return
    _choosing.add(thread)
    try:
        yield
    finally:
        _choosing.discard(thread)


def interrupt() -> None:
    """Has players that choose, and rules that answer, in other threads stop: Python hears Ctrl-C in its first thread only."""
    for thread in list(_choosing):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))


class Chair:
    """A player of one's own on its seat, and what it is asked there: by a table, or by the arena in this process."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.follows, self.hidden, self.redeals = bool(player.follows), bool(player.hidden), int(player.redeals)
        self._draws = Random()

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._draws = Random(seed)
        self.player.begin(game, seat)

    def choose(
        self,
        shown: Position | View,
        seat: int,
        ply: int,
        nodes: int | None,
        seconds: float | None,
        clock: tuple[float, float] | None = None,
    ) -> tuple[str | None, dict[str, Any]]:
        """Its move, None where it resigns, and what it thinks."""
        turn = Turn(seat, ply, nodes, seconds, self._draws, clock=clock)
        with choosing(threading.get_ident()):
            try:
                return self.player.choose(shown, turn), turn.thoughts
            except Resign:
                return None, {}


def _play(player: Player, table: _Table) -> None:
    game, chair = "", Chair(player)
    # The question that was asked last, and when: a second try has what is left of its time.
    question: dict[str, Any] = {}
    asked = 0.0
    while (message := table.next()) is not None:
        kind = message["type"]
        if kind == "hello":
            name = player.name or type(player).__name__
            hello = {"type": "hello", "protocol": 1, "name": name, "random": player.random, "follows": player.follows}
            if player.hidden:
                hello.update(hidden=True, redeals=player.redeals)
            table.say(hello)
        elif kind == "game":
            game = message["game"]
            chair.begin(of_message(message), message["seat"], int(message.get("seed") or 0))
            table.say({"type": "ready"})
        elif kind in ("choose", "illegal"):
            if kind == "illegal":
                player.illegal(message["move"], message["why"], message["left"])
            else:
                question, asked = message, monotonic()
            table.say(_answer(chair, game, question, monotonic() - asked))
        elif kind == "played":
            player.played(message["move"], Position(game, message["position"]))
        elif kind == "end":
            player.end(Position(game, message["position"]), message["payoffs"])
        elif kind == "quit":
            return


def _answer(chair: Chair, game: str, question: dict[str, Any], passed: float) -> dict[str, Any]:
    """The answer to a question, so many seconds after it was asked."""
    seat, milliseconds, clock = question["seat"], question.get("time"), question.get("clock")
    shown: Position | View
    if "view" in question:
        redeals = tuple(Position(game, text) for text in question.get("redeals", []))
        shown = View(game, question["view"], seat, tuple(question["moves"]), redeals)
    else:
        shown = Position(game, question["position"])
    move, thoughts = chair.choose(
        shown,
        seat,
        question["ply"],
        question.get("nodes"),
        None if milliseconds is None else milliseconds / 1000 - passed,
        clock and (clock["left"] / 1000 - passed, clock["increment"] / 1000),
    )
    return {"type": "resign"} if move is None else {"type": "move", "move": move, **thoughts}
