"""Where the players and games of this process are found by the programs that stand for them in the arena."""

from __future__ import annotations

import copy
import secrets
import shlex
import socket
import sys
import threading
from collections.abc import Callable
from typing import TextIO

from .player import Player, choosing, interrupt, serve
from .rules import Rules, serve_game

#: What answers line by line until the other end is gone.
_Speaker = Callable[[TextIO, TextIO], None]


class Host:
    """Speaks for objects of this process to the programs by which the command `agon` finds them."""

    def __init__(self) -> None:
        self._speakers: dict[str, _Speaker] = {}
        # The names of games, by the command lines of their programs.
        self._games: dict[str, str] = {}
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._port: int = self._listener.getsockname()[1]
        #: What the rules of a game raised last, which only this process knows, and those rules.
        self.raised: tuple[Rules, Exception] | None = None

    def __enter__(self) -> Host:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._listener.close()
        if kind is KeyboardInterrupt:
            interrupt()

    def seat(self, player: Player) -> str:
        """The term by which the arena finds `player`."""

        def speak(lines: TextIO, out: TextIO) -> None:
            serve(copy.deepcopy(player), lines, out)

        draws = ", random=true" if player.random else ""
        return f"process({quoted(self._line(speak))}{draws})"

    def game(self, rules: Rules) -> str:
        """The term by which the arena finds the game of `rules`."""

        def speak(lines: TextIO, out: TextIO) -> None:
            try:
                with choosing(threading.get_ident()):
                    serve_game(rules, lines, out)
            except Exception as error:
                self.raised = rules, error

        line = self._line(speak)
        self._games[line] = rules.name
        return f"program({quoted(line)})"

    def readable(self, words: str) -> str:
        """What the arena says, with the names of the games in the place of the programs that stand for them."""
        for line, name in self._games.items():
            program, game = f"the game's program `{line}`", named(name)
            words = words.replace(f"program: {program}", game).replace(program, game)
        return words

    def _line(self, speaker: _Speaker) -> str:
        """The command line of a program that hands lines on to `speaker`."""
        key = secrets.token_hex(16)
        self._speakers[key] = speaker
        return shlex.join([sys.executable, "-m", "agon.bridge", str(self._port), key])

    def _listen(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._speak, args=(line,), daemon=True).start()

    def _speak(self, line: socket.socket) -> None:
        with line, line.makefile("r", encoding="utf-8") as lines, line.makefile("w", encoding="utf-8") as out:
            speaker = self._speakers.get(lines.readline().strip())
            if speaker is not None:
                try:
                    speaker(lines, out)
                except (BrokenPipeError, ConnectionResetError, EOFError):
                    pass


def named(game: str) -> str:
    """What a game of this process is called in messages."""
    return f"the game `{game}` of Python"


def quoted(text: str) -> str:
    """A text as a term writes it: the backslash and the quotation mark have a backslash before them."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
