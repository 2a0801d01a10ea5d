"""How far a tournament is, as a bar of tqdm where that is installed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(wished: bool | None) -> Iterator[Callable[[int, int], None] | None]:
    """Called with the numbers of finished games and of all games; None for no reports."""
    if wished is False or (wished is None and importlib.util.find_spec("tqdm") is None):
        yield None
        return
    # On terminals alone, unless it is wished.
    drawn = importlib.import_module("tqdm.auto").tqdm(unit="game", disable=None if wished is None else False)

    def told(over: int, planned: int) -> None:
        if drawn.total != planned:
            drawn.total = planned
            drawn.refresh()
        drawn.update(over - drawn.n)

    with drawn:
        yield None if drawn.disable else told
