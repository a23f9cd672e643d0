"""Runs the ``mjlog archive`` commands about people and events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from mjlog.archive.privacy import people
from mjlog.archive.privacy.forgetting import Forgotten, forget, wipe
from mjlog.archive.privacy.people import Player, the_player
from mjlog.archive.privacy.persons import PeopleError, set_statistics_visibility
from mjlog.archive.store import Archive
from mjlog.archive.view import KEEPER, viewing
from mjlog.cli.archives.archive import opened
from mjlog.model.notebook_display import counted
from mjlog.report.text import printable


@contextmanager
def _named(where: str, *names: str) -> Iterator[tuple[Archive, list[Player]]]:
    """Open the archive for a ``with`` block, and find the player of each name.

    The block gets the archive and the players. If a name fits no player or several players, end the
    command with an error. `where` is the path or URL of the archive.
    """
    try:
        with opened(where) as archive:
            with viewing(archive, KEEPER) as view:
                players = [the_player(view, name) for name in names]
            yield archive, players
    except PeopleError as problem:
        raise click.ClickException(printable(str(problem))) from None


def event(where: str, name: str, level: str) -> None:
    """Set who may see statistics of persons in the event called `name`.

    `level` is off, players or public. If there is no such event, end the command with an error.
    `where` is the path or URL of the archive.
    """
    with opened(where) as archive:
        if not set_statistics_visibility(archive, name, level):
            raise click.ClickException(f"no event has the name {printable(name)}")
    click.echo(f"{printable(name)}: statistics of persons {level}")


def print_similar_names(where: str) -> None:
    """Print a question for each pair of players whose names are nearly equal.

    `where` is the path or URL of the archive.
    """
    with _named(where) as (archive, _), viewing(archive, KEEPER) as view:
        for one, other in people.near_names(view):
            words = f"is #{one.number} {one.name} the same player as #{other.number} {other.name}?"
            click.echo(printable(words))


def merge(where: str, one: str, other: str) -> None:
    """Record that player `one` is the same person as player `other`, and print how to undo this.

    If a name fits no player or several players, end the command with an error. `where` is the path
    or URL of the archive.
    """
    with _named(where, one, other) as (archive, (first, last)):
        number = people.merge(archive, first.number, last.number)
    words = f"{first.name} is {last.name} from now on; mjlog archive unmerge takes #{number} back"
    click.echo(printable(words))


def unmerge(where: str, name: str) -> None:
    """Separate a merged player from the other player again, and print the player's number.

    If there is no merged player of that name, end the command with an error. `where` is the path or
    URL of the archive.
    """
    with _named(where) as (archive, _):
        with viewing(archive, KEEPER) as view:
            number = people.merged_row(view, name)
        people.unmerge(archive, number)
    click.echo(f"#{number} is a player of its own again")


def split(where: str, name: str, digests: Sequence[str]) -> None:
    """Record that another person of the same name sits in these records.

    That person becomes a new player, whose number is printed. `digests` are digests or their first
    letters. If `name` fits no player or several players, end the command with an error. `where` is
    the path or URL of the archive.
    """
    with _named(where, name) as (archive, (player,)):
        with viewing(archive, KEEPER) as view:
            whole = [view.digest_of(each.lower()) or each for each in digests]
        number = people.split(archive, player.number, whole)
    click.echo(
        printable(f"#{number} {player.name} sits in {counted(len(whole), 'record')} from now on")
    )


def subject(where: str, name: str, form: str) -> None:
    """Print everything that the archive contains about a person.

    This includes records, files, mentions in other records, tokens and statistics. If `name` fits
    no player or several players, end the command with an error. `where` is the path or URL of the
    archive.
    """
    with _named(where, name) as (archive, (player,)), viewing(archive, KEEPER) as view:
        held = people.subject(view, player)
    if form == "json":
        click.echo(json.dumps(held, ensure_ascii=False, indent=1))
        return
    for line in _lines(held):
        click.echo(printable(line))


def _lines(person: dict[str, Any]) -> Iterator[str]:
    yield f"#{person['number']} {person['name']}"
    yield f"names: {', '.join(person['names'])}"
    yield f"pseudonym: {person['pseudonym']}"
    yield f"{counted(len(person['records']), 'record')}:"
    for row in person["records"]:
        parts = (row["date"], row["rules"], row["event"], f"seat {row['seat']}", row["name"])
        yield "  ".join([f"  {row['digest'][:12]}", *(part for part in parts if part)])
    for key, words in _BESIDE.items():
        if person[key]:
            yield f"{counted(len(person[key]), *words)}:"
            for each in person[key]:
                is_named = isinstance(each, dict)
                yield f"  {each['digest'][:12]}  {each['name']}" if is_named else f"  {each}"
    figures = counted(len(person["statistics"]), "figure")
    yield f"{figures} of statistics: mjlog archive stats --player"


_BESIDE = {
    "files": ("file that records were read from", "files that records were read from"),
    "mentions": (
        "record of others that names the person",
        "records of others that name the person",
    ),
    "watched": (
        "watched file with the name in its path",
        "watched files with the name in their path",
    ),
    "tokens": ("token of that name", "tokens of that name"),
}


def forget_player(where: str, name: str) -> None:
    """Replace a player's name by a pseudonym everywhere in the archive, and print what was changed.

    If old bytes with the name stay in the database file, end the command with an error. `where` is
    the path or URL of the archive.
    """
    with _named(where, name) as (archive, (player,)):
        done = forget(archive, player.number)
    for line in _done(done):
        click.echo(printable(line))
    if done.unwiped:
        words = f"old bytes stay in the database: {done.unwiped}"
        raise click.ClickException(printable(f"{words}; then run mjlog archive wipe"))


def _done(done: Forgotten) -> Iterator[str]:
    number = len(done.records)
    names = counted(number, "record names", "records name")
    old = "its old digest is" if number == 1 else "their old digests are"
    yield f"{names} {done.pseudonym} now; {old} withdrawn"
    yield f"{counted(done.rewritten, 'original')} rewritten, {len(done.dropped)} dropped"
    yield from (f"  dropped: {name}" for name in done.dropped)
    if done.namesakes:
        yield "others have the same name and keep it; records without this player were not touched"
    if done.unwatched:
        files = counted(done.unwatched, "watched file has", "watched files have")
        yield f"{files} the name in the path: rename or remove what has it"
    yield from (f"look at {digest}: the name still stands in it" for digest in done.left)
    if done.parts:
        yield f"the name is part of longer words, which stay, in {', '.join(done.parts)}"
    yield "backups and exports made before keep the name until you delete them"


def wipe_old_bytes(where: str) -> None:
    """Write the archive's whole database again, so that no deleted bytes stay in its file.

    `where` is the path or URL of the archive.
    """
    with opened(where) as archive:
        wipe(archive)
    click.echo("nothing of what was deleted is left in the database")
