"""The one record that a command is about."""

from __future__ import annotations

from itertools import islice

import click

from mjlog.findings import Finding
from mjlog.formats import load
from mjlog.formats.recognise import Known
from mjlog.record import Game


def one_record(path: str, *, form: Known | None = None, number: int | None = None) -> tuple[Game, tuple[Finding, ...]]:
    """The record and what its reader found; a usage error where there is none or where there are several.

    `form` overrides recognition, `number` picks one of several, counted from 1.
    """
    try:
        sources = list(islice(load(path, form=form), number or 2))
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be read: {problem.strerror or problem}") from None
    if not sources:
        raise click.UsageError(f"{path} holds no record")
    if number is None and len(sources) > 1:
        raise click.UsageError(f"{path} holds several records; name one of them, such as {sources[0].path}")
    if number is not None and len(sources) < number:
        raise click.UsageError(f"{path} holds {len(sources)} records, there is none with the number {number}")
    source = sources[-1]
    if source.game is None:
        raise click.UsageError("; ".join(finding.message for finding in source.findings))
    return source.game, (*source.findings, *source.game.findings)
