"""Runs ``mjlog sheet``: audits score sheets of clubs, and makes empty ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

import click

from mjlog.batch.audit_sheets import SheetsFound, audit_sheets
from mjlog.batch.rule_files import keep_below
from mjlog.batch.time_limit import PATIENCE
from mjlog.cli.check import files_under, written
from mjlog.cli.terminal.output import write_file
from mjlog.cli.terminal.progress import with_count
from mjlog.paper.form import MapError as FormError
from mjlog.paper.form import form_of_json
from mjlog.referee.rulebook import RulesError
from mjlog.report.file_report import FileReport
from mjlog.report.tally import Tally
from mjlog.report.text import printable
from mjlog.results.event_standings import standings_of
from mjlog.rules import load
from mjlog.sheets.audit import SheetAudit
from mjlog.sheets.layouts.mapping import MapError, map_of
from mjlog.sheets.reading import HowToRead

_NO_OPENPYXL: Final = "XLSX needs openpyxl: pip install 'mjlog[sheets]'"


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The options of ``mjlog sheet check``."""

    header: str = ""
    layout: str | None = None
    corrected: str | None = None
    claims: bool = False
    explain: bool = False
    force: bool = False
    jobs: int = 1
    output: str = "-"
    patience: float = PATIENCE

    @property
    def shares(self) -> bool:
        """Whether several processes audit the sheets.

        They do if `jobs` is greater than 1, unless `explain` or `corrected` is set: for
        these options, this process audits alone, because it needs the details of each game.
        """
        return self.jobs > 1 and self.corrected is None and not self.explain


def check(paths: Sequence[str], form: str, wanted: CheckOptions) -> int:
    """Audit score sheets, print or write the report, and return the exit status.

    With `wanted.corrected`, also write a copy of the sheet with suggested corrections. Raises
    UsageError if the options do not fit together, or if a file of options is wrong.
    """
    if wanted.header:
        _check_rules(wanted.header)
    keep_below(paths)
    how = _reading_settings(wanted.header, wanted.layout)
    if wanted.corrected is not None and (len(paths) != 1 or Path(paths[0]).is_dir()):
        raise click.UsageError("--corrected takes one FILE")
    tally, kept = Tally(), SheetsFound()
    is_printed = form != "xlsx" and wanted.output == "-"
    audits = with_count(_reports(paths, how, kept, wanted), word="game", is_printed=is_printed)
    games = _explained(audits, kept, wanted, form)
    records = tally.watch(chain(games, _event(paths, kept)))
    if form == "xlsx":
        _write_workbook(records, wanted)
    else:
        _write_text(written(form, records, claims=wanted.claims), wanted)
    if wanted.corrected is not None:
        _correct(paths[0], kept, wanted.corrected, force=wanted.force)
    return tally.exit_code


def _write_text(pieces: Iterator[str], wanted: CheckOptions) -> None:
    """Print the pieces of the report, or write them to the output file.

    `wanted` has the options of the command.
    """
    if wanted.output != "-":
        write_file(wanted.output, (f"{piece}\n" for piece in pieces), force=wanted.force)
        return
    for piece in pieces:
        click.echo(piece)
    sys.stdout.flush()


def _write_workbook(records: Iterator[FileReport], wanted: CheckOptions) -> None:
    """Write the report as an XLSX file.

    Raises UsageError if the output is a terminal, or if openpyxl is missing. `wanted` has the
    options of the command.
    """
    if wanted.output == "-" and sys.stdout.isatty():
        raise click.UsageError("a terminal cannot show XLSX: write it with -o report.xlsx")
    try:
        from mjlog.cli.scoresheets.sheet_workbook import workbook

        data = workbook(records)
    except ImportError:
        raise click.UsageError(_NO_OPENPYXL) from None
    write_file(wanted.output, [data], force=wanted.force)


def _event(paths: Sequence[str], kept: SheetsFound) -> Iterator[FileReport]:
    """Yield one report with standings; the games of all audited sheets count as one event.

    `kept` has the results of the sheets. Yield nothing if there is only one path and it is not a
    folder.
    """
    alone = len(paths) == 1
    if alone and not Path(paths[0]).is_dir():
        return
    standings = standings_of(kept.ends)
    where = paths[0] if alone else "."
    yield FileReport(where, findings=standings.findings, standings=standings.players, state="event")


