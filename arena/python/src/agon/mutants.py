"""Faults planted in a game, to see which checks find them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from ._backend import native, needs_native
from ._errors import AgonError
from .game import forget, term_of
from .rules import Rules


@dataclass(frozen=True)
class Mutant:
    """A fault that was planted in a game, and who found it."""

    name: str
    #: What is wrong, in words.
    meaning: str
    #: `rules`: the game is another one, which no law can know; `promise`: an answer breaks what it promises.
    kind: Literal["rules", "promise"]
    #: Whether it makes a difference in this game; nobody looks for one that does not.
    differs: bool
    #: The law that finds it; None where all hold.
    laws: str | None
    #: What the tests raised; None where they passed, or there are none.
    tests: str | None

    @property
    def is_unseen(self) -> bool:
        """Whether it makes a difference, and nothing found it."""
        return self.differs and self.laws is None and self.tests is None


def mutants(game: str | Rules, tests: Callable[[], object] | None = None) -> list[Mutant]:
    """Plants faults in a game, one at a time, and says who finds them, as `agon laws GAME --mutants` does: the laws, and
    `tests`, which is called with each fault in every game that `agon.game` gives, and finds it by raising. What reads the
    rules themselves, and not the game, sees no fault.

    Raises an AgonError if the tests raise without a fault, or pass where no game answers.
    """
    if native is None:
        needs_native("planting faults")
    term = term_of(game)
    if tests is not None:
        for control in ("unchanged", "rules-alone"):
            found = _told(tests, control)
            if found is not None:
                raise AgonError(f"tests: without a fault they raise {found}")
        if _told(tests, "broken") is None:
            raise AgonError("tests: they pass where no game answers, so no fault reaches them")
    results = []
    for name, meaning, kind in native.faults():
        differs, law = native.judged(term, name)
        found = _told(tests, name) if differs and tests is not None else None
        results.append(Mutant(name, meaning, kind, differs, law, found))
    return results


def _told(tests: Callable[[], object], fault: str) -> str | None:
    """What the tests raise with this fault."""
    with _planted(fault):
        try:
            tests()
        except Exception as error:
            return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return None


@contextmanager
def _planted(fault: str) -> Iterator[None]:
    assert native is not None
    native.planted(fault)
    forget()
    try:
        yield
    finally:
        native.planted(None)
        forget()
