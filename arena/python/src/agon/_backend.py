"""Who answers: the extension in this process, or the command `agon`.

The extension is there where the package was built with it. The variable AGON_NATIVE, set to `no`, leaves it aside.
"""

from __future__ import annotations

import os
from types import ModuleType
from typing import NoReturn

from ._errors import AgonError

native: ModuleType | None = None
if os.environ.get("AGON_NATIVE", "").lower() not in ("no", "off", "0", "false"):
    try:
        from . import _native as _found
    except ImportError:
        pass
    else:
        native = _found

_known: dict[str, bool] = {}


def knows(term: str) -> bool:
    """Whether the extension plays the game that a term names."""
    if native is None:
        return False
    known = _known.get(term)
    if known is None:
        if len(_known) > 1000:
            _known.clear()
        known = _known[term] = native.knows_game(term)
    return known


def needs_native(what: str) -> NoReturn:
    """Says that something is not had by asking a process."""
    raise AgonError(f"{what} needs the extension, which this installation is without: pip install ./arena/python")
