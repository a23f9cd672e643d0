"""The version of the code that audits records; if it changes, the archive audits records again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.metadata import entry_points
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import mjlog

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

JUDGING: Final = ("model", "referee", "rules", "notation", "auditor")
"""Packages whose source can affect the audit of a record."""


@cache
def engine() -> str:
    """Return the version of mjlog, a plus sign, and a hash of all code that affects audits.

    The archive audits a record again if this text has changed since the last audit. The hash covers
    the source files below the packages in `JUDGING`, and the names and versions of installed rule
    packages.

    >>> engine().startswith(mjlog.__version__)
    True
    """
    mark = blake2b(digest_size=5)
    for room in JUDGING:
        for module in _modules(files("mjlog").joinpath(room)):
            mark.update(module)
    for point in sorted(entry_points(group="mjlog.rules")):
        mark.update(f"{point.name}={point.value}/{point.dist and point.dist.version}".encode())
    return f"{mjlog.__version__}+{mark.hexdigest()}"


def _modules(folder: Traversable) -> Iterator[bytes]:
    """Yield the source of every Python module below a folder, which may be inside a zip file."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _modules(entry)
        elif entry.name.endswith(".py"):
            yield entry.read_bytes()
