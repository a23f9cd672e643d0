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
from mjlog.corpus.auditing import AuditSettings, Outcome, quarantine_lines, run
from mjlog.corpus.executors import cluster, processes
from mjlog.corpus.problems import CorpusError
from mjlog.corpus.progress import Progress
from mjlog.report.tally import Tally
from mjlog.report.text import printable, summary

EVERY: Final = 60
"""Seconds between lines of progress if the output is not a terminal."""


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """Convert a CorpusError in a ``with`` block into an error of one line that ends the command."""
    try:
        yield
    except CorpusError as problem:
        raise click.ClickException(printable(str(problem))) from None


def audit(
    paths: tuple[str, ...], output: str, jobs: int, dask: str | None, how: Mapping[str, Any]
) -> int:
    """Audit all records below the paths, store the results in the folder `output`, print totals.

    The stored results are a corpus report, which ``mjlog corpus report`` can query. If `dask` is
    the address of a Dask cluster, the cluster does the work, otherwise `jobs` processes do. `how`
    has further options of the run. After Ctrl-C, the work stops; if the same command is run again,
    it continues there. Return the exit status.
    """
    keep_below(paths)
    wanted = AuditSettings(paths, Path(output), **how)
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
    for words in _outcome_lines(outcome):
        click.echo(words)
    return _tally(outcome).exit_code


def _outcome_lines(outcome: Outcome) -> Iterator[str]:
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
    """Prints the progress of a run on standard error.

    On a terminal this is one line that changes; otherwise a new line each minute.
    """

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self.last = monotonic()

    def show(self, progress: Progress) -> None:
        """Print how far the run is, on standard error.

        On a terminal the line is replaced each time; otherwise a line is printed at most once in
        `EVERY` seconds.
        """
        if self.is_terminal:
            click.echo(f"\r{progress}\033[K", nl=False, err=True)
        elif monotonic() - self.last >= EVERY:
            self.last = monotonic()
            click.echo(str(progress), err=True)

    def end(self) -> None:
        """Clear the line of progress on a terminal, at the end of the run."""
        if self.is_terminal:
            click.echo("\r\033[K", nl=False, err=True)
