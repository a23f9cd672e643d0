"""Uploads: files that a visitor wants to look at, kept for a while outside any archive."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import IO, Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, redirect, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as Redirect

from mjlog.model.findings import errors
from mjlog.model.messages import Message
from webviewer.i18n import gettext
from webviewer.pages.editing import editing
from webviewer.parts.audits.audit_differences import is_version_of, revision
from webviewer.parts.audits.audit_view import MOST
from webviewer.parts.stage.table_view import Pages
from webviewer.records.library import Record
from webviewer.responses import page
from webviewer.uploads import LARGEST, MARK, File, Shelf, Upload

FILES: Final = 20
"""The most files in one upload."""
LONGEST_NAME: Final = 200
"""The most characters of a record's name in addresses."""
ENVELOPE: Final = 64 << 10
"""Bytes that a form may have besides its files."""
GONE: Final = Message(
    "An opened file stays in memory until half an hour after the last visit. There is no "
    "such file now."
).message


class InMemory(Request):
    """A request whose uploaded files stay in memory and are never written to a disk."""

    max_content_length = LARGEST + ENVELOPE
    max_form_memory_size = LARGEST

    def _get_file_stream(
        self,
        total_content_length: int | None,  # noqa: ARG002
        content_type: str | None,  # noqa: ARG002
        filename: str | None = None,  # noqa: ARG002
        content_length: int | None = None,  # noqa: ARG002
    ) -> IO[bytes]:
        return BytesIO()


TOO_LARGE: Final = Message(
    "The file is too large to open here. On your own computer, `mjlog check` and `mjlog sheet "
    "check` read larger files."
).message
PASTED: Final = "text"
"""The file name of text that was typed or pasted."""
_OF_PROGRAMS: Final = (b"<", b"{", b"[")
"""Beginnings of texts that only programs write."""
Finder = Callable[[str], Record | None]
"""Returns a record by its name in addresses; None if there is none."""


def routes(app: Flask, shelf: Shelf, find: Finder, pages: Pages) -> None:
    """Add the upload form, the list of an upload's records, and the comparison of two versions.

    `shelf` stores uploads for a limited time; `find` returns any record by its name in URLs, or
    None.
    """
    app.request_class = InMemory

    @app.post("/look")
    def look() -> Redirect | tuple[str, int]:
        if not is_from_here():
            abort(403, "Files can be sent only from the pages of this site.")
        return _store_upload(shelf, find)

    @app.get("/look")
    def bring() -> str:
        before = request.args.get("before", "")[:LONGEST_NAME]
        return page("look.html", brought=None, rows=[], before=before)

    @app.get("/look/<name>")
    def looked(name: str) -> str:
        brought = shelf.find_upload(name)
        if brought is None:
            abort(404, GONE)
        return page("look.html", brought=brought, rows=shelf.rows(brought))

    @app.get("/look/<name>/changes")
    def compared(name: str) -> str:
        after, before = find(MARK + name), find(request.args.get("before", ""))
        if after is None or before is None:
            abort(404, GONE)
        return _compared(before, after, pages)

    app.after_request(_unshared)


def _compared(before: Record, after: Record, pages: Pages) -> str:
    """Return the page that compares the audits of two versions of a record.

    It lists the errors and warnings that are gone, new or unchanged. Each is a link to its step in
    the record `after`; for those that are gone, the link leads to the beginning of `after`.
    """
    changes = revision(before, after)
    steps = _steps(after, pages)
    placed = {
        name: [(finding, steps.get(id(finding), 0)) for finding in getattr(changes, name)]
        for name in ("gone", "new", "same")
    }
    shown = {"record": after, "before": before, "name": after.slug, "most": MOST}
    return page("compared.html", changes=changes, **shown, **placed)


def _steps(record: Record, pages: Pages) -> dict[int, int]:
    if not record.playable:
        return {}
    deals = {finding.place.deal for finding in record.report.findings if finding.place.deal}
    return {
        id(finding): step for each in deals for step, finding in pages.replay(record, each).findings
    }


