"""The Flask application: a list of records, and a page for every step that works without JavaScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Redirect

from mjlog.notation import to_json, write
from mjlog.record import SEATS
from webviewer.library import Library, Record
from webviewer.table_view import Pages

ON_A_PAGE: Final = 100
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def create_app(source: str | Path | None = None) -> Flask:
    """The viewer of the records below `source`: a folder, a file, an archive; none shows an empty list."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = 1 << 20
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    library = Library(source)
    _routes(app, library, Pages())
    app.after_request(_guarded)
    app.register_error_handler(HTTPException, _failed)
    return app


def _guarded(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _failed(problem: HTTPException) -> tuple[str, int]:
    return render_template("error.html", problem=problem), problem.code or 500


def _routes(app: Flask, library: Library, pages: Pages) -> None:
    """The pages. Names in URLs are looked up in the library's index."""

    def known(name: str) -> Record:
        record = library.record(name)
        if record is None:
            abort(404, "There is no record of that name, or it cannot be read.")
        return record

    @app.get("/")
    def index() -> str:
        number = max(1, request.args.get("page", 1, int))
        entries = library.page(number, ON_A_PAGE)
        rows = [(entry, library.record(entry.slug)) for entry in entries]
        more = len(library.entries) > number * ON_A_PAGE
        return render_template("index.html", rows=rows, page=number, more=more, total=len(library.entries))

    @app.get("/r/<name>")
    def record(name: str) -> Redirect:
        known(name)
        return redirect(url_for("step", name=name, deal=1, step=0))

    @app.get("/r/<name>.mjl")
    def as_text(name: str) -> Response:
        return Response(write(known(name).game), mimetype="text/plain")

    @app.get("/r/<name>.json")
    def as_json(name: str) -> Response:
        return Response(json.dumps(to_json(known(name).game), ensure_ascii=False), mimetype="application/json")

    @app.get("/r/<name>/d<int:deal>/s<int:step>")
    def step(name: str, deal: int, step: int) -> str:
        found = known(name)
        seat = request.args.get("seat", "A")
        below = SEATS.index(seat) if seat in SEATS[: found.game.seats] and len(seat) == 1 else 0
        if found.report.rules is None:
            return render_template("unjudged.html", record=found)
        page = pages.page(found, deal, step, below)
        if page is None:
            abort(404, "The record has no such deal or step.")
        return render_template("step.html", page=page, name=name, seat=SEATS[below] if below else None)
