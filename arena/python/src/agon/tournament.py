"""Tournaments, with players of the arena and of this process, and their results."""

from __future__ import annotations

import importlib
import json
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from ._backend import knows, native
from ._command import command, is_there
from ._errors import AgonError
from ._host import Host
from ._progress import bar
from .game import is_own, term_of
from .player import Player
from .rules import Rules


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


@dataclass(frozen=True)
class Rating:
    """How strong one player is at one game."""

    game: str
    #: Which of the groups whose ratings can be compared, counted from 1.
    group: int
    name: str
    #: Elo points, of which the mean of the group has 0; None where all its games are won, or lost.
    elo: float | None
    #: Half of the 95 % interval.
    error: float | None


@dataclass(frozen=True)
class Fault:
    """A game that was forfeited, or that is void."""

    #: The number of the game in the plan, from 0.
    number: int
    game: str
    #: Whose fault it was; None where the game is void.
    name: str | None
    #: How the game ended: `void`, or what the fault was.
    ended: str
    #: More of it, where there is more: the exception of rules in Python, with file and line.
    detail: str | None


class Tournament:
    """The result of a tournament."""

    def __init__(self, document: dict[str, Any]) -> None:
        #: All of it, as `agon run --json` has it.
        self.document = document
        self.games: int = document["games"]
        self.fingerprint: str = document["fingerprint"]
        self.standings: list[Standing] = []
        self.pairs: list[Pair] = []
        #: How many games are void: the rules broke down, and the game counts for nobody.
        self.void = sum(section["void"] for section in document["sections"])
        #: How many games were ended because they were too long.
        self.too_long = sum(section["too_long"] for section in document["sections"])
        #: The first games that were forfeited or are void.
        self.faults = [
            Fault(fault["number"], fault["game"], fault.get("name"), fault["ended"], fault.get("detail"))
            for fault in document["faults"]
        ]
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

    def frame(self, library: Literal["pandas", "polars"] = "pandas") -> Any:
        """The standings as a data frame, of pandas unless polars is asked for."""
        return importlib.import_module(library).DataFrame(self.rows())

    def ratings(self) -> list[Rating]:
        """How strong everybody is, game by game, the best first: of those who met each other, or others in between."""
        return [
            Rating(section["game"], group, row["name"], row["elo"], row["error"])
            for section in self.document["sections"]
            for group, rows in enumerate(section.get("ratings", []), 1)
            for row in rows
        ]

    def plot(self, axes: Any = None) -> Any:
        """The ratings with their 95 % intervals, drawn by matplotlib: on these axes, or on new ones, which are given back."""
        from .plots import plot_ratings

        return plot_ratings(self.ratings(), axes)

    def _warnings(self) -> list[str]:
        """What is to be known before the standings are believed, each in a line."""
        lines = []
        if self.void:
            first = next((fault.detail for fault in self.faults if fault.name is None and fault.detail), None)
            lines.append(f"{self.void} of {self.games} games are void and count for nobody" + (f": {first}" if first else ""))
        if self.too_long:
            lines.append(f"{self.too_long} of {self.games} games were too long, and were ended at the most plies")
        return lines

    def _repr_html_(self) -> str:
        keys = ["game", "place", "name", "points", "games", "wins", "draws", "losses"]
        head = "".join(f"<th>{key}</th>" for key in keys)
        cells = ("".join(f"<td>{_escaped(row[key])}</td>" for key in keys) for row in self.rows())
        warnings = "".join(f"<p><strong>{_escaped(line)}</strong></p>" for line in self._warnings())
        return f"{warnings}<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    def __str__(self) -> str:
        rows = [f"{s.game}: {s.place}. {s.name}, {s.points:g} of {s.games}" for s in self.standings]
        return "\n".join([*self._warnings(), *rows])


def _escaped(value: object) -> str:
    return str(value).replace("&", "&amp;").replace("<", "&lt;")


def run_tournament(
    games: str | Rules | Iterable[str | Rules],
    players: Iterable[str | Player] | Mapping[str, str | Player],
    *,
    openings: int = 1,
    seed: int = 1,
    secret: str | None = None,
    random_plies: int | None = None,
    nodes: int | None = None,
    move_time: float | None = None,
    jobs: int | None = None,
    journal: str | Path | None = None,
    options: Iterable[str] = (),
    progress: bool | None = None,
) -> Tournament:
    """Plays a tournament and waits for its end.

    Games are terms, `"connect-four"`, or games of this process, objects of the class `Rules`: those start no process.

    Players are terms of the arena, `"alpha-beta(depth=4)"`, or players of this process; a mapping gives them names. A
    player of this process is copied for every seat and thread, so that it may remember what it likes. The seed alone
    decides what is drawn, unless there is a `secret`, 32 hexadecimal digits; where programs play, terms such as
    `process(…)`, that might look for the seed, one is drawn if none is given, and `"none"` does without. `options` are
    more of the options of `agon run`. A bar of tqdm, where that is installed, shows how many games are over on terminals; with
    `progress=True` everywhere, with `progress=False` nowhere. Where a process plays there is none.
    """
    if isinstance(players, (str, Player)):
        raise AgonError("players: there is one alone; accepted: a list of them, or a mapping that names them")
    named = list(players.items()) if isinstance(players, Mapping) else [(_name(p), p) for p in players]
    terms = [term_of(game) for game in ([games] if isinstance(games, (str, Rules)) else games)]
    options = list(options)
    milliseconds = None if move_time is None else round(1000 * move_time)
    is_plain = journal is None and not options
    if is_plain and native is not None and _is_played_here(terms, [player for _, player in named]):
        limits = {"secret": secret, "random_plies": random_plies, "nodes": nodes, "move_time": milliseconds, "jobs": jobs}
        with bar(progress) as told:
            document = native.run_tournament(terms, named, openings=openings, seed=seed, progress=told, **limits)
        return Tournament(json.loads(document))
    if any(is_own(term) for term in terms):
        raise AgonError(
            "a game of this process is played here, without `journal` and `options`, and by players that are linked here; a program"
            " of its own that calls agon.serve_game is played by everybody"
        )
    arguments = ["--json", "--quiet", "--openings", str(openings), "--seed", str(seed)]
    is_decided = secret is not None or "--secret" in options or journal is not None and Path(journal).exists()
    if not is_decided and native is not None and _are_ours(player for _, player in named):
        secret = "none"
    given = {"--secret": secret, "--random-plies": random_plies, "--nodes": nodes, "--jobs": jobs, "--move-time": milliseconds}
    for name, value in given.items():
        if value is not None:
            arguments += [name, str(value)]
    arguments += options
    with Host() as host, tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tournament.toml")
        entries = [(name, player if isinstance(player, str) else host.seat(player)) for name, player in named]
        # Texts in quotes are the same in TOML as in JSON.
        lines = [f"games = {json.dumps(terms)}", "players = ["]
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


def _is_played_here(games: list[str], players: list[str | Player]) -> bool:
    """Whether the extension plays these games and players, or no command is there that might know more of them: then it
    says what they should be."""
    return _are_ours(players) and all(knows(game) for game in games) or not is_there()


def _are_ours(players: Iterable[str | Player]) -> bool:
    """Whether all players are linked here, or objects of the caller."""
    assert native is not None
    return all(native.knows_player(player) for player in players if isinstance(player, str))


def _name(player: str | Player) -> str:
    if isinstance(player, str):
        return ""
    if not isinstance(player, Player):
        raise AgonError(f"a player is a term or an object of the class Player, not {type(player).__name__}")
    return player.name or type(player).__name__
