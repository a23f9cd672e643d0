"""Runs ``mjlog corpus audit``: audits very many records in shards, and prints the totals."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final, get_args

import click

from mjlog.auditor.unchecked import Lack
from mjlog.batch.rule_files import keep_below
from mjlog.cli.terminal.interrupt import INTERRUPTED
from mjlog.corpus.auditing import Outcome, Wanted, quarantine_lines, run
from mjlog.corpus.executors import cluster, processes
from mjlog.corpus.problems import CorpusError
from mjlog.corpus.progress import Progress
from mjlog.report.tally import Tally
from mjlog.report.text import printable, summary

EVERY: Final = 60
"""Seconds between lines of progress where nobody looks on."""


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """End the command with one line if the block raises a CorpusError."""
    try:
        yield
    except CorpusError as problem:
        raise click.ClickException(printable(str(problem))) from None


def audit(
    paths: tuple[str, ...], output: str, jobs: int, dask: str | None, how: Mapping[str, Any]
) -> int:
    """Audit the records, write the report, print its totals, and return the exit status.

    The work is done by the Dask cluster at the address `dask`, or by `jobs` processes. After
    Ctrl-C, the same command continues the run.
    """
    keep_below(paths)
    wanted = Wanted(paths, Path(output), **how)
    workers = cluster(dask) if dask else processes(jobs)
    line = _Line()
    try:
        with errors_in_one_line():
            outcome = run(wanted, workers, line.show)
    except KeyboardInterrupt:
        line.end()
        click.echo("Interrupted: the same command goes on where this one stopped.", err=True)
        return INTERRUPTED
    line.end()
    for words in _told(outcome):
        click.echo(words)
    return _tally(outcome).exit_code


def _told(outcome: Outcome) -> Iterator[str]:
    yield from summary(_tally(outcome))
    yield from (printable(each) for each in quarantine_lines(outcome.quarantined))
    if kept := outcome.shards - outcome.redone:
        yield f"{kept} of {outcome.shards} shards were done before"


def _tally(outcome: Outcome) -> Tally:
    counts = outcome.counts
    lacks: tuple[Lack, ...] = get_args(Lack)
    tally = Tally(
        counts["records"], counts["failed"], counts["unreadable"], counts["deals"], counts["turns"]
    )
    tally.findings |= {each: counts[f"{each}s"] for each in tally.findings}
    tally.claims = {
        "agrees": counts["agree"],
        "given": counts["given"],
        "differs": counts["differ"],
        "unverified": counts["unverified"],
    }
    tally.lacks.update({lack: outcome.lacks[lack] for lack in lacks if outcome.lacks[lack]})
    return tally


class _Line:
    """Shows progress on standard error: one changing line on a terminal, else a line a minute."""

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self.last = monotonic()

    def show(self, progress: Progress) -> None:
        """Show how far the run has come; without a terminal at most once in `EVERY` seconds."""
        if self.is_terminal:
            click.echo(f"\r{progress}\033[K", nl=False, err=True)
        elif monotonic() - self.last >= EVERY:
            self.last = monotonic()
            click.echo(str(progress), err=True)

    def end(self) -> None:
        """Stop showing the progress."""
        if self.is_terminal:
            click.echo("\r\033[K", nl=False, err=True)
