"""Finds records by words and fields, page by page, with the number of records by facet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
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
"""Columns by which a list can be sorted. A minus sign in front reverses the order."""
_NUMBERED: Final = re.compile(r"#[0-9]{1,18}")
WORD_INDEX: Final = table(
    "word_index", ColumnClause("rowid", BigInteger), ColumnClause("word_index", Text)
)
"""Index in which SQLite finds words of three or more letters."""
_ROW: Final = WORD_INDEX.c.rowid
MOST: Final = 500
"""Most records on one page."""

Columns = list[ColumnElement[Any]]


@dataclass(frozen=True, slots=True)
class Query:
    """A search for records: the conditions, the order, and the page.

    An empty field is no condition. `text` has words to find in names, places and comments. `since`
    and `until` are years, months or days. `item` is a scoring item of a winning hand, such as
    `pinfu`; `code` is the code of a finding. `sort` is a key of `SORTS`, with a minus in front for
    the reverse order. `after` is the cursor that the previous page returned as `next`.
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
        """The conditions of the search that are set: a dict from name to value.

        The order, the cursor and the size of the page are left out.
        """
        rest = {"sort", "after", "size"}
        names = [each.name for each in fields(self) if each.name not in rest]
        return {name: value for name in names if (value := getattr(self, name)) not in {"", None}}


class QueryError(ValueError):
    """Raised if a search has an unknown order or a wrong cursor.

    The message says what is possible.
    """


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list of records.

    `next` is the cursor of the next page, empty on the last page.
    """

    rows: tuple[Row, ...]
    next: str = ""


def find(view: View, query: Query) -> Page:
    """Return one page of the records that match `query` and that the reader may see.

    Each record is a row, with the players under ``players``. A page has 1 to 500 records; a smaller
    or larger `query.size` is adjusted. Raises QueryError if the order is unknown or the cursor is
    wrong.
    """
    sorted_by = SORTS.get(query.sort.removeprefix("-"))
    if sorted_by is None:
        raise QueryError(f"sort must be one of {', '.join(SORTS)}, each with or without a minus")
    is_falling = query.sort.startswith("-")
    size = max(1, min(query.size, MOST))
    source, fits, order = _sought(view, query, sorted_by)
    behind = _cursor_conditions(query.after, sorted_by, is_falling=is_falling)
    asked = select(records.id).select_from(source).where(*fits, *behind)
    keys = [column.desc() if is_falling else column.asc() for column in order]
    ordered = asked.order_by(*keys).limit(size + 1)
    rows = _ordered_rows(view, list(view.connection.execute(ordered).scalars()))
    shown = rows[:size]
    seat(view, shown)
    # The query asked for one row more than the page shows: if it is there, another page follows.
    if len(rows) <= size:
        return Page(tuple(shown))
    return Page(tuple(shown), _cursor(shown[-1], sorted_by))


def _ordered_rows(view: View, numbers: list[int]) -> list[Row]:
    """Read the rows of the records with the row numbers `numbers`, in the same order.

    A search first finds only row numbers, which the database can often read from an index alone.
    """
    asked = select(*rows_of_list()).select_from(LISTED)
    asked = asked.where(view.visible, records.id.in_(numbers))
    rows = {row["id"]: dict(row) for row in view.connection.execute(asked).mappings()}
    return [rows[number] for number in numbers]


def _sought(
    view: View, query: Query, order: ColumnElement[Any]
) -> tuple[FromClause, list[ColumnElement[bool]], Columns]:
    """Return the parts of the SQL query for a search: its tables, its conditions, its sort columns.

    `order` is the column by which the results are sorted. If the results are in the order of adding
    and must contain certain words, the query uses the word index first, so that only the rows of
    one page are read.
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
    """Return the number of records that match `query` and that the reader may see."""
    asked = select(func.count()).select_from(tables.records).where(*conditions(view, query))
    return view.connection.execute(asked).scalar() or 0


def facets(view: View, query: Query, most: int = 20) -> dict[str, list[tuple[str, int]]]:
    """Count the matching records for each rule set, status and event, for choosing filters.

    The keys are ``rules``, ``status`` and ``event``. Each value is a list of at most `most` pairs
    of name and number of records, the largest number first. The values of a field are counted
    without the filter of this field, so the user sees what else could be chosen.
    """
    counts: dict[str, dict[str, int]] = {"rules": {}, "status": {}, "event": {}}
    for facet, value, number in view.connection.execute(_facets(view, query)):
        counts[facet][value] = int(number)
    first = {
        facet: sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
        for facet, numbers in counts.items()
    }
    numbers_of_records = {int(key): number for key, number in first["event"]}
    events = tables.events.c
    asked = select(events.id, events.name).where(events.id.in_(numbers_of_records))
    names: dict[int, str] = dict(view.connection.execute(asked).all())
    return first | {"event": [(names[key], number) for key, number in numbers_of_records.items()]}


