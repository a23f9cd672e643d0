"""Marks by which the script of an open page notices that there is a newer version of the page."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue

from webviewer.api.archive_view import has_archive, open_view
from webviewer.parts.catalogue import Catalogue
from webviewer.records.archived_records import DIGEST
from webviewer.uploads import MARK

ARCHIVE: Final = "*"
"""The name that stands for all records of the archive; no file has this name."""
OF_AN_ARCHIVE: Final = frozenset(
    {"start", "records", "players", "player", "events", "event", "figures", "judged", "won"}
)
"""Endpoints of the pages about many records of an archive."""


def routes(app: Flask, catalogue: Catalogue) -> None:
    """Let open pages notice that a newer version exists.

    Each page gets a mark, a text that changes when the page's content changes. The page's script
    asks the address `/newer` for the present mark, and offers to reload the page if it differs from
    the page's own mark.
    """

    @app.context_processor
    def marks() -> dict[str, Any]:
        """Return the values `mark` and `marked` for the template of the page.

        `mark` is a text that changes when the page's content changes; it is empty if the content
        cannot change. `marked` is the name by which the page's script asks for a newer mark.
        """
        name = _shown_of_archive()
        if name is None and catalogue.library.is_watched:
            name = _shown_name()
        if name is None:
            return {"mark": ""}
        return {"mark": mark_of(catalogue, name), "marked": name}

    @app.get("/newer")
    def newer() -> ResponseReturnValue:
        return jsonify({"mark": mark_of(catalogue, request.args.get("name", ""))})


def mark_of(catalogue: Catalogue, name: str) -> str:
    """Return a mark: a text that changes whenever a record, or the list of records, changes.

    `name` is a record's name in URLs, the digest of an archived record, `ARCHIVE` for all archived
    records, or empty for the list of a folder. The mark is empty if there is no such record or
    list.
    """
    if has_archive() and (name == ARCHIVE or DIGEST.fullmatch(name)):
        return _mark_in_archive(name)
    entries = catalogue.library.entries
    if not name:
        return catalogue.kept.version() if entries else ""
    return entries[name].mark if name in entries else ""


def _mark_in_archive(name: str) -> str:
    with open_view() as view:
        if name == ARCHIVE:
            return view.mark()
        row = view.row(name.lower())
    return str(row["change"]) if row else ""


def _shown_of_archive() -> str | None:
    """Return the digest of the archived record that this page shows.

    Return `ARCHIVE` if the page shows many archived records, and None if it shows none.
    """
    if not request or not has_archive():
        return None
    digest: str = (request.view_args or {}).get("digest", "")
    if request.endpoint == "archived" and digest:
        return digest
    is_of_many = request.endpoint in OF_AN_ARCHIVE or request.path == "/"
    return ARCHIVE if is_of_many else None


def _shown_name() -> str | None:
    """Return the name in URLs of the record that this page shows.

    Return an empty text for the list of a folder. Return None for pages whose content cannot
    change, such as the page of an upload.
    """
    if not request:
        return None
    if request.endpoint == "index":
        return ""
    name: str = (request.view_args or {}).get("name", "")
    if not name or name.startswith(MARK):
        return None
    return name
