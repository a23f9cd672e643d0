"""The audit of uploaded content, which is not stored: records of any format, or a score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, Final

from flask import Blueprint, Response, request

from mjlog.batch.audit_files import file_report
from mjlog.batch.audit_sheets import report_of
from mjlog.batch.internal_errors import audit_what_can_be
from mjlog.formats import Source
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation import digest
from mjlog.referee.rulebook import RulesError
from mjlog.report.file_report import FileReport, finding_object, record_object
from mjlog.rules import load
from mjlog.sheets.files.spreadsheets import is_workbook
from webviewer import uploads
from webviewer.api import asking
from webviewer.api.answers import json_answer
from webviewer.api.problems import BAD_QUESTION, BUSY, TOO_LARGE, UNREADABLE, Problem
from webviewer.api.record_formats import bare
from webviewer.pages.upload_pages import brought_files
from webviewer.sheet_copies import SheetCopy, judged_by

KINDS: Final = ("record", "sheet")
SHEETS: Final = frozenset({
    "text/csv",
    "text/tab-separated-values",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.oasis.opendocument.spreadsheet",
})  # fmt: skip
"""Media types of uploads that are score sheets."""
busy: Final = BoundedSemaphore(uploads.AT_ONCE)


@dataclass(slots=True)
class Audited:
    """The audits of an upload: its records, and the files that could not be read.

    `refused` has the name of each unreadable file and the findings that say why. `is_cut` is True
    if some of the upload was left out, because it has too many records or took too long.
    """

    records: list[dict[str, Any]] = field(default_factory=list)
    refused: list[tuple[str, Sequence[Finding]]] = field(default_factory=list)
    is_cut: bool = False

    @property
    def is_no_record(self) -> bool:
        """Whether mjlog recognised the format of none of the uploaded files.

        Such an upload is read as a score sheet next. The value is False if any record was read, or
        if any file was refused for a reason other than an unknown format.
        """
        codes = {finding.code for _, findings in self.refused for finding in findings}
        return not self.records and codes <= {"format.unknown", "format.unread"}

    def to_object(self) -> dict[str, Any]:
        """Return the audits and the refused files as one JSON object.

        Its members are `records` (one audit for each record), `refused` (the path and the findings
        of each refused file) and `cut` (True if records were left out because there were too many).
        """
        refused = [
            {"path": name, "findings": [finding_object(each) for each in findings]}
            for name, findings in self.refused
        ]
        return {"records": self.records, "refused": refused, "cut": self.is_cut}


def routes(api: Blueprint) -> None:
    """Add the address `/audit` to the web API."""
    api.add_url_rule("/audit", view_func=audit, methods=["POST"])


def audit() -> Response:
    """Audit the records or score sheets in the request, and return the audits as JSON.

    Nothing is stored. Raise Problem if nothing can be read, a parameter is invalid, the body is too
    large, or the server is busy.
    """
    asking.refuse_parameters_except({"as", "rules", "name"})
    kind = asking.one_of("as", KINDS)
    rules = _rules()
    files = _sent()
    with _turn():
        audited = _audited(files, kind, rules)
    if not audited.records:
        refusals = [finding for _, findings in audited.refused for finding in findings]
        raise Problem(
            UNREADABLE, "No record and no score sheet can be read here.", findings=refusals
        )
    answer = json_answer(audited.to_object())
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _rules() -> str:
    """Return the request's parameter `rules`: the text of a `Rules:` header, or an empty text.

    It is used only to audit score sheets that do not say by which rules they were played. Raise
    Problem (400) if these rules are unknown.
    """
    header = asking.word("rules")
    if header:
        try:
            load(header)
        except RulesError as problem:
            raise Problem(BAD_QUESTION, str(problem)) from None
    return header


def _sent() -> list[uploads.File]:
    """Return the uploaded files: the files of a form, or the body of the request as one file.

    Raise Problem if nothing was sent, or if the files are too large.
    """
    if request.mimetype == "multipart/form-data":  # curl labels any body as a form
        files = brought_files()
    else:
        data = request.get_data(cache=False)
        files = [(asking.word("name") or "record", data)] if data else []
    if not files:
        raise Problem(UNREADABLE, "Nothing was sent: the record is the body of the request.")
    if sum(len(data) for _, data in files) > uploads.LARGEST:
        raise Problem(TOO_LARGE, f"At most {uploads.LARGEST >> 20} MB are looked at here.")
    return files


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for a free place among the running audits, and occupy it during a `with` block.

    Only a few audits may run at the same time, because an audit can take seconds. Raise Problem
    (503) if no place becomes free soon enough.
    """
    if not busy.acquire(timeout=uploads.WAIT):
        raise Problem(BUSY, "Too many requests are audited just now. Try it again in a moment.")
    try:
        yield
    finally:
        busy.release()


def _audited(files: Sequence[uploads.File], kind: str, rules: str) -> Audited:
    if kind == "sheet" or (not kind and _looks_like_a_sheet(files)):
        return _sheets(files, rules)
    audited = _records(files)
    if not kind and audited.is_no_record:
        as_sheets = _sheets(files, rules)
        return as_sheets if as_sheets.records else audited
    return audited


def _looks_like_a_sheet(files: Sequence[uploads.File]) -> bool:
    return bare(request.mimetype) in SHEETS or any(is_workbook(data) for _, data in files)


# --------------------------------------------------------------------------- records


def _records(files: Sequence[uploads.File]) -> Audited:
    audited = Audited()
    until = monotonic() + uploads.LOOKING
    for source, _ in uploads.sources(files):
        number = len(audited.records) + len(audited.refused)
        if number >= uploads.RECORDS or (number and monotonic() > until):
            audited.is_cut = True
            break
        _take(audited, source)
    return audited


def _take(found: Audited, source: Source) -> None:
    if source.game is None:
        found.refused.append((source.path, source.findings))
        return
    report = audit_what_can_be(source.game)
    report_object = file_report(source.path, report, source.findings)
    found.records.append(_record_object(report_object, source.game, source.format))


def _record_object(report: FileReport, game: Game, form: str) -> dict[str, Any]:
    return {
        "digest": digest(game),
        "format": form,
        "report": record_object(report, claims=True, suggest=True),
    }


# --------------------------------------------------------------------------- score sheets


def _sheets(files: Sequence[uploads.File], rules: str) -> Audited:
    audited = Audited()
    for name, data in files:
        judged = judged_by(SheetCopy("", name, data), rules)
        if judged.findings and not judged.games:
            audited.refused.append((name, judged.findings))
        more = judged.findings
        for game in judged.games:
            report = report_of(name, game.audit, judged.file, more)
            audited.records.append(_record_object(report, game.audit.report.game, "sheet"))
            more = ()
        audited.is_cut |= bool(judged.waiting)
    return audited
