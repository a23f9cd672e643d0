"""Finds records inside other content: a response, a script, a page, a message, a cut file.

Tools put a record into objects of their own, browsers save the page around it, people paste it with
words before and after it, downloads break off. The functions here find the record in such content,
and return it as bytes that the reader of its format understands. They know no format themselves.
"""

from __future__ import annotations

import base64
import binascii
import html
import json
import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Mapping
from email import message_from_bytes
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, unquote_plus

from mjlog.formats.json_parts import bytes_of_buffer
from mjlog.formats.json_text import broken_json_finding, whole_part
from mjlog.formats.page_texts import END_OF_TEXT, texts_of_page
from mjlog.model.findings import Finding
from mjlog.model.messages import counting
from mjlog.model.patience import go_on

_DEEPEST: Final = 12
"""Maximum number of objects and lists around a record; tools put two or three around it."""
_OF_TEXT: Final = 0.75
"""Minimum share of a damaged text that is not NUL bytes."""
_START: Final = re.compile(
    r"[\[{](?=\s*[\"\[{])|\"(?=(?:[\s\[{]|\\[nrt])*[\[{](?:[A-Z]\w* |\s|\\[nrt])*\\\")"
    r"|\"(?=(?:%mjlog |Match )[^\"\n]*\\n|<mjloggm [^\"\n]*\\\")|<mjloggm|%mjlog |https?://"
    r"|(?:^|(?<=[\"'`>]))(?:\[[A-Z]\w* (?=\")|Match (?=\w+\s+Wind ))",
    re.MULTILINE,
)
"""Possible beginning of a record in a text.

It is JSON, a string with JSON in it, XML, mjlog's own text, tags, or lines of acts.
"""
_XML_END: Final = "</mjloggm>"
_ADDRESS: Final = re.compile(r"https?://tenhou\.net/\d/?[^\s#\"'<>]*#json=[^\s\"'<>]+")
_TEXT: Final = re.compile(r"\s*(?:[\[{<]|%mjlog |https?://tenhou\.net/\S*#json=|Match \w+\s+Wind )")
_SCANNED: Final = 8
"""Most times that a text is scanned, relative to its length."""
_MOST_TRIES, _MOST_BEGINNINGS = 300, 10
"""Maximum numbers of failures to read JSON, and of beginnings of JSON that are read.

Each failure takes time, because the lines up to it are counted.
"""
_MOST_VALUES: Final = 50_000
"""Maximum number of JSON values that are examined."""
_MOST_PARTS: Final = 1000
"""Maximum number of elements of a list that are searched for the first record."""
_LOOKED_AT: Final = 1 << 10
"""Number of bytes that are examined to see whether they are text."""
_URL_SAFE: Final = str.maketrans("-_", "+/")
_DECODER: Final = json.JSONDecoder()
_LOST: Final = "\N{REPLACEMENT CHARACTER}"

_MAIL: Final = re.compile(
    r"\s*(?:[A-Za-z-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){0,40}?"
    r"(?:MIME-Version|Content-Transfer-Encoding):",
    re.IGNORECASE,
)
"""Beginning of a mail, or of a page that a browser saved with its parts (MHTML)."""
_BASE64: Final = re.compile(r"(?:data:[^,\s]{0,80};base64,)?([A-Za-z0-9+/_\s-]{40,}={0,2})")
_PYTHON: Final = re.compile(r"[\[{]\s*'")
_SINGLE_QUOTES: Final = re.compile(
    r"[(=]\s*'(?=%mjlog |<mjloggm |Match \w|[\[{](?:[A-Z]\w* |\\n|\s)+\")"
)
"""Place where a script has a record of several lines in single quotes."""
_LITERAL: Final = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|\b(?:True|False|None)\b")
_CONSTANTS: Final = {"True": "true", "False": "false", "None": "null"}
_QUOTED: Final = re.compile(r"^> ", re.MULTILINE)

IsRecord = Callable[[Mapping[str, Any] | bytes], bool]
"""A function that returns whether a JSON object, or bytes, are a record or its first part."""


class WrappedRecords(NamedTuple):
    """The records that are inside other content, as bytes, and findings about that content."""

    records: tuple[bytes, ...]
    problems: tuple[Finding, ...] = ()


