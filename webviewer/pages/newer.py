"""Marks by which the script of an open page learns whether there is a newer version."""

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
    """Add the address `/newer`, and pass the mark (version) of each page to its template.

    A script on an open page compares its mark with that of `/newer`, and offers to reload the page.
    """

    @app.context_processor
    def told() -> dict[str, Any]:
        """Return the mark (version) and the name of the page that is being rendered.

        The mark is empty if the page cannot change.
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
    """Return the mark of a record or list: a text that changes when the record or list changes.

    `name` is the record's name in addresses, a digest of the archive, `ARCHIVE` for all archived
    records, or empty for the list of records. The mark is empty if there is no such record.
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
    """Return the digest of the archived record that the current page shows.

    Return `ARCHIVE` if the page shows many archived records, and None for any other page.
    """
    if not request or not has_archive():
        return None
    digest: str = (request.view_args or {}).get("digest", "")
    if request.endpoint == "archived" and digest:
        return digest
    is_of_many = request.endpoint in OF_AN_ARCHIVE or request.path == "/"
    return ARCHIVE if is_of_many else None


def _shown_name() -> str | None:
    """Return the name of the record that the current page shows; an empty string for the list.

    Return None if the page cannot change, such as the page of an upload.
    """
    if not request:
        return None
    if request.endpoint == "index":
        return ""
    name: str = (request.view_args or {}).get("name", "")
    if not name or name.startswith(MARK):
        return None
    return name
