"""Rows as CSV, JSON, NDJSON and Parquet."""

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
    """Yield a line for each row, the names of the columns first.

    A cell that begins a formula is quoted.
    """
    yield _line(columns)
    for row in rows:
        yield _line([_harmless(row[name]) for name in columns])


def _line(cells: Sequence[Any]) -> str:
    made = io.StringIO()
    csv.writer(made).writerow(cells)
    return made.getvalue()


def _harmless(cell: Any) -> Any:
    """Return a text that a spreadsheet would take for a formula, marked as a text."""
    if isinstance(cell, str) and cell[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return f"'{cell}"
    return cell


def write_ndjson(rows: Iterable[Row]) -> Iterator[str]:
    """Yield an object a line."""
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


def write_parquet(rows: Sequence[Row], columns: Sequence[str]) -> bytes:
    """Return a table of Parquet. Raises ArchiveError if the extra for it is missing."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise ArchiveError("Parquet needs pyarrow: pip install 'mjlog[analysis]'") from None
    made = io.BytesIO()
    table = arrow.table({name: [row[name] for row in rows] for name in columns})
    parquet.write_table(table, made)
    return made.getvalue()
