"""Writes rows as CSV, NDJSON and Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from mjlog.archive.storage.database import ArchiveError

Row = dict[str, Any]


def write_csv(rows: Iterable[Row], columns: Sequence[str]) -> Iterator[str]:
    """Convert rows into the lines of a CSV file. The first line has the names of the columns.

    A text that a spreadsheet would read as a formula, such as `=A1`, gets an apostrophe in front.
    """
    yield _line(columns)
    for row in rows:
        yield _line([_harmless(row[name]) for name in columns])


def _line(cells: Sequence[Any]) -> str:
    made = io.StringIO()
    csv.writer(made).writerow(cells)
    return made.getvalue()


def _harmless(cell: Any) -> Any:
    """Put an apostrophe in front of a text that a spreadsheet would read as a formula.

    Any other value is returned unchanged.
    """
    if isinstance(cell, str) and cell[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return f"'{cell}"
    return cell


def write_ndjson(rows: Iterable[Row]) -> Iterator[str]:
    """Convert each row into one line of JSON."""
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


def write_parquet(rows: Sequence[Row], columns: Sequence[str]) -> bytes:
    """Convert the rows into a Parquet file. Raises ArchiveError if pyarrow is not installed."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise ArchiveError("Parquet needs pyarrow: pip install 'mjlog[analysis]'") from None
    made = io.BytesIO()
    table = arrow.table({name: [row[name] for row in rows] for name in columns})
    parquet.write_table(table, made)
    return made.getvalue()
