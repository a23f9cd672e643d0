"""Tables as Parquet: the tables of a shard in one zip file, each table of a report in a file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Self

from mjlog.corpus.columns import TABLES, holds_numbers, names_of
from mjlog.corpus.problems import library
from mjlog.corpus.rows import Row, encodable

COMPRESSION: Final = "zstd"
GROUP: Final = 50_000
"""Number of rows from which a row group is written, so that memory stays small."""
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""Date of all files in a packed shard, so that its bytes do not depend on the time."""


def _arrow() -> Any:
    library("pyarrow.parquet")
    return library("pyarrow")


def version() -> str:
    """Return the version of pyarrow, on which the bytes of the report depend."""
    return str(_arrow().__version__)


def _schema(table: str) -> Any:
    arrow = _arrow()
    kinds = (arrow.int64() if number else arrow.string() for number in holds_numbers(table))
    return arrow.schema(list(zip(names_of(table), kinds, strict=True)))


def packed(tables: Mapping[str, Sequence[Row]]) -> bytes:
    """Return the tables of a shard as the bytes of one zip file with a Parquet file for each table.

    Equal rows always give equal bytes.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for table in TABLES:
            archive.writestr(zipfile.ZipInfo(f"{table}.parquet", _LONG_AGO), _bytes(table, tables))
    return made.getvalue()


def _bytes(table: str, tables: Mapping[str, Sequence[Row]]) -> bytes:
    arrow, schema = _arrow(), _schema(table)
    rows = tables[table]
    columns = [[encodable(row.get(name)) for row in rows] for name in names_of(table)]
    arrays = [arrow.array(cells, kind) for cells, kind in zip(columns, schema.types, strict=True)]
    made = io.BytesIO()
    whole = arrow.Table.from_arrays(arrays, schema=schema)
    arrow.parquet.write_table(whole, made, compression=COMPRESSION)
    return made.getvalue()


def write_tables(shards: Iterable[Path], into: Path) -> None:
    """Write the tables of a report, as Parquet files, into the folder `into`.

    `shards` are the result files of the shards, which each have all tables; their rows are joined
    in this order.
    """
    with ExitStack() as stack:
        writers = {table: stack.enter_context(_Writer(table, into)) for table in TABLES}
        for shard in shards:
            with zipfile.ZipFile(shard) as archive:
                for table, writer in writers.items():
                    writer.add(archive.read(f"{table}.parquet"))


class _Writer:
    """Writes one table of a report as Parquet; a row group has the rows of many shards."""

    def __init__(self, table: str, into: Path) -> None:
        self.arrow = _arrow()
        place = into / f"{table}.parquet"
        self.file = self.arrow.parquet.ParquetWriter(place, _schema(table), compression=COMPRESSION)
        self.kept: list[Any] = []
        self.rows = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write()
        self.file.close()

    def add(self, data: bytes) -> None:
        """Add the rows of a shard's table; `data` are the bytes of its Parquet file."""
        part = self.arrow.parquet.read_table(self.arrow.BufferReader(data))
        self.kept.append(part)
        self.rows += part.num_rows
        if self.rows >= GROUP:
            self._write()

    def _write(self) -> None:
        if self.rows:
            whole = self.arrow.concat_tables(self.kept)
            self.file.write_table(whole, row_group_size=self.rows)
        self.kept, self.rows = [], 0
