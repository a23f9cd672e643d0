"""Reads the one record that a command is about."""

from __future__ import annotations

from itertools import islice

import click

from mjlog.batch.rule_files import keep_below, keep_rules
from mjlog.formats import load
from mjlog.model.findings import Finding, reason_of
from mjlog.model.record import Game


class SeveralRecordsError(click.UsageError):
    """Raised if a path leads to several records, although the command takes only one record."""


def one_record(path: str, form: str | None = None) -> tuple[Game, tuple[Finding, ...]]:
    """Read the only record of a file, and return it with the findings about the file.

    `form` is the format of the file; None to recognise it by the content. The clubs' own rule files
    next to the file are loaded first. Raises UsageError if there is no record, SeveralRecordsError
    if there are several.
    """
    keep_below([path])
    try:
        sources = list(islice(keep_rules(load(path, form=form)), 2))
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be read: {reason_of(problem)}") from None
    if not sources:
        raise click.UsageError(f"{path} holds no record")
    if len(sources) > 1:
        raise SeveralRecordsError(
            f"{path} holds several records; name one of them, such as {sources[0].path}"
        )
    game = sources[0].game
    if game is None:
        why = "; ".join(finding.message for finding in sources[0].findings)
        raise click.UsageError(f"{path}: {why}")
    return game, sources[0].findings
