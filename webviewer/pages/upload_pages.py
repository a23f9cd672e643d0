"""A visitor's own file, looked at without being stored.

How it comes in, and what is said where it cannot be read.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, redirect, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as Redirect

from mjlog.model.messages import Message
from webviewer.i18n import gettext
from webviewer.responses import page
from webviewer.uploads import LARGEST, MARK, File, Shelf

FILES: Final = 20
"""How many files may come in one upload."""
ENVELOPE: Final = 64 << 10
"""What a form adds to its files, at most."""
GONE: Final = Message(
    "What is brought to look at is held for half an hour after the last look at it, and "
    "this is not held, or no longer."
).message


class InMemory(Request):
    """A request whose files never touch the disk, however large."""

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


def routes(app: Flask, shelf: Shelf) -> None:
    """Bringing a file, and the list of what it holds."""
    app.request_class = InMemory

    @app.post("/look")
    def look() -> Redirect | tuple[str, int]:
        if not is_from_here():
            abort(403, "A file can be brought from the pages of this site only.")
        return _brought(shelf)

    @app.get("/look")
    def bring() -> Redirect:
        return redirect(url_for("index", _anchor="look"))

    @app.get("/look/<name>")
    def looked(name: str) -> str:
        brought = shelf.brought(name)
        if brought is None:
            abort(404, GONE)
        return page("look.html", brought=brought, rows=shelf.rows(brought))

    app.after_request(_unshared)


def _brought(shelf: Shelf) -> Redirect | tuple[str, int]:
    """The way to the record that came, or to the list of several."""
    files = brought_files()
    if not files:
        nothing = gettext("No file was chosen, or it is empty.")
        return page("look.html", brought=None, rows=[], problem=nothing), 400
    brought = shelf.bring(files)
    if brought is None:
        abort(503, "Too many files are being looked at just now. Try it again in a moment.")
    if not brought.names:
        return page("look.html", brought=brought, rows=[]), 422
    if len(brought.names) == 1 and not brought.refused:
        return redirect(url_for("record", name=brought.slug(1)), 303)
    return redirect(url_for("looked", name=brought.token), 303)


def _unshared(response: Response) -> Response:
    """What is on the shelf is nobody else's.

    Not kept by caches, not listed, its address told to no other site.
    """
    if request.path.startswith((f"/r/{MARK}", "/look", "/sheets")):
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def is_from_here() -> bool:
    """Whether no other site has sent the form; what is no browser says neither."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        return site in {"same-origin", "none"}
    return origin is None or urlsplit(origin).netloc == request.host


def brought_files() -> list[File]:
    """What came, by name: the files, and the text typed or pasted."""
    try:
        request.files  # noqa: B018  the body is read when it is asked for
    except RequestEntityTooLarge:
        abort(413, "What you bring is larger than what can be looked at.")
    came = [
        (each.filename or "file", each.read()) for each in request.files.getlist("file")[:FILES]
    ]
    text = request.form.get("text", "").strip()
    if text:
        came.append(("text", (text + "\n").replace("\r\n", "\n").encode("utf-8", "replace")))
    return [(name[:200], data) for name, data in came if data]
