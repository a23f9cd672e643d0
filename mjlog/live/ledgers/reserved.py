"""Lines that only some authors may write: what a player, a referee or a key says about a record.

A confirmation is worth something only if nobody else can type it. The server makes these lines: for
a device of the player, after a PIN, or at the referee's desk. A scribe may not type such a line,
and nobody may correct or delete such a line of another author. In a record from elsewhere, such a
line counts only if the record is a ledger and the author of the line may write it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Final, NamedTuple

from mjlog.live.ledgers.standing_entries import standing_entries
from mjlog.live.scribes.entering import NotReadError
from mjlog.model.record import Deal, Entry, Line, Remark
from mjlog.notation.writer import line_text

_SCRIBE: Final = "S"
_DIRECTOR: Final = "O"
_OF_THE_DESK: Final = "RO"
"""First letters of authors in a ledger: of scribes, of the organiser, and of all at the desk.

The name of a player begins with the letter of the seat.
"""


class _Reserved(NamedTuple):
    """A kind of line that only certain authors may write, with the message for other authors.

    If `by_author` is True, authors may type such a line about themselves. Authors whose names begin
    with a letter in `writers` may write it for others, on their page or by a command.
    """

    pattern: re.Pattern[str]
    refusal: str
    by_author: bool = False
    writers: str = ""

    def may_write(self, text: str, author: str) -> bool:
        """Return whether an author may write the line `text`; the line must match `pattern`."""
        about = self.pattern.match(text)
        is_own = self.by_author and about is not None and about["by"] == author
        return is_own or author[:1] in self.writers


_LINES: Final = (
    _Reserved(
        re.compile(r"note\s+result\s+(?:confirmed|rejected)\b"),
        "only a player's device, a PIN or the referee confirms or rejects a result",
    ),
    _Reserved(
        re.compile(r"note\s+(?:referee\s+answered|correction\s+settled)\b"),
        "only the referee's desk settles a case",
        writers=_OF_THE_DESK,
    ),
    # A scribe calls the referee for a player, because the player may have no device.
    _Reserved(
        re.compile(r"note\s+(?:referee\s+called|correction\s+proposed)\s+by=(?P<by>\S*)"),
        "only the device of whom it names can write this line",
        by_author=True,
        writers=_OF_THE_DESK + _SCRIBE,
    ),
    _Reserved(
        re.compile(r"note\s+substitute\b"),
        "only the director's page names a substitute",
        writers=_DIRECTOR,
    ),
    # A signature proves by itself who made it, whoever adds it.
    _Reserved(
        re.compile(r"sign\s+v[0-9]+\b"),
        "a signature with a key is made by `mjlog ledger sign`",
        writers=ascii_uppercase,
    ),
    _Reserved(
        re.compile(r"sign\s+(?P<by>[A-Z][A-Za-z0-9_-]*)"),
        "everybody signs for themselves",
        by_author=True,
    ),
)
_EDIT: Final = re.compile(r"(?:fix|ins|del)\s+([0-9]+)(?:\.\.([0-9]+))?\s*(.*)", re.DOTALL)
_ANSWER: Final = re.compile(
    r"note result (?P<answer>confirmed|rejected) by=(?P<by>[A-Z][A-Za-z0-9_-]*) deal=[0-9]+ "
    r"of=[0-9a-f]{16}(?: pin=(?P<pin>[A-Z][A-Za-z0-9_-]*))?(?: \{.*\})?",
    re.DOTALL,
)


def is_reserved(text: str) -> bool:
    """Return whether only certain authors may write this line, for example a signature."""
    return any(each.pattern.match(text) for each in _LINES)


def is_vouched(entry: Entry) -> bool:
    """Return whether the author of a ledger entry was allowed to write it.

    Most entries may be written by everybody. If players confirm by PIN, the author must be the
    author of the device on which the PIN was entered.
    """
    text, author = entry.text, entry.author
    if answer := _ANSWER.fullmatch(text):
        if answer["pin"]:
            return answer["answer"] == "confirmed" and answer["pin"] == author
        return answer["by"] == author and author[:1] != _SCRIBE
    # Most entries are turns, and need not be compared with every pattern.
    lines = _LINES if text[:4] in {"note", "sign"} else ()
    return all(line.may_write(text, author) for line in lines if line.pattern.match(text))


def only_proved(deal: Deal) -> Deal:
    """Return a copy of a deal in which lines that could be forged are marked as unproved.

    A reserved line may be written only by certain authors, for example a player's confirmation. It
    is proved if the ledger shows that such an author wrote it; otherwise ``unproved:`` is written
    before its text. If the deal has no ledger, all reserved lines are marked.
    """
    reserved = [line for line in deal.lines if _is_reserved_remark(line)]
    if not reserved:
        return deal
    proved = {each.text for each in standing_entries(deal.ledger) if is_vouched(each)}
    lines = (
        replace(line, content=Remark("note", f"unproved: {line_text(line.content)}"))
        if _is_reserved_remark(line) and line_text(line.content) not in proved
        else line
        for line in deal.lines
    )
    return replace(deal, lines=tuple(lines))


def _is_reserved_remark(line: Line) -> bool:
    return isinstance(line.content, Remark) and is_reserved(line_text(line.content))


def refuse_reserved(text: str, author: str, entries: Sequence[Entry]) -> None:
    """Raise NotReadError if `author` may not type the entry `text` into the ledger.

    `entries` are the entries before it. Lines that are reserved for certain authors are usually not
    typed, but written by a command or a page. A correction of an entry that `kept_entries` protects
    is refused, unless the author wrote that entry.
    """
    edit = _EDIT.match(text)
    words = edit[3] if edit else text
    for reserved in _LINES:
        match = reserved.pattern.match(words)
        if match and not (reserved.by_author and match["by"] == author):
            raise NotReadError(reserved.refusal)
    if edit is None:
        return
    kept = kept_entries(entries)
    for entry in _edited(edit, entries):
        if entry.author != author and entry.number in kept:
            raise NotReadError(f"entry {entry.number:04d} is what {entry.author} said; it stays")


def kept_entries(entries: Sequence[Entry]) -> set[int]:
    """Return the numbers of the ledger entries that only their own authors may correct or delete.

    These entries are lines that are reserved for certain authors, rulings by the referee, and
    corrections of protected entries. If corrections were not protected, somebody could delete a
    deletion, and an entry that its author has withdrawn would come back.
    """
    kept: set[int] = set()
    for entry in entries:
        edit = _EDIT.match(entry.text)
        words = edit[3] if edit else entry.text
        is_ruling = words.startswith("rule ") and entry.author[:1] in _OF_THE_DESK
        is_correction = edit is not None and any(
            earlier.number in kept for earlier in _edited(edit, entries)
        )
        if is_reserved(words) or is_ruling or is_correction:
            kept.add(entry.number)
    return kept


def _edited(edit: re.Match[str], entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that a `fix` or `del` names; none for an `ins`, which changes no entry.

    `edit` is the match of the correction.
    """
    if edit[0].startswith("ins"):
        return []
    first, last = int(edit[1]), int(edit[2] or edit[1])
    return [entry for entry in entries if first <= entry.number <= last]
