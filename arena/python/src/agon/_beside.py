"""Another project's `agon`, which writes the same folder."""

from __future__ import annotations

import warnings
from pathlib import Path


def tell(folder: Path) -> None:
    """Warns where another `agon` was installed into this folder, too: some of the files here are its own."""
    for other in sorted(folder.glob("agon-*.dist-info")):
        version = other.name.removeprefix("agon-").removesuffix(".dist-info")
        warnings.warn(
            f"agon {version} of Python's index is installed beside agon-arena, and both write {folder / 'agon'}: "
            "pip uninstall agon agon-arena, then pip install agon-arena",
            stacklevel=3,
        )
