"""The mark of the rules that judge: another mark means that records may be judged otherwise."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

import mjlog

JUDGING: Final = ("model", "referee", "rules", "notation", "auditor")
"""The rooms of which an answer depends."""


@cache
def engine() -> str:
    """The version of mjlog, and a mark of its rules and of those that other packages bring.

    >>> engine().startswith(mjlog.__version__)
    True
    """
    mark = blake2b(digest_size=5)
    home = Path(mjlog.__file__).parent
    for room in JUDGING:
        for file in sorted((home / room).rglob("*.py")):
            mark.update(file.read_bytes())
    for point in sorted(entry_points(group="mjlog.rules")):
        mark.update(f"{point.name}={point.value}/{point.dist and point.dist.version}".encode())
    return f"{mjlog.__version__}+{mark.hexdigest()}"
