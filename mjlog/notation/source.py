"""Bytes to text: encodings, byte-order marks, NUL bytes and line ends, with findings that say where and what to do."""

from __future__ import annotations

import codecs
from typing import Final

from mjlog.findings import Finding, Place
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


def text_of(data: bytes | str, limits: Limits, report: Report) -> str:
    r"""The text with line ends ``\n``, without byte-order mark and NUL. Raises Unreadable when it is no text at all."""
    size = len(data)
    if size > limits.file_size:
        raise Unreadable(_bare("too_long", f"{size} bytes; at most {limits.file_size} are read (the limit can be set)"))
    text = data if isinstance(data, str) else _decoded(data, report)
    if text[:1] == "\ufeff":
        report.add("bom", "note", "the file begins with a byte-order mark; UTF-8 needs none", 1, 1)
        text = text[1:]
    if "\r" in text:
        text = _line_ends(text, report)
    if "\0" in text:
        text = _without_nul(text, report)
    return _without_surrogates(text, report) if isinstance(data, str) else text


def _decoded(data: bytes, report: Report) -> str:
    for bom, encoding, name in _BOMS:
        if data.startswith(bom):
            return _wide(data[len(bom) :], encoding, name, report)
    try:
        return data.decode()
    except UnicodeDecodeError as problem:
        return _damaged(data, problem.start, report)


def _wide(data: bytes, encoding: str, name: str, report: Report) -> str:
    text = data.decode(encoding, "replace").encode("utf-8", "replace").decode()
    if MAGIC not in text[:200]:
        raise Unreadable(_bare("encoding", f"this begins like {name} but is no record; mjlog reads UTF-8 text"))
    report.add("encoding", "error", f"the file is {name}; save it as UTF-8", 1, 1, recorded=name, expected="UTF-8")
    return text


def _damaged(data: bytes, place: int, report: Report) -> str:
    """Bytes that are not UTF-8: read on with the lost characters marked, if this is a record at all."""
    if MAGIC.encode() not in data[:200]:
        raise Unreadable(
            _bare("encoding", f"byte {place + 1} is not UTF-8 text; mjlog reads UTF-8 that begins {MAGIC}")
        )
    line = data.count(b"\n", 0, place) + 1
    column = len(data[data.rfind(b"\n", 0, place) + 1 : place].decode("utf-8", "replace")) + 1
    text = data.decode("utf-8", "replace")
    lost = text.count(_LOST)
    report.add(
        "encoding",
        "error",
        f"this is not UTF-8; {lost} places of the file are lost as {_LOST!r}; save it as UTF-8 (from GBK, Shift JIS …)",
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
        f"lines end in {what}; they are read as LF, and the canonical text has LF",
        text.count("\n", 0, place) + 1,
        place - text.rfind("\n", 0, place),
    )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _without_nul(text: str, report: Report) -> str:
    """A tail of NUL bytes is what an interrupted write leaves: it is cut off. Others are marked as lost."""
    if MAGIC not in text[:200]:
        raise Unreadable(_bare("nul", "the data holds NUL bytes and no record; it is no text"))
    kept = text.rstrip("\0")
    place = text.index("\0")
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    if "\0" in kept:
        words = f"{kept.count(chr(0))} NUL bytes, the first one here; each is read as {_LOST!r}"
    else:
        words = (
            f"the file ends in {len(text) - len(kept)} NUL bytes, as an interrupted write leaves them; they are cut off"
        )
    report.add("nul", "error", words, line, column)
    return kept.replace("\0", _LOST)


def _without_surrogates(text: str, report: Report) -> str:
    """Text that cannot be written as UTF-8 cannot be kept as it is."""
    try:
        text.encode()
    except UnicodeEncodeError as problem:
        place = problem.start
        words = f"a lone surrogate, which is no character; read as {_LOST!r}"
        line = text.count("\n", 0, place) + 1
        report.add("encoding", "error", words, line, place - text.rfind("\n", 0, place))
        return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return text


def _bare(code: str, message: str) -> Finding:
    return Finding("syntax." + code, "error", message, Place(1, 1))
