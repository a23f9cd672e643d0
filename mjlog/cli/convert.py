"""``mjlog convert``: one record into canonical text, JSON or another program's format."""

from __future__ import annotations

import json

import click

from mjlog.cli.one_record import one_record
from mjlog.cli.output import write_file
from mjlog.formats.known import by_target
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation import to_json, write
from mjlog.report.text import findings


def convert(path: str, form: str | None, source: str | None, output: str, *, force: bool) -> int:
    """The exit status: 1 when something in the source could not be read, and is told.

    What the target cannot say is told as well, and is no failure.
    """
    game, of_the_file = one_record(path, by_target(source).name if source else None)
    faults = [finding for finding in (*of_the_file, *game.findings) if finding.severity != "note"]
    text, lost = rendered(game, form or ("json" if output.endswith(".json") else "mjl"))
    for line in findings(path, [*faults, *lost], {}):
        click.echo(line, err=True)
    write_file(output, [text], force=force)
    return int(bool(faults))


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
