"""What is raised where something is wrong."""

from __future__ import annotations


class AgonError(Exception):
    """Something could not be done, and this says why: the command `agon` is missing, a player gave no move."""


class RulesError(AgonError):
    """A game, a position or a move that there is not."""


class Breakdown(AgonError):
    """A game or a player broke down, and not the program that asked."""
