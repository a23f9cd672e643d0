"""The Flask application: a list of records, and a page for every step that works without JavaScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, abort, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.routing import IntegerConverter
from werkzeug.wrappers import Response as Redirect

from mjlog.notation import to_json, write
from mjlog.record import SEATS, Game
from webviewer.library import Library, Record
from webviewer.table_view import Pages

ON_A_PAGE: Final = 100
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Count(IntegerConverter):
    """A number in a URL, of as many digits as a deal or a step can have."""

    regex = r"\d{1,6}"


def create_app(source: str | Path | None = None) -> Flask:
    """The viewer of the records below `source`: a folder, a file, an archive; none shows an empty list.

    Raises FileNotFoundError when there is no such path.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = 1 << 20
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_map.converters["count"] = Count
    _routes(app, Library(source), Pages())
    app.after_request(_guarded)
    app.register_error_handler(HTTPException, _failed)
    return app


def _guarded(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _failed(problem: HTTPException) -> tuple[str, int] | Response:
    if isinstance(problem, SecurityError):  # a host that is not trusted: no address can be written for it
        return Response("This is not the name of this site.\n", 400, mimetype="text/plain")
    return _page("error.html", problem=problem), problem.code or 500


def _page(template: str, **values: Any) -> str:
    """A page; half a surrogate pair, which a record's JSON form can hold, is shown as a question mark."""
    return render_template(template, **values).encode("utf-8", "replace").decode()


def _download(text: str, name: str, mimetype: str) -> Response:
    """A file to be kept; a record's name in URLs is safe in a header, for it holds letters, digits and hyphens only."""
    answer = Response(text.encode("utf-8", "replace"), content_type=f"{mimetype}; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _seat_below(game: Game) -> int:
    """The seat to be shown at the bottom: the one that ``?seat=`` names, else the first."""
    seat = request.args.get("seat", "A")
    return SEATS.index(seat) if len(seat) == 1 and seat in SEATS[: game.seats] else 0


def _routes(app: Flask, library: Library, pages: Pages) -> None:
    """The pages. Names in URLs are looked up in the library's index."""

    def known(name: str) -> Record:
        record = library.record(name)
        if record is None:
            abort(404, "There is no record of that name, or it cannot be read.")
        return record

    @app.get("/")
    def index() -> str:
        number = request.args.get("page", 1, int)
        last = max(1, -(-len(library.entries) // ON_A_PAGE))
        if not 1 <= number <= last:
            abort(404, "The list has no such page.")
        rows = [(entry, library.record(entry.slug)) for entry in library.page(number, ON_A_PAGE)]
        return _page("index.html", rows=rows, page=number, more=number < last, total=len(library.entries))

    @app.get("/r/<name>")
    def record(name: str) -> Redirect | str:
        found = known(name)
        if found.playable:
            return redirect(url_for("step", name=name, deal=1, step=0))
        return _page("unjudged.html", record=found, name=name)

    @app.get("/r/<name>.mjl")
    def as_text(name: str) -> Response:
        return _download(write(known(name).game), f"{name}.mjl", "text/plain")

    @app.get("/r/<name>.json")
    def as_json(name: str) -> Response:
        return _download(json.dumps(to_json(known(name).game)), f"{name}.json", "application/json")

    @app.get("/r/<name>/d<count:deal>/s<count:step>")
    def step(name: str, deal: int, step: int) -> str:
        found = known(name)
        below = _seat_below(found.game)
        page = pages.page(found, deal, step, below)
        if page is None:
            abort(404, "The record has no such deal or step.")
        return _page("step.html", page=page, name=name, seat=SEATS[below] if below else None)
