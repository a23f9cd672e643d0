"""Which entries of a ledger stand, and which were taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mjlog.model.record import Entry

_DELETION: Final = re.compile(r"del ([0-9]+)(?:\.\.([0-9]+))?")


def standing_entries(ledger: Sequence[Entry]) -> list[Entry]:
    """The entries that no later one deletes; deletions themselves are left out."""
    gone: set[int] = set()
    left: list[Entry] = []
    for entry in reversed(ledger):
        if entry.number in gone:
            continue
        deletion = _DELETION.match(entry.text)
        if deletion is None:
            left.append(entry)
        else:
            first, last = int(deletion[1]), int(deletion[2] or deletion[1])
            gone |= set(range(first, last + 1))
    return left[::-1]
