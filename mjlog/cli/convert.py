"""Runs ``mjlog convert``: writes records as canonical text, JSON or another program's format."""

from __future__ import annotations

import os
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import click

from mjlog.batch.converting import SHEET, SHEET_NAMES, Names, Written, all_written, rendered
from mjlog.cli.one_record import SeveralRecordsError, one_record
from mjlog.cli.terminal.output import write_file
from mjlog.cli.terminal.progress import with_count
from mjlog.formats.known import format_for_target
from mjlog.formats.registry import CannotExportError
from mjlog.formats.sources import Source
from mjlog.model.findings import Finding, faults, reason_of
from mjlog.model.record import Game
from mjlog.paper.scans import SUFFIXES as PICTURES
from mjlog.report.text import findings


def convert(
    path: str,
    form: str | None,
    source: str | None,
    output: str,
    *,
    force: bool,
    deal: int = 1,
    last: int | None = None,
) -> int:
    """Convert one record into the format `form`, and write it to `output`.

    Without `form`, the suffix of `output` decides the format. `source` is the format of the input;
    None to recognise it. What the new format cannot express is printed on standard error. An
    animated picture shows the last `last` steps of deal number `deal`; all steps if `last` is None.
    Return the exit status: 1 if a part of the record could not be read, else 0; for HTML and
    animated pictures it is always 0.
    """
    if form in SHEETS or output.endswith((".csv", ".xlsx")):
        return _to_sheet(path, form or output.rpartition(".")[2], source, output, force=force)
    game, of_the_file = _read(path, source)
    if form in MOVING or (form is None and output.endswith(MOVING_NAMES)):
        target = form or output.rpartition(".")[2]
        record = Source(path, "", game, of_the_file)
        return _to_moving(record, target, deal, last, output, force=force)
    if form == HTML or (form is None and output.endswith(".html")):
        return _to_html(Source(path, "", game, of_the_file), output, force=force)
    wrong = faults((*of_the_file, *game.findings))
    try:
        text, lost = rendered(game, form or ("json" if output.endswith(".json") else "mjl"))
    except CannotExportError as problem:
        raise click.UsageError(str(problem)) from None
    for line in findings(path, [*wrong, *lost], {}):
        click.echo(line, err=True)
    write_file(output, [text], force=force)
    return int(bool(wrong))


SHEETS: Final = ("csv", "xlsx")
"""Forms of score sheets in which records can be written."""
SITE: Final = "site"
"""The form of a folder of replays with a list of them, for a club's web space."""
HTML: Final = "html"
"""The form of a replay that is one file for a browser."""
MOVING: Final = ("webp", "gif")
"""The forms of a picture of a deal that moves."""
MOVING_NAMES: Final = tuple(f".{form}" for form in MOVING)
LONGEST: Final = 250
"""Most steps of a moving picture, because all of them are in memory at the same time."""


def _read(path: str, source: str | None) -> tuple[Game, tuple[Finding, ...]]:
    """Read the only record of a file, and return it with the findings about the file.

    The file may also be a score sheet or a picture of one. Raises UsageError if there is no record,
    SeveralRecordsError if there are several. `source` is the format of the file; None to recognise
    it.
    """
    names = (*PICTURES, *SHEET_NAMES)
    is_sheet = source == SHEET or (source is None and path.lower().endswith(names))
    if not is_sheet:
        game, findings_of_file = one_record(
            path, format_for_target(source).name if source else None
        )
        return game, tuple(findings_of_file)
    from mjlog.paper.reading import read_any

    file = read_any(Path(path).read_bytes())
    if not file.games and file.findings:
        raise click.UsageError(f"{path}: {file.findings[0].message}")
    if len(file.games) != 1:
        raise SeveralRecordsError(f"{path} holds {len(file.games)} games")
    sheet = file.games[0]
    return sheet.game, (*file.findings, *sheet.draft.findings)


