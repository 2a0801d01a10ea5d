"""Results as pictures, by matplotlib."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._errors import AgonError

if TYPE_CHECKING:
    from .tournament import Rating


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    return importlib.import_module("matplotlib.pyplot").subplots(layout="constrained")[1]


def plot_ratings(ratings: Sequence[Rating], axes: Any = None) -> Any:
    """Ratings with their 95 % intervals, a row for each, the best of a game on top. Who has won all, or lost all, has none."""
    known = [rating for rating in ratings if rating.elo is not None]
    if not known:
        raise AgonError("nobody has a rating: who wins all games, or loses all, has none, and more games are needed")
    axes = _axes(axes)
    games = {rating.game for rating in known}
    names = [rating.name if len(games) == 1 else f"{rating.name}, {rating.game}" for rating in known]
    rows = range(len(known))
    axes.errorbar(
        [rating.elo for rating in known], rows, xerr=[rating.error or 0.0 for rating in known], fmt="o", capsize=3
    )
    axes.set_yticks(rows, names)
    axes.invert_yaxis()
    axes.set_xlabel("Elo points, with 95 % intervals")
    return axes


def plot_curve(curve: dict[str, Any], axes: Any = None) -> Any:
    """The strength measured while an evaluation was learned, with 95 % intervals: a line for each opponent. Where its game is
    solved, also the share of best moves, and on an axis of its own on the right the mean regret; nothing is uncertain there."""
    lines: dict[str, list[tuple[int, float, float, float]]] = {}
    exact: list[tuple[int, float, float]] = []
    for point in curve["points"]:
        for measured in point["measured"]:
            name = measured["player"] if measured["against"] is None else f"against {measured['against']}"
            spot = (point["games"], measured["value"], measured["low"], measured["high"])
            lines.setdefault(name, []).append(spot)
        if (found := point.get("exact")) is not None:
            exact.append((point["games"], found["optimal"], found["regret"]))
    if not lines and not exact:
        raise AgonError("nothing was measured of this learning")
    axes = _axes(axes)
    for name, spots in lines.items():
        games, values, lows, highs = (list(column) for column in zip(*spots))
        (line,) = axes.plot(games, values, marker="o", label=name)
        axes.fill_between(games, lows, highs, color=line.get_color(), alpha=0.2)
    if exact:
        games, optimal, regret = (list(column) for column in zip(*exact))
        axes.plot(games, optimal, marker="s", label="best moves")
        right = axes.twinx()
        right.plot(games, regret, marker="x", color="gray", linestyle="--")
        right.set_ylabel("mean regret, in payoffs (dashed)")
    axes.set_xlabel("games of self-play")
    shares = ["share of the points"] * bool(lines) + ["share of best moves"] * bool(exact)
    axes.set_ylabel(", ".join(shares))
    axes.legend()
    return axes
