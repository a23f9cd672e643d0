"""Lines that not everybody may write: what a player, a referee or a key says of a record.

A confirmation is worth something only if nobody else can type it. Such lines are made by the
server, for a device of the player, after a PIN, or at the referee's desk. Typed, they are refused,
and so is a line that mends or takes back one of them that somebody else wrote.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from mjlog.live.entering import NotReadError
from mjlog.model.record import Entry


class _Reserved(NamedTuple):
    """A sort of line, and why it cannot be typed; `by_author`: unless one speaks of oneself."""

    pattern: re.Pattern[str]
    refusal: str
    by_author: bool = False


_LINES: Final = (
    _Reserved(
        re.compile(r"note\s+result\s+(?:confirmed|rejected)\b"),
        "only a player's device, a PIN or the referee confirms or rejects a result",
    ),
    _Reserved(
        re.compile(r"note\s+(?:referee\s+answered|correction\s+settled)\b"),
        "only the referee's desk settles a case",
    ),
    _Reserved(
        re.compile(r"note\s+(?:referee\s+called|correction\s+proposed)\s+by=(?P<by>\S*)"),
        "only the device of whom it names can write this line",
        by_author=True,
    ),
    _Reserved(
        re.compile(r"sign\s+v[0-9]+\b"), "a signature with a key is made by `mjlog ledger sign`"
    ),
    _Reserved(
        re.compile(r"sign\s+(?P<by>[A-Z][A-Za-z0-9_-]*)"),
        "everybody signs for themselves",
        by_author=True,
    ),
)
_EDIT: Final = re.compile(r"(?:fix|ins|del)\s+([0-9]+)(?:\.\.([0-9]+))?\s*(.*)", re.DOTALL)


def is_reserved(text: str) -> bool:
    """Return whether a line is of a sort that not everybody may write."""
    return any(each.pattern.match(text) for each in _LINES)


def refuse_reserved(text: str, author: str, entries: Sequence[Entry]) -> None:
    """Raise NotReadError if the author may not type this entry behind those that are there."""
    edit = _EDIT.match(text)
    said = edit[3] if edit else text
    for reserved in _LINES:
        found = reserved.pattern.match(said)
        if found and not (reserved.by_author and found["by"] == author):
            raise NotReadError(reserved.refusal)
    if edit is None:
        return
    kept = kept_entries(entries)
    for entry in _edited(edit, entries):
        if entry.author != author and entry.number in kept:
            raise NotReadError(f"entry {entry.number:04d} is what {entry.author} said; it stays")


def kept_entries(entries: Sequence[Entry]) -> set[int]:
    """Return the numbers of the entries that nobody but their authors may correct or take back.

    These are reserved lines, rulings from the referee's desk, and entries that correct one of
    them: to delete a deletion would bring back what its author has withdrawn.
    """
    kept: set[int] = set()
    for entry in entries:
        edit = _EDIT.match(entry.text)
        said = edit[3] if edit else entry.text
        is_ruling = said.startswith("rule ") and entry.author[:1] in _OF_THE_DESK
        is_correction = edit is not None and any(
            earlier.number in kept for earlier in _edited(edit, entries)
        )
        if is_reserved(said) or is_ruling or is_correction:
            kept.add(entry.number)
    return kept


_OF_THE_DESK: Final = ("R", "O")
"""How the names of referees and organisers begin in a ledger; scribes have S, players a seat."""


def _edited(edit: re.Match[str], entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that an edit is about; one that inserts is about none."""
    if edit[0].startswith("ins"):
        return []
    first, last = int(edit[1]), int(edit[2] or edit[1])
    return [entry for entry in entries if first <= entry.number <= last]
