"""What an archive answers: JSON objects with the members that are always there."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Seat(TypedDict):
    """Who sat where; points and place where the record tells them."""

    seat: str
    name: str
    points: int | None
    place: int | None


class Record(TypedDict):
    """A record in a list; what is told of one alone holds more."""

    digest: str
    amends: str | None
    title: str
    event: str | None
    date: str
    rules: str
    seats: int
    deals: int
    turns: int
    errors: int
    warnings: int
    notes: int
    status: str
    visibility: str
    public_from: str | None
    state: str
    licence: str
    source: str
    added: str
    players: list[Seat]


class Added(TypedDict):
    """What came of one record: added, known, amended, refused, withdrawn or removed.

    `findings` are those of reading, `links` lead to those of the audit; `removal` says when and why
    a record was taken out.
    """

    outcome: str
    name: str
    digest: str | None
    status: str | None
    state: str | None
    findings: list[dict[str, Any]]
    links: dict[str, str]
    removal: NotRequired[dict[str, str]]


class Addition(TypedDict):
    """What came of all that was sent; `left` records were not looked at for want of time."""

    records: list[Added]
    counts: dict[str, int]
    state: str
    left: int


class Event(TypedDict):
    """An event with how much of it the reader sees."""

    id: int
    name: str
    records: int
    deals: int
    first: str
    last: str


class Player(TypedDict):
    """A player: other spellings are in `names`."""

    number: int
    name: str
    records: int
    names: list[str]


class Figure(TypedDict):
    """One figure of one rule set: `count` of `of`, a mean's `count` is the sum."""

    rules: str
    figure: str
    unit: str | None
    kind: str
    count: int
    of: int
    value: float | None


class Change(TypedDict):
    """Something that happened to a record."""

    number: int
    digest: str
    kind: str
    at: str
