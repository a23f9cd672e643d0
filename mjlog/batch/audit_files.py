"""Reads and audits all records of a file, without ever raising."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from mjlog.auditor.report import Report
from mjlog.batch.internal_errors import audit_what_can_be, has_failed, internal_finding
from mjlog.batch.rule_files import keep_rules
from mjlog.batch.time_limit import PATIENCE, limit_time, next_within, too_slow
from mjlog.formats.own import Part
from mjlog.formats.sources import Source, is_address, load, load_part
from mjlog.model.findings import Finding, reason_of, sort_by_line
from mjlog.model.patience import OutOfTime
from mjlog.notation.decoding import WIDE, is_wide_record
from mjlog.report.file_report import IN_ORDER, FileReport
from mjlog.results.effects import with_effects


def audit_path(
    path: str,
    *,
    named: bool = True,
    canonical: bool = False,
    patience: float = PATIENCE,
    part: Part | None = None,
) -> Iterator[FileReport]:
    """Read and audit a file or archive, and yield a report on each record in it.

    Never raise an error; if mjlog itself fails, a finding (message) in the report says so. `named`
    is True if the user has named the file; a file that is not a record is then reported as an
    error, otherwise as a note. If `canonical` is true, also report each place where the text is not
    in canonical form (as mjlog writes records). The audit of a record stops after `patience`
    seconds. `part` selects a part of a large text; None means the whole file.
    """
    try:
        sources = keep_rules(load(path)) if part is None else load_part(path, part)
        while (source := next_within(sources, patience)) is not None:
            yield _audit_record(source, patience, path=path, named=named, canonical=canonical)
    except OutOfTime:
        yield unreadable(path, too_slow(patience))
    except OSError as problem:
        yield unreadable(
            path,
            Finding("file.unreadable", "error", f"cannot be read: {reason_of(problem)}"),
        )
    # One bad record must not end the audit of the others.
    except Exception as problem:  # noqa: BLE001
        yield unreadable(path, internal_finding(problem))


def _audit_record(
    source: Source, patience: float, *, path: str, named: bool, canonical: bool
) -> FileReport:
    """Audit one record, and return the report.

    After `patience` seconds, report only that it is slow. `path` is the file from which the record
    comes. `named` is True if the user has named this file; a record that is only a part of the file
    counts as not named. If `canonical` is true, also report each place where the text is not in
    canonical form (as mjlog writes records).
    """
    is_whole = source.path in {path, "stdin", "address"}
    try:
        with limit_time(patience):
            of_the_text = tuple(_canonical_warnings(source)) if canonical else ()
            whole = replace(source, findings=(*source.findings, *of_the_text))
            if whole.game is None:
                return _rejected(whole, named=named and is_whole)
            return file_report(whole.path, audit_what_can_be(whole.game), whole.findings)
    except OutOfTime:
        return unreadable(source.path, too_slow(patience))


def _canonical_warnings(source: Source) -> Iterator[Finding]:
    """Yield a warning for each place where the text of a record is not in canonical form.

    Yield nothing for records in formats of other programs. The canonical form is the form in which
    mjlog writes records.
    """
    if source.game is not None and source.text:
        from mjlog.notation.canonical import canonical_warnings

        yield from canonical_warnings(source.text, source.game, source.lines_before)


def file_report(path: str, report: Report, findings: tuple[Finding, ...] = ()) -> FileReport:
    """Convert the audit of a record into a report for printing, which does not keep the game.

    `findings` are problems that were found while the record was read; they are merged with the
    findings (messages) of the audit.
    """
    findings_in_order = sort_by_line([*findings, *report.findings])
    counts = report.counts()
    return FileReport(
        path,
        rules=report.game.rules,
        deals=report.deals,
        turns=report.turns,
        findings=findings_in_order,
        verdicts=tuple(v for v in report.verdicts if v.answer not in IN_ORDER),
        in_order={answer: counts[answer] for answer in IN_ORDER},
        doubts=dict(report.doubts),
        excerpt=_excerpt(path, {finding.place.line for finding in findings_in_order}),
        state="failed" if has_failed(report) else "read",
        explanations=with_effects(report),
    )


def _rejected(source: Source, *, named: bool) -> FileReport:
    if named or any(finding.code != "format.unknown" for finding in source.findings):
        return FileReport(source.path, findings=source.findings, state="unreadable")
    notes = tuple(replace(finding, severity="note") for finding in source.findings)
    return FileReport(source.path, findings=notes, state="passed over")


def unreadable(path: str, finding: Finding) -> FileReport:
    """Return the report on a file that could not be read. `finding` says why."""
    return FileReport(path, findings=(finding,), state="unreadable")


def _excerpt(path: str, wanted: set[int]) -> dict[int, str]:
    """Return the lines of a file whose numbers are in `wanted`, as a mapping from number to text.

    The result is empty for a web address, for a path that is not a file on disk, and for records in
    UTF-16 or UTF-32.
    """
    file = Path(path)
    if not any(wanted) or is_address(path) or not file.is_file():
        return {}
    with file.open("rb") as data:
        if is_wide_record(data.read(WIDE)):
            return {}
    with file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        return {
            number: line.rstrip("\r\n") for number, line in enumerate(lines, 1) if number in wanted
        }