def _to_sheet(path: str, form: str, source: str | None, output: str, *, force: bool) -> int:
    """Write the record as a score sheet, CSV or XLSX; print what a score sheet cannot express.

    Return the exit status: 1 if a part of the record could not be read, else 0.
    """
    from mjlog.sheets.from_record import sheet_of_record

    game, findings_of_file = _read(path, source)
    made = sheet_of_record(game)
    for line in findings(path, [*findings_of_file, *made.losses], {}):
        click.echo(line, err=True)
    if form == "csv":
        write_file(output, [made.csv], force=force)
    else:
        from mjlog.sheets.corrections.corrected import workbook_of_rows

        write_file(output, [workbook_of_rows(made.rows)], force=force)
    return int(bool(faults((*findings_of_file, *game.findings))))


def _to_html(source: Source, output: str, *, force: bool) -> int:
    """Write the record as one HTML file that replays the game in a browser; return 0.

    Raises UsageError if the record cannot be shown step by step.
    """
    from webviewer.records.library import audited
    from webviewer.replay_file import replay_file

    record = audited("", source.path, source)
    if record is None:
        raise click.UsageError(f"{source.path} holds no record")
    try:
        text = replay_file(record)
    except ValueError as problem:
        raise click.UsageError(f"{source.path}: {problem}") from None
    write_file(output, [text], force=force)
    return 0


def _to_moving(
    source: Source, form: str, deal: int, last: int | None, output: str, *, force: bool
) -> int:
    """Write the last `last` steps of a deal as an animated picture; all steps if `last` is None.

    Return 0. Raises UsageError if a library is missing, if there is no such deal, or if the picture
    would have more than 250 steps.
    """
    from webviewer import raster_images
    from webviewer.pages.pictures import deal_pictures
    from webviewer.records.library import audited

    if not raster_images.can_be_animated():
        raise click.UsageError(f"--to {form} needs more packages: pip install 'mjlog[images]'")
    record = audited("", source.path, source)
    if record is None:
        raise click.UsageError(f"{source.path} holds no record")
    try:
        pictures = deal_pictures(record, deal, last)
    except ValueError as problem:
        raise click.UsageError(f"{source.path}: {problem}") from None
    if len(pictures) > LONGEST:
        steps = len(pictures) - 1
        words = f"{source.path}: deal {deal} has {steps} steps; --last {LONGEST - 1} or fewer"
        raise click.UsageError(words)
    write_file(output, [raster_images.moving(pictures, form)], force=force)
    return 0


# --------------------------------------------------------------------------- many records

_ONE_FILE: Final = frozenset({"mjl", "mjai", "tenhou6"})
"""Forms in which one file can have several records: texts, events, one deal or game on each line.
"""
_CHUNK: Final = 1 << 20


def is_for_many(paths: tuple[str, ...], output: str, form: str | None = None) -> bool:
    """Return whether `convert_many` must be used: there may be several records.

    This is so if there are several inputs, if the input or the output is a folder, if the output is
    a zip file, or if the format is ``site``.
    """
    return (
        len(paths) > 1
        or form == SITE
        or _is_there(paths[0])
        or _is_folder(output)
        or _is_zip(output)
    )


def convert_many(
    paths: tuple[str, ...],
    form: str | None,
    source: str | None,
    output: str,
    jobs: int,
    *,
    force: bool,
) -> int:
    """Convert all records below the paths, and write them into a folder, a zip file or one file.

    Return the exit status: 1 if a record could not be read, written, or shown on a site, else 0.
    What the new format cannot express is counted and printed at the end. Raises UsageError if
    `output` can only hold one record. `source` is the format of the input; None to recognise it.
    `jobs` is the number of processes.
    """
    ending = output.lower().rpartition(".")[2]
    target = form or (ending if ending in SHEETS else "mjl")
    if target == SITE:
        return _to_site(paths, output, force=force)
    if target in {"xlsx", HTML, *MOVING}:
        raise click.UsageError(f"--to {target} takes one record; name it")
    report = _Report()
    records = report.counted(
        with_count(all_written(paths, target, jobs, are_sheets=source == SHEET))
    )
    suffix = {"mjl": "mjl", "tenhou": "xml", "mjai": "mjson", "csv": "csv"}.get(target, "json")
    below = f"{paths[0]}/" if len(paths) == 1 and _is_there(paths[0]) else ""
    names = Names(suffix, below)
    if _is_folder(output):
        _into_folder(records, names, Path(output), force=force)
    elif _is_zip(output):
        _into_zip(records, names, output, force=force)
    elif target in _ONE_FILE:
        pieces = (piece for written in records for piece in _pieces(written, target))
        write_file(output, pieces, force=force)
    else:
        raise click.UsageError(
            f"a file of {target} holds one record: -o FOLDER/ or -o NAME.zip takes several"
        )
    report.show(output)
    return int(report.failed > 0)


