"""Files of a tournament: ledgers for its tables, result sheets as CSV and XLSX, QR codes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from mjlog.archive.questions.outputs import write_csv
from mjlog.archive.questions.standings import COLUMNS as STANDING
from mjlog.archive.questions.standings import Standings, all_lines
from mjlog.live.ledgers.ledger_file import create
from mjlog.model.record import SEATS
from mjlog.tournament.frame import Game, Tournament, TournamentError
from mjlog.tournament.results import COLUMNS, Result, rows_of

Row = dict[str, Any]


def headers(made: Tournament, game: Game) -> list[str]:
    """Return the header lines of the ledger for a game: event, round, table, rules and players.

    A ledger is a record that is written during play.
    """
    names = [f"{seat}: {name}" for seat, name in zip(SEATS, game.players, strict=False)]
    places = [f"Event: {made.event}", f"Round: {game.round}", f"Table: {game.table}"]
    return [*places, f"Rules: {made.rules}", *names]


def lay_out(made: Tournament, number: int, folder: Path, clock: str) -> Iterator[Path]:
    """Create the missing ledgers of round `number` in a folder; yield each new file's path.

    The folder is created if it is missing. Nothing is created before the caller requests the first
    path. `clock` is the time zone for the headers, such as `UTC+02:00`. A ledger is a record that
    is written during play.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for game in made.games():
        path = folder / f"{game.name}.mjl"
        if game.round == number and not path.exists():
            create(path, [*headers(made, game), f"Clock: {clock}"])
            yield path


def csv_of(found: list[Result]) -> Iterator[str]:
    """Return an iterator over the lines of a CSV file with the results of all games."""
    return write_csv(rows_of(found), COLUMNS)


def workbook(found: list[Result], standings: Sequence[Standings]) -> bytes:
    """Return an XLSX file with the results of all games and the standings.

    Raise TournamentError if openpyxl is not installed.
    """
    try:
        openpyxl = import_module("openpyxl")
    except ImportError:
        raise TournamentError("XLSX needs openpyxl: pip install 'mjlog[sheets]'") from None
    book: Any = openpyxl.Workbook()
    book.active.title = "Results"
    _fill(book.active, COLUMNS, list(rows_of(found)))
    heads = ("rules", "unit", *STANDING)
    _fill(book.create_sheet("Standings"), heads, list(all_lines(list(standings))))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _fill(sheet: Any, heads: Sequence[str], rows: Sequence[Row]) -> None:
    """Write a heading row and rows into a worksheet; set column widths; freeze the heading row.

    Texts are written as texts, never as formulas.
    """
    for number, row in enumerate([dict(zip(heads, heads, strict=True)), *rows], 1):
        for column, head in enumerate(heads, 1):
            cell = sheet.cell(number, column, row[head])
            if isinstance(row[head], str):
                cell.data_type = "s"
    for column, head in enumerate(heads, 1):
        letter = sheet.cell(1, column).column_letter
        sheet.column_dimensions[letter].width = _WIDE.get(head, 12)
    sheet.freeze_panes = "A2"


_WIDE: Final = {"player": 28, "rules": 28, "record": 68}


def qr_code(address: str) -> str:
    """Return a QR code of an address as SVG, for a page.

    Raise TournamentError if segno is not installed.
    """
    try:
        segno = import_module("segno")
    except ImportError:
        raise TournamentError("QR codes need segno: pip install 'mjlog[live]'") from None
    code = segno.make(address, error="m", micro=False)
    return str(code.svg_inline(border=2, omitsize=True, lineclass=None, svgclass="qr"))
