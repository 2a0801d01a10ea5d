"""Evaluations that are learned by self-play."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from . import _command
from ._backend import native
from ._errors import AgonError


@dataclass(frozen=True)
class Model:
    """A learned evaluation, in a file."""

    path: Path
    #: The SHA-256 of the file, by which journals name it.
    sha256: str

    @property
    def heuristic(self) -> str:
        """What players go by: `f"alpha-beta(depth=4, heuristic={model.heuristic})"`."""
        # In a term the backslash and the quotation mark have one before them.
        name = str(self.path).replace("\\", "\\\\").replace('"', '\\"')
        return f'learned("{name}")'

    def curve(self) -> dict[str, Any]:
        """How strong it was after how many games, as `agon learn` measures it and keeps it beside the file."""
        place = self.path.with_name(f"{self.path.name}.curve.json")
        try:
            found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise AgonError(f"{place}: there is none; `agon learn {self.path.stem}` measures while it learns") from None
        return found

    def plot(self, axes: Any = None) -> Any:
        """The curve, drawn by matplotlib: on these axes, or on new ones, which are given back."""
        from .plots import plot_curve

        return plot_curve(self.curve(), axes)


def learn(
    game: str,
    path: str | Path | None = None,
    *,
    games: int | None = None,
    minutes: float | None = None,
    model: Literal["tables", "compact", "net"] = "tables",
    hidden: int | None = None,
    residual: bool = False,
    depth: int = 1,
    keep: Literal["last", "best"] = "last",
    seed: int = 1,
    jobs: int | None = None,
    force: bool = False,
) -> Model:
    """Learns to judge the positions of a game by playing it against itself, as `agon learn` does: from `games` games, or for
    `minutes` minutes; for one minute unless either is given. The file is `path`, the game's name and `.agon` unless given; one seed
    and one number of games give the same bytes on any number of cores.

    `model` is what is learned: tables, tables of which each weight is a byte, or a net with so many `hidden` units, 32 unless
    given; `residual` lets the net correct the game's usual heuristic. With a `depth` of more than 1 self-play looks so many moves
    ahead. `keep="best"` writes the best evaluation on the way rather than the last one, by matches that are counted and seeded.

    A file that is there already is replaced with `force=True` only. Games are played by the rules that are linked here, or, without
    the extension, by the command. Ctrl-C leaves no file.
    """
    place = Path(path) if path is not None else Path(game.partition("(")[0] + ".agon")
    if place.exists() and not force:
        raise AgonError(f"{place}: a file is there, and would be lost; name another one, or say force=True")
    if native is not None:
        found: bytes = native.learn(
            game, games=games, minutes=minutes, model=model, hidden=hidden, residual=residual, depth=depth, keep=keep, seed=seed,
            jobs=jobs,
        )
        _write(place, found)
        return Model(place, hashlib.sha256(found).hexdigest())
    given = {
        "--games": games,
        "--minutes": minutes,
        "--model": model,
        "--hidden": hidden,
        "--depth": depth,
        "--keep": keep,
        "--seed": seed,
        "--jobs": jobs,
    }
    options = [word for name, value in given.items() if value is not None for word in (name, str(value))]
    options += ["--residual"] * residual
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder, "learned.agon")
        answer = json.loads(_command.run(["learn", game, "-o", str(whole), "--unmeasured", "--json", *options]))
        _write(place, whole.read_bytes())
    return Model(place, answer["sha256"])


def _write(place: Path, found: bytes) -> None:
    """Writes a file whole, or not at all."""
    unfinished = place.with_name(f"{place.name}.{os.getpid()}.unfinished")
    try:
        unfinished.write_bytes(found)
        os.replace(unfinished, place)
    finally:
        unfinished.unlink(missing_ok=True)
