"""Reads members of decoded JSON and checks their types.

For a wrong member the functions raise `WrongPartError`, which says briefly what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from mjlog.formats.reader_findings import ReaderFindings
from mjlog.model.patience import go_on
from mjlog.model.record import Seat

_Part = TypeVar("_Part")
_Other = TypeVar("_Other")

Object = dict[str, Any]

_MOST_POINTS: Final = 10**7
_TOO_LARGE: Final = 10**9


class WrongPartError(Exception):
    """A JSON member is missing or invalid; the message says which one and why."""


def member(given: Object, name: str) -> Any:
    """Return the member of that name in a JSON object.

    Raises `WrongPartError` if it is missing.
    """
    if name not in given:
        raise WrongPartError(f"{name!r} is missing")
    return given[name]


def number(given: Object, name: str, default: int | None = None) -> int:
    """Return the whole number in the member `name` of an object; `default` if it is missing.

    Raises `WrongPartError` if it is no whole number, or is missing and `default` is None.
    """
    value = given.get(name, default) if default is not None else member(given, name)
    return whole(value, name)


def whole(value: Any, name: str) -> int:
    """Return the value, which must be a whole number such as 2 or 2.0.

    `name` is the member's name for the error. Raises `WrongPartError` for any other value, and for
    a number that is too large.
    """
    if type(value) is int and -_TOO_LARGE < value < _TOO_LARGE:
        return value
    number = integer_in(value)
    if number is None:
        raise WrongPartError(f"{name!r} is {shown(value)}, a whole number is expected")
    if abs(number) >= _TOO_LARGE:
        raise WrongPartError(f"{name!r} is {shown(number)}, which is too large")
    return number


def integer_in(value: Any) -> int | None:
    """Return a whole number, also one written as ``2.0``; None for other values, such as True."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if type(value) is int:
        return value
    return None


def seat(given: Object, name: str, seats: int, default: int | None = None) -> Seat:
    """Return the seat number in the member `name` of an object; `default` if it is missing.

    Raises `WrongPartError` if it is no seat of a table of `seats` players, or is missing and
    `default` is None.
    """
    return seat_number(number(given, name, default), name, seats)


def seat_number(number: int, name: str, seats: int) -> Seat:
    """Return the number, which must be a seat of a table of `seats` players.

    `name` is the member's name for the error. Raises `WrongPartError` for any other number.
    """
    if not 0 <= number < seats:
        raise WrongPartError(f"{name!r} is {number}, seats are 0 to {seats - 1}")
    return number


def row(
    value: Any, name: str, part: Callable[[Any, str], _Part], length: int | None = None
) -> tuple[_Part, ...]:
    """Return a list as a tuple, with each part read by the function `part`.

    `length` is the number of parts that it must have, if given. Raises `WrongPartError` if the
    value is no such list, or a part cannot be read.
    """
    go_on()
    if not isinstance(value, list):
        raise WrongPartError(f"{name!r} is {shown(value)}, a list is expected")
    if length is not None and len(value) != length:
        raise WrongPartError(f"{name!r} has {len(value)} parts, {length} are expected")
    return tuple(part(each, name) for each in value)


def words(value: Any, name: str) -> str:
    """Return the value, which must be a string.

    Raises `WrongPartError` for any other value.
    """
    if not isinstance(value, str):
        raise WrongPartError(f"{name!r} is {shown(value)}, a string is expected")
    return value


def flag(value: Any, name: str) -> bool:
    """Return the value, which must be true or false.

    Raises `WrongPartError` for any other value.
    """
    if not isinstance(value, bool):
        raise WrongPartError(f"{name!r} is {shown(value)}, true or false is expected")
    return value


def amount(given: Object, name: str, default: int | None = None) -> int:
    """Return the number in the member `name` of an object; `default` if it is missing.

    Raises `WrongPartError` if it is negative or not whole, or is missing and `default` is None.
    """
    value = number(given, name, default)
    if value < 0:
        raise WrongPartError(f"{name!r} is {value}, a number from 0 on is expected")
    return value


def entries(given: Object, name: str) -> list[Any]:
    """Return the list in the member `name` of an object; empty if it is missing or null.

    Raises `WrongPartError` if it is no list.
    """
    value = given.get(name)
    if value is not None and not isinstance(value, list):
        raise WrongPartError(f"{name!r} is {shown(value)}, a list is expected")
    return value or []


