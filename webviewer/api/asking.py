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
    """Raise Problem (400) if the request's address has a parameter whose name is not in `known`.

    Most unknown parameters are typing errors, so ignoring them would give wrong results.
    """
    for name in request.args:
        if name not in known:
            words = ", ".join(sorted(known)) or "none"
            raise Problem(BAD_QUESTION, f"there is no parameter {name!r} here; there are: {words}")


def word(name: str, default: str = "") -> str:
    """Return the request's parameter `name` as text, without white space at both ends.

    Return `default` if the parameter is missing. Raise Problem (400) if the text is longer than 200
    characters or contains a NUL character.
    """
    value = request.args.get(name, default).strip()
    if len(value) > LONGEST:
        raise Problem(BAD_QUESTION, f"{name} may have {LONGEST} characters")
    if "\0" in value:
        raise Problem(BAD_QUESTION, f"{name} must be text")
    return value


def number(name: str, default: int | None, *, least: int = 0, most: int = LARGEST) -> int | None:
    """Return the request's parameter `name` as a whole number.

    Return `default` if the parameter is missing or empty. Raise Problem (400) if it is not a whole
    number from `least` to `most`.
    """
    value = word(name)
    if not value:
        return default
    is_number = value.isascii() and value.isdigit() and len(value) < 19
    if is_number and least <= int(value) <= most:
        return int(value)
    raise Problem(BAD_QUESTION, f"{name} must be a whole number from {least} to {most}")


def one_of(name: str, values: Collection[str], default: str = "") -> str:
    """Return the request's parameter `name`, whose value must be one of `values`.

    Return `default` if the parameter is missing or empty. Raise Problem (400) for any other value.
    """
    value = word(name) or default
    if value and value not in values:
        raise Problem(BAD_QUESTION, f"{name} must be one of: {', '.join(values)}")
    return value


def is_wanted(name: str) -> bool:
    """Return whether the request's parameter `name` is `1` or `true`.

    Return False if the parameter is `0`, `false`, missing or empty. Raise Problem (400) for any
    other value.
    """
    return one_of(name, ("0", "1", "false", "true")) in {"1", "true"}


def day(name: str) -> str:
    """Return the request's parameter `name`, which is a year, a month or a day such as `2026-01`.

    Return an empty string if the parameter is missing. Raise Problem (400) if it is not a valid
    date.
    """
    value = word(name)
    if value and not is_day(value):
        words = f"{name} must be a year, a month or a day: 2026, 2026-01 or 2026-01-31"
        raise Problem(BAD_QUESTION, words)
    return value


def query() -> Query:
    """Build a search for records from the request's parameters, such as `rules` or `since`.

    Ignore parameters that are not part of a search. Raise Problem (400) if a value is invalid.
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
