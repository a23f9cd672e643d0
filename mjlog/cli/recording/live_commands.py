"""Defines the commands for games being recorded: record, live, watch, ledger, merge, verify."""

from __future__ import annotations

import sys
from typing import Any

import click

from mjlog.cli import rules_file
from mjlog.cli.terminal import answer_options

FILE = click.Path(dir_okay=False)


def _rule_sets(*asked: Any) -> Any:
    from mjlog.cli import completion

    return completion.rule_sets(*asked)


@click.command()
@click.argument("file", type=FILE)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--rules",
    default="",
    metavar="NAME",
    callback=rules_file.header,
    shell_complete=_rule_sets,
    help='The rules of a new record, as in a record: "taiyuan/1 preset=regional"; or a file of a '
    "club, club.toml.",
)
@click.option(
    "--players",
    "first",
    default="",
    metavar="NAME...",
    help='Who plays a new record, seat by seat: --players "A Wang Li" "B Zhao Min" ...',
)
@click.option(
    "--author", default="S1", show_default=True, help="Who types: a capital and letters or digits."
)
@click.option("--event", default="", help="The event of a new record.")
@click.option("--table", default="", help="The table of a new record.")
@click.option("--round", "round_", default="", help="The round of a new record.")
def record(file: str, names: tuple[str, ...], first: str, rules: str, **more: str) -> None:
    """Record a game as it is played, in FILE; go on where it stopped.

    FILE is a record at every moment. In a terminal, the prompt shows the seat that is expected;
    type ? for what may come next, u to undo, q to end. Otherwise, lines come from standard input,
    and each is answered in one line once it is on the disk: `ok` and the entries, or `no:` and the
    reason.
    """
    from mjlog.cli.recording import record as cli_record

    if names and not first:
        raise click.UsageError(f"unexpected: {names[0]}; names stand behind --players")
    players = (first, *names) if first else ()
    heads = (("Event", more["event"]), ("Round", more["round_"]), ("Table", more["table"]))
    headers = tuple(f"{key}: {value}" for key, value in heads if value)
    sys.exit(
        cli_record.record(file, cli_record.RecordOptions(rules, players, more["author"], headers))
    )


_HOST = click.option("--host", help="Address to listen on; 127.0.0.1 if not given.")
_PORT = click.option(
    "--port", type=click.IntRange(0, 65535), help="Port to listen on; any free one if not given."
)
_DELAY = click.option(
    "--delay",
    type=click.FloatRange(0, 86400),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="Spectators see what happens so much later.",
)
_HANDS = click.option(
    "--hands",
    type=click.Choice(["confirmed", "result", "never"]),
    default="confirmed",
    show_default=True,
    help="When spectators see the hands of a deal: once its result is confirmed, or told.",
)
_NAMES = click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="Under which name or address devices reach this machine, where the guess is wrong.",
)
"""Options of both programs that show tables."""


@click.command()
@click.argument("folder", type=click.Path(file_okay=False))
@_HOST
@_PORT
@click.option(
    "--rules",
    default="",
    metavar="NAME",
    callback=rules_file.header,
    shell_complete=_rule_sets,
    help='The rules that a new game is offered first: "taiyuan/1 preset=regional".',
)
@click.option(
    "--tables",
    type=click.IntRange(0, 500),
    default=0,
    metavar="N",
    help="Print a link for a scribe at each of N tables.",
)
@_DELAY
@_HANDS
@click.option(
    "--venue",
    is_flag=True,
    help="Let devices of the same network in: listen on all addresses, and print QR codes.",
)
@click.option(
    "--tls", is_flag=True, help="Speak HTTPS, by a certificate that is made for this venue."
)
@_NAMES
def live(folder: str, host: str | None, port: int | None, **wanted: Any) -> None:
    """Record games at tables, on the pages of a web browser.

    Each table is a ledger in FOLDER, as `mjlog record` writes it. The link that is printed lets in
    the organiser's device, once; that device makes the links of scribes and players. Spectators
    need none: at /watch/ they see the tables later, with closed hands.
    """
    from mjlog.cli.recording import live as cli_live

    cli_live.live(folder, cli_live.LiveOptions(**wanted), host=host, port=port)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@_HOST
