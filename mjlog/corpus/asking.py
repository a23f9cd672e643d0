"""SQL queries of the tables of a report, by DuckDB; a query cannot open other files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any, Final

from mjlog.corpus.columns import TABLES
from mjlog.corpus.problems import CorpusError, library
from mjlog.model.notebook_display import table

LIMITS: Final = {
    "memory_limit": "1GB",
    "temp_directory": "",
    "python_enable_replacements": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
WIDEST: Final = 80
"""Most characters of a cell in a table for people; other forms have the whole text."""
LOCKED: Final = ("SET enable_external_access = false", "SET lock_configuration = true")
"""Settings after which no query can open a file or an address, or change this again."""
_CHOSEN: Final = """
CREATE TABLE chosen AS SELECT path FROM all_records
WHERE ($rules = '' OR rules = $rules) AND ($event = '' OR event = $event)
AND ($player = '' OR path IN (SELECT path FROM all_players WHERE player = $player))
"""


@dataclass(frozen=True, slots=True)
class About:
    """Filters for the records that queries see: by rules, event and player.

    An empty text is no filter.
    """

    rules: str = ""
    event: str = ""
    player: str = ""


EVERYTHING: Final = About()


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a query: column names and rows; `is_cut` if further rows were left out."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    is_cut: bool = False

    def _repr_html_(self) -> str:
        """Return the result as an HTML table; called by notebooks."""
        rows = ([_cell(cell) for cell in row] for row in self.rows)
        return table(f"{len(self.rows)} rows", self.columns, rows)

    @property
    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows of the result as dicts: the values of a row by column name."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


class ReportQueries:
    """An open report that answers SQL queries; each query may take `seconds`."""

    def __init__(self, database: Any, seconds: float) -> None:
        self.database, self.seconds = database, seconds

    def answer(self, sql: str, most: int = 0) -> Answer:
        """Run an SQL query and return its first `most` rows; 0 means all rows.

        Raise CorpusError if the query is wrong or takes too long.
        """
        duckdb = library("duckdb")
        timer = Timer(self.seconds, self.database.interrupt)
        timer.start()
        try:
            asked = self.database.execute(sql)
            columns = tuple(column[0] for column in asked.description or ())
            rows = asked.fetchmany(most + 1) if most else asked.fetchall()
        except duckdb.InterruptException:
            words = f"the query takes longer than {self.seconds:g} seconds"
            raise CorpusError(words) from None
        except (duckdb.Error, RuntimeError) as problem:
            first = str(problem).partition("\n")[0]  # the other lines repeat the query
            raise CorpusError(f"the query cannot be answered: {first}") from None
        finally:
            timer.cancel()
        return Answer(
            columns, tuple(rows[:most] if most else rows), bool(most) and len(rows) > most
        )


@contextmanager
def opened(report: Path, about: About = EVERYTHING, seconds: float = 60) -> Iterator[ReportQueries]:
    """Open a report on a corpus for SQL queries; use it in a `with` block.

    `report` is the folder of the report, whose tables become tables of a temporary database.
    `about` selects the records that queries see. Each query may take `seconds`. Raise CorpusError
    if the folder does not have all tables.
    """
    duckdb, dataset = library("duckdb"), library("pyarrow.dataset")
    missing = [name for name in TABLES if not (report / f"{name}.parquet").is_file()]
    if missing:
        words = f"{report} holds no whole report; mjlog corpus audit … -o {report} makes it"
        raise CorpusError(words)
    tables = {name: dataset.dataset(report / f"{name}.parquet") for name in TABLES}
    database = duckdb.connect(":memory:", config=LIMITS)
    try:
        if about == EVERYTHING:
            _show(database, tables, "")
        else:
            _choose(database, tables, about)
        for words in LOCKED:
            database.execute(words)
        yield ReportQueries(database, seconds)
    finally:
        database.close()


def _show(database: Any, tables: dict[str, Any], before: str) -> None:
    for name, rows in tables.items():
        database.register(before + name, rows)


def _choose(database: Any, tables: dict[str, Any], about: About) -> None:
    _show(database, tables, "all_")
    asked = {"rules": about.rules, "event": about.event, "player": about.player}
    database.execute(_CHOSEN, asked)
    for name in tables:
        database.execute(f"CREATE VIEW {name} AS FROM all_{name} SEMI JOIN chosen USING (path)")


def format_columns(answer: Answer) -> Iterator[str]:
    """Yield the lines of a text table with the result of a query; numbers are aligned right."""
    cells = [[_cell(cell) for cell in row] for row in answer.rows]
    widths = [
        max(len(each) for each in [name, *(row[place] for row in cells)])
        for place, name in enumerate(answer.columns)
    ]
    right = [_are_numbers([row[place] for row in answer.rows]) for place in range(len(widths))]
    for line in ([*answer.columns], *cells):
        laid = (
            cell.rjust(width) if is_right else cell.ljust(width)
            for cell, width, is_right in zip(line, widths, right, strict=True)
        )
        yield "  ".join(laid).rstrip()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, int):
        return f"{value:,}"
    words = "" if value is None else str(value)
    return words if len(words) <= WIDEST else f"{words[: WIDEST - 1]}…"


def _are_numbers(cells: Sequence[object]) -> bool:
    return all(isinstance(cell, int | float) for cell in cells if cell is not None)
