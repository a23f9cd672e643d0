"""``mjlog check``: every record under the given paths audited, one report of all."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click

from mjlog import cli_text, reports
from mjlog.audited import Audited, selection
from mjlog.examine import examine, examine_with

LONG: Final = 20
"""Fewer files need no progress bar."""


def check(
    paths: Iterable[str], form: str, only: Iterable[str], allow: Iterable[str], *, claims: bool, jobs: int
) -> int:
    """The exit status, after the report has been printed."""
    tally = reports.Tally()
    keep = selection(only, allow)
    files = [file for path in paths for file in files_under(path)]
    found = (record.keeping(keep) for record in with_progress(files, jobs))
    for piece in written(form, tally.watch(found), claims=claims):
        click.echo(piece)
    return tally.exit_code


def files_under(path: str) -> Iterator[str]:
    """The path itself, or all files below it in the order of their names; what begins with a dot is left out."""
    folder = Path(path)
    if path == "-" or not folder.is_dir():
        yield path
        return
    for entry in sorted(folder.iterdir()):
        if not entry.name.startswith("."):
            yield from files_under(str(entry))


def written(form: str, records: Iterable[Audited], *, claims: bool) -> Iterator[str]:
    """The report in the form asked for, piece by piece."""
    match form:
        case "ndjson":
            return reports.ndjson(records, claims=claims)
        case "json":
            return reports.whole_json(records, claims=claims)
        case "sarif":
            return reports.sarif(records, version("mjlog"))
        case "github":
            return reports.github(records)
        case _:
            return cli_text.text(records, claims=claims)


def with_progress(files: list[str], jobs: int) -> Iterator[Audited]:
    """The records; a bar on the terminal says how far long work has come."""
    groups = examine_with(files, jobs) if jobs > 1 else map(examine, files)
    if len(files) < LONG or not sys.stderr.isatty():
        for group in groups:
            yield from group
        return
    with click.progressbar(length=len(files), label="Auditing", file=sys.stderr) as bar:
        for group in groups:
            for record in group:
                if record.findings and sys.stdout.isatty():
                    click.echo("\r\033[K", nl=False, err=True)
                yield record
            bar.update(1)
