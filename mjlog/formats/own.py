"""The two formats of mjlog itself, text and JSON, among all formats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mjlog.formats.format import Content, Format, Reading, lazily
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation.decoding import is_wide_record
from mjlog.notation.limits import Unreadable

_read = lazily("mjlog.notation", "read")
_from_json = lazily("mjlog.notation", "from_json")


_FIRST_LINE = re.compile(rb"%mjlog|[^A-Za-z{<\n]{0,3}(?i:mjlog)[ \t]+v?[0-9]|Rules: *[a-z]")


def texts(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Split a text into its records; yield pairs: a record, and the number of lines before it.

    A record begins at a line ``%mjlog``. The empty line between two records is left out.
    """
    start, lines = 0, 0
    while (end := data.find(b"\n%mjlog ", start) + 1) > 0:
        parted = data.endswith(b"\n\n", start, end)
        yield data[start : end - parted], lines
        lines += data.count(b"\n", start, end)
        start = end
    yield data[start:], lines


class Part(NamedTuple):
    """A part of a text that has one or more whole records.

    `number` is the number of the first of these records in the text, counted from 1. `lines_before`
    is the number of lines of the text before this part.
    """

    text: bytes
    number: int
    lines_before: int


def parts(text: bytes, size: int) -> Iterator[Part]:
    """Split a text into parts of whole records.

    Each part has at least `size` bytes; only the last part may be smaller.
    """
    number, start, lines = 1, 0, 0
    while start < len(text):
        end = text.find(b"\n%mjlog ", start + size) + 1 or len(text)
        parted = end < len(text) and text.endswith(b"\n\n", start, end)
        yield Part(text[start : end - parted], number, lines)
        number += 1 + text.count(b"\n%mjlog ", start, end)
        lines += text.count(b"\n", start, end)
        start = end


def _is_text(content: Content) -> bool:
    # A text whose first line lacks the mark of the format, or has it misspelt, is still a record.
    return bool(_FIRST_LINE.match(content.text)) or is_wide_record(content.text)


def _read_text(data: bytes, how: Reading) -> Iterator[Game | Finding]:
    for text, after in texts(data):
        yield _read(text, limits=how.limits, after=after)


def _is_json(content: Content) -> bool:
    first = content.first
    return first is not None and ("mjlog" in first or {"v", "deals"} <= first.keys())


def _read_json(data: bytes, how: Reading) -> Iterator[Game | Finding]:
    """Yield the games in a file in mjlog's JSON format.

    The file has a single record, a list of records, or one record on each line. A record that
    cannot be read yields a finding (a message).
    """
    from mjlog.formats.json_text import documents

    for value in documents(data):
        if isinstance(value, Finding):
            yield value
            continue
        try:
            yield _from_json(value, limits=how.limits)
        except Unreadable as problem:
            yield problem.finding


TEXT = Format(
    "mjlog", _is_text, _read_text, target="mjl", rules="", label="mjlog text", start="%mjlog 1.0"
)
JSON = Format(
    "mjlog-json",
    _is_json,
    _read_json,
    target="json",
    rules="",
    label="mjlog JSON",
    members=(("mjlog",), ("v", "deals")),
)