def named_players(value: Any, name: str, *counts: int) -> tuple[str, ...]:
    """Return the names of the players in a list, one for each seat; empty for an empty list.

    `counts` are the numbers of players that are possible. Raises `WrongPartError` for any other
    number of names, and if one is no string.
    """
    given = row(value, name, words)
    if given and len(given) not in counts:
        due = " or ".join(str(count) for count in counts)
        raise WrongPartError(f"{name!r} has {len(given)} parts, {due} are expected")
    return given


def among(*known: Any) -> Callable[[Any, str], Any]:
    """Return a function that returns its first argument if it is one of `known`.

    The function takes a value and its member's name; it raises `WrongPartError` for other values.
    """

    def read(value: Any, name: str) -> Any:
        if type(value) not in {type(each) for each in known} or value not in known:
            due = ", ".join(repr(each) for each in known)
            raise WrongPartError(f"{name!r} is {shown(value)}, one of {due} is expected")
        return value

    return read


def table(value: Any, name: str) -> Object:
    """Return the value, which must be a JSON object.

    Raises `WrongPartError` for any other value.
    """
    if not isinstance(value, dict):
        raise WrongPartError(f"{name!r} is {shown(value)}, an object is expected")
    return value


def scores(found: Any, name: str, seats: int) -> tuple[int, ...]:
    """Return the list of points by seat; further numbers are left out.

    `name` is the member's name for the error. Raises `WrongPartError` if there are fewer numbers
    than `seats`, or one is too large or not whole.
    """
    values = row(found, name, whole)
    if len(values) < seats:
        raise WrongPartError(f"{name!r} has {len(values)} numbers, {seats} are expected")
    for value in values:
        if abs(value) >= _MOST_POINTS:
            raise WrongPartError(f"{name!r} has {value}, more points than any game has")
    return values[:seats]


def bytes_of_buffer(value: object) -> bytes:
    """Return the bytes of an object that Node.js writes for a buffer; empty for other values."""
    if not isinstance(value, dict) or value.get("type") != "Buffer":
        return b""
    try:
        return bytes(value["data"]) if isinstance(value.get("data"), list) else b""
    except (TypeError, ValueError):
        return b""


def shown(value: object) -> str:
    """Return a value as text for a message, at most 40 characters long."""
    text = repr(value)
    if len(text) <= 40:
        return text
    return text[:39] + "…"


def lookup(table: dict[str, _Part], key: Any, what: str) -> _Part:
    """Return the entry of a table for the word `key`.

    Raises `WrongPartError` if there is none; `what` says what the word should be.
    """
    if not isinstance(key, str) or key not in table:
        raise WrongPartError(f"{shown(key)} is no {what}")
    return table[key]


@contextmanager
def forgiving(complaints: ReaderFindings, what: str) -> Iterator[None]:
    """Return a context manager that turns a `WrongPartError` inside into a finding.

    The rest of the work inside is skipped. `what` names the part that cannot be read; the finding
    is added to `complaints`.
    """
    try:
        yield
    except WrongPartError as problem:
        leave_out(complaints, what, problem)


def leave_out(complaints: ReaderFindings, what: str, problem: WrongPartError) -> None:
    """Add a finding that a part cannot be read, for the reason in `problem`, and is left out."""
    complaints.say("format.attribute", f"{what} cannot be read: {problem}; it is left out")


def optional(
    complaints: ReaderFindings,
    given: Object,
    name: str,
    read: Callable[[Any, str], _Part],
    otherwise: _Other,
) -> _Part | _Other:
    """Return the member `name` of an object, read by `read`.

    `otherwise` is returned if it is missing or null, and also for an invalid member, for which a
    finding is added to `complaints`.
    """
    value = given.get(name)
    if value is None:
        return otherwise
    try:
        return read(value, name)
    except WrongPartError as problem:
        complaints.say("format.attribute", f"{problem}; it is read as if it were not there")
    return otherwise


def first(parts: Sequence[_Part], default: _Part) -> _Part:
    """Return the first part; the default if there is none."""
    if not parts:
        return default
    return parts[0]
