"""People: who is meant by a name, who is the same, what is held of a person, and forgetting it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, func, or_, select

from mjlog.archive import tables
from mjlog.archive.entry import player_key
from mjlog.archive.persons import PeopleError
from mjlog.archive.view import View
from mjlog.archive.words import wanted

_players: Final = tables.players.c
_seats: Final = tables.seats.c


@dataclass(frozen=True, slots=True)
class Player:
    """One player, by number: the number of records that the reader sees, and the other names."""

    number: int
    name: str
    records: int
    names: tuple[str, ...] = ()


def players_named(view: View, name: str) -> list[Player]:
    """The players of that name in records that the reader sees; of part of it where nobody is.

    ``#12`` is the player of that number.
    """
    number = name.removeprefix("#")
    if name.startswith("#") and number.isascii() and number.isdigit() and len(number) < 19:
        return _with(view, _stands_for == int(number))
    exact = _with(view, _players.key == player_key(name))
    parts = [_players.key.contains(word, autoescape=True) for word in wanted(name)]
    return exact or (_with(view, *parts) if parts else [])


_stands_for: Final = func.coalesce(_players.merged_into, _players.id)
"""The number of the player that stands for one."""


def _with(view: View, *conditions: ColumnElement[bool]) -> list[Player]:
    """The players to whom a row belongs for which the conditions hold."""
    found = select(_stands_for).where(*conditions)
    told = or_(_players.id.in_(found), _players.merged_into.in_(found))
    records = func.count(_seats.record_id.distinct())
    asked = (
        select(_stands_for, _players.id, _players.name, _players.pseudonym, records)
        .join(tables.seats, _seats.player_id == _players.id)
        .join(tables.records, tables.records.c.id == _seats.record_id)
        .where(view.visible, told)
        .group_by(_stands_for, _players.id, _players.name, _players.pseudonym)
        .order_by(_stands_for, _players.id)
    )
    return list(_together(view, view.connection.execute(asked).all()))


def _together(view: View, rows: Any) -> Iterator[Player]:
    groups: dict[int, list[Any]] = {}
    for row in rows:
        groups.setdefault(row[0], []).append(row)
    for number, several in groups.items():
        names = [row.pseudonym if view.reader.pseudonyms else row.name for row in several]
        first = next((row for row in several if row.id == number), several[0])
        name = first.pseudonym if view.reader.pseudonyms else first.name
        others = tuple(dict.fromkeys(each for each in names if each != name))
        yield Player(number, name, sum(row[-1] for row in several), others)


def the_player(view: View, name: str) -> Player:
    """The one player of that name. Raises PeopleError where nobody or several have it."""
    found = players_named(view, name)
    if len(found) == 1:
        return found[0]
    if not found:
        raise PeopleError(f"no player has the name {name}")
    told = ", ".join(f"#{each.number} {each.name}" for each in found[:8])
    raise PeopleError(f"several players have the name {name}; say which by number: {told}")
