"""What a file is, told by its content and never by its name."""

from __future__ import annotations

import re
from typing import Any, Final, Literal, get_args

from mjlog.formats.json_text import NoJsonError, decoded
from mjlog.formats.mjai.reader import TYPES, is_trace
from mjlog.formats.unread import has_members_of_records, unread, unread_object
from mjlog.model.messages import Message, Sentence, msg
from mjlog.notation.decoding import is_wide_record

Known = Literal[
    "mjlog", "mjlog-json", "tenhou-xml", "tenhou6", "mjai", "majiang", "riichicity", "mjx"
]
KNOWN: Final[tuple[Known, ...]] = get_args(Known)
READABLE: Final = msg(
    "mjlog text (its first line is %mjlog 1.0), mjlog JSON, Tenhou XML and JSON, mjai, "
    "majiang, Riichi City and mjx, "
    "as they are or in gzip, zip or tar"
)

_BOM: Final = b"\xef\xbb\xbf"
_ELEMENT: Final = re.compile(rb"<([A-Za-z][\w.:-]*)")
_COMMENTS: Final = re.compile(rb"\s*(?:<\?.*?\?>|<!--.*?-->|<![^>\[]*(?:\[.*?\]\s*)?>)", re.DOTALL)
_LOOKED_AT: Final = 1 << 16
_ADDRESS: Final = re.compile(rb"https?://tenhou\.net/\d/?[^\s#]*#json=")


def recognise(data: bytes) -> tuple[Known | None, Sentence]:
    """The format, or None and what the content looks like instead."""
    known, seen, _ = recognised(data)
    return known, seen


def recognised(data: bytes) -> tuple[Known | None, Sentence, bool]:
    """The same, and whether it is a record all the same, of a kind that mjlog does not read."""
    text = data.removeprefix(_BOM).lstrip()
    if not text:
        seen = msg("nothing but white space") if data else msg("nothing: the file is empty")
        return None, seen, False
    if text.startswith(b"%mjlog") or is_wide_record(data):
        return "mjlog", "", False
    if _ADDRESS.match(text):
        return "tenhou6", "", False
    if is_trace(text):
        return "mjai", "", False
    if (kind := unread(text)) is not None:
        return None, kind, True
    if text.startswith(b"<"):
        return *_markup(text), False
    if text[:1] in b"{[":
        return _json(data)
    return None, _plain(text), False


def _markup(text: bytes) -> tuple[Known | None, Sentence]:
    place = 0
    while skipped := _COMMENTS.match(text, place):
        place = skipped.end()
    root = _ELEMENT.match(text.lstrip() if not place else text[place : place + _LOOKED_AT].lstrip())
    if root is None:
        return None, msg("markup without an element")
    name = root[1].decode("ascii", "replace")
    if name == "mjloggm":
        return "tenhou-xml", ""
    return None, msg("markup whose first element is {element}", element=f"<{name[:40]}>")


def _json(text: bytes) -> tuple[Known | None, Sentence, bool]:
    try:
        first = _first_value(text)
    except NoJsonError as problem:
        like = "something like JSON that cannot be read as JSON ({why})"
        return None, msg(like, why=problem.words), has_members_of_records(text)
    while isinstance(first, list) and first:
        first = first[0]
    if not isinstance(first, dict):
        return None, msg("JSON, but no record of a game"), False
    known = _members(first)
    if known is not None:
        return known, "", False
    if (kind := unread_object(first)) is not None:
        return None, kind, True
    keys = ", ".join(str(key)[:20] for key in list(first)[:5])
    if not keys:
        return None, msg("an empty JSON object"), False
    return None, msg("JSON with the members {names}", names=keys), False


def _first_value(text: bytes) -> Any:
    """The whole value, or that of the first line; raises NoJsonError about the whole."""
    try:
        return decoded(text)
    except NoJsonError:
        try:
            return decoded(text.removeprefix(_BOM).lstrip().split(b"\n", 1)[0])
        except NoJsonError:
            pass
        raise


def _members(first: dict[str, Any]) -> Known | None:
    """The format, by the members of its first object."""
    if "mjlog" in first or {"v", "deals"} <= first.keys():
        return "mjlog-json"
    if isinstance(first.get("type"), str) and first["type"] in TYPES:
        return "mjai"
    if "publicObservation" in first:
        return "mjx"
    if isinstance(first.get("data"), dict) and "handRecord" in first["data"]:
        return "riichicity"
    if isinstance(first.get("log"), list) and {"player", "qijia", "name"} & first.keys():
        return "tenhou6" if "name" in first else "majiang"
    return None


def _plain(text: bytes) -> Message:
    start = text[:_LOOKED_AT]
    if b"\0" in start:
        return msg("binary data, or text in another encoding than UTF-8")
    try:
        line = start.split(b"\n", 1)[0].decode()
    except UnicodeDecodeError:
        return msg("binary data, or text in another encoding than UTF-8")
    return msg("text that begins with {words}", words=repr(line[:40]))
