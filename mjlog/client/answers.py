"""The JSON objects that an archive returns, with the members that they always have."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Seat(TypedDict):
    """A player at a table. `points` and `place` are None if the record does not state them."""

    seat: str
    name: str
    points: int | None
    place: int | None


class Record(TypedDict):
    """A record in a list of records; `Client.record` returns a record with more JSON members."""

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
    """What happened to one record that was sent to the archive.

    `outcome` is added, known, amended, refused, withdrawn or removed. `findings` are problems with
    reading the record, `links` are addresses of the findings of its audit. `removal` says when and
    why the record was removed.
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
    """What happened to all records that were sent in one request.

    `left` is the number of records that were not processed because time ran out.
    """

    records: list[Added]
    counts: dict[str, int]
    state: str
    left: int


class Event(TypedDict):
    """An event. Its counts and days include only the records that the reader may see."""

    id: int
    name: str
    records: int
    deals: int
    first: str
    last: str


class Player(TypedDict):
    """A player. `records` is the number of records, `names` has other spellings of the name."""

    number: int
    name: str
    records: int
    names: list[str]


class Figure(TypedDict):
    """A statistical figure under one rule set: it holds in `count` of `of` cases.

    For a mean, `count` is the sum. `value` is `count` divided by `of`, None if `of` is 0.
    """

    rules: str
    figure: str
    unit: str | None
    kind: str
    count: int
    of: int
    value: float | None


class Change(TypedDict):
    """A change of a record in the archive: its number, the record, the kind and the time."""

    number: int
    digest: str
    kind: str
    at: str
