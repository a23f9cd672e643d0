"""Runs ``mjlog archive``: adds, lists, shows, exports, removes and checks records."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from mjlog.archive.adding.entry import entry_of
from mjlog.archive.adding.parallel_judging import judged
from mjlog.archive.adding.reading import (
    Found,
    RecordFile,
    files_below,
    found_in_bytes,
    found_in_file,
)
from mjlog.archive.adding.watching import Watcher, watch_all
from mjlog.archive.adding.writer import Added, Policy
from mjlog.archive.migrating import upgrade as to_version
from mjlog.archive.privacy.pseudonyms import hide_names
from mjlog.archive.questions import search
from mjlog.archive.questions.export import records_to_export, write_files
from mjlog.archive.questions.search import Query, QueryError, find
from mjlog.archive.storage.backup import backup as copy
from mjlog.archive.storage.clock import format_moment, moment_of
from mjlog.archive.storage.database import ArchiveError, shown
from mjlog.archive.storage.objects import origin_object, record_object
from mjlog.archive.store import Archive, make
from mjlog.archive.verify import audit_again, verify
from mjlog.archive.view import KEEPER, Removal, Stored, View, viewing
from mjlog.batch.rule_files import keep_below
from mjlog.cli.terminal.progress import clear_progress, with_count
from mjlog.model.findings import Finding
from mjlog.model.notebook_display import counted
from mjlog.report.text import findings, printable

SHORT = 12
"""Letters of a digest that a list shows; commands accept any beginning that fits only one digest.
"""


@contextmanager
def opened(where: str) -> Iterator[Archive]:
    """Open the archive at a path or URL for a ``with`` block, and close it afterwards.

    If the block raises ArchiveError or QueryError, print the message in one line and end the
    command.
    """
    try:
        with Archive(where) as archive:
            yield archive
    except (ArchiveError, QueryError) as problem:
        raise click.ClickException(str(problem)) from None


def init(where: str) -> None:
    """Create an archive, and print whether it was created or existed before.

    `where` is the path or URL of the archive.
    """
    try:
        is_new = make(where)
    except ArchiveError as problem:
        raise click.ClickException(str(problem)) from None
    words = "made" if is_new else "was there already, and stays as it is"
    click.echo(f"{printable(shown(where))} {words}")


def policy_of(visibility: str, public_from: str | None, *, again: bool = False) -> Policy:
    """Convert the options of ``mjlog archive add`` into a `Policy` for the new records.

    If `public_from` (a date or time) is given, everybody may see the records from then on, and
    `visibility` is ignored. With `again`, records that were removed may be added again. Raises
    UsageError if `public_from` is not a date or time.
    """
    if public_from is None:
        return Policy(visibility, again=again)
    try:
        return Policy("later", moment_of(public_from), again=again)
    except ValueError:
        words = "--public-from takes a date or a time: 2026-12-31 or 2026-12-31T18:00+01:00"
        raise click.UsageError(words) from None


def add(where: str, paths: Iterable[str], policy: Policy, form: str, jobs: int) -> int:
    """Add all records below the paths to the archive, and print the results.

    Return the exit status: 2 if something could not be read or if there was no record, else 0.
    `where` is the path or URL of the archive. `policy` says who may see the new records; `jobs` is
    the number of processes that read.
    """
    outcomes: Counter[str] = Counter()
    paths = list(paths)
    keep_below(paths)
    with opened(where) as archive:
        to_read = (each for path in paths for each in to_read_of(path))
        with_audits = judged(archive, to_read, jobs) if jobs > 1 else read_here(to_read)
        # Many records are written at once, so count the records that were judged.
        counted_on = with_count(with_audits, is_printed=form == "ndjson")
        for added in archive.add(counted_on, policy):
            outcomes[added.outcome] += 1
            _tell(added, form)
    if form == "text":
        click.echo(_sum(outcomes))
    return 2 if outcomes["refused"] or not outcomes else 0


def watch(where: str, paths: Iterable[str], policy: Policy, form: str) -> None:
    """Keep the archive up to date with the folders `paths` until Ctrl-C is pressed.

    New and changed files are added; the records of a deleted file are removed. If `form` is ndjson,
    print a line for each record; if it is text, print totals each time something was added. Raises
    UsageError if a path does not exist. `where` is the path or URL of the archive. `policy` says
    who may see the new records.
    """
    outcomes: Counter[str] = Counter()
    with opened(where) as archive, suppress(KeyboardInterrupt):
        watchers = [Watcher(archive, _folder(path), policy) for path in paths]
        for added in watch_all(watchers):
            if added is not None:
                outcomes[added.outcome] += 1
                _tell(added, form)
            elif outcomes:
                if form == "text":
                    click.echo(_sum(outcomes))
                sys.stdout.flush()
                outcomes.clear()


def _folder(path: str) -> Path:
    if not Path(path).exists():
        raise click.UsageError(f"{printable(path)}: no such file or folder")
    return Path(path)


def to_read_of(path: str) -> Iterator[RecordFile | Found]:
    """Yield what is to be read at `path`: the file itself, or all files below the folder.

    For ``-``, read standard input and yield its records. If the path does not exist, yield a
    `Found` without a record, whose finding says so.
    """
    if path == "-":
        yield from found_in_bytes(sys.stdin.buffer.read(), "stdin")
    elif Path(path).exists():
        yield from files_below(Path(path))
    else:
        words = "cannot be read: no such file or folder"
        yield Found(path, (Finding("file.unreadable", "error", words),))


def read_here(to_read: Iterable[RecordFile | Found]) -> Iterator[Found]:
    """Read the records of all files in this process, and yield them.

    An item of `to_read` that is a record already, for example from standard input, is yielded
    unchanged.
    """
    for each in to_read:
        yield from [each] if isinstance(each, Found) else found_in_file(each)


def _tell(added: Added, form: str) -> None:
    """Print what happened to one record that was to be added.

    If `form` is ndjson, print a line of JSON in any case. If it is text, print a message on
    standard error if the record was not added, and otherwise nothing.
    """
    record = added.found
    if added.gone or added.outcome == "refused":
        clear_progress()
    if form == "ndjson":
        members = {
            "outcome": added.outcome,
            "path": record.name,
            "digest": added.digest or None,
            "status": added.status or None,
            "findings": json.loads(record.remarks),
        }
        if added.gone:
            members["removal"] = {"at": format_moment(added.gone.at), "reason": added.gone.reason}
        click.echo(json.dumps(members, ensure_ascii=False))
    elif added.gone:
        more = "; --again adds it" if added.outcome == "removed" else ""
        words = f"{record.name}: this record was {added.gone.words}{more}"
        click.echo(printable(words), err=True)
    elif added.outcome == "refused":
        for line in findings(record.name, record.findings, {}):
            click.echo(line, err=True)


def _sum(outcomes: Counter[str]) -> str:
    names = ("added", "amended", "known", "refused", "withdrawn", "removed")
    parts = [f"{outcomes[name]} {name}" for name in names if outcomes[name] or name == "added"]
    return ", ".join(parts)


def listed(
    where: str, query: Query, form: str, most: int | None, *, pseudonyms: bool = False
) -> None:
    """Print one line for each record that matches `query`, as text or JSON according to `form`.

    At most `most` lines are printed, all if `most` is None. With `pseudonyms`, pseudonyms replace
    the names of players. `where` is the path or URL of the archive.
    """
    reader = replace(KEEPER, pseudonyms=pseudonyms)
    with opened(where) as archive, viewing(archive, reader) as view:
        for row in _pages(view, query, most):
            if form == "ndjson":
                click.echo(json.dumps(record_object(row), ensure_ascii=False))
            else:
                click.echo(_line(row))


def _pages(view: View, query: Query, most: int | None) -> Iterator[dict[str, Any]]:
    number = 0
    cursor = ""
    while True:
        page = find(view, replace(query, after=cursor, size=search.MOST))
        for row in page.rows:
            if most is not None and number >= most:
                return
            number += 1
            yield row
        cursor = page.next
        if not cursor:
            return


def _line(row: dict[str, Any]) -> str:
    names = ", ".join(player["name"] for player in row["players"])
    title = row["event"] or row["title"]
    parts = (row["date"], row["rules"], counted(row["deals"], "deal"), row["status"], title, names)
    return printable("  ".join([row["digest"][:SHORT], *(part for part in parts if part)]))


@contextmanager
def find_record(where: str, digest: str) -> Iterator[tuple[Archive, Stored]]:
    """Open the archive for a ``with`` block, and find the record whose digest begins with `digest`.

    The block gets the archive and the record. If there is no such record, or more than one, end
    the command with an error. `where` is the path or URL of the archive.
    """
    with opened(where) as archive:
        with viewing(archive, KEEPER) as view:
            whole = view.digest_of(digest.lower())
            stored = view.record(whole) if whole else None
            gone = view.removal(digest.lower())
        if stored is None:
            raise click.ClickException(_why_not(digest, gone))
        yield archive, stored


def _why_not(digest: str, gone: Removal | None) -> str:
    if gone is None:
        return f"no record has the digest {printable(digest)}, or several begin so"
    reason = f": {gone.reason}" if gone.reason else ""
    return f"the record {digest} was {gone.kind} at {format_moment(gone.at)}{reason}"


def show(where: str, digest: str, form: str, *, pseudonyms: bool = False) -> None:
    """Print the record whose digest begins with `digest`.

    If `form` is text, print the record's canonical text; otherwise JSON, including the audit
    report. With `pseudonyms`, names are replaced, and ancestors, descendants and original files are
    left out. If no record, or more than one record, has such a digest, end the command with an
    error. `where` is the path or URL of the archive.
    """
    with find_record(where, digest) as (archive, stored), viewing(archive, KEEPER) as view:
        shown = next(hide_names(view, [stored])) if pseudonyms else stored
        if form == "text":
            click.echo(shown.text, nl=False)
            return
        if pseudonyms:
            # The stored report contains the names, so the record is audited here. Versions and
            # original files are left out, because they would lead to the names.
            report = json.loads(entry_of(shown.digest, shown.text).report)
            details = {"ancestors": [], "descendants": [], "origins": [], "report": report}
        else:
            details = _archive_facts(view, stored)
    click.echo(json.dumps(record_object(shown.row) | details, ensure_ascii=False, indent=1))


def _archive_facts(view: View, stored: Stored) -> dict[str, Any]:
    """Return what the archive knows about a record, as members of a JSON object.

    The members are the digests of earlier and later versions of the record, its original files, and
    its audit report.
    """
    return {
        "ancestors": view.ancestors(stored.digest),
        "descendants": view.descendants(stored.digest),
        "origins": [origin_object(row) for row in view.origins(stored.digest)],
        "report": view.report(stored.digest),
    }


def export(where: str, output: str, *, any_licence: bool, pseudonyms: bool = False) -> None:
    """Write records of the archive as files into the folder `output`; print their number.

    Without `any_licence`, only records that state a licence or a source are written. With
    `pseudonyms`, names of players are replaced. `where` is the path or URL of the archive.
    """
    with opened(where) as archive, viewing(archive, KEEPER) as view:
        records = records_to_export(view, any_licence=any_licence)
        shown = hide_names(view, records) if pseudonyms else records
        number = write_files(with_count(shown), Path(output))
    click.echo(f"{counted(number, 'record')} written to {output}")


def remove(where: str, digest: str, reason: str) -> None:
    """Remove the record whose digest begins with `digest`; print the full digest.

    The archive keeps the reason. If no record, or more than one record, has such a digest, end the
    command with an error. `where` is the path or URL of the archive.
    """
    with find_record(where, digest) as (archive, stored):
        archive.remove(stored.digest, reason)
    click.echo(f"{stored.digest} removed")


def check(where: str, *, anew: bool) -> int:
    """Check the archive for damage, and print a line for each fault on standard error.

    With `anew`, first audit all records again and store the audits. Return the exit status: 0 if
    there is no fault, else 1. `where` is the path or URL of the archive.
    """
    with opened(where) as archive:
        if anew:
            number = archive.judge_again(with_count(audit_again(archive)))
            click.echo(f"{counted(number, 'record')} judged anew")
        faults = 0
        for fault in verify(archive):
            faults += 1
            click.echo(": ".join(each for each in (fault.digest, fault.what) if each), err=True)
    click.echo("all is as it should be" if not faults else counted(faults, "fault"))
    return int(faults > 0)


def backup(where: str, output: str, *, force: bool) -> None:
    """Copy the archive into the file `output`. Other programs can use the archive meanwhile.

    If the file exists, end the command with an error, unless `force`. `where` is the path or URL of
    the archive.
    """
    target = Path(output)
    if target.exists() and not force:
        raise click.ClickException(f"{output} exists; --force replaces it")
    with opened(where) as archive:
        copy(archive, target)
    click.echo(f"{output} written, {target.stat().st_size:,} bytes")


def upgrade(where: str, version: str) -> None:
    """Change the archive's tables to another version, and print the version reached.

    If that is not possible, end the command with an error. `where` is the path or URL of the
    archive.
    """
    try:
        click.echo(f"the tables have version {to_version(where, version)}")
    except ArchiveError as problem:
        raise click.ClickException(str(problem)) from None


def audit(where: str) -> None:
    """Audit again all records that were last audited by another version of the rules.

    Print the number of these records. `where` is the path or URL of the archive.
    """
    with opened(where) as archive:
        number = archive.judge_again(with_count(audit_again(archive, all_of_them=False)))
    click.echo(f"{counted(number, 'record')} judged anew")
