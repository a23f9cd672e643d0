"""The audit of a record: as a page, and as files to save."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from flask import Flask, Response, abort, request

import mjlog
from mjlog.model.record import NOBODY
from mjlog.report.file_report import FileReport, record_object
from mjlog.report.sarif import sarif
from webviewer.parts.audits.audit_view import MOST, audit_page, case_page
from webviewer.parts.player_names import seat_players
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.view_options import HANDS, ViewOptions
from webviewer.records.library import Record
from webviewer.responses import download, page

WIDTH: Final = 800
FILES: Final = {"txt": "text/plain", "json": "application/json", "sarif": "application/sarif+json"}


def routes(app: Flask, known: Callable[[str], Record], pages: Pages) -> None:
    """Add the page of a record's audit, and the audit as text, JSON and SARIF files.

    `known` returns a record by its name in URLs, or ends the request with 404.
    """

    @app.get("/r/<name>/audit")
    def audit(name: str) -> str:
        record, only = known(name), request.args.get("only")
        seat_players(record.game, record.report.rules)
        found = audit_page(record, pages, request.args)
        view = ViewOptions.asked(request.args, record.game.seats, NOBODY)
        cases = found.faults if only == "faults" else found.cases
        shown = case_page(cases, request.args.get("page", 1, int))
        if shown is None:
            abort(404, "The audit has no such page.")
        values = {"audit": found, "name": name, "only": only, "shown": shown, "view": view}
        return page("audit.html", **values, most=MOST, hands=HANDS)

    @app.get("/r/<name>/audit.txt", defaults={"form": "txt"})
    @app.get("/r/<name>/audit.json", defaults={"form": "json"})
    @app.get("/r/<name>/audit.sarif", defaults={"form": "sarif"})
    def audit_file(name: str, form: str) -> Response:
        record = known(name)
        seat_players(record.game, record.report.rules)
        text = (
            page("audit.txt", audit=audit_page(record, pages))
            if form == "txt"
            else _report(record, form)
        )
        return download(text, f"{name}-audit.{form}", FILES[form])


def _report(record: Record, form: str) -> str:
    """Return a record's audit as the text of a JSON or SARIF file.

    `form` is `json` or `sarif`.
    """
    report = record.report
    audited = FileReport(
        record.name,
        rules=record.game.rules,
        deals=report.deals,
        turns=report.turns,
        findings=report.findings,
        verdicts=report.verdicts,
        doubts=report.doubts,
    )
    if form == "sarif":
        return "".join(sarif([audited], mjlog.__version__))
    return json.dumps(record_object(audited, claims=True))
