"""Runs ``mjlog token`` and ``mjlog archive log``: who may use an archive over HTTP, and who did."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import asdict
from typing import Any, Final

import click

from mjlog.archive.storage.clock import format_moment, moment_of, now
from mjlog.archive.storage.write_log import forget_writes, writes_of
from mjlog.archive.tokens import Token, create_token, revoke_token, tokens_of
from mjlog.cli.archives.archive import opened
from mjlog.model.notebook_display import counted
from mjlog.report.text import printable

DAY: Final = 86_400 * 1_000_000
_AFTER: Final = re.compile(r"([1-9][0-9]{0,4})([dy])")
_DAYS: Final = {"d": 1, "y": 365}
TIMES: Final = ("made", "expires", "revoked", "used")


def expiry_of(words: str) -> int | None:
    """Convert the value of ``--expires`` into microseconds since 1970; None if it is ``never``.

    The value is a date or time, or a number of days or years, such as ``90d``. Raises UsageError if
    it is neither, or in the past.
    """
    if words == "never":
        return None
    if after := _AFTER.fullmatch(words):
        return now() + int(after[1]) * _DAYS[after[2]] * DAY
    try:
        moment = moment_of(words)
    except (ValueError, OverflowError):
        advice = "--expires takes a date, a number of days or years, or never: 2027-12-31, 90d, 1y"
        raise click.UsageError(advice) from None
    if moment <= now():
        raise click.UsageError(f"--expires {words} has gone by; take a later time")
    return moment


def create(where: str, name: str, scopes: Collection[str], expires: str) -> None:
    """Create a token, and print it on standard output, so that a program can read it.

    A hint for people is printed on standard error. Raises UsageError if `expires` is not a time, or
    is in the past. `where` is the path or URL of the archive. `name` is the token's name, and
    `scopes` are the rights that it gives.
    """
    until = expiry_of(expires)
    with opened(where) as archive:
        made = create_token(archive, name, scopes, until)
    click.echo(made)
    click.echo("Keep it now: it is shown once, and the archive does not hold it.", err=True)


def listed(where: str, form: str) -> None:
    """Print a line with name, rights and times of each token.

    The tokens themselves are not stored. `where` is the path or URL of the archive.
    """
    with opened(where) as archive:
        for token in tokens_of(archive):
            click.echo(json.dumps(token_object(token)) if form == "ndjson" else _line(token))


def token_object(token: Token) -> dict[str, Any]:
    """Convert what is stored about a token into a JSON object, with times as text."""
    times = {name: _time(getattr(token, name)) for name in TIMES}
    return {"name": token.name, "scopes": list(token.scopes), **times}


def _time(moment: int | None) -> str | None:
    return None if moment is None else format_moment(moment)


def _line(token: Token) -> str:
    if token.revoked is not None:
        state = f"revoked {format_moment(token.revoked)}"
    elif token.expires is None:
        state = "never expires"
    else:
        state = f"expires {format_moment(token.expires)}"
    used = f"last used {format_moment(token.used)}" if token.used is not None else "not used yet"
    return printable("  ".join([token.name, ",".join(token.scopes), state, used]))


def revoke(where: str, name: str) -> None:
    """Revoke the token of that name. If there is no valid token, end the command with an error.

    `where` is the path or URL of the archive.
    """
    with opened(where) as archive:
        if not revoke_token(archive, name):
            raise click.ClickException(f"there is no valid token named {printable(name)}")
    click.echo(f"{printable(name)} revoked")


def log(where: str, most: int, forget_before: str | None, form: str) -> None:
    """Print the last `most` lines of the log of writes over HTTP.

    If `forget_before` is given, print nothing, but delete all lines before that date or time.
    Raises UsageError if it is not a date or time. `where` is the path or URL of the archive.
    """
    if forget_before is not None:
        _forget(where, forget_before)
        return
    with opened(where) as archive, archive.reading() as connection:
        for each in writes_of(connection, most):
            members = asdict(each) | {"at": format_moment(each.at)}
            if form == "ndjson":
                click.echo(json.dumps(members))
            else:
                click.echo(printable("  ".join(str(member) for member in members.values())))


def _forget(where: str, words: str) -> None:
    try:
        before = moment_of(words)
    except ValueError:
        raise click.UsageError("--forget-before takes a date or a time: 2026-12-31") from None
    with opened(where) as archive, archive.writing() as connection:
        number = forget_writes(connection, before)
    click.echo(f"{counted(number, 'line')} dropped")
