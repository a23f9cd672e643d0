"""Computes statistics of a player, event, rule set or archive, and finds the deals counted.

Each figure has the number of cases from which it was computed. Only records that the reader may see
count; statistics of a person count only records whose event allows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, Select, and_, func, literal, select, true

from mjlog.archive.privacy.persons import group_of, shown_persons
from mjlog.archive.questions.figure_definitions import (
    OF_DEALS,
    OF_SEATS,
    PLACE,
    VALUE,
    WAIT,
    Mean,
    Share,
)
from mjlog.archive.storage import tables
from mjlog.archive.view import LISTED, View

_records: Final = tables.records.c
_seats: Final = tables.seats.c
_deal_seats: Final = tables.deal_seats.c
_KIND: Final = (_records.rules, _records.seats)
"""Columns by which all figures are separated: the rule set and the number of players."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A selection of games for statistics. An empty field is no limit.

    `player` and `event` are numbers, `rules` is the name of a rule set, `seats` the number of
    players. `since` and `until` are years, months or days.
    """

    player: int | None = None
    event: int | None = None
    rules: str = ""
    since: str = ""
    until: str = ""
    seats: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of statistics, for the games of one rule set and number of players.

    If the figure is a share, `count` is the number of cases counted, out of `of` cases. If it is a
    mean, `count` is the sum over `of` cases. `unit` is a unit, a place, a shape of wait, or empty.
    """

    rules: str
    seats: int
    name: str
    count: int
    of: int
    unit: str = ""
    is_mean: bool = False

    @property
    def value(self) -> float | None:
        """The share or the mean: `count` divided by `of`. None if `of` is 0."""
        if not self.of:
            return None
        return self.count / self.of

    @property
    def to_row(self) -> dict[str, Any]:
        """The figure as a dict with the columns `COLUMNS`."""
        return {
            "rules": self.rules,
            "seats": self.seats,
            "figure": self.name,
            "unit": self.unit or None,
            "kind": "mean" if self.is_mean else "share",
            "count": self.count,
            "of": self.of,
            "value": self.value,
        }


_FEWEST_HANDS: Final = 3
COLUMNS: Final = {
    "rules": "rule set",
    "seats": "how many play",
    "figure": "what is counted",
    "unit": "unit, place or shape, where the figure has one",
    "kind": "share or mean",
    "count": "how many, or the sum of a mean",
    "of": "of how many that tell it",
    "value": "count / of; empty where nothing tells it",
}
"""The columns of `Figure.to_row`."""


def statistics(view: View, scope: Scope) -> list[Figure]:
    """Compute all figures, such as the share of deals won, for the games that `scope` selects.

    The figures are sorted by rule set and number of players. Only records that the reader may see
    count. If `scope` names a player, a record counts only if its event lets this reader see
    statistics of persons.
    """
    figures = [*_records_of(view, scope), *_fixed(view, scope, OF_DEALS)]
    figures += _fixed(view, scope, OF_SEATS)
    figures += [*_values(view, scope), *_places(view, scope), *_shapes(view, scope)]
    return sorted(figures, key=lambda figure: (figure.rules, figure.seats))


# --------------------------------------------------------------------------- what is asked


def _within(view: View, scope: Scope) -> Iterator[ColumnElement[bool]]:
    """Yield the SQL conditions on the records whose games `scope` selects.

    One condition is that the reader may see the record. Of a corrected record, only the newest
    version counts.
    """
    yield view.visible
    yield view.newest
    if scope.player is not None:
        yield shown_persons(view)
    if scope.event is not None:
        yield _records.event_id == scope.event
    if scope.rules:
        yield _records.rules == scope.rules
    if scope.seats is not None:
        yield _records.seats == scope.seats
    if scope.since:
        yield _records.date >= scope.since
    if scope.until:
        yield and_(_records.date != "", _records.date < f"{scope.until}\uffff")


