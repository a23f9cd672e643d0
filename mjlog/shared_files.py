"""The grammar and the JSON schemas, which other programs use as well.

They are in folders of their own beside the package in a checkout, and within the package where it
is installed.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Literal


def shared_file(folder: Literal["grammar", "schemas"], name: str) -> bytes:
    """Return the bytes of a file, wherever the package was imported from."""
    installed = files("mjlog") / folder / name
    if installed.is_file():
        return installed.read_bytes()
    return (Path(__file__).parents[1] / folder / name).read_bytes()
