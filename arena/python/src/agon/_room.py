"""How much memory there is."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def memory() -> int | None:
    """The bytes that this process may use: those of the machine, or fewer where a container or a limit says so; None where nothing
    says."""
    known = []
    with contextlib.suppress(AttributeError, OSError, ValueError):
        known.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with contextlib.suppress(OSError, ValueError):
        # Without a limit it says `max`.
        known.append(int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    with contextlib.suppress(ImportError):
        import resource

        known.append(resource.getrlimit(resource.RLIMIT_AS)[0])
    # No limit is a negative number, or one that nothing exceeds.
    return min((number for number in known if 0 < number), default=None)