def _joined(scope: Scope, table: Any) -> FromClause:
    """Build the FROM clause of a query: the table of records joined with `table`.

    If `scope` names a player, only the rows of this player's seat are used: the seats are joined,
    too, and a `table` with a row for each seat is limited to this seat.
    """
    listed = LISTED
    if scope.player is not None:
        listed = listed.join(tables.seats, _seats.record_id == _records.id)
    if table is tables.records or (table is tables.seats and scope.player is not None):
        return listed
    is_same = table.c.record_id == _records.id
    if scope.player is not None and "seat" in table.c:
        is_same = and_(is_same, table.c.seat == _seats.seat)
    return listed.join(table, is_same)


def _asked(view: View, scope: Scope, table: Any, *columns: Any) -> Select[Any]:
    where = [*_within(view, scope)]
    if scope.player is not None:
        where.append(_seats.player_id.in_(group_of(frozenset({scope.player}))))
    return select(*columns).select_from(_joined(scope, table)).where(*where)


def _rows(view: View, asked: Select[Any]) -> Sequence[Any]:
    return view.connection.execute(asked).all()


# --------------------------------------------------------------------------- figures


def _records_of(view: View, scope: Scope) -> Iterator[Figure]:
    number = func.count(_records.id.distinct())
    asked = _asked(view, scope, tables.records, *_KIND, number)
    for rules, seats, counted in _rows(view, asked.group_by(*_KIND)):
        yield Figure(rules, seats, "records", counted, counted)


def _fixed(view: View, scope: Scope, figures: dict[str, Share | Mean]) -> Iterator[Figure]:
    """Compute the figures that are defined in `figures`, with a single query.

    `figures` maps the name of a figure to its definition; all definitions must use the same table.
    """
    table = next(iter(figures.values())).table
    columns = [column for each in figures.values() for column in each.columns]
    asked = _asked(view, scope, table, *_KIND, *columns).group_by(*_KIND)
    for rules, seats, *numbers in _rows(view, asked):
        pairs = zip(figures.items(), numbers[::2], numbers[1::2], strict=True)
        for (name, each), counted, of in pairs:
            is_mean = isinstance(each, Mean)
            yield Figure(rules, seats, name, int(counted), int(of), is_mean=is_mean)


def _values(view: View, scope: Scope) -> Iterator[Figure]:
    """Compute the average value of winning hands.

    Yield a separate figure for each unit in which a rule set counts values, such as han or points.
    """
    columns = (*_KIND, _deal_seats.unit)
    numbers = (func.sum(_deal_seats.value), func.count())
    asked = _asked(view, scope, tables.deal_seats, *columns, *numbers)
    query = asked.where(_is_valued()).group_by(*columns).order_by(*columns)
    for rules, seats, unit, total, of in _rows(view, query):
        yield Figure(rules, seats, VALUE, int(total), of, unit or "", is_mean=True)


def _is_valued() -> ColumnElement[bool]:
    return and_(_deal_seats.won, _deal_seats.value.is_not(None))


def _places(view: View, scope: Scope) -> Iterator[Figure]:
    """Compute how often games ended in each place.

    Yield one figure for each place. Its `unit` is the place and the number of players, for example
    ``1/4`` for the first place of four players.
    """
    columns = (*_KIND, _seats.place)
    asked = _asked(view, scope, tables.seats, *columns, func.count())
    query = asked.where(_seats.place.is_not(None)).group_by(*columns).order_by(*columns)
    rows = _rows(view, query)
    whole: Counter[tuple[str, int]] = Counter()
    for rules, seats, _, counted in rows:
        whole[rules, seats] += counted
    for rules, seats, place, counted in rows:
        yield Figure(rules, seats, PLACE, counted, whole[rules, seats], f"{place}/{seats}")


def _shapes(view: View, scope: Scope) -> Iterator[Figure]:
    """Compute how many hands waited in each shape, such as a wait for both ends of a run.

    Yield one figure for each shape, which is the figure's `unit`.
    """
    columns = (*_KIND, _deal_seats.wait_shape)
    asked = _asked(view, scope, tables.deal_seats, *columns, func.count())
    query = asked.where(_deal_seats.wait_shape.is_not(None)).group_by(*columns).order_by(*columns)
    rows = _rows(view, query)
    whole: Counter[tuple[str, int]] = Counter()
    for rules, seats, _, counted in rows:
        whole[rules, seats] += counted
    for rules, seats, shape, counted in rows:
        yield Figure(rules, seats, WAIT, counted, whole[rules, seats], shape)