def _facets(view: View, query: Query) -> CompoundSelect[Any]:
    """Build the query for `facets`, whose rows are field, value and number of records.

    To be fast, the query first counts the records once for each combination of rule set, status and
    event; for each field it then adds up these numbers.
    """
    together = _combinations(view, query).c
    columns = {"rules": together.rules, "status": together.status, "event": together.event_id}
    chosen = {
        "rules": together.rules == query.rules,
        "status": together.status == query.status,
        "event": together.event_id.in_(_like(tables.events, query.event)),
    }
    asked = []
    # The values of a facet are those that a user could choose instead, so the filter of this field
    # is ignored.
    for facet, column in columns.items():
        others = [chosen[name] for name in query.filters.keys() & chosen.keys() - {facet}]
        numbers = select(literal(facet), cast(column, Text), func.sum(together.number))
        asked.append(numbers.where(column.is_not(None), *others).group_by(column))
    return union_all(*asked)


def _combinations(view: View, query: Query) -> CTE:
    """Build a subquery that counts the records for each combination of rule set, status and event.

    Only records that match `query` count; its filters for these three fields are ignored. An empty
    text is added to the dates before they are compared. This makes the database read the index of
    the three columns, which is faster here than its index of dates.
    """
    rest = replace(query, rules="", status="", event="")
    columns = (records.rules, records.status, records.event_id)
    asked = select(*columns, func.count().label("number")).select_from(tables.records)
    fits = conditions(view, rest, date=records.date.concat(""))
    return asked.where(*fits).group_by(*columns).cte()


# --------------------------------------------------------------------------- conditions


def conditions(
    view: View, query: Query, *, date: ColumnElement[str] = records.date
) -> Iterator[ColumnElement[bool]]:
    """Yield the SQL conditions of a search, beginning with the one on what the reader may see.

    `date` is the SQL expression for the date of a record.
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
        findings = tables.findings.c
        # The beginning of a code up to a dot also matches: `sheet` matches `sheet.layout`.
        begins = findings.code.startswith(f"{query.code}.", autoescape=True)
        with_code = select(findings.record_id).where(or_(findings.code == query.code, begins))
        yield records.id.in_(with_code)
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
    """Return whether the word index can be used to find a word.

    Only SQLite has the index, and it cannot find words of one or two letters.
    """
    is_long = min(len(alternative) for alternative in alternatives(word)) >= SHORTEST_INDEXED
    return is_long and view.connection.dialect.name == "sqlite"


def _matches(words: Iterable[str]) -> ColumnElement[bool]:
    """Build the SQL condition that a row of the word index contains all `words`.

    The row may also contain a word in simplified Chinese characters.
    """
    groups = []
    for word in words:
        quoted = ['"{}"'.format(form.replace('"', '""')) for form in alternatives(word)]
        groups.append(f"({' OR '.join(quoted)})")
    return WORD_INDEX.c.word_index.match(" AND ".join(groups))


def _has_word(view: View, word: str) -> ColumnElement[bool]:
    """Build the SQL condition that the searchable text of a record contains a word.

    The condition uses the word index if the index can find the word; otherwise it searches all
    texts.
    """
    if _is_indexed(view, word):
        return records.id.in_(select(WORD_INDEX.c.rowid).where(_matches([word])))
    return records.id.in_(select(tables.words.c.record_id).where(_within(word)))


def _within(word: str) -> ColumnElement[bool]:
    """Build the SQL condition that a row of the table `words` contains the word.

    The word index is not used. The row may also contain the word in simplified Chinese characters.
    """
    folded = tables.words.c.folded
    return or_(*(folded.contains(each, autoescape=True) for each in alternatives(word)))


def _like(table: Any, name: str) -> Select[Any]:
    """Build a query for the events or players whose names contain all words of `name`.

    The query returns row numbers. `table` is the table of events or players. If `name` contains no
    words, the query finds nothing.
    """
    within = [table.c.key.contains(word, autoescape=True) for word in query_words(name)]
    return select(table.c.id).where(*(within or [false()]))


def _records_of_player(name: str) -> Select[Any]:
    """Build a query for the row numbers of the records in which a certain player sits.

    `name` is a name, a part of a name, or ``#12`` for player number 12. Records of players who were
    merged into the player are included.
    """
    players, seats = tables.players.c, tables.seats.c
    if _NUMBERED.fullmatch(name):
        named: Select[Any] = select(players.id).where(players.id == int(name.removeprefix("#")))
    else:
        named = _like(tables.players, name)
    some = named.scalar_subquery()
    same = select(players.id).where(or_(players.id.in_(some), players.merged_into.in_(some)))
    return select(seats.record_id).where(seats.player_id.in_(same))


# --------------------------------------------------------------------------- order and pages


def _cursor(row: Row, column: Any) -> str:
    """Return the cursor of the page that begins after `row`, such as ``12_2026-01``.

    The text contains the row number of the record, and its value in the sort column `column`.
    """
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
    """Add the players of each record to its row, under the key ``players``.

    The rows in `rows` are changed. The value is a list with seat, name, points and place of each
    player.
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