def records_within(data: bytes, is_record: IsRecord) -> WrappedRecords:
    """Find records inside other content, such as a web page, a mail, a script or base64.

    Return the records as bytes, and findings (messages) about damage of the content; both are empty
    if there are no records. `is_record` is a function that returns whether a JSON object, or some
    bytes, are a record.
    """
    damaged = data.decode("utf-8", "replace").removeprefix("\ufeff").strip("\0")
    if decoded := _from_base64(damaged, is_record):
        return WrappedRecords((decoded,))
    # Text has no NUL bytes. If an interrupted write left some, read the text without them.
    text = damaged.replace("\0", "")
    if len(text) < _OF_TEXT * len(damaged):
        return WrappedRecords(())
    forms = (_script_json, texts_of_page, _text_of_mail, _strip_quotes, str, html.unescape)
    for form in (*forms, _unescape_form, _python_json):
        changed = form(text)
        if form is str or changed != text:
            within = _record_in_text(changed, is_record)
            if within.records:
                return WrappedRecords(within.records, (*_damages(damaged), *within.problems))
    return WrappedRecords(())


def _unquote_json(text: str) -> str:
    """Decode a text that is a JSON string; repeat this while the result is a JSON string, too.

    Any other text is returned unchanged.
    """
    while text.startswith('"'):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            break
        if not isinstance(value, str):
            break
        text = value
    return text


def _text_of_mail(text: str) -> str:
    """Return the decoded texts of a mail, or of a web page saved as a mail (MHTML).

    Any other text is returned unchanged.
    """
    if _MAIL.match(text) is None:
        return text
    try:
        parts = list(message_from_bytes(text.encode("utf-8", "replace")).walk())
    except RecursionError:  # too many parts inside parts
        return text
    payloads = [
        part.get_payload(decode=True)
        for part in parts
        if part.get_content_maintype() in {"text", "application"}
    ]
    texts = [each.decode("utf-8", "replace") for each in payloads if isinstance(each, bytes)]
    return "\n".join(texts)


def _strip_quotes(text: str) -> str:
    """Remove the marks ``> `` with which mail programs begin the lines of a quoted mail."""
    return _QUOTED.sub("", text)


def _unescape_form(text: str) -> str:
    """Decode the escapes of web addresses and forms in a text, such as ``%7B``.

    A plus sign becomes a space, except if the text has spaces already.
    """
    return (unquote if " " in text else unquote_plus)(text)


def _script_json(text: str) -> str:
    """Convert the strings in a script that have single quotes or backticks to JSON strings.

    Only a text with a record in single quotes is converted; any other text is returned unchanged.
    """
    if _SINGLE_QUOTES.search(text) is None:
        return text
    return _LITERAL.sub(_literal_json, text)


def _python_json(text: str) -> str:
    """Convert values that Python printed, such as ``{'a': True}``, to JSON.

    A text without such values is returned unchanged.
    """
    if _PYTHON.search(text) is None:
        return text
    return _LITERAL.sub(_literal_json, text)


def _literal_json(literal: re.Match[str]) -> str:
    word = literal[0]
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    try:
        return json.dumps(literal_eval(word))
    except (ValueError, SyntaxError):
        return word


def _from_base64(text: str, is_record: IsRecord) -> bytes:
    """Decode a text from base64, and return the bytes if they are a record; else empty bytes."""
    match = _BASE64.fullmatch(text.strip())
    if match is None:
        return b""
    digits = "".join(match[1].split()).rstrip("=").translate(_URL_SAFE)
    try:
        return _plain_or_packed(base64.b64decode(f"{digits}==="), is_record)
    except binascii.Error:
        return b""


def _plain_or_packed(data: bytes, is_record: IsRecord) -> bytes:
    """Return `data` if it is a record, as text or in a binary form; otherwise empty bytes.

    `data` has been decoded from base64.
    """
    is_text = _TEXT.match(data[:_LOOKED_AT].decode("utf-8", "replace")) is not None
    return data if is_text or is_record(data) else b""


def _damages(text: str) -> Iterator[Finding]:
    """Yield a finding if a text has NUL bytes, and another if it had bytes that were not UTF-8."""
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


