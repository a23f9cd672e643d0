"""``mjlog convert``: one record into its canonical text or its JSON form."""

from __future__ import annotations

import json

import click

from mjlog.cli_read import one_record
from mjlog.cli_text import findings
from mjlog.notation import to_json, write
from mjlog.record import Game


def convert(path: str, form: str | None, output: str) -> int:
    """The exit status: 1 when something in the source could not be read, and is told."""
    game, found = one_record(path)
    told = [finding for finding in (*found, *game.findings) if finding.severity != "note"]
    for line in findings(path, told, {}):
        click.echo(line, err=True)
    put(output, rendered(game, form or ("json" if output.endswith(".json") else "mjl")))
    return int(bool(told))


def rendered(game: Game, form: str) -> str:
    """The game as text of that form."""
    return write(game) if form == "mjl" else json.dumps(to_json(game), ensure_ascii=False, indent=1) + "\n"


def put(output: str, text: str) -> None:
    """Writes the text as UTF-8 to that file, byte for byte."""
    try:
        with click.open_file(output, "wb") as file:
            file.write(text.encode())
    except OSError as problem:
        raise click.UsageError(f"{output} cannot be written: {problem.strerror or problem}") from None
