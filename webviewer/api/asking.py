"""The query parameters of an address: read, checked, and refused with a message if invalid."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from flask import request

from mjlog.archive.questions.search import MOST, SORTS, STATUS, Query
from mjlog.archive.storage.clock import is_day
from webviewer.api.problems import BAD_QUESTION, Problem

LONGEST: Final = 200
"""The longest value of a parameter, in characters."""
LARGEST: Final = 1_000_000_000
WORDS: Final = (
    "text", "rules", "player", "event", "item", "code", "round", "table", "state", "after",
)  # fmt: skip
DATES: Final = ("since", "until")
NUMBERS: Final = ("least_deals", "most_deals")
OF_A_QUERY: Final = frozenset({*WORDS, *DATES, *NUMBERS, "status", "sort", "size"})


def refuse_parameters_except(known: Collection[str]) -> None:
    """Raise Problem if the address has a parameter whose name is not in `known`.

    Most unknown parameters are typing errors.
    """
    for name in request.args:
        if name not in known:
            words = ", ".join(sorted(known)) or "none"
            raise Problem(BAD_QUESTION, f"there is no parameter {name!r} here; there are: {words}")


def word(name: str, default: str = "") -> str:
    """Return a parameter as text without white space around it; `default` if it is missing.

    Raises Problem if it is longer than 200 characters or has a NUL.
    """
    value = request.args.get(name, default).strip()
    if len(value) > LONGEST:
        raise Problem(BAD_QUESTION, f"{name} may have {LONGEST} characters")
    if "\0" in value:
        raise Problem(BAD_QUESTION, f"{name} must be text")
    return value


def number(name: str, default: int | None, *, least: int = 0, most: int = LARGEST) -> int | None:
    """Return a parameter as a whole number, or `default` if it is missing or empty.

    Raises Problem if it is anything but a whole number from `least` to `most`.
    """
    value = word(name)
    if not value:
        return default
    is_number = value.isascii() and value.isdigit() and len(value) < 19
    if is_number and least <= int(value) <= most:
        return int(value)
    raise Problem(BAD_QUESTION, f"{name} must be a whole number from {least} to {most}")


def one_of(name: str, values: Collection[str], default: str = "") -> str:
    """Return a parameter whose value must be one of `values`; `default` if missing or empty.

    Raises Problem for any other value.
    """
    value = word(name) or default
    if value and value not in values:
        raise Problem(BAD_QUESTION, f"{name} must be one of: {', '.join(values)}")
    return value


def is_wanted(name: str) -> bool:
    """Return whether a parameter is 1 or true; False if it is missing or empty.

    Raises Problem if it is neither 0, 1, false nor true.
    """
    return one_of(name, ("0", "1", "false", "true")) in {"1", "true"}


def day(name: str) -> str:
    """Return a parameter that names a year, month or day; empty if missing.

    Raises Problem if it is no valid date.
    """
    value = word(name)
    if value and not is_day(value):
        words = f"{name} must be a year, a month or a day: 2026, 2026-01 or 2026-01-31"
        raise Problem(BAD_QUESTION, words)
    return value


def query() -> Query:
    """Return the search for records that the request's parameters describe.

    Parameters with other names are ignored. Raises Problem if one is invalid.
    """
    asked: dict[str, Any] = {name: word(name) for name in WORDS}
    asked |= {name: day(name) for name in DATES}
    asked |= {name: number(name, None) for name in NUMBERS}
    orders = [order for name in SORTS for order in (name, f"-{name}")]
    return Query(
        **asked,
        status=one_of("status", STATUS),
        sort=one_of("sort", orders, Query().sort),
        size=number("size", Query().size, least=1, most=MOST) or Query().size,
    )
