"""Defines the commands of ``mjlog archive`` and their options.

`mjlog.cli.archives.archive` runs them.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import click

from mjlog.cli.terminal import answer_options

WHERE: Final = click.argument("where", metavar="ARCHIVE")
DIGEST: Final = click.argument("digest", metavar="DIGEST")
PSEUDONYMS: Final = click.option("--pseudonyms", is_flag=True, help="Tell no names of players.")
NDJSON: Final = answer_options.form("text", "ndjson", words="How the records are told.")


def _day(_context: click.Context, option: click.Parameter, value: str) -> str:
    """Check the value of an option that takes a year, a month or a day, and return it unchanged.

    Raises UsageError if the value is not empty and not such a date.
    """
    from mjlog.archive.storage.clock import is_day

    if value and not is_day(value):
        words = f"--{option.name} takes a year, a month or a day: 2026, 2026-01 or 2026-01-31"
        raise click.UsageError(words)
    return value


SINCE: Final = click.option(
    "--since", default="", metavar="DATE", callback=_day, help="Of this day or later."
)
UNTIL: Final = click.option(
    "--until", default="", metavar="DATE", callback=_day, help="Of this day or earlier."
)


@click.group()
def archive() -> None:
    """Keep records in a database: add, find, show, export, remove.

    ARCHIVE is the path of a file, or the URL of a PostgreSQL database:
    postgresql://user@host/name. Records are named by their digests; the first letters will do.
    """


@archive.command()
@WHERE
def init(where: str) -> None:
    """Create an archive; an existing one stays as it is."""
    from mjlog.cli.archives import archive as cli_archive

    cli_archive.init(where)


@archive.command()
@WHERE
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--visibility",
    type=click.Choice(["public", "private"]),
    default="public",
    show_default=True,
    help="Who may see the records.",
)
@click.option("--public-from", metavar="TIME", help="Nobody else sees the records before TIME.")
@click.option("--again", is_flag=True, help="Add also what was removed before.")
@click.option("--watch", is_flag=True, help="Go on: add what comes, take out what goes.")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=lambda: os.cpu_count() or 1,
    help="Processes to read and judge with; one for each core if not given.",
)
@NDJSON
def add(
    where: str,
    paths: tuple[str, ...],
    visibility: str,
    public_from: str | None,
    form: str,
    *,
    again: bool,
    watch: bool,
    jobs: int,
) -> None:
    """Add all records of files, folders and archives; "-" is standard input.

    A record that is in the archive stays as it is; one that was removed is added only with --again.
    The exit status is 2 if something could not be read.

    With --watch the archive follows the folders until Ctrl-C: a record whose file is deleted is
    withdrawn, unless the archive had it before or another record amends it.
    """
    from mjlog.cli.archives import archive as cli_archive

    if again and watch:
        words = "--again and --watch exclude each other: what was removed is not watched back in"
        raise click.UsageError(words)
    policy = cli_archive.policy_of(visibility, public_from, again=again)
    if watch:
        cli_archive.watch(where, paths, policy, form)
    else:
        sys.exit(cli_archive.add(where, paths, policy, form, jobs))


@archive.command("list")
@WHERE
@click.argument("words", nargs=-1, metavar="[WORD...]")
@click.option("--rules", default="", metavar="NAME", help="Of this rule set.")
@click.option("--player", default="", metavar="NAME", help="In which a player of this name sits.")
@click.option("--event", default="", metavar="NAME", help="Of an event of this name.")
@SINCE
@UNTIL
@click.option(
    "--status",
    type=click.Choice(["clean", "unverified", "warnings", "errors", "failed"]),
    help="What the audit came to.",
)
@click.option("--item", default="", metavar="NAME", help="With a hand that won with this.")
@click.option("--code", default="", metavar="CODE", help="With a finding of this code.")
@click.option("--sort", default="added", show_default=True, help="A minus turns the order round.")
@click.option("--most", type=click.IntRange(1), help="No more than so many.")
@PSEUDONYMS
@NDJSON
def list_records(
    where: str,
    words: tuple[str, ...],
    form: str,
    most: int | None,
    *,
    pseudonyms: bool,
    **asked: Any,
) -> None:
    """List the records in which all WORDs occur: in names, places, comments."""
    from mjlog.archive.questions.search import Query
    from mjlog.cli.archives import archive as cli_archive

    filters: dict[str, Any] = {name: value or "" for name, value in asked.items()}
    query = Query(" ".join(words), **filters)
    cli_archive.listed(where, query, form, most, pseudonyms=pseudonyms)


@archive.command()
@WHERE
@DIGEST
@answer_options.form(
    "text", "json", words="The record itself, or all that the archive knows of it."
)
@PSEUDONYMS
def show(where: str, digest: str, form: str, *, pseudonyms: bool) -> None:
    """Print the record whose digest begins with DIGEST."""
    from mjlog.cli.archives import archive as cli_archive

    cli_archive.show(where, digest, form, pseudonyms=pseudonyms)


@archive.command()
@WHERE
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where to write.")
@click.option("--licensed", is_flag=True, help="Leave out what has neither a licence nor a source.")
@PSEUDONYMS
def export(where: str, output: str, *, licensed: bool, pseudonyms: bool) -> None:
    """Write every record into a file of its own, named by its digest."""
    from mjlog.cli.archives import archive as cli_archive

    cli_archive.export(where, output, any_licence=not licensed, pseudonyms=pseudonyms)


@archive.command()
@WHERE
@DIGEST
@click.option("--reason", default="", metavar="WORDS", help="Why; it is kept.")
def remove(where: str, digest: str, reason: str) -> None:
    """Remove a record; its digest, the time and the reason are kept."""
    from mjlog.cli.archives import archive as cli_archive

    cli_archive.remove(where, digest, reason)


@archive.command()
@WHERE
@click.option("--rebuild", is_flag=True, help="Make the index anew from the texts first.")
def verify(where: str, *, rebuild: bool) -> None:
    """Check an archive for faults; the exit status is 1 if there are any."""
    from mjlog.cli.archives import archive as cli_archive

    sys.exit(cli_archive.check(where, anew=rebuild))


@archive.command()
@WHERE
def audit(where: str) -> None:
    """Audit records again that were audited by earlier rules; their old reports are kept."""
    from mjlog.cli.archives import archive as cli_archive

    cli_archive.audit(where)


@archive.command()
@WHERE
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write.")
@click.option("--force", is_flag=True, help="Replace FILE where it exists.")
def backup(where: str, output: str, *, force: bool) -> None:
    """Copy an archive into one file, while others read and write it.

    The copy of a file of SQLite is an archive itself; of PostgreSQL pg_restore reads it.
    """
    from mjlog.cli.archives import archive as cli_archive

    cli_archive.backup(where, output, force=force)


@archive.command()
@WHERE
@click.option("--to", "version", default="head", help="Another version; also an earlier one.")
def upgrade(where: str, version: str) -> None:
    """Bring the tables of an archive to the version that this program needs, or to another."""
    from mjlog.cli.archives import archive as cli_archive

    cli_archive.upgrade(where, version)


@archive.command()
@WHERE
@click.option("--player", default="", metavar="NAME", help="Of this player; #12 is number 12.")
@click.option("--event", default="", metavar="NAME", help="Of this event.")
@click.option("--rules", default="", metavar="NAME", help="Of this rule set.")
@SINCE
@UNTIL
@PSEUDONYMS
@answer_options.output
@answer_options.form("text", "json", "ndjson", "csv", "parquet", words="How the figures are told.")
def stats(
    where: str, form: str, output: str, *, pseudonyms: bool, force: bool, **asked: str
) -> None:
    """Print statistics of deals, wins, deal-ins, values, waits and places, with their totals."""
    from mjlog.cli.archives import archive_statistics as cli_statistics

    cli_statistics.stats(where, asked, form, output, pseudonyms=pseudonyms, force=force)


@archive.command()
@WHERE
@click.argument("name")
@click.option(
    "--statistics",
    type=click.Choice(["off", "players", "public"]),
    required=True,
    help="Who may see statistics of the players: nobody, those who played, everybody.",
)
def event(where: str, name: str, statistics: str) -> None:
    """Set who may see statistics of the players of the event NAME."""
    from mjlog.cli.archives import archive_people as cli_people

    cli_people.event(where, name, statistics)


@archive.command()
@WHERE
@click.argument("event", metavar="EVENT")
@PSEUDONYMS
@answer_options.form("text", "json", "ndjson", "csv", words="How they are told.")
def standings(where: str, event: str, form: str, *, pseudonyms: bool) -> None:
    """Print the standings of EVENT, both as submitted and as corrected by the rules."""
    from mjlog.cli.archives import archive_statistics as cli_statistics

    cli_statistics.event_standings(where, event, form, pseudonyms=pseudonyms)


PLAYER: Final = click.argument("player", metavar="PLAYER")


@archive.command()
@WHERE
@PLAYER
def forget(where: str, player: str) -> None:
    """Replace the name of PLAYER by a pseudonym wherever the archive holds it, for good."""
    from mjlog.cli.archives import archive_people as cli_people

    cli_people.forget_player(where, player)


@archive.command()
@WHERE
def wipe(where: str) -> None:
    """Write the database again, so that no byte of what was deleted is left in it."""
    from mjlog.cli.archives import archive_people as cli_people

    cli_people.wipe_old_bytes(where)


@archive.command()
@WHERE
@PLAYER
@answer_options.form("text", "json", words="How it is told.")
def subject(where: str, player: str, form: str) -> None:
    """Print all that the archive holds of PLAYER."""
    from mjlog.cli.archives import archive_people as cli_people

    cli_people.subject(where, player, form)


@archive.command()
@WHERE
def near(where: str) -> None:
    """Print pairs of players whose names are nearly the same, as questions."""
    from mjlog.cli.archives import archive_people as cli_people

    cli_people.print_similar_names(where)


@archive.command()
@WHERE
@PLAYER
@click.argument("other", metavar="OTHER")
def merge(where: str, player: str, other: str) -> None:
    """Record that PLAYER is the same person as OTHER, whose name is kept."""
    from mjlog.cli.archives import archive_people as cli_people

    cli_people.merge(where, player, other)


@archive.command()
@WHERE
@PLAYER
def unmerge(where: str, player: str) -> None:
    """Undo the merging of PLAYER into another player."""
    from mjlog.cli.archives import archive_people as cli_people

    cli_people.unmerge(where, player)


@archive.command()
@WHERE
@PLAYER
@click.argument("digests", nargs=-1, required=True, metavar="DIGEST...")
def split(where: str, player: str, digests: tuple[str, ...]) -> None:
    """Record that somebody else with the name of PLAYER sits in these records."""
    from mjlog.cli.archives import archive_people as cli_people

    cli_people.split(where, player, digests)


@archive.command("log")
@WHERE
@click.option("--most", type=click.IntRange(1), default=1000, show_default=True, metavar="N")
@click.option("--forget-before", metavar="TIME", help="Drop the lines that are older.")
@NDJSON
def log(where: str, most: int, forget_before: str | None, form: str) -> None:
    """Print what was written over HTTP: when, with which token, what, to which record.

    With --forget-before, delete older lines instead.
    """
    from mjlog.cli.archives import tokens as cli_tokens

    cli_tokens.log(where, most, forget_before, form)


SCOPES: Final = ["read", "submit", "write", "publish", "admin"]


@click.group()
def token() -> None:
    """Give programs and people access to an archive over HTTP, and take it back.

    What a token may do: read what is public, where the archive asks its readers for a token;
    submit records that nobody sees until they are published; write: add, hide and remove records;
    publish what was submitted; admin: all of this, and the log of writes.
    """


@token.command("create")
@WHERE
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    required=True,
    help="What the token may do; give it several times for several rights.",
)
@click.option(
    "--expires", default="1y", show_default=True, metavar="TIME", help="A date, 90d, 1y, or never."
)
def create_token(where: str, name: str, scopes: tuple[str, ...], expires: str) -> None:
    """Create a token named NAME, and print it; it cannot be shown again."""
    from mjlog.cli.archives import tokens as cli_tokens

    cli_tokens.create(where, name, scopes, expires)


@token.command("list")
@WHERE
@NDJSON
def list_tokens(where: str, form: str) -> None:
    """List all tokens: names, rights, times. The tokens themselves are not kept."""
    from mjlog.cli.archives import tokens as cli_tokens

    cli_tokens.listed(where, form)


@token.command("revoke")
@WHERE
@click.argument("name")
def revoke_token(where: str, name: str) -> None:
    """End the token of that name, at once and for good."""
    from mjlog.cli.archives import tokens as cli_tokens

    cli_tokens.revoke(where, name)
