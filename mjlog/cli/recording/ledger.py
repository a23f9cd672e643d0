"""Runs ``mjlog ledger``: prints a ledger's record and audit trail, and checks every line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from mjlog.cli.terminal.output import write_file
from mjlog.live.ledgers.audit_trail import DEAL, trail
from mjlog.live.ledgers.chain import seals, survey
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.model.notebook_display import counted
from mjlog.model.record import Game
from mjlog.notation import from_json, read, write
from mjlog.notation.limits import Unreadable
from mjlog.report.text import printable


def fold(path: str, output: str, *, force: bool) -> None:
    """Write the final record of a ledger (the log in which a game is recorded while it is played).

    Corrections are applied, and entry numbers, times and authors are left out. Players are put at
    the seats where they really sat, and deals of other tables are left out.
    """
    write_file(output, [write(fair_copy(_game(path)))], force=force)


def log(path: str) -> None:
    """Print the audit trail of a ledger: each entry with its author and time.

    Corrected or removed entries are marked.
    """
    rows = [*trail(_game(path))]
    width = max((len(row.author) for row in rows), default=0)
    for row in rows:
        fate = f"   ({row.fate.english})" if row.fate else ""
        was = f"   was: {', '.join(row.before)}" if row.before else ""
        words = f"{row.text} begins" if row.number == DEAL else f"{row.text}{was}"
        author = row.author.ljust(width)
        click.echo(printable(f"{row.number:<4} {row.clock} {author} {words}{fate}"))


def verify(path: str) -> int:
    """Check that no line of a ledger was changed after it was written, and print the result.

    Return the exit status: 0 if all lines are unchanged, else 1.
    """
    data = data_of(path)
    faults = [*problems(data)]
    for problem in faults:
        click.echo(f"{printable(path)}{problem}")
    if not faults:
        game = read(data)
        entries = sum(len(deal.ledger) for deal in game.deals)
        deals = counted(len(game.deals), "deal")
        size = f"{counted(entries, 'entry', 'entries')} in {deals}"
        click.echo(f"{printable(path)}: {size}; every line holds")
    return 1 if faults else 0


def problems(data: bytes) -> Iterator[str]:
    """Yield a message for each fault of a ledger, such as a changed line.

    Each message begins with a colon, often followed by a line number, as in ``:12: ...``, because
    the caller prints it directly after the path of the file.
    """
    marks = [*seals(data)]
    if not marks:
        yield ": no line bears a mark: this is no ledger, or one that was typed by hand"
        return
    for seal in marks:
        if not seal.holds:
            yield f":{seal.line}: the mark is not that of this line and those before it"
    rest = len(data) - marks[-1].end
    if rest:
        yield f": {rest} bytes behind the last mark belong to no line that was acknowledged"
    elif survey(data).end != len(data):
        yield ": the last lines do not follow on those before them"
    try:
        findings = read(data).findings
    except Unreadable as problem:
        yield f": {problem}"
        return
    for finding in findings:
        if finding.code == "syntax.ledger":
            yield f":{finding.place.line}: {finding.message}"


def data_of(path: str) -> bytes:
    """Read a ledger, and return its text as bytes. A ledger in JSON is converted into text.

    Raises UsageError if the file cannot be read, or if its JSON is wrong.
    """
    try:
        data = Path(path).read_bytes()
        return write(from_json(json.loads(data))).encode() if data[:1] == b"{" else data
    except (ValueError, RecursionError):
        raise click.UsageError(f"{path} holds no JSON that can be read") from None
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be read: {problem.strerror}") from None


def _game(path: str) -> Game:
    try:
        return read(data_of(path))
    except Unreadable as problem:
        raise click.UsageError(f"{path}: {problem}") from None
