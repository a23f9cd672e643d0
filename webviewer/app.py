"""The Flask application: a list of records, and a page for every step that works without JavaScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, redirect, request, url_for
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.routing import IntegerConverter
from werkzeug.wrappers import Response as Redirect

from mjlog.notation import to_json, write
from webviewer import audit_pages, record_page
from webviewer.answers import download, guarded, page
from webviewer.library import Library, Record
from webviewer.speech import install
from webviewer.table_view import Pages

ON_A_PAGE: Final = 100


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
    install(app)
    _routes(app, Library(source), Pages())
    app.after_request(guarded)
    app.register_error_handler(HTTPException, _failed)
    return app


def _failed(problem: HTTPException) -> tuple[str, int] | Response:
    if isinstance(problem, SecurityError):  # a host that is not trusted: no address can be written for it
        return Response("This is not the name of this site.\n", 400, mimetype="text/plain")
    return page("error.html", problem=problem), problem.code or 500


def _routes(app: Flask, library: Library, pages: Pages) -> None:
    """The pages. Names in URLs are looked up in the library's index."""

    def known(name: str) -> Record:
        record = library.record(name)
        if record is None:
            abort(404, "There is no record of that name, or it cannot be read.")
        return record

    audit_pages.routes(app, known, pages)
    record_page.routes(app, known, pages)

    @app.get("/")
    def index() -> str:
        number = request.args.get("page", 1, int)
        last = max(1, -(-len(library.entries) // ON_A_PAGE))
        if not 1 <= number <= last:
            abort(404, "The list has no such page.")
        rows = [(entry, library.record(entry.slug)) for entry in library.page(number, ON_A_PAGE)]
        return page("index.html", rows=rows, page=number, more=number < last, total=len(library.entries))

    @app.get("/r/<name>")
    def record(name: str) -> Redirect | str:
        found = known(name)
        if found.playable:
            return redirect(url_for("step", name=name, deal=1, step=0))
        return page("unjudged.html", record=found, name=name)

    @app.get("/r/<name>.mjl")
    def as_text(name: str) -> Response:
        return download(write(known(name).game), f"{name}.mjl", "text/plain")

    @app.get("/r/<name>.json")
    def as_json(name: str) -> Response:
        return download(json.dumps(to_json(known(name).game)), f"{name}.json", "application/json")
