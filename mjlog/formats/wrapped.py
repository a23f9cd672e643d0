"""Records inside other content: in an answer of a server, a script, a page, a message, a cut file.

A tool wraps a record in objects of its own, a browser saves the page around it, people paste it
with words before and behind it, a download breaks off. What remains of the record is found here,
as bytes that its format reads. Nothing here knows a format.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from mjlog.formats.json_text import finding_beside, whole_part
from mjlog.model.findings import Finding
from mjlog.model.messages import counting
from mjlog.model.patience import go_on

_DEEPEST: Final = 12
"""How far records are wrapped at most; tools wrap them two or three times."""
_OF_TEXT: Final = 0.75
"""The part of a damaged text that is none of its NUL bytes, at least."""
_START: Final = re.compile(r"[\[{](?=\s*[\"\[{])|\"(?=\s*[\[{]+\s*\\\")|<mjloggm|%mjlog |https?://")
"""Where a record may begin in a text: JSON, JSON in a string, Tenhou's XML, our own text."""
_XML_END: Final = "</mjloggm>"
_ADDRESS: Final = re.compile(r"https?://tenhou\.net/\d/?[^\s#\"'<>]*#json=[^\s\"'<>]+")
_TEXT: Final = re.compile(r"\s*(?:[\[{<]|%mjlog |https?://tenhou\.net/\S*#json=)")
_SCANNED: Final = 8
"""How many times its length a text is scanned at most."""
_MOST_TRIES, _MOST_BEGINNINGS = 300, 10
"""How often JSON may fail to be read, and be read in part: each failure counts lines."""
_MOST_VALUES: Final = 50_000
"""How many values of JSON are looked at."""
_MOST_PARTS: Final = 1000
"""How many parts of a list may come before the record in it."""
_DECODER: Final = json.JSONDecoder()
_LOST: Final = "\N{REPLACEMENT CHARACTER}"

IsRecord = Callable[[Mapping[str, Any]], bool]
"""Whether a JSON object is a record, or the first part of one."""


class Within(NamedTuple):
    """The records in other content, and what is wrong with that content."""

    records: tuple[bytes, ...]
    problems: tuple[Finding, ...] = ()


def records_within(data: bytes, is_record: IsRecord) -> Within:
    """Return the records that other content wraps; none if there are none."""
    damaged = data.decode("utf-8", "replace").removeprefix("\ufeff").strip("\0")
    # A NUL byte belongs in no text. What an interrupted write leaves can be read without them.
    text = damaged.replace("\0", "")
    if len(text) < _OF_TEXT * len(damaged):
        return Within(())
    for form in (str, html.unescape, unquote):
        changed = form(text)
        if form is str or changed != text:
            within = _in_text(changed, is_record)
            if within.records:
                return Within(within.records, (*_damages(damaged), *within.problems))
    return Within(())


def _damages(text: str) -> Iterator[Finding]:
    """Yield what is wrong with the bytes of a text."""
    if bytes_lost := text.count("\0"):
        words = counting(
            "the file has {number} NUL byte in it, which mjlog leaves out",
            "the file has {number} NUL bytes in it, which mjlog leaves out",
            bytes_lost,
        )
        yield Finding.telling("syntax.nul", "error", words)
    if signs_lost := text.count(_LOST):
        words = counting(
            "the file is not UTF-8 in {number} place, which mjlog reads as {sign}; save the file "
            "as UTF-8 (from GBK, Shift JIS …)",
            "the file is not UTF-8 in {number} places, which mjlog reads as {sign}; save the file "
            "as UTF-8 (from GBK, Shift JIS …)",
            signs_lost,
            sign=repr(_LOST),
        )
        yield Finding.telling("syntax.encoding", "error", words)


def _in_text(text: str, is_record: IsRecord) -> Within:
    values: list[Any] = []
    problems: tuple[Finding, ...] = ()
    begins_as_json = text.lstrip()[:1] in ("{", "[")
    end = place = 0
    left, tries = _SCANNED * len(text), 0
    while left > 0 and tries < _MOST_TRIES and (start := _START.search(text, place)):
        go_on()
        place = start.start()
        if begins_as_json and not problems and text[end:place].strip():
            problems = (_more_behind(text, end),)
        if start[0][0] in '[{"':
            try:
                value, place = _DECODER.raw_decode(text, place)
            except (ValueError, RecursionError) as problem:
                left -= getattr(problem, "pos", place) - place
                tries += 1
                part = whole_part(text, place) if tries <= _MOST_BEGINNINGS else None
                rest = _records_of(part, is_record)
                if rest:
                    records = (*_records_of(values, is_record), *rest)
                    return Within(records, (finding_beside(problem),))
                place += 1
                continue
            values.append(value)
        else:
            record, place = _plain_record(text, place)
            # Several addresses are deals of one game, as in a file of nothing else.
            if values and record.startswith("http") and str(values[-1]).startswith("http"):
                record = f"{values.pop()}\n{record}"
            values.append(record)
        end = place
    if begins_as_json and not problems and text[end:].strip():
        problems = (_more_behind(text, end),)
    return Within(_records_of(values, is_record), problems)


def _more_behind(text: str, end: int) -> Finding:
    """Return the finding that JSON ends there, and that something else stands behind it."""
    place = end + len(text[end:]) - len(text[end:].lstrip())
    return finding_beside(json.JSONDecodeError("Extra data", text, place))


def _plain_record(text: str, place: int) -> tuple[str, int]:
    """Return the record in XML, as our own text or in an address that begins there."""
    if text.startswith("<", place):
        end = text.find(_XML_END, place)
        end = len(text) if end < 0 else end + len(_XML_END)
    elif text.startswith("%", place):
        end = text.find("\n```", place)
        end = len(text) if end < 0 else end
    else:
        address = _ADDRESS.match(text, place)
        end = address.end() if address else place + len("http")
        if address is None:
            return "", end
    return text[place:end], end


def _records_of(outermost: Any, is_record: IsRecord) -> tuple[bytes, ...]:
    """Return the outermost values that are records, in their order."""
    records: list[bytes] = []
    waiting = [(outermost, 0)]
    for _ in range(_MOST_VALUES):
        if not waiting:
            break
        value, depth = waiting.pop()
        parts: Iterable[Any] = ()
        if isinstance(value, str):
            if _TEXT.match(value):
                records.append(value.encode("utf-8", "replace"))
        elif isinstance(value, dict):
            if is_record(value):
                records.append(json.dumps(value).encode())
            else:
                parts = value.values()
        elif isinstance(value, list):
            start = _first_record(value, is_record)
            parts = value[:start]
            if start is not None:  # the others are parts of it, or records of its kind
                records.append(json.dumps(value[start:]).encode())
        if depth < _DEEPEST:
            holders = [(part, depth + 1) for part in parts if isinstance(part, list | dict | str)]
            waiting += reversed(holders)
    return tuple(records)


def _first_record(parts: list[Any], is_record: IsRecord) -> int | None:
    """Return which part of a list is the first that is a record, or begins one."""
    for place, part in enumerate(parts[:_MOST_PARTS]):
        if isinstance(part, dict) and is_record(part):
            return place
    return None
