"""Finds records by words and fields, page by page, with the number of records by facet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnClause,
    ColumnElement,
    CompoundSelect,
    FromClause,
    Select,
    Text,
    and_,
    cast,
    false,
    func,
    literal,
    or_,
    select,
    table,
    tuple_,
    union_all,
)
from sqlalchemy.sql.elements import UnaryExpression

from mjlog.archive.adding.entry import Row
from mjlog.archive.questions.words import SHORTEST_INDEXED, alternatives, query_words
from mjlog.archive.storage import tables
from mjlog.archive.view import LISTED, View, rows_of_list
from mjlog.model.record import seat_name

records: Final = tables.records.c
STATUS: Final = ("clean", "unverified", "warnings", "errors", "failed")
SORTS: Final = {
    "added": records.id,
    "date": records.date,
    "deals": records.deals,
    "errors": records.errors,
    "rules": records.rules,
    "turns": records.turns,
    "changed": records.change,
}
"""What a list may be sorted by; a sign of minus before it turns the order round."""
_NUMBERED: Final = re.compile(r"#[0-9]{1,18}")
WORD_INDEX: Final = table(
    "word_index", ColumnClause("rowid", BigInteger), ColumnClause("word_index", Text)
)
"""What SQLite finds words of three letters or more with."""
_ROW: Final = WORD_INDEX.c.rowid
MOST: Final = 500
"""Of the records on one page."""

Columns = list[ColumnElement[Any]]


@dataclass(frozen=True, slots=True)
class Query:
    """What a search for records asks for; an empty field asks for nothing.

    `text` has words in names, places and comments. `since` and `until` are years, months or days,
    `item` is an item of a winning hand, `code` the code of a finding; `after` is the cursor of the
    page before, and a minus before `sort` turns the order round.
    """

    text: str = ""
    rules: str = ""
    player: str = ""
    event: str = ""
    since: str = ""
    until: str = ""
    status: str = ""
    item: str = ""
    code: str = ""
    round: str = ""
    table: str = ""
    state: str = ""
    least_deals: int | None = None
    most_deals: int | None = None
    sort: str = "-added"
    after: str = ""
    size: int = 50

    @property
    def filters(self) -> Row:
        """The fields that limit the list, by name: without order, page and empty fields."""
        rest = {"sort", "after", "size"}
        names = [each.name for each in fields(self) if each.name not in rest]
        return {name: value for name in names if (value := getattr(self, name)) not in {"", None}}


class QueryError(ValueError):
    """Raised for a search that is not possible; the message says what is."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of records; `next` is the cursor of the next page, empty on the last page."""

    rows: tuple[Row, ...]
    next: str = ""


def find(view: View, query: Query) -> Page:
    """Return one page of the matching records, each with its players by seat as ``players``.

    `query.size` counts as 1 to 500. Raises QueryError for an unknown order or a wrong cursor.
    """
    sorted_by, is_falling = _order(query.sort)
    size = max(1, min(query.size, MOST))
    source, fits, order = _sought(view, query, sorted_by)
    behind = _cursor_conditions(query.after, sorted_by, is_falling=is_falling)
    asked = select(records.id).select_from(source).where(*fits, *behind)
    ordered = asked.order_by(*_ordered(order, is_falling=is_falling)).limit(size + 1)
    rows = _ordered_rows(view, list(view.connection.execute(ordered).scalars()))
    shown = rows[:size]
    seat(view, shown)
    # One row more than is shown was asked for, which tells whether a page follows.
    if len(rows) <= size:
        return Page(tuple(shown))
    return Page(tuple(shown), _cursor(shown[-1], sorted_by))


def _ordered_rows(view: View, numbers: list[int]) -> list[Row]:
    """Return the rows of the records with these row numbers, in this order.

    The search gives only numbers, often from an index; whole rows are read only for the page.
    """
    asked = select(*rows_of_list()).select_from(LISTED)
    asked = asked.where(view.visible, records.id.in_(numbers))
    rows = {row["id"]: dict(row) for row in view.connection.execute(asked).mappings()}
    return [rows[number] for number in numbers]


def _sought(
    view: View, query: Query, order: ColumnElement[Any]
) -> tuple[FromClause, list[ColumnElement[bool]], Columns]:
    """Return the tables to search, the conditions, and the columns to sort by.

    `order` is the column that is asked for. If that is the order of adding, the index of words
    itself is sorted, so that the first page reads only its own rows.
    """
    words = query_words(query.text)
    if order is not records.id:
        return tables.records, list(conditions(view, query)), [order, records.id]
    if not words:
        return tables.records, list(conditions(view, query)), [order]
    indexed = [word for word in words if _is_indexed(view, word)]
    fits = [_within(word) for word in words if word not in indexed]
    fits += conditions(view, replace(query, text=""))
    row: ColumnElement[Any] = tables.words.c.record_id
    source = tables.words.join(tables.records, records.id == row)
    if not indexed:
        return source, fits, [row]
    return WORD_INDEX.join(source, row == _ROW), [_matches(indexed), *fits], [_ROW]


