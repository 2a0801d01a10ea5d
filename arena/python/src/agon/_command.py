"""Where the command `agon` is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig

from ._errors import AgonError


def _found() -> str | None:
    named = os.environ.get("AGON")
    # A wheel may have brought it, and then it is there whether or not its environment is on the path.
    return shutil.which(named) if named else shutil.which("agon", path=sysconfig.get_path("scripts")) or shutil.which("agon")


def is_there() -> bool:
    """Whether there is a command to ask."""
    return _found() is not None


def command() -> str:
    """The command: what the variable AGON names, the one of this Python's environment, or the one on the path."""
    found = _found()
    if found is None:
        raise AgonError("the command `agon` is neither in this Python's environment nor on the path; the variable AGON may name it")
    return found


def run(arguments: list[str], text: str | None = None) -> str:
    """What the command answers to these arguments."""
    code, answer, complaint = ended(arguments, text)
    if code != 0:
        raise AgonError(complaint)
    return answer


def ended(arguments: list[str], text: str | None = None) -> tuple[int, str, str]:
    """How the command ends: its exit code, its answer, and what it complains of."""
    pipe = subprocess.PIPE
    given = None if text is None else pipe
    with subprocess.Popen([command(), *arguments], stdin=given, stdout=pipe, stderr=pipe, text=True, encoding="utf-8") as process:
        try:
            answer, complaint = process.communicate(text)
        except BaseException:
            # After Ctrl-C it is gone when the caller goes on.
            process.kill()
            process.wait()
            raise
    return process.returncode, answer, complaint.strip().removeprefix("agon: ") or f"exit code {process.returncode}"