def _record_in_text(text: str, is_record: IsRecord) -> WrappedRecords:
    values: list[Any] = []
    problems: tuple[Finding, ...] = ()
    begins_as_json = text.lstrip()[:1] in ("{", "[")
    end = place = 0
    left, tries = _SCANNED * len(text), 0
    while left > 0 and tries < _MOST_TRIES and (start := _START.search(text, place)):
        go_on()
        place = start.start()
        if begins_as_json and not problems and text[end:place].strip():
            problems = (_text_after_json_finding(text, end),)
        if start[0] in '[{"':
            try:
                value, place = _DECODER.raw_decode(text, place)
            except (ValueError, RecursionError) as problem:
                left -= getattr(problem, "pos", place) - place
                tries += 1
                part = whole_part(text, place) if tries <= _MOST_BEGINNINGS else None
                rest = _records_of(part, is_record)
                if rest:
                    records = (*_records_of(values, is_record), *rest)
                    return WrappedRecords(records, (broken_json_finding(problem),))
                place += 1
                continue
            values.append(value)
        else:
            record, place = _plain_record(text, place)
            # Several addresses in a row are deals of one game, as in a file that has nothing else.
            if values and record.startswith("http") and str(values[-1]).startswith("http"):
                record = f"{values.pop()}\n{record}"
            values.append(record)
        end = place
    if begins_as_json and not problems and text[end:].strip():
        problems = (_text_after_json_finding(text, end),)
    return WrappedRecords(_records_of(values, is_record), problems)


def _text_after_json_finding(text: str, end: int) -> Finding:
    """Return the finding that other text follows the JSON that ends at index `end` of `text`."""
    place = end + len(text[end:]) - len(text[end:].lstrip())
    return broken_json_finding(json.JSONDecodeError("Extra data", text, place))


def _plain_record(text: str, place: int) -> tuple[str, int]:
    """Cut out the record at index `place` of a text; return it and the index of its end.

    The record is XML, mjlog's notation, or another form that is not JSON, or it is the web address
    of a viewer. If the address does not contain a record, return an empty text.
    """
    if text.startswith("<", place):
        end = text.find(_XML_END, place)
        end = len(text) if end < 0 else end + len(_XML_END)
    elif text[place] in "%[M":
        end = text.find("`" if text[place - 1 : place] == "`" else END_OF_TEXT, place)
        end = len(text) if end < 0 else end
    else:
        address = _ADDRESS.match(text, place)
        end = address.end() if address else place + len("http")
        if address is None:
            return "", end
    return text[place:end], end


def _records_of(outermost: Any, is_record: IsRecord) -> tuple[bytes, ...]:
    """Search a JSON value for records; return a tuple with each record as bytes, in order.

    The function `is_record` recognises a record. A record inside another record is not returned
    separately. If a list contains a record, the list from this element on is returned as one
    record, because a game may be a list of deals.
    """
    records: list[bytes] = []
    waiting = [(outermost, 0)]
    for _ in range(_MOST_VALUES):
        if not waiting:
            break
        value, depth = waiting.pop()
        parts: Iterable[Any] = ()
        if record := _record_in(value, is_record):
            records.append(record)
        elif isinstance(value, dict):
            parts = value.values()
        elif isinstance(value, list):
            start = _first_record(value, is_record)
            parts = value[:start]
            # the other parts are parts of this record, or further records of its kind
            if start is not None:
                records.append(json.dumps(value[start:]).encode())
        if depth < _DEEPEST:
            holders = [(part, depth + 1) for part in parts if isinstance(part, list | dict | str)]
            waiting += reversed(holders)
    return tuple(records)


def _record_in(value: Any, is_record: IsRecord) -> bytes:
    """Return a JSON string or object as bytes if it is a record; else empty bytes."""
    if isinstance(value, str):
        value = _unquote_json(value)
        is_text = _TEXT.match(value) is not None
        return value.encode("utf-8", "replace") if is_text else _from_base64(value, is_record)
    if not isinstance(value, dict):
        return b""
    if is_record(value):
        return json.dumps(value).encode()
    return _plain_or_packed(bytes_of_buffer(value), is_record)


def _first_record(parts: list[Any], is_record: IsRecord) -> int | None:
    """Return the index of the first JSON object in a list that is a record.

    Return None if there is none among the first `_MOST_PARTS` elements.
    """
    for place, part in enumerate(parts[:_MOST_PARTS]):
        if isinstance(part, dict) and is_record(part):
            return place
    return None
