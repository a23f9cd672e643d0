"""Records of mahjong that mjlog does not read: what each is, and what to do with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from mjlog.model.messages import Message, msg

_LOOKED_AT: Final = 1 << 16

_SOUL: Final = msg(
    "the head of a record of Mahjong Soul without the events of the game, which lie elsewhere: "
    "save the whole game as JSON with a record tool"
)
_SOUL_LIST: Final = msg(
    "a list of games of Mahjong Soul without the games: save each game as JSON with a record tool"
)
_TZIAKCHA: Final = msg("a tziakcha record, which mjlog does not read yet: it knows no such rules")
_SALASASA: Final = msg("a salasasa record, which mjlog does not read yet: write it as mjlog text")
_PMN: Final = msg("a PMN record, which mjlog does not read: write it as mjlog text")
_BOTZONE: Final = msg("a Botzone record, which mjlog does not read: write it as mjlog text")
_PDF: Final = msg("a PDF document: write what stands in it as mjlog text")
_WORKBOOK: Final = msg("an Excel workbook: write what stands in it as mjlog text")
_OLD_OFFICE: Final = msg("an old Excel or Word file: write what stands in it as mjlog text")
_OPEN_SHEET: Final = msg("an OpenDocument sheet or text: write what stands in it as mjlog text")
_DOCUMENT: Final = msg("a Word document: write what stands in it as mjlog text")
_TABLE: Final = msg("a table of values (CSV): write what stands in it as mjlog text")
_ADDRESS_OF_LOG: Final = msg(
    "the address of a log, which mjlog does not fetch: save the log itself as a file"
)
_ADDRESS_IN_TEXT: Final = msg(
    "text with an address of Tenhou's viewer in it: give mjlog the address alone, up to its end"
)

_BY_MEMBERS: Final[tuple[tuple[Message, frozenset[str]], ...]] = (
    (_SOUL, frozenset({"head", "data"})),
    (_SOUL, frozenset({"head", "data_url"})),
    (_SOUL_LIST, frozenset({"record_list"})),
    (_SOUL_LIST, frozenset({"uuid", "accounts"})),
    (_SOUL_LIST, frozenset({"uuid", "config"})),
    (_TZIAKCHA, frozenset({"script"})),
    (_TZIAKCHA, frozenset({"step"})),
    (_TZIAKCHA, frozenset({"session", "records"})),
    (_SALASASA, frozenset({"game_title", "game_round"})),
    (_BOTZONE, frozenset({"initdata", "log"})),
    (_BOTZONE, frozenset({"round_wind", "first_player", "actions"})),
)
_MARKS: Final[tuple[tuple[bytes, Message], ...]] = (
    (b"%PDF-", _PDF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OLD_OFFICE),
)
_TAG: Final = re.compile(rb"\[[A-Z][A-Za-z]* \"")
_MATCH: Final = re.compile(rb"Match [0-9a-f]{24}\s")
_VIEWER: Final = re.compile(rb"https?://tenhou\.net/\d/?[^\s#]*#json=")
_LOG_ADDRESS: Final = re.compile(
    rb"https?://(?:tenhou\.net/\d/?\?(?:[^\s#]*&)?log="
    rb"|tenhou\.net/\d/log"
    rb"|(?:game\.)?(?:maj-soul|mahjongsoul|yo-star)\.[^\s]*paipu=)"
)
_LOG_NAME: Final = re.compile(rb"\d{10}gm-[0-9a-f]{4}-\d{4,}-[0-9a-f]{8}")
_DELIMITERS: Final = (b",", b";")
_ROWS: Final = 3
_OWN_MEMBERS: Final = re.compile(
    rb"\"(?:mjlog|deals|log|qijia|handRecord|publicObservation|tehais|kyoku|handEventRecord)\"\s*:"
)


_OF_TEXT: Final[tuple[tuple[Callable[[bytes], object], Message], ...]] = (
    (_MATCH.match, _BOTZONE),
    (_VIEWER.search, _ADDRESS_IN_TEXT),
    (_LOG_ADDRESS.search, _ADDRESS_OF_LOG),
    (_LOG_NAME.match, _ADDRESS_OF_LOG),
)
"""What tells a kind of text from others, asked in this order."""


def unread(data: bytes) -> Message | None:
    """What kind of record that is, and what to do; None for anything that is no such record."""
    start = data[:_LOOKED_AT]
    for mark, kind in _MARKS:
        if start.startswith(mark):
            return kind
    if b"\0" in start:
        return None
    if _TAG.match(start):
        return _PMN
    if start[:1] in b"{[<":
        return None
    return _unread_text(start)


def _unread_text(start: bytes) -> Message | None:
    for is_one, kind in _OF_TEXT:
        if is_one(start):
            return kind
    if _is_table(start):
        return _TABLE
    return None


def unread_object(first: dict[str, Any]) -> Message | None:
    """The same of JSON, by the members of its first object."""
    return next((kind for kind, needed in _BY_MEMBERS if needed <= first.keys()), None)


def unread_office(names: Iterable[str]) -> Message | None:
    """The same of a zip archive, by the names of its members: office programs pack their files."""
    members = set(names)
    if "[Content_Types].xml" in members:
        if any(name.startswith("xl/") for name in members):
            return _WORKBOOK
        return _DOCUMENT
    if {"mimetype", "META-INF/manifest.xml"} <= members:
        return _OPEN_SHEET
    return None


def has_members_of_records(data: bytes) -> bool:
    """Whether JSON that cannot be read has members by the names that records give them."""
    return _OWN_MEMBERS.search(data[:_LOOKED_AT]) is not None


def _is_table(start: bytes) -> bool:
    """Whether the first lines have as many commas, or semicolons, each."""
    filled = filter(bytes.strip, start.split(b"\n")[: _ROWS + 1])
    lines = list(filled)[:_ROWS]
    if len(lines) < 2:
        return False
    return any(_even([line.count(sign) for line in lines]) for sign in _DELIMITERS)


def _even(counts: list[int]) -> bool:
    return counts[0] > 0 and len(set(counts)) == 1
