"""Reads and writes the small private JSON files that a venue keeps next to its tables."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


class KeptError(Exception):
    """Raised if a private file cannot be read; the message says which, and what to do."""


def read_private_json(path: Path) -> Any:
    """Read a private JSON file, and return its content; None if the file does not exist.

    Raises KeptError if the file cannot be read or is not JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        raise damaged(path) from problem


def damaged(path: Path) -> KeptError:
    """Return a `KeptError` with a message that the file cannot be read and what to do about it."""
    return KeptError(f"{path} cannot be read; put back a copy of it, or move it away to begin anew")


def write_private_json(path: Path, value: Any) -> None:
    """Replace the content of a private JSON file, and wait until all of it is on the disk.

    Other users cannot read the file. Its folder is created if it is missing. Raises OSError if the
    file cannot be written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
