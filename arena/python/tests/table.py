"""A small arena for tests: it seats programs by the line protocol, and has them play by the rules of `agon protocol --rules`."""

from __future__ import annotations

import json
import random
import subprocess
from typing import Any

from agon import _rules
from agon.game import game as find_game
from agon.position import Position


class Program:
    """A program at the table."""

    def __init__(self, command: list[str], game: str, seat: int) -> None:
        self.game = find_game(game)
        self.seat = seat
        self.asked = 0
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        hello = self.say({"type": "hello", "protocol": 1, "agon": "test"}, "hello")
        assert hello["protocol"] == 1 and hello["name"], hello
        self.follows: bool = hello.get("follows", False)
        about = _rules.about(game)
        about.pop("id")
        self.say({**about, "seat": seat, "seed": "18446744073709551615"}, "ready")

    def say(self, message: dict[str, Any], expected: str | None = None) -> dict[str, Any]:
        """Says something; if an answer is expected, answers questions until it is there."""
        assert self.process.stdin is not None and self.process.stdout is not None
        while True:
            # As Agon writes it: without spaces.
            self.process.stdin.write(json.dumps(message, separators=(",", ":"), ensure_ascii=False) + "\n")
            self.process.stdin.flush()
            if expected is None:
                return {}
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
            if answer["type"] == "ask":
                self.asked += 1
                known = _rules.ask(self.game.term, answer["positions"], answer.get("want", []), answer.get("heuristic"))
                message = {"type": "answers", "id": answer.get("id", 0), "answers": known}
            elif answer["type"] == "info":
                message = {"type": "stop"}
            else:
                assert answer["type"] == expected, answer
                return answer

    def choose(self, position: Position, ply: int) -> str:
        moves, codes = position.moves(), list[str]()
        codes += _rules.ask(self.game.term, [position.text], ["codes"])[0]["codes"]
        message = {"type": "choose", "position": position.text, "moves": moves, "codes": codes, "seat": self.seat}
        answer = self.say({**message, "ply": ply, "time": 10_000}, "move")
        if "index" in answer:
            return moves[int(answer["index"])]
        if "code" in answer:
            return moves[codes.index(answer["code"])]
        move: str = answer["move"]
        return move

    def follow(self, move: str, position: Position) -> None:
        if self.follows:
            self.say({"type": "played", "move": move, "code": "", "position": position.text})
            if position.is_over:
                self.say({"type": "end", "position": position.text, "payoffs": position.payoffs()})

    def quit(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.say({"type": "quit"})
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(timeout=20) == 0


def play(command: list[str], game: str, seed: int = 0, seat: int = 1) -> tuple[list[float], Program]:
    """A game of a program against random moves: what every seat got."""
    draws = random.Random(seed)
    program = Program(command, game, seat)
    position, ply = find_game(game).start, 0
    while not position.is_over:
        if position.node == "chance":
            chances = position.chances()
            move = draws.choices(list(chances), list(chances.values()))[0]
        elif position.seat == seat:
            move = program.choose(position, ply)
        else:
            move = draws.choice(position.moves())
        position, ply = position.play(move), ply + 1
        program.follow(move, position)
    payoffs = position.payoffs()
    program.quit()
    return payoffs, program