def count(view: View, query: Query) -> int:
    """Return the number of matching records."""
    asked = select(func.count()).select_from(tables.records).where(*conditions(view, query))
    return view.connection.execute(asked).scalar() or 0


def facets(view: View, query: Query, most: int = 20) -> dict[str, list[tuple[str, int]]]:
    """Return the number of matching records for each rule set, status and event, most first.

    The keys are ``rules``, ``status`` and ``event``. Each list has at most `most` pairs of value
    and number, and ignores the filter of its own field.
    """
    counts: dict[str, dict[str, int]] = {"rules": {}, "status": {}, "event": {}}
    for facet, value, number in view.connection.execute(_facets(view, query)):
        counts[facet][value] = int(number)
    first = {facet: _most_first(numbers)[:most] for facet, numbers in counts.items()}
    events = {int(key): number for key, number in first["event"]}
    return first | {"event": _named(view, events)}


def _most_first(numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))


def _facets(view: View, query: Query) -> CompoundSelect[Any]:
    """Return a query for facet, value and number of records; each facet ignores its own filter.

    The records are read only once, for the numbers of all combinations.
    """
    together = _combinations(view, query).c
    columns = {"rules": together.rules, "status": together.status, "event": together.event_id}
    chosen = {
        "rules": together.rules == query.rules,
        "status": together.status == query.status,
        "event": together.event_id.in_(_like(tables.events, query.event)),
    }
    asked = []
    # The values of a facet are those that one could choose instead, so its own filter does not
    # count.
    for facet, column in columns.items():
        others = [chosen[name] for name in query.filters.keys() & chosen.keys() - {facet}]
        numbers = select(literal(facet), cast(column, Text), func.sum(together.number))
        asked.append(numbers.where(column.is_not(None), *others).group_by(column))
    return union_all(*asked)


def _combinations(view: View, query: Query) -> CTE:
    """Return a subquery with the number of records of each combination of rules, status and event.

    One index contains the needed columns and is read from end to end. That is faster than looking
    up records by day, so the dates are compared in a form for which the database uses no index.
    """
    rest = replace(query, rules="", status="", event="")
    columns = (records.rules, records.status, records.event_id)
    asked = select(*columns, func.count().label("number")).select_from(tables.records)
    fits = conditions(view, rest, date=records.date.concat(""))
    return asked.where(*fits).group_by(*columns).cte()


def _named(view: View, numbers: dict[int, int]) -> list[tuple[str, int]]:
    events = tables.events.c
    asked = select(events.id, events.name).where(events.id.in_(numbers))
    names: dict[int, str] = dict(view.connection.execute(asked).all())
    return [(names[number], counted) for number, counted in numbers.items()]


# --------------------------------------------------------------------------- what fits


def conditions(
    view: View, query: Query, *, date: ColumnElement[str] = records.date
) -> Iterator[ColumnElement[bool]]:
    """Yield the SQL conditions of a query, first the one on records that the reader may see.

    `date` is the column with the date.
    """
    yield view.visible
    yield from _equal(query)
    for word in query_words(query.text):
        yield _has_word(view, word)
    if query.player:
        yield records.id.in_(_records_of_player(query.player))
    if query.event:
        yield records.event_id.in_(_like(tables.events, query.event))
    if query.since:
        yield date >= query.since
    if query.until:
        yield and_(date != "", date < f"{query.until}\uffff")
    if query.item:
        items = tables.items.c
        yield records.id.in_(select(items.record_id).where(items.name == query.item))
    if query.code:
        yield records.id.in_(_with_code(query.code))
    if query.least_deals is not None:
        yield records.deals >= query.least_deals
    if query.most_deals is not None:
        yield records.deals <= query.most_deals


def _equal(query: Query) -> Iterator[ColumnElement[bool]]:
    columns = {
        "rules": records.rules,
        "status": records.status,
        "round": records.round,
        "table": records.table_name,
        "state": records.state,
    }
    for name, column in columns.items():
        if value := getattr(query, name):
            yield column == value


def _is_indexed(view: View, word: str) -> bool:
    """Return whether the index of words can find the word: only in SQLite, from three letters."""
    is_long = min(len(alternative) for alternative in alternatives(word)) >= SHORTEST_INDEXED
    return is_long and view.connection.dialect.name == "sqlite"


