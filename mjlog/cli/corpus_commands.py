"""The words of ``mjlog corpus``; what they do stands in `mjlog.cli.corpus`."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import click

REPORT: Final = click.Path(file_okay=False)


@click.group()
def corpus() -> None:
    """Audit very many records, and ask the report: rates, distributions, plots."""


@corpus.command("audit")
@click.argument("paths", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "-o", "--output", required=True, type=REPORT, metavar="REPORT", help="Folder for the report."
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=lambda: os.cpu_count() or 1,
    show_default="one for each core",
    help="Processes to work with.",
)
@click.option(
    "--dask", metavar="ADDRESS", help="Work on the Dask cluster with its scheduler there."
)
@click.option("--resume", is_flag=True, help="Only go on with a run that was broken off.")
@click.option("--again", is_flag=True, help="Audit also what is done already.")
@click.option("--retry", is_flag=True, help="Try again what was quarantined.")
@click.option("--pseudonyms", is_flag=True, help="Tell no names of players.")
@click.option(
    "--patience",
    type=click.FloatRange(0.1),
    default=600,
    show_default=True,
    metavar="SECONDS",
    help="How long one record may take before its process is ended.",
)
def audit(paths: tuple[str, ...], output: str, jobs: int, dask: str | None, **how: Any) -> None:
    """Audit all records of files, folders, archives and URLs, in shards.

    What was done stays done: the same command goes on where a run was broken off, and audits only
    what is new. The report is the same whoever works on it. What ends two processes is quarantined
    and told. The exit status is that of `mjlog check`.
    """
    from mjlog.cli import corpus as cli_corpus

    sys.exit(cli_corpus.audit(paths, output, jobs, dask, how))
