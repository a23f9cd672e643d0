"""``mjlog convert``: one record into canonical text, JSON or another program's format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from mjlog.cli.one_record import one_record
from mjlog.cli.output import write_file
from mjlog.formats.known import by_target
from mjlog.model.findings import Finding, faults
from mjlog.model.record import Game
from mjlog.notation import to_json, write
from mjlog.report.text import findings


def convert(path: str, form: str | None, source: str | None, output: str, *, force: bool) -> int:
    """The exit status: 1 when something in the source could not be read, and is told.

    What the target cannot say is told as well, and is no failure.
    """
    if form in SHEETS or output.endswith((".csv", ".xlsx")):
        return _to_sheet(path, form or output.rpartition(".")[2], source, output, force=force)
    game, of_the_file = _read(path, source)
    wrong = faults((*of_the_file, *game.findings))
    text, lost = rendered(game, form or ("json" if output.endswith(".json") else "mjl"))
    for line in findings(path, [*wrong, *lost], {}):
        click.echo(line, err=True)
    write_file(output, [text], force=force)
    return int(bool(wrong))


SHEETS: Final = ("csv", "xlsx")
"""The forms of a score sheet that records are written as."""
SHEET: Final = "sheet"
"""The word behind `--from` for a score sheet."""


def _read(path: str, source: str | None) -> tuple[Game, tuple[Finding, ...]]:
    """The one record of a file; of a score sheet the record that it comes to."""
    if source != SHEET:
        game, told = one_record(path, by_target(source).name if source else None)
        return game, tuple(told)
    from mjlog.sheets.reading import read_sheet

    file = read_sheet(Path(path).read_bytes())
    if len(file.games) != 1:
        words = f"{path} holds {len(file.games)} games; one is converted"
        raise click.UsageError(words)
    sheet = file.games[0]
    return sheet.game, (*file.findings, *sheet.draft.findings)


def _to_sheet(path: str, form: str, source: str | None, output: str, *, force: bool) -> int:
    """Writes the record as a score sheet, and tells what a sheet cannot say."""
    from mjlog.sheets.from_record import as_sheet

    game, found = _read(path, source)
    made = as_sheet(game)
    for line in findings(path, [*found, *made.losses], {}):
        click.echo(line, err=True)
    if form == "csv":
        write_file(output, [made.csv], force=force)
        return 0
    from mjlog.sheets.corrected import workbook_of_rows

    write_file(output, [workbook_of_rows(made.rows)], force=force)
    return 0


def rendered(game: Game, form: str) -> tuple[str, tuple[Finding, ...]]:
    """The game as text of that form, and what it loses there."""
    if form == "mjl":
        return write(game), ()
    if form == "json":
        return json.dumps(to_json(game), ensure_ascii=False, indent=1) + "\n", ()
    from mjlog.batch.exporting import CannotExportError, export

    try:
        made = export(game, form)
    except CannotExportError as problem:
        raise click.UsageError(str(problem)) from None
    return made.text, made.losses
