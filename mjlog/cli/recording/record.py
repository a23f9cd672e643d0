"""Runs ``mjlog record``: a scribe types lines; each is on the disk before it is acknowledged."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator, Sequence
from io import UnsupportedOperation
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

import click

from mjlog.batch.rule_files import keep_below
from mjlog.live.ledgers.fair_copy import OF_THE_LEDGER
from mjlog.live.ledgers.ledger_file import (
    LedgerError,
    LedgerFile,
    Recovery,
    create,
    has_beginning,
    put_aside,
)
from mjlog.live.referees.watching import Watch
from mjlog.live.scribes.entering import NotReadError
from mjlog.live.scribes.expected_words import expected, legal_acts
from mjlog.live.session import Session
from mjlog.model.findings import Finding
from mjlog.model.record import SEATS
from mjlog.referee.rulebook import RulesError
from mjlog.report.text import printable
from mjlog.rules import load

HELP: Final = "?"
ENDS: Final = frozenset({"q", "quit"})
IDLE: Final = 0.03
"""Seconds without a typed line after which the referee checks the lines up to now."""


class RecordOptions(NamedTuple):
    """The options for a new record: rules, players, author, and further header lines."""

    rules: str
    players: tuple[str, ...]
    author: str
    heads: tuple[str, ...]


def record(path: str, wanted: RecordOptions) -> int:
    """Read the lines that a scribe types, and record them in the ledger `path`, until input ends.

    Return the exit status, which is 0. A ledger that does not exist is created; an existing ledger
    is continued. Raises UsageError if the ledger cannot be created or opened, or if its rules do
    not exist. `wanted` has the options of the command.
    """
    asks = sys.stdin.isatty()
    keep_below([path])
    try:
        if not has_beginning(Path(path)):
            # Ask for the headers first: if they are missing, no file may be moved.
            headers = _headers(wanted, asks=asks)
            _tell_recovery(path, put_aside(Path(path)))
            create(Path(path), headers)
        with LedgerFile(Path(path)) as file:
            session = Session(file, wanted.author)
            _tell_recovery(path, file.recovery)
            if wanted.rules and load(wanted.rules) != session.rules:
                click.echo(f"The record goes on by its own rules: {session.game.rules}", err=True)
            if asks:
                from mjlog.cli.recording.record_terminal import scribe

                scribe(session)
            else:
                _from_a_pipe(session)
    except (LedgerError, RulesError) as problem:
        raise click.UsageError(str(problem)) from None
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be opened: {problem.strerror}") from None
    return 0


# --------------------------------------------------------------------------- a new record


def _headers(wanted: RecordOptions, *, asks: bool) -> list[str]:
    rules = wanted.rules
    if not rules and asks:
        rules = click.prompt('Rules, as in a record, such as "taiyuan/1"')
    if not rules:
        raise click.UsageError('a new record needs its rules: --rules "taiyuan/1"')
    rule_set = load(rules)
    most = max(rule_set.play.spec.seats)
    players = _named(wanted.players) or (_asked(most) if asks else ())
    if players and len(players) not in rule_set.play.spec.seats:
        needed = " or ".join([str(number) for number in rule_set.play.spec.seats])
        raise click.UsageError(
            f"{rule_set.title} is played by {needed}, and --players names {len(players)}; "
            "write all names behind one --players"
        )
    names = [f"{seat}: {name}".rstrip() for seat, name in zip(SEATS, players, strict=False)]
    return [*wanted.heads, f"Rules: {rules}", *names, f"Clock: UTC{offset()}"]


def _asked(most: int) -> tuple[str, ...]:
    """Ask on the terminal for the players' names, seat by seat, for at most `most` seats.

    An empty name ends the questions. Return the names before it.
    """
    names = (click.prompt(f"{seat} plays", default="", show_default=False) for seat in SEATS[:most])
    return tuple(takewhile(bool, names))


def _named(players: Sequence[str]) -> tuple[str, ...]:
    """Remove seat letters such as ``A:`` from the names that the user gave; return the names.

    The letters are removed only if every name begins with the letter of its own seat.
    """
    signs = [f"{seat}{sign}" for seat in SEATS for sign in " :="]
    marked = [
        name[:2] in signs and name[0] == seat for name, seat in zip(players, SEATS, strict=False)
    ]
    if players and all(marked):
        return tuple(name[2:].strip() for name in players)
    return tuple(name.strip() for name in players)


def offset() -> str:
    """Return the difference between local time and UTC as text, for example ``+08:00``."""
    minutes = (time.localtime().tm_gmtoff or 0) // 60
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def _tell_recovery(path: str, recovery: Recovery) -> None:
    if recovery.torn:
        click.echo(
            f"{path}: {recovery.torn} bytes at the end were never acknowledged; "
            f"they are kept in {recovery.aside}",
            err=True,
        )
    for line in recovery.changed:
        click.echo(f"{path}:{line}: this line was changed after it was written", err=True)


# --------------------------------------------------------------------------- from a pipe


def _from_a_pipe(session: Session) -> None:
    """Record each line of standard input, and answer it with one line on standard output.

    Findings about the record are printed on standard error when the input pauses.
    """
    watch = Watch(session)
    for line in _typed():
        if line is None:
            _tell(watch.new_findings())
        elif line.strip() in ENDS:
            break
        else:
            click.echo(answer(session, line))
    _tell(watch.new_findings())


def _typed() -> Iterator[str | None]:
    """Yield the lines of standard input.

    Yield None once whenever the input pauses for `IDLE` seconds.
    """
    try:
        number = sys.stdin.fileno()
    except (UnsupportedOperation, ValueError):
        yield from sys.stdin
        return
    kept, waits = b"", False
    while True:
        if waits and not select.select([number], [], [], IDLE)[0]:
            waits = False
            yield None
        piece = os.read(number, 1 << 16)
        *lines, kept = (kept + piece).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in lines)
        waits = True
        if not piece:
            break
    if kept:
        yield kept.decode("utf-8", "replace")


def answer(session: Session, typed: str) -> str:
    """Record a line that was typed, and return the answer to print, for example ``ok 0002 B:2z``.

    The answer begins with ``ok``, followed by the new entries, or with ``no:`` and the reason. The
    line is on the disk before this function returns. For ``?``, record nothing and return what may
    come next; for an empty line, return ``ok``.
    """
    text = typed.strip()
    if text == HELP:
        return "; ".join([f"expected: {expected(session)}", *legal_acts(session)])
    if not text:
        return "ok"
    try:
        return f"ok {' | '.join(_entry_texts(session.take(typed).lines))}"
    except (NotReadError, LedgerError) as problem:
        return f"no: {printable(str(problem))}"


def _entry_texts(lines: Sequence[str]) -> list[str]:
    """Shorten new lines of a ledger for the answer to the scribe.

    Of an entry, keep only its number and its text. Of a line that begins a deal with ``@``, keep
    only the words that the scribe typed.
    """
    texts: list[str] = []
    for line in lines:
        if line[:1] == "@":
            words = (word for word in line.split() if word.partition("=")[0] not in OF_THE_LEDGER)
            texts.append(" ".join(words))
        else:
            number, _clock, _author, _mark, text = line.split(" ", 4)
            texts.append(f"{number} {text}")
    return texts


def _tell(news: Sequence[Finding]) -> None:
    for finding in news:
        click.echo(format_finding(finding), err=True)


def format_finding(finding: Finding) -> str:
    """Format a finding as one line of severity, code and message."""
    return f"{finding.severity} {finding.code}: {printable(finding.message)}"


# --------------------------------------------------------------------------- in a terminal
