"""Decodes bytes to text: encodings, byte-order marks, NUL bytes and line ends.

Findings say where something is wrong and what to do.
"""

from __future__ import annotations

import codecs
from typing import Final

from mjlog.model.findings import Finding, Place
from mjlog.model.messages import Message, counting, msg
from mjlog.notation.limits import Limits, Unreadable
from mjlog.notation.report import Report

MAGIC: Final = "%mjlog"
_BOMS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_LOST: Final = "\ufffd"
WIDE: Final = 800
"""Number of bytes within which a record must begin in any encoding."""


def text_of(data: bytes | str, limits: Limits, report: Report) -> str:
    r"""Decode the data of a record to text with line ends ``\n``, and report what is wrong.

    A byte-order mark and NUL bytes at the end are removed. Other NUL bytes, and characters that
    cannot be decoded, become U+FFFD. Raises `Unreadable` if the data is not text or is larger than
    the limit.
    """
    size = len(data)
    if size > limits.file_size:
        large = "the file has {size} bytes; mjlog reads at most {most} (the limit can be set)"
        raise Unreadable(_bare("too_long", msg(large, size=size, most=limits.file_size)))
    text = data if isinstance(data, str) else _decoded(data, report)
    if text[:1] == "\ufeff":
        report.add(
            "bom",
            "note",
            msg("the file begins with a byte-order mark, which UTF-8 does not need"),
            1,
            1,
        )
        text = text[1:]
    if "\r" in text:
        text = _line_ends(text, report)
    if "\0" in text:
        text = _strip_nul(text, report)
    if not isinstance(data, str):
        return text
    return _replace_surrogates(text, report)


def is_wide_record(data: bytes) -> bool:
    """Return whether the data is a record that was saved as UTF-16 or UTF-32.

    The data must begin with a byte-order mark, and the text near its beginning must contain
    ``%mjlog``. mjlog reads such a file, but reports that it should be saved as UTF-8.
    """
    mark = next(((bom, encoding) for bom, encoding, _ in _BOMS if data.startswith(bom)), None)
    return mark is not None and MAGIC in data[len(mark[0]) :][:WIDE].decode(mark[1], "replace")


def _decoded(data: bytes, report: Report) -> str:
    for bom, encoding, name in _BOMS:
        if data.startswith(bom):
            if not is_wide_record(data):
                begins = "this begins like {encoding} but is no record; mjlog reads UTF-8 text"
                raise Unreadable(_bare("encoding", msg(begins, encoding=name)))
            words = msg("the file is {encoding}; save it as UTF-8", encoding=name)
            report.add("encoding", "error", words, 1, 1, recorded=name, expected="UTF-8")
            text = data[len(bom) :].decode(encoding, "replace")
            return text.encode("utf-8", "replace").decode()
    try:
        return data.decode()
    except UnicodeDecodeError as problem:
        return _damaged(data, problem.start, report)


def _damaged(data: bytes, place: int, report: Report) -> str:
    """Decode the data of a record that is not valid UTF-8, with U+FFFD for each wrong place.

    `place` is the index of the first wrong byte. Reports how many places are wrong. Raises
    `Unreadable` if the data does not begin like a record.
    """
    if MAGIC.encode() not in data[:200]:
        other = "byte {number} is not UTF-8 text; mjlog reads UTF-8 that begins {magic}"
        raise Unreadable(_bare("encoding", msg(other, number=place + 1, magic=MAGIC)))
    line = data.count(b"\n", 0, place) + 1
    column = len(data[data.rfind(b"\n", 0, place) + 1 : place].decode("utf-8", "replace")) + 1
    text = data.decode("utf-8", "replace")
    lost = text.count(_LOST)
    report.add(
        "encoding",
        "error",
        counting(
            "the file is not UTF-8 in {number} place, which mjlog reads as {sign}; save the file "
            "as UTF-8 (from GBK, Shift JIS …)",
            "the file is not UTF-8 in {number} places, which mjlog reads as {sign}; save the file "
            "as UTF-8 (from GBK, Shift JIS …)",
            lost,
            sign=repr(_LOST),
        ),
        line,
        column,
        recorded=f"byte 0x{data[place]:02x}",
        expected="UTF-8",
    )
    return text


def _line_ends(text: str, report: Report) -> str:
    place = text.index("\r")
    crlf = text[place : place + 2] == "\r\n"
    what = "CR LF (Windows)" if crlf else "CR"
    report.add(
        "line_ends",
        "note",
        msg(
            "lines end in {what}; mjlog reads them as LF, and the canonical text has LF", what=what
        ),
        text.count("\n", 0, place) + 1,
        place - text.rfind("\n", 0, place),
    )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _strip_nul(text: str, report: Report) -> str:
    """Remove NUL bytes from the end of a text, where an interrupted write leaves them.

    NUL bytes in the middle become U+FFFD. Reports the NUL bytes. Raises `Unreadable` if the text
    does not begin like a record.
    """
    if MAGIC not in text[:200]:
        raise Unreadable(_bare("nul", msg("the data has NUL bytes and no record: it is no text")))
    kept = text.rstrip("\0")
    place = text.index("\0")
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    if "\0" in kept:
        words = counting(
            "the file has {number} NUL byte; mjlog reads it as {sign}",
            "the file has {number} NUL bytes, the first one here; mjlog reads each as {sign}",
            kept.count("\0"),
            sign=repr(_LOST),
        )
    else:
        words = counting(
            "the file ends in {number} NUL byte, as an interrupted write leaves it; mjlog cuts it "
            "off",
            "the file ends in {number} NUL bytes, as an interrupted write leaves them; mjlog cuts "
            "them off",
            len(text) - len(kept),
        )
    report.add("nul", "error", words, line, column)
    return kept.replace("\0", _LOST)


def _replace_surrogates(text: str, report: Report) -> str:
    """Replace lone surrogates in a text by U+FFFD, and report the first of them."""
    try:
        text.encode()
    except UnicodeEncodeError as problem:
        place = problem.start
        words = msg("a lone surrogate is no character; mjlog reads it as {sign}", sign=repr(_LOST))
        line = text.count("\n", 0, place) + 1
        report.add("encoding", "error", words, line, place - text.rfind("\n", 0, place))
        # UTF-16 joins two surrogates to one character, and replaces each single one.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _bare(code: str, words: Message) -> Finding:
    return Finding.telling("syntax." + code, "error", words, Place(1, 1))
