"""Decides who may see statistics of persons, by the setting of each event.

Every query that shows more about a person than single records do asks here.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, true, update

from mjlog.archive.questions.words import folded
from mjlog.archive.storage import tables
from mjlog.archive.store import Archive, mark_changed
from mjlog.archive.view import View


class PeopleError(ValueError):
    """Raised if a name fits no player or several players, or if players cannot be merged or split.

    The message says what to do.
    """


LEVELS: Final = ("off", "players", "public")
"""Who may see statistics of persons: nobody, players of the event, or everybody."""
DEFAULT: Final = "players"
"""Level of an event without a setting, and of records without an event."""


def shown_persons(view: View) -> ColumnElement[bool]:
    """Build the SQL condition that selects the records usable in statistics about single persons.

    The setting of each event says whether its records may be used for all readers, only for readers
    who played in the event, or not at all. A reader who sees everything may use all records. The
    condition needs a query that joins records with events. It does not replace `View.visible`.
    """
    if view.reader.sees_all:
        return true()
    says = func.coalesce(tables.events.c.statistics, DEFAULT)
    return or_(says == "public", and_(says == DEFAULT, _played_too(view)))


def shown_standings(view: View) -> ColumnElement[bool]:
    """Build the SQL condition that selects the events whose standings the reader may see.

    If the ``statistics`` of an event are ``off``, only a reader who sees everything may see its
    standings.
    """
    return true() if view.reader.sees_all else tables.events.c.statistics != "off"


def _played_too(view: View) -> ColumnElement[bool]:
    """Build the SQL condition that selects the records of all events in which the reader played.

    A record without an event meets the condition if the reader played in that record.
    """
    records, seats = tables.records.c, tables.seats.c
    own = group_of(view.reader.players)
    of_event = (
        select(records.event_id)
        .join(tables.seats, seats.record_id == records.id)
        .where(seats.player_id.in_(own), records.event_id.is_not(None))
    )
    of_none = select(seats.record_id).where(seats.player_id.in_(own))
    return or_(
        records.event_id.in_(of_event),
        and_(records.event_id.is_(None), records.id.in_(of_none)),
    )


def group_of(players: frozenset[int]) -> Select[tuple[int]]:
    """Build an SQL query for the row numbers of `players` and of all players merged into them.

    `players` are row numbers, too.
    """
    each = tables.players.c
    return select(each.id).where(or_(each.id.in_(players), each.merged_into.in_(players)))


def set_statistics_visibility(archive: Archive, name: str, level: str) -> bool:
    """Set who may see statistics of persons in an event: ``off``, ``players`` or ``public``.

    `name` is the name of the event. Return False if there is no such event. Raises ValueError for
    any other `level`. The change is logged, so that stored copies of pages count as outdated.
    """
    if level not in LEVELS:
        raise ValueError(f"statistics are one of {', '.join(LEVELS)}")
    with archive.writing() as connection:
        events = tables.events.c
        number = connection.execute(select(events.id).where(events.key == folded(name))).scalar()
        if number is None:
            return False
        changed = update(tables.events).where(events.id == number).values(statistics=level)
        connection.execute(changed)
        # Mark the records as changed, so that copies of their pages in caches become invalid.
        mark_changed(connection, tables.records.c.event_id == number, "visibility")
        return True


def event_numbered(view: View, name: str) -> tuple[int, str]:
    """Find an event by name, and return its number and its stored name.

    Raises PeopleError if there is no such event, or if the reader may see no record of the event.
    """
    events, records = tables.events.c, tables.records.c
    asked = (
        select(events.id, events.name)
        .join(tables.records, records.event_id == events.id)
        .where(view.visible, events.key == folded(name))
        .limit(1)
    )
    event = view.connection.execute(asked).first()
    if event is None:
        raise PeopleError(f"no event has the name {name}")
    return event[0], event[1]
