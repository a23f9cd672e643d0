"""Finds winning hands by item, player, value, tiles, and the fields of a search for records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, exists, false, func, or_, select

from mjlog.archive.adding.entry import Row
from mjlog.archive.privacy.persons import group_of
from mjlog.archive.questions.search import Query, conditions
from mjlog.archive.questions.waits import kinds_in_order
from mjlog.archive.questions.words import query_words
from mjlog.archive.storage import tables
from mjlog.archive.view import LISTED, View
from mjlog.model.record import seat_name
from mjlog.model.tiles import KIND, KINDS
from mjlog.notation.play.tile_words import tiles_of

_records: Final = tables.records.c
_won: Final = tables.deal_seats.c
_seats: Final = tables.seats.c
_players: Final = tables.players.c
_items: Final = tables.items.c


@dataclass(frozen=True, slots=True)
class WinQuery:
    """A search for winning hands: the conditions and the page. An empty field is no condition.

    `records` is a search for the records in which the hands may be. `winner` is the winner's name
    or a part of it, `player` the winner's number. `holding` is a result of the function `holding`:
    the hand must contain all tiles of one of its possibilities. `wait` is a shape of wait, `least`
    the lowest value, `seats` the number of players. The page skips the first `first` wins, and has
    the next `size` wins.
    """

    records: Query = Query()  # noqa: RUF009  a frozen value
    winner: str = ""
    player: int | None = None
    item: str = ""
    holding: tuple[tuple[str, ...], ...] = ()
    wait: str = ""
    least: int | None = None
    seats: int | None = None
    first: int = 0
    size: int = 30


def holding(text: str) -> tuple[tuple[str, ...], ...] | None:
    """Parse the tiles that a hand must contain in a search; the suit letter `x` means any suit.

    Return a tuple of possibilities: three if the text contains `x`, one for each suit, otherwise
    one. Each possibility is a tuple with one text for each kind of tile. Return None if the text is
    not tiles.

    >>> holding("55z 12x")[0]
    ('1m', '2m', '5z5z')
    >>> holding("9q") is None
    True
    """
    joined = "".join(text.split())
    choices = []
    for suit in "mps" if "x" in joined else "m":
        tiles = tiles_of(joined.replace("x", suit))
        if tiles is None or any(KIND[tile] >= KINDS for tile in tiles):
            return None
        kinds = sorted({KIND[tile] for tile in tiles})
        runs = (kinds_in_order([tile for tile in tiles if KIND[tile] == kind]) for kind in kinds)
        choices.append(tuple(runs))
    return tuple(choices)


def wins(view: View, query: WinQuery) -> list[Row]:
    """Find winning hands: return a row for each win on the page of `query`, the latest game first.

    A row has record, deal, winner, value and scoring items. Only records that the reader may see
    count, and no record that was replaced by an amending record.
    """
    name = _players.pseudonym if view.reader.pseudonyms else _seats.name
    asked = (
        select(
            _records.id, _records.digest, _records.date, _records.rules,
            _won.number, _won.seat, _won.value, _won.unit, name.label("player"),
        )
        .select_from(_joined())
        .where(*_conditions(view, query))
        .order_by(_records.date.desc(), _records.id.desc(), _won.number, _won.seat)
        .limit(query.size)
        .offset(query.first)
    )  # fmt: skip
    rows = [dict(row) for row in view.connection.execute(asked).mappings()]
    for row in rows:
        row["items"] = _items_of(view, row)
        row["seat"] = seat_name(row["seat"])
    return rows


def number_of_wins(view: View, query: WinQuery) -> int:
    """Return the number of all winning hands that match, on all pages."""
    asked = select(func.count()).select_from(_joined()).where(*_conditions(view, query))
    return view.connection.execute(asked).scalar() or 0


def items_won_with(view: View) -> list[str]:
    """Return the names of all scoring items of winning hands, sorted, for a list of choices.

    Only records that the reader may see count.
    """
    asked = (
        select(_items.name)
        .distinct()
        .select_from(LISTED.join(tables.items, _items.record_id == _records.id))
        .where(view.visible)
        .order_by(_items.name)
    )
    return list(view.connection.execute(asked).scalars())


def deals_of(view: View, digest: str) -> list[Row]:
    """Return number, label and JSON text of each deal of a record, in the order of play.

    The list is empty if there is no such record, or if the reader may not see it.
    """
    deals = tables.deals.c
    asked = (
        select(deals.number, deals.label, deals.row)
        .select_from(tables.deals.join(tables.records))
        .where(view.visible, _records.digest == digest)
        .order_by(deals.number)
    )
    return [dict(row) for row in view.connection.execute(asked).mappings()]


def _joined() -> Any:
    of_seat = and_(_seats.record_id == _won.record_id, _seats.seat == _won.seat)
    return (
        LISTED.join(tables.deal_seats, _won.record_id == _records.id)
        .join(tables.seats, of_seat)
        .join(tables.players, _players.id == _seats.player_id)
    )


def _conditions(view: View, query: WinQuery) -> list[ColumnElement[bool]]:
    conditions_of_wins = [*conditions(view, query.records), view.newest, _won.won]
    if query.winner:
        is_named = [
            _players.key.contains(word, autoescape=True) for word in query_words(query.winner)
        ]
        conditions_of_wins.append(and_(*is_named) if is_named else false())
    if query.player is not None:
        conditions_of_wins.append(_seats.player_id.in_(group_of(frozenset({query.player}))))
    if query.holding:
        conditions_of_wins.append(
            or_(*(and_(*(_won.hand.contains(run) for run in runs)) for runs in query.holding))
        )
    if query.wait:
        conditions_of_wins.append(_won.wait_shape == query.wait)
    if query.item:
        conditions_of_wins.append(exists().where(*_same_hand(), _items.name == query.item))
    if query.least is not None:
        conditions_of_wins.append(_won.value >= query.least)
    if query.seats is not None:
        conditions_of_wins.append(_records.seats == query.seats)
    return conditions_of_wins


def _same_hand() -> tuple[ColumnElement[bool], ...]:
    return (
        _items.record_id == _won.record_id,
        _items.number == _won.number,
        _items.seat == _won.seat,
    )


def _items_of(view: View, row: Row) -> list[str]:
    asked = (
        select(_items.name)
        .where(
            _items.record_id == row["id"],
            _items.number == row["number"],
            _items.seat == row["seat"],
        )
        .order_by(_items.points.desc(), _items.name)
    )
    return list(view.connection.execute(asked).scalars())
