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
    """Raised if a JSON member is missing or invalid; the message says which member, and why."""


def member(given: Object, name: str) -> Any:
    """Return the member `name` of a JSON object.

    Raise `WrongPartError` if the member is missing.
    """
    if name not in given:
        raise WrongPartError(f"{name!r} is missing")
    return given[name]


def number(given: Object, name: str, default: int | None = None) -> int:
    """Return the whole number in the member `name` of a JSON object; `default` if it is missing.

    Raise `WrongPartError` if the member is not a whole number, or if it is missing and `default`
    is None.
    """
    value = given.get(name, default) if default is not None else member(given, name)
    return whole_number(value, name)


def whole_number(value: Any, name: str) -> int:
    """Return a JSON value as int; the value must be a whole number such as 2 or 2.0.

    Raise `WrongPartError` for any other value and for numbers of ten or more digits. `name` is the
    name of the JSON member, which the error message shows.
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
    """Return a JSON value as int if it is a whole number such as 2 or 2.0; None for other values.

    True and False give None.
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if type(value) is int:
        return value
    return None


def seat(given: Object, name: str, seats: int, default: int | None = None) -> Seat:
    """Return the seat number in the member `name` of a JSON object; `default` if it is missing.

    Raise `WrongPartError` if the member is not a number from 0 to below `seats`, or if it is
    missing and `default` is None.
    """
    return seat_number(number(given, name, default), name, seats)


def seat_number(number: int, name: str, seats: int) -> Seat:
    """Return `number` if it is a seat, from 0 to below `seats`; otherwise raise `WrongPartError`.

    `name` is the name of the JSON member, which the error message shows.
    """
    if not 0 <= number < seats:
        raise WrongPartError(f"{name!r} is {number}, seats are 0 to {seats - 1}")
    return number


def row(
    value: Any, name: str, part: Callable[[Any, str], _Part], length: int | None = None
) -> tuple[_Part, ...]:
    """Convert a JSON list to a tuple; the function `part` converts each element.

    `part` is called with an element and `name`, the name of the JSON member. If `length` is given,
    the list must have this length. Raise `WrongPartError` if the value is not such a list, or if
    `part` raises it.
    """
    go_on()
    if not isinstance(value, list):
        raise WrongPartError(f"{name!r} is {shown(value)}, a list is expected")
    if length is not None and len(value) != length:
        raise WrongPartError(f"{name!r} has {len(value)} parts, {length} are expected")
    return tuple(part(each, name) for each in value)


def unchecked_row(value: Any, name: str, length: int | None = None) -> tuple[Any, ...]:
    """Convert a JSON list to a tuple, whatever its elements are.

    If `length` is given, the list must have this length. Raise `WrongPartError` if the value is not
    such a list. `name` is the name of the JSON member, which the error message shows.
    """
    return row(value, name, lambda element, _name: element, length)


def words(value: Any, name: str) -> str:
    """Return a JSON value if it is a string; otherwise raise `WrongPartError`.

    `name` is the name of the JSON member, which the error message shows.
    """
    if not isinstance(value, str):
        raise WrongPartError(f"{name!r} is {shown(value)}, a string is expected")
    return value


def flag(value: Any, name: str) -> bool:
    """Return a JSON value if it is true or false; otherwise raise `WrongPartError`.

    `name` is the name of the JSON member, which the error message shows.
    """
    if not isinstance(value, bool):
        raise WrongPartError(f"{name!r} is {shown(value)}, true or false is expected")
    return value


def amount(given: Object, name: str, default: int | None = None) -> int:
    """Return the number in the member `name` of a JSON object; `default` if it is missing.

    Raise `WrongPartError` if the number is negative or not whole, or if it is missing and `default`
    is None.
    """
    value = number(given, name, default)
    if value < 0:
        raise WrongPartError(f"{name!r} is {value}, a number from 0 on is expected")
    return value


def entries(given: Object, name: str) -> list[Any]:
    """Return the list in the member `name` of a JSON object; empty if it is missing or null.

    Raise `WrongPartError` if the member is not a list.
    """
    value = given.get(name)
    if value is not None and not isinstance(value, list):
        raise WrongPartError(f"{name!r} is {shown(value)}, a list is expected")
    return value or []


