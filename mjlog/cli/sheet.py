"""``mjlog sheet``: score sheets of clubs audited, and empty ones made."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from mjlog.batch.audit_sheets import audit_sheets
from mjlog.cli.check import files_under, written
from mjlog.referee.rulebook import RulesError
from mjlog.report.file_report import FileReport
from mjlog.report.tally import Tally
from mjlog.rules import load
from mjlog.sheets.reading import HowToRead


def check(paths: Sequence[str], header: str, form: str, *, claims: bool) -> int:
    """The exit status, after the report has been printed."""
    how = HowToRead(rules=_known(header))
    tally = Tally()
    for piece in written(form, tally.watch(_reports(paths, how)), claims=claims):
        click.echo(piece)
    sys.stdout.flush()
    return tally.exit_code


def _reports(paths: Sequence[str], how: HowToRead) -> Iterator[FileReport]:
    for path in paths:
        for file, _ in files_under(path):
            yield from audit_sheets(file, how)


def _known(header: str) -> str:
    """The header, with its edition, where it names rules that are known."""
    if not header:
        return ""
    try:
        rules = load(header)
    except RulesError as problem:
        raise click.UsageError(str(problem)) from None
    name, *words = header.split()
    return " ".join([name if "/" in name else f"{name}/{rules.edition}", *words])
