"""Runs ``mjlog check``: audits every record under the given paths, and prints one report."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click

import mjlog
from mjlog.batch.rule_files import keep_below
from mjlog.batch.tasks import Task, task_done
from mjlog.batch.time_limit import PATIENCE
from mjlog.cli.terminal.interrupt import INTERRUPTED, Interrupt
from mjlog.formats.sources import files, is_address
from mjlog.report import text
from mjlog.report.file_report import FileReport, selection
from mjlog.report.tally import Interrupted, Tally, never_interrupted

LONG: Final = 20
"""Fewest files for which a progress bar is shown."""


def check(
    paths: Iterable[str],
    form: str,
    only: Sequence[str],
    allow: Sequence[str],
    *,
    claims: bool,
    jobs: int,
    checked: int = 0,
    canonical: bool = False,
    suggest: bool = False,
    patience: float = PATIENCE,
) -> int:
    """Audit all records below the paths, print a report, and return the exit status.

    `form` is the format of the report. `only` and `allow` are codes of findings: if `only` is not
    empty, findings with any other code are ignored; findings with a code in `allow` are always
    ignored. The status is 1 if less than `checked` per cent of the recorded numbers could be
    checked. With `canonical`, texts that are not in canonical notation get warnings. `suggest` adds
    corrected lines to the report; `claims` adds recorded numbers that are wrong or unchecked. The
    audit of a record stops after `patience` seconds. Raises UsageError if a code is unknown. `jobs`
    is the number of processes that audit.
    """
    for code in (*only, *allow):
        refuse_unknown(code)
    tally = Tally(due=checked)
    keep = selection(only, allow)
    paths = list(paths)
    keep_below(paths)
    with Interrupt() as interrupt:
        work = [Task(*file, canonical, patience) for path in paths for file in files_under(path)]
        records = (record.keeping(keep) for record in interrupt.until(with_progress(work, jobs)))
        watched = tally.watch(records)
        options = {"claims": claims, "suggest": suggest}
        for piece in written(form, watched, interrupted=lambda: interrupt.came, **options):
            click.echo(piece)
        sys.stdout.flush()
    if not interrupt.came:
        return tally.exit_code
    if form != "text":
        click.echo("Interrupted: what comes behind was not read.", err=True)
    return INTERRUPTED


def refuse_unknown(code: str) -> None:
    """Raise UsageError if no finding has this code, and suggest similar codes.

    Without this check, a misspelt code in ``--only`` would make all records look faultless.
    """
    from mjlog.model.near_words import near_words
    from mjlog.report import finding_codes

    if not finding_codes.names(code):
        near = near_words(code, finding_codes.known())
        meant = "; docs/findings.md lists them"
        if near:
            meant = f"; perhaps {' or '.join(near)}"
        raise click.UsageError(f"no finding has the code {code!r}{meant}")


def files_under(path: str) -> Iterator[tuple[str, bool]]:
    """Yield pairs of the path of a file to audit, and whether the user named this file.

    If `path` is a folder, yield each file below the folder with False, except hidden files.
    Otherwise yield `path` itself with True.
    """
    if path != "-" and not is_address(path) and _is_folder(path):
        yield from ((str(file), False) for file in files(Path(path)))
    else:
        yield path, True


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except OSError:  # the name may be too long; the code that opens the file reports it
        return False


def written(
    form: str,
    records: Iterable[FileReport],
    *,
    claims: bool,
    suggest: bool = False,
    interrupted: Interrupted = never_interrupted,
) -> Iterator[str]:
    """Convert reports on records into text in the format `form`, and yield the text in pieces.

    Pieces are yielded while further records are still being audited. An unknown format gives plain
    text. `claims` adds recorded numbers that are wrong or unchecked, `suggest` adds corrected
    lines; the formats sarif and github ignore both. `interrupted` returns whether Ctrl-C was
    pressed.
    """
    shown = {"claims": claims, "suggest": suggest}
    match form:
        case "ndjson":
            from mjlog.report.json import ndjson

            return ndjson(records, **shown)
        case "json":
            from mjlog.report.json import whole_json

            return whole_json(records, interrupted=interrupted, **shown)
        case "sarif":
            from mjlog.report.sarif import sarif

            return sarif(records, mjlog.__version__, interrupted=interrupted)
        case "github":
            from mjlog.report.github import github

            return github(records)
        case _:
            return text.text(records, interrupted=interrupted, **shown)


def with_progress(work: list[Task], jobs: int) -> Iterator[FileReport]:
    """Audit files in `jobs` processes, and yield a report for each record.

    If there are 20 files or more, show a progress bar on a terminal.
    """
    if jobs > 1:
        from mjlog.batch.workers import audit_paths

        groups = audit_paths(work, jobs)
    else:
        groups = ((task, task_done(task)) for task in work)
    if len(work) < LONG or not sys.stderr.isatty():
        for _, group in groups:
            yield from group
        return
    with click.progressbar(length=len(work), label="Auditing", file=sys.stderr) as bar:
        for task, group in groups:
            for record in group:
                if record.findings and sys.stdout.isatty():
                    click.echo("\r\033[K", nl=False, err=True)
                yield record
            bar.update(int(task.is_last))
