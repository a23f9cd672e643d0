"""Queries for pages about a whole archive: its events, who sat where, how reports changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, case, desc, func, select

from mjlog.archive.adding.entry import Row
from mjlog.archive.storage import tables
from mjlog.archive.view import View
from mjlog.model.record import seat_name

_records: Final = tables.records.c
_events: Final = tables.events.c
_reports: Final = tables.reports.c


def _with_numbers(view: View, *conditions: ColumnElement[bool]) -> Select[Any]:
    """Build a query that yields a row for each event, with its number of records.

    The columns are number and name of the event, its first and its last day, the number of records,
    and the number of records with errors. Only records that the reader may see and that meet the
    conditions count.
    """
    wrong = case((_records.status == "errors", 1), else_=0)
    return (
        select(
            _events.id,
            _events.name,
            func.min(_records.date).label("first"),
            func.max(_records.date).label("last"),
            func.count().label("records"),
            func.sum(wrong).label("errors"),
        )
        .join(tables.records, _records.event_id == _events.id)
        .where(view.visible, *conditions)
        .group_by(_events.id, _events.name)
    )


def newest_events(view: View, most: int = 20, skipped: int = 0) -> list[Row]:
    """Return a row for each event; the event with the latest game comes first.

    At most `most` events are returned, after the first `skipped` ones. Only records that the reader
    may see count. Each row has the number and the name of the event, the first and the last day,
    the number of records, and the number of records with errors.
    """
    asked = _with_numbers(view).order_by(desc("last"), _events.id.desc())
    rows = view.connection.execute(asked.limit(most).offset(skipped)).mappings()
    return [dict(row) for row in rows]


def event_of(view: View, number: int) -> Row | None:
    """Return the row of one event, or None if the reader may see no record of such an event.

    `number` is the number of the event. The columns are those of `newest_events`.
    """
    row = view.connection.execute(_with_numbers(view, _events.id == number)).mappings().first()
    return dict(row) if row else None


def seats_of(view: View, digest: str) -> list[Row]:
    """Return a row for each player of a record: seat, name, points, place, change, player's number.

    The list is empty if there is no such record, or if the reader may not see it.
    """
    seats, players = tables.seats.c, tables.players.c
    name = players.pseudonym if view.reader.pseudonyms else seats.name
    stands_for = func.coalesce(players.merged_into, players.id).label("player")
    asked = (
        select(seats.seat, name.label("name"), seats.points, seats.place, seats.change, stands_for)
        .select_from(tables.seats.join(tables.players).join(tables.records))
        .where(view.visible, _records.digest == digest)
        .order_by(seats.seat)
    )
    rows = (dict(mapping) for mapping in view.connection.execute(asked).mappings())
    return [{**row, "seat": seat_name(row["seat"])} for row in rows]


def rows_of_deals(view: View, numbers: Sequence[int]) -> dict[int, list[Row]]:
    """Read the deals of records, one row for each deal.

    `numbers` are row numbers of records. The result maps a row number to the list of the record's
    deals, in the order of play. The caller must have checked that the reader may see the records.
    """
    deals = tables.deals.c
    asked = (
        select(deals.record_id, deals.row)
        .where(deals.record_id.in_(numbers))
        .order_by(deals.record_id, deals.number)
    )
    rows: dict[int, list[Row]] = {}
    for row in view.connection.execute(asked):
        rows.setdefault(row.record_id, []).append(json.loads(row.row))
    return rows


def faults_of(view: View, numbers: Sequence[int]) -> dict[int, list[str]]:
    """Read which errors and warnings records have, to show them in a list of records.

    `numbers` are row numbers of records. The result maps each of them to the codes of its errors
    and warnings, without repetition; records without any are missing. The caller must have checked
    that the reader may see these records.
    """
    findings = tables.findings.c
    asked = (
        select(findings.record_id, findings.code)
        .where(findings.record_id.in_(numbers), findings.severity != "note")
        .group_by(findings.record_id, findings.code)
        .order_by(findings.record_id, func.min(findings.number))
    )
    codes: dict[int, list[str]] = {}
    for row in view.connection.execute(asked):
        codes.setdefault(row.record_id, []).append(row.code)
    return codes


# --------------------------------------------------------------------------- reports


@dataclass(frozen=True, slots=True)
class Judgement:
    """One audit of a record: the version of mjlog and its rules that made it, and the time.

    `engine` is the version as in `judging_version.engine`, `made` is in microseconds since 1970.
    """

    engine: str
    made: int


def judgements(view: View, digest: str) -> list[Judgement]:
    """Return all stored audits of a record, the oldest first.

    The list is empty if there is no such record, or if the reader may not see it.
    """
    asked = (
        select(_reports.engine, _reports.made)
        .join(tables.records)
        .where(view.visible, _records.digest == digest)
        .order_by(_reports.made, _reports.engine)
    )
    return [Judgement(*row) for row in view.connection.execute(asked)]


@dataclass(frozen=True, slots=True)
class Difference:
    """How the findings of a record changed between its last two audits.

    `before` and `after` are the versions of mjlog and its rules that audited the record. `went` are
    findings only of the earlier audit, `came` findings only of the later audit.
    """

    digest: str
    title: str
    before: str
    after: str
    went: tuple[Row, ...]
    came: tuple[Row, ...]


def difference(view: View, digest: str, title: str = "") -> Difference | None:
    """Compare the findings (messages) of the last two audits of a record.

    Return a `Difference`, with the findings that only one of the two audits has; `title` is stored
    in it as the name of the record. Return None if there are fewer than two audits, or if the
    reader may not see the record.
    """
    made = judgements(view, digest)
    if len(made) < 2:
        return None
    before, after = made[-2].engine, made[-1].engine
    old, new = (_findings(view.report(digest, engine)) for engine in (before, after))
    went = tuple(row for key, row in old.items() if key not in new)
    came = tuple(row for key, row in new.items() if key not in old)
    return Difference(digest, title, before, after, went, came)


def _findings(report: Row | None) -> dict[str, Row]:
    """Return the findings of an audit report as a dict, to compare the findings of two reports.

    A key is a text made of code, place and message of the finding, so equal keys mean equal
    findings; the value is the finding itself. If `report` is None, the dict is empty.
    """
    members = ("code", "deal", "turn", "line", "seat", "message")
    findings = (report or {}).get("findings", [])
    return {repr([each.get(name) for name in members]): each for each in findings}


def differences(view: View, most: int = 200) -> Iterator[Difference]:
    """Compare the last two audits of each record that was audited more than once.

    Yield a `Difference` for each of at most `most` records, the most recently audited record first.
    A record whose findings (messages) did not change is yielded, too. The `title` is the name of
    the record's event, or the title of the record if it has no event.
    """
    latest = func.max(_reports.made)
    event = func.coalesce(_events.name, _records.title)
    asked = (
        select(_records.digest, event)
        .select_from(tables.reports.join(tables.records).outerjoin(tables.events))
        .where(view.visible)
        .group_by(_records.digest, event)
        .having(func.count() > 1)
        .order_by(latest.desc(), _records.digest)
        .limit(most)
    )
    for digest, title in view.connection.execute(asked).all():
        changes = difference(view, digest, title)
        if changes is not None:
            yield changes