def _store_upload(shelf: Shelf, find: Finder) -> Redirect | tuple[str, int]:
    """Store the uploaded files, and redirect to the record or to the list of the upload's records.

    If no record can be read, return a page with the reasons or, for a text that looks like an
    unfinished record, the editor with this text. `find` takes a name in URLs, and returns the
    record with this name, or None.
    """
    files = brought_files()
    if not files:
        nothing = gettext("No file was chosen, or it is empty.")
        return page("look.html", brought=None, rows=[], problem=nothing), 400
    brought = shelf.bring(files)
    if brought is None:
        abort(503, "Too many files are being read. Try again in a moment.")
    is_pasted = [name for name, _ in files] == [PASTED]
    if not brought.names and is_pasted and _may_be_typed(files[0][1], brought):
        return editing(files[0][1].decode("utf-8", "replace")), 422
    if not brought.names:
        return page("look.html", brought=brought, rows=[]), 422
    if len(brought.names) == 1 and not brought.refused:
        return redirect(_address_after_upload(shelf, brought, find, is_pasted=is_pasted), 303)
    return redirect(url_for("looked", name=brought.token), 303)


def _may_be_typed(text: bytes, brought: Upload) -> bool:
    """Return whether a text that mjlog could not read may be a record that a person has typed.

    `brought` has the findings about the text. The editor opens such a text instead of refusing it.
    Return False for formats that only programs write.
    """
    codes = {finding.code for _, findings in brought.refused for finding in findings}
    return "format.unread" not in codes and not text.startswith(_OF_PROGRAMS)


def _address_after_upload(shelf: Shelf, brought: Upload, find: Finder, *, is_pasted: bool) -> str:
    """Return the address of the page to show after one record was uploaded.

    If the form's field `before` names another version of the same game, it is the comparison of
    both versions. If a pasted text has errors, it is the editor. Otherwise it is the record's page.
    `find` takes a name in URLs, and returns the record with this name, or None.
    """
    slug = brought.slug(1)
    after = shelf.record(slug)
    name = request.form.get("before", "")[:LONGEST_NAME]
    before = find(name) if name else None
    if before is not None and after is not None and is_version_of(before, after):
        return url_for("compared", name=brought.token, before=name)
    is_wrong = after is not None and bool(errors(after.report.findings))
    if is_pasted and is_wrong and shelf.text(slug) is not None:
        return url_for("edit_record", name=slug)
    return url_for("record", name=slug)


def _unshared(response: Response) -> Response:
    """Add headers to a response about an upload, so that strangers do not find the upload.

    The response is not stored or indexed, and other sites do not learn its address. A response
    about anything else is returned unchanged.
    """
    if request.path.startswith((f"/r/{MARK}", "/look", "/edit", "/sheets")):
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def is_from_here() -> bool:
    """Return whether this request was sent from a page of this site, or by a program.

    Return False if a page of another site sent it. A program is recognised because it sends no
    origin.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        return site in {"same-origin", "none"}
    return origin is None or urlsplit(origin).netloc == request.host


def brought_files() -> list[File]:
    """Return the uploaded files, at most 20, and the typed text, each with a name.

    Empty files are left out. End the request with 413 if the upload is too large.
    """
    try:
        request.files  # noqa: B018  the body is read when it is asked for
    except RequestEntityTooLarge:
        abort(413, TOO_LARGE)
    # A form may have a second field that opens the camera of a phone.
    sent = [*request.files.getlist("file"), *request.files.getlist("photo")][:FILES]
    came = [(each.filename or "file", each.read()) for each in sent]
    text = request.form.get("text", "").strip()
    if text:
        came.append((PASTED, (text + "\n").replace("\r\n", "\n").encode("utf-8", "replace")))
    return [(name[:200], data) for name, data in came if data]
