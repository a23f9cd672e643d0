"""``mjlog convert``: one record into canonical text, JSON or another program's format."""

from __future__ import annotations

import json
from typing import Final

import click

from mjlog.cli.one_record import one_record
from mjlog.cli.output import write_file
from mjlog.formats.known import by_target
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation import to_json, write
from mjlog.report.text import findings

_STATES_FU: Final = frozenset({"tenhou"})
"""The formats in which every hand that is won states its fu."""


def convert(path: str, form: str | None, source: str | None, output: str, *, force: bool) -> int:
    """The exit status: 1 when something in the source could not be read, and is told.

    What the target cannot say is told as well, and is no failure.
    """
    game, found = one_record(path, by_target(source).name if source else None)
    told = [finding for finding in (*found, *game.findings) if finding.severity != "note"]
    text, lost = rendered(game, form or ("json" if output.endswith(".json") else "mjl"))
    for line in findings(path, [*told, *lost], {}):
        click.echo(line, err=True)
    write_file(output, [text], force=force)
    return int(bool(told))


def rendered(game: Game, form: str) -> tuple[str, tuple[Finding, ...]]:
    """The game as text of that form, and what it loses there."""
    if form == "mjl":
        return write(game), ()
    if form == "json":
        return json.dumps(to_json(game), ensure_ascii=False, indent=1) + "\n", ()
    from mjlog.formats.registry import CannotExportError, export

    told = _with_known_fu(game) if form in _STATES_FU else game
    try:
        made = export(told, form)
    except CannotExportError as problem:
        raise click.UsageError(str(problem)) from None
    return made.text, made.losses


def _with_known_fu(game: Game) -> Game:
    """The game with the fu that the referee knows, where its sheets state none."""
    from mjlog.auditor.audit import audit
    from mjlog.formats.known_fu import with_known_fu

    return with_known_fu(game, audit(game).settlements)