# --------------------------------------------------------------------------- deals behind a figure


def find_counted_deals(
    view: View, scope: Scope, name: str, unit: str = "", most: int = 500
) -> list[tuple[str, int]]:
    """Return the deals that a figure counts, as sorted pairs of record digest and deal number.

    The deal number is 0 if the figure counts whole games. `name` and `unit` are those of the
    figure. At most `most` pairs are returned. Raises KeyError if there is no figure of that name.
    """
    table, condition = _table_and_condition(name, unit)
    number = table.c.number if "number" in table.c else literal(0)
    asked = _asked(view, scope, table, _records.digest, number).where(condition).distinct()
    query = asked.order_by(_records.digest, number).limit(most)
    return [(digest, deal) for digest, deal in _rows(view, query)]


def _table_and_condition(name: str, unit: str) -> tuple[Any, ColumnElement[bool]]:
    if name == PLACE:
        place, _, seats = unit.partition("/")
        return tables.seats, and_(_seats.place == int(place), _records.seats == int(seats))
    if name == "records":
        return tables.records, true()
    if name == VALUE:
        return tables.deal_seats, and_(_is_valued(), _deal_seats.unit == unit)
    if name == WAIT:
        return tables.deal_seats, _deal_seats.wait_shape == unit
    figure = (OF_DEALS | OF_SEATS)[name]
    return figure.table, figure.counted


# --------------------------------------------------------------------------- over time


def points_over_time(view: View, scope: Scope) -> list[dict[str, Any]]:
    """Return a row for each game of the player in `scope`, the earliest first, to draw a curve.

    `change` is the recorded change of points, `due` the change by the rules; each may be None.
    """
    columns = (
        _records.digest,
        _records.date,
        _records.rules,
        tables.events.c.name.label("event"),
        _records.seats,
        _seats.place,
        _seats.change,
        _seats.due,
    )
    asked = _asked(view, scope, tables.seats, *columns).order_by(_records.date, _records.id)
    return [dict(mapping) for mapping in view.connection.execute(asked).mappings()]


# --------------------------------------------------------------------------- rarities


def rarities(view: View, scope: Scope, most: int | None = 50) -> list[dict[str, Any]]:
    """Count how often each scoring item (such as `pinfu`) was in a winning hand, the rarest first.

    Return a row for each item: ``hands`` is the number of winning hands with the item, ``of`` the
    number of all winning hands under the same rules and number of players. At most `most` rows are
    returned; all rows if `most` is None.
    """
    items = tables.items.c
    hands = func.count()
    columns = (*_KIND, items.name)
    asked = _asked(view, scope, tables.items, *columns, hands)
    rows = _rows(view, asked.group_by(*columns).order_by(hands, *columns).limit(most))
    won = {
        (figure.rules, figure.seats): figure.count
        for figure in _fixed(view, scope, {"wins": OF_SEATS["wins"]})
        if figure.of
    }
    return [
        {
            "rules": rules,
            "seats": seats,
            "item": name,
            "hands": number,
            "of": won[rules, seats],
        }
        for rules, seats, name, number in rows
    ]


def favourites(view: View, player: int, most: int = 6) -> list[dict[str, Any]]:
    """Return the scoring items that are more frequent in a player's winning hands than in all.

    Each item is a row like those of `rarities`, with the further key ``usual``: the share of all
    players' winning hands that have the item. At most `most` items are returned; the first one has
    the highest ratio of the player's share to the usual share. Items in fewer than three of the
    player's hands are left out.
    """
    everybody = {
        (row["rules"], row["seats"], row["item"]): row["hands"] / row["of"]
        for row in rarities(view, Scope(), None)
    }
    striking = []
    for row in rarities(view, Scope(player=player), None):
        usual = everybody[row["rules"], row["seats"], row["item"]]
        own = row["hands"] / row["of"]
        if row["hands"] >= _FEWEST_HANDS and own > usual:
            striking.append((usual / own, -row["hands"], row["item"], {**row, "usual": usual}))
    return [row for *_, row in sorted(striking, key=lambda each: each[:3])[:most]]
