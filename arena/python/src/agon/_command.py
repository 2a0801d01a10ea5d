"""Where the command `agon` is."""

from __future__ import annotations

import os
import shutil
import subprocess

from ._errors import AgonError


def _found() -> str | None:
    return shutil.which(os.environ.get("AGON") or "agon")


def is_there() -> bool:
    """Whether there is a command to ask."""
    return _found() is not None


def command() -> str:
    """The command: what the variable AGON names, or the one on the path."""
    found = _found()
    if found is None:
        raise AgonError("the command `agon` is not on the path; the variable AGON may name it")
    return found


def run(arguments: list[str], text: str | None = None) -> str:
    """What the command answers to these arguments."""
    done = subprocess.run([command(), *arguments], input=text, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise AgonError(done.stderr.strip().removeprefix("agon: ") or f"exit code {done.returncode}")
    return done.stdout
