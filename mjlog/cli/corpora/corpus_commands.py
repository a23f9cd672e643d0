"""Defines the commands of ``mjlog corpus`` and their options; other modules here run them."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import click

from mjlog.cli.terminal import answer_options

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

    After an interruption the same command continues, and audits only what is new. The report is the
    same whichever processes do the work. Input that makes two processes end is quarantined and
    reported. The exit status is that of `mjlog check`.
    """
    from mjlog.cli.corpora import corpus as cli_corpus

    sys.exit(cli_corpus.audit(paths, output, jobs, dask, how))


QUESTION: Final = click.Choice(
    ["findings", "rules", "events", "players", "outcomes", "values", "lengths", "claims",
     "unchecked"]
)  # fmt: skip


@corpus.command("report")
@click.argument("folder", type=REPORT, metavar="REPORT")
@click.argument("asked", nargs=-1, type=QUESTION, metavar="[QUESTION...]")
@click.option("--rules", default="", metavar="NAME", help="Of records of this rule set.")
@click.option("--event", default="", metavar="NAME", help="Of records of this event.")
@click.option("--player", default="", metavar="NAME", help="Of records in which this player sits.")
@click.option(
    "--most", type=click.IntRange(0), default=20, show_default=True, help="Rows of a table; 0: all."
)
@click.option(
    "--plots", "pictures", type=REPORT, metavar="FOLDER", help="Write plots, as SVG, into FOLDER."
)
@answer_options.form("text", "json", "csv", words="How the tables are written.")
@answer_options.output
def report(
    folder: str,
    asked: tuple[str, ...],
    rules: str,
    event: str,
    player: str,
    form: str,
    most: int,
    pictures: str | None,
    output: str,
    *,
    force: bool,
) -> None:
    """Print what a report contains: findings, rates, distributions.

    QUESTION is one of findings, rules, events, players, outcomes, values, lengths, claims,
    unchecked; without one all are answered.
    """
    from mjlog.cli.corpora import corpus_questions
    from mjlog.corpus.asking import About

    about = About(rules, event, player)
    where: dict[str, Any] = {"pictures": pictures, "output": output, "force": force}
    corpus_questions.report(folder, asked, about, form, most, **where)


@corpus.command("query")
@click.argument("folder", type=REPORT, metavar="REPORT")
@click.argument("sql", metavar="SQL")
@click.option(
    "--most", type=click.IntRange(0), default=1000, show_default=True, help="Rows; 0: all."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1),
    default=60,
    show_default=True,
    help="How long a query may take.",
)
@answer_options.form("text", "json", "ndjson", "csv", words="How the rows are written.")
def query(folder: str, sql: str, form: str, most: int, seconds: float) -> None:
    """Answer a query in SQL, by DuckDB; "-" reads it from standard input.

    The tables are records, deals, claims, findings, players. The query reads these and nothing
    else: no file, no address, no other program.
    """
    from mjlog.cli.corpora import corpus_questions

    corpus_questions.query(folder, sql, form, most, seconds)
