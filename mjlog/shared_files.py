"""Reads the grammar and the JSON schemas, which other programs use as well.

In a checkout they are in folders next to the package. If mjlog is installed, they are in the
package.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Literal


def shared_file(folder: Literal["grammar", "schemas"], name: str) -> bytes:
    """Return the contents of a file in the folder `grammar` or `schemas` of mjlog."""
    installed = files("mjlog") / folder / name
    if installed.is_file():
        return installed.read_bytes()
    return (Path(__file__).parents[1] / folder / name).read_bytes()
