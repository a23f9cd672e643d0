"""Runs ``mjlog tournament``: makes draws, prints cards and sheets, and collects results."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

import click

from mjlog.archive.questions.standings import Standings
from mjlog.archive.store import Archive
from mjlog.archive.view import KEEPER, viewing
from mjlog.cli.archives.archive import opened, read_here, to_read_of
from mjlog.cli.archives.archive_statistics import event_standings
from mjlog.cli.recording.record import offset
from mjlog.cli.terminal.output import write_file
from mjlog.cli.terminal.progress import clear_progress, with_count
from mjlog.live.access.names_file import names_at
from mjlog.model.notebook_display import counted
from mjlog.report.text import findings, printable
from mjlog.tournament import frame
from mjlog.tournament.collecting import collected
from mjlog.tournament.frame import Tournament, TournamentError, differences, players_in, text_of
from mjlog.tournament.handouts import csv_of, lay_out, workbook
from mjlog.tournament.results import Result, open_games, results, standings_of


@contextmanager
def _convert_errors() -> Iterator[None]:
    """Return a context manager: a TournamentError in its block ends the command with a message."""
    try:
        yield
    except TournamentError as problem:
        raise click.ClickException(printable(str(problem))) from None


def read_tournament(file: str, *, drawn: bool = True) -> Tournament:
    """Read a tournament from its file.

    If the seats have not been drawn yet and `drawn` is True, end the command with an error.
    """
    with _convert_errors():
        made = frame.read(Path(file))
    if drawn and not made.drawn:
        raise click.ClickException(f"{printable(file)} has no draw yet: mjlog tournament draw")
    return made


def read_names(file: str | None) -> Mapping[str, str]:
    """Read a file with the names of players; return a map from identifiers to names.

    Without a file, the map is empty. If the file cannot be read, end the command with an error.
    """
    try:
        return {} if file is None else names_at(Path(file))
    except OSError as problem:
        raise click.ClickException(f"{printable(str(file))}: {problem.strerror}") from None
    except UnicodeError:
        raise click.ClickException(f"{printable(str(file))} is not in UTF-8") from None


# --------------------------------------------------------------------------- the draw


def new(
    file: str,
    event: str,
    rules: str,
    players: TextIO,
    rounds: int,
    *,
    seats: int | None,
    minutes: int,
    force: bool,
) -> None:
    """Write the file of a new tournament, and print the number of players and tables.

    `players` is an open list of players: a name in each line, or CSV. If the tournament cannot be
    played, or if the list is not in UTF-8, end the command with an error. `rounds` is the number of
    rounds, and `minutes` the length of a round.
    """
    try:
        names = players_in(players.read())
    except UnicodeDecodeError:
        raise click.ClickException("the list of players is not in UTF-8") from None
    with _convert_errors():
        made = frame.checked(
            Tournament(event.strip(), rules, rounds, tuple(names), seats or 0, minutes)
        )
    write_file(file, [text_of(made)], force=force)
    out = len(made.players) % made.seats
    resting = f", {counted(out, 'player')} sitting out each round" if out else ""
    click.echo(f"{counted(len(made.players), 'player')}, {counted(made.tables, 'table')}{resting}")


def draw(file: str, seed: str, beside: str | None, *, again: bool) -> None:
    """Draw the seats of all rounds, write them into the tournament's file, and print them.

    `beside` is a file with the names of the players. Without `seed`, a random seed is used. If the
    seats were drawn before, end the command with an error, unless `again`.
    """
    names, made = read_names(beside), read_tournament(file, drawn=False)
    if made.drawn and not again:
        raise click.ClickException(f"{printable(file)} has a draw already; --again draws anew")
    drawn = made.with_draw(seed or secrets.token_hex(8))
    write_file(file, [text_of(drawn)], force=True)
    for line in _draw_lines(drawn.named(names)):
        click.echo(printable(line))


def _draw_lines(made: Tournament) -> Iterator[str]:
    yield f"seed {made.seed}"
    for number, each in enumerate(made.drawn, 1):
        yield f"round {number}"
        for table, players in enumerate(each.tables, 1):
            names = zip("ABCD", players, strict=False)
            yield f"  table {table}: {', '.join(f'{seat} {name}' for seat, name in names)}"
        if each.out:
            yield f"  sitting out: {', '.join(each.out)}"


def verify(file: str) -> int:
    """Check that the seed in a tournament's file gives the draw in the file; print the result.

    Return the exit status: 0 if it does, else 1.
    """
    wrong = [*differences(made := read_tournament(file))]
    for words in wrong or [f"every round is what the seed {made.seed} gives"]:
        click.echo(printable(f"{file}: {words}"))
    return 1 if wrong else 0


# --------------------------------------------------------------------------- on paper


def cards(file: str, site: str, beside: str | None, tag: str, output: str, *, force: bool) -> None:
    """Write an HTML page with a card for each table, which says who sits there in each round.

    `site` is the address for the QR codes on the cards, `beside` a file with the names of the
    players, `tag` the language.
    """
    from webviewer.venue import paper

    made = read_tournament(file).named(read_names(beside))
    with _convert_errors():
        write_file(output, [paper.cards(made, site, tag)], force=force)


def timer(file: str, tag: str, output: str, *, force: bool) -> None:
    """Write an HTML page that shows how much time of a round is left. `tag` is the language."""
    from webviewer.venue import paper

    write_file(output, [paper.timer(read_tournament(file, drawn=False), tag)], force=force)


def sheets(
    file: str,
    where: str | None,
    form: str | None,
    beside: str | None,
    tag: str,
    output: str,
    *,
    force: bool,
) -> None:
    """Write a result sheet for each game of a tournament, to print or to fill in.

    If `where` names an archive, its results are filled in. `form` is the format; if it is None, the
    suffix of `output` decides: .csv, .xlsx, or any other for HTML. `beside` is a file with the
    names of the players, `tag` the language.
    """
    from webviewer.venue import paper

    made, kind = read_tournament(file), form or Path(output).suffix.lstrip(".").lower()
    names = read_names(beside)
    games, rankings = _results_and_standings(made, where, names)
    with _convert_errors():
        if kind == "csv":
            write_file(output, csv_of(games), force=force)
        elif kind == "xlsx":
            write_file(output, [workbook(games, rankings)], force=force)
        else:
            write_file(output, [paper.sheets(made.named(names), games, rankings, tag)], force=force)


# --------------------------------------------------------------------------- records


def tables(file: str, number: int, folder: str) -> None:
    """Create a ledger (a log of a game) in `folder` for each table of a round, and print the paths.

    If a table has a ledger already, the ledger stays as it is, and its path is not printed. If
    there is no such round, end the command with an error.
    """
    made = read_tournament(file)
    with _convert_errors():
        made.game(number, 1)
    laid = [*lay_out(made, number, Path(folder), f"UTC{offset()}")]
    for path in laid:
        click.echo(printable(str(path)))
    if not laid:
        click.echo("all tables of this round are there already")


_OF_SHEETS: Final = frozenset({"sheet.column", "sheet.unread", "sheet.layout", "sheet.event"})
"""Findings to print of an added sheet: parts that are not counted, and seats other than drawn."""


def collect(file: str, where: str, paths: Sequence[str]) -> int:
    """Add records of a tournament to the archive; print which games are still missing or wrong.

    Return the exit status: 1 if a game is missing or wrong, or if a file could not be read, else 0.
    `where` is the path or URL of the archive.
    """
    made, outcomes = read_tournament(file), Counter[str]()
    with opened(where) as archive:
        records = read_here(each for path in paths for each in to_read_of(path))
        for added in with_count(collected(archive, records, made)):
            outcomes[added.outcome] += 1
            remarks = added.found.findings
            if added.outcome != "refused":
                remarks = tuple(each for each in remarks if each.code in _OF_SHEETS)
            if remarks:
                clear_progress()
                _print_errors(list(findings(added.found.name, remarks, {})))
        games = _results(archive, made)
    wrong = [*open_games(games)]
    click.echo(", ".join(f"{number} {name}" for name, number in outcomes.items()) or "0 added")
    _print_errors(wrong)
    click.echo(f"{len(games) - len(wrong)} of {counted(len(games), 'game')} are there")
    return 1 if wrong or outcomes["refused"] else 0


def _print_errors(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(printable(line), err=True)


def _results(archive: Archive, made: Tournament) -> list[Result]:
    with viewing(archive, KEEPER) as view:
        return results(view, made)


def _results_and_standings(
    made: Tournament, where: str | None, names: Mapping[str, str]
) -> tuple[list[Result], list[Standings]]:
    """Read the result of each game and the standings of a tournament from the archive `where`.

    If `where` is None, return an empty result for each game, and no standings. `names` maps
    identifiers of players to the names to use in the results.
    """
    if where is None:
        return [Result.empty(game) for game in made.named(names).games()], []
    with opened(where) as archive, viewing(archive, KEEPER) as view:
        return (
            [each.named(names) for each in results(view, made)],
            [each.named(names) for each in standings_of(view, made)],
        )


def standings(file: str, where: str, form: str, beside: str | None, *, pseudonyms: bool) -> None:
    """Print the standings of a tournament, computed from the records in the archive `where`.

    A game without a record, or with a wrong one, is printed on standard error. `beside` is a file
    with the names of the players.
    """
    names, made = read_names(beside), read_tournament(file)
    event_standings(where, made.event, form, pseudonyms=pseudonyms, names=names)
    with opened(where) as archive:
        _print_errors([*open_games(_results(archive, made))])
