"""What is raised where something is wrong."""

from __future__ import annotations


class AgonError(Exception):
    """Something could not be done, and this says why: the command `agon` is missing, a player gave no move."""

    # Laid out as `Exception` is: so the extension can make its panics a kind of `Breakdown`.
    __slots__ = ()


class RulesError(AgonError):
    """A game, a position or a move that there is not."""

    __slots__ = ()


class Breakdown(AgonError):
    """A game or a player broke down, and not the program that asked."""

    __slots__ = ()
