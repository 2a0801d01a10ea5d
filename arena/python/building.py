"""How pip builds the package: by maturin, and with the command inside where one is named.

    pip wheel ./arena/python -C command=$PWD/target/dist/agon

A wheel with the command installs it as `agon` beside Python's own commands, and needs neither Rust nor anything else.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import maturin
from maturin import (  # noqa: F401 (what pip asks for besides)
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)


def build_wheel(
    wheel_directory: str, config_settings: Mapping[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """Makes a wheel in `wheel_directory`, and returns its name. The setting `command` names a program to put into it."""
    settings = dict(config_settings or {})
    named = settings.pop("command", None)
    command = Path(named) if named else None
    if command and not (command.is_absolute() and command.is_file()):
        sys.exit(f"no program {command}: `-C command=` takes the whole path of a built `agon`")
    name: str = maturin.build_wheel(wheel_directory, settings or None, metadata_directory)
    if command:
        put_into(Path(wheel_directory, name), command)
    return name


def put_into(wheel: Path, command: Path) -> None:
    """Puts a program into a wheel, to be installed as the command `agon`."""
    distribution = "-".join(wheel.name.split("-")[:2])
    there = f"{distribution}.data/scripts/agon{command.suffix if command.suffix == '.exe' else ''}"
    record = f"{distribution}.dist-info/RECORD"
    program = command.read_bytes()
    whole = wheel.with_suffix(".part")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as new:
        rows = list(csv.reader(io.StringIO(old.read(record).decode())))
        rows = [row for row in rows if row[0] != there]
        digest = base64.urlsafe_b64encode(hashlib.sha256(program).digest()).rstrip(b"=").decode()
        rows.insert(0, [there, f"sha256={digest}", str(len(program))])
        for entry in old.infolist():
            if entry.filename not in (there, record):
                new.writestr(entry, old.read(entry.filename), zipfile.ZIP_DEFLATED)
        # Installers make executable what is marked so here. No time: the same program makes the same wheel.
        entry = zipfile.ZipInfo(there)
        entry.external_attr = 0o100755 << 16
        new.writestr(entry, program, zipfile.ZIP_DEFLATED, 9)
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows(rows)
        new.writestr(zipfile.ZipInfo(record), out.getvalue(), zipfile.ZIP_DEFLATED)
    whole.replace(wheel)
