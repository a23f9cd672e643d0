"""The page on which a record is typed: its text, the findings, the table at the cursor.

Nothing is stored: each request sends the whole text. A form without scripts works, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, abort, request
from werkzeug.exceptions import RequestEntityTooLarge

from mjlog.editor.record_text import RecordText
from mjlog.notation import write
from webviewer.caches.templates import macros
from webviewer.i18n import cited, translate
from webviewer.pages.editing import BEGINNING, LISTED, Drafts, editing, keys_of
from webviewer.pages.upload_pages import GONE, is_from_here
from webviewer.records.library import Record
from webviewer.responses import download
from webviewer.uploads import LIMITS, Shelf


def routes(app: Flask, shelf: Shelf, find: Callable[[str], Record | None]) -> None:
    """Add the page for editing a record, and the addresses that the page's script calls.

    `shelf` stores uploads for a limited time. `find` takes a name in URLs, and returns the record
    with this name, or None.
    """
    app.extensions["drafts"] = drafts = Drafts()

    @app.route("/edit", methods=["GET", "POST"])
    def edit() -> str:
        if request.method == "GET":
            return editing(BEGINNING, is_begun=False)
        return editing(_sent_text())

    @app.get("/edit/<name>")
    def edit_record(name: str) -> str:
        text = shelf.text(name)
        if text is None:
            record = find(name)
            if record is None:
                abort(404, GONE)
            text = write(record.game)
        return editing(text)

    @app.post("/edit/findings")
    def edit_findings() -> dict[str, Any]:
        text, at_a_glance = _sent_text(), "glance" in request.form
        rules, listed = drafts.listed(text, _draft(), at_a_glance=at_a_glance)
        parts = macros("edit_parts.html")
        header = rules.header if rules is not None else ""
        return {
            "findings": [
                {
                    "line": each.line,
                    "start": each.start,
                    "end": each.end,
                    "severity": each.finding.severity,
                    "message": translate(cited(each.finding)),
                }
                for each in listed
            ],
            "list": parts.listed(listed, LISTED),
            "rules": header,
            # The keys are drawn again only if the rules differ from those of the page.
            "keys": "" if request.form.get("rules") == header else parts.keys(keys_of(rules)),
        }

    @app.post("/edit/table")
    def edit_table() -> dict[str, Any]:
        edited = drafts.edited(_sent_text(), _draft())
        line, column = (request.form.get(name, 0, int) for name in ("line", "column"))
        return {"table": macros("edit_parts.html").board(drafts.step_at(edited, line - 1, column))}

    @app.post("/edit/line")
    def edit_spelled() -> dict[str, str]:
        line = request.form.get("line", 0, int)
        edited = RecordText(_sent_text(), LIMITS)
        return {"line": edited.spelled_out(line - 1) if line > 0 else ""}

    @app.post("/edit/text")
    def edit_saved() -> Response:
        return download(_sent_text(), "record.mjl", "text/plain")


def _draft() -> str:
    """Return the identifier of the open editor page that sent this request; empty if it sent none.

    The page sends the same identifier with each version of its text, so that only changed deals are
    audited again.
    """
    return request.form.get("draft", "")[:40]


def _sent_text() -> str:
    """Return the text in the submitted form: the uploaded file's content, or else the typed text.

    End the request with 413 if the text is too long, and with 403 if a page of another site sent
    it.
    """
    if not is_from_here():
        abort(403, "Texts can be sent only from the pages of this site.")
    request.max_content_length = 2 * LIMITS.file_size
    large = f"A text of more than {LIMITS.file_size >> 10} KB cannot be edited here."
    try:
        files = [file.read() for file in request.files.getlist("file")]
        text = request.form.get("text", "")
    except RequestEntityTooLarge:
        abort(413, large)
    data = next((file for file in files if file), None)
    if data is not None:
        text = data.decode("utf-8", "replace")
    if len(text.encode("utf-8", "replace")) > LIMITS.file_size:
        abort(413, large)
    return text.replace("\r\n", "\n").replace("\r", "\n")
