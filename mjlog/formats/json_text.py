"""Decodes JSON text, and says what is wrong and where if the text is not JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from mjlog.model.findings import Finding, Place
from mjlog.model.record import Game
from mjlog.notation.limits import Unreadable

_BOM: Final = b"\xef\xbb\xbf"
_DECODER: Final = json.JSONDecoder()
_DEEPEST_PART: Final = 12
"""Maximum depth of lists and objects at which the beginning of a cut value is searched for."""
_WHITE: Final = re.compile(r"[ \t\n\r]*")
_STRINGS: Final = (
    ("Unterminated string", "a string opens here and is not closed"),
    ("Invalid control character", "a control character stands inside a string"),
    ("Invalid \\", "JSON knows no such escape"),
    ("Extra data", "the value has ended, and more stands behind it"),
)
"""Beginnings of the decoder's messages, each with mjlog's message."""


def document(data: bytes) -> Any:
    """Return the decoded value of a file that is one JSON value.

    Raise `Unreadable` if the file is not JSON; its finding says why and at which line and column.
    """
    try:
        return decoded(data)
    except NoJsonError as problem:
        raise Unreadable(problem.finding("this is no JSON, or it breaks off")) from None


def documents(data: bytes) -> Iterator[Any]:
    """Yield the JSON values in a file: the elements of a list, or the value of each line.

    If the file is any other single value, or an empty list, yield this value. If it has one value
    on each line, a line that is not JSON yields a `Finding` (a message). Raise `Unreadable` if the
    file is neither one JSON value nor such lines.
    """
    try:
        whole = decoded(data)
    except NoJsonError as problem:
        lines = data.removeprefix(_BOM).split(b"\n")
        # In a file with one value on each line, the decoder stops after a whole value. Other errors
        # are real.
        if not problem.goes_on or sum(bool(line.strip()) for line in lines) < 2:
            raise Unreadable(problem.finding("this is no JSON, or it breaks off")) from None
        yield from _values_by_line(lines)
    else:
        yield from whole if isinstance(whole, list) and whole else [whole]


def records_of(
    data: bytes, read: Callable[[Any], Iterable[Game | Finding]]
) -> Iterator[Game | Finding]:
    """Call `read` with each JSON value of a file, and yield the games and findings that it returns.

    A finding is a message about an error in the file. If `read` raises `Unreadable` for a value,
    its finding is yielded, and the next value is read.
    """
    for whole in documents(data):
        if isinstance(whole, Finding):
            yield whole
            continue
        try:
            yield from read(whole)
        except Unreadable as problem:
            yield problem.finding


def _values_by_line(lines: list[bytes]) -> Iterator[Any]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield decoded(line)
            except NoJsonError as problem:
                yield problem.finding(
                    "this line is no JSON, or it breaks off; it is left out", number - 1
                )


class NoJsonError(Exception):
    """Raised for data that is not JSON.

    `words` is the reason; `line` and `column` are the place. `goes_on` is True if the data begins
    with a complete JSON value, and the error is that more text follows.
    """

    def __init__(
        self, words: str, line: int = 0, column: int = 0, *, goes_on: bool = False
    ) -> None:
        super().__init__(words)
        self.words = words
        self.line, self.column = line, column
        self.goes_on = goes_on

    def finding(self, what: str, above: int = 0) -> Finding:
        """Return this error as a finding (a message for users) with its line and column.

        The message is `what`, a colon, and the reason. If the decoded text is only the later part
        of a file, `above` is the number of lines before it, and is added to the line number.
        """
        place = (
            Place(self.line + above, self.column) if self.line else Place(above + 1 if above else 0)
        )
        return Finding("format.json", "error", f"{what}: {self.words}", place)


def broken_json_finding(problem: ValueError | RecursionError) -> Finding:
    """Return the finding that a file is broken JSON, and that mjlog reads the undamaged parts.

    A finding is a message for users; it has the line and the column. `problem` is the error that
    the JSON decoder raised.
    """
    what = "this JSON is broken, and mjlog reads what is whole in it"
    return _no_json(problem).finding(what)


def _no_json(problem: ValueError | RecursionError) -> NoJsonError:
    """Convert an error of Python's JSON decoder to a `NoJsonError` with a message for users."""
    if isinstance(problem, json.JSONDecodeError):
        words = f"line {problem.lineno}, column {problem.colno}: {_reason(problem)}"
        goes_on = problem.msg.startswith("Extra data")
        return NoJsonError(words, problem.lineno, problem.colno, goes_on=goes_on)
    if isinstance(problem, RecursionError):
        return NoJsonError("its brackets are nested too deep")
    # Python refuses to read numbers of thousands of digits.
    return NoJsonError("a number in it has too many digits")


def decoded(data: bytes) -> Any:
    """Return the decoded value of JSON data, which may begin with a byte order mark.

    Raise `NoJsonError` if the data is not JSON, if it is nested too deep, or if it has a number
    with too many digits.
    """
    try:
        return json.loads(data.removeprefix(_BOM))
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise NoJsonError(f"line {line}: it is not UTF-8; save it as UTF-8", line) from None
    except (ValueError, RecursionError) as problem:
        raise _no_json(problem) from None


def _reason(problem: json.JSONDecodeError) -> str:
    for beginning, words in _STRINGS:
        if problem.msg.startswith(beginning):
            return words
    rest = problem.doc[problem.pos :].lstrip()
    if not rest:
        return "it breaks off"
    if rest[0] == "," or (rest[0] in "]}" and problem.doc[: problem.pos].rstrip().endswith(",")):
        if rest.lstrip(", \t\r\n")[:1] not in ("]", "}"):
            return _odd(rest)
        return "a comma stands where nothing follows it"
    return _odd(rest)


def _odd(rest: str) -> str:
    return f"{rest[0]!r} does not fit here"


# ----------------------------------------------------------------- what breaks off


def whole_part(text: str, place: int, depth: int = 0) -> Any:
    """Decode a JSON list or object that is cut off, up to the place where it is cut off.

    For example, `{"a": [1, 2], "b": [3, 4` gives `{"a": [1, 2], "b": [3, 4]}`. The list or object
    begins at index `place` of `text`. In a list, an incomplete last element is only kept if it is
    also the first element. Return None if nothing can be decoded, or if `depth`, the number of
    lists and objects around this one, is too large.
    """
    opening = text[place : place + 1]
    if opening not in ("[", "{") or depth > _DEEPEST_PART:
        return None
    parts: dict[str, Any] = {}
    items: list[Any] = []
    place = _skip_white(text, place + 1)
    while text[place : place + 1] not in ("", "]", "}"):
        name = str(len(items))
        try:
            if opening == "{":
                name, place = _DECODER.raw_decode(text, place)
                if not isinstance(name, str):
                    break
                place = _skip_white(text, _skip_white(text, place) + 1)
            value, end = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            if opening == "{" or not items:
                value = whole_part(text, place, depth + 1)
                if value is not None:
                    items.append(value)
                    parts[name] = value
            break
        items.append(value)
        parts[name] = value
        place = _skip_white(text, end)
        if text[place : place + 1] == ",":
            place = _skip_white(text, place + 1)
    if not items:
        return None
    return items if opening == "[" else parts


def _skip_white(text: str, place: int) -> int:
    white = _WHITE.match(text, place)
    return white.end() if white else place
