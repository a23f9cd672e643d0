"""Reads and writes the small private JSON files that a venue keeps next to its tables."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


class KeptError(Exception):
    """Raised if a private file cannot be read; the message says which, and what to do."""


def read_kept(path: Path) -> Any:
    """Return the content of a JSON file; None if it does not exist.

    Raises KeptError if it cannot be read or is no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        raise damaged(path) from problem


def damaged(path: Path) -> KeptError:
    """Return the `KeptError` to raise for a file that cannot be read."""
    return KeptError(f"{path} cannot be read; put back a copy of it, or move it away to begin anew")


def write_kept(path: Path, value: Any) -> None:
    """Replace a JSON file; the new one is complete on the disk when this returns.

    The file, and its folder if it is made, are closed to other users. Raises OSError if it cannot
    be written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
