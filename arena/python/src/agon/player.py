"""Players in Python, and how they are seated: as a program that speaks the line protocol of Agon."""

from __future__ import annotations

import json
import sys
from collections import deque
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, TextIO

from . import _rules
from .game import Game, of_message
from .position import Position


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
    #: What it thinks, for the record: value, depth, nodes, pv.
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
    ) -> None:
        """Notes what it thinks: the value of the position for its seat, how deep it looked, at how many positions, and
        the line it expects."""
        told = {"value": value, "depth": depth, "nodes": nodes, "pv": pv}
        self.thoughts = {key: thought for key, thought in told.items() if thought is not None}


class Player:
    """A player: write `choose`, and for what may be needed, the others."""

    #: What it is called; its class, unless it says otherwise.
    name: str = ""
    #: Whether it may choose otherwise next time: it draws from `turn.random`.
    random: bool = False
    #: Whether it is told every move and the end of the game.
    follows: bool = False

    def choose(self, position: Position, turn: Turn) -> str:
        """One of `position.moves()`."""
        raise NotImplementedError

    def begin(self, game: Game, seat: int) -> None:
        """A new game begins."""

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


def _play(player: Player, table: _Table) -> None:
    game, draws = "", Random()
    while (message := table.next()) is not None:
        kind = message["type"]
        if kind == "hello":
            name = player.name or type(player).__name__
            hello = {"type": "hello", "protocol": 1, "name": name, "random": player.random, "follows": player.follows}
            table.say(hello)
        elif kind == "game":
            game = message["game"]
            draws = Random(int(message.get("seed") or 0))
            player.begin(of_message(message), message["seat"])
            table.say({"type": "ready"})
        elif kind == "choose":
            milliseconds = message.get("time")
            seconds = None if milliseconds is None else milliseconds / 1000
            turn = Turn(message["seat"], message["ply"], message.get("nodes"), seconds, draws)
            if clock := message.get("clock"):
                turn.clock = (clock["left"] / 1000, clock["increment"] / 1000)
            try:
                move = player.choose(Position(game, message["position"]), turn)
            except Resign:
                table.say({"type": "resign"})
            else:
                table.say({"type": "move", "move": move, **turn.thoughts})
        elif kind == "played":
            player.played(message["move"], Position(game, message["position"]))
        elif kind == "end":
            player.end(Position(game, message["position"]), message["payoffs"])
        elif kind == "quit":
            return
