"""Tournaments, with players of the arena and of this process, and their results."""

from __future__ import annotations

import copy
import importlib
import json
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ._command import AgonError, command
from .player import Player, serve


@dataclass(frozen=True)
class Standing:
    """How one player did at one game."""

    game: str
    place: int
    name: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    mean_payoff: float
    faults: int


@dataclass(frozen=True)
class Pair:
    """How two players did against each other at one game: the wins are those of `one`."""

    game: str
    one: str
    other: str
    wins: int
    draws: int
    losses: int


class Tournament:
    """The result of a tournament."""

    def __init__(self, document: dict[str, Any]) -> None:
        #: All of it, as `agon run --json` has it.
        self.document = document
        self.games: int = document["games"]
        self.fingerprint: str = document["fingerprint"]
        self.standings: list[Standing] = []
        self.pairs: list[Pair] = []
        for section in document["sections"]:
            game = section["game"]
            for row in section["standings"]:
                faults = sum(row["faults"].values())
                known = {key: row[key] for key in Standing.__annotations__ if key not in ("game", "faults")}
                self.standings.append(Standing(game=game, faults=faults, **known))
            for row in section.get("pairs", []):
                self.pairs.append(Pair(game=game, **{key: row[key] for key in Pair.__annotations__ if key != "game"}))

    def points(self, name: str) -> float:
        """The points of a player at all games."""
        return sum(standing.points for standing in self.standings if standing.name == name)

    def rows(self) -> list[dict[str, Any]]:
        """The standings as rows of a table."""
        return [asdict(standing) for standing in self.standings]

    def frame(self) -> Any:
        """The standings as a data frame of pandas."""
        return importlib.import_module("pandas").DataFrame(self.rows())

    def _repr_html_(self) -> str:
        keys = ["game", "place", "name", "points", "games", "wins", "draws", "losses"]
        head = "".join(f"<th>{key}</th>" for key in keys)
        cells = ("".join(f"<td>{_escaped(row[key])}</td>" for key in keys) for row in self.rows())
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    def __str__(self) -> str:
        rows = [f"{s.game}: {s.place}. {s.name}, {s.points:g} of {s.games}" for s in self.standings]
        return "\n".join(rows)


def _escaped(value: object) -> str:
    return str(value).replace("&", "&amp;").replace("<", "&lt;")


def run_tournament(
    games: str | Iterable[str],
    players: Iterable[str | Player] | Mapping[str, str | Player],
    *,
    openings: int = 1,
    seed: int = 1,
    random_plies: int | None = None,
    nodes: int | None = None,
    move_time: float | None = None,
    jobs: int | None = None,
    journal: str | Path | None = None,
    options: Iterable[str] = (),
) -> Tournament:
    """Plays a tournament and waits for its end.

    Players are terms of the arena, `"alpha-beta(depth=4)"`, or players of this process; a mapping gives them names. A
    player of this process is copied for every seat and thread, so that it may remember what it likes. `options` are
    more of the options of `agon run`.
    """
    named = list(players.items()) if isinstance(players, Mapping) else [(_name(p), p) for p in players]
    arguments = ["--json", "--quiet", "--openings", str(openings), "--seed", str(seed)]
    given = {"--random-plies": random_plies, "--nodes": nodes, "--jobs": jobs}
    if move_time is not None:
        given["--move-time"] = round(1000 * move_time)
    for name, value in given.items():
        if value is not None:
            arguments += [name, str(value)]
    arguments += options
    with _Host() as host, tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tournament.toml")
        entries = [(name, player if isinstance(player, str) else host.seat(player)) for name, player in named]
        # Texts in quotes are the same in TOML as in JSON.
        lines = [f"games = {json.dumps([games] if isinstance(games, str) else list(games))}", "players = ["]
        for name, term in entries:
            alone = json.dumps(term)
            lines.append(f"  {{ name = {json.dumps(name)}, player = {alone} }}," if name else f"  {alone},")
        file.write_text("\n".join([*lines, "]"]), encoding="utf-8")
        arguments += ["--journal", str(journal or Path(folder, "journal"))]
        done = subprocess.run(
            [command(), "run", str(file), *arguments], capture_output=True, text=True, encoding="utf-8"
        )
    if done.returncode != 0:
        raise AgonError(done.stderr.strip().removeprefix("agon: ") or f"exit code {done.returncode}")
    return Tournament(json.loads(done.stdout))


def _name(player: str | Player) -> str:
    return "" if isinstance(player, str) else player.name or type(player).__name__


class _Host:
    """Where the players of this process are found by the programs that stand for them in the arena."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._port: int = self._listener.getsockname()[1]

    def __enter__(self) -> _Host:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def seat(self, player: Player) -> str:
        """The term by which the arena finds `player`."""
        key = secrets.token_hex(16)
        self._players[key] = player
        return f'process("{sys.executable} -m agon.bridge {self._port} {key}")'

    def _listen(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with line, line.makefile("r", encoding="utf-8") as lines, line.makefile("w", encoding="utf-8") as out:
            player = self._players.get(lines.readline().strip())
            if player is not None:
                try:
                    serve(copy.deepcopy(player), lines, out)
                except (BrokenPipeError, ConnectionResetError, EOFError):
                    pass
