"""Yields the matching records of an archive, or their deals, in batches that keep memory small.

Each batch is a query of its own: a slow reader keeps no transaction open, and a record that is
hidden between two batches is left out.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from sqlalchemy import select

from mjlog.archive.questions.search import Query, conditions
from mjlog.archive.storage import tables
from mjlog.archive.store import Archive
from mjlog.archive.view import LICENSED, Reader, Stored, View, records, viewing
from mjlog.batch.deals_table import COLUMNS

TOGETHER: Final = 100
"""Number of records that one query returns."""
DEALS_TOGETHER: Final = 500
"""Number of records whose deals one query returns."""
Batch = TypeVar("Batch")


def whole_records(
    archive: Archive, reader: Reader, query: Query, *, any_licence: bool
) -> Iterator[Stored]:
    """Yield the records that match `query` and that `reader` may see, each with its full text.

    The records come in the order in which they were added. If `any_licence` is false, yield only
    records that state a licence or a source.
    """

    def batch(view: View, after: int) -> list[Stored]:
        fits = [*conditions(view, query)]
        if not any_licence:
            fits.append(LICENSED)
        return view.batch(after, TOGETHER, *fits)

    return _all(archive, reader, batch, TOGETHER, lambda each: int(each.row["id"]))


def rows_of_deals(archive: Archive, reader: Reader, query: Query) -> Iterator[str]:
    """Yield the deals of all records that match `query`, each deal as the text of a JSON object.

    Only records that `reader` may see are used. The records come in the order in which they were
    added, and the deals of a record in the order of play.
    """

    def batch(view: View, after: int) -> list[tuple[int, list[str]]]:
        asked = select(records.id).where(*conditions(view, query), records.id > after)
        wanted = asked.order_by(records.id).limit(DEALS_TOGETHER)
        numbers = list(view.connection.execute(wanted).scalars())
        rows = _rows(view, numbers)
        return [(number, rows.get(number, [])) for number in numbers]

    for _, rows in _all(archive, reader, batch, DEALS_TOGETHER, lambda each: each[0]):
        yield from rows


def _rows(view: View, numbers: list[int]) -> dict[int, list[str]]:
    """Read the deals of records from the database, each deal as the text of a JSON object.

    `numbers` are row numbers of records. The result maps a row number to the list of the record's
    deals, in the order of play. Records without deals are missing in the result.
    """
    deals = tables.deals.c
    asked = select(deals.record_id, deals.row).where(deals.record_id.in_(numbers))
    rows: dict[int, list[str]] = {}
    for number, row in view.connection.execute(asked.order_by(deals.record_id, deals.number)):
        rows.setdefault(number, []).append(row)
    return rows


def _all(
    archive: Archive,
    reader: Reader,
    ask: Callable[[View, int], list[Batch]],
    most: int,
    number_of: Callable[[Batch], int],
) -> Iterator[Batch]:
    last = 0
    while True:
        with viewing(archive, reader) as view:
            together = ask(view, last)
        yield from together
        if len(together) < most:
            return
        last = number_of(together[-1])


# --------------------------------------------------------------------------- deals as text


def deals_json(rows: list[str]) -> bytes:
    """Join deals into one JSON object ``{"deals": [...]}``, and return it as bytes.

    `rows` has each deal as the text of a JSON object.
    """
    return f'{{"deals":[{",".join(rows)}]}}'.encode("utf-8", "replace")


def deals_ndjson(rows: Iterator[str]) -> Iterator[bytes]:
    """Convert deals into NDJSON: yield one line, as bytes, for each deal.

    `rows` yields each deal as the text of a JSON object.
    """
    for row in rows:
        yield row.encode("utf-8", "replace") + b"\n"


def deals_csv(rows: Iterator[str]) -> Iterator[bytes]:
    """Convert deals into a CSV file: yield its lines as bytes.

    `rows` yields each deal as the text of a JSON object. The first line has the names of the
    columns, each further line one deal. If a deal lacks a value, the cell is empty.
    """
    yield _csv_line(list(COLUMNS))
    for row in rows:
        deal: dict[str, Any] = json.loads(row)
        yield _csv_line([deal.get(name) for name in COLUMNS])


def _csv_line(cells: list[Any]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerow(["" if cell is None else cell for cell in cells])
    return written.getvalue().encode("utf-8", "replace")