def _matches(words: Iterable[str]) -> ColumnElement[bool]:
    """Return the condition that a row of the index contains all words, in any of their forms."""
    either = (
        " OR ".join(_quoted(alternative) for alternative in alternatives(word)) for word in words
    )
    return WORD_INDEX.c.word_index.match(" AND ".join(f"({each})" for each in either))


def _quoted(word: str) -> str:
    return '"{}"'.format(word.replace('"', '""'))


def _has_word(view: View, word: str) -> ColumnElement[bool]:
    """Return the condition that a record contains the word."""
    if _is_indexed(view, word):
        return records.id.in_(select(WORD_INDEX.c.rowid).where(_matches([word])))
    return records.id.in_(select(tables.words.c.record_id).where(_within(word)))


def _within(word: str) -> ColumnElement[bool]:
    """Return the condition that a row of words contains one of the word's forms."""
    folded = tables.words.c.folded
    return or_(*(folded.contains(each, autoescape=True) for each in alternatives(word)))


def _like(table: Any, name: str) -> Select[Any]:
    """Return a query for the numbers of the rows whose name contains all words of `name`.

    It finds none if there are no words.
    """
    within = [table.c.key.contains(word, autoescape=True) for word in query_words(name)]
    return select(table.c.id).where(*(within or [false()]))


def _records_of_player(name: str) -> Select[Any]:
    """Return a query for the records in which a player of that name sits.

    The name may be a part of a name or ``#12`` for number 12; players merged into one found count,
    too.
    """
    players, seats = tables.players.c, tables.seats.c
    named = _numbered(name) if _NUMBERED.fullmatch(name) else _like(tables.players, name)
    some = named.scalar_subquery()
    same = select(players.id).where(or_(players.id.in_(some), players.merged_into.in_(some)))
    return select(seats.record_id).where(seats.player_id.in_(same))


def _numbered(name: str) -> Select[Any]:
    return select(tables.players.c.id).where(tables.players.c.id == int(name.removeprefix("#")))


def _with_code(code: str) -> Select[Any]:
    """Return a query for the records with a finding of that code.

    A code that begins with it and a dot also counts.
    """
    findings = tables.findings.c
    begins = findings.code.startswith(f"{code}.", autoescape=True)
    return select(findings.record_id).where(or_(findings.code == code, begins))


# --------------------------------------------------------------------------- order and pages


def _order(sort: str) -> tuple[ColumnElement[Any], bool]:
    column = SORTS.get(sort.removeprefix("-"))
    if column is None:
        raise QueryError(f"sort must be one of {', '.join(SORTS)}, each with or without a minus")
    return column, sort.startswith("-")


def _ordered(columns: Columns, *, is_falling: bool) -> list[UnaryExpression[Any]]:
    return [each.desc() if is_falling else each.asc() for each in columns]


def _cursor(row: Row, column: Any) -> str:
    """Return the cursor for the page after a row: its number and its value in the column."""
    return f"{row['id']}_{row[column.name]}"


def _cursor_conditions(
    cursor: str, column: ColumnElement[Any], *, is_falling: bool
) -> Iterator[ColumnElement[bool]]:
    if not cursor:
        return
    number, _, value = cursor.partition("_")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise QueryError("after must be the cursor that the page before gives as next")
    if column is records.id:
        place: Any = records.id
        border: Any = int(number)
    else:
        place = tuple_(column, records.id)
        border = tuple_(_typed(column, value), int(number))
    yield place < border if is_falling else place > border


def _typed(column: ColumnElement[Any], value: str) -> Any:
    if column.type.python_type is not int:
        return value
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise QueryError("after must be the cursor that the page before gives as next")
    return int(value)


def seat(view: View, rows: Sequence[Row]) -> None:
    """Add to each row of a list the players by seat, with points and places, as ``players``.

    The rows are changed in place.
    """
    seats, players = tables.seats.c, tables.players.c
    asked = (
        select(
            seats.record_id, seats.seat, seats.name, seats.points, seats.place, players.pseudonym
        )
        .select_from(tables.seats.join(tables.players))
        .where(seats.record_id.in_([row["id"] for row in rows]))
        .order_by(seats.record_id, seats.seat)
    )
    of_record: dict[int, list[Row]] = defaultdict(list)
    for seat in view.connection.execute(asked).mappings():
        of_record[seat["record_id"]].append(
            {
                "seat": seat_name(seat["seat"]),
                "name": seat["pseudonym"] if view.reader.pseudonyms else seat["name"],
                "points": seat["points"],
                "place": seat["place"],
            }
        )
    for row in rows:
        row["players"] = of_record[row["id"]]
