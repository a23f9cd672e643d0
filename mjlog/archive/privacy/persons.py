"""Whose statistics may be shown to whom: what each event says of the persons who played in it.

Every way of reading that tells of persons more than their records do asks here.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, true, update

from mjlog.archive.questions.words import folded
from mjlog.archive.storage import tables
from mjlog.archive.store import Archive, touch
from mjlog.archive.view import View


class PeopleError(ValueError):
    """A name that nobody or several have, or a step that cannot be done; the words say what can."""


LEVELS: Final = ("off", "players", "public")
"""Who may see statistics of persons: nobody, those who played in the event, everybody."""
DEFAULT: Final = "players"
"""What an event says that says nothing, and what holds of records of no event."""


def shown_persons(view: View) -> ColumnElement[bool]:
    """Return the condition on records joined with their events; it comes beside `View.visible`.

    Who keeps the archive sees the statistics of everybody.
    """
    if view.reader.sees_all:
        return true()
    says = func.coalesce(tables.events.c.statistics, DEFAULT)
    return or_(says == "public", and_(says == DEFAULT, _played_too(view)))


def shown_standings(view: View) -> ColumnElement[bool]:
    """Return the condition under which the reader may see the standings of an event.

    If the event's ``statistics`` are ``off``, only the keeper of the archive may.
    """
    return true() if view.reader.sees_all else tables.events.c.statistics != "off"


def _played_too(view: View) -> ColumnElement[bool]:
    """Return whether who asks played in the event, or in the record where it is of none."""
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
    """Return those players and all that were merged into them."""
    each = tables.players.c
    return select(each.id).where(or_(each.id.in_(players), each.merged_into.in_(players)))


def say_of_event(archive: Archive, name: str, level: str) -> bool:
    """Say who may see statistics of the persons of an event; False where there is none."""
    if level not in LEVELS:
        raise ValueError(f"statistics are one of {', '.join(LEVELS)}")
    with archive.writing() as connection:
        events = tables.events.c
        number = connection.execute(select(events.id).where(events.key == folded(name))).scalar()
        if number is None:
            return False
        changed = update(tables.events).where(events.id == number).values(statistics=level)
        connection.execute(changed)
        # Pages that were answered before must not be taken for what they would be now.
        touch(connection, tables.records.c.event_id == number, "visibility")
        return True


def event_numbered(view: View, name: str) -> tuple[int, str]:
    """Return the number and the name of an event that the reader sees.

    Raises PeopleError if there is none.
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