def named_players(value: Any, name: str, *counts: int) -> tuple[str, ...]:
    """Convert a JSON list of player names to a tuple of strings, one for each seat.

    An empty list returns an empty tuple. `counts` are the numbers of players that are allowed.
    Raise `WrongPartError` for any other number of names, or if a name is not a string. `name` is
    the name of the JSON member, which the error message shows.
    """
    given = row(value, name, words)
    if given and len(given) not in counts:
        due = " or ".join(str(count) for count in counts)
        raise WrongPartError(f"{name!r} has {len(given)} parts, {due} are expected")
    return given


def among(*known: Any) -> Callable[[Any, str], Any]:
    """Return a function that checks whether a JSON value is one of the values `known`.

    The function takes the value and the name of the JSON member that has it. It returns the value,
    or raises `WrongPartError` if the value is not in `known`.
    """

    def read(value: Any, name: str) -> Any:
        if type(value) not in {type(each) for each in known} or value not in known:
            due = ", ".join(repr(each) for each in known)
            raise WrongPartError(f"{name!r} is {shown(value)}, one of {due} is expected")
        return value

    return read


def table(value: Any, name: str) -> Object:
    """Return a JSON value if it is an object; otherwise raise `WrongPartError`.

    `name` is the name of the JSON member, which the error message shows.
    """
    if not isinstance(value, dict):
        raise WrongPartError(f"{name!r} is {shown(value)}, an object is expected")
    return value


def scores(found: Any, name: str, seats: int) -> tuple[int, ...]:
    """Convert a JSON list of points to a tuple with the points of each seat.

    `found` is the list. Numbers after the first `seats` numbers are left out. Raise
    `WrongPartError` if the list has fewer than `seats` numbers, if a number is not whole, or if it
    is too large for points. `name` is the name of the JSON member, which the error message shows.
    """
    values = row(found, name, whole_number)
    if len(values) < seats:
        raise WrongPartError(f"{name!r} has {len(values)} numbers, {seats} are expected")
    for value in values:
        if abs(value) >= _MOST_POINTS:
            raise WrongPartError(f"{name!r} has {value}, more points than any game has")
    return values[:seats]


def bytes_of_buffer(value: object) -> bytes:
    """Return the bytes of a Node.js buffer in JSON, ``{"type": "Buffer", "data": [...]}``.

    Any other value returns empty bytes.
    """
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
    """Return the entry of `table` whose key is `key`.

    Raise `WrongPartError` if there is no such entry; `what` is the noun for the message, as in
    "'8x' is no tile".
    """
    if not isinstance(key, str) or key not in table:
        raise WrongPartError(f"{shown(key)} is no {what}")
    return table[key]


@contextmanager
def forgiving(complaints: ReaderFindings, what: str) -> Iterator[None]:
    """Return a context manager that handles a `WrongPartError` raised inside the ``with`` block.

    The rest of the block is then skipped, and a finding (a message about an error in the file) is
    added to `complaints`. `what` is the name of the part that cannot be read, for the message.
    """
    try:
        yield
    except WrongPartError as problem:
        leave_out(complaints, what, problem)


def leave_out(complaints: ReaderFindings, what: str, problem: WrongPartError) -> None:
    """Add a finding to `complaints` that a part of the file cannot be read and is left out.

    A finding is a message about an error in the file. `what` is the name of the part, and `problem`
    the error with the reason.
    """
    complaints.add("format.attribute", f"{what} cannot be read: {problem}; it is left out")


def optional(
    complaints: ReaderFindings,
    given: Object,
    name: str,
    read: Callable[[Any, str], _Part],
    otherwise: _Other,
) -> _Part | _Other:
    """Return the member `name` of a JSON object, converted by the function `read`.

    If the member is missing or null, return `otherwise`. If `read` raises `WrongPartError`, return
    `otherwise`, too, and add a finding (a message about the error) to `complaints`.
    """
    value = given.get(name)
    if value is None:
        return otherwise
    try:
        return read(value, name)
    except WrongPartError as problem:
        complaints.add("format.attribute", f"{problem}; it is read as if it were not there")
    return otherwise


def first(parts: Sequence[_Part], default: _Part) -> _Part:
    """Return the first element of a sequence, or `default` if the sequence is empty."""
    if not parts:
        return default
    return parts[0]
