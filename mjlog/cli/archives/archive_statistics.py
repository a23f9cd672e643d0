"""Runs ``mjlog archive stats`` and ``standings``: statistics of players, events and rule sets."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click

from mjlog.archive.privacy.people import the_player
from mjlog.archive.privacy.persons import PeopleError, event_numbered
from mjlog.archive.questions.figure_definitions import MEANINGS
from mjlog.archive.questions.outputs import write_csv, write_ndjson, write_parquet
from mjlog.archive.questions.standings import COLUMNS as LINES
from mjlog.archive.questions.standings import Standings, all_lines, standings
from mjlog.archive.questions.statistics import COLUMNS, Figure, Scope, statistics
from mjlog.archive.view import Reader, View, viewing
from mjlog.cli.archives.archive import opened
from mjlog.cli.terminal.output import write_file
from mjlog.report.text import printable


def stats(
    where: str, asked: dict[str, str], form: str, output: str, *, pseudonyms: bool, force: bool
) -> None:
    """Compute statistics of the archive, and print them or write them to a file.

    `asked` has the options that select games: player, event, rules, since, until. `output` is the
    file, or ``-`` to print. If the player or the event is unknown, end the command with an error.
    `where` is the path or URL of the archive.
    """
    reader = Reader(sees_all=True, pseudonyms=pseudonyms)
    try:
        with opened(where) as archive, viewing(archive, reader) as view:
            about, scope = _scope(view, asked)
            figures = statistics(view, scope)
            made = b"".join(_made(about, figures, form))
    except PeopleError as problem:
        raise click.ClickException(printable(str(problem))) from None
    write_file(output, [made], force=force)


def _scope(view: View, asked: dict[str, str]) -> tuple[dict[str, str], Scope]:
    """Convert the options of the command into a `Scope`, which selects the games for statistics.

    Return a pair. The first item has the options that the user gave, for the heading, with the full
    names of player and event; the second item is the scope.
    """
    about = {name: value for name, value in asked.items() if value}
    player = event = None
    if asked["player"]:
        one = the_player(view, asked["player"])
        player, about["player"] = one.number, one.name
    if asked["event"]:
        event, about["event"] = event_numbered(view, asked["event"])
    return about, Scope(player, event, asked["rules"], asked["since"], asked["until"])


def _made(about: dict[str, str], figures: list[Figure], form: str) -> Iterator[bytes]:
    rows = [figure.to_row for figure in figures]
    columns = tuple(COLUMNS)
    if form == "parquet":
        yield write_parquet(rows, columns)
    elif form == "json":
        whole = {"about": about, "figures": rows}
        yield json.dumps(whole, ensure_ascii=False, indent=1).encode() + b"\n"
    else:
        makers: dict[str, Iterable[str]] = {
            "csv": write_csv(rows, columns),
            "ndjson": write_ndjson(rows),
            "text": _lines(about, figures),
        }
        yield from (line.encode() for line in makers[form])


def _lines(about: dict[str, str], figures: list[Figure]) -> Iterator[str]:
    yield printable(", ".join(about.values()) or "all records") + "\n"
    kind = None
    for figure in figures:
        if (figure.rules, figure.seats) != kind:
            kind = figure.rules, figure.seats
            yield f"\n{printable(figure.rules or 'unknown rules')}, {figure.seats} players\n"
        if figure.of:
            yield f"  {_line(figure)}\n"


def _line(figure: Figure) -> str:
    name = f"{figure.name} {figure.unit}".strip()
    meaning = MEANINGS[figure.name]
    if figure.name in {"records", "deals"}:
        return f"{name:<24}{figure.count:>9}  {meaning}"
    value: Any = figure.value
    if figure.is_mean:
        return f"{name:<24}{value:>9.2f}  {meaning} (of {figure.of})"
    return f"{name:<24}{value:>9.1%}  {meaning} ({figure.count} of {figure.of})"


def event_standings(
    where: str, event: str, form: str, *, pseudonyms: bool, names: Mapping[str, str] | None = None
) -> None:
    """Print the standings of an event. `names` maps identifiers in the records to names of players.

    If there is no event of that name, end the command with an error. `where` is the path or URL of
    the archive.
    """
    reader = Reader(sees_all=True, pseudonyms=pseudonyms)
    try:
        with opened(where) as archive, viewing(archive, reader) as view:
            number, name = event_numbered(view, event)
            lists = [each.named(names or {}) for each in standings(view, number)]
    except PeopleError as problem:
        raise click.ClickException(printable(str(problem))) from None
    rows = list(all_lines(lists))
    whole = {"event": name, "standings": [each.to_object for each in lists]}
    makers: dict[str, Iterable[str]] = {
        "csv": write_csv(rows, ("rules", "seats", "unit", *LINES)),
        "ndjson": write_ndjson(rows),
        "json": [json.dumps(whole, ensure_ascii=False, indent=1) + "\n"],
        "text": _standing_lines(name, lists),
    }
    sys.stdout.buffer.write("".join(makers[form]).encode())


def _standing_lines(name: str, standings: list[Standings]) -> Iterator[str]:
    yield f"{printable(name)}\n"
    for each in standings:
        kind = f"{each.rules or 'unknown rules'}, {each.seats} players"
        yield f"\n{kind}, {_UNITS[each.unit]}; submitted in brackets\n"
        for line in each.lines:
            corrected, submitted = _number(line.corrected), _number(line.submitted)
            yield (
                printable(f"{line.place:>4}  {line.name:<24}{corrected:>10}  ({submitted})") + "\n"
            )


_UNITS = {"placed": "points with places counted", "points": "points"}


def _number(points: float | None) -> str:
    return "?" if points is None else f"{points:+,g}"
