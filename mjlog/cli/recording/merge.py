"""Runs ``mjlog merge``: makes one record of several scribes' sheets, and prints the conflicts."""

from __future__ import annotations

import click

from mjlog.cli.one_record import one_record
from mjlog.cli.terminal.output import write_file
from mjlog.live.merging import Sheet, merged
from mjlog.notation import write
from mjlog.report.text import printable


def merge(paths: tuple[str, ...], output: str, *, force: bool) -> int:
    """Merge the sheets of several scribes of one game into one record; print the conflicts.

    Return the exit status: 1 if sheets contradict each other, else 0. Raises UsageError if a sheet
    cannot be read, or if the sheets name different rules.
    """
    sheets = [Sheet(path, one_record(path)[0]) for path in paths]
    rules = {sheet.game.rules for sheet in sheets if sheet.game.rules}
    if len(rules) > 1:
        raise click.UsageError(f"the sheets are of different rules: {'; '.join(sorted(rules))}")
    joined = merged(sheets)
    write_file(output, [write(joined.game)], force=force)
    for conflict in joined.conflicts:
        click.echo(printable(f"conflict: {conflict}"), err=True)
    return 1 if joined.conflicts else 0
