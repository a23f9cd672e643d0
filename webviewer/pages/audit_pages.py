"""The audit of a record as a page and as files to keep, and the pictures it shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from flask import Flask, Response, abort, request

import mjlog
from mjlog.model.record import NOBODY
from mjlog.picture.svg import Scene, picture
from mjlog.referee.sheet_table import foremost
from mjlog.report.file_report import FileReport, as_object
from mjlog.report.sarif import sarif
from webviewer.i18n import gettext, round_name
from webviewer.library import Record
from webviewer.parts.audit_view import MOST, audit_page, case_page
from webviewer.parts.people import seat_players
from webviewer.parts.table_view import Pages
from webviewer.parts.view_options import HANDS, ViewOptions
from webviewer.responses import download, no_such_step, page

WIDTH: Final = 800
FILES: Final = {"txt": "text/plain", "json": "application/json", "sarif": "application/sarif+json"}


def routes(app: Flask, known: Callable[[str], Record], pages: Pages) -> None:
    """Add the addresses below a record that show its audit."""

    @app.get("/r/<name>/audit")
    def audit(name: str) -> str:
        record, only = known(name), request.args.get("only")
        seat_players(record.game, record.report.rules)
        found = audit_page(record, pages, request.args)
        view = ViewOptions.asked(request.args, record.game.seats, NOBODY)
        cases = found.errors if only == "errors" else found.cases
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

    @app.get("/r/<name>/d<count:deal>/s<count:step>.svg")
    def step_picture(name: str, deal: int, step: int) -> Response:
        record = known(name)
        scene = scene_of(record, pages, deal, step)
        if scene is None:
            no_such_step()
        return drawing(scene)


def _report(record: Record, form: str) -> str:
    """Return the audit as machines read it."""
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
    return json.dumps(as_object(audited, claims=True))


def drawing(scene: Scene) -> Response:
    """Return the picture of a table, in the language of the answer."""
    told = replace(scene, told=gettext, label=round_name(scene.deal.label))
    drawn = picture(told, size=WIDTH).encode("utf-8", "replace")
    answer = Response(drawn, content_type="image/svg+xml; charset=utf-8")
    answer.vary.add("Accept-Language")
    return answer


def scene_of(record: Record, pages: Pages, deal: int, step: int) -> Scene | None:
    """Return the table after that step; None when there is no such step."""
    rules = record.report.rules
    if rules is None or not (record.playable and 1 <= deal <= len(record.game.deals)):
        return None
    frames = pages.told(record, deal).frames
    if not 0 <= step < len(frames):
        return None
    game, played = record.game, record.game.deals[deal - 1]
    view = ViewOptions.asked(request.args, game.seats, foremost(played, game.seats))
    shown = (rules, game.players, game.seats, record.title)
    return Scene(frames[step], played, *shown, view.below, view.closed(game.seats), view.claimed)
