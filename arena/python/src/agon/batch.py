"""Many games at once, in arrays of numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._backend import native, needs_native

if TYPE_CHECKING:
    from ._native import Batch


def batch(game: str, games: int, *, seed: int = 0, width: int | None = None) -> Batch:
    """So many games of one kind, which go on together: `agon.batch("connect-four", 4096)`.

    `width` is the room for what is seen in games that are seen as a text; 512 bytes unless given.
    """
    if native is None:
        needs_native("a batch")
    found: Batch = native.Batch(game, games, seed=seed, width=width)
    return found


def restored(state: bytes) -> Batch:
    """The batch that `batch.save()` wrote: the same actions give the same arrays. Pickles are read by it."""
    if native is None:
        needs_native("a batch")
    found: Batch = native.Batch.restored(state)
    return found
