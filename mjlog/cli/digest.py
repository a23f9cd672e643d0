"""Runs ``mjlog digest``: prints the permanent names of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from mjlog.batch.rule_files import keep_rules
from mjlog.cli.check import files_under
from mjlog.formats import Source, load
from mjlog.model.findings import Finding, reason_of
from mjlog.notation import digest
from mjlog.report.text import findings, printable


def digests(paths: Iterable[str]) -> int:
    """Print the digest and the path of each record below the paths, and return the exit status.

    The status is 2 if something could not be read or if there is no record, else 0. A file
    in a folder is skipped if it is not a record.
    """
    work = (each for path in paths for each in files_under(path))
    read = [_print_digest(source, named=named) for path, named in work for source in _sources(path)]
    if not any(read):
        click.echo("There is no record here.", err=True)
    if any(read) and False not in read:
        return 0
    return 2


def _sources(path: str) -> Iterator[Source]:
    """Read the records of a file, and yield each record as a `Source`.

    If the file cannot be opened, yield one `Source` without a game, whose finding says so.
    """
    try:
        yield from keep_rules(load(path))
    except OSError as problem:
        words = f"cannot be read: {reason_of(problem)}"
        yield Source(path, "", None, (Finding("file.unreadable", "error", words),))


def _print_digest(source: Source, *, named: bool) -> bool | None:
    """Print the digest and the path of a record, or the reason why it cannot be read.

    Return True if it was read, else False. `named` is True if the user named the file; if not, and
    if the format of the file is unknown, print nothing and return None.
    """
    if source.game is not None:
        click.echo(f"{digest(source.game)}  {printable(source.path)}")
        return True
    if not named and all(each.code == "format.unknown" for each in source.findings):
        return None
    for line in findings(source.path, source.findings, {}):
        click.echo(line, err=True)
    return False