@_PORT
@_DELAY
@_HANDS
@click.option("--tls", is_flag=True, help="Speak HTTPS, by the authority of `mjlog live --tls`.")
@_NAMES
def watch(folder: str, host: str | None, port: int | None, **wanted: Any) -> None:
    """Show tables that are being recorded to many spectators, in a process of its own.

    Another program, `mjlog live`, records them in FOLDER; this one reads their ledgers, and writes
    none. Therefore no scribe has to wait because of spectators.
    """
    from mjlog.cli.recording import live as cli_live

    cli_live.watch(folder, cli_live.LiveOptions("", 0, **wanted), host=host, port=port)


@click.group()
def ledger() -> None:
    """Ledgers: what they say, who wrote what and when, whether every line holds."""


@ledger.command()
@click.argument("file", type=FILE)
@answer_options.output
def fold(file: str, output: str, *, force: bool) -> None:
    """Write the record that results from a ledger, as canonical text."""
    from mjlog.cli.recording import ledger as cli_ledger

    cli_ledger.fold(file, output, force=force)


@ledger.command()
@click.argument("file", type=FILE)
def log(file: str) -> None:
    """Print the audit trail: every entry with its time and author, and what became of it."""
    from mjlog.cli.recording import ledger as cli_ledger

    cli_ledger.log(file)


@ledger.command()
@click.argument("file", type=FILE)
def verify(file: str) -> None:
    """Check whether every line of a ledger is as it was written.

    The exit status is 0 if all lines are, else 1.
    """
    from mjlog.cli.recording import ledger as cli_ledger

    sys.exit(cli_ledger.verify(file))


@ledger.command()
@click.argument("key", type=FILE)
def key(key: str) -> None:
    """Make a new private key in the file KEY, and print its public key."""
    from mjlog.cli.recording import signing

    signing.make_key(key)


@ledger.command()
@click.argument("file", type=FILE)
@click.option("--key", required=True, type=FILE, help="The file of the private key.")
@click.option(
    "--for", "party", required=True, metavar="WHOM", help="A seat A to D, or a referee such as R1."
)
def sign(file: str, key: str, party: str) -> None:
    """Sign all lines of a ledger, by an entry that is added at its end."""
    from mjlog.cli.recording import signing

    signing.sign(file, key, party)


@ledger.command()
@click.argument("list_", metavar="LIST", type=FILE)
@click.option("--key", required=True, type=FILE, help="The file of the organiser's private key.")
def keys(list_: str, key: str) -> None:
    """Sign a list of keys as the organiser; each line of LIST has a key and whose it is."""
    from mjlog.cli.recording import signing

    signing.sign_keys(list_, key)


@click.command("verify")
@click.argument("file", type=FILE)
@click.option("--keys", default="", metavar="LIST", help="The organiser's signed list of keys.")
@click.option("--organiser", default="", metavar="KEY", help="The key that signed the list.")
@click.option(
    "--notes",
    default="",
    metavar="FOLDER",
    help="Write each signature that holds as a signed note of C2SP into this folder.",
)
def verify_signatures(file: str, keys: str, organiser: str, notes: str) -> None:
    """Show who signed which lines of a ledger, and what that proves.

    A signature shows which key was used; only the organiser's list says whose key it is. With the
    list, the command shows for each seat whether the seat's key on the list has signed every line
    except comments. The exit status is 0 only if everybody who must sign has signed all these
    lines; without a list nothing is proved, and the status is 1.
    """
    from mjlog.cli.recording import signing

    if notes:
        signing.write_notes(file, notes)
    sys.exit(signing.verify(file, keys, organiser))


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="SHEET SHEET...")
@answer_options.output
def merge(paths: tuple[str, ...], output: str, *, force: bool) -> None:
    """Merge the sheets of several scribes into one record: sheets of seats, the table, results.

    If the sheets contradict each other, one version is kept; both are printed on standard error and
    written in a note of the record. The exit status is 1 if there is such a conflict, else 0.
    """
    from mjlog.cli.recording import merge as cli_merge

    if len(paths) < 2:
        raise click.UsageError("merge takes two sheets or more")
    sys.exit(cli_merge.merge(paths, output, force=force))