def _to_site(paths: tuple[str, ...], output: str, *, force: bool) -> int:
    """Write a web site into the folder `output`: a replay of each record, and a page with a list.

    Return the exit status: 1 if a record was left out because it cannot be shown step by step, else
    0. Raises UsageError if there are several paths, if `output` is ``-``, or if a file cannot be
    read or written.
    """
    from webviewer.club_site import site_files

    if len(paths) > 1 or output == "-":
        raise click.UsageError("--to site takes one folder, and -o DIR for its files")
    folder = Path(output)
    written = left_out = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in site_files(paths[0]):
            if text:
                write_file(str(folder / name), [text], force=force)
                written += 1
            else:
                click.echo(f"{name}: cannot be shown step by step, left out", err=True)
                left_out += 1
    except FileNotFoundError:
        raise click.UsageError(f"there is no {paths[0]}") from None
    except OSError as problem:
        raise click.UsageError(f"{output} cannot be written: {reason_of(problem)}") from None
    click.echo(f"{written} files written to {output}", err=True)
    return int(left_out > 0)


def _is_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or (output != "-" and _is_there(output))


def _is_there(folder: str) -> bool:
    """Return whether `folder` is an existing folder.

    For a URL, or for a name that is too long for a file, return False without an error.
    """
    try:
        return Path(folder).is_dir()
    except OSError:
        return False


def _is_zip(output: str) -> bool:
    return output.lower().endswith(".zip")


def _pieces(written: Written, target: str) -> Iterator[str]:
    if written.text is not None:
        yield written.text
        if target == "mjl":
            yield "\n"


def _into_folder(records: Iterable[Written], names: Names, folder: Path, *, force: bool) -> None:
    for written in records:
        if written.text is not None:
            path = folder / names.name(written.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(str(path), [written.text], force=force)


def _into_zip(records: Iterable[Written], names: Names, output: str, *, force: bool) -> None:
    with TemporaryFile() as packed:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for written in records:
                if written.text is not None:
                    archive.writestr(names.name(written.path), written.text)
        packed.seek(0)
        write_file(output, iter(lambda: packed.read(_CHUNK), b""), force=force)


class _Report:
    """Totals of a conversion of many records: converted records, faulty ones, and losses by code.

    A loss is something that the new format cannot express.
    """

    def __init__(self) -> None:
        self.written = self.failed = 0
        self.losses: Counter[str] = Counter()
        self.first: dict[str, str] = {}

    def counted(self, records: Iterable[Written]) -> Iterator[Written]:
        """Yield converted records unchanged, and count them and what was lost.

        Problems with reading or converting a record are printed at once on standard error.
        """
        for record in records:
            self.written += record.text is not None
            self.failed += record.text is None or bool(record.wrong)
            for line in findings(record.path, list(record.wrong), {}):
                click.echo(line, err=True)
            for finding in record.lost:
                self.losses[finding.code] += 1
                self.first.setdefault(finding.code, f"{record.path}: {finding.message}")
            yield record

    def show(self, output: str) -> None:
        """Print the totals; `output` is the file or folder that was written."""
        place = "" if output == "-" else f" to {output}"
        click.echo(f"{self.written} records written{place}", err=True)
        if self.failed:
            click.echo(f"{self.failed} with faults, see above", err=True)
        for code, number in sorted(self.losses.items()):
            click.echo(f"{code}: {number} times, first {self.first[code]}", err=True)
