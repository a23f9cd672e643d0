"""Finds the entries of a ledger that were not deleted, and their final content."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from mjlog.model.record import Deal, Entry
from mjlog.notation.ledgers.ledger_corrections import fold
from mjlog.notation.ledgers.ledger_lines import ledger_rows

_DELETION: Final = re.compile(r"del ([0-9]{1,9})(?:\.\.([0-9]{1,9}))?(?![0-9.])")


def standing_entries(ledger: Sequence[Entry]) -> list[Entry]:
    """Return the entries of a ledger that were not deleted, without the deletions themselves."""
    numbers = sorted({entry.number for entry in ledger})
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
            # Look only at numbers of entries, because a deletion may name a range of a thousand
            # million.
            gone.update(numbers[bisect_left(numbers, first) : bisect_right(numbers, last)])
    return left[::-1]


def effective_entries(deal: Deal) -> list[Entry]:
    """Return the entries of a deal with all corrections applied, in the order of play, as a list.

    A fixed entry has the text, time and author of its last fix, but the number of the first
    writing, because this is the number that later corrections name.
    """
    rows = (saying.row.booked for saying in fold([*ledger_rows(deal)], lambda *_: None))
    return [
        Entry(
            row.edit.first if row.edit and row.edit.verb == "fix" else row.number,
            row.clock,
            row.author,
            row.text.split(" ", 2)[2] if row.edit else row.text,
        )
        for row in rows
    ]