def _reports(
    paths: Sequence[str], how: HowToRead, kept: SheetsFound, wanted: CheckOptions
) -> Iterator[FileReport]:
    files = [file for path in paths for file, _ in files_under(path)]
    if wanted.shares:
        from mjlog.batch.sheet_workers import audit_all_sheets

        yield from audit_all_sheets(files, how, wanted.jobs, kept, wanted.patience)
        return
    for file in files:
        yield from audit_sheets(file, how, kept, wanted.patience)


def _explained(
    records: Iterator[FileReport], kept: SheetsFound, wanted: CheckOptions, form: str
) -> Iterator[FileReport]:
    """Yield the reports unchanged; after each report, print how the cells of its sheet were read.

    The cells are printed only with ``--explain``, and only if the report itself is text. `kept` has
    the sheets that were read, with their audits.
    """
    for record in records:
        yield record
        if wanted.explain and form == "text" and kept.audits:
            for line in explanation(kept.audits[-1]):
                click.echo(click.style(f"    {printable(line)}", dim=True))


def explanation(audit: SheetAudit) -> Iterator[str]:
    """Yield a line for each cell of a score sheet, to show how the cell was read.

    It has the name of the cell, its text, and the line of the record that was made from the cell.
    """
    shown: set[tuple[str, str]] = set()
    for entry in audit.sheet.entries.values():
        for cell in entry.cells.values():
            line = (cell.name, entry.text)
            if line not in shown:
                shown.add(line)
                yield f"{cell.name} {cell.text!r}: {entry.text}"


def _correct(path: str, kept: SheetsFound, output: str, *, force: bool) -> None:
    """Write a copy of a score sheet with suggested corrections to `output`.

    Print which parts of the original, such as charts, could not be copied. `kept` has the sheets
    that were read, with their audits.
    """
    from mjlog.sheets.corrections.corrected import corrected

    if kept.file is None:
        return
    try:
        made = corrected(Path(path).read_bytes(), kept.file, kept.audits)
    except ImportError:
        raise click.UsageError(_NO_OPENPYXL) from None
    write_file(output, [made.data], force=force)
    for part in made.dropped:
        click.echo(f"{output}: {part} of {path} are not in it", err=True)


def template(header: str, deals: int, output: str, *, force: bool) -> None:
    """Write an empty score sheet for a rule set, as CSV or XLSX.

    It is CSV if the name of `output` ends in .csv. XLSX has rows for `deals` deals, CSV only the
    headings. `header` is the value of a ``Rules`` header.
    """
    from mjlog.sheets.template import template as workbook_of_rules
    from mjlog.sheets.template import template_csv

    _check_rules(header)
    data: str | bytes
    if output.lower().endswith(".csv"):
        data = template_csv(load(header), header)
    else:
        try:
            data = workbook_of_rules(load(header), header, deals=deals)
        except ImportError:
            raise click.UsageError(_NO_OPENPYXL) from None
    write_file(output, [data], force=force)


def _check_rules(header: str) -> None:
    """Raise UsageError if the header does not name a known rule set."""
    try:
        load(header)
    except RulesError as problem:
        raise click.UsageError(str(problem)) from None


def _reading_settings(rules: str, path: str | None) -> HowToRead:
    """Return the settings for reading score sheets: the rules, and the places of the values.

    `path` is a file with a map of columns or the map of a printed form; if it is None, the places
    are guessed. Raises UsageError if the map is wrong.
    """
    if path is None:
        return HowToRead(rules)
    try:
        text = Path(path).read_text(encoding="utf-8")
        if text.lstrip().startswith("{"):
            form_of_json(text)  # raises FormError if the map is wrong
            return HowToRead(rules, paper=text)
        return HowToRead(rules, map_of(text))
    except (MapError, FormError, UnicodeDecodeError) as problem:
        raise click.UsageError(f"{path}: {problem}") from None
