"""Runs ``mjlog tournament paper``: writes score sheets to print, and maps of their boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from mjlog.cli.terminal.output import write_file
from mjlog.cli.tournaments.tournament import read_names, read_tournament
from mjlog.paper.form import Form, form_of, results_form_of
from mjlog.paper.printing import Occasion, PaperError, printed
from mjlog.referee.rulebook import RulesError
from mjlog.report.text import printable

_BLANK: Final = Occasion()


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """The options of ``mjlog tournament paper``."""

    rules: str
    paper: str
    results: bool
    pages: int
    beside: str | None
    lang: str
    map_file: str | None

    def forms(self, header: str) -> list[Form]:
        """Return the pages of the score sheet to print for one game, with a form for each page.

        `header` is the value of a ``Rules`` header. A sheet for results only has one page.
        """
        if self.results:
            return [results_form_of(header, self.paper)]
        return [form_of(header, self.paper, page) for page in range(1, self.pages + 1)]


def write(file: str | None, output: str, wanted: PaperOptions, *, force: bool) -> None:
    """Write score sheets to print as a PDF file: for each game of a tournament, or a blank sheet.

    `file` is the file of the tournament, None for a blank sheet. With the option ``--map``, also
    write the maps that say where each box of a sheet is, for reading photographs of the sheets.
    `wanted` has the options of the command.
    """
    if file is None and not wanted.rules:
        raise click.UsageError("name FILE, or the rules of a blank sheet with --rules")
    occasions, header = [_BLANK], wanted.rules
    if file is not None:
        made = read_tournament(file).named(read_names(wanted.beside))
        header = header or made.rules
        occasions = [
            Occasion(made.event, game.round, game.table, game.players) for game in made.games()
        ]
    try:
        forms = wanted.forms(header)
        sheets = printed([(form, each) for each in occasions for form in forms], wanted.lang)
    except (PaperError, RulesError) as problem:
        raise click.UsageError(str(problem)) from None
    write_file(output, [sheets.pdf], force=force)
    for path, form in _maps(wanted.map_file, forms):
        write_file(path, [form.to_json()], force=force)
    if sheets.missing:
        words = f"no font here has these letters of names: {' '.join(sheets.missing)}"
        click.echo(printable(words), err=True)


def _maps(path: str | None, forms: list[Form]) -> Iterator[tuple[str, Form]]:
    """Yield each page of a printed form with the path of its map file.

    A map file says where each box of the page is. The map of the first page has the path `path`; if
    this is `map.json`, the map of page 2 is `map-2.json`. If `path` is None, yield nothing.
    """
    if path is None:
        return
    yield path, forms[0]
    for form in forms[1:]:
        name = Path(path)
        yield str(name.with_name(f"{name.stem}-{form.page}{name.suffix}")), form
