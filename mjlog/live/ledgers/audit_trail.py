"""Makes the audit trail of a ledger: every entry in order, and what later entries did to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from typing import Final, NamedTuple

from mjlog.live.ledgers.standing_entries import standing_entries
from mjlog.model.messages import Message, msg
from mjlog.model.record import Deal, Game

_EDIT: Final = re.compile(r"(fix|del) ([0-9]{1,9})(?:\.\.([0-9]{1,9}))?(?![0-9.])")
_OFFSET: Final = re.compile(r"UTC([+-])([01][0-9]|2[0-3]):([0-5][0-9])(?![0-9])")
_OF_A_DAY: Final = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})")


DEAL: Final = "@"
"""Written instead of a number for a line that begins a deal."""


class Row(NamedTuple):
    """One line of the audit trail, with the local time at the table.

    `before` has the texts of the entries that this one corrects or deletes. `fate` says which later
    entry corrected or deleted this one; None if no entry did. For the beginning of a deal, `number`
    is ``@`` and `text` is the deal's label.
    """

    number: str
    clock: str
    author: str
    text: str
    before: tuple[str, ...] = ()
    fate: Message | None = None


def trail(game: Game) -> Iterator[Row]:
    """Yield a `Row` for each ledger entry and each beginning of a deal, in the order of writing.

    A row has the text, author and local time of an entry, the texts of the entries that it
    corrects, and a message if a later entry corrects it.
    """
    offset = _offset(game.heading("Clock"))
    for deal in game.deals:
        yield _head(deal, offset)
        yield from _entries(deal, offset)


def _head(deal: Deal, offset: timedelta) -> Row:
    began = deal.word("at")
    shown = began
    # A text that is no time, or a time before the year 1 at the table, is shown as it is written.
    with suppress(ValueError, OverflowError):
        if began.endswith("Z"):
            local = datetime.fromisoformat(began).astimezone(timezone(offset))
            shown = local.strftime("%Y-%m-%d %H:%M:%S")
    return Row(DEAL, shown, deal.word("by"), deal.label)


def _entries(deal: Deal, offset: timedelta) -> Iterator[Row]:
    left = {entry.number for entry in standing_entries(deal.ledger)}
    texts = {entry.number: entry.text for entry in deal.ledger}
    fates = _fates(deal, left)
    for entry in deal.ledger:
        edit = _EDIT.match(entry.text)
        before = tuple(texts[number] for number in _numbers(edit, texts)) if edit else ()
        yield Row(
            f"{entry.number:04d}",
            _local(entry.clock, offset),
            entry.author,
            entry.text,
            before,
            fates.get(entry.number),
        )


def _fates(deal: Deal, left: set[int]) -> dict[int, Message]:
    """Return a dict from the number of each corrected or deleted entry to a message.

    The message says which later entry corrected or deleted it. `left` are the numbers of the
    entries that were not deleted; a `fix` that was deleted itself has no effect.
    """
    fates: dict[int, Message] = {}
    numbers = [entry.number for entry in deal.ledger]
    for entry in deal.ledger:
        edit = _EDIT.match(entry.text)
        if edit is None or (edit[1] == "fix" and entry.number not in left):
            continue
        later = f"{entry.number:04d}"
        fate = (
            msg("fixed by entry {number}", number=later)
            if edit[1] == "fix"
            else msg("taken back by entry {number}", number=later)
        )
        fates |= dict.fromkeys(_numbers(edit, numbers), fate)
    return fates


def _numbers(edit: re.Match[str], known: Iterable[int]) -> list[int]:
    """Return the numbers of the entries that a correction such as ``del 0004..0006`` names.

    Numbers without an entry are left out. `known` are the numbers of all entries, and `edit` is the
    parsed correction.
    """
    first, last = int(edit[2]), int(edit[3] or edit[2])
    return [number for number in known if first <= number <= last]


def _offset(words: str) -> timedelta:
    """Return how far the table's local time is ahead of UTC, as a `timedelta`; 0 if unknown.

    `words` is a text with the time zone, such as ``UTC+02:00``.
    """
    match = _OFFSET.search(words)
    if match is None:
        return timedelta()
    ahead = timedelta(hours=int(match[2]), minutes=int(match[3]))
    return -ahead if match[1] == "-" else ahead


def _local(clock: str, offset: timedelta) -> str:
    """Convert a time of day such as ``13:02:11`` from UTC to the local time at the table.

    A text that is no time is returned unchanged. `offset` is the difference of the local time from
    UTC.
    """
    match = _OF_A_DAY.match(clock)
    if match is None:
        return clock
    hours, minutes, seconds = (int(group) for group in match.groups())
    there = datetime(2000, 1, 2, tzinfo=UTC) + offset
    there += timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return there.strftime("%H:%M:%S")
