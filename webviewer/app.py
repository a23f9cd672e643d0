"""The Flask application: a list of records, and pages that work without JavaScript."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, current_app, redirect, url_for
from werkzeug.exceptions import BadHost, HTTPException, SecurityError, ServiceUnavailable
from werkzeug.routing import IntegerConverter
from werkzeug.wrappers import Response as Redirect

from mjlog.archive.storage.cache import open_cache
from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.store import Archive
from mjlog.batch.rule_files import keep_below
from mjlog.notation import to_json, write
from webviewer import (
    api,
    assets,
    compression,
    i18n,
    time_limit,
)
from webviewer.api import archive_view, callers
from webviewer.api.install import is_of_the_api
from webviewer.api.problems import http_problem
from webviewer.caches import freshness, list_rows, templates
from webviewer.caches.record_list import KeptList
from webviewer.i18n import gettext
from webviewer.pages import (
    adding,
    archived,
    audit_pages,
    cheat_sheets,
    club_page,
    drawings,
    edit_pages,
    embed,
    following,
    newer,
    paper_pages,
    pictures,
    print_view,
    record_pages,
    sheet_pages,
    short_form_pages,
    upload_pages,
)
from webviewer.pages import (
    archive as archive_pages,
)
from webviewer.parts import player_names, theme
from webviewer.parts.audits.faults import expected_name
from webviewer.parts.catalogue import Catalogue
from webviewer.parts.results import summary
from webviewer.parts.stage.table_view import Pages
from webviewer.raster_images import Studio
from webviewer.records.archived_records import DIGEST, ArchivedRecords
from webviewer.records.keeper import Judge, Keeper
from webviewer.records.library import Library, Record
from webviewer.replay_file import replay_file
from webviewer.responses import add_security_headers, download, page
from webviewer.service import log
from webviewer.service.buckets import Buckets
from webviewer.service.settings import Settings
from webviewer.uploads import MARK, Shelf
from webviewer.venue import tail


class Count(IntegerConverter):
    """A URL converter for numbers of deals and steps: up to six digits."""

    regex = r"[0-9]{1,6}"


def create_app(
    source: str | Path | None = None,
    *,
    follow_links: bool = False,
    watch: bool = False,
    archive: Archive | None = None,
    settings: Settings | None = None,
) -> Flask:
    """Create the Flask application that shows the records of `source`: a folder, a file or a zip.

    If `source` is None, the application has no records of its own, only those of `archive` and
    uploads. If `watch` is True, background threads read new and changed files, and audit archived
    records again after a change of the rules; if False, files are read when a page needs them. The
    web API for programs exists only if `archive` is given. Links that lead out of the folder are
    followed only if `follow_links` is True. Raise FileNotFoundError if `source` does not exist.
    """
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_map.converters["count"] = Count
    settings_in_force = settings or Settings()
    app.config["SITE"] = settings_in_force.site
    shared = Path(settings_in_force.shared) if settings_in_force.shared else None
    compression.install(app)
    log.install(app, settings_in_force)
    if archive is not None:
        callers.install(app, archive, settings_in_force, Buckets(shared and shared / "buckets"))
    freshness.install(app)
    i18n.install(app)
    templates.install(app)
    list_rows.install(app)
    theme.install(app)
    app.jinja_env.globals |= {
        "sitting": player_names.sitting,
        "explain_faults": summary.explain_faults,
    }
    app.jinja_env.globals["expected_name"] = expected_name
    assets.install(app)
    shelf = Shelf(shared=shared)
    catalogue = _catalogue(source, follow_links=follow_links, watch=watch)
    app.config["WHY_TEMPORARY"] = catalogue.why_temporary
    if watch and source is not None:
        app.extensions["keeper"] = keeper = Keeper(catalogue.library, catalogue)
        keeper.start()
    pages = Pages()
    _routes(app, catalogue, shelf, pages, is_of_an_archive=archive is not None and source is None)
    finder = _finding(catalogue.library, shelf)
    upload_pages.routes(app, shelf, finder, pages)
    edit_pages.routes(app, shelf, finder)
    if archive is not None:
        api.install(app, archive, settings_in_force)
        archived.routes(app)
        adding.routes(app, shelf)
    if archive is not None and watch:
        app.extensions["judge"] = judge = Judge(archive)
        judge.start()
    app.after_request(add_security_headers)
    app.register_error_handler(HTTPException, _failed)
    app.register_error_handler(OSError, _not_written)
    app.register_error_handler(ArchiveError, _archive_failed)
    if settings_in_force.most_seconds:
        time_limit.install(app, settings_in_force.most_seconds)
    return app


def _catalogue(source: str | Path | None, *, follow_links: bool, watch: bool) -> Catalogue:
    """Return the catalogue of the records below `source`, from which the site lists records.

    If `watch` is True, the catalogue is stored in a cache file that belongs to the folder;
    otherwise it is lost when the program ends.
    """
    if source is not None:
        keep_below([str(source)])
    if source is None or not (watch and Path(source).exists()):
        return Catalogue(Library(source, follow_links=follow_links))
    cache = open_cache(Path(source))
    files = KeptList(cache.archive).files()
    library = Library(source, follow_links=follow_links, known=files)
    catalogue = Catalogue(library, cache)
    if not files:
        catalogue.begin()
    return catalogue


KEPT_HEADERS: Final = frozenset({"Allow", "Retry-After", "WWW-Authenticate"})
"""Headers of an error response that a browser acts on."""


def _failed(problem: HTTPException) -> Response | tuple[str, int, dict[str, str]]:
    # `url_for` fails if the host is not trusted or has an impossible name.
    if isinstance(problem, (SecurityError, BadHost)):
        return Response("This is not the name of this site.\n", 400, mimetype="text/plain")
    if is_of_the_api():
        return http_problem(problem)
    headers = {name: value for name, value in problem.get_headers() if name in KEPT_HEADERS}
    return page("error.html", problem=problem), problem.code or 500, headers


_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})


def _not_written(problem: OSError) -> Response | tuple[str, int, dict[str, str]]:
    """Handle an OSError: if the disk is full or read-only, log the error and return a 503 page.

    Raise any other OSError again.
    """
    if problem.errno not in _NO_ROOM:
        raise problem
    current_app.logger.error("%s cannot be written: %s", problem.filename, problem.strerror)
    words = gettext("Nothing was stored, because the disk is full. Try again later.")
    return _failed(ServiceUnavailable(words))


def _archive_failed(problem: ArchiveError) -> Response | tuple[str, int, dict[str, str]]:
    """Handle an error of the archive: log it, and return a page with status 503.

    The page does not show the error's message, which is for the administrator.
    """
    current_app.logger.error("%s", problem)
    words = gettext("The archive cannot be read or written at the moment. Try again later.")
    return _failed(ServiceUnavailable(words))


def _finding(library: Library, shelf: Shelf) -> Callable[[str], Record | None]:
    """Return a function that takes a record's name in URLs, and returns the record or None.

    The function searches the uploads if the name begins with `MARK`. It searches the archive if the
    name is a digest that the library does not have, and otherwise the library.
    """
    in_archive = ArchivedRecords()

    def found_by(name: str) -> Record | None:
        if name.startswith(MARK):
            return shelf.record(name)
        if archive_view.has_archive() and DIGEST.fullmatch(name) and name not in library.entries:
            return in_archive.record(name)
        return library.record(name)

    return found_by


def _routes(
    app: Flask, catalogue: Catalogue, shelf: Shelf, pages: Pages, *, is_of_an_archive: bool
) -> None:
    """Add the pages about records, sheets and rules to the application.

    These pages find a record by its name in the library, in the archive or among uploads. If
    `is_of_an_archive` is True, the address `/` shows the start page of the archive instead of the
    list of files.
    """
    library = catalogue.library

    found_by = _finding(library, shelf)

    def known(name: str) -> Record:
        brought = name.startswith(MARK)
        record = found_by(name)
        if record is None:
            abort(
                404,
                upload_pages.GONE
                if brought
                else "There is no record of that name, or it cannot be read.",
            )
        return record

    archive_pages.routes(app, catalogue, archived.start if is_of_an_archive else None)
    newer.routes(app, catalogue)
    audit_pages.routes(app, known, pages)
    drawings.routes(app, known, pages)
    print_view.routes(app, known, pages)
    painter = record_pages.routes(app, known, pages)
    embed.routes(app, painter)
    pictures.routes(app, known, pages)
    following.routes(app, known, pages)
    tail.routes(app, known)
    sheet_pages.routes(app, shelf, library.sheet)
    short_form_pages.routes(app, shelf)
    paper_pages.routes(app)
    cheat_sheets.routes(app)
    club_page.routes(app)

    @app.get("/r/<name>")
    def record(name: str) -> Redirect | str:
        if library.sheet(name) is not None:
            return redirect(url_for("sheet", name=name))
        shown_record = known(name)
        if shown_record.playable:
            return record_pages.opens_at(shown_record, name, painter)
        return page("unjudged.html", record=shown_record, name=name)

    @app.get("/r/<name>.html")
    def as_replay(name: str) -> Response:
        record = known(name)
        if not record.playable:
            abort(404, "The record has no such deal or step.")
        studio: Studio = app.extensions["studio"]
        made = studio.made(f"html {record.digest}", lambda: replay_file(record).encode())
        return download(made.decode(), f"{name}.html", "text/html")

    @app.get("/r/<name>.mjl")
    def as_text(name: str) -> Response:
        return download(write(known(name).game), f"{name}.mjl", "text/plain")

    @app.get("/r/<name>.json")
    def as_json(name: str) -> Response:
        return download(json.dumps(to_json(known(name).game)), f"{name}.json", "application/json")
