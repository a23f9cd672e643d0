"""What an archive answers: JSON objects with the members that are always there."""

from __future__ import annotations

from typing import Any, TypedDict


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
    """What came of one record: added, known, amended, refused or withdrawn."""

    outcome: str
    name: str
    digest: str | None
    status: str | None
    findings: list[dict[str, Any]]


class Addition(TypedDict):
    """What came of all that was sent; `left` records were not looked at for want of time."""

    records: list[Added]
    counts: dict[str, int]
    state: str
    left: int


class Change(TypedDict):
    """Something that happened to a record."""

    number: int
    digest: str
    kind: str
    at: str
